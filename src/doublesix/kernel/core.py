"""Every compiled function of the fast engine, in one file.

The compiler's cache looks at this file only: a helper that lived elsewhere could change
without anything being compiled anew. Rules come in as arguments, never as globals, so one
compilation serves every rulebook.

``_round`` is the twin of ``engine/play.py``: it plays a round move by move, drawing the same
numbers from the same seed. It is written once and compiled several times, with its last four
arguments as constants, so that a simple game does not pay for what it cannot have:

``words``    64-bit words a hand takes. One: up to 28 tiles and two ends, two bits a tile, one for
             each end of the line, in canonical order. Two or four: up to 55 tiles and four arms,
             four bits a tile. What may be laid is one ``and``, a choice is one bit.
``free``     a seat may have something else to choose than a tile to lay
``scoring``  the open ends may score
``full``     players other than random ones, scripts, and a trace of every position
"""

# Masks are numpy's uint64 throughout: compiled code would turn a mix with Python's whole numbers
# into floating point, so constants are spelled out.

import platform
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import config, njit, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

U = np.uint64

# Places in a lowered rulebook; lower.py fills them.
WORDS, FREE, SEATS, SIDES, HAND, TILES, STEP, WRAP, LAST_DRAWN = 0, 1, 2, 3, 4, 5, 6, 7, 8
LEADER, EQUAL_REDEALS, LEAD_ANY, NO_LEADER_REDEALS, HIGHEST_TILE_ANY = 9, 10, 11, 12, 13
REDEAL_SINGLE, NEXT_LEADER, SECOND, SECOND_ANY, SECOND_USUAL = 14, 15, 16, 17, 18
SPINNER, ARMS, TOP, NEVER_DRAWS, DRAWN_WAITS, MUST_PLAY = 19, 20, 21, 22, 23, 24
CIRCLE_BLOCKS, ONE_STUCK, STOP_DEAD = 28, 29, 30
NOBODY_WINS, TIE, OUT_COUNTS, PARTNER_SIGN, NEVER_NEGATIVE = 31, 32, 33, 34, 35
BLOCKED_COUNTS, BLOCKED_MINUS_OWN, DIVIDE_BY, ROUND_NEAREST, OUT_BONUS = 36, 37, 38, 39, 40
SCORES_IN_PLAY, DIFFERENCE, TARGET, AT_ONCE, EXACT = 41, 42, 43, 44, 45
FULL, DOUBLES, TOP_DOUBLE = 46, 47, 48
PLANES = 64  # 5 x 4 words: the tiles whose count has this binary digit
SCORES = 96  # 96: what a sum of open ends scores
HIGH, LOW, COUNT = 192, 256, 320  # 64 each: a tile's halves, and what it counts in a hand
HEAVY = 384  # 64: every tile as a mask, the heaviest first
SUITS = 448  # 4 ends x 16 numbers x 4 words: the moves that fit this number at this end
FITTING = 704  # 256: the moves that fit two ends, in one word
SUMS = 960  # 256: what two ends add up to
ALLOWED = 1216  # 64 numbers of tiles drawn x 4: what a seat may do but lay a tile, see lower.py
BOOK_SIZE = 1472

# Two ends are one number: what the left shows (3 bits), what the right shows (3 bits), and where
# ends score, whether a double lies left (64) or right (128); both with the same number is a double
# that lies alone.

# Places in the working memory.
GENERATOR, HANDS, COUNTS, TOTALS, ORDER, POLICIES = 0, 4, 36, 44, 52, 116
WORK_SIZE = 124

# What a round leaves behind, one row a round.
MATCH, NUMBER, ENDED, BY, WINNERS, LEADING, LEAD_TILE = 0, 1, 2, 3, 4, 5, 6
PLAYS, DRAWS, PASSES, REDEALS = 7, 8, 9, 10
POINTS, IN_PLAY, PIPS = 12, 20, 28  # eight each
ROW_SIZE = 36
OUT, BLOCKED, TARGET_REACHED = 1, 2, 3

# What a traced move leaves behind, one row a move.
T_SEAT, T_MOVE, T_LEGAL, T_DIGEST, T_BOUND = 0, 1, 2, 3, 4
TRACE_SIZE = 5
DRAW_CODE, PASS_CODE = 1000, 1001

RANDOM, GREEDY = 0, 1

_ZERO, _ONE, _TWO, _THREE = U(0), U(1), U(2), U(3)
_GAMMA = U(0x9E3779B97F4A7C15)
_FIRST = U(0xBF58476D1CE4E5B9)
_SECOND = U(0x94D049BB133111EB)
_ROOM = U(1 << 40)
NO_LINE = 63
_NO_SPINNER = U(15)


if config.DISABLE_JIT:  # the same in Python, to step through and to measure coverage

    def _ones(word: Any) -> Any:
        return U(int(word).bit_count())

    def _lowest(word: Any) -> Any:
        return U((int(word) & -int(word)).bit_length() - 1)

    def _highest(word: Any) -> Any:
        return U(int(word).bit_length() - 1)

    def _high(a: Any, b: Any) -> Any:
        return U(int(a) * int(b) >> 64)

    def _memory(array: Any) -> Any:
        return array

