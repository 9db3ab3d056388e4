"""How the beginning of a match and of a round is told."""

from typing import Any

import pytest

from doublesix.engine import State, deal_round
from doublesix.engine.events import Redealt
from doublesix.notation.telling import Told, tell_deal, tell_match, tell_number
from doublesix.rng import Rng
from tests.record import play_match
from tests.setting import begin, game_of
from tests.unit.notation.telling import people, said


def opening(state: State, *redeals: str, before: State | None = None) -> list[str]:
    """What is told of a deal, without the number of the round."""
    company = people(state.game)
    number, *rest = tell_deal(company, state, map(Redealt, redeals), before)
    assert number == tell_number(company, state)
    return said(rest)


class TestMatch:
    def test_a_target_and_the_order_of_play(self) -> None:
        assert said(tell_match(people(game_of("svoora:fr", 3, 50)))) == [
            "Retro Domino as printed in French, played to 50 points.",
            "In order of play: Ana (A), Bo (B) and Cy (C).",
        ]

    def test_every_round_is_a_game(self) -> None:
        assert said(tell_match(people(game_of("noris", 2)))) == [
            "Domino Double 6. Every round is a game of its own.",
            "In order of play: Ana (A) and Bo (B).",
        ]

    def test_the_other_way_round(self) -> None:
        assert said(tell_match(people(game_of("ikea", 3, direction="counter_clockwise")))) == [
            "house ikea (house rules), played to 100 points.",
            "Play goes counter-clockwise, in this order: Ana (A), Cy (C) and Bo (B).",
        ]

    def test_pairs(self) -> None:
        assert said(tell_match(people(game_of("block", 4))))[2:] == [
            "Ana and Cy play together against Bo and Di."
        ]


def test_rounds_and_games_are_counted() -> None:
    for name, title in (("ikea", "Round"), ("noris", "Game")):
        rounds = play_match(game_of(name, 2), 3, 2)
        company = people(rounds[0].game)
        numbers = [tell_number(company, played.start) for played in rounds]
        assert said(numbers) == [f"{title} 1", f"{title} 2"]


@pytest.mark.parametrize(
    ("rule", "changes", "sentence"),
    [
        ("no_leader", {}, "Nobody holds a double, so the tiles are dealt again."),
        (
            "no_leader",
            {"leader": "top_double"},
            "Nobody holds 6-6, so the tiles are dealt again.",
        ),
        (
            "redeal_single_holder",
            {"redeal_single_holder": True},
            "Only one player holds doubles, so the tiles are dealt again.",
        ),
        (
            "equal_doubles",
            {"leader": "most_doubles", "equal_doubles": "redeal"},
            "Several hold equally many doubles, so the tiles are dealt again.",
        ),
    ],
)
def test_redeals(rule: str, changes: dict[str, Any], sentence: str) -> None:
    """As the engine reports them: a deal is looked for that was dealt again for this rule."""
    game = game_of("svoora", 2, **changes)
    deals = (deal_round(game, Rng(seed)) for seed in range(300))
    dealt = next(deal for deal in deals if deal.events[0] == Redealt(rule))
    told = said(tell_deal(people(game), dealt.state, dealt.events, None))
    assert told[:2] == ["Round 1", sentence]


NO_DOUBLE = ("6-5 6-4 6-3 6-2 6-1", "5-4 5-3 5-2 5-1 5-0")


