"""Points, one rule at a time.

Rounds that end with hands chosen to the pip would need long games to reach; here the hands are
put into a position and counted. Real rounds are counted by the printed cases and the
conformance suite.
"""

import pytest
from msgspec.structs import replace

from doublesix.engine import Game, State, standing
from doublesix.engine.events import Ended, Entry, Result
from doublesix.engine.scoring import divide, points_in_play, score_round
from doublesix.rules.model import Rounding
from tests.setting import begin, game_of, hand


def position(
    game: Game,
    *hands: str,
    totals: tuple[int, ...] = (),
    in_play: tuple[int, ...] = (),
) -> State:
    """A position of a round with these hands left."""
    start = begin(game)
    nothing = (0,) * len(game.sides)
    here = replace(start.round, totals=totals or nothing)
    return replace(
        start,
        round=here,
        hands=tuple(hand(text) for text in hands),
        in_play=in_play or nothing,
    )


def out(game: Game, *hands: str, by: int = 0, **more: tuple[int, ...]) -> Result:
    return score_round(position(game, *hands, **more), Ended.OUT, by)


def blocked(game: Game, *hands: str, **more: tuple[int, ...]) -> Result:
    return score_round(position(game, *hands, **more), Ended.BLOCKED, None)


FIFTHS = [(0, 0, 0), (1, 1, 0), (2, 1, 0), (3, 1, 1), (5, 1, 1), (6, 2, 1), (11, 3, 2), (25, 5, 5)]
BELOW_NOTHING = [(-1, 0, 0), (-6, -1, -1), (-11, -2, -2)]


@pytest.mark.parametrize(("points", "up", "nearest"), [*FIFTHS, *BELOW_NOTHING])
def test_division_by_five(points: int, up: int, nearest: int) -> None:
    assert divide(points, 5, Rounding.UP) == up
    assert divide(points, 5, Rounding.NEAREST) == nearest


def test_halves_go_up() -> None:
    assert [divide(points, 2, Rounding.NEAREST) for points in (1, 2, 3)] == [1, 1, 2]
    assert divide(7, 1, Rounding.UP) == divide(7, 1, Rounding.NEAREST) == 7


def test_sums_that_score() -> None:
    assert [points_in_play((5,), total) for total in (0, 5, 9, 10, 15, 20)] == [0, 1, 0, 2, 3, 4]
    assert points_in_play((), 15) == 0
    assert points_in_play((1, 2, 3), 6) == 6 + 3 + 2


class TestOut:
    def test_alone_counts_all_the_others_hold(self) -> None:
        result = out(game_of("ikea", 3), "6-6 6-5", "2-1", "", by=2)
        assert result.winners == (2,)
        assert result.pips == (23, 3, 0)
        assert result.points == (0, 0, 26)
        assert result.sheet == (Entry(2, "opponents", 26),)

    def test_nothing_where_the_book_writes_nothing(self) -> None:
        result = out(game_of("noris", 2), "", "6-6 6-5")
        assert (result.winners, result.points, result.sheet) == ((0,), (0, 0), ())

    @pytest.mark.parametrize(
        ("share", "points"), [("deducted", 17 - 6), ("ignored", 17), ("added", 17 + 6)]
    )
    def test_in_pairs_the_partners_pips(self, share: str, points: int) -> None:
        game = game_of("block", 4, partner_pips=share)
        result = out(game, "", "5-4", "5-1", "6-2")
        assert (result.winners, result.points) == ((0,), (points, 0))

    def test_in_pairs_the_second_pair(self) -> None:
        result = out(game_of("block", 4), "5-4", "", "6-2", "5-1", by=1)
        assert (result.winners, result.points) == ((1,), (0, 11))
        assert result.sheet == (Entry(1, "opponents", 17), Entry(1, "partner", -6))

    def test_never_below_nothing(self) -> None:
        hands = ("", "4-1", "6-6 6-2", "2-1")
        result = out(game_of("block", 4), *hands)
        assert result.points == (0, 0)
        assert [entry.reason for entry in result.sheet] == ["opponents", "partner", "floor"]
        assert out(game_of("block", 4, never_negative=False), *hands).points == (-12, 0)

    def test_never_one_below_nothing(self) -> None:
        hands = ("", "4-1", "5-4", "2-1")
        assert out(game_of("block", 4), *hands).points == (0, 0)
        assert out(game_of("block", 4, never_negative=False), *hands).points == (-1, 0)

    def test_divided_after_the_deduction(self) -> None:
        result = out(game_of("muggins", 4), "", "5-4", "5-1", "6-2")
        assert result.points == (3, 0), "11 divided by five, up"
        assert result.sheet[-1] == Entry(0, "divided", 3)

    def test_a_bonus_is_not_divided(self) -> None:
        game = game_of("muggins", 2, out_bonus=2)
        result = out(game, "", "6-5")
        assert result.points == (3 + 2, 0)
        assert result.sheet[-1] == Entry(0, "bonus", 2)

    def test_a_bonus_alone(self) -> None:
        result = out(game_of("fives-and-threes", 2), "", "6-5")
        assert result.points == (1, 0)
        assert result.sheet == (Entry(0, "bonus", 1),)

    def test_points_in_play_are_added(self) -> None:
        result = out(game_of("muggins", 2), "", "6-5", in_play=(4, 7))
        assert result.in_play == (4, 7)
        assert result.points == (4 + 3, 7)
        assert result.sheet[:2] == (Entry(0, "in_play", 4), Entry(1, "in_play", 7))


