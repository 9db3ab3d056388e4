"""The score sheet in sentences: every number is there, with where it comes from.

The positions are set up as in the engine's own scoring tests; real rounds are told in
``test_telling_words``.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from doublesix.engine import Game, State
from doublesix.engine.events import Ended
from doublesix.engine.scoring import score_round
from doublesix.notation.telling import (
    make_sheet,
    tell_match_end,
    tell_round,
    tell_scores,
)
from tests.setting import begin, game_of, hand
from tests.unit.notation.telling import people, said


def over(
    game: Game,
    *hands: str,
    ended: Ended = Ended.OUT,
    by: int | None = 0,
    number: int = 1,
    **more: tuple[int, ...],
) -> State:
    """A round that ended with these hands."""
    start = begin(game)
    nothing = (0,) * len(game.sides)
    here = replace(
        start.round,
        number=number,
        totals=more.get("totals", nothing),
        games=more.get("games", nothing),
    )
    last = replace(
        start,
        round=here,
        hands=tuple(hand(text) for text in hands),
        in_play=more.get("in_play", nothing),
    )
    return replace(last, result=score_round(last, ended, by))


def blocked(game: Game, *hands: str, **more: Any) -> State:
    return over(game, *hands, ended=Ended.BLOCKED, by=None, **more)


def lines(state: State) -> list[str]:
    return said(tell_round(people(state.game), state))


def test_a_round_from_its_end_to_the_totals() -> None:
    state = over(game_of("ikea", 3), "", "6-5 1-0", "0-0", totals=(10, 0, 3))
    assert lines(state) == [
        "Ana goes out!",
        "Ana has no tiles left",
        "Bo still holds 1-0 6-5: 12 pips",
        "Cy still holds 0-0: 0 pips",
        "Ana: 12 pips in the opponents' hands",
        "Ana: 12 in this round, 22 in all",
        "Bo: 0 in this round, 0 in all",
        "Cy: 0 in this round, 3 in all",
    ]


def test_the_parts_in_order_are_the_whole() -> None:
    state = blocked(game_of("block", 4), "6-5", "4-4", "1-0", "2-1")
    company = people(state.game)
    sheet = make_sheet(company, state)
    parts = (sheet.hands, sheet.pairs, sheet.verdict, sheet.entries, sheet.totals)
    assert all(parts)
    assert (sheet.ending, *(told for part in parts for told in part)) == tell_round(company, state)


def test_pairs_are_counted_together() -> None:
    state = blocked(game_of("block", 4), "6-5", "4-4", "1-0", "0-0")
    assert said(make_sheet(people(state.game), state).pairs) == [
        "Ana and Cy together: 12 pips",
        "Bo and Di together: 8 pips",
    ]
    one = over(game_of("block", 4), "", "0-0", "1-0", "0-0")
    assert said(make_sheet(people(one.game), one).pairs)[0] == "Ana and Cy together: 1 pip"


def test_the_target_ends_the_round() -> None:
    state = over(game_of("muggins", 2), "6-5", "4-4", ended=Ended.TARGET, in_play=(61, 0))
    assert lines(state)[0] == "Ana reaches 61 points!"
    assert "Ana: 61 points in play" in lines(state)


@pytest.mark.parametrize(
    ("game", "hands", "verdict"),
    [
        (
            game_of("ikea", 2),
            ("1-0", "6-5"),
            "Ana has the fewest pips and wins the round.",
        ),
        (
            game_of("block", 4),
            ("1-0", "6-5", "0-0", "4-4"),
            "Ana and Cy have the fewest pips and win the round.",
        ),
        (
            game_of("ikea", 2, tie="no_points"),
            ("2-1", "3-0"),
            "The fewest pips are held by more than one side, so nobody wins the round.",
        ),
        (
            game_of("ikea", 3, tie="shared"),
            ("2-1", "3-0", "6-6"),
            "Ana and Bo are level with the fewest pips and win together.",
        ),
        (
            game_of("ikea", 2, tie="lightest_tile"),
            ("2-1", "3-0 0-0"),
            "The pips are level; Bo has the lightest tile and wins the round.",
        ),
        (
            game_of("block", 4, tie="lightest_tile"),
            ("2-1", "3-0", "2-0", "1-1 0-0"),
            "The pips are level; Bo and Di have the lightest tile and win the round.",
        ),
        (
            game_of(
                "block",
                2,
                blocked_winner="nobody",
                blocked_points="none",
                blocked_points_pairs="none",
            ),
            ("1-0", "6-5"),
            "Nobody wins a blocked round in this game.",
        ),
    ],
)
def test_who_wins_a_blocked_round_and_why(game: Game, hands: tuple[str, ...], verdict: str) -> None:
    state = blocked(game, *hands)
    assert lines(state)[0] == "The round is blocked: nobody can go on."
    assert said(make_sheet(people(game), state).verdict) == [verdict]


def entries(state: State) -> list[str]:
    return said(make_sheet(people(state.game), state).entries)


class TestEntries:
    def test_the_opponents_pips(self) -> None:
        game = game_of("ikea", 2)
        assert entries(over(game, "", "6-5")) == ["Ana: 11 pips in the opponents' hands"]
        assert entries(over(game, "", "1-0")) == ["Ana: 1 pip in the opponents' hands"]

    def test_the_partners_pips(self) -> None:
        hands = ("", "6-5", "1-0", "4-4")
        assert entries(over(game_of("block", 4, partner_pips="deducted"), *hands)) == [
            "Ana and Cy: 19 pips in the opponents' hands",
            "Ana and Cy: minus 1 pip in the partner's hand",
        ]
        assert entries(over(game_of("block", 4, partner_pips="added"), *hands))[1:] == [
            "Ana and Cy: 1 more pip in the partner's hand"
        ]
        assert entries(over(game_of("block", 4, partner_pips="ignored"), *hands))[1:] == []

    def test_ones_own_pips(self) -> None:
        game = game_of("ikea", 2, blocked_points="minus_own")
        assert entries(blocked(game, "2-1", "6-5")) == [
            "Ana: 11 pips in the opponents' hands",
            "Ana: minus 3 pips still in hand",
        ]

    def test_never_less_than_nothing(self) -> None:
        game = game_of("block", 4, partner_pips="deducted", never_negative=True)
        assert entries(over(game, "", "1-0", "6-5", "0-0"))[2:] == [
            "Ana and Cy: a round never gives less than nothing, so 0"
        ]

    @pytest.mark.parametrize(
        ("rounding", "sentence"),
        [
            ("up", "Ana: divided by 5 and rounded up, that is 3"),
            ("nearest", "Ana: divided by 5 and rounded to the nearest, that is 2"),
        ],
    )
    def test_division(self, rounding: str, sentence: str) -> None:
        game = game_of("ikea", 2, divide_by=5, rounding=rounding)
        assert entries(over(game, "", "6-5"))[1:] == [sentence]

    def test_a_bonus_for_going_out(self) -> None:
        assert entries(over(game_of("ikea", 2, out_bonus=20), "", "6-5"))[1:] == [
            "Ana: 20 points for going out"
        ]

    def test_points_in_play(self) -> None:
        state = over(game_of("muggins", 2), "", "5-0", in_play=(1, 7))
        assert entries(state)[:2] == ["Ana: 1 point in play", "Bo: 7 points in play"]

    def test_only_the_lead_is_written(self) -> None:
        state = over(game_of("fives-and-threes", 4), "", "1-0", "", "", in_play=(3, 9))
        assert entries(state)[-1] == "Bo and Di: 5 points ahead, and only the lead is written"

    def test_an_exact_target(self) -> None:
        game = game_of("ikea", 2, exact=True)
        assert entries(over(game, "", "6-5", totals=(95, 0)))[1:] == [
            "Ana: 11 points would overshoot the target and are not written"
        ]

    def test_points_that_are_none_are_not_told(self) -> None:
        """The points in play that reach beyond an exact target stay, and nothing else was made."""
        game = game_of("muggins", 2, 10, exact=True)
        state = over(game, "6-6", "0-0", ended=Ended.TARGET, totals=(8, 0), in_play=(3, 0))
        assert state.result
        assert [(entry.reason, entry.amount) for entry in state.result.sheet][-1] == ("exact", 0)
        assert entries(state) == ["Ana: 3 points in play"]


class TestGames:
    def test_the_first_game(self) -> None:
        state = over(game_of("noris", 2), "", "6-5")
        assert lines(state) == [
            "Ana goes out!",
            "Ana has no tiles left",
            "Bo still holds 6-5: 11 pips",
            "Ana wins the game!",
        ]

    def test_later_games_are_counted(self) -> None:
        state = over(game_of("noris", 2), "", "6-5", number=3, games=(1, 1))
        assert lines(state)[-2:] == ["Ana wins the game!", "Games won: 2 for Ana and 1 for Bo"]

    def test_nobody_wins(self) -> None:
        state = blocked(game_of("noris", 2, tie="no_points"), "2-1", "3-0")
        assert lines(state)[-2:] == [
            "The fewest pips are held by more than one side, so nobody wins the round.",
            "Nobody wins the game.",
        ]


class TestScores:
    def told(self, *rounds: State) -> list[str]:
        return said(tell_scores(people(rounds[0].game), rounds))

    def test_before_the_first_deal(self) -> None:
        assert tell_scores(people(game_of("ikea", 2)), ()) == ()

    def test_rounds_with_points(self) -> None:
        game = game_of("ikea", 2)
        first = over(game, "", "6-5")
        second = over(game, "1-0", "", by=1, number=2, totals=(11, 0))
        assert self.told(first, second) == [
            "Round 1: 11 for Ana and 0 for Bo",
            "Round 2: 0 for Ana and 1 for Bo",
            "In all: 11 for Ana and 1 for Bo. The target is 100.",
        ]

    def test_a_running_round_counts_where_ends_score(self) -> None:
        running = replace(begin(game_of("muggins", 2)), in_play=(2, 0))
        assert self.told(running) == [
            "Round 1 so far: 2 for Ana and 0 for Bo",
            "In all: 2 for Ana and 0 for Bo. The target is 61.",
        ]
        assert self.told(begin(game_of("ikea", 2))) == [
            "In all: 0 for Ana and 0 for Bo. The target is 100."
        ]

    def test_games(self) -> None:
        game = game_of("noris", 2, tie="no_points")
        first, second = over(game, "", "6-5"), blocked(game, "2-1", "3-0", number=2, games=(1, 0))
        assert self.told(first, second) == [
            "Game 1: won by Ana",
            "Game 2: no winner",
            "Games won: 1 for Ana and 0 for Bo",
        ]


class TestEnd:
    def test_one_winner(self) -> None:
        state = over(game_of("ikea", 2), "", "6-5", totals=(90, 30))
        assert said(tell_match_end(people(state.game), state)) == [
            "Ana wins the match!",
            "Final score: 101 for Ana and 30 for Bo.",
        ]

    def test_a_pair_wins(self) -> None:
        state = over(game_of("block", 4), "", "6-5", "", "0-0", totals=(90, 30))
        assert said(tell_match_end(people(state.game), state)) == [
            "Ana and Cy win the match!",
            "Final score: 101 for Ana and Cy and 30 for Bo and Di.",
        ]