else:

    @intrinsic
    def _ones(typing, word):  # type: ignore[no-untyped-def]
        """How many bits are set."""
        del typing, word
        return types.uint64(types.uint64), lambda _, build, __, args: build.ctpop(args[0])

    @intrinsic
    def _lowest(typing, word):  # type: ignore[no-untyped-def]
        """The number of the lowest set bit."""
        del typing, word
        true = ir.Constant(ir.IntType(1), 1)
        return types.uint64(types.uint64), lambda _, build, __, args: build.cttz(args[0], true)

    @intrinsic
    def _highest(typing, word):  # type: ignore[no-untyped-def]
        """The number of the highest set bit."""
        del typing, word

        def generate(_, build, __, args):  # type: ignore[no-untyped-def]
            zeros = build.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return build.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.uint64(types.uint64), generate

    @intrinsic
    def _high(typing, a, b):  # type: ignore[no-untyped-def]
        """The upper half of a product of two 64-bit numbers."""
        del typing, a, b

        def generate(_, build, __, args):  # type: ignore[no-untyped-def]
            wide = ir.IntType(128)
            product = build.mul(build.zext(args[0], wide), build.zext(args[1], wide))
            return build.trunc(build.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), generate

    @intrinsic
    def _memory(typing, array):  # type: ignore[no-untyped-def]
        """An array's bare memory. To pass arrays about means to count who uses them, which took a
        third of a round's time."""
        del typing

        def generate(context, build, signature, args):  # type: ignore[no-untyped-def]
            return make_array(signature.args[0])(context, build, args[0]).data

        return types.CPointer(array.dtype)(array), generate


_part = njit(error_model="numpy", forceinline=True)
"""A part of the functions below, compiled into each of them."""


def _host_deposits() -> bool:
    """Whether the processor can spread bits over a mask in one instruction."""
    if config.DISABLE_JIT or platform.machine() not in {"x86_64", "AMD64"}:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2"))


if _host_deposits():

    @intrinsic
    def _deposit(typing, word, mask):  # type: ignore[no-untyped-def]
        """Spread the low bits of a word over the set bits of a mask."""
        del typing, word, mask

        def generate(_, build, __, args):  # type: ignore[no-untyped-def]
            long = ir.IntType(64)
            kind = ir.FunctionType(long, [long, long])
            pdep = build.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
            return build.call(pdep, args)

        return types.uint64(types.uint64, types.uint64), generate

    @_part
    def _nth(mask, n):
        """The number of the n-th set bit, counted from 0."""
        return _lowest(_deposit(_ONE << n, mask))

else:

    @_part
    def _nth(mask, n):
        """The number of the n-th set bit, counted from 0."""
        while n:
            mask &= mask - _ONE
            n -= _ONE
        return _lowest(mask)


# Chance: the twin of rng.py.


@_part
def _mix(word):
    word = (word ^ (word >> U(30))) * _FIRST
    word = (word ^ (word >> U(27))) * _SECOND
    return word ^ (word >> U(31))


@_part
def _open_stream(work, mixed_seed, stream):
    work[GENERATOR] = _mix(mixed_seed + (stream + _ONE) * _GAMMA)
    work[GENERATOR + 1] = _ZERO
    work[GENERATOR + 2] = _ROOM


# Hands: one bit a tile while dealing, four words of moves in play. The words that a game does not
# need are always zero, and vanish in compiled code.


@_part
def _both(a, b):
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@_part
def _either(a, b):
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@_part
def _without(a, b):
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@_part
def _some(a):
    return a[0] | a[1] | a[2] | a[3] != _ZERO


@_part
def _size(a):
    return _ones(a[0]) + _ones(a[1]) + _ones(a[2]) + _ones(a[3])


@_part
def _hand(work, seat, words):
    """The moves of a seat's tiles, at every end."""
    here = U(HANDS) + (seat << _TWO)
    if words == 1:
        return work[here], _ZERO, _ZERO, _ZERO
    if words == 2:
        return work[here], work[here + _ONE], _ZERO, _ZERO
    return work[here], work[here + _ONE], work[here + _TWO], work[here + _THREE]


@_part
def _put_hand(work, seat, words, hand):
    here = U(HANDS) + (seat << _TWO)
    work[here] = hand[0]
    if words > 1:
        work[here + _ONE] = hand[1]
    if words > 2:
        work[here + _TWO], work[here + _THREE] = hand[2], hand[3]


@_part
def _spread_two(tiles):
    """Two bits a tile, the lower one set."""
    tiles = (tiles | tiles << U(16)) & U(0x0000FFFF0000FFFF)
    tiles = (tiles | tiles << U(8)) & U(0x00FF00FF00FF00FF)
    tiles = (tiles | tiles << U(4)) & U(0x0F0F0F0F0F0F0F0F)
    tiles = (tiles | tiles << U(2)) & U(0x3333333333333333)
    return (tiles | tiles << U(1)) & U(0x5555555555555555)