class TestBlocked:
    def test_fewest_pips_win_the_others_pips_minus_their_own(self) -> None:
        result = blocked(game_of("ikea", 3), "6-3", "4-1", "6-5")
        assert (result.by, result.winners, result.points) == (None, (1,), (0, 20 - 5, 0))
        assert result.sheet == (Entry(1, "opponents", 20), Entry(1, "own", -5))

    def test_or_all_of_the_others_pips(self) -> None:
        result = blocked(game_of("block", 3), "6-3", "4-1", "6-5")
        assert (result.winners, result.points) == ((1,), (0, 20, 0))

    def test_or_nothing(self) -> None:
        result = blocked(game_of("noris", 2), "6-6", "5-5")
        assert (result.winners, result.pips, result.points) == ((1,), (6, 5), (0, 0))

    def test_in_pairs_the_lower_pair_wins_the_difference(self) -> None:
        result = blocked(game_of("block", 4), "6-4", "6-3", "4-0", "6-5 3-0")
        assert (result.winners, result.points) == ((0,), (9, 0))

    def test_in_pairs_a_light_hand_alone_does_not_win(self) -> None:
        result = blocked(game_of("block", 4), "1-0", "4-4", "6-6 6-5", "4-3")
        assert (result.winners, result.points) == ((1,), (0, 9))

    @pytest.mark.parametrize(("how", "points"), [("opponents", 23), ("minus_own", 9), ("none", 0)])
    def test_in_pairs_by_their_own_key(self, how: str, points: int) -> None:
        game = game_of("block", 4, blocked_points_pairs=how)
        assert blocked(game, "6-4", "6-3", "4-0", "6-5 3-0").points == (points, 0)

    def test_nobody_wins_where_the_book_says(self) -> None:
        result = blocked(game_of("fives-and-threes", 2), "6-6", "1-0", in_play=(3, 0))
        assert (result.winners, result.points) == ((), (3, 0))

    def test_divided_too(self) -> None:
        assert blocked(game_of("muggins", 2), "6-5", "1-0").points == (0, 3)
        assert blocked(game_of("muggins:fr", 2), "6-5", "1-0").points == (0, 2)

    def test_no_bonus(self) -> None:
        assert blocked(game_of("block", 2, out_bonus=5), "6-5", "1-0").points == (0, 11)


class TestTie:
    hands = ("5-2", "6-1", "6-6")

    def test_without_points(self) -> None:
        result = blocked(game_of("ikea", 3), *self.hands)
        assert (result.winners, result.points) == ((), (0, 0, 0))

    def test_shared_each_counts_those_who_did_not_win(self) -> None:
        result = blocked(game_of("ikea", 3, tie="shared"), *self.hands)
        assert result.winners == (0, 1)
        assert result.points == (12 - 7, 12 - 7, 0)

    def test_shared_by_all_gives_nothing(self) -> None:
        result = blocked(game_of("ikea", 2, tie="shared"), "5-2", "6-1")
        assert (result.winners, result.points) == ((0, 1), (0, 0))

    def test_for_the_lightest_tile(self) -> None:
        game = game_of("ikea", 3, tie="lightest_tile")
        assert blocked(game, "5-2", "5-0 1-1", "6-6").winners == (1,)
        assert blocked(game, "5-2", "6-1", "6-6").winners == (), "equally light"
        assert blocked(game, "5-2", "6-0", "6-6").winners == (1,), "fewest pips come first"

    def test_the_lightest_tile_counts_as_the_book_counts(self) -> None:
        game = game_of("ikea", 2, tie="lightest_tile", double_counts="one_pip")
        assert blocked(game, "6-6 4-0", "3-0 2-0").winners == (0,), "6-6 is the lightest here"

    def test_the_lightest_tile_of_either_partner(self) -> None:
        game = game_of("block", 4, tie="lightest_tile")
        assert blocked(game, "6-6", "6-1", "1-0", "6-0").winners == (0,)

    def test_between_pairs(self) -> None:
        result = blocked(game_of("block", 4), "6-4", "6-1", "4-0", "5-2")
        assert (result.winners, result.points) == ((), (0, 0))