@pytest.mark.parametrize(
    ("changes", "hands", "told"),
    [
        ({}, ("6-6",), ["Ana holds the highest double and leads."]),
        (
            {"leader": "lowest_double"},
            ("6-6", "0-0"),
            ["Bo holds the lowest double and leads."],
        ),
        (
            {"leader": "most_doubles"},
            ("6-6 6-5 6-4 6-3 6-2", "1-1 0-0"),
            ["Bo holds the most doubles and leads the highest of them."],
        ),
        ({"leader": "top_double"}, ("6-6",), ["Ana holds 6-6 and leads."]),
        ({"leader": "top_double", "set": 9}, ("6-6", "9-9"), ["Bo holds 9-9 and leads."]),
        ({"leader": "highest_tile"}, NO_DOUBLE, ["Ana holds the highest tile and leads."]),
        (
            {"no_leader": "highest_tile"},
            NO_DOUBLE,
            ["Nobody holds a double: Ana has the highest tile and leads."],
        ),
        (
            {"no_leader": "highest_tile", "highest_tile_lead": "any"},
            NO_DOUBLE,
            ["Nobody holds a double: Ana has the highest tile and leads.", "Any tile may be led."],
        ),
        (
            {"leader": "top_double", "no_leader": "highest_tile"},
            NO_DOUBLE,
            ["Nobody holds 6-6: Ana has the highest tile and leads."],
        ),
        (
            {"lead": "any"},
            ("6-6",),
            ["Ana holds the highest double and leads.", "Any tile may be led."],
        ),
    ],
)
def test_why_the_first_leader_leads(
    changes: dict[str, Any], hands: tuple[str, ...], told: list[str]
) -> None:
    assert opening(begin(game_of("svoora", 2, **changes), *hands)) == told


@pytest.mark.parametrize("bound", ["named", "any"])
def test_by_a_double_or_by_the_highest_tile_only_the_hand_would_tell(bound: str) -> None:
    """Nor does the news that any tile may be led give it away."""
    changes = {"lead": "any", "no_leader": "highest_tile", "highest_tile_lead": bound}
    game = game_of("svoora", 2, **changes)
    by_double, by_tile = begin(game, "6-6 5-4"), begin(game, *NO_DOUBLE)
    assert by_double.round.leader == by_tile.round.leader == 0
    assert opening(by_double) == opening(by_tile)
    assert opening(by_double)[0] == (
        "Ana has the leading double or, if nobody has one, the highest tile, and leads."
    )


class TestLaterRounds:
    def play_on(self, **changes: Any) -> tuple[State, State]:
        """How a round ended, and the one dealt after it."""
        rounds = play_match(game_of("block", 2, 1000, **changes), 5, 2)
        return rounds[0].end, rounds[1].start

    def test_the_winner_leads(self) -> None:
        before, state = self.play_on(next_leader="winner")
        assert before.result
        assert before.result.winners
        name = people(state.game).names[state.round.leader]
        assert opening(state, before=before) == [
            f"{name} won the last round and leads.",
            "Any tile may be led.",
        ]

    def test_nobody_won(self) -> None:
        game = game_of("block", 2, 1000, next_leader="winner", tie="no_points")
        matches = (play_match(game, seed, 2) for seed in range(400))
        before, after = next(
            (first.end, second.start)
            for first, second in matches
            if first.end.result and not first.end.result.winners
        )
        name = people(game).names[before.round.leader]
        assert opening(after, before=before)[0] == (
            f"Nobody won the last round, so {name} leads again."
        )

    def test_the_lead_goes_round(self) -> None:
        before, state = self.play_on(next_leader="rotate")
        name = people(state.game).names[1 - before.round.leader]
        assert opening(state, before=before)[0] == f"It is {name}'s turn to lead."

    def test_the_same_rule_again(self) -> None:
        before, state = self.play_on(next_leader="same_rule")
        assert opening(state, before=before) == opening(state)

    def test_the_first_round_has_no_winner_before_it(self) -> None:
        state = begin(game_of("block", 2, next_leader="winner"), "6-6")
        assert opening(state) == ["Ana holds the highest double and leads."]


def test_what_goes_without_arguments_has_none() -> None:
    state = begin(game_of("svoora", 2, lead="any"), "6-6")
    told = tell_deal(people(state.game), state, [Redealt("no_leader")], None)
    assert told[1] == Told("told.redealt.no_leader")
    assert told[3] == Told("told.leader.free")
