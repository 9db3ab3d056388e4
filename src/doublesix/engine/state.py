"""The position: immutable, complete, and never shown to anyone but the referee."""

from enum import IntEnum

from msgspec import Struct

from doublesix.engine.ends import Ends
from doublesix.engine.events import Event, MoveEvent, Result
from doublesix.engine.game import Game


class Deal(Struct, frozen=True, gc=False):
    """Who got what: a mask per seat, and the stock in the order it will be drawn."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]


class Round(Struct, frozen=True, gc=False):
    """What stays the same while a round is played."""

    game: Game
    number: int
    """1 for the first round of a match."""
    deal: Deal
    leader: int
    leads: int
    """The tiles the leader may lead, as a mask."""
    totals: tuple[int, ...]
    """Each side's points when the round began."""
    games: tuple[int, ...]
    """Games each side had won when the round began, in a book without a target."""


class Stage(IntEnum):
    """What the seat in turn has to do."""

    LEAD = 0
    SECOND = 1
    """The leader's second tile, in the same turn."""
    TURN = 2


class State(Struct, frozen=True, gc=False):
    """A position. ``ends`` sums up the line; ``past`` has it all."""

    round: Round
    hands: tuple[int, ...]
    stock: tuple[int, ...]
    ends: Ends
    turn: int
    stage: Stage
    drawn: int
    """How many tiles the seat in turn has drawn in this turn."""
    passes: int
    """Passes in a row up to now, with nothing laid or drawn in between."""
    in_play: tuple[int, ...]
    """What each side has scored at the open ends in this round."""
    past: tuple[MoveEvent, ...]
    """Every move of the round, in order."""
    result: Result | None

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.round.game


class Step(Struct, frozen=True, gc=False):
    """A new position and what happened on the way to it."""

    state: State
    events: tuple[Event, ...]
