"""What a bot is: a name, and a choice made from a view."""

from typing import Protocol

from doublesix.engine import Move, View
from doublesix.rng import Rng


class Bot(Protocol):
    """A player. It never sees a position, only the view of its seat, and remembers nothing."""

    name: str
    """What people type; the catalogue describes it under ``bot.<name>``."""

    def choose(self, view: View, rng: Rng) -> Move:
        """One of ``view.legal``; the seat is in turn and has something to choose."""
