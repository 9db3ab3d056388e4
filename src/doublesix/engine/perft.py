"""Counting every sequence of moves from a position, to compare engines and versions."""

from msgspec import Struct

from doublesix.engine.play import apply, legal_moves
from doublesix.engine.state import State


class Count(Struct, frozen=True):
    """What a count to some depth found."""

    nodes: tuple[int, ...]
    """How many sequences there are of one move, of two, and so on."""
    rounds_ended: int
    """How many of all these sequences end the round."""
    points: int
    """What those rounds add to all totals together."""


def perft(state: State, depth: int) -> Count:
    """Every sequence of up to ``depth`` moves; the stock is drawn in its order.

    >>> from doublesix.engine import deal_round, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> perft(deal_round(new_game(load("block"), 4), Rng(1)).state, 3).nodes
    (1, 2, 4)
    """
    nodes = [0] * depth
    ended = points = 0
    paths = [(state, 0)] if depth > 0 else []
    while paths:
        position, made = paths.pop()
        moves = legal_moves(position)
        nodes[made] += len(moves)
        for move in moves:
            after = apply(position, move).state
            if after.result is not None:
                ended += 1
                points += sum(after.result.points)
            elif made + 1 < depth:
                paths.append((after, made + 1))
    return Count(tuple(nodes), ended, points)
