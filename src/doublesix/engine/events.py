"""What happened: the facts a move brings about, in order.

Only a :class:`Drew` and a :class:`Dealt` hold what some seats may not see; they leave the
engine through :func:`doublesix.engine.view.redact`.
"""

from enum import StrEnum

from msgspec import Struct

from doublesix.engine.moves import End


class PassReason(StrEnum):
    """Why a seat passes."""

    NO_DRAWING = "no_drawing"
    """Nothing fits, and this book has no drawing."""
    STOCK_EMPTY = "stock_empty"
    """Nothing fits, and no tile may be drawn any more."""
    DRAWN_TILE = "drawn_tile"
    """The one tile drawn does not fit, or is not played in this turn."""
    CHOICE = "choice"
    """The book leaves it to the seat, and nobody sees whether it had to."""


class Ended(StrEnum):
    """How a round ends."""

    OUT = "out"
    BLOCKED = "blocked"
    TARGET = "target"


class Event(Struct, frozen=True, tag_field="event", gc=False):
    """The root of the facts."""


class Played(Event, frozen=True, tag="played", gc=False):
    """A seat laid a tile."""

    seat: int
    tile: int
    end: End | None


class Drew(Event, frozen=True, tag="drew", gc=False):
    """A seat drew a tile; None where it is not for these eyes."""

    seat: int
    tile: int | None


class Passed(Event, frozen=True, tag="passed", gc=False):
    """A seat knocked."""

    seat: int
    reason: PassReason


class Scored(Event, frozen=True, tag="scored", gc=False):
    """The open ends gave points in play."""

    seat: int
    side: int
    ends: int
    """The sum of the open ends."""
    points: int
    """The points written for it; 0 when they would overshoot an exact target."""


class Redealt(Event, frozen=True, tag="redealt", gc=False):
    """The tiles were put back and dealt again, because of this rule."""

    rule: str


class Dealt(Event, frozen=True, tag="dealt", gc=False):
    """A round was dealt; a hand is None where it is not for these eyes."""

    number: int
    hands: tuple[int | None, ...]
    stock: int
    leader: int


class Entry(Struct, frozen=True, gc=False):
    """One line of the score sheet: what was counted, for which side, and how much it gave."""

    side: int
    reason: str
    """``opponents``, ``partner``, ``own``, ``floor``, ``divided``, ``bonus``, ``in_play``,
    ``difference`` or ``exact``: each has a sentence in the catalogue."""
    amount: int


class Result(Struct, frozen=True, gc=False):
    """How a round ended and what it gave."""

    ended: Ended
    by: int | None
    """The seat that went out or reached the target."""
    winners: tuple[int, ...]
    """The winning side; none for a tie without a winner, several for a shared win."""
    pips: tuple[int, ...]
    """What each seat's hand counts."""
    in_play: tuple[int, ...]
    """What each side scored at the open ends."""
    points: tuple[int, ...]
    """All that the round adds to each side's total, points in play included."""
    sheet: tuple[Entry, ...]
    """How the points came about."""


class RoundEnded(Event, frozen=True, tag="round_ended", gc=False):
    """The round is over."""

    result: Result


class MatchEnded(Event, frozen=True, tag="match_ended", gc=False):
    """The match is over: a side reached the target, or the book has none."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]


MoveEvent = Played | Drew | Passed
