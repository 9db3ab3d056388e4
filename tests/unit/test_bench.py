"""The benchmark plays what it says it plays; how fast is not a test's business."""

import runpy
from pathlib import Path

import pytest

from doublesix.kernel.solve import solve

FOLDER = Path(__file__).parents[2] / "bench"
BENCH = runpy.run_path(str(FOLDER / "engine.py"))


def test_both_sides_play_the_same_game() -> None:
    rounds = 400
    ours, theirs = BENCH["play_ours"](rounds), BENCH["play_theirs"](rounds)
    assert 24 < ours / rounds < 28  # turns a round; the reference program counts 25.8 like us
    assert 24 < theirs / rounds < 28


@pytest.mark.slow
def test_both_solvers_find_the_same_winner() -> None:
    """The peer counts otherwise, but who wins does not hang on that."""
    bench = runpy.run_path(str(FOLDER / "solve.py"))
    for number in range(2):
        state = bench["dealt"](bench["PAIRS_SEVEN"], number)
        points = bench["solve_theirs"](state.round.deal)
        assert solve(state, "win").worth.low == (points > 0) - (points < 0)
