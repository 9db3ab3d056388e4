"""What has happened at a table: every change of it, one row of the journal each.

Folding the events of a table, from its opening on, gives the table again (``fold.py``). They hold
secrets and never leave the server: what people are shown is made by ``tell.py``.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from doublesix.table.messages import Settings

By = Literal["person", "bot", "clock", "knock"]
Asker = Literal["owner", "host", "clock", "other"]
Lack = Literal["starting", "missing", "busy"]
"""Why a bot could not think: what it needs is not loaded yet, not there, or had no time."""


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the first event of a deed knows of the command for it, so that the same command is not
    obeyed twice. Moves say themselves which position they are for."""

    command: str = ""
    """Its id."""
    asker: str = ""
    """Who sent it: the digest of a token."""


class Event(Asked, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """A change, and when it happened, in seconds since 1970."""

    at: float


class Opened(Event, frozen=True, tag="opened"):
    """There is a table, with all seats empty."""

    id: str
    code: str
    host: str
    """Who the host is: the digest of a token."""
    seats: int
    rules: str = ""
    """The id of a shipped rulebook; empty for house rules."""
    house: str = ""
    """The text of house rules."""
    target: int | None = None
    """The target where it is not the book's own."""
    settings: Settings = Settings()
    public: bool = False


class Sat(Event, frozen=True, tag="sat", gc=False):
    """Somebody took a seat."""

    seat: int
    who: str
    name: str


class BotSat(Event, frozen=True, tag="bot_sat", gc=False):
    """The host put a bot on a seat."""

    seat: int
    bot: str
    name: str


class Renamed(Event, frozen=True, tag="renamed", gc=False):
    """Somebody is called something else now."""

    seat: int
    name: str
    was: str


class Left(Event, frozen=True, tag="left", gc=False):
    """A seat was given up, or cleared by the host. In a round a bot plays on there, until
    somebody takes the seat over."""

    seat: int
    was: str
    """The name of the one who is gone."""
    bot: str = ""
    name: str = ""
    removed: bool = False
    """Whether it was the host who cleared it."""


class Swapped(Event, frozen=True, tag="swapped", gc=False):
    """Two seats changed places."""

    a: int
    b: int


class Hosted(Event, frozen=True, tag="hosted", gc=False):
    """Somebody at this seat is the host from now on."""

    seat: int
    who: str


class Arranged(Event, frozen=True, tag="arranged"):
    """The settings are these now."""

    settings: Settings


class Committed(Event, frozen=True, tag="committed", gc=False):
    """The next deal will come from this secret."""

    secret: str


class Mixed(Event, frozen=True, tag="mixed", gc=False):
    """A seat added its own chance to the next deal."""

    seat: int
    entropy: str


class Readied(Event, frozen=True, tag="readied", gc=False):
    """A seat is ready for the next deal."""

    seat: int


class Dealt(Event, frozen=True, tag="dealt"):
    """A round began. The deal follows from the secret and the entropy; it is kept all the same,
    so that a journal stays readable whatever becomes of the shuffle."""

    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    redeals: tuple[str, ...] = ()
    """The rules by which the tiles were dealt again before."""


class Moved(Event, frozen=True, tag="moved", gc=False):
    """A move was made."""

    seat: int
    move: str
    by: By = "person"


class Faltered(Event, frozen=True, tag="faltered", gc=False):
    """A bot could not think ahead, and the thumb rules have chosen for it."""

    why: Lack


class Paused(Event, frozen=True, tag="paused", gc=False):
    """Everything stands still."""


class Resumed(Event, frozen=True, tag="resumed", gc=False):
    """It goes on."""


class Extended(Event, frozen=True, tag="extended", gc=False):
    """The seat in turn got more time."""

    seat: int
    by: int | None = None
    """The seat that gave it: the one in turn itself, another, or none for a host who has none."""


class StoodIn(Event, frozen=True, tag="stood_in", gc=False):
    """A bot plays for whoever sits there."""

    seat: int
    bot: str
    by: Asker


class Returned(Event, frozen=True, tag="returned", gc=False):
    """The owner took the seat back."""

    seat: int


class Spoke(Event, frozen=True, tag="spoke", gc=False):
    """Somebody said one of the phrases, or something of their own."""

    seat: int
    phrase: str = ""
    text: str = ""


class Closed(Event, frozen=True, tag="closed", gc=False):
    """The table was given up."""


AnyEvent = (
    Opened
    | Sat
    | BotSat
    | Renamed
    | Left
    | Swapped
    | Hosted
    | Arranged
    | Committed
    | Mixed
    | Readied
    | Dealt
    | Moved
    | Faltered
    | Paused
    | Resumed
    | Extended
    | StoodIn
    | Returned
    | Spoke
    | Closed
)

encode = msgspec.json.Encoder().encode
"""An event as the bytes that the journal keeps."""

decode = msgspec.json.Decoder(AnyEvent).decode
"""An event from the bytes that the journal kept.

>>> decode(encode(Moved(12.5, 1, "6-5 left")))
Moved(at=12.5, seat=1, move='6-5 left', by='person')
"""
