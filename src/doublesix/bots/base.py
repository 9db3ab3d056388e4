"""What a bot is: a name, and a choice made from a view."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from doublesix.engine import Move, View
from doublesix.rng import Rng


class Bot(Protocol):
    """A player. It never sees a position, only the view of its seat, and remembers nothing."""

    name: str
    """What people type; the catalogue describes it under ``bot.<name>``."""

    def choose(self, view: View, rng: Rng) -> Move:
        """One of ``view.legal``; the seat is in turn and has something to choose."""


@runtime_checkable
class Mixing(Protocol):
    """A bot that can say how often it does what."""

    def odds(self, view: View) -> Sequence[float]:
        """How likely each of ``view.legal`` is."""
