"""What the API is asked and what it answers, typed; the OpenAPI document is made from this."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from doublesix.draw.layout import Placed, Slot
from doublesix.notation.telling import Told
from doublesix.table.messages import RoundResult, RoundScore, SeatInfo, Settings, Shape, Word

MOST_HOUSE_RULES = 64 * 1024
"""Signs that uploaded rules may have."""
MOST_BODY = 2 * MOST_HOUSE_RULES
"""Bytes of a request: JSON writes some signs longer than they are."""

Toml = Annotated[str, Meta(max_length=MOST_HOUSE_RULES)]
Token = Annotated[str, Meta(min_length=16, max_length=128)]


class Book(Struct, frozen=True):
    """A rulebook that can be chosen; its name is in the catalogue."""

    id: str
    seats: tuple[int, ...]
    editions: tuple[str, ...]
    target: int
    """What is played to unless another target is chosen; 0 where every round is a game."""
    targets: tuple[int, ...]
    """The targets the book itself offers."""
    pairs: tuple[int, ...]
    """The numbers of seats that play in pairs."""
    draws: bool
    """Whether tiles are drawn from a stock, at one of its tables at least."""
    scoring: bool
    """Whether open ends score."""


class RuleSentence(Struct, frozen=True):
    """One thing a rulebook says, and where it comes from."""

    key: str
    text: str
    source: str


class RuleSection(Struct, frozen=True):
    """What a rulebook says about one thing."""

    heading: str
    sentences: list[RuleSentence]


class RulePage(Struct, frozen=True):
    """A rulebook told in one language."""

    id: str
    name: str
    note: list[str]
    """What the printed leaflet says that cannot be played."""
    sections: list[RuleSection]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """A house-rules file to be looked at."""

    toml: Toml


class CheckedRules(Struct, frozen=True):
    """House rules that can be played."""

    ok: Literal[True]
    title: str
    seats: tuple[int, ...]
    target: int
    targets: tuple[int, ...]
    pairs: tuple[int, ...]


class BotInfo(Struct, frozen=True):
    """A bot that can be given a seat; the catalogue calls it ``bot.name.<name>`` and describes it
    under ``bot.<name>``."""

    name: str
    level: int
    """How strong it is: 1 is for children, 7 for champions."""
    cost: str
    """What a move costs it, as may be written behind its name and an ``@``: time of the processor
    or a number of rounds. Empty for a bot that does not think ahead."""


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened: a book's id or house rules, and who sits there already."""

    rules: Word = ""
    house: Toml = ""
    seats: Annotated[int, Meta(ge=2, le=8)]
    target: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    clock: Annotated[int, Meta(ge=0, le=86_400)] = 0
    at_zero: Literal["move", "bot"] = "move"
    chat: bool = False
    public: bool = False
    name: Annotated[str, Meta(max_length=40)] = ""
    """What the host is called, who takes the first seat that is left; empty for one who only
    watches."""
    token: Token
    """The secret the host's device has made up for this table."""
    hot: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=7)] = []
    """Others who share the host's screen; they take the next seats. An empty name leaves a seat to
    somebody else."""
    bots: dict[str, Word] = {}
    """Bots by seat number."""


class OpenedTable(Struct, frozen=True):
    """A table that was opened."""

    id: str
    code: str


class FoundTable(Struct, frozen=True):
    """The table that a code belongs to."""

    id: str


class TableSummary(Struct, frozen=True):
    """A table as everybody may know it who does not look at it."""

    id: str
    code: str
    rules: str
    """The id of the rulebook; empty for house rules."""
    title: str
    phase: str
    public: bool
    opened: float
    """Seconds since 1970."""
    touched: float
    target: int
    match: int
    seats: tuple[SeatInfo, ...]
    settings: Settings


class MatchSummary(Struct, frozen=True):
    """A match of a table with at least one finished round."""

    match: int
    rounds: int
    """How many rounds of it are finished."""
    finished: bool
    names: tuple[str, ...]
    totals: tuple[int, ...]
    games: tuple[int, ...]
    """Games won, where every round is one."""
    winners: tuple[int, ...]
    """The sides that won, when it is finished."""


class ReplayedMove(Struct, frozen=True, omit_defaults=True):
    """A move of a finished round; nothing is hidden any more."""

    seat: int
    kind: Literal["play", "draw", "pass"]
    tile: int | None
    end: str
    at: Placed | None
    points: int
    told: tuple[Told, ...]
    slots: tuple[Slot, ...]
    hands: tuple[tuple[int, ...], ...]
    """Everybody's tiles after it."""
    stock: int
    shown: tuple[int, ...]
    in_play: tuple[int, ...]


class ReplayedRound(Struct, frozen=True):
    """A finished round, move by move, laid out for one shape of screen."""

    shape: str
    number: int
    leader: int
    told: tuple[Told, ...]
    """The deal in sentences."""
    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    moves: tuple[ReplayedMove, ...]
    result: RoundResult
    totals: tuple[int, ...]


class AskedHint(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants a hint, and for which seat."""

    token: Token
    """The secret of the seat's owner."""
    seat: int


class GivenHint(Struct, frozen=True):
    """What the coach would do."""

    round: int
    ply: int
    """How many moves the round had: the hint is for what comes next."""
    move: str
    """As a transcript writes it."""
    told: Told
    why: Told
    thought: bool
    """Whether it was thought over; else it goes by thumb rule."""


class Replay(Struct, frozen=True):
    """A match with finished rounds, each of which is asked for by itself."""

    id: str
    match: int
    rules: str
    title: str
    top: int
    target: int
    names: tuple[str, ...]
    """Who played the last of them."""
    sides: tuple[tuple[int, ...], ...]
    games: tuple[int, ...]
    rounds: tuple[RoundScore, ...]
    finished: bool
    winners: tuple[int, ...]


class PuzzleOption(Struct, frozen=True):
    """A move that may be tried."""

    move: str
    kind: Literal["play", "draw", "pass"]
    tile: int | None
    end: str


class PosedPuzzle(Struct, frozen=True):
    """A puzzle as it is asked: all tiles lie face up, and nothing tells the answer."""

    rules: str
    title: str
    top: int
    scoring: bool
    sides: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    number: int
    level: int
    goal: Literal["win", "points"]
    shape: str
    leader: int
    hands: tuple[tuple[int, ...], ...]
    """What was dealt."""
    stock: tuple[int, ...]
    """What was not dealt, in the order it is drawn."""
    moves: tuple[ReplayedMove, ...]
    """How it came to the position."""
    turn: int
    left: tuple[int, ...]
    """What is still to be drawn, in order; empty where nobody draws."""
    options: tuple[PuzzleOption, ...]


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that somebody thinks is best; empty to be told."""

    rules: Word
    number: Annotated[int, Meta(ge=0, lt=10**9)]
    move: Word = ""
    shape: Shape = "wide"


class PuzzleWorth(Struct, frozen=True):
    """What a move leads to with best play by everybody: points, or 1, 0 and -1 for a win, for
    nobody's and for a loss."""

    move: str
    worth: int


class PuzzleAnswer(Struct, frozen=True):
    """Whether a move was the best one, and the proof."""

    right: bool
    best: tuple[str, ...]
    worths: tuple[PuzzleWorth, ...]
    line: tuple[ReplayedMove, ...]
    """Best play to the end of the round."""
