"""Counting what came of many rounds, compiled: one pass over their rows.

It calls nothing of ``core``, and learns from its caller where things stand in a row, because the
compiler's cache would not notice a change there.
"""

import numpy as np
from numba import njit

U = np.uint64


@njit(cache=True, nogil=True)
def bounds(values):
    """The least and the most of a table's numbers and 0."""
    low, high = 0, 0
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            low = min(low, np.int64(values[row, column]))
            high = max(high, np.int64(values[row, column]))
    return low, high


@njit(cache=True, nogil=True)
def count_rows(facts, efforts, points, side_of, tiles):
    """Counts of rounds, by the names :class:`doublesix.lab.tally.Tally` gives them.

    ``facts`` are how a round ended, by whom, the winners, the leading seat and the opening tile;
    ``efforts`` are plays, draws, passes and redeals; ``points`` are each side's.
    """
    sides = points.shape[1]
    low, high = bounds(points)
    _, most = bounds(efforts)
    reach = (high - low) * (sides - 1)
    outcomes = np.zeros((side_of.size, 4, 1 << sides), np.int64)
    made = np.zeros((sides, high - low + 1), np.int64)
    openings = np.zeros((tiles, 2, high - low + 1), np.int64)
    advantages = np.zeros(2 * reach + 1, np.int64)
    spent = np.zeros((4, most + 1), np.int64)
    for row in range(facts.shape[0]):
        # Indexes without a sign: the compiler need not think of counting from the end.
        winners, leader = U(facts[row, 2]), U(facts[row, 3])
        side = U(side_of[leader])
        outcomes[leader, U(facts[row, 0]), winners] += 1
        total = 0
        for each in range(U(sides)):
            made[each, U(points[row, each] - low)] += 1
            total += points[row, each]
        own = points[row, side]
        openings[U(facts[row, 4]), winners >> side & U(1), U(own - low)] += 1
        advantages[U(own * sides - total + reach)] += 1
        for kind in range(U(4)):
            spent[kind, U(efforts[row, kind])] += 1
    return low, outcomes, made, openings, -reach, advantages, spent
