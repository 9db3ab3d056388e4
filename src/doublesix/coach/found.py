"""What the coach has found: of a move, of a decision, of a round. Needs nothing, so that whoever
tells of it need not be able to think."""

from collections.abc import Sequence

from msgspec import Struct

from doublesix.coach.measure import Measure
from doublesix.engine import Move
from doublesix.words.told import Told

_WORST = 3
"""So many moves get a sentence."""


class Valued(Struct, frozen=True):
    """What a move is worth."""

    move: Move
    worth: float
    """Between 0 and 1: the chance of the seat's side to win the round."""
    error: float
    """The standard error of that; 0 where it is exact."""


class Decision(Struct, frozen=True):
    """A move where there was something to choose."""

    ply: int
    """Which move of the round it was, from 0."""
    seat: int
    played: Move
    best: Move
    loss: float
    """What was thrown away, as far as the seat could know."""
    stake: float
    """What the worst move would have thrown away."""
    values: tuple[Valued, ...]
    hindsight: tuple[float, ...] | None
    """What each legal move would have been worth with all tiles face up."""
    why: Told | None
    """What speaks for the best move, where something was thrown away."""

    @property
    def hindsight_loss(self) -> float | None:
        """What was thrown away, as it came out."""
        if self.hindsight is None:
            return None
        made = [valued.move for valued in self.values].index(self.played)
        return max(self.hindsight) - self.hindsight[made]


class SeatAccount(Struct, frozen=True):
    """What a seat made of its decisions."""

    seat: int
    decisions: int
    loss: float
    stake: float
    accuracy: float | None


class SideAccount(Struct, frozen=True):
    """How a side came to its result: an even share, and what luck and skill added."""

    side: int
    result: float
    even: float
    luck: float
    skill: float


class Analysis(Struct, frozen=True):
    """A round, looked at again."""

    number: int
    measure: Measure
    budget: int
    decisions: tuple[Decision, ...]
    curve: tuple[tuple[float, ...], ...]
    """The chances of each side: before the first move, and after every one."""
    seats: tuple[SeatAccount, ...]
    sides: tuple[SideAccount, ...]
    """Nothing while the round is not over."""


def worst_of(decisions: Sequence[Decision]) -> list[Decision]:
    """Those that threw away most, at most three."""
    lost = [decision for decision in decisions if decision.loss]
    return sorted(lost, key=lambda decision: -decision.loss)[:_WORST]
