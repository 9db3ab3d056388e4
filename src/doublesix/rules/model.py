"""What a rulebook can say: one frozen value, every key typed and bounded.

Each key has a description in the word catalogue (``key.<name>``) and a sentence for every
value (``rule.<name>...``); a test fails for a key that has none.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Struct

from doublesix.rules.values import Choice, Flag, HandSizes, Whole, Wholes, keys_of
from doublesix.tiles import LARGEST_SET, TileSet, tile_set

MOST_SEATS = 8


class Source(StrEnum):
    """Where a value comes from."""

    PRINTED = "printed"
    RULING = "ruling"
    HOUSE = "house"


class Sides(StrEnum):
    ALONE = "alone"
    PAIRS = "pairs"


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class Leader(StrEnum):
    HIGHEST_DOUBLE = "highest_double"
    LOWEST_DOUBLE = "lowest_double"
    MOST_DOUBLES = "most_doubles"
    TOP_DOUBLE = "top_double"
    HIGHEST_TILE = "highest_tile"


class EqualDoubles(StrEnum):
    HIGHEST_DOUBLE = "highest_double"
    REDEAL = "redeal"


class Lead(StrEnum):
    NAMED = "named"
    ANY = "any"


class NoLeader(StrEnum):
    REDEAL = "redeal"
    HIGHEST_TILE = "highest_tile"


class NextLeader(StrEnum):
    SAME_RULE = "same_rule"
    WINNER = "winner"
    ROTATE = "rotate"


class SecondAfter(StrEnum):
    DOUBLE = "double"
    ANY_LEAD = "any_lead"


class SecondUnable(StrEnum):
    TURN_ENDS = "turn_ends"
    AS_USUAL = "as_usual"


class Spinner(StrEnum):
    NONE = "none"
    FIRST_DOUBLE = "first_double"
    TOP_DOUBLE = "top_double"


class Arms(StrEnum):
    AT_ONCE = "at_once"
    SIDES_FIRST = "sides_first"
    ALL_FIRST = "all_first"


class Unable(StrEnum):
    PASS = "pass"
    DRAW_ONE = "draw_one"
    DRAW_ON = "draw_on"


class DrawnTile(StrEnum):
    MUST_PLAY = "must_play"
    MAY_PLAY = "may_play"
    MAY_NOT_PLAY = "may_not_play"


class DoubleCounts(StrEnum):
    BOTH_HALVES = "both_halves"
    ONE_HALF = "one_half"
    ONE_PIP = "one_pip"


class BlockedWhen(StrEnum):
    ALL_STUCK = "all_stuck"
    ONE_STUCK = "one_stuck"


class BlockedWinner(StrEnum):
    FEWEST_PIPS = "fewest_pips"
    NOBODY = "nobody"


class AllPassed(StrEnum):
    GO_ON = "go_on"
    BLOCKED = "blocked"


class Tie(StrEnum):
    NO_POINTS = "no_points"
    SHARED = "shared"
    LIGHTEST_TILE = "lightest_tile"


class OutPoints(StrEnum):
    OPPONENTS = "opponents"
    NONE = "none"


class PartnerPips(StrEnum):
    DEDUCTED = "deducted"
    IGNORED = "ignored"
    ADDED = "added"


class BlockedPoints(StrEnum):
    OPPONENTS = "opponents"
    MINUS_OWN = "minus_own"
    NONE = "none"


class Rounding(StrEnum):
    UP = "up"
    NEAREST = "nearest"


class PairsAward(StrEnum):
    RACE = "race"
    DIFFERENCE = "difference"


class TargetCheck(StrEnum):
    AT_ONCE = "at_once"
    ROUND_END = "round_end"


class Rules(Struct, frozen=True, kw_only=True):
    """A resolved rulebook: every key has a value, and every value a source."""

    id: str
    """How the rulebook was asked for: a book, an edition, or a file."""
    title: str
    """The name a house-rules file gives itself; empty for books and editions."""
    parent: str
    """The rulebook this one extends; empty for a book that stands alone."""
    sources: Mapping[str, Source]

    set: Annotated[int, Whole(1, LARGEST_SET)]
    seats: Annotated[tuple[int, ...], Wholes(2, MOST_SEATS, empty=False)]
    sides: Annotated[Sides, Choice(Sides)]
    hand: Annotated[tuple[tuple[int, int], ...], HandSizes(MOST_SEATS)]
    direction: Annotated[Direction, Choice(Direction)]

    leader: Annotated[Leader, Choice(Leader)]
    equal_doubles: Annotated[EqualDoubles, Choice(EqualDoubles)]
    lead: Annotated[Lead, Choice(Lead)]
    no_leader: Annotated[NoLeader, Choice(NoLeader)]
    highest_tile_lead: Annotated[Lead, Choice(Lead)]
    redeal_single_holder: Annotated[bool, Flag()]
    next_leader: Annotated[NextLeader, Choice(NextLeader)]
    second_tile: Annotated[bool, Flag()]
    second_tile_after: Annotated[SecondAfter, Choice(SecondAfter)]
    second_tile_unable: Annotated[SecondUnable, Choice(SecondUnable)]

    spinner: Annotated[Spinner, Choice(Spinner)]
    arms: Annotated[Arms, Choice(Arms)]

    able_may_draw: Annotated[bool, Flag()]
    able_draw_limit: Annotated[int, Whole(0, 90)]
    able_may_pass: Annotated[bool, Flag()]
    unable: Annotated[Unable, Choice(Unable)]
    drawn_tile: Annotated[DrawnTile, Choice(DrawnTile)]
    pass_instead_of_draw: Annotated[bool, Flag()]
    all_passed: Annotated[AllPassed, Choice(AllPassed)]
    reserve: Annotated[int, Whole(0, 90)]

    blocked_when: Annotated[BlockedWhen, Choice(BlockedWhen)]
    stop_dead_rounds: Annotated[bool, Flag()]
    blocked_winner: Annotated[BlockedWinner, Choice(BlockedWinner)]
    tie: Annotated[Tie, Choice(Tie)]

    double_counts: Annotated[DoubleCounts, Choice(DoubleCounts)]
    out_points: Annotated[OutPoints, Choice(OutPoints)]
    partner_pips: Annotated[PartnerPips, Choice(PartnerPips)]
    never_negative: Annotated[bool, Flag()]
    blocked_points: Annotated[BlockedPoints, Choice(BlockedPoints)]
    blocked_points_pairs: Annotated[BlockedPoints, Choice(BlockedPoints)]
    divide_by: Annotated[int, Whole(1, 100)]
    rounding: Annotated[Rounding, Choice(Rounding)]
    out_bonus: Annotated[int, Whole(0, 1000)]
    in_play: Annotated[tuple[int, ...], Wholes(1, 100)]
    pairs_award: Annotated[PairsAward, Choice(PairsAward)]

    target: Annotated[int, Whole(0, 100_000)]
    target_choices: Annotated[tuple[int, ...], Wholes(1, 100_000)]
    target_check: Annotated[TargetCheck, Choice(TargetCheck)]
    target_check_pairs: Annotated[TargetCheck, Choice(TargetCheck)]
    exact: Annotated[bool, Flag()]

    def __hash__(self) -> int:
        return hash((self.id, *(getattr(self, key) for key in KEYS)))

    @property
    def tiles(self) -> TileSet:
        """The set that is played with."""
        return tile_set(self.set)

    def hand_size(self, seats: int) -> int:
        """How many tiles each seat is dealt at a table of this many seats."""
        return dict(self.hand)[seats]

    def plays_in_pairs(self, seats: int) -> bool:
        """Whether this many seats form two pairs."""
        return seats == 4 and self.sides is Sides.PAIRS

    def plain(self, key: str) -> Any:
        """The value of a key as JSON and TOML write it."""
        return KEYS[key].plain(getattr(self, key))


KEYS = keys_of(Rules)
"""What each key of a rulebook may hold, in the order they are shown."""
