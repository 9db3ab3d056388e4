"""A game as the numbers the compiled engine reads.

Total over every key of a rulebook: each is lowered here, or refused by name.
"""

from enum import StrEnum
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix import tiles
from doublesix.engine import Game
from doublesix.engine.scoring import points_in_play
from doublesix.errors import UnsupportedRules
from doublesix.kernel import core
from doublesix.kernel.likes import pass_tells
from doublesix.rules import Rules
from doublesix.rules.model import (
    AllPassed,
    BlockedPoints,
    BlockedWhen,
    BlockedWinner,
    Direction,
    DrawnTile,
    EqualDoubles,
    Lead,
    NoLeader,
    OutPoints,
    PartnerPips,
    Rounding,
    SecondAfter,
    SecondUnable,
    Spinner,
    Unable,
)

LARGEST_SET = 9
"""The largest double of a set that the compiled engine plays: double-nine."""

_NARROW_SET = 6
_BITS = 64

_PARTNER_SIGN = {PartnerPips.DEDUCTED: -1, PartnerPips.IGNORED: 0, PartnerPips.ADDED: 1}


class Lowered(Struct, frozen=True):
    """A game, ready for the compiled engine."""

    game: Game
    book: NDArray[np.uint64]
    growing: NDArray[np.uint8]
    """The ends that follow a move, in a game of two ends and up to 28 tiles."""


def lower(game: Game) -> Lowered:
    """The game as numbers, or :class:`UnsupportedRules`.

    >>> from doublesix.engine import new_game
    >>> from doublesix.rules import load
    >>> int(lower(new_game(load("block"), 4)).book[core.HAND])
    5
    """
    if game.tiles.top > LARGEST_SET:
        raise UnsupportedRules("kernel-set", key="set", top=game.tiles.top, most=LARGEST_SET)
    book = np.zeros(core.BOOK_SIZE, np.uint64)
    growing = np.zeros(256 * _BITS, np.uint8)
    _lower_table(game, book)
    _lower_opening(game, book)
    _lower_turn(game, book)
    _lower_allowed(game, book)
    _lower_points(game, book)
    _lower_tiles(game, book)
    if book[core.WORDS] == 1:
        _lower_narrow_line(game, book, growing)
    return Lowered(game, book, growing)


def _place(member: StrEnum) -> int:
    """Where a word stands among the choices of its key."""
    return list(type(member)).index(member)


def _lower_table(game: Game, book: NDArray[np.uint64]) -> None:
    rules = game.rules
    arms = rules.spinner is not Spinner.NONE
    narrow = game.tiles.top <= _NARROW_SET and not arms
    book[core.WORDS] = 1 if narrow else 2 if game.tiles.top <= _NARROW_SET else 4
    book[core.SEATS] = game.seats
    book[core.SIDES] = len(game.sides)
    book[core.HAND] = game.hand
    book[core.TILES] = game.tiles.size
    clockwise = rules.direction is Direction.CLOCKWISE
    book[core.STEP] = 1 if clockwise else (1 << 64) - 1
    book[core.WRAP] = 0 if clockwise else game.seats - 1
    book[core.NEXT_LEADER] = _place(rules.next_leader)


def _lower_opening(game: Game, book: NDArray[np.uint64]) -> None:
    rules = game.rules
    book[core.LEADER] = _place(rules.leader)
    book[core.EQUAL_REDEALS] = rules.equal_doubles is EqualDoubles.REDEAL
    book[core.LEAD_ANY] = rules.lead is Lead.ANY
    book[core.NO_LEADER_REDEALS] = rules.no_leader is NoLeader.REDEAL
    book[core.HIGHEST_TILE_ANY] = rules.highest_tile_lead is Lead.ANY
    book[core.REDEAL_SINGLE] = rules.redeal_single_holder
    book[core.SECOND] = rules.second_tile
    book[core.SECOND_ANY] = rules.second_tile_after is SecondAfter.ANY_LEAD
    book[core.SECOND_USUAL] = rules.second_tile_unable is SecondUnable.AS_USUAL


def _lower_turn(game: Game, book: NDArray[np.uint64]) -> None:
    rules = game.rules
    book[core.SPINNER] = _place(rules.spinner)
    book[core.ARMS] = _place(rules.arms)
    book[core.MUST_PLAY] = game.able_must_play
    book[core.NEVER_DRAWS] = rules.unable is Unable.PASS
    book[core.DRAWN_WAITS] = rules.drawn_tile is DrawnTile.MAY_NOT_PLAY
    book[core.CIRCLE_BLOCKS] = rules.all_passed is AllPassed.BLOCKED
    book[core.LAST_DRAWN] = max(game.tiles.size - rules.reserve, 0)
    book[core.DRAWN_ON] = book[core.LAST_DRAWN] if rules.unable is Unable.DRAW_ON else 0
    book[core.ONE_STUCK] = rules.blocked_when is BlockedWhen.ONE_STUCK
    book[core.STOP_DEAD] = rules.stop_dead_rounds
    book[core.PASS_TELLS] = pass_tells(rules)
    book[core.FREE] = not (game.able_must_play and game.unable_passes)


