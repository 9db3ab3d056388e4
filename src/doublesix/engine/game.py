"""A game to be played: a rulebook at a table of so many seats, to a target."""

from msgspec import Struct
from msgspec.structs import replace

from doublesix import tiles
from doublesix.engine.ends import Ends, no_ends
from doublesix.errors import InvalidInput
from doublesix.rules import Rules
from doublesix.rules.model import (
    AllPassed,
    BlockedWhen,
    Direction,
    DoubleCounts,
    DrawnTile,
    PairsAward,
    TargetCheck,
    Unable,
)
from doublesix.tiles import TileSet

SEATS = "ABCDEFGH"
"""The letters of the seats, in the order of play."""


class Game(Struct, frozen=True):
    """The rulebook and what follows from it for this table. Make one with :func:`new_game`."""

    rules: Rules
    seats: int
    target: int
    """What the match is played to; 0 when every round is a game of its own."""
    tiles: TileSet
    hand: int
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    side_of: tuple[int, ...]
    after: tuple[int, ...]
    """For each seat, the one that plays next."""
    pips: tuple[int, ...]
    """What each tile counts in a hand."""
    no_ends: Ends
    """The open ends before the lead."""
    in_pairs: bool
    scores_in_play: bool
    awards_difference: bool
    """Whether a round is worth only what one pair scored more than the other."""
    at_once: bool
    """Whether points in play are written, and the target checked, as they are made."""
    unable_passes: bool
    """Whether a seat that cannot play has nothing else to do than pass."""
    pass_may_block: bool
    """Whether a pass alone can end a round."""
    able_must_play: bool
    """Whether a seat that can play has nothing else to choose: no drawing, no passing."""

    def side_name(self, side: int) -> str:
        """A side in notation: ``A``, or ``A+C`` for a pair."""
        return "+".join(SEATS[seat] for seat in self.sides[side])


def new_game(rules: Rules, seats: int, target: int | None = None) -> Game:
    """A game of these rules at a table of ``seats``; ``target`` overrides the book's.

    >>> from doublesix.rules import load
    >>> game = new_game(load("block"), 4)
    >>> [game.side_name(side) for side in range(len(game.sides))]
    ['A+C', 'B+D']
    """
    if seats not in rules.seats:
        raise InvalidInput("seats-not-allowed", rules=rules.id, seats=seats, allowed=rules.seats)
    if target is not None and not rules.target:
        raise InvalidInput("no-target-here", rules=rules.id)
    if target is not None and not 1 <= target <= 100_000:
        raise InvalidInput("bad-target", target=target)
    in_pairs = rules.plays_in_pairs(seats)
    step = 1 if rules.direction is Direction.CLOCKWISE else -1
    sides = ((0, 2), (1, 3)) if in_pairs else tuple((seat,) for seat in range(seats))
    check = rules.target_check_pairs if in_pairs else rules.target_check
    return Game(
        rules=rules,
        seats=seats,
        target=rules.target if target is None else target,
        tiles=rules.tiles,
        hand=rules.hand_size(seats),
        sides=sides,
        side_of=tuple(seat % len(sides) for seat in range(seats)),
        after=tuple((seat + step) % seats for seat in range(seats)),
        pips=tuple(_count(tile, rules.double_counts) for tile in range(rules.tiles.size)),
        no_ends=no_ends(rules.set, rules.spinner, rules.arms),
        in_pairs=in_pairs,
        scores_in_play=bool(rules.in_play),
        awards_difference=in_pairs and rules.pairs_award is PairsAward.DIFFERENCE,
        at_once=rules.target > 0 and check is TargetCheck.AT_ONCE,
        unable_passes=rules.unable is Unable.PASS,
        pass_may_block=rules.blocked_when is BlockedWhen.ONE_STUCK
        or rules.all_passed is AllPassed.BLOCKED,
        able_must_play=not (
            rules.able_may_draw
            or rules.able_may_pass
            or rules.drawn_tile is not DrawnTile.MUST_PLAY
        ),
    )


def one_round(rules: Rules, seats: int) -> Game:
    """The game where a round is all there is, and who wins it: by how many points does not matter.
    Points in play stay what they are for, a match.

    >>> from doublesix.rules import load
    >>> one_round(load("block"), 4).target, one_round(load("muggins"), 2).target
    (0, 61)
    """
    return new_game(rules if rules.in_play else replace(rules, target=0, exact=False), seats)


def _count(tile: int, doubles: DoubleCounts) -> int:
    high, low = tiles.halves(tile)
    if high != low or doubles is DoubleCounts.BOTH_HALVES:
        return high + low
    return high if doubles is DoubleCounts.ONE_HALF else 1


def count_pips(game: Game, hand: int) -> int:
    """What a hand counts, as the book counts.

    >>> from doublesix.rules import load
    >>> hand = tiles.mask(map(tiles.parse, ["6-6", "5-5", "2-1"]))
    >>> count_pips(new_game(load("noris"), 2), hand), count_pips(new_game(load("ikea"), 2), hand)
    (14, 25)
    """
    pips = game.pips
    total = 0
    while hand:
        low = hand & -hand
        total += pips[low.bit_length() - 1]
        hand ^= low
    return total
