"""What every legal move would have been worth with all tiles face up, exactly: how it came out, not
what anybody could have known."""

from doublesix.coach.measure import Measure, measure_of
from doublesix.engine import State
from doublesix.kernel.solve import Goal, Worth, worths

_NODES = 30_000
"""Positions looked at for one decision; when they do not suffice, there is no value."""
_SIDES = 2


def open_values(state: State, nodes: int = _NODES) -> list[float] | None:
    """What each legal move leads to with best play of both sides, to the side of the seat in turn:
    1 is won, 0 is lost. None where there are not two sides, or it would take too long."""
    if len(state.game.sides) != _SIDES:
        return None
    by_points = measure_of(state.game, state.round.totals) is Measure.POINTS
    goal = Goal.POINTS if by_points else Goal.WIN
    first = state.game.side_of[state.turn] == 0
    values = [_share(worth, first) for worth in worths(state, goal, nodes)]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else None


def _share(worth: Worth, first: bool) -> float | None:
    """The part of the win that the bounds leave no doubt about."""
    low, high = (worth.low, worth.high) if first else (-worth.high, -worth.low)
    if low > 0:
        return 1.0
    if high < 0:
        return 0.0
    return 0.5 if low == high else None
