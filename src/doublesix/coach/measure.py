"""What the end of a round is worth to a side: one measure for a whole round, so that all its
values can be compared and add up.

Where points are counted at the end of a round only, its winner is the one the score sheet names.
Where open ends score, going out is not what matters: the side that makes more points in the round
is taken to win it. Near a target that is checked at once, reaching it first is what matters, so
that the score sheet decides again.
"""

from enum import StrEnum

from doublesix.engine import Game
from doublesix.engine.events import Result

_NEAR = 6
"""Near the target is a sixth of it."""


class Measure(StrEnum):
    """Who counts as the winner of a round."""

    WIN = "win"
    """The winner on the score sheet; several share it, and all do when there is none."""
    POINTS = "points"
    """Who makes most points in the round; those who make equally many share it."""


def measure_of(game: Game, before: tuple[int, ...]) -> Measure:
    """The measure of a round that began with these totals.

    >>> from doublesix.engine import new_game
    >>> from doublesix.rules import load
    >>> muggins = new_game(load("muggins"), 2)
    >>> measure_of(new_game(load("block"), 2), (0, 0)).value, measure_of(muggins, (0, 0)).value
    ('win', 'points')
    >>> measure_of(muggins, (55, 20)).value
    'win'
    """
    if not game.scores_in_play:
        return Measure.WIN
    near = game.at_once and _NEAR * (game.target - max(before)) <= game.target
    return Measure.WIN if near else Measure.POINTS


def shares(game: Game, result: Result, measure: Measure) -> tuple[float, ...]:
    """What part of the win each side has; together they are 1."""
    sides = range(len(game.sides))
    winners = list(result.winners or sides)
    if measure is Measure.POINTS:
        winners = [side for side in sides if result.points[side] == max(result.points)]
    return tuple([(side in winners) / len(winners) for side in sides])
