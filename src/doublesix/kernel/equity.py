"""What a round is worth to the match: a table of how soon points are made.

Every side is taken to make its points by itself, round after round, as thumb-rule players do. That
is not so (in a round only one side may win), but it knows what matters: how many points are missing
to each side, and how many a round brings.
"""

from enum import IntEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from doublesix.engine import Game
from doublesix.kernel import core
from doublesix.kernel.batch import play_rounds
from doublesix.kernel.lower import Lowered, lower

SAMPLE = 2000
"""Rounds that are played to find out how many points they bring."""
_MOST_ROUNDS = 40


class Reckoning(IntEnum):
    """What counts at the end of a round."""

    ROUND = core.BY_ROUND
    """Who has won it; several share it, and all do where nobody has."""
    POINTS = core.BY_POINTS
    """Who has made the most points in it; several share it."""
    MATCH = core.BY_MATCH
    """How likely each side is to win the match; without a target that is the round."""


@lru_cache(maxsize=64)
def equity_of(game: Game, reckoning: Reckoning = Reckoning.MATCH) -> NDArray[np.float64]:
    """What compiled code goes by: what counts, and for the match the table."""
    if reckoning is not Reckoning.MATCH or not game.target:
        alone = np.zeros(core.E_TABLE)
        alone[core.E_KIND] = min(reckoning, Reckoning.POINTS) if game.target else Reckoning.ROUND
        return alone
    rounds = play_rounds(lower(game), 1, 0, SAMPLE, ["heuristic"] * game.seats)
    made = rounds.rows[:, core.POINTS : core.POINTS + len(game.sides)].astype(int)
    made = np.clip(made, 0, game.target)
    chances = np.bincount(made.reshape(-1), minlength=game.target + 1) / made.size
    table = _table(chances, game.target)
    won = made.max(axis=1)
    table[core.E_GAIN] = max(round(float(won.mean() + won.std())), 1)
    return table


def spread_out(
    equity: NDArray[np.float64], lowered: Lowered, work: NDArray[np.uint64]
) -> NDArray[np.float64]:
    """The same table for a search that begins with the totals in ``work``: from losing a round by
    many points to winning it by as many is all there is. Else a search would take a round that
    hardly matters for one in which no move does."""
    equity = equity.copy()
    if equity[core.E_KIND] != Reckoning.MATCH:
        return equity
    sides = len(lowered.game.sides)
    if_wins = np.array([_worths(equity, lowered, work, side) for side in range(sides)])
    low = if_wins.min(axis=0)
    equity[core.E_LOW : core.E_LOW + sides] = low
    equity[core.E_SPAN : core.E_SPAN + sides] = if_wins.diagonal() - low
    return equity


def _worths(
    equity: NDArray[np.float64], lowered: Lowered, work: NDArray[np.uint64], winner: int
) -> NDArray[np.float64]:
    """What it is worth to each side if this one wins a round by many points."""
    row = np.zeros(core.ROW_SIZE, np.int16)
    row[core.POINTS + winner] = equity[core.E_GAIN]
    core.value_round(lowered.book, work, row, equity)
    return equity[core.E_WORTHS : core.E_WORTHS + len(lowered.game.sides)].copy()


def _table(chances: NDArray[np.float64], target: int) -> NDArray[np.float64]:
    """``chances`` has how likely each number of points is in a round."""
    mean = float(chances @ np.arange(target + 1))
    most = min(_MOST_ROUNDS, 4 + round(4 * target / max(mean, 0.1)))
    within = np.zeros((target + 1, most + 1))
    standing = np.zeros(target + 1)
    standing[0] = 1.0  # how likely it is to have so many points; the last place is the target
    within[0] = 1.0
    for rounds in range(1, most + 1):
        summed = np.convolve(standing, chances)
        standing = summed[: target + 1].copy()
        standing[target] += summed[target + 1 :].sum()
        # So many are missing: at least so many were made.
        within[:, rounds] = standing[::-1].cumsum()[::-1]
    within[:, most] = 1.0  # somebody gets there
    head = np.zeros(core.E_TABLE)
    head[core.E_ROUNDS], head[core.E_NEEDS], head[core.E_KIND] = most, target, Reckoning.MATCH
    return np.concatenate([head, within.reshape(-1)])