def _lower_allowed(game: Game, book: NDArray[np.uint64]) -> None:
    """What a seat may do but lay a tile: two bits for draw and pass when it has no tile to lay,
    two when it has one. By how many tiles it drew in this turn, whether everybody has passed in a
    row, and whether there is a tile to draw."""
    for drawn, circled, drawable in product(range(_BITS), (0, 1), (0, 1)):
        allowed = 0
        for able in (False, True):
            draws = bool(drawable) and _may_draw(game.rules, able, drawn)
            passes = _may_pass(game.rules, able, draws, drawn) and not (circled and (able or draws))
            allowed |= (draws + 2 * passes) << 2 * able
        book[core.ALLOWED + 4 * drawn + 2 * circled + drawable] = allowed


def _may_draw(rules: Rules, able: bool, drawn: int) -> bool:
    if able:
        limit = rules.able_draw_limit
        return rules.able_may_draw and (not limit or drawn < limit)
    if rules.unable is Unable.DRAW_ONE:
        return drawn == 0
    return rules.unable is Unable.DRAW_ON


def _may_pass(rules: Rules, able: bool, draws: bool, drawn: int) -> bool:
    if able:
        return rules.able_may_pass or (drawn > 0 and rules.drawn_tile is not DrawnTile.MUST_PLAY)
    return not draws or (rules.pass_instead_of_draw and drawn == 0)


def _lower_points(game: Game, book: NDArray[np.uint64]) -> None:
    rules = game.rules
    blocked = rules.blocked_points_pairs if game.in_pairs else rules.blocked_points
    book[core.NOBODY_WINS] = rules.blocked_winner is BlockedWinner.NOBODY
    book[core.TIE] = _place(rules.tie)
    book[core.OUT_COUNTS] = rules.out_points is OutPoints.OPPONENTS
    book[core.PARTNER_SIGN] = _PARTNER_SIGN[rules.partner_pips] % (1 << 64)
    book[core.NEVER_NEGATIVE] = rules.never_negative
    book[core.BLOCKED_COUNTS] = blocked is not BlockedPoints.NONE
    book[core.BLOCKED_MINUS_OWN] = blocked is BlockedPoints.MINUS_OWN
    book[core.DIVIDE_BY] = rules.divide_by
    book[core.ROUND_NEAREST] = rules.rounding is Rounding.NEAREST
    book[core.OUT_BONUS] = rules.out_bonus
    book[core.SCORES_IN_PLAY] = game.scores_in_play
    book[core.DIFFERENCE] = game.awards_difference
    book[core.TARGET] = game.target
    book[core.AT_ONCE] = game.at_once
    book[core.EXACT] = rules.exact
    for total in range(core.HIGH - core.SCORES):
        book[core.SCORES + total] = points_in_play(rules.in_play, total)


def _lower_tiles(game: Game, book: NDArray[np.uint64]) -> None:
    known = game.tiles
    book[core.TOP] = known.top
    book[core.FULL] = known.full
    book[core.DOUBLES] = known.doubles
    book[core.TOP_DOUBLE] = 1 << known.double(known.top)
    width = 2 if book[core.WORDS] == 1 else 4
    for tile in range(known.size):
        high, low = tiles.halves(tile)
        book[core.HIGH + tile], book[core.LOW + tile] = high, low
        book[core.COUNT + tile] = game.pips[tile]
        for pips in {high, low}:
            book[core.NUMBERED + pips] |= np.uint64(1 << tile)
        word, bit = divmod(width * tile, _BITS)
        for digit in range(5):
            if game.pips[tile] >> digit & 1:
                book[core.PLANES + 4 * digit + word] |= np.uint64(1 << bit)
        if width == 4:
            for end in range(4):
                for pips in {high, low}:
                    place = core.SUITS + 64 * end + 4 * pips + word
                    book[place] |= np.uint64(1 << (bit + end))
    heaviest = sorted(range(known.size), key=tiles.weight, reverse=True)
    book[core.HEAVY : core.HEAVY + known.size] = [1 << tile for tile in heaviest]


def _lower_narrow_line(game: Game, book: NDArray[np.uint64], growing: NDArray[np.uint8]) -> None:
    """For each value of the two ends, what fits them, their sum, and the ends that follow."""
    for ends in range(256):
        left, right = ends >> 3 & 7, ends & 7
        at_left, at_right = ends >> 6 & 1, ends >> 7
        alone = at_left and at_right and left == right
        book[core.SUMS + ends] = left + right + (0 if alone else at_left * left + at_right * right)
        for tile in range(game.tiles.size):
            high, low = tiles.halves(tile)
            double = int(game.scores_in_play and high == low)
            if ends == core.NO_LINE:
                growing[ends << 6 | 2 * tile] = high << 3 | low | double * 192
            if left in (high, low):
                book[core.FITTING + ends] |= np.uint64(1 << 2 * tile)
                grown = (high + low - left) << 3 | right
                growing[ends << 6 | 2 * tile] = grown | double * 64 | at_right * 128
            if right in (high, low):
                book[core.FITTING + ends] |= np.uint64(2 << 2 * tile)
                grown = left << 3 | (high + low - right)
                growing[ends << 6 | 2 * tile + 1] = grown | at_left * 64 | double * 128