class TestDifference:
    def test_the_pair_with_more_is_awarded_the_difference(self) -> None:
        result = out(game_of("fives-and-threes", 4), "", "1-0", "2-0", "3-0", in_play=(9, 4))
        assert result.points == (9 + 1 - 4, 0)
        assert result.sheet[-1] == Entry(0, "difference", 6)

    def test_whoever_that_is(self) -> None:
        result = out(game_of("fives-and-threes", 4), "", "1-0", "2-0", "3-0", in_play=(1, 8))
        assert result.points == (0, 6)
        assert result.sheet[-1] == Entry(1, "difference", 6)

    def test_be_it_one_point(self) -> None:
        hands = ("", "1-0", "2-0", "3-0")
        game = game_of("fives-and-threes", 4)
        assert out(game, *hands, in_play=(2, 4)).points == (0, 1)
        assert out(game, *hands, in_play=(4, 4)).points == (1, 0)

    def test_an_equal_round_gives_nothing(self) -> None:
        result = out(game_of("fives-and-threes", 4), "", "1-0", "2-0", "3-0", in_play=(3, 4))
        assert result.points == (0, 0)
        assert "difference" not in [entry.reason for entry in result.sheet]

    def test_a_race_counts_everything(self) -> None:
        game = game_of("fives-and-threes", 4, pairs_award="race", target_check_pairs="at_once")
        result = out(game, "", "1-0", "2-0", "3-0", in_play=(9, 4))
        assert result.points == (10, 4)

    def test_alone_there_is_none(self) -> None:
        result = out(game_of("fives-and-threes", 2), "", "1-0", in_play=(9, 4))
        assert result.points == (10, 4)


class TestExact:
    def test_round_points_that_overshoot_are_not_written(self) -> None:
        game = game_of("ikea", 2, exact=True)
        assert out(game, "", "6-4", totals=(91, 0)).points == (0, 0)
        assert out(game, "", "6-3", totals=(91, 0)).points == (9, 0)

    def test_what_was_written_in_play_stays(self) -> None:
        game = game_of("muggins", 2, exact=True)
        result = out(game, "", "6-5", totals=(56, 0), in_play=(4, 2))
        assert result.points == (4, 2)
        assert result.sheet[-1] == Entry(0, "exact", -3)

    def test_an_award_of_the_difference_that_overshoots(self) -> None:
        game = game_of("fives-and-threes", 4, exact=True)
        hands = ("", "1-0", "2-0", "3-0")
        assert out(game, *hands, totals=(26, 0), in_play=(9, 4)).points == (0, 0)
        assert out(game, *hands, totals=(25, 0), in_play=(9, 4)).points == (6, 0)


class TestTarget:
    def test_reached_at_once_gives_no_round_points(self) -> None:
        state = position(game_of("muggins", 2), "6-5", "6-6", totals=(60, 3), in_play=(2, 0))
        result = score_round(state, Ended.TARGET, 0)
        assert (result.winners, result.points, result.pips) == ((0,), (2, 0), (11, 12))


class TestStanding:
    def test_of_an_open_round_counts_what_is_written(self) -> None:
        state = position(game_of("muggins", 2), "6-5", "6-6", totals=(10, 20), in_play=(2, 0))
        now = standing(state)
        assert (now.totals, now.finished, now.winners) == ((12, 20), False, ())

    def test_what_waits_for_a_difference_is_not_written(self) -> None:
        game = game_of("fives-and-threes", 4)
        state = position(game, "6-5", "6-6", "1-0", "2-0", totals=(10, 20), in_play=(2, 0))
        assert standing(state).totals == (10, 20)

    @pytest.mark.parametrize(
        ("totals", "winners"),
        [((10, 99), (1,)), ((99, 99), ()), ((100, 100), (0, 1)), ((105, 100), (0,))],
    )
    def test_the_most_points_win_once_the_target_is_reached(
        self, totals: tuple[int, ...], winners: tuple[int, ...]
    ) -> None:
        # Two seats may reach a target together only in a shared round; here totals say so.
        state = position(game_of("ikea", 2), "", "", totals=totals)
        points = (0, 1) if totals == (10, 99) else (0, 0)
        result = Result(Ended.BLOCKED, None, (), (0, 0), (0, 0), points, ())
        now = standing(replace(state, result=result))
        assert now.finished == bool(winners)
        assert now.winners == winners

    def test_without_a_target_games_are_counted(self) -> None:
        state = position(game_of("noris", 3), "", "1-0", "2-0")
        state = replace(state, round=replace(state.round, games=(1, 0, 4)))
        for winners, games in (((0,), (2, 0, 4)), ((0, 2), (2, 0, 5)), ((), (1, 0, 4))):
            result = Result(Ended.BLOCKED, None, winners, (0, 1, 2), (0, 0, 0), (0, 0, 0), ())
            now = standing(replace(state, result=result))
            assert (now.games, now.finished, now.winners) == (games, True, winners)
            assert now.totals == (0, 0, 0)