@_part
def _spread_four(tiles):
    """Four bits a tile, the lowest one set, of sixteen tiles."""
    tiles &= U(0xFFFF)
    tiles = (tiles | tiles << U(24)) & U(0x000000FF000000FF)
    tiles = (tiles | tiles << U(12)) & U(0x000F000F000F000F)
    tiles = (tiles | tiles << U(6)) & U(0x0303030303030303)
    return (tiles | tiles << U(3)) & U(0x1111111111111111)


@_part
def _spread(tiles, words):
    """The first of each tile's moves."""
    if words == 1:
        return _spread_two(tiles), _ZERO, _ZERO, _ZERO
    if words == 2:
        return _spread_four(tiles), _spread_four(tiles >> U(16)), _ZERO, _ZERO
    return (
        _spread_four(tiles),
        _spread_four(tiles >> U(16)),
        _spread_four(tiles >> U(32)),
        _spread_four(tiles >> U(48)),
    )


@_part
def _whole(tiles, words):
    """All moves of these tiles."""
    first = _spread(tiles, words)
    all_ends = _THREE if words == 1 else U(15)
    return first[0] * all_ends, first[1] * all_ends, first[2] * all_ends, first[3] * all_ends


@_part
def _of_tile(tile, words):
    """All moves of one tile."""
    if words == 1:
        return _THREE << (tile << _ONE), _ZERO, _ZERO, _ZERO
    moves, word = U(15) << ((tile & U(15)) << _TWO), tile >> U(4)
    first, second = moves if word == _ZERO else _ZERO, moves if word == _ONE else _ZERO
    if words == 2:
        return first, second, _ZERO, _ZERO
    return first, second, moves if word == _TWO else _ZERO, moves if word == _THREE else _ZERO


@_part
def _gathered(hand, words):
    """A hand with one bit a tile again."""
    width = _ONE if words == 1 else _TWO
    tiles = _ZERO
    for word in range(words):
        rest = hand[word]
        while rest:
            tile = _lowest(rest) >> width
            tiles |= _ONE << (tile + U(16 * word))
            rest &= ~((_THREE if words == 1 else U(15)) << (tile << width))
    return tiles


@_part
def _choose(moves, pick, words):
    """The number of the pick-th move, counted through all words."""
    if words == 1:
        return _nth(moves[0], pick)
    # Which word it is in cannot be guessed, so there are no branches.
    ones = _ones(moves[0])
    later = pick >= ones
    pick -= ones if later else _ZERO
    mask, base = moves[1] if later else moves[0], U(64) if later else _ZERO
    if words == 4:
        for word in range(1, 3):
            ones = _ones(moves[word])
            later = later and pick >= ones
            pick -= ones if later else _ZERO
            mask = moves[word + 1] if later else mask
            base = U(64 * word + 64) if later else base
    return _nth(mask, pick) + base


# Dealing: the twin of engine/opening.py.


@_part
def _find_lead(book, dealt, at, in_hands):
    """The tile the opening rule names, as a mask, and whether any may be led instead;
    no tile where the book deals again."""
    leader = book[LEADER]
    doubles = in_hands & book[DOUBLES]
    any_tile = book[LEAD_ANY]
    if book[REDEAL_SINGLE]:
        holders = _ZERO
        for seat in range(book[SEATS]):
            holders += U(dealt[at + seat] & doubles != _ZERO)
        if holders == _ONE:
            return _ZERO, any_tile
    named = _ZERO
    if leader == U(0):
        named = doubles
    elif leader == U(1):
        named = doubles & (_ZERO - doubles)
    elif leader == U(2):
        named, equal = _most_doubles(book, dealt, at)
        if equal and book[EQUAL_REDEALS]:
            return _ZERO, any_tile
    elif leader == U(3):
        named = doubles & book[TOP_DOUBLE]
    if named:
        return _ONE << _highest(named), any_tile
    if leader != U(4):
        if book[NO_LEADER_REDEALS]:
            return _ZERO, any_tile
        any_tile = book[HIGHEST_TILE_ANY]
    place = U(HEAVY)
    while not book[place] & in_hands:
        place += _ONE
    return book[place], any_tile


@_part
def _most_doubles(book, dealt, at):
    """The doubles of the seat that holds most, the highest where several do, and whether
    several do."""
    most, best, equal = _ZERO, _ZERO, False
    for seat in range(book[SEATS]):
        held = dealt[at + seat] & book[DOUBLES]
        count = _ones(held)
        if count > most:
            most, best, equal = count, held, False
        elif count == most and count:
            best, equal = max(best, held), True
    return best, equal


@_part
def _take(book, work, dealt, at):
    """The hands of a given order of tiles, and all tiles in them."""
    place = U(ORDER)
    in_hands = _ZERO
    for seat in range(book[SEATS]):
        tiles = _ZERO
        for _ in range(book[HAND]):
            tiles |= _ONE << work[place]
            place += _ONE
        dealt[at + seat] = tiles
        in_hands |= tiles
    return in_hands


