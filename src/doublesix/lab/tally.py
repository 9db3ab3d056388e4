"""Counts of what came of many rounds.

Everything counted is a whole number, and two tallies add up to the tally of both, so that the
order and the places in which rounds are played leave no trace in a result.
"""

from typing import Self

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from doublesix.engine import Game
from doublesix.kernel import core
from doublesix.kernel.batch import Rounds
from doublesix.lab.histogram import Counts, Histogram


class Tally(Struct, frozen=True):
    """What was counted. The axes of the arrays are named in the order they stand."""

    outcomes: Counts
    """Leading seat, how the round ended, mask of the winning sides."""
    points: Histogram
    """Side, points of a round."""
    openings: Histogram
    """Opening tile, whether the leading side won, its points."""
    advantages: Histogram
    """What the leading side scored more than each of the others, added up."""
    efforts: Histogram
    """Plays, draws, passes, redeals; how many of them a round took."""
    matches: Counts
    """Side that led the first round, mask of the sides that won the match."""
    match_rounds: Histogram
    """Rounds of a match. It and ``matches`` stay empty where single rounds are played."""

    def __add__(self, other: Self) -> Self:
        pairs = zip(astuple(self), astuple(other), strict=True)
        return type(self)(*(mine + yours for mine, yours in pairs))

    @property
    def rounds(self) -> int:
        """How many rounds were counted."""
        return int(self.outcomes.sum())


def tally(rounds: Rounds, in_matches: bool) -> Tally:
    """Count rounds; where they are whole matches, count those too."""
    game, rows = rounds.game, rounds.rows
    low, outcomes, points, openings, lowest, advantages, efforts = core.count_rows(
        rows[:, core.ENDED : core.LEAD_TILE + 1],
        rows[:, core.PLAYS : core.REDEALS + 1],
        rows[:, core.POINTS : core.POINTS + len(game.sides)],
        np.array(game.side_of),
        game.tiles.size,
    )
    starts = np.zeros(0, np.int64)
    if in_matches:
        starts = np.flatnonzero(np.diff(rows[:, core.MATCH], prepend=-1))
    return Tally(
        outcomes=outcomes,
        points=Histogram(low, points),
        openings=Histogram(low, openings),
        advantages=Histogram(lowest, advantages),
        efforts=Histogram(0, efforts),
        matches=_matches(rounds, starts),
        match_rounds=Histogram(0, np.bincount(np.diff(starts, append=len(rows)), minlength=1)),
    )


def _matches(rounds: Rounds, starts: NDArray[np.int64]) -> Counts:
    """Who won the matches that begin at these rows, by who led first."""
    game, rows = rounds.game, rounds.rows
    sides = len(game.sides)
    masks = 1 << sides
    if not len(starts):
        return np.zeros((sides, masks), np.int64)
    won = rows[starts, core.WINNERS].astype(np.int64)
    if game.target:  # where there is none, every round is a game of its own
        points = rows[:, core.POINTS : core.POINTS + sides].astype(np.int64)
        totals = np.add.reduceat(points, starts, axis=0)
        won = (totals == totals.max(axis=1, keepdims=True)) @ (1 << np.arange(sides))
    leading = np.array(game.side_of)[rows[starts, core.LEADING]]
    return np.bincount(leading * masks + won, minlength=sides * masks).reshape(sides, masks)


def nothing(game: Game) -> Tally:
    """The tally of no rounds."""
    rows = np.zeros((0, core.ROW_SIZE), np.int16)
    return tally(Rounds(game, rows, np.zeros((0, game.seats), np.uint64)), in_matches=True)
