"""A round looked at again: everything adds up."""

from itertools import pairwise

import pytest

from doublesix import rules
from doublesix.coach.account import Chances, loss_of, seat_account, skill, stake_of
from doublesix.coach.analysis import analyse
from doublesix.coach.found import Valued, worst_of
from doublesix.coach.measure import Measure, measure_of, shares
from doublesix.coach.report import report_round
from doublesix.engine import SEATS, End, lay, legal_moves, new_game
from doublesix.engine.events import Ended, Result
from doublesix.engine.replay import move_of, replay
from tests.setting import game_of
from tests.unit.coach.plain import finished, share

GAMES = [("block", 4), ("muggins", 4), ("ikea", 3), ("sebastopol", 4), ("noris", 2)]
BUDGET = 60


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_luck_and_skill_add_up_to_the_result(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    for seed in range(2):
        state = finished(game, seed)
        found = analyse(state, SEATS, BUDGET)
        for one in found.sides:
            assert one.result == share(state, one.side)
            assert one.even + one.luck + one.skill == pytest.approx(one.result, abs=1e-12)
        assert sum(one.luck for one in found.sides) == pytest.approx(0, abs=1e-12)
        assert sum(one.skill for one in found.sides) == pytest.approx(0, abs=1e-12)
        assert sum(one.result for one in found.sides) == pytest.approx(1)
        own = [sum(found.seats[seat].loss for seat in side) for side in game.sides]
        assert [one.skill for one in found.sides] == pytest.approx(skill(own))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_curve_begins_even_and_ends_with_the_result(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    state = finished(game, 3)
    curve = analyse(state, SEATS, BUDGET).curve
    sides = range(len(game.sides))
    assert len(curve) == len(state.past) + 1
    assert curve[0] == (1 / len(sides),) * len(sides)
    assert curve[-1] == tuple(share(state, side) for side in sides)
    assert all(sum(at) == pytest.approx(1) for at in curve)
    assert len(set(curve)) > 3


def test_every_decision_is_there_and_no_other_move() -> None:
    state = finished(game_of("draw", 4), 5)
    found = analyse(state, SEATS, BUDGET)
    asked = [
        (len(before.past), before.turn, move_of(event))
        for (before, _), event in zip(replay(state), state.past, strict=True)
        if len(legal_moves(before)) > 1
    ]
    assert [(one.ply, one.seat, one.played) for one in found.decisions] == asked
    for one in found.decisions:
        assert one.loss == loss_of(one.values, one.played) <= one.stake == stake_of(one.values)
        assert (one.why is not None) is (one.loss > 0)
    for account in found.seats:
        assert account == seat_account(account.seat, found.decisions)
    worst = worst_of(found.decisions)
    assert 1 <= len(worst) <= 3
    assert all(one.loss >= other.loss > 0 for one, other in pairwise(worst))
    assert worst[0].loss == max(one.loss for one in found.decisions)


def test_the_same_every_time() -> None:
    state = finished(game_of("ikea", 2), 1)
    assert analyse(state, SEATS, BUDGET) == analyse(state, SEATS, BUDGET)


def test_a_round_that_is_not_over_has_no_result() -> None:
    *_, (before, _) = replay(finished(game_of("block", 2), 1))
    found = analyse(before, SEATS, BUDGET)
    assert found.sides == ()
    assert len(found.curve) == len(before.past) + 1


def test_the_decisions_of_one_seat_can_be_told_alone() -> None:
    state = finished(game_of("block", 4), 2)
    found = analyse(state, SEATS, BUDGET)
    whole, one = report_round(state.game, found), report_round(state.game, found, seat=1)
    assert {decision.seat for decision in one.decisions} == {"B"}
    assert one.decisions == [each for each in whole.decisions if each.seat == "B"]
    assert {remark.seat for remark in one.worst} <= {"B"}
    assert list(whole.curve) == ["A+C", "B+D"]
    assert (one.curve, one.seats, one.sides) == (whole.curve, whole.seats, whole.sides)


def valued(*given: tuple[float, float]) -> list[Valued]:
    return [Valued(lay(tile, End.LEFT), *one) for tile, one in enumerate(given)]


def test_what_may_be_chance_is_no_loss() -> None:
    values = valued((0.50, 0.01), (0.48, 0.01), (0.40, 0.01))
    assert [loss_of(values, one.move) for one in values] == pytest.approx([0, 0, 0.1])
    exact = valued((0.50, 0.0), (0.49, 0.0))
    assert loss_of(exact, exact[1].move) == pytest.approx(0.01)


def test_chances_are_those_of_the_sides_together() -> None:
    chances = Chances(game_of("block", 4))
    chances.look(0, 0.9)
    assert chances.by_side == pytest.approx((0.7 / 1.2, 0.5 / 1.2))
    for seat in range(4):
        chances.look(seat, 0.0)
    assert chances.by_side == (0.5, 0.5)


def ended(winners: tuple[int, ...], points: tuple[int, ...]) -> Result:
    return Result(Ended.BLOCKED, None, winners, (0,) * 3, (0,) * 3, points, ())


def test_who_has_won_by_which_measure() -> None:
    game = game_of("muggins", 3)
    assert shares(game, ended((1,), (9, 2, 9)), Measure.WIN) == (0, 1, 0)
    assert shares(game, ended((), (0, 0, 0)), Measure.WIN) == pytest.approx((1 / 3,) * 3)
    assert shares(game, ended((1,), (9, 2, 9)), Measure.POINTS) == (0.5, 0, 0.5)
    assert measure_of(game_of("fives-and-threes", 4), (30, 0)) is Measure.POINTS