@_part
def _shuffle(book, work, dealt, at):
    """Shuffle and deal: first the stock, then the seats from the last to B; seat A's tiles are
    what is left. All tiles that are in hands."""
    seats, size, hand = book[SEATS], book[TILES], book[HAND]
    state, pool, span = work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2]
    for tile in range(size):
        work[U(ORDER) + tile] = tile
    last = size
    gone, in_hands = _ZERO, _ZERO
    count = size - seats * hand
    for part in range(seats):
        tiles = _ZERO
        stop = last - count
        while last > stop:
            bound = last
            last -= _ONE
            span *= bound
            if span > _ROOM:
                span = bound
                state += _GAMMA
                pool = _mix(state)
            other = U(ORDER) + _high(pool, bound)
            pool *= bound
            tile = work[other]
            work[other] = work[U(ORDER) + last]
            work[U(ORDER) + last] = tile
            tiles |= _ONE << tile
        gone |= tiles
        if part:
            dealt[at + seats - part] = tiles
        else:
            in_hands = book[FULL] ^ tiles
        count = hand
    dealt[at] = book[FULL] ^ gone
    work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2] = state, pool, span
    return in_hands


@_part
def _deal(book, work, dealt, at, leader, given):
    """Deal until the round can be led: the leader (given, or -1 for the opening rule), the
    tiles that may be led, all tiles in hands, as masks, and how often it was dealt again."""
    redeals = 0
    while True:
        if given:
            in_hands = _take(book, work, dealt, at)
        else:
            in_hands = _shuffle(book, work, dealt, at)
        if leader >= 0:
            return U(leader), dealt[at + U(leader)], in_hands, redeals
        named, any_tile = _find_lead(book, dealt, at, in_hands)
        if named:
            leading = _ZERO
            for seat in range(book[SEATS]):
                leading = seat if dealt[at + seat] & named else leading
            return leading, dealt[at + leading] if any_tile else named, in_hands, redeals
        redeals += 1


# The line: the twin of engine/ends.py. Two ends of up to double-six are one number, see above. A
# line that may have arms is four: what each end shows, four bits an end; at which ends a double
# lies; which are bare sides of the middle tile; and the number on the spinner.


@_part
def _grow(book, line, tile, end, leads):
    """The line with a tile laid at an end."""
    shown, doubled, bare, spinner = line
    high, low = book[U(HIGH) + tile], book[U(LOW) + tile]
    double = U(high == low)
    here = _ONE << end
    if leads:
        shown, doubled, bare = high | low << U(4), double * _THREE, _THREE
    else:
        old = shown >> (end << _TWO) & U(15)
        shown ^= (old ^ (high + low - old)) << (end << _TWO)
        doubled = doubled & ~here | double << end
        bare = bare & ~here if spinner != _NO_SPINNER else _ZERO
    if double and spinner == _NO_SPINNER and book[SPINNER]:
        if book[SPINNER] == _ONE or high == book[TOP]:
            spinner = high
            shown |= high << U(8) | high << U(12)
            doubled |= U(12)
            bare |= U(12) | (_ZERO if leads else here)
    return shown, doubled, bare, spinner


@_part
def _fitting(book, line, words):
    """What may be laid at the open ends; a shut one shows 15, which no tile has."""
    shown, _, bare, spinner = line
    shut = U(12)
    if spinner != _NO_SPINNER:
        shut = _ZERO
        if book[ARMS] == _ONE:
            shut = U(12) if bare & _THREE else _ZERO
        elif book[ARMS] == _TWO:
            shut = bare ^ U(15) if bare else _ZERO
    shut = (shut | shut << U(6)) & U(0x0303)
    shown |= ((shut | shut << U(3)) & U(0x1111)) * U(15)
    left, right = U(SUITS) + ((shown & U(15)) << _TWO), U(SUITS + 64) + (shown >> _TWO & U(60))
    up, down = U(SUITS + 128) + (shown >> U(6) & U(60)), U(SUITS + 192) + (shown >> U(10) & U(60))
    first = book[left] | book[right] | book[up] | book[down]
    left, right, up, down = left + _ONE, right + _ONE, up + _ONE, down + _ONE
    second = book[left] | book[right] | book[up] | book[down]
    if words == 2:
        return first, second, _ZERO, _ZERO
    left, right, up, down = left + _ONE, right + _ONE, up + _ONE, down + _ONE
    third = book[left] | book[right] | book[up] | book[down]
    left, right, up, down = left + _ONE, right + _ONE, up + _ONE, down + _ONE
    return first, second, third, book[left] | book[right] | book[up] | book[down]


@_part
def _total(line):
    """What the open ends add up to."""
    shown, doubled, bare, spinner = line
    total = _ZERO
    for end in range(2 if spinner == _NO_SPINNER else 4):
        pips = shown >> U(4 * end) & U(15)
        if bare >> U(end) & _ONE:
            total += pips if spinner == _NO_SPINNER else _ZERO
        else:
            total += pips << (doubled >> U(end) & _ONE)
    if spinner != _NO_SPINNER and _ones(bare) > _TWO:
        total += spinner << _ONE
    return total


# What a seat may do: the twin of engine/refusal.py and engine/play.py.


@_part
def _second_stage(book, double, fitting):
    """What the leader still has to do in this turn: 1 a second tile, 2 what any seat does,
    0 nothing."""
    if not book[SECOND] or not (double or book[SECOND_ANY]):
        return _ZERO
    if fitting:
        return _ONE
    return _TWO if book[SECOND_USUAL] else _ZERO


