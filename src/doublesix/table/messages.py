"""What a client and a table say to each other: versioned tagged unions, and nothing else.

Every message is a JSON object whose ``type`` names it. Reading is strict: an unknown type, an
unknown key or a value of the wrong kind is refused. Tiles are numbers in canonical order, moves
are written as in transcripts (``6-5 left``, ``draw``, ``pass``), seats are numbers from 0.

No sentence is sent, only message ids of the word catalogues with their arguments
(:class:`~doublesix.notation.telling.Told`), so that every screen speaks its own language.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from doublesix.draw.layout import Placed, Slot
from doublesix.notation.telling import Told

PROTOCOL = 1
"""Grows when a client of the old protocol would misunderstand a message."""

Shape = Literal["tall", "square", "wide"]
"""The outline that the line of tiles is laid out for: a phone, a tablet, a desk or a TV."""

Id = Annotated[str, Meta(max_length=64)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Secret = Annotated[str, Meta(pattern="^[0-9a-f]{32,128}$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Word = Annotated[str, Meta(max_length=40)]


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client asks for. The same ``id`` again gets the same answer, not a second deed."""

    id: Id = ""


class Hello(Command, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int = PROTOCOL
    token: str = ""
    """The secret this device made up for this table; it is who it is. Empty for a watcher."""
    since: int = -1
    """The last version this client has seen; -1 for none."""
    shape: Shape = "wide"


class Reshape(Command, frozen=True, tag="shape"):
    """The screen has turned; a snapshot follows, and an answer where there is an id."""

    shape: Shape = "wide"


class Ping(Command, frozen=True, tag="ping"):
    """Is anybody there?"""


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat. One device may take several: people who share a screen."""

    seat: Seat = 0
    name: Name = ""


class Rename(Command, frozen=True, tag="rename"):
    """Be called something else."""

    seat: Seat = 0
    name: Name = ""


class Leave(Command, frozen=True, tag="leave"):
    """Give a seat up for good; in a round a bot plays on there."""

    seat: Seat = 0


class PutBot(Command, frozen=True, tag="bot"):
    """The host: a bot takes an empty seat, or the place of another bot."""

    seat: Seat = 0
    bot: Word = ""


class Clear(Command, frozen=True, tag="clear"):
    """The host: whoever sits there goes."""

    seat: Seat = 0


class Swap(Command, frozen=True, tag="swap"):
    """Change seats, while no match is played: the host any two, others theirs with an empty one."""

    a: Seat = 0
    b: Seat = 0


class MakeHost(Command, frozen=True, tag="host"):
    """The host: somebody at this seat is the host from now on. When the host is away for long,
    anybody may ask for it who sits there."""

    seat: Seat = 0


class Arrange(Command, frozen=True, tag="settings"):
    """The host: change what is given; ``clock`` is seconds a turn, 0 for none."""

    clock: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    at_zero: Literal["move", "bot"] | None = None
    chat: bool | None = None


class Mix(Command, frozen=True, tag="mix"):
    """Add a seat's own chance to the next deal, once the commitment to it is known."""

    seat: Seat = 0
    entropy: Secret = ""


class Ready(Command, frozen=True, tag="ready"):
    """This seat is ready: for the first round, the next one, or a new match. When all are, the
    tiles are dealt."""

    seat: Seat = 0


class DealNow(Command, frozen=True, tag="deal"):
    """The host: deal without waiting for those who are not ready."""


class MakeMove(Command, frozen=True, tag="move"):
    """Lay a tile, draw or pass; ``round`` and ``ply`` say which position it is meant for."""

    seat: Seat = 0
    round: int = 0
    ply: int = 0
    move: Word = ""


class Pause(Command, frozen=True, tag="pause"):
    """The host: everything stands still."""


class Resume(Command, frozen=True, tag="resume"):
    """The host: it goes on."""


class MoreTime(Command, frozen=True, tag="more_time"):
    """Another whole turn's time for the seat in turn: others may give it whenever they like, the
    seat itself takes it once a turn."""


class StandIn(Command, frozen=True, tag="stand_in"):
    """A bot plays for a seat until its owner is back: the host may ask for anybody, everybody for
    themselves, and whoever has a seat for those who are away for long."""

    seat: Seat = 0
    bot: Word = ""


class Back(Command, frozen=True, tag="back"):
    """The owner of a seat takes it back from the bot."""

    seat: Seat = 0


class Say(Command, frozen=True, tag="say"):
    """One of the preset phrases."""

    seat: Seat = 0
    phrase: Word = ""


class Chat(Command, frozen=True, tag="chat"):
    """Words of one's own, where the host lets people chat."""

    seat: Seat = 0
    text: Annotated[str, Meta(min_length=1, max_length=280)] = ""


class Close(Command, frozen=True, tag="close"):
    """The host: the table is given up."""


AnyCommand = (
    Hello
    | Reshape
    | Ping
    | Sit
    | Rename
    | Leave
    | PutBot
    | Clear
    | Swap
    | MakeHost
    | Arrange
    | Mix
    | Ready
    | DealNow
    | MakeMove
    | Pause
    | Resume
    | MoreTime
    | StandIn
    | Back
    | Say
    | Chat
    | Close
)

PHRASES = ("hello", "good-luck", "well-played", "thanks", "oops", "thinking", "hurry", "goodbye")
"""The preset phrases; each has a sentence in the catalogue under ``phrase.<name>``."""


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat, as everybody may know."""

    name: str = ""
    taken: bool = False
    bot: str = ""
    """The bot that sits here; empty for a person."""
    open: bool = False
    """Whether that bot fills in for somebody who has left, and anybody may take the seat."""
    stand_in: str = ""
    """The bot that plays for the person who sits here."""
    level: int = 0
    """How strong the bot is that plays here, from 1 to 7; 0 where a person does."""
    host: bool = False
    ready: bool = False
    mixed: bool = False
    """Whether this seat has added its own chance to the next deal."""


class Settings(Struct, frozen=True):
    """What the host may change."""

    clock: int = 0
    at_zero: Literal["move", "bot"] = "move"
    chat: bool = False


class RoundScore(Struct, frozen=True, omit_defaults=True):
    """One line of the match's score sheet."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """Winning sides."""
    names: tuple[str, ...]
    """Who played it; others may sit there now."""
    ended: str = ""


class RoundResult(Struct, frozen=True, omit_defaults=True):
    """A round that is over: everybody's tiles, and how its points came about."""

    ended: str
    by: int | None
    winners: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    pips: tuple[int, ...]
    points: tuple[int, ...]
    told: tuple[Told, ...]
    """The score sheet of the round in sentences, one for each number."""
    names: tuple[str, ...]
    """Who played it; others may sit there now."""


class LaidTile(Struct, frozen=True, array_like=True):
    """A tile of the line: who laid it, where it lies, and at which end it was laid."""

    seat: int
    tile: int
    at: Placed
    end: str = ""
    """Empty for the lead."""


class Now(Struct, frozen=True, omit_defaults=True, gc=False):
    """What changes with every move, as one audience may see it."""

    ply: int
    turn: int | None
    """The seat in turn; None when the round is over."""
    stage: int
    counts: tuple[int, ...]
    """How many tiles each seat holds."""
    stock: int
    drawn: int
    shown: tuple[int, ...]
    """What the open ends show; -1 where one is shut for now."""
    sum: int
    """What the open ends add up to, where ends score."""
    in_play: tuple[int, ...]
    """What each side has scored in play in this round."""
    slots: tuple[Slot, ...]
    """Where a tile laid at each open end would lie."""
    hands: dict[str, tuple[int, ...]] = {}
    """The tiles of this audience's own seats, by seat number."""
    legal: tuple[str, ...] = ()
    """What may be done, when the seat in turn is one of this audience's own."""
    deadline: int | None = None
    """When the turn's time is up, in milliseconds since 1970; None without a clock or paused."""
    may_extend: bool = False
    """Whether the seat in turn may still take more time for itself."""


class Moved(Struct, frozen=True, omit_defaults=True, gc=False):
    """A move that was made, as one audience may know it."""

    seat: int
    kind: Literal["play", "draw", "pass"]
    by: Literal["person", "bot", "clock", "knock"]
    """Who made it; a knock that nobody had to decide is made by the table itself."""
    tile: int | None = None
    end: str = ""
    at: Placed | None = None
    points: int = 0
    """What it scored at the open ends."""


class RoundInfo(Struct, frozen=True, omit_defaults=True):
    """The round that is played or has just ended."""

    number: int
    leader: int
    line: tuple[LaidTile, ...]
    now: Now
    told: tuple[Told, ...]
    """All that happened in this round, in sentences."""
    result: RoundResult | None = None
    last: Moved | None = None


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """All about a table that everybody may know."""

    id: str
    code: str
    rules: str
    """The id of the rulebook; empty for house rules."""
    title: str
    """The title of house rules; empty for a shipped book."""
    top: int
    """The set's highest number: 6, 9 or 12."""
    hand: int
    """Tiles each seat is dealt."""
    target: int
    """0 where every round is a game of its own; a hundred of them make a match then."""
    sides: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    """The seats in the order of play, from seat 0."""
    scoring: bool
    """Whether open ends score."""
    draws: bool
    """Whether this book has a stock to draw from."""
    phase: Literal["waiting", "playing", "between", "over", "closed"]
    paused: bool
    match: int
    seats: tuple[SeatInfo, ...]
    settings: Settings
    totals: tuple[int, ...]
    """What each side has, without what it makes in the round that is played."""
    games: tuple[int, ...]
    scores: tuple[RoundScore, ...]
    """The finished rounds of this match, at most the last hundred of them."""
    winners: tuple[int, ...] = ()
    """The sides that won the match, when it is over."""
    commitment: str = ""
    """The SHA-256 of the secret that the next deal will come from."""
    talk: tuple["Spoken", ...] = ()
    """The last things that were said."""


class Spoken(Struct, frozen=True, omit_defaults=True):
    """What somebody said."""

    version: int
    seat: int
    name: str
    phrase: str = ""
    text: str = ""


class You(Struct, frozen=True):
    """Who the receiver is."""

    seats: tuple[int, ...]
    host: bool


class Message(Struct, frozen=True, tag_field="type"):
    """What a table tells a client."""


class Snapshot(Message, frozen=True, tag="snapshot"):
    """Everything, whenever something else than a move has happened."""

    version: int
    you: You
    table: TableInfo
    round: RoundInfo | None
    news: tuple[Told, ...] = ()
    """What led to this snapshot, in sentences; empty on arrival."""


class Update(Message, frozen=True, tag="update", gc=False):
    """A move. One that ends a round is followed by a snapshot."""

    version: int
    round: int
    move: Moved
    told: tuple[Told, ...]
    now: Now


class Accepted(Message, frozen=True, tag="accepted"):
    """What was asked for is done, and safely on the disk."""

    id: str
    version: int


class Rejected(Message, frozen=True, tag="rejected", omit_defaults=True):
    """What was asked for is not done. ``code`` has a sentence under ``error.<code>``, which takes
    the details; a snapshot follows."""

    id: str
    code: str
    details: dict[str, object] = {}


class Presence(Message, frozen=True, tag="presence"):
    """Who is connected; not kept."""

    seats: tuple[bool, ...]
    watchers: int
    away: tuple[bool, ...]
    """The seats whose owners have been away for so long that others may ask for a bot there."""
    host_away: bool
    """Whether the host has been away for so long that whoever sits here may be it instead."""


class Pong(Message, frozen=True, tag="pong"):
    """Yes."""

    now: int
    """The server's clock in milliseconds, to show deadlines by."""


class Ended(Message, frozen=True, tag="ended"):
    """The server ends this connection, for this reason."""

    code: str
    details: dict[str, object] = {}


AnyMessage = Snapshot | Update | Accepted | Rejected | Presence | Pong | Ended
