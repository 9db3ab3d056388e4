"""The benchmarks play what they say they play; how fast is not a test's business."""

import runpy
from pathlib import Path

import pytest

from doublesix.engine import deal_round, new_game
from doublesix.kernel.solve import solve
from doublesix.lab.plan import Plan, checked
from doublesix.rng import Rng
from doublesix.rules import load

FOLDER = Path(__file__).parents[2] / "bench"
BENCH = runpy.run_path(str(FOLDER / "engine.py"))
SIMULATE = runpy.run_path(str(FOLDER / "simulate.py"))


def test_both_sides_play_the_same_game() -> None:
    rounds = 400
    ours, theirs = BENCH["play_ours"](rounds), BENCH["play_theirs"](rounds)
    assert 24 < ours / rounds < 28  # turns a round; the reference program counts 25.8 like us
    assert 24 < theirs / rounds < 28


@pytest.mark.parametrize("way", ["play_only", "play_and_count", "play_and_write"])
def test_every_way_to_simulate_plays_all_rounds(way: str) -> None:
    plan = checked(Plan(load("block"), 4, SIMULATE["PART"].count))
    assert SIMULATE[way](plan) == SIMULATE["PART"].count


@pytest.mark.slow
def test_both_solvers_find_the_same_winner() -> None:
    """The peer counts otherwise, but who wins does not hang on that."""
    bench = runpy.run_path(str(FOLDER / "solve.py"))
    for number in range(2):
        state = bench["dealt"](bench["PAIRS_SEVEN"], number)
        points = bench["solve_theirs"](state.round.deal)
        assert solve(state, "win").worth.low == (points > 0) - (points < 0)


BELIEFS = runpy.run_path(str(FOLDER / "beliefs.py"))
TABLES = BELIEFS["TABLES"]


def check_calibration(name: str, seats: int, positions: int) -> None:
    """What is held certain is so, and what is held likely comes as often as said."""
    found = BELIEFS["calibrate"](new_game(load(name), seats), positions, seed=seats)
    assert found.positions == positions
    assert found.wrong == 0
    filled = [one for one in found.bins if one.said > positions // 2]
    assert len(filled) >= 2
    for one in filled:
        assert abs(one.deviations) < 4


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_beliefs_come_true_as_often_as_they_say(name: str, seats: int) -> None:
    check_calibration(name, seats, 120)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_beliefs_of_many_positions_come_true(name: str, seats: int) -> None:
    """A hundred thousand positions in all."""
    check_calibration(name, seats, 8_400)


def test_rivals_play_the_same_game_at_both_tables() -> None:
    """Whose turn it is, what may be laid and who wins is compared while they play."""
    rivals = runpy.run_path(str(FOLDER / "rivals.py"))
    played = [rivals["play_deal"]("heuristic", "bota_gorda", 8, 20, deal) for deal in range(100)]
    assert all(one.share * 4 in range(5) for one in played)
    assert sum(one.share for one in played) > 55
    # As many decisions for one as for the other, give or take.
    ours, theirs = (sum(one.ours[0] for one in played), sum(one.theirs[0] for one in played))
    assert 0.9 < ours / theirs < 1.1
    searched = rivals["play_deal"]("greedy", "probabilistic_alphabeta", 16, 2, 0)
    assert searched.theirs[0] > 5


def test_rivals_are_caught_when_the_tables_differ() -> None:
    rivals = runpy.run_path(str(FOLDER / "rivals.py"))
    state = deal_round(rivals["GAME"], Rng(1)).state
    game = rivals["their_game"](state)
    rivals["check_same"](state, game)
    game.valid_moves = ()
    with pytest.raises(AssertionError):
        rivals["check_same"](state, game)