@_part
def _stock_fits(book, work, next_drawn, fits, words):
    """Whether a tile of the stock could be laid."""
    for place in range(next_drawn, book[TILES]):
        tile = work[U(ORDER) + place]
        if _some(_both(fits, _of_tile(tile, words))):
            return True
    return False


@_part
def _blocked(book, work, fits, mine, stuck, next_drawn, passes, words):
    """Whether the round cannot go on: ``mine``, the seat in turn holds a tile that fits;
    ``stuck``, nobody does."""
    if mine and passes == _ZERO:
        return False
    if passes >= book[SEATS] and book[CIRCLE_BLOCKS]:
        return True
    if book[STOP_DEAD] and stuck and not _stock_fits(book, work, next_drawn, fits, words):
        return True
    if not book[NEVER_DRAWS] and next_drawn < book[LAST_DRAWN]:
        return False
    return not mine if book[ONE_STUCK] else stuck


# Points: the twin of engine/scoring.py.


@_part
def _write_points(book, work, rows, row, side, points):
    """Write points in play, unless they would overshoot an exact target."""
    here = row + U(IN_PLAY) + side
    if book[EXACT] and not book[DIFFERENCE]:
        reached = np.int64(work[U(TOTALS) + side]) + rows[here] + np.int64(points)
        if reached > np.int64(book[TARGET]):
            points = _ZERO
    rows[here] += np.int64(points)


@_part
def _count(book, hand, words):
    """What a hand counts."""
    total = _ZERO
    for word in range(words):
        for digit in range(5):
            total += _ones(hand[word] & book[PLANES + 4 * digit + word]) << U(digit)
    return np.int64(total)


@_part
def _lightest(book, hand, words):
    """What the lightest tile of a hand counts."""
    lightest = U(99)
    tiles = _gathered(hand, words)
    while tiles:
        lightest = min(lightest, book[U(COUNT) + _lowest(tiles)])
        tiles &= tiles - _ONE
    return lightest


@_part
def _blocked_winners(book, work, words):
    """The sides that win a blocked round, as a mask."""
    if book[NOBODY_WINS]:
        return 0
    sides = np.int64(book[SIDES])
    fewest = np.int64(work[COUNTS])
    for side in range(1, sides):
        fewest = min(fewest, np.int64(work[U(COUNTS) + U(side)]))
    best, tied = 0, 0
    for side in range(sides):
        if np.int64(work[U(COUNTS) + U(side)]) == fewest:
            best |= 1 << side
            tied += 1
    if tied == 1 or book[TIE] == _ONE:
        return best
    if book[TIE] == _ZERO:
        return 0
    lightest, winners = U(99), 0
    for seat in range(np.int64(book[SEATS])):
        side = seat & 1 if sides == 2 else seat
        if best >> side & 1:
            tile = _lightest(book, _hand(work, U(seat), words), words)
            if tile < lightest:
                lightest, winners = tile, 0
            if tile == lightest:
                winners |= 1 << side
    return winners if winners & (winners - 1) == 0 else 0


