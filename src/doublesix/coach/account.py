"""Adding up a round: accuracy, the curve of chances, and luck and skill apart."""

from collections.abc import Sequence
from math import hypot

from doublesix.coach.found import Decision, SeatAccount, Valued
from doublesix.engine import Game, Move

_CERTAIN = 2.0
"""A difference counts when it is more than so many standard errors."""


def best_of(values: Sequence[Valued]) -> Valued:
    """The move that is worth most, the first among equals."""
    return max(values, key=lambda valued: valued.worth)


def loss_of(values: Sequence[Valued], played: Move) -> float:
    """What a move is worth less than the best one; nothing where that may be chance."""
    best = best_of(values)
    made = next(valued for valued in values if valued.move == played)
    less = best.worth - made.worth
    return less if less > _CERTAIN * hypot(best.error, made.error) else 0.0


def stake_of(values: Sequence[Valued]) -> float:
    """What the worst move would have lost."""
    return max(loss_of(values, valued.move) for valued in values)


def accuracy(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """How much of what could be thrown away was kept: 100 for always the best move, 0 for always
    the worst. None for a seat that had nothing to decide.

    >>> accuracy([0.0, 0.1], [0.3, 0.2]), accuracy([0.0], [0.0]), accuracy([], [])
    (80.0, 100.0, None)
    """
    if not losses:
        return None
    at_stake = sum(stakes)
    return 100.0 * (1 - sum(losses) / at_stake) if at_stake else 100.0


def seat_account(seat: int, decisions: Sequence[Decision]) -> SeatAccount:
    """What a seat made of these decisions, of one round or of several."""
    own = [decision for decision in decisions if decision.seat == seat]
    losses, stakes = [one.loss for one in own], [one.stake for one in own]
    return SeatAccount(seat, len(own), sum(losses, 0.0), sum(stakes, 0.0), accuracy(losses, stakes))


class Chances:
    """What every seat thinks of its own chances, as it last saw them on its own turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen = [1 / len(game.sides)] * game.seats

    def look(self, seat: int, worth: float) -> None:
        """This seat thinks so much of its chances."""
        self.seen[seat] = worth

    @property
    def by_side(self) -> tuple[float, ...]:
        """What each side's seats think in the mean, so that all sides have 1 together."""
        means = [sum(self.seen[seat] for seat in side) / len(side) for side in self.game.sides]
        whole = sum(means)
        if not whole:
            return (1 / len(means),) * len(means)
        return tuple(mean / whole for mean in means)


def skill(losses: Sequence[float]) -> list[float]:
    """For each side, what the others' losses brought it minus what its own cost it. What a side
    loses, the others share.

    >>> skill([0.25, 0.5])
    [0.25, -0.25]
    """
    all_lost, others = sum(losses), len(losses) - 1
    return [(all_lost - lost) / others - lost for lost in losses]
