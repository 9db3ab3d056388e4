"""The benchmark plays what it says it plays; how fast is not a test's business."""

import runpy
from pathlib import Path

BENCH = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "engine.py"))


def test_both_sides_play_the_same_game() -> None:
    rounds = 400
    ours, theirs = BENCH["play_ours"](rounds), BENCH["play_theirs"](rounds)
    assert 24 < ours / rounds < 28  # turns a round; the reference program counts 25.8 like us
    assert 24 < theirs / rounds < 28