@_part
def _divide(book, points):
    by = np.int64(book[DIVIDE_BY])
    if by == 1:
        return points
    if book[ROUND_NEAREST]:
        return (2 * points + by) // (2 * by)
    return -(-points // by)


@_part
def _score(book, work, rows, row, words):
    """Count a round that has ended: its row knows how and by whom, and the points in play."""
    seats, sides = book[SEATS], book[SIDES]
    ended = rows[row + U(ENDED)]
    for side in range(sides):
        work[U(COUNTS) + side] = _ZERO
    together = 0
    for seat in range(seats):
        pips = _count(book, _hand(work, seat, words), words)
        rows[row + U(PIPS) + seat] = pips
        work[U(COUNTS) + (seat & _ONE if sides == _TWO else seat)] += U(pips)
        together += pips
    if ended == BLOCKED:
        winners = _blocked_winners(book, work, words)
    else:
        by = np.int64(rows[row + U(BY)])
        winners = 1 << (by & 1 if sides == _TWO else by)
    rows[row + U(WINNERS)] = winners
    # Nearly free of branches: who won, and how, is what a processor cannot guess.
    opponents = together
    for side in range(sides):
        won = np.int64(U(winners) >> side & _ONE)
        opponents -= won * np.int64(work[U(COUNTS) + side])
    out = ended == OUT
    counted = np.int64(book[OUT_COUNTS] if out else book[BLOCKED_COUNTS])
    sign = np.int64(book[PARTNER_SIGN] if out else _ZERO - book[BLOCKED_MINUS_OWN])
    bonus = np.int64(book[OUT_BONUS] if out else _ZERO)
    plain = book[NEVER_NEGATIVE] == _ZERO
    awarded = np.int64(ended != TARGET_REACHED)
    for side in range(sides):
        made = opponents + sign * np.int64(work[U(COUNTS) + side])
        made = made if made > 0 or plain else 0
        made = _divide(book, made) * counted + bonus
        won = np.int64(U(winners) >> side & _ONE) * awarded
        rows[row + U(POINTS) + side] = made * won + rows[row + U(IN_PLAY) + side]
    if book[DIFFERENCE]:
        lead = rows[row + U(POINTS)] - rows[row + U(POINTS + 1)]
        rows[row + U(POINTS)], rows[row + U(POINTS + 1)] = max(lead, 0), max(-lead, 0)
    if book[EXACT]:
        for side in range(sides):
            points = rows[row + U(POINTS) + side]
            if np.int64(work[U(TOTALS) + side]) + points > np.int64(book[TARGET]):
                kept = 0 if book[DIFFERENCE] else rows[row + U(IN_PLAY) + side]
                rows[row + U(POINTS) + side] = kept


# A trace of every position, which the readable engine's positions can be compared with.


@_part
def _chain(digest, value):
    """One more number into a digest."""
    return _mix(digest ^ value) + _GAMMA


@_part
def _legal_digest(legal, words, leads, draws, passes):
    """The legal moves in canonical order, in one number."""
    width = _ONE if words == 1 else _TWO
    digest = _ZERO
    for word in range(words):
        rest = legal[word]
        while rest:
            move = _lowest(rest) + U(64 * word)
            rest &= rest - _ONE
            end = U(7) if leads else move & ((_ONE << width) - _ONE)
            digest = _chain(digest, move >> width << _THREE | end)
    if draws:
        digest = _chain(digest, U(DRAW_CODE))
    if passes:
        digest = _chain(digest, U(PASS_CODE))
    return digest


@_part
def _shown(words, ends, line):
    """What each end shows, in one number."""
    if words == 1:
        return (ends >> U(3) & U(7)) + _ONE | (ends & U(7)) + _ONE << U(5)
    told = _ZERO
    for end in range(2 if line[3] == _NO_SPINNER else 4):
        told |= (line[0] >> U(4 * end) & U(15)) + _ONE << U(5 * end)
    return told


@_part
def _digest(book, work, rows, row, words, facts):
    """A position in one number; the readable engine's positions have the same one."""
    digest = _ZERO
    for seat in range(book[SEATS]):
        digest = _chain(digest, _gathered(_hand(work, seat, words), words))
    for fact in facts:
        digest = _chain(digest, fact)
    for side in range(U(8)):
        digest = _chain(digest, U(rows[row + U(IN_PLAY) + side]))
    return digest


# Players.


@_part
def _total_after(book, growing, words, ends, line, tile, end, leads):
    """What the open ends would add up to with this tile laid at this end."""
    if words == 1:
        return book[U(SUMS) + U(growing[ends << U(6) | tile << _ONE | end])]
    return _total(_grow(book, line, tile, end, leads))


@_part
def _greedy(book, growing, words, ends, line, legal, leads):
    """What a greedy player does: most points, then most pips, then a double, then the first."""
    width = _ONE if words == 1 else _TWO
    best, best_value = _ZERO, np.int64(-1)
    for word in range(words):
        rest = legal[word]
        while rest:
            move = _lowest(rest) + U(64 * word)
            rest &= rest - _ONE
            tile, end = move >> width, move & ((_ONE << width) - _ONE)
            points = _ZERO
            if book[SCORES_IN_PLAY]:
                total = _total_after(book, growing, words, ends, line, tile, end, leads)
                points = book[U(SCORES) + total]
            double = U(book[U(HIGH) + tile] == book[U(LOW) + tile])
            value = np.int64((points * U(64) + book[U(COUNT) + tile]) * _TWO + double)
            if value > best_value:
                best, best_value = move, value
    return best


# A round.


@_part
def _round(
    book, growing, work, script, limit, leader, rows, row, dealt, at, traced, trace,
    words, free, scoring, full,
):  # fmt: skip
    """Play a round, or the first moves of it; its row says how it went. How many moves it had."""
    seats, step, wrap = book[SEATS], book[STEP], book[WRAP]
    one_stuck = book[ONE_STUCK] != _ZERO
    must_play = book[MUST_PLAY] != _ZERO
    width = _ONE if words == 1 else _TWO
    tracing = full and traced
    scripted = full and limit >= 0
    turn, leads, in_hands, redeals = _deal(book, work, dealt, at, leader, scripted)
    for place in range(U(ROW_SIZE)):
        rows[row + place] = 0
    rows[row + U(LEADING)], rows[row + U(REDEALS)], rows[row + U(BY)] = turn, redeals, -1
    state, pool, span = work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2]
    for seat in range(seats):
        _put_hand(work, seat, words, _whole(dealt[at + seat], words))
    held = _whole(in_hands, words)
    fits = _spread(leads, words)  # before the lead, what may be led
    next_drawn = seats * book[HAND]
    stage, drawn, passes, plays, knocks = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
    ends, line, total = U(NO_LINE), (_ZERO, _ZERO, _ZERO, _NO_SPINNER), _ZERO
    ended, ply = 0, 0
    stuck = False
    while ended == 0:
        # What may be done.
        hand = _hand(work, turn, words)
        legal = _both(hand, fits)
        choices = _size(legal)
        bound = choices
        draws, may_pass = _ZERO, _ZERO
        if free:
            if stage == _TWO and not (must_play and choices):
                drawable, circled = next_drawn < book[LAST_DRAWN], passes >= seats
                allowed = book[U(ALLOWED) + (drawn << _TWO | U(circled) << _ONE | U(drawable))]
                able, unable = allowed >> _TWO, allowed & _THREE
                # Both are counted before it is known which holds: the fewest steps to the bound.
                bound += able - (able >> _ONE) if choices else unable - (unable >> _ONE)
                allowed = able if choices else unable
                draws, may_pass = allowed & _ONE, allowed >> _ONE
                if drawn and book[DRAWN_WAITS]:
                    legal, bound, choices = (_ZERO, _ZERO, _ZERO, _ZERO), bound - choices, _ZERO
        if tracing:
            trace[ply * TRACE_SIZE + T_SEAT], trace[ply * TRACE_SIZE + T_BOUND] = turn, bound
            trace[ply * TRACE_SIZE + T_LEGAL] = _legal_digest(
                legal, words, stage == _ZERO, draws, may_pass
            )
        # Which of it is done.
        pick = _ZERO
        known = greedy = False
        if full:
            if scripted:
                if ply == limit:
                    break
                pick, known = U(script[ply]), True
            elif work[U(POLICIES) + turn] == U(GREEDY):
                known = greedy = True
                pick = _ZERO if choices else draws & may_pass
        if not known and (free or choices):
            span *= bound
            if span > _ROOM:
                span = bound
                state += _GAMMA
                pool = _mix(state)
            pick = _high(pool, bound)
            pool *= bound
        if (pick < choices) if free else choices:
            # A tile is laid.
            move = _choose(legal, pick, words)
            if full:
                if greedy:
                    move = _greedy(book, growing, words, ends, line, legal, stage == _ZERO)
            tile = move >> width
            laid = _of_tile(tile, words)
            hand = _without(hand, laid)
            held = _without(held, laid)
            _put_hand(work, turn, words, hand)
            by = turn
            turn += step
            turn = wrap if turn >= seats else turn
            plays += _ONE
            passes, drawn = _ZERO, _ZERO
            if words == 1:
                ends = U(growing[ends << U(6) | move])
                fits = book[U(FITTING) + ends], _ZERO, _ZERO, _ZERO
            else:
                line = _grow(book, line, tile, move & _THREE, stage == _ZERO)
                fits = _fitting(book, line, words)
            code = move
            if full:
                code = tile << _THREE | (move & ((_ONE << width) - _ONE) if stage else U(7))
            if stage == _ZERO:
                rows[row + U(LEAD_TILE)] = tile
                double = book[U(HIGH) + tile] == book[U(LOW) + tile]
                stage = _second_stage(book, double, _some(_both(hand, fits)))
                if stage:
                    turn = by
            stage = stage if stage == _ONE and plays == _ONE else _TWO
            if scoring:
                if book[SCORES_IN_PLAY]:
                    side = by & _ONE if book[SIDES] == _TWO else by
                    total = book[U(SUMS) + ends] if words == 1 else _total(line)
                    _write_points(book, work, rows, row, side, book[U(SCORES) + total])
                    if book[AT_ONCE]:
                        reached = work[U(TOTALS) + side] + U(rows[row + U(IN_PLAY) + side])
                        ended = TARGET_REACHED if reached >= book[TARGET] else 0
            if ended == 0 and not _some(hand):
                ended = OUT
            if ended:
                rows[row + U(BY)] = by
            if not free:
                stuck = not _some(_both(held, fits))
        elif draws and pick == choices:
            drew = _of_tile(work[U(ORDER) + next_drawn], words)
            _put_hand(work, turn, words, _either(hand, drew))
            held = _either(held, drew)
            next_drawn += _ONE
            drawn += _ONE
            passes = _ZERO
            code = U(DRAW_CODE)
        else:
            turn += step
            turn = wrap if turn >= seats else turn
            knocks += _ONE
            passes += _ONE
            drawn = _ZERO
            code = U(PASS_CODE)
        # Whether the round can go on.
        if free:
            stuck = not _some(_both(held, fits))
        if ended == 0 and (stuck or one_stuck or (free and passes >= seats)):
            mine = _some(_both(_hand(work, turn, words), fits))
            if _blocked(book, work, fits, mine, stuck, next_drawn, passes, words):
                ended = BLOCKED
        if tracing:
            trace[ply * TRACE_SIZE + T_MOVE] = code
            facts = (
                book[TILES] - next_drawn, _shown(words, ends, line), total, turn, stage, drawn,
                passes, U(ended),
            )  # fmt: skip
            trace[ply * TRACE_SIZE + T_DIGEST] = _digest(book, work, rows, row, words, facts)
        ply += 1
    work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2] = state, pool, span
    rows[row + U(ENDED)], rows[row + U(PLAYS)], rows[row + U(PASSES)] = ended, plays, knocks
    rows[row + U(DRAWS)] = next_drawn - seats * book[HAND]
    if ended:
        _score(book, work, rows, row, words)
    return ply


