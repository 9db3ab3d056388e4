"""Counting sequences of moves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.engine import State, apply, deal_round, legal_moves
from doublesix.engine.perft import Count, perft
from doublesix.rng import Rng
from tests.setting import begin, follow, game_of
from tests.strategies import positions


def count_slowly(state: State, depth: int) -> Count:
    """The same by recursion, one depth after the other."""
    nodes = [0] * depth
    ended = points = 0
    for move in legal_moves(state):
        nodes[0] += 1
        after = apply(state, move).state
        if after.result is not None:
            ended += 1
            points += sum(after.result.points)
        elif depth > 1:
            below = count_slowly(after, depth - 1)
            nodes[1:] = [a + b for a, b in zip(nodes[1:], below.nodes, strict=True)]
            ended += below.rounds_ended
            points += below.points
    return Count(tuple(nodes), ended, points)


@settings(max_examples=30)
@given(positions(), st.integers(1, 3))
def test_counts_are_those_of_a_plain_recursion(state: State, depth: int) -> None:
    assert perft(state, depth) == count_slowly(state, depth)


def test_every_lead_and_every_answer() -> None:
    """A leads 6-6; B answers with 6-1 at either end, or not at all."""
    state = begin(game_of("svoora", 2), "6-6 6-5 6-4 6-3 6-2", "6-1 6-0 3-0 2-0 1-0")
    assert perft(state, 2) == Count((1, 4), 0, 0)


def test_rounds_that_end_are_counted_with_their_points() -> None:
    game = game_of("ikea", 2, seats=[2], hand={"2": 1})
    assert perft(begin(game, "6-6", "5-4"), 3) == Count((1, 0, 0), 1, 9)


def test_nothing_follows_the_end() -> None:
    game = game_of("ikea", 2, seats=[2], hand={"2": 1})
    over = follow(begin(game, "6-6", "5-4"), "A 6-6")
    assert perft(over, 2) == Count((0, 0), 0, 0)


@pytest.mark.parametrize("depth", [1, 4])
def test_the_stock_is_drawn_in_its_order(depth: int) -> None:
    state = deal_round(game_of("draw", 2), Rng(3)).state
    assert perft(state, depth) == perft(state, depth)
    assert len(perft(state, depth).nodes) == depth


def test_no_moves_deep_there_is_nothing() -> None:
    state = deal_round(game_of("ikea", 2), Rng(1)).state
    assert perft(state, 0) == Count((), 0, 0)