@_part
def _next_leader(book, rows, row):
    """Who leads after this round; -1 where the opening rule says so."""
    if book[NEXT_LEADER] == U(0):
        return np.int64(-1)
    leading = U(rows[row + U(LEADING)])
    if book[NEXT_LEADER] == U(2):
        leading += book[STEP]
        return np.int64(book[WRAP] if leading >= book[SEATS] else leading)
    if rows[row + U(ENDED)] != BLOCKED:
        return np.int64(rows[row + U(BY)])
    winners = U(rows[row + U(WINNERS)])
    best, fewest = np.int64(leading), np.int64(1 << 30)
    for seat in range(book[SEATS]):
        side = seat & _ONE if book[SIDES] == _TWO else seat
        pips = np.int64(rows[row + U(PIPS) + seat])
        if winners >> side & _ONE and pips < fewest:
            best, fewest = np.int64(seat), pips
    return best


@_part
def _finished(book, work, rows, row):
    """Add a round to the totals; whether the match is over."""
    most = np.int64(0)
    for side in range(book[SIDES]):
        total = np.int64(work[U(TOTALS) + side]) + rows[row + U(POINTS) + side]
        work[U(TOTALS) + side] = U(total)
        most = max(most, total)
    return most >= np.int64(book[TARGET])


@_part
def _batch(
    book, growing, work, script, limit, seed, first, count, single, leader, room, rows, dealt,
    traced, trace, words, free, scoring, full,
):  # fmt: skip
    """Play matches, or single rounds; how many of them, how many rounds, and how many moves the
    last round had. Ends early when there is no room for another round."""
    done, played, made = 0, 0, 0
    seats = book[SEATS]
    seed = _mix(seed + _GAMMA)
    while done < count:
        start = played
        number = 0
        lead = np.int64(leader)
        if limit < 0:
            _open_stream(work, seed, first + U(done))
            for side in range(U(8)):
                work[U(TOTALS) + side] = _ZERO
        over = False
        while not over:
            if played == room:
                return done, start, made
            row = U(played * ROW_SIZE)
            at = U(played) * seats
            made = _round(
                book, growing, work, script, limit, lead, rows, row, dealt, at, traced, trace,
                words, free, scoring, full,
            )  # fmt: skip
            number += 1
            rows[row + U(MATCH)], rows[row + U(NUMBER)] = done, number
            played += 1
            over = _finished(book, work, rows, row) or single
            lead = _next_leader(book, rows, row)
        done += 1
    return done, played, made


@njit(cache=True, error_model="numpy", nogil=True)
def play(
    book, growing, work, script, limit, seed, first, count, single, leader, rows, dealt, trace
):  # fmt: skip
    """Play ``count`` matches, or single rounds, from stream ``first`` of a seed on.

    With a ``limit`` of moves, 0 or more, the order of the tiles and the totals are those in
    ``work`` and the moves are those of the script, each as its place among the legal ones.
    """
    words = book[WORDS]
    traced = trace.size > 0
    full = traced or limit >= 0
    for seat in range(book[SEATS]):
        full = full or work[U(POLICIES) + seat] != U(RANDOM)
    free = book[FREE] != _ZERO or book[SCORES_IN_PLAY] != _ZERO
    room = rows.size // ROW_SIZE
    b, g, w, s = _memory(book), _memory(growing), _memory(work), _memory(script)
    r, d, t = _memory(rows), _memory(dealt), _memory(trace)
    if words == _ONE:
        if full:
            return _batch(
                b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
                1, True, True, True,
            )  # fmt: skip
        if free:
            return _batch(
                b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
                1, True, True, False,
            )  # fmt: skip
        return _batch(
            b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
            1, False, False, False,
        )  # fmt: skip
    if words == _TWO and not (full or free):
        return _batch(
            b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
            2, False, False, False,
        )  # fmt: skip
    return _batch(
        b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
        4, True, True, True,
    )  # fmt: skip


@njit(cache=True, error_model="numpy", nogil=True)
def perft(book, growing, work, script, start, leader, rows, dealt, trace, nodes):
    """Count every sequence of moves after the first ``start`` ones of a script: how many of each
    length, how many end the round, and what those add to all totals."""
    depth = script.size - start
    totals = work[TOTALS : TOTALS + 8].copy()
    ended, points, fresh = 0, 0, 0
    while fresh >= 0 and depth:
        work[TOTALS : TOTALS + 8] = totals
        # The round is played from its deal each time; what is new is counted from ``fresh`` on.
        _, _, made = play(
            book, growing, work, script, script.size, U(0), U(0), 1, True, leader,
            rows, dealt, trace,
        )  # fmt: skip
        made -= start
        for length in range(fresh, made):
            nodes[length] += 1
        if rows[ENDED]:
            ended += 1
            for side in range(np.int64(book[SIDES])):
                points += rows[POINTS + side]
        # On to the next sequence: the last move that has another one after it.
        fresh = made - 1
        while fresh >= 0:
            at = start + fresh
            script[at] += 1
            if script[at] < np.int64(trace[at * TRACE_SIZE + T_BOUND]):
                break
            script[at] = 0
            fresh -= 1
    return ended, points
