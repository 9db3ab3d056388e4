"""Every compiled function of the fast engine, in one file.

The compiler's cache looks at this file only: a helper that lived elsewhere could change
without anything being compiled anew. Rules come in as arguments, never as globals, so one
compilation serves every rulebook.

``_round`` is the twin of ``engine/play.py``: it plays a round move by move, drawing the same
numbers from the same seed. It is written once and compiled several times, with its last five
arguments as constants, so that a simple game does not pay for what it cannot have:

``words``    64-bit words a hand takes. One: up to 28 tiles and two ends, two bits a tile, one for
             each end of the line, in canonical order. Two or four: up to 55 tiles and four arms,
             four bits a tile. What may be laid is one ``and``, a choice is one bit.
``free``     a seat may have something else to choose than a tile to lay
``scoring``  the open ends may score
``full``     players other than random ones, scripts, and a trace of every position
``searching``  the round goes on from a position, and the first moves are chosen by a search tree
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
SPINNER, ARMS, TOP, NEVER_DRAWS, DRAWN_WAITS, MUST_PLAY, DRAWN_ON = 19, 20, 21, 22, 23, 24, 25
CIRCLE_BLOCKS, ONE_STUCK, STOP_DEAD = 28, 29, 30
NOBODY_WINS, TIE, OUT_COUNTS, PARTNER_SIGN, NEVER_NEGATIVE = 31, 32, 33, 34, 35
BLOCKED_COUNTS, BLOCKED_MINUS_OWN, DIVIDE_BY, ROUND_NEAREST, OUT_BONUS = 36, 37, 38, 39, 40
SCORES_IN_PLAY, DIFFERENCE, TARGET, AT_ONCE, EXACT = 41, 42, 43, 44, 45
FULL, DOUBLES, TOP_DOUBLE, PASS_TELLS = 46, 47, 48, 49
PLANES = 64  # 5 x 4 words: the tiles whose count has this binary digit
SCORES = 96  # 96: what a sum of open ends scores
HIGH, LOW, COUNT = 192, 256, 320  # 64 each: a tile's halves, and what it counts in a hand
HEAVY = 384  # 64: every tile as a mask, the heaviest first
SUITS = 448  # 4 ends x 16 numbers x 4 words: the moves that fit this number at this end
FITTING = 704  # 256: the moves that fit two ends, in one word
SUMS = 960  # 256: what two ends add up to
ALLOWED = 1216  # 64 numbers of tiles drawn x 4: what a seat may do but lay a tile, see lower.py
NUMBERED = 1472  # 16: the tiles that show a number
BOOK_SIZE = 1488

# Two ends are one number: what the left shows (3 bits), what the right shows (3 bits), and where
# ends score, whether a double lies left (64) or right (128); both with the same number is a double
# that lies alone.

# Places in the working memory.
GENERATOR, HANDS, COUNTS, TOTALS, ORDER, POLICIES = 0, 4, 36, 44, 52, 116
# A position from which a round goes on: who is in turn, at which stage, tiles drawn, passes in a
# row, tiles laid so far, the place of the next tile to draw, what may be led; the ends or the line.
START = 124
ST_TURN, ST_STAGE, ST_DRAWN, ST_PASSES, ST_PLAYS, ST_NEXT, ST_LEADS = 0, 1, 2, 3, 4, 5, 6
ST_ENDS, ST_LINE, ST_IN_PLAY, ST_LAID = 7, 8, 12, 20  # four words, eight words
ST_PICK, ST_HISTORY = 21, 22  # the first move, as its place among the legal ones and 1 more
JUDGE = 512  # in its stead: what moves are worth, and no more
BY_CODE = 1 << 12  # added to a move of a script that is given as a tile and an end
LIKES = 204  # eight: what the thumb rules count
# What everybody has seen of the seats, eight words each: the numbers they lack, the numbers at the
# ends when they drew, the tiles they laid, how many they drew, what their last tile shows and
# covers, each a number and 1 more, four bits; how often they showed and covered each number, four
# bits each.
HISTORY = 212
LACKS, DREW_AT, LAID_BY, DRAWN_BY, LAST, SHOWED, COVERED = 212, 220, 228, 236, 244, 252, 260
HISTORY_SIZE = 56
STOP, EXPLORE = 268, 269  # the choice before which a round stops; how many of 1024 are by chance
FEATURES = 272  # 512: what the net is shown
BEFORE = 784  # eight: what each side has when a match begins
WORK_SIZE = 792

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

RANDOM, GREEDY, HEURISTIC, NET = 0, 1, 2, 3

# A move as one number: a tile and an end, or one of these.
CODE_DRAW, CODE_PASS = 256, 257

# What the thumb rules look at, see bots/heuristic.py.
L_SCORED, L_PIPS, L_DOUBLE, L_FITS, L_UNSEEN, L_STARVES, L_LATER = 0, 1, 2, 3, 4, 5, 6

_ZERO, _ONE, _TWO, _THREE = U(0), U(1), U(2), U(3)
_GAMMA = U(0x9E3779B97F4A7C15)
_FIRST = U(0xBF58476D1CE4E5B9)
_SECOND = U(0x94D049BB133111EB)
_ROOM = U(1 << 40)
NO_LINE = 63
_FIRST_ENDS = U(0x5555555555555555)
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
_piece = njit(error_model="numpy")
"""A part too large to be compiled into every place that uses it."""
_sum = njit(error_model="numpy", fastmath={"reassoc", "nsz"})
"""A part that adds up many numbers, several at a time."""


def _host_deposits() -> bool:
    """Whether the processor can spread bits over a mask in one instruction."""
    compiles = not config.DISABLE_JIT and platform.machine() in {"x86_64", "AMD64"}
    return compiles and bool(binding.get_host_cpu_features().get("bmi2"))


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
        """The n-th set bit alone, counted from 0."""
        return _deposit(_ONE << n, mask)

    @_part
    def _spread_two(tiles):
        """Two bits a tile, the lower one set."""
        return _deposit(tiles, U(0x5555555555555555))

    @_part
    def _spread_four(tiles):
        """Four bits a tile, the lowest one set, of sixteen tiles."""
        return _deposit(tiles, U(0x1111111111111111))

else:

    @_part
    def _nth(mask, n):
        """The n-th set bit alone, counted from 0."""
        while n:
            mask &= mask - _ONE
            n -= _ONE
        return mask & (_ZERO - mask)

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
        return _lowest(_nth(moves[0], pick))
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
    return _lowest(_nth(mask, pick)) + base


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
    """Deal: first the stock, then the seats from the last to B; seat A's tiles are what is left.
    All tiles that are in hands."""
    seats, size, hand = book[SEATS], book[TILES], book[HAND]
    state, pool, span = work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2]
    rest, last = book[FULL], size
    in_hands = rest
    count = size - seats * hand
    for part in range(seats):
        before = rest
        stop = last - count
        while last > stop:
            span *= last
            if span > _ROOM:
                span = last
                state += _GAMMA
                pool = _mix(state)
            tile = _nth(rest, _high(pool, last))
            pool *= last
            rest ^= tile
            last -= _ONE
            if part == _ZERO:
                work[U(ORDER) + last] = _lowest(tile)
        if part:
            dealt[at + seats - part] = before ^ rest
        else:
            in_hands = rest
        count = hand
    dealt[at] = rest
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
def _lightest(book, tiles):
    """What the lightest of these tiles counts."""
    lightest = U(99)
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
            tile = _lightest(book, _gathered(_hand(work, U(seat), words), words))
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


@_part
def _tiles_among(moves, words):
    """How many tiles these moves belong to."""
    if words == 1:
        return _ones((moves[0] | moves[0] >> _ONE) & _FIRST_ENDS)
    count = _ZERO
    for word in range(words):
        either = moves[word] | moves[word] >> _ONE
        count += _ones((either | either >> _TWO) & U(0x1111111111111111))
    return count


@_part
def _numbers_shown(words, ends, line):
    """The numbers at the ends, as a mask."""
    if words == 1:
        return _ONE << (ends >> U(3) & U(7)) | _ONE << (ends & U(7))
    shown = _ZERO
    for end in range(2 if line[3] == _NO_SPINNER else 4):
        shown |= _ONE << (line[0] >> U(4 * end) & U(15))
    return shown


@_part
def _number_at(words, ends, line, end):
    """The number at an end."""
    if words == 1:
        return ends & U(7) if end else ends >> U(3) & U(7)
    return line[0] >> (U(4) * end) & U(15)


@_piece
def _liking(book, work, turn, shown):
    """How much the thumb rules like these numbers for what others are known to lack."""
    liking = np.int64(0)
    seats = book[SEATS]
    other = turn
    for place in range(_ONE, seats):
        other += book[STEP]
        other = book[WRAP] if other >= seats else other
        lacked = np.int64(_ones(work[U(LACKS) + other] & shown))
        if book[SIDES] != _TWO or (other ^ turn) & _ONE:
            rule = U(L_STARVES if place == _ONE else L_LATER)
            liking += np.int64(work[U(LIKES) + rule]) * lacked
    return liking


@_piece
def _heuristic(book, growing, work, words, ends, line, legal, leads, hand, laid, turn):
    """What a player with thumb rules does; among equals the first."""
    width = _ONE if words == 1 else _TWO
    own = _gathered(hand, words)
    best, best_value = _ZERO, np.int64(-1 << 40)
    for word in range(words):
        rest = legal[word]
        while rest:
            move = _lowest(rest) + U(64 * word)
            rest &= rest - _ONE
            tile, end = move >> width, move & ((_ONE << width) - _ONE)
            high, low = book[U(HIGH) + tile], book[U(LOW) + tile]
            ends_after, line_after = ends, line
            if words == 1:
                ends_after = U(growing[ends << U(6) | move])
                fits = book[U(FITTING) + ends_after], _ZERO, _ZERO, _ZERO
            else:
                line_after = _grow(book, line, tile, end, leads)
                fits = _fitting(book, line_after, words)
            shown = _numbers_shown(words, ends_after, line_after)
            showing = _ZERO
            for number in range(book[TOP] + _ONE):
                if shown >> U(number) & _ONE:
                    showing |= book[U(NUMBERED) + U(number)]
            fitting = _tiles_among(_both(_without(hand, _of_tile(tile, words)), fits), words)
            value = _liking(book, work, turn, shown)
            value += np.int64(work[LIKES + L_PIPS]) * np.int64(book[U(COUNT) + tile])
            value += np.int64(work[LIKES + L_DOUBLE]) * np.int64(high == low)
            value += np.int64(work[LIKES + L_FITS]) * np.int64(fitting)
            value -= np.int64(work[LIKES + L_UNSEEN]) * np.int64(_ones(showing & ~(own | laid)))
            if book[SCORES_IN_PLAY]:
                total = book[U(SUMS) + ends_after] if words == 1 else _total(line_after)
                value += np.int64(work[LIKES + L_SCORED]) * np.int64(book[U(SCORES) + total])
            if value > best_value:
                best, best_value = move, value
    return best


# A net that has learned what moves are worth. It is shown which of many things are so, those of the
# seat in turn and those of a move; seats are counted from the one in turn on, the fifth and those
# after it as one.

F_HAND, F_LAID, F_LACKS, F_DREW_AT, F_HELD, F_DRAWN = 0, 28, 168, 196, 224, 304
F_STOCK, F_SUIT, F_LAST, F_PASSES, F_STAGE, F_NEEDS = 336, 352, 416, 486, 491, 499
F_TILE, F_OTHER, F_SHOWN, F_PAIR, F_STUCK, F_FITS = 515, 543, 546, 567, 595, 607
F_OPEN, F_SCORED, F_SUM, F_LEFT, F_OUT, F_SAME = 615, 631, 644, 668, 684, 685
# Of a number that stands at an end after a move, or was covered by it, whatever number it is: how
# many tiles have it (own and unseen), and for each seat how many it laid, whether it lacks it, drew
# at it, how often it showed and covered it, and whether it did so with its last tile.
F_END, F_COVERED = 686, 818
P_SELF, P_SEAT = 64, 76
# Where ends score: how many unseen tiles the next seat might score each number of points with, and
# how many own ones are left that would, if the ends stayed.
F_REPLIES, F_FOLLOWS = 960, 992
_MOST_SCORED, _MOST_WAYS = U(8), U(4)
NET_SEEN = 1024  # things of a position; those of the game follow, see net.py
NET_WIDTH, NET_DEEP = 128, 32
# The net's numbers for one game: where the first layer begins, a row for each thing, the second
# layer, a row for each number of the first, where it begins, the last layer, where that begins.
N_BIAS = 0
N_ROWS = N_BIAS + NET_WIDTH
N_SECOND = N_ROWS + NET_SEEN * NET_WIDTH
N_SECOND_BIAS = N_SECOND + NET_WIDTH * NET_DEEP
N_LAST = N_SECOND_BIAS + NET_DEEP
N_LAST_BIAS = N_LAST + NET_DEEP
NET_SIZE = N_LAST_BIAS + 1
# Where it calculates: the first layer without a move and with one, the second, what moves are
# worth; and for each habit, how likely somebody who has it makes the moves of a script, as a
# logarithm.
K_BASE, K_FIRST, K_SECOND, K_WORTHS, K_ODDS = 0, 128, 256, 288, 512
K_HEATS, K_MIX = 520, 522  # how near in worth moves may be and still be chosen; how often by chance
CALC_SIZE = 528

# Habits that players may have: they do what the net likes, surely or loosely, go by thumb rules,
# lay the heaviest tile, or just any.
BY_NET, LOOSELY_BY_NET, BY_THUMB, BY_WEIGHT, BY_CHANCE = 0, 1, 2, 3, 4
HABITS = 5


@_part
def _most(value, most):
    return value if value < most else most


@_piece
def _need_class(need):
    """How many points are missing, roughly."""
    found = _ONE
    for step in (5, 10, 20, 35, 60, 100):
        found += U(need > step)
    return found


@_piece
def _see_seat(book, work, words, other, place, at):
    """Write down what is known of a seat."""
    laid = work[U(LAID_BY) + other]
    while laid:
        work[at] = U(F_LAID) + U(28) * place + _lowest(laid)
        laid &= laid - _ONE
        at += _ONE
    held = _most(_tiles_among(_hand(work, other, words), words), U(15))
    work[at] = U(F_HELD) + U(16) * place + held
    at += _ONE
    last = work[U(LAST) + other]
    if last:
        work[at] = U(F_LAST) + U(14) * place + (last & U(15)) - _ONE
        work[at + _ONE] = U(F_LAST + 7) + U(14) * place + (last >> U(4)) - _ONE
        at += _TWO
    if place:
        work[at] = U(F_DRAWN) + U(8) * (place - _ONE) + _most(work[U(DRAWN_BY) + other], U(7))
        at += _ONE
        for number in range(book[TOP] + _ONE):
            if work[U(LACKS) + other] >> U(number) & _ONE:
                work[at] = U(F_LACKS) + U(7) * (place - _ONE) + U(number)
                at += _ONE
            if work[U(DREW_AT) + other] >> U(number) & _ONE:
                work[at] = U(F_DREW_AT) + U(7) * (place - _ONE) + U(number)
                at += _ONE
    return at


@_piece
def _see(book, work, rows, row, words, own, laid, turn, stage, drawn, passes, next_drawn):
    """Write down what the seat in turn sees, whatever it does; where the list ends."""
    at = U(FEATURES)
    rest = own
    while rest:
        work[at] = U(F_HAND) + _lowest(rest)
        rest &= rest - _ONE
        at += _ONE
    unseen = book[FULL] & ~(own | laid)
    for number in range(book[TOP] + _ONE):
        suit = book[U(NUMBERED) + U(number)]
        work[at] = U(F_SUIT) + U(8) * _ones(own & suit) + _ones(unseen & suit)
        at += _ONE
    seats, other = book[SEATS], turn
    for place in range(seats):
        at = _see_seat(book, work, words, other, _most(U(place), U(4)), at)
        other += book[STEP]
        other = book[WRAP] if other >= seats else other
    work[at] = U(F_STOCK) + _most(book[TILES] - next_drawn, U(15))
    work[at + U(1)] = U(F_PASSES) + _most(passes, U(4))
    work[at + U(2)] = U(F_STAGE) + stage
    work[at + U(3)] = U(F_STAGE + 3) + _most(drawn, U(4))
    at += U(4)
    if book[TARGET]:
        side = turn & _ONE if book[SIDES] == _TWO else turn
        target, best = np.int64(book[TARGET]), np.int64(-1 << 30)
        for number in range(book[SIDES]):
            total = np.int64(work[U(TOTALS) + U(number)]) + rows[row + U(IN_PLAY) + U(number)]
            if U(number) == side:
                work[at] = U(F_NEEDS) + _need_class(target - total)
            else:
                best = max(best, total)
        work[at + _ONE] = U(F_NEEDS + 8) + _need_class(target - best)
        at += _TWO
    return at


@_piece
def _see_number(book, work, own, unseen, turn, number, first, at):
    """Write down what there is to say of a number."""
    suit = book[U(NUMBERED) + number]
    work[at] = first + U(8) * _ones(own & suit) + _ones(unseen & suit)
    at += _ONE
    seats, other = book[SEATS], turn
    for place in range(seats):
        here = first + (U(P_SEAT) + U(14) * (_most(U(place), U(4)) - _ONE) if place else U(P_SELF))
        work[at] = here + _most(_ones(work[U(LAID_BY) + other] & suit), _THREE)
        at += _ONE
        last = work[U(LAST) + other]
        showed = work[U(SHOWED) + other] >> (U(4) * number) & U(15)
        covered = work[U(COVERED) + other] >> (U(4) * number) & U(15)
        if last & U(15) == number + _ONE:
            work[at] = here + U(4)
            at += _ONE
        if last >> U(4) == number + _ONE:
            work[at] = here + U(5)
            at += _ONE
        if showed:
            work[at] = here + U(5) + _most(showed, _THREE)
            at += _ONE
        if covered:
            work[at] = here + U(8) + _most(covered, _THREE)
            at += _ONE
        if place:
            if work[U(LACKS) + other] >> number & _ONE:
                work[at] = here + U(12)
                at += _ONE
            if work[U(DREW_AT) + other] >> number & _ONE:
                work[at] = here + U(13)
                at += _ONE
        other += book[STEP]
        other = book[WRAP] if other >= seats else other
    return at


@_piece
def _see_ends(book, work, words, own, unseen, turn, ends, line, at):
    """Write down what the ends are good for."""
    shown = _numbers_shown(words, ends, line)
    showing, before = _ZERO, _ZERO
    for end in range(2 if words == 1 or line[3] == _NO_SPINNER else 4):
        number = _number_at(words, ends, line, U(end))
        times = before >> (U(4) * number) & U(15)
        before += _ONE << (U(4) * number)
        work[at] = U(F_SHOWN) + U(3) * number + _most(times, _TWO)
        at += _ONE
        if times == _ZERO:
            showing |= book[U(NUMBERED) + number]
            at = _see_number(book, work, own, unseen, turn, number, U(F_END), at)
    if words == 1:
        left, right = ends >> U(3) & U(7), ends & U(7)
        high, low = max(left, right), min(left, right)
        work[at] = U(F_PAIR) + (high * (high + _ONE) >> _ONE) + low
        at += _ONE
    if shown & (shown - _ONE) == _ZERO:
        work[at] = U(F_SAME)
        at += _ONE
    work[at] = U(F_FITS) + _most(_ones(own & showing), U(7))
    work[at + _ONE] = U(F_OPEN) + _most(_ones(unseen & showing), U(15))
    at += _TWO
    seats, other = book[SEATS], turn
    for place in range(_ONE, seats):
        other += book[STEP]
        other = book[WRAP] if other >= seats else other
        here = U(F_STUCK) + U(3) * (_most(place, U(4)) - _ONE)
        lacked = work[U(LACKS) + other] & shown
        if lacked:
            work[at] = here + U(lacked != shown)
            at += _ONE
        if work[U(DREW_AT) + other] & shown:
            work[at] = here + _TWO
            at += _ONE
    return at


@_piece
def _ways_to_score(book, growing, words, ends, line, tiles, lacks):
    """How many of these tiles score 1, 2, ... points at an end whose number is not lacking, four
    bits for each number of points."""
    width = _ONE if words == 1 else _TWO
    moves = _whole(tiles, words)
    if words == 1:
        moves = moves[0] & book[U(FITTING) + ends], _ZERO, _ZERO, _ZERO
    else:
        moves = _both(moves, _fitting(book, line, words))
    ways = _ZERO
    for word in range(words):
        rest = moves[word]
        while rest:
            move = _lowest(rest) + U(64 * word)
            rest &= rest - _ONE
            tile, end = move >> width, move & ((_ONE << width) - _ONE)
            total = _total_after(book, growing, words, ends, line, tile, end, False)
            points = book[U(SCORES) + total]
            if points and not lacks >> _number_at(words, ends, line, end) & _ONE:
                ways += _ONE << (U(4) * _most(points, _MOST_SCORED))
    return ways


@_piece
def _see_scores(book, growing, work, words, ends, line, own, unseen, turn, at):
    """Write down who may score at the ends as they are now."""
    other = turn + book[STEP]
    other = book[WRAP] if other >= book[SEATS] else other
    lacks = work[U(LACKS) + other]
    replies = _ways_to_score(book, growing, words, ends, line, unseen, lacks)
    follows = _ways_to_score(book, growing, words, ends, line, own, _ZERO)
    for points in range(_ONE, _MOST_SCORED + _ONE):
        ways = _most(replies >> (U(4) * points) & U(15), _MOST_WAYS)
        if ways:
            work[at] = U(F_REPLIES) + _MOST_WAYS * (points - _ONE) + ways - _ONE
            at += _ONE
        ways = _most(follows >> (U(4) * points) & U(15), _MOST_WAYS)
        if ways:
            work[at] = U(F_FOLLOWS) + _MOST_WAYS * (points - _ONE) + ways - _ONE
            at += _ONE
    return at


@_piece
def _see_move(book, growing, work, words, ends, line, own, laid, turn, code, leads, at):
    """Write down what a move is and what it leads to; where the list ends."""
    unseen = book[FULL] & ~(own | laid)
    if code >= U(CODE_DRAW):
        work[at] = U(F_OTHER) + _ONE + (code - U(CODE_DRAW))
        at += _ONE
        if book[SCORES_IN_PLAY]:
            at = _see_scores(book, growing, work, words, ends, line, own, unseen, turn, at)
        return _see_ends(book, work, words, own, unseen, turn, ends, line, at)
    width = _ONE if words == 1 else _TWO
    tile, end = code >> width, code & ((_ONE << width) - _ONE)
    own &= ~(_ONE << tile)
    work[at] = U(F_TILE) + tile
    at += _ONE
    if leads:
        work[at] = U(F_OTHER)
        at += _ONE
    else:
        covered = _number_at(words, ends, line, end)
        at = _see_number(book, work, own, unseen, turn, covered, U(F_COVERED), at)
    ends_after, line_after = ends, line
    if words == 1:
        ends_after = U(growing[ends << U(6) | code])
    else:
        line_after = _grow(book, line, tile, end, leads)
    if book[SCORES_IN_PLAY]:
        total = book[U(SUMS) + ends_after] if words == 1 else _total(line_after)
        work[at] = U(F_SCORED) + _most(book[U(SCORES) + total], U(12))
        work[at + _ONE] = U(F_SUM) + _most(total, U(23))
        at = _see_scores(
            book, growing, work, words, ends_after, line_after, own, unseen, turn, at + _TWO
        )
    left, rest = _ZERO, own
    while rest:
        left += book[U(COUNT) + _lowest(rest)]
        rest &= rest - _ONE
    work[at] = U(F_LEFT) + _most(left >> _TWO, U(15))
    at += _ONE
    if own == _ZERO:
        work[at] = U(F_OUT)
        at += _ONE
    return _see_ends(book, work, words, own, unseen, turn, ends_after, line_after, at)


@_piece
def _begin_to_judge(net, calc, seen, first, stop):
    """The first layer, as far as it is the same for every move."""
    for unit in range(NET_WIDTH):
        calc[K_BASE + unit] = net[N_BIAS + unit]
    for place in range(np.int64(first), np.int64(stop)):
        here = N_ROWS + NET_WIDTH * np.int64(seen[place])
        for unit in range(NET_WIDTH):
            calc[K_BASE + unit] += net[here + unit]


@_sum
def _judge(net, calc, seen, first, stop):
    """What the net takes a move for, whose things stand in this part of the list."""
    for unit in range(NET_WIDTH):
        calc[K_FIRST + unit] = calc[K_BASE + unit]
    for place in range(np.int64(first), np.int64(stop)):
        here = N_ROWS + NET_WIDTH * np.int64(seen[place])
        for unit in range(NET_WIDTH):
            calc[K_FIRST + unit] += net[here + unit]
    for unit in range(NET_WIDTH):
        calc[K_FIRST + unit] = max(calc[K_FIRST + unit], np.float32(0))
    worth = net[N_LAST_BIAS]
    for deep in range(NET_DEEP):
        here = N_SECOND + NET_WIDTH * deep
        given = net[N_SECOND_BIAS + deep]
        for unit in range(NET_WIDTH):
            given += calc[K_FIRST + unit] * net[here + unit]
        given = max(given, np.float32(0))
        calc[K_SECOND + deep] = given
        worth += given * net[N_LAST + deep]
    return worth


@_piece
def _net_pick(
    book, growing, net, calc, work, rows, row, words, ends, line, legal, draws, may_pass, hand,
    laid, turn, stage, drawn, passes, next_drawn, kept, keep,
):  # fmt: skip
    """What a player with the net does, as its place among what may be done; what each of it is
    worth stands in ``calc``. Asked to, it writes down in ``kept`` what the net was shown: how much
    of the position, for each move, and the lists."""
    own = _gathered(hand, words)
    base = _see(book, work, rows, row, words, own, laid, turn, stage, drawn, passes, next_drawn)
    _begin_to_judge(net, calc, work, U(FEATURES), base)
    noted = U(1)
    if keep:
        kept[noted] = base - U(FEATURES)
        for place in range(U(FEATURES), base):
            noted += _ONE
            kept[noted] = work[place]
    pick, best, best_worth = _ZERO, _ZERO, np.float32(-1e30)
    options = words + 2
    for part in range(options):
        if part < words:
            rest = legal[part]
        else:
            rest = draws if part == words else may_pass
        while rest:
            code = _lowest(rest) + U(64 * part)
            rest &= rest - _ONE
            if part >= words:
                code = U(CODE_DRAW + part - words)
            stop = _see_move(
                book, growing, work, words, ends, line, own, laid, turn, code, stage == _ZERO, base
            )
            worth = _judge(net, calc, work, base, stop)
            calc[U(K_WORTHS) + pick] = worth
            if keep:
                noted += _ONE
                kept[noted] = stop - base
                for place in range(base, stop):
                    noted += _ONE
                    kept[noted] = work[place]
            if worth > best_worth:
                best, best_worth = pick, worth
            pick += _ONE
    if keep:
        kept[0] = pick
    return best


@_piece
def _share_of(calc, pick, options, heat):
    """How often a player with the net does this, if it may look so much worse than the best."""
    best = calc[K_WORTHS]
    for other in range(options):
        best = max(best, calc[U(K_WORTHS) + U(other)])
    together = 0.0
    for other in range(options):
        together += np.exp(np.float64(calc[U(K_WORTHS) + U(other)] - best) / heat)
    return np.exp(np.float64(calc[U(K_WORTHS) + pick] - best) / heat) / together


@_part
def _comes_to(words, ends, line, move, other):
    """Whether two moves are the same, or lay the same tile at ends with the same number."""
    width = _ONE if words == 1 else _TWO
    last = (_ONE << width) - _ONE
    there = _number_at(words, ends, line, other & last)
    return move >> width == other >> width and _number_at(words, ends, line, move & last) == there


@_piece
def _note_odds(
    book, growing, calc, work, words, ends, line, legal, choices, draws, may_pass, hand, laid, turn,
    stage, pick, judged,
):  # fmt: skip
    """Note for each habit how likely somebody who has it does what was done, which is one of what
    may be done; what the net thinks of all of it stands in ``calc``, if it was asked."""
    options = choices + draws + may_pass
    mixed, leads = np.float64(calc[K_MIX]), stage == _ZERO
    for habit in range(BY_NET if judged else BY_THUMB, HABITS - 1):
        if habit <= LOOSELY_BY_NET:
            share = _share_of(calc, pick, options, np.float64(calc[K_HEATS + habit]))
        elif choices == _ZERO:
            share = np.float64(pick == draws & may_pass & U(habit == BY_WEIGHT))
        elif pick >= choices:
            share = 0.0
        else:
            if habit == BY_WEIGHT:
                liked = _greedy(book, growing, words, ends, line, legal, leads)
            else:
                liked = _heuristic(
                    book, growing, work, words, ends, line, legal, leads, hand, laid, turn
                )
            move = _choose(legal, pick, words)
            share = np.float64(_comes_to(words, ends, line, move, liked))
        odds = np.log((1.0 - mixed) * share + mixed / np.float64(options))
        calc[K_ODDS + habit] += np.float32(odds)
    calc[K_ODDS + BY_CHANCE] -= np.float32(np.log(np.float64(options)))


@_part
def _place_among(legal, choices, draws, code, words):
    """The place of a move among what may be done."""
    if code == U(CODE_DRAW):
        return choices
    if code == U(CODE_PASS):
        return choices + draws
    place = _ZERO
    for word in range(words):
        first = U(64 * word)
        if code >= first + U(64):
            place += _ones(legal[word])
        elif code > first:
            place += _ones(legal[word] & ((_ONE << (code - first)) - _ONE))
    return place


@_part
def _note_laid(work, seat, shows, covers, leads):
    work[U(LAST) + seat] = shows + _ONE | (covers + _ONE) << U(4)
    work[U(SHOWED) + seat] += _ONE << (U(4) * shows)
    work[U(SHOWED if leads else COVERED) + seat] += _ONE << (U(4) * covers)


# A search tree: what follows what, and how often and how well it went. A node is what the one who
# searches has seen done since the position at the root; its hands are different every time.

TREE_COUNT, TREE_ROOM, TREE_MASK, TREE_TABLE, TREE_PATH, TREE_SEAT, TREE_CHANCE, TREE_BOLD = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
)
TREE_NODES = 16  # four words each: visits, times it could have been chosen, what they were worth
TREE_VISITS, TREE_CHANCES, TREE_WORTH = 0, 1, 2
TREE_NODE = 4
WHOLE = 1 << 20  # what winning for sure is worth
CODE_DREW = 512
_NODE_BITS, _CODE_BITS = U(24), U(10)


@_part
def _place_of(tree, node, code):
    """Where the table has, or would have, what follows a node by this move."""
    key = node << _CODE_BITS | code
    place = _mix(key) & tree[TREE_MASK]
    found = tree[tree[TREE_TABLE] + place]
    while found and found >> _NODE_BITS != key:
        place = place + _ONE & tree[TREE_MASK]
        found = tree[tree[TREE_TABLE] + place]
    return place, found & ((_ONE << _NODE_BITS) - _ONE)


@_part
def _follow_move(tree, node, code):
    """The node that follows by this move, made if there is none; and whether it was made. No node
    where there is no room left."""
    place, child = _place_of(tree, node, code)
    if child:
        return child, False
    if tree[TREE_COUNT] >= tree[TREE_ROOM]:
        return _ZERO, True
    tree[TREE_COUNT] += _ONE
    child = tree[TREE_COUNT]
    tree[tree[TREE_TABLE] + place] = (node << _CODE_BITS | code) << _NODE_BITS | child
    here = U(TREE_NODES) + child * U(TREE_NODE)
    tree[here + U(TREE_VISITS)], tree[here + U(TREE_CHANCES)], tree[here + U(TREE_WORTH)] = (
        _ZERO, _ONE, _ZERO,
    )  # fmt: skip
    return child, True


@_part
def _hope(tree, node, code):
    """How much a move promises: what was never tried comes first, in any order."""
    _, child = _place_of(tree, node, code)
    if child == _ZERO:
        tree[TREE_CHANCE] += _GAMMA
        return 1e6 + np.float64(_mix(tree[TREE_CHANCE]) >> U(40))
    here = U(TREE_NODES) + child * U(TREE_NODE)
    tree[here + U(TREE_CHANCES)] += _ONE
    visits = np.float64(tree[here + U(TREE_VISITS)])
    worth = np.float64(tree[here + U(TREE_WORTH)]) / (visits * WHOLE)
    bold = np.float64(tree[TREE_BOLD]) / 1024.0
    return worth + bold * np.sqrt(np.log(np.float64(tree[here + U(TREE_CHANCES)])) / visits)


@_piece
def _descend(tree, node, legal, choices, draws, may_pass, words):
    """Choose among what may be done: which it is, the node that follows, whether that is new."""
    best, best_code, best_value = _ZERO, U(CODE_PASS), -1.0
    pick = _ZERO
    for word in range(words):
        rest = legal[word]
        while rest:
            code = _lowest(rest) + U(64 * word)
            rest &= rest - _ONE
            value = _hope(tree, node, code)
            if value > best_value:
                best, best_code, best_value = pick, code, value
            pick += _ONE
    if draws:
        value = _hope(tree, node, U(CODE_DRAW))
        if value > best_value:
            best, best_code, best_value = choices, U(CODE_DRAW), value
    if may_pass:
        value = _hope(tree, node, U(CODE_PASS))
        if value > best_value:
            best, best_code = choices + draws, U(CODE_PASS)
    child, fresh = _follow_move(tree, node, best_code)
    return best, child, fresh


# A round.


@_part
def _round(
    book, growing, work, script, limit, leader, rows, row, dealt, at, traced, trace, net, calc,
    words, free, scoring, full, searching,
):  # fmt: skip
    """Play a round, or the first moves of it; its row says how it went. How many moves it had.
    A search has its tree in ``trace`` and the hands of the position in ``dealt``."""
    seats, step, wrap = book[SEATS], book[STEP], book[WRAP]
    one_stuck = book[ONE_STUCK] != _ZERO
    must_play = book[MUST_PLAY] != _ZERO
    width = _ONE if words == 1 else _TWO
    tracing = full and traced
    scripted = full and limit >= 0
    if searching:
        turn, leads, in_hands, redeals = work[START + ST_TURN], work[START + ST_LEADS], _ZERO, _ZERO
        for seat in range(seats):
            in_hands |= dealt[at + seat]
    else:
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
    node, depth, laid_tiles = _ZERO, _ZERO, _ZERO
    choice = _ZERO
    if full:
        for habit in range(HABITS):
            calc[K_ODDS + habit] = np.float32(0)
        for place in range(U(HISTORY_SIZE)):
            before = work[U(START + ST_HISTORY) + place] if searching else _ZERO
            work[U(HISTORY) + place] = before
    if searching:
        laid_tiles = work[START + ST_LAID]
        stage, drawn = work[START + ST_STAGE], work[START + ST_DRAWN]
        passes, plays = work[START + ST_PASSES], work[START + ST_PLAYS]
        next_drawn = work[START + ST_NEXT]
        node = _ZERO if work[START + ST_PICK] else _ONE
        for side in range(U(8)):
            rows[row + U(IN_PLAY) + side] = np.int64(work[U(START + ST_IN_PLAY) + side])
        if stage:
            if words == 1:
                ends = work[START + ST_ENDS]
                fits = book[U(FITTING) + ends], _ZERO, _ZERO, _ZERO
            else:
                line = (
                    work[START + ST_LINE], work[START + ST_LINE + 1],
                    work[START + ST_LINE + 2], work[START + ST_LINE + 3],
                )  # fmt: skip
                fits = _fitting(book, line, words)
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
        known = thinks = False
        if searching and node:
            # Two ends with the same number, and a double lies at both of them or at none.
            if words == 1 and stage and ends & U(71) == ends >> U(3) & U(7) | ends >> _ONE & U(64):
                legal = legal[0] & _FIRST_ENDS, _ZERO, _ZERO, _ZERO  # the other end is the same
                bound -= choices
                choices = _size(legal)
                bound += choices
            side = turn & _ONE if book[SIDES] == _TWO else turn
            pick, node, fresh = _descend(trace, node, legal, choices, draws, may_pass, words)
            trace[trace[TREE_PATH] + depth] = node << _THREE | side
            depth += U(node != _ZERO)
            known = True
            if draws and pick == choices and node and turn == trace[TREE_SEAT]:
                node, _ = _follow_move(trace, node, U(CODE_DREW) + work[U(ORDER) + next_drawn])
            if fresh and bound > _ONE:
                node = _ZERO
        elif searching and ply == 0 and work[START + ST_PICK] < U(JUDGE):
            pick, known = work[START + ST_PICK] - _ONE, True
        elif full:
            judged = work[U(POLICIES) + turn] == U(NET) and bound > _ONE
            chosen = _ZERO
            if judged:
                choice += _ONE
                chosen = _net_pick(
                    book, growing, net, calc, work, rows, row, words, ends, line, legal, draws,
                    may_pass, hand, laid_tiles, turn, stage, drawn, passes, next_drawn, trace,
                    choice == work[STOP],
                )  # fmt: skip
                stops = ply == 0 if searching else choice == work[STOP]
                if stops:
                    break
            if scripted:
                if ply == limit:
                    break
                pick, known = U(script[ply]), True
                if pick >= U(BY_CODE):
                    pick = _place_among(legal, choices, draws, pick - U(BY_CODE), words)
                if work[U(POLICIES) + turn] != U(RANDOM) and bound > _ONE:
                    _note_odds(
                        book, growing, calc, work, words, ends, line, legal, choices, draws,
                        may_pass, hand, laid_tiles, turn, stage, pick, judged,
                    )  # fmt: skip
            elif judged:
                explores = False
                if work[EXPLORE]:
                    state += _GAMMA
                    explores = _mix(state) & U(1023) < work[EXPLORE]
                pick, known = chosen, not explores
            elif work[U(POLICIES) + turn]:
                known = thinks = True
                pick = _ZERO if choices else draws & may_pass & U(work[U(POLICIES) + turn] == _ONE)
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
                if thinks:
                    if work[U(POLICIES) + turn] == U(GREEDY):
                        move = _greedy(book, growing, words, ends, line, legal, stage == _ZERO)
                    else:
                        move = _heuristic(
                            book, growing, work, words, ends, line, legal, stage == _ZERO, hand,
                            laid_tiles, turn,
                        )  # fmt: skip
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
            if full:
                if stage == _ZERO:
                    _note_laid(work, by, book[U(HIGH) + tile], book[U(LOW) + tile], True)
                else:
                    end = move & ((_ONE << width) - _ONE)
                    covers = _number_at(words, ends, line, end)
                    shows = book[U(HIGH) + tile] + book[U(LOW) + tile] - covers
                    _note_laid(work, by, shows, covers, False)
                work[U(LAID_BY) + by] |= _ONE << tile
            if words == 1:
                ends = U(growing[ends << U(6) | move])
                fits = book[U(FITTING) + ends], _ZERO, _ZERO, _ZERO
            else:
                line = _grow(book, line, tile, move & _THREE, stage == _ZERO)
                fits = _fitting(book, line, words)
            code = move
            if full:
                laid_tiles |= _ONE << tile
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
                        # Totals may be below 0.
                        before = np.int64(work[U(TOTALS) + side])
                        reached = before + rows[row + U(IN_PLAY) + side]
                        ended = TARGET_REACHED if reached >= np.int64(book[TARGET]) else 0
            if ended == 0 and not _some(hand):
                ended = OUT
            if ended:
                rows[row + U(BY)] = by
            if not free:
                stuck = not _some(_both(held, fits))
        elif draws and pick == choices:
            again = True
            while again:
                drew = _of_tile(work[U(ORDER) + next_drawn], words)
                hand, held = _either(hand, drew), _either(held, drew)
                next_drawn += _ONE
                drawn += _ONE
                # Who cannot but draw on does so at once, unless somebody watches.
                again = not full and next_drawn < book[DRAWN_ON] and not _some(_both(hand, fits))
            _put_hand(work, turn, words, hand)
            passes = _ZERO
            code = U(DRAW_CODE)
            if full:
                work[U(LACKS) + turn] = _ZERO
                work[U(DREW_AT) + turn] |= _numbers_shown(words, ends, line)
                work[U(DRAWN_BY) + turn] += _ONE
        else:
            if full:
                if book[PASS_TELLS]:
                    work[U(LACKS) + turn] |= _numbers_shown(words, ends, line)
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
    if searching:
        return np.int64(depth)
    if full:
        if ended == 0 and choice and choice == work[STOP]:
            # What comes next is for others to say: the position is kept.
            work[START + ST_TURN], work[START + ST_STAGE], work[START + ST_LEADS] = (
                turn,
                stage,
                leads,
            )
            work[START + ST_DRAWN], work[START + ST_PASSES] = drawn, passes
            work[START + ST_PLAYS], work[START + ST_NEXT] = plays, next_drawn
            work[START + ST_ENDS], work[START + ST_LAID] = ends, laid_tiles
            for place in range(4):
                work[START + ST_LINE + place] = line[place]
            for side in range(U(8)):
                work[U(START + ST_IN_PLAY) + side] = U(rows[row + U(IN_PLAY) + side])
            for place in range(U(HISTORY_SIZE)):
                work[U(START + ST_HISTORY) + place] = work[U(HISTORY) + place]
            for seat in range(seats):
                dealt[at + seat] = _gathered(_hand(work, seat, words), words)
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
    traced, trace, net, calc, weighs, orders, odds, words, free, scoring, full,
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
                work[U(TOTALS) + side] = work[U(BEFORE) + side]
        over = False
        while not over:
            if played == room:
                return done, start, made
            row = U(played * ROW_SIZE)
            at = U(played) * seats
            if full and weighs:
                for place in range(book[TILES]):
                    work[U(ORDER) + place] = orders[U(played) * book[TILES] + place]
            made = _round(
                book, growing, work, script, limit, lead, rows, row, dealt, at, traced, trace,
                net, calc, words, free, scoring, full, False,
            )  # fmt: skip
            if full and weighs:
                for habit in range(HABITS):
                    odds[played * HABITS + habit] = calc[K_ODDS + habit]
            number += 1
            rows[row + U(MATCH)], rows[row + U(NUMBER)] = done, number
            played += 1
            over = _finished(book, work, rows, row) or single
            lead = _next_leader(book, rows, row)
        done += 1
    return done, played, made


@njit(cache=True, error_model="numpy", nogil=True)
def play(
    book, growing, work, script, limit, seed, first, count, single, leader, rows, dealt, trace,
    net, calc, orders, odds,
):  # fmt: skip
    """Play ``count`` matches, or single rounds, from stream ``first`` of a seed on.

    With a ``limit`` of moves, 0 or more, the order of the tiles and the totals are those in
    ``work`` and the moves are those of the script, each as its place among the legal ones. With
    ``orders`` there is one for each of ``count`` rounds, and ``odds`` gets how likely the script
    was in each, by every habit, as far as its moves are those of seats that do not play at random;
    what the net likes is asked for only where it plays.
    """
    words = book[WORDS]
    traced = trace.size > 0 and work[STOP] == _ZERO
    full = traced or limit >= 0
    for seat in range(book[SEATS]):
        full = full or work[U(POLICIES) + seat] != U(RANDOM)
    free = book[FREE] != _ZERO or book[SCORES_IN_PLAY] != _ZERO
    room = rows.size // ROW_SIZE
    b, g, w, s = _memory(book), _memory(growing), _memory(work), _memory(script)
    r, d, t = _memory(rows), _memory(dealt), _memory(trace)
    n, c, o, q = _memory(net), _memory(calc), _memory(orders), _memory(odds)
    weighs = orders.size > 0
    if words == _ONE:
        if full:
            return _batch(
                b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
                n, c, weighs, o, q, 1, True, True, True,
            )  # fmt: skip
        if free and book[SCORES_IN_PLAY] == _ZERO:
            return _batch(
                b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
                n, c, weighs, o, q, 1, True, False, False,
            )  # fmt: skip
        if free:
            return _batch(
                b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
                n, c, weighs, o, q, 1, True, True, False,
            )  # fmt: skip
        return _batch(
            b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
            n, c, weighs, o, q, 1, False, False, False,
        )  # fmt: skip
    if words == _TWO and not (full or free):
        return _batch(
            b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
            n, c, weighs, o, q, 2, False, False, False,
        )  # fmt: skip
    return _batch(
        b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
        n, c, weighs, o, q, 4, True, True, True,
    )  # fmt: skip


@njit(cache=True, error_model="numpy", nogil=True)
def perft(
    book, growing, work, script, start, leader, rows, dealt, trace, net, calc, orders, odds, nodes
):  # fmt: skip
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
            rows, dealt, trace, net, calc, orders, odds,
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


# Counting what came of many rounds, in one pass over their rows.


@_part
def _reach(values):
    """The least and the most of a table's numbers and 0."""
    low, high = 0, 0
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            low = min(low, np.int64(values[row, column]))
            high = max(high, np.int64(values[row, column]))
    return low, high


@njit(cache=True, error_model="numpy", nogil=True)
def count_rows(facts, efforts, points, side_of, tiles):
    """Counts of rounds, by the names :class:`doublesix.lab.tally.Tally` gives them.

    ``facts`` are how a round ended, by whom, the winners, the leading seat and the opening tile;
    ``efforts`` are plays, draws, passes and redeals; ``points`` are each side's.
    """
    sides = points.shape[1]
    low, high = _reach(points)
    _, most = _reach(efforts)
    reach = (high - low) * (sides - 1)
    outcomes = np.zeros((side_of.size, 4, 1 << sides), np.int64)
    made = np.zeros((sides, high - low + 1), np.int64)
    openings = np.zeros((tiles, 2, high - low + 1), np.int64)
    advantages = np.zeros(2 * reach + 1, np.int64)
    spent = np.zeros((4, most + 1), np.int64)
    for row in range(facts.shape[0]):
        # Indexes without a sign: the compiler need not think of counting from the end.
        winners, leader = U(facts[row, 2]), U(facts[row, 3])
        side = U(side_of[leader])
        outcomes[leader, U(facts[row, 0]), winners] += 1
        total = 0
        for each in range(U(sides)):
            made[each, U(points[row, each] - low)] += 1
            total += points[row, each]
        own = points[row, side]
        openings[U(facts[row, 4]), winners >> side & _ONE, U(own - low)] += 1
        advantages[U(own * sides - total + reach)] += 1
        for kind in range(U(4)):
            spent[kind, U(efforts[row, kind])] += 1
    return low, outcomes, made, openings, -reach, advantages, spent


# The exact solver.
#
# One question at a time: is the value of a position at least so much? Side 0 wants yes, side 1
# wants no. solve.py asks until the answers meet. A hand is one word, one bit a tile, whatever the
# set; the ends are a byte each: what is shown (15: no end), whether a double lies there, whether
# it is a bare side of the middle tile. Ends that are alike are tried once, and a line and its
# mirror image are one position. A seat that has no choice but to pass or to draw does so within
# the move before.
#
# Three variants are compiled, as for a round: ``arms``, there may be a spinner; ``free``, a seat
# may have something else to choose than a tile to lay; ``scoring``, the open ends may score.

# Places in the solver's memory; solve.py fills those up to the frames.
S_SUITS = 0  # 16: the tiles that show a number
S_LEADS, S_WINNING, S_PASSES_MATTER, S_DRAWN_MATTERS, S_MOST = 16, 17, 18, 19, 20
S_LOW, S_HIGH, S_ASKED, S_FRAME, S_NODES, S_PHASE = 21, 22, 23, 24, 25, 26
S_LENGTH, S_TRIED, S_SALT, S_FOUND, S_BASE, S_CHOICE = 27, 28, 29, 30, 31, 34
S_TOTALS = 32  # 2: what the sides had when the round began
S_STOCK = 64  # 64: the tile at each place of the stock
S_REST = 128  # 64: the tiles of the stock from this place on
S_REST_PIPS = 192  # 64: what those of them that may be drawn count
S_HISTORY = 256  # 4 seats x 128: how often a move answered a question
S_MOVES = 768  # 1024: the principal line
S_FRAMES = 1792
# Places in a frame: one position on the way down.
F_LINE, F_TURN, F_STAGE, F_PASSES, F_DRAWN, F_NEXT, F_IN_PLAY, F_PIPS = 4, 5, 6, 7, 8, 9, 10, 12
F_POSITION = 14  # so many words tell a position; the others belong to the search
F_BEST, F_BEST_MOVE, F_KEY, F_AT, F_COUNT = 14, 15, 16, 17, 18
F_MOVES = 20
FRAME_SIZE = 140
# What is being done.
SETTLING, VALUING, TELLING, SOLVED = 0, 1, 2, 3
FAR = 1 << 19  # further than any value
NO_MOVE = 0x3FF

_NO_END = U(15)
_TWO_ENDS = U(0x0F0F0000)
_DOUBLE, _BARE = U(16), U(32)
_DRAW, _PASS = U(1), U(2)
_TURN_STAGE = U(2)
_UNKNOWN = U(NO_MOVE << 40 | 0xFFFFF << 20)  # any value, no move


@_part
def _openings(book, line, arms):
    """The ends with those closed that the spinner's rule keeps shut for now."""
    if arms and book[ARMS] and line >> U(16) & _NO_END != _NO_END:
        bare = line & U(0x20202020)
        if book[ARMS] == _ONE:
            return line | U(0x0F0F0000) if bare & U(0x2020) else line
        if bare:
            return line | ((bare ^ U(0x20202020)) >> U(5)) * _NO_END
    return line


@_part
def _fits_line(book, w, line, arms):
    """The tiles that fit an open end."""
    if not arms:
        return w[line & _NO_END] | w[line >> U(8) & _NO_END]
    line = _openings(book, line, arms)
    fits = w[line & _NO_END] | w[line >> U(8) & _NO_END]
    return fits | w[line >> U(16) & _NO_END] | w[line >> U(24) & _NO_END]


@_part
def _grown(book, line, leads, tile, end, arms, scoring):
    """The ends after a tile is laid."""
    high, low = book[U(HIGH) + tile], book[U(LOW) + tile]
    mark = _DOUBLE if scoring and high == low else _ZERO
    bare = _BARE if scoring or arms else _ZERO
    if leads:
        line = high | low << U(8) | (mark | bare) * U(0x101) | _TWO_ENDS
    else:
        shift = end << _THREE
        shown = high + low - (line >> shift & _NO_END)
        if scoring or arms:
            alone = not arms or line >> U(16) & _NO_END == _NO_END
            line &= ~U(0x2020) if alone else ~(_BARE << shift)
        line = line & ~(U(31) << shift) | (shown | mark) << shift
    if arms and high == low and line >> U(16) & _NO_END == _NO_END:
        if book[SPINNER] == _ONE or (book[SPINNER] and high == book[TOP]):
            line = line & U(0xFFFF) | (high | mark | _BARE) * U(0x01010000)
            if not leads:
                line |= _BARE << (end << _THREE)
    return line


@_part
def _sum_of(line, arms):
    """What the open ends add up to."""
    total, bare, middle = _ZERO, 0, _ZERO
    spun = arms and line >> U(16) & _NO_END != _NO_END
    for end in range(4 if arms else 2):
        code = line >> U(8 * end)
        shown = code & _NO_END
        if shown != _NO_END:
            if code & _BARE:
                bare += 1
                middle = _TWO * shown
                total += _ZERO if spun else shown
            else:
                total += shown * (_TWO if code & _DOUBLE else _ONE)
    return total + middle if spun and bare > 2 else total


@_part
def _same_line(book, line, arms):
    """One number for all lines that are alike but for which end is which."""
    a, b = line & U(63), line >> U(8) & U(63)
    a, b = min(a, b), max(a, b)
    if not arms:
        return a | b << U(6)
    c, d = line >> U(16) & U(63), line >> U(24) & U(63)
    if not (book[ARMS] == _ONE and line & U(0x2020)):
        c, d = min(c, d), max(c, d)
        a, c = min(a, c), max(a, c)
        b, d = min(b, d), max(b, d)
        b, c = min(b, c), max(b, c)
    return a | b << U(6) | c << U(12) | d << U(18)


@_part
def _may_reach(book, w, at, side):
    """Whether points in play could still bring this side to the target, or past it."""
    reached = np.int64(w[U(S_TOTALS) + side] + w[at + U(F_IN_PLAY) + side])
    left = _ones(w[at + side] | w[at + side + _TWO]) + _ones(w[U(S_REST) + w[at + U(F_NEXT)]])
    return reached + np.int64(left * w[S_MOST]) >= np.int64(book[TARGET])


@_part
def _position_key(book, w, at, arms, free, scoring):
    """A position as one number; points in play are part of it only where they may matter."""
    facts = _same_line(book, w[at + U(F_LINE)], arms) << _TWO | w[at + U(F_TURN)]
    if not free:
        held = w[at] | w[at + _ONE] | w[at + _TWO] | w[at + _THREE]
        return _mix(held ^ facts * _GAMMA ^ w[S_SALT])
    facts = facts << _TWO | w[at + U(F_STAGE)]
    facts = facts << U(6) | w[at + U(F_NEXT)]
    facts = facts << U(6) | (w[at + U(F_DRAWN)] if w[S_DRAWN_MATTERS] else _ZERO)
    facts = facts << U(5) | (w[at + U(F_PASSES)] if w[S_PASSES_MATTER] else _ZERO)
    key = w[at] * _FIRST + w[at + _ONE] * _SECOND + w[at + _TWO] * U(0xD6E8FEB86659FD93)
    key += w[at + _THREE] * U(0xA5A3564E27F8862B)
    key = _mix(key ^ facts * _GAMMA ^ w[S_SALT])
    if scoring and (book[AT_ONCE] or book[EXACT]):
        always = book[EXACT] != _ZERO and w[S_WINNING] == _ZERO
        for side in range(U(2)):
            if always or (book[AT_ONCE] and _may_reach(book, w, at, side)):
                key = _mix(key + (w[at + U(F_IN_PLAY) + side] + _ONE + side) * _GAMMA)
    return key


# Values: the twin of engine/scoring.py for two sides.


@_part
def _side_winning(book, w, at):
    """The sides that win a blocked round, as a mask."""
    if book[NOBODY_WINS]:
        return _ZERO
    mine, theirs = w[at + U(F_PIPS)], w[at + U(F_PIPS + 1)]
    if mine == theirs and book[TIE] == _TWO:
        mine = _lightest(book, w[at] | w[at + _TWO])
        theirs = _lightest(book, w[at + _ONE] | w[at + _THREE])
    if mine != theirs:
        return _ONE if mine < theirs else _TWO
    return _THREE if book[TIE] == _ONE else _ZERO


@_part
def _points_made(book, winners, side, own, other, out):
    """What the round gives a side, points in play apart."""
    if not winners >> side & _ONE:
        return np.int64(0)
    points = np.int64(0)
    if book[OUT_COUNTS] if out else book[BLOCKED_COUNTS]:
        points = np.int64(0) if winners == _THREE else np.int64(other)
        sign = book[PARTNER_SIGN] if out else _ZERO - book[BLOCKED_MINUS_OWN]
        points += np.int64(sign) * np.int64(own)
        if points < 0 and book[NEVER_NEGATIVE]:
            points = np.int64(0)
        points = _divide(book, points)
    return points + np.int64(book[OUT_BONUS]) if out else points


@_part
def _ended_value(book, w, at, ended, by, scoring):
    """What a round that has ended is worth to side 0."""
    winners = _side_winning(book, w, at) if ended == BLOCKED else _ONE << by
    if w[S_WINNING]:
        return np.int64(winners & _ONE) - np.int64(winners >> _ONE)
    a, b = np.int64(0), np.int64(0)
    if scoring:
        a, b = np.int64(w[at + U(F_IN_PLAY)]), np.int64(w[at + U(F_IN_PLAY + 1)])
    kept_a, kept_b = a, b
    if ended != TARGET_REACHED:
        mine, theirs = w[at + U(F_PIPS)], w[at + U(F_PIPS + 1)]
        a += _points_made(book, winners, _ZERO, mine, theirs, ended == OUT)
        b += _points_made(book, winners, _ONE, theirs, mine, ended == OUT)
    if book[DIFFERENCE]:
        lead = a - b
        a, b = max(lead, np.int64(0)), max(-lead, np.int64(0))
        kept_a, kept_b = np.int64(0), np.int64(0)
    if book[EXACT]:
        target = np.int64(book[TARGET])
        a = a if np.int64(w[S_TOTALS]) + a <= target else kept_a
        b = b if np.int64(w[S_TOTALS + 1]) + b <= target else kept_b
    return a - b


@_part
def _most_made(book, w, at, side, free):
    """No round gives this side more from here on than this, and none takes more than this away
    from the other side."""
    own, other = w[at + U(F_PIPS) + side], w[at + U(F_PIPS) + (side ^ _ONE)]
    drawn = w[U(S_REST_PIPS) + w[at + U(F_NEXT)]] if free else _ZERO
    most = np.int64(0)
    if book[OUT_COUNTS] or book[BLOCKED_COUNTS]:
        shared = own + drawn if book[PARTNER_SIGN] == _ONE else _ZERO
        most = _divide(book, np.int64(other + drawn + shared))
        if not book[NEVER_NEGATIVE]:
            most += np.int64(other + drawn)
    return most + np.int64(book[OUT_BONUS])


@_part
def _most_in_play(w, at, side):
    left = _ones(w[at + side] | w[at + side + _TWO]) + _ones(w[U(S_REST) + w[at + U(F_NEXT)]])
    return np.int64(left * w[S_MOST])


# Moves: a tile (6 bits), the end it is laid at (2), and what is done (0 a tile is laid, 1 drawn,
# 2 passed).


@_part
def _options(book, w, at, fits, free):
    """The tiles that may be laid after the lead, and whether the seat may draw and pass."""
    lays = w[at + w[at + U(F_TURN)]] & fits
    if not free or w[at + U(F_STAGE)] == _ONE or (book[MUST_PLAY] and lays):
        return lays, _ZERO, _ZERO
    drawn = w[at + U(F_DRAWN)]
    place = drawn << _TWO | U(w[at + U(F_NEXT)] < book[LAST_DRAWN])
    place |= U(w[at + U(F_PASSES)] >= book[SEATS]) << _ONE
    allowed = book[U(ALLOWED) + place]
    allowed = allowed >> _TWO if lays else allowed
    if drawn and book[DRAWN_WAITS]:
        lays = _ZERO
    return lays, allowed & _ONE, allowed >> _ONE & _ONE


@_part
def _after(book, turn):
    turn += book[STEP]
    return book[WRAP] if turn >= book[SEATS] else turn


@_part
def _take_tile(book, w, at):
    """The seat in turn draws."""
    turn, place = w[at + U(F_TURN)], w[at + U(F_NEXT)]
    tile = w[U(S_STOCK) + place]
    w[at + turn] |= _ONE << tile
    w[at + U(F_PIPS) + (turn & _ONE)] += book[U(COUNT) + tile]
    w[at + U(F_NEXT)] = place + _ONE
    w[at + U(F_DRAWN)] += _ONE
    w[at + U(F_PASSES)] = _ZERO


@_part
def _knock(book, w, at):
    """The seat in turn passes."""
    w[at + U(F_TURN)] = _after(book, w[at + U(F_TURN)])
    w[at + U(F_DRAWN)] = _ZERO
    w[at + U(F_PASSES)] += _ONE


@_part
def _is_blocked(book, w, at, fits):
    """The twin of ``_blocked``."""
    passes = w[at + U(F_PASSES)]
    mine = w[at + w[at + U(F_TURN)]] & fits
    if mine and passes == _ZERO:
        return False
    if passes >= book[SEATS] and book[CIRCLE_BLOCKS]:
        return True
    stuck = (w[at] | w[at + _ONE] | w[at + _TWO] | w[at + _THREE]) & fits == _ZERO
    place = w[at + U(F_NEXT)]
    if book[STOP_DEAD] and stuck and not w[U(S_REST) + place] & fits:
        return True
    if not book[NEVER_DRAWS] and place < book[LAST_DRAWN]:
        return False
    return mine == _ZERO if book[ONE_STUCK] else stuck


@_part
def _settle(book, w, at, fits, free):
    """Pass and draw until somebody has a choice; how the round ended, if it did."""
    if not free:
        turn = w[at + U(F_TURN)]
        if w[at + turn] & fits:
            return 0
        held = w[at] | w[at + _ONE] | w[at + _TWO] | w[at + _THREE]
        if book[ONE_STUCK] or not held & fits:
            return BLOCKED
        while not w[at + turn] & fits:
            turn = _after(book, turn)
        w[at + U(F_TURN)] = turn
        return 0
    while not _is_blocked(book, w, at, fits):
        lays, draws, passes = _options(book, w, at, fits, free)
        if lays or (draws and passes):
            return 0
        if draws:
            _take_tile(book, w, at)
        else:
            _knock(book, w, at)
    return BLOCKED


@_part
def _make(book, w, at, to, code, arms, free, scoring):
    """Make a move: the next frame holds what comes of it; how the round ended, if it did."""
    turn = w[at + U(F_TURN)]
    for place in range(U(F_POSITION if free or scoring else F_STAGE)):
        w[to + place] = w[at + place]
    for place in range(U(F_PIPS), U(F_PIPS + 2)):
        w[to + place] = w[at + place]
    if not (free or scoring):
        w[to + U(F_STAGE)] = _TURN_STAGE
    kind = code >> U(8)
    line = w[at + U(F_LINE)]
    if free and kind:
        if kind == _DRAW:
            _take_tile(book, w, to)
        else:
            _knock(book, w, to)
        return _settle(book, w, to, _fits_line(book, w, line, arms), free)
    tile, end = code & U(63), code >> U(6) & _THREE
    leads = w[at + U(F_STAGE)] == _ZERO
    line = _grown(book, line, leads, tile, end, arms, scoring)
    fits = _fits_line(book, w, line, arms)
    hand = w[at + turn] ^ _ONE << tile
    side = turn & _ONE
    w[to + turn] = hand
    w[to + U(F_LINE)] = line
    w[to + U(F_PIPS) + side] -= book[U(COUNT) + tile]
    w[to + U(F_TURN)] = _after(book, turn)
    w[to + U(F_STAGE)] = _TURN_STAGE
    w[to + U(F_PASSES)], w[to + U(F_DRAWN)] = _ZERO, _ZERO
    if leads:
        double = book[U(HIGH) + tile] == book[U(LOW) + tile]
        stage = _second_stage(book, double, hand & fits != _ZERO)
        if stage:
            w[to + U(F_STAGE)], w[to + U(F_TURN)] = stage, turn
    if scoring:
        points = book[U(SCORES) + _sum_of(line, arms)]
        reached = w[U(S_TOTALS) + side] + w[to + U(F_IN_PLAY) + side] + points
        if book[EXACT] and not book[DIFFERENCE] and np.int64(reached) > np.int64(book[TARGET]):
            reached -= points
            points = _ZERO
        w[to + U(F_IN_PLAY) + side] += points
        if book[AT_ONCE] and np.int64(reached) >= np.int64(book[TARGET]):
            return TARGET_REACHED
    if hand == _ZERO:
        return OUT
    return _settle(book, w, to, fits, free)


@_part
def _mark(book, line, code, leads):
    """A move as it is remembered: which half of the tile is covered, not at which end."""
    kind = code >> U(8)
    if kind or leads:
        return code & U(63) | kind << U(7)
    shown = line >> ((code >> U(6) & _THREE) << _THREE) & _NO_END
    return code & U(63) | U(shown == book[U(HIGH) + (code & U(63))]) << U(6)


@_part
def _promise(book, w, at, tile, fits, mark):
    """How early a move is tried after which these tiles fit."""
    turn = w[at + U(F_TURN)]
    following = _after(book, turn)
    mine, theirs = w[at + turn] | w[at + (turn ^ _TWO)], w[at + following]
    worth = U(196) + (book[U(COUNT) + tile] << _TWO)
    worth += U(48) if not theirs & fits else _ZERO
    theirs |= w[at + (following ^ _TWO)]
    worth += (_ones(mine & fits) << _THREE) - (_ones(theirs & fits) << U(4))
    return worth + w[U(S_HISTORY) + (turn << U(7) | mark)]


@_part
def _list_moves(book, w, at, known, arms, free, scoring):
    """Write down what may be done, each move with how early to try it; how many there are."""
    line = w[at + U(F_LINE)]
    turn = w[at + U(F_TURN)]
    count = U(F_MOVES)
    if w[at + U(F_STAGE)] == _ZERO:
        lays = w[S_LEADS]
        while lays:
            tile = _lowest(lays)
            lays &= lays - _ONE
            worth = U(1 << 30) if tile == known else book[U(COUNT) + tile]
            w[at + count] = worth << U(16) | tile
            count += _ONE
        return count - U(F_MOVES)
    line = _openings(book, line, arms)
    fits = _fits_line(book, w, line, arms)
    lays, draws, passes = _options(book, w, at, fits, free)
    for end in range(U(4 if arms else 2)):
        one = line >> (end << _THREE) & U(63)
        shown = one & _NO_END
        again = False
        for other in range(end):
            again = again or line >> (other << _THREE) & U(63) == one
        here = _ZERO if again else lays & w[shown]
        while here:
            tile = _lowest(here)
            here &= here - _ONE
            mark = tile | U(shown == book[U(HIGH) + tile]) << U(6)
            after = _grown(book, w[at + U(F_LINE)], False, tile, end, arms, scoring)
            worth = _promise(book, w, at, tile, _fits_line(book, w, after, arms), mark)
            worth = U(1 << 30) if mark == known else worth
            w[at + count] = worth << U(16) | tile | end << U(6)
            count += _ONE
    if draws:
        worth = U(1 << 30) if known == _DRAW << U(7) else w[U(S_HISTORY) + (turn << U(7) | U(62))]
        w[at + count] = worth << U(16) | _DRAW << U(8)
        count += _ONE
    if passes:
        worth = U(1 << 30) if known == _PASS << U(7) else w[U(S_HISTORY) + (turn << U(7) | U(63))]
        w[at + count] = worth << U(16) | _PASS << U(8)
        count += _ONE
    return count - U(F_MOVES)


@_part
def _next_move(w, at):
    """The most promising move that has not been tried."""
    first, stop = w[at + U(F_AT)], w[at + U(F_COUNT)]
    best, place = w[at + U(F_MOVES) + first], first
    for other in range(first + _ONE, stop):
        if w[at + U(F_MOVES) + other] > best:
            best, place = w[at + U(F_MOVES) + other], other
    w[at + U(F_MOVES) + place] = w[at + U(F_MOVES) + first]
    w[at + U(F_MOVES) + first] = best
    w[at + U(F_AT)] = first + _ONE
    return best & U(0xFFFF)


@_part
def _seen_before(table, last, key):
    """Where the table keeps a position, or would."""
    place = (key & last) << _ONE
    return place if table[place] == key else place ^ _TWO


@_part
def _lead_in_play(w, at):
    """What side 0 is ahead in this round; nothing where only winning counts."""
    if w[S_WINNING]:
        return np.int64(0)
    return np.int64(w[at + U(F_IN_PLAY)]) - np.int64(w[at + U(F_IN_PLAY + 1)])


@_part
def _look_up(book, w, table, last, at, arms, free, scoring):
    """What the table knows of a position: no more than it keeps, or nothing."""
    key = _position_key(book, w, at, arms, free, scoring)
    w[at + U(F_KEY)] = key
    place = _seen_before(table, last, key)
    return table[place + _ONE] if table[place] == key else _UNKNOWN


@_part
def _limits(book, w, at, ahead, free, scoring):
    """The least and the most that a position can be worth, as pips and tiles tell it."""
    if w[S_WINNING]:
        return np.int64(-1), np.int64(1)
    if book[EXACT] and book[DIFFERENCE]:
        return np.int64(-FAR), np.int64(FAR - 1)
    most = ahead + _most_made(book, w, at, _ZERO, free)
    least = ahead - _most_made(book, w, at, _ONE, free)
    if scoring:
        most += _most_in_play(w, at, _ZERO)
        least -= _most_in_play(w, at, _ONE)
    return least, most


@_part
def _enter(book, w, table, last, at, asked, arms, free, scoring):
    """Look at a position: whether its value is known well enough, that value, and the move to
    try first."""
    ahead = _lead_in_play(w, at) if scoring else np.int64(0)
    least, most = _limits(book, w, at, ahead, free, scoring)
    if most < asked:
        return True, most, _ZERO
    if least >= asked:
        return True, least, _ZERO
    data = _look_up(book, w, table, last, at, arms, free, scoring)
    low = np.int64(data & U(0xFFFFF)) - FAR + ahead
    high = np.int64(data >> U(20) & U(0xFFFFF)) - FAR + ahead
    if low >= asked:
        return True, low, _ZERO
    return high < asked, high, data >> U(40) & U(0x3FF)


@_part
def _remember(book, w, table, last, at, value, asked, scoring):
    """Keep what was found out about a position."""
    key = w[at + U(F_KEY)]
    value -= _lead_in_play(w, at) if scoring else np.int64(0)
    asked -= _lead_in_play(w, at) if scoring else np.int64(0)
    held = _ones(w[at] | w[at + _ONE] | w[at + _TWO] | w[at + _THREE])
    low, high = _ZERO, U(0xFFFFF)
    place = _seen_before(table, last, key)
    if table[place] == key:
        data = table[place + _ONE]
        low, high = data & U(0xFFFFF), data >> U(20) & U(0xFFFFF)
    else:
        place = (key & last) << _ONE
        if table[place + _ONE] >> U(52) > held:
            place ^= _TWO
    if value >= asked:
        low = U(value + FAR)
    else:
        high = U(value + FAR)
    code = w[at + U(F_BEST_MOVE)]
    mark = _mark(book, w[at + U(F_LINE)], code, w[at + U(F_STAGE)] == _ZERO)
    table[place] = key
    table[place + _ONE] = low | high << U(20) | mark << U(40) | held << U(52)
    if code >> U(8):
        mark = U(61) + (code >> U(8))
    turn = w[at + U(F_TURN)]
    if (value >= asked) == (turn & _ONE == _ZERO):
        w[U(S_HISTORY) + (turn << U(7) | mark)] += held * held >> U(5)


@_part
def _ask(book, w, table, last, base, budget, arms, free, scoring):
    """Whether the position at ``base`` is worth at least ``S_ASKED`` to side 0: whether there is an
    answer yet, and a value on that side of the question."""
    asked = np.int64(w[S_ASKED])
    at = w[S_FRAME]
    new = at == _ZERO
    at = base if new else at
    value = np.int64(0)
    nodes = np.int64(0)
    descending = new
    fresh = not new
    while True:
        if descending:
            nodes += 1
            known, value, mark = _enter(book, w, table, last, at, asked, arms, free, scoring)
            if not known:
                w[at + U(F_AT)] = _ZERO
                w[at + U(F_COUNT)] = _list_moves(book, w, at, mark, arms, free, scoring)
                w[at + U(F_BEST)] = U(np.int64(FAR if w[at + U(F_TURN)] & _ONE else -FAR))
                fresh = True
                if nodes >= budget:
                    break
        if not fresh:
            # The value of the position below is known.
            if at == base:
                w[S_FRAME] = _ZERO
                w[S_NODES] += U(nodes)
                return True, value
            at -= U(FRAME_SIZE)
        descending = False
        while True:
            if not fresh:
                best = np.int64(w[at + U(F_BEST)])
                maximising = w[at + U(F_TURN)] & _ONE == _ZERO
                if (value > best) if maximising else (value < best):
                    best = value
                    w[at + U(F_BEST)] = U(value)
                    first = w[at + U(F_AT)] - _ONE
                    w[at + U(F_BEST_MOVE)] = w[at + U(F_MOVES) + first] & U(0xFFFF)
                answered = (best >= asked) == maximising
                if answered or w[at + U(F_AT)] == w[at + U(F_COUNT)]:
                    value = best
                    _remember(book, w, table, last, at, value, asked, scoring)
                    break
            fresh = False
            code = _next_move(w, at)
            to = at + U(FRAME_SIZE)
            ended = _make(book, w, at, to, code, arms, free, scoring)
            if ended == 0:
                at = to
                descending = True
                break
            value = _ended_value(book, w, to, ended, w[at + U(F_TURN)] & _ONE, scoring)
    w[S_FRAME] = at
    w[S_NODES] += U(nodes)
    return False, value


@_part
def _next_question(low, high, found, first):
    """The value to ask about, when it is known to lie from ``low`` to ``high``."""
    if first:
        return min(max(np.int64(1), low + 1), high)
    return min(max(found, low + 1), high)


@_part
def _begin(book, w, arms, free, scoring):
    """Let those pass and draw who have to before anybody has a choice."""
    root = U(S_FRAMES)
    ended = 0
    if w[root + U(F_STAGE)] == _TURN_STAGE:
        fits = _fits_line(book, w, w[root + U(F_LINE)], arms)
        ended = _settle(book, w, root, fits, free)
    w[S_PHASE] = U(VALUING)
    ahead = _lead_in_play(w, root) if scoring else np.int64(0)
    least, most = _limits(book, w, root, ahead, free, scoring)
    w[S_LOW] = U(max(np.int64(w[S_LOW]), least))
    w[S_HIGH] = U(min(np.int64(w[S_HIGH]), most))
    if ended:
        value = U(_ended_value(book, w, root, ended, _ZERO, scoring))
        w[S_LOW], w[S_HIGH], w[S_PHASE] = value, value, U(SOLVED)


@_part
def _agree(w, ended, found):
    """Whether a move of the line keeps the value; if so, it is made."""
    here, to = U(S_FRAMES), U(S_FRAMES + FRAME_SIZE)
    value = np.int64(w[S_LOW])
    if (found > value) if w[here + U(F_TURN)] & _ONE else (found < value):
        return
    code = w[here + U(F_MOVES) + w[here + U(F_AT)] - _ONE] & U(0xFFFF)
    w[U(S_MOVES) + w[S_LENGTH]] = code
    w[S_LENGTH] += _ONE
    w[S_TRIED] = _ZERO
    w[S_PHASE] = U(SOLVED if ended else TELLING)
    for place in range(U(F_POSITION)):
        w[here + place] = w[to + place]


@_part
def _try_next(book, w, table, last, arms, free, scoring):
    """Try a move of the line; whether there is something to ask about it."""
    here, to = U(S_FRAMES), U(S_FRAMES + FRAME_SIZE)
    value = np.int64(w[S_LOW])
    if w[S_TRIED] == _ZERO:
        mark = _look_up(book, w, table, last, here, arms, free, scoring) >> U(40) & U(0x3FF)
        w[here + U(F_AT)] = _ZERO
        w[here + U(F_COUNT)] = _list_moves(book, w, here, mark, arms, free, scoring)
        w[S_TRIED] = _ONE
    ended = _make(book, w, here, to, _next_move(w, here), arms, free, scoring)
    side = w[here + U(F_TURN)] & _ONE
    if ended:
        _agree(w, True, _ended_value(book, w, to, ended, side, scoring))
        return False
    w[S_BASE], w[S_ASKED] = to, U(value + np.int64(side))
    return True


@_part
def _pose(book, w, table, last, arms, free, scoring):
    """Think of the next question; whether there is one."""
    if w[S_PHASE] == U(TELLING):
        return _try_next(book, w, table, last, arms, free, scoring)
    low, high = np.int64(w[S_LOW]), np.int64(w[S_HIGH])
    if low >= high:
        w[S_PHASE], w[S_TRIED] = U(TELLING), _ZERO
        return False
    w[S_ASKED] = U(_next_question(low, high, np.int64(w[S_FOUND]), w[S_TRIED] == _ZERO))
    w[S_BASE] = U(S_FRAMES)
    w[S_FRAMES + F_BEST_MOVE] = U(NO_MOVE)
    return True


@_part
def _hear(w, found):
    """Take an answer in."""
    if w[S_PHASE] == U(TELLING):
        _agree(w, False, found)
        return
    w[S_TRIED], w[S_FOUND] = _ONE, U(found)
    yes = found >= np.int64(w[S_ASKED])
    if yes:
        w[S_LOW] = U(max(np.int64(w[S_LOW]), found))
    else:
        w[S_HIGH] = U(min(np.int64(w[S_HIGH]), found))
    if yes == (w[S_FRAMES + F_TURN] & _ONE == _ZERO):
        w[S_CHOICE] = w[S_FRAMES + F_BEST_MOVE]


@_part
def _work_on(book, w, table, last, budget, arms, free, scoring):
    stop = np.int64(w[S_NODES]) + budget
    if w[S_PHASE] == U(SETTLING):
        _begin(book, w, arms, free, scoring)
    while w[S_PHASE] != U(SOLVED):
        if w[S_FRAME] == _ZERO and not _pose(book, w, table, last, arms, free, scoring):
            continue
        left = stop - np.int64(w[S_NODES])
        done, found = _ask(book, w, table, last, w[S_BASE], left, arms, free, scoring)
        if not done:
            return
        _hear(w, found)


@njit(cache=True, error_model="numpy", nogil=True)
def solve(book, memory, table, budget):
    """Work on a position until it is solved, or for about so many positions more."""
    b, w, t = _memory(book), _memory(memory), _memory(table)
    last = U(table.size // 2 - 1)
    if book[SPINNER]:
        _work_on(b, w, t, last, budget, True, True, True)
    elif book[FREE] or book[SCORES_IN_PLAY]:
        _work_on(b, w, t, last, budget, False, True, True)
    else:
        _work_on(b, w, t, last, budget, False, False, False)


# Beliefs: counting and drawing the worlds a seat must reckon with.
#
# The twin of bots/beliefs/ways.py; the words for it are in bots/beliefs: a *slot* takes hidden
# tiles (what a seat was dealt, one draw, the stock), a *pool* is several slots that share their
# tiles by chance, a *case* is one way in which the opening may have gone. The memory ``b`` is
# written by bots/beliefs/fast.py. ``build_beliefs`` lists the positions on the way of placing tile
# after tile as nodes (``n``: the room left in each pool, the needs met, where its edges begin and
# how many there are) joined by edges (``e``: the node that follows, and the place in the tile's
# row), and counts the ways on from each node (``ways``) and along each edge (``along``). A search
# calls ``_draw_world``, which walks from a root, a step for each tile; its memory is the caller's.

# Places in the memory.
B_CASES, B_SEATS, B_STOCK, B_SLOTS, B_TABLE = 0, 1, 2, 3, 4  # B_TABLE: the tiles laid, as a mask
B_OWN = 8  # 8: what a seat is known to hold, whatever the case
B_OWNER = 16  # 64: the seat that got a slot's tiles; slot 0 is the stock
B_PLACES = 80  # from here on, where each case is
# Places in a case.
C_LEVELS, C_NEEDS, C_ROOM, C_NOTED, C_ROOT = 0, 1, 2, 3, 4
C_GATE, C_LEADER, C_TIES, C_LAST_SLOT, C_LAST_TILES, C_LAST_ROOM = 5, 6, 7, 8, 9, 10
C_GATE_FIELD, C_BASE, C_BEATS = 16, 24, 32  # 8 each, by seat
C_FIXED, C_LEFT = 40, 104  # 64 each, by slot: the tiles known to lie there, and the room besides
C_PLACES = 168  # from here on, where each level is
# A level: the tile, the needs that must be met by now, pools that become one on arriving here (how
# many, and the two fields of each), and the row: how many places, and for each the field of its
# pool, what it meets, and where its slots are listed (how many, and each). Beyond the last level
# there is one more, with a row of no places. A field says where a pool's room stands in a node's
# word and how many bits it takes: shift and bits, a byte each.
L_TILE, L_DUE, L_ROW, L_MERGES = 0, 1, 2, 3
ROW_STEP = 3
NO_GATE, NO_FIELD = 255, 0
# A node.
N_ROOM, N_NOTES, N_EDGES = 0, 1, 2
NODE_SIZE = 3
# A world: what each seat holds now, the stock in its order, each slot's tiles, and scratch room.
W_HANDS, W_STOCK, W_SLOTS, W_LEFT = 0, 8, 72, 136
WORLD_SIZE = 200

_BYTE, _LOW_BYTE = U(8), U(255)
_SALT = U(0xD6E8FEB86659FD93)
_UNIT = 1.0 / (1 << 53)


@_part
def _below(g, bound):
    """The twin of ``Rng.below``."""
    span = g[GENERATOR + 2] * bound
    pool = g[GENERATOR + 1]
    if span > _ROOM:
        span = bound
        g[GENERATOR] += _GAMMA
        pool = _mix(g[GENERATOR])
    g[GENERATOR + 2] = span
    g[GENERATOR + 1] = pool * bound
    return _high(pool, bound)


@_part
def _share(g):
    """A number from 0 up to 1, from a word of its own."""
    g[GENERATOR] += _GAMMA
    return np.float64(_mix(g[GENERATOR]) >> U(11)) * _UNIT


@_part
def _room_in(field, word):
    """How much room a node's word says there is in a pool."""
    return word >> (field >> _BYTE) & ((_ONE << (field & _LOW_BYTE)) - _ONE)


@_piece
def _gate_opens(b, c, room, notes):
    """Whether the leader was dealt the most doubles, now that all have their pools."""
    seats, leader = b[B_SEATS], b[c + U(C_LEADER)]
    most = b[c + U(C_BASE) + leader] - _room_in(b[c + U(C_GATE_FIELD) + leader], room)
    for seat in range(seats):
        at = c + U(seat)
        count = b[at + U(C_BASE)] - _room_in(b[at + U(C_GATE_FIELD)], room)
        if U(seat) == leader or count < most:
            continue
        if count > most or b[c + U(C_TIES)] == _ZERO or notes & b[at + U(C_BEATS)]:
            return False
    return True


@_piece
def _arrive(b, c, number, level, room, notes):
    """What becomes of a position when it comes to a level: the room left in each pool, the needs
    met, and for how many positions it stands; 0 if there is no way on from it."""
    if b[c + U(C_GATE)] == number:
        if not _gate_opens(b, c, room, notes):
            return room, notes, 0.0
        notes &= b[c + U(C_NEEDS)]
    if b[level + U(L_DUE)] & ~notes:
        return room, notes, 0.0
    times = 1.0
    at = level + U(L_MERGES)
    for _ in range(b[at]):
        into, pool = b[at + _ONE], b[at + _TWO]
        at += _TWO
        here, more = _room_in(into, room), _room_in(pool, room)
        for taken in range(more):
            here += _ONE
            times *= np.float64(here) / np.float64(U(taken) + _ONE)
        room += (more << (into >> _BYTE)) - (more << (pool >> _BYTE))
    return room, notes, times


@_piece
def _find_node(n, table, last, room, notes, count):
    """The number of the node that says this, a new one if there is none on its level."""
    at = _mix(room ^ notes * _SALT) & last
    while table[at]:
        node = table[at] - _ONE
        here = node * U(NODE_SIZE)
        if n[here + U(N_ROOM)] == room and n[here + U(N_NOTES)] == notes:
            return node
        at = (at + _ONE) & last
    table[at] = count + _ONE
    here = count * U(NODE_SIZE)
    n[here + U(N_ROOM)], n[here + U(N_NOTES)], n[here + U(N_EDGES)] = room, notes, _ZERO
    return count


@_piece
def _forget(n, table, last, first, stop):
    """Empty the places in the table that these nodes took."""
    for node in range(first, stop):
        here = U(node) * U(NODE_SIZE)
        at = _mix(n[here + U(N_ROOM)] ^ n[here + U(N_NOTES)] * _SALT) & last
        while table[at]:
            table[at] = _ZERO
            at = (at + _ONE) & last


@_piece
def _list_case(b, c, n, e, along, table, last, nodes, edges, most_nodes, most_edges):
    """List the nodes and edges of a case: how many there are then, and where the last level begins.
    No nodes if the room for them does not do."""
    first, levels = nodes, b[c + U(C_LEVELS)]
    here = first * U(NODE_SIZE)
    n[here + U(N_ROOM)], n[here + U(N_NOTES)] = b[c + U(C_ROOM)], b[c + U(C_NOTED)]
    n[here + U(N_EDGES)] = _ZERO
    nodes += _ONE
    for number in range(levels):
        row = b[b[c + U(C_PLACES) + U(number)] + U(L_ROW)]
        ahead = b[c + U(C_PLACES) + U(number) + _ONE]
        stop = nodes
        for node in range(first, stop):
            here = U(node) * U(NODE_SIZE)
            first_edge = edges
            for step in range(b[row]):
                place = row + _ONE + U(step) * U(ROW_STEP)
                field, room = b[place], n[here + U(N_ROOM)]
                if _room_in(field, room) == _ZERO:
                    continue
                room -= _ONE << (field >> _BYTE)
                notes = n[here + U(N_NOTES)] | b[place + _ONE]
                room, notes, times = _arrive(b, c, U(number) + _ONE, ahead, room, notes)
                if times == 0.0:
                    continue
                if nodes >= most_nodes or edges >= most_edges:
                    return _ZERO, _ZERO, _ZERO
                to = _find_node(n, table, last, room, notes, nodes)
                if to == nodes:
                    nodes += _ONE
                e[edges] = to << _BYTE | U(step)
                along[edges] = times
                edges += _ONE
            n[here + U(N_EDGES)] = first_edge << _BYTE | (edges - first_edge)
        _forget(n, table, last, stop, nodes)
        first = stop
    return nodes, edges, first


@_piece
def _count_case(b, c, n, e, ways, along, nodes, last_level):
    """Count the ways on from each node of a case, the last ones first."""
    node = nodes
    while node > b[c + U(C_ROOT)]:
        node -= _ONE
        here = node * U(NODE_SIZE)
        if node >= last_level:
            ends_well = n[here + U(N_ROOM)] & ~b[c + U(C_LAST_ROOM)] == _ZERO
            ways[node] = 1.0 if ends_well else 0.0
            continue
        total = 0.0
        edge = n[here + U(N_EDGES)] >> _BYTE
        for step in range(n[here + U(N_EDGES)] & _LOW_BYTE):
            along[edge + U(step)] *= ways[e[edge + U(step)] >> _BYTE]
            total += along[edge + U(step)]
        ways[node] = total


@_piece
def _list_cases(b, n, e, ways, along, table, last, most_nodes, most_edges):
    """List and count all cases: how many nodes there are, 0 if the room does not do. The table is
    empty before, and after unless the room does not do."""
    nodes, edges = _ZERO, _ZERO
    for case in range(b[B_CASES]):
        c = b[U(B_PLACES) + U(case)]
        b[c + U(C_ROOT)] = nodes
        if nodes >= most_nodes:
            return _ZERO
        nodes, edges, last_level = _list_case(
            b, c, n, e, along, table, last, nodes, edges, most_nodes, most_edges
        )
        if nodes == _ZERO:
            return _ZERO
        _count_case(b, c, n, e, ways, along, nodes, last_level)
    return nodes


@_part
def _pick_case(b, ways, splits, g):
    """The place of a case, each as likely as it has worlds."""
    cases = b[B_CASES]
    if cases == _ONE:
        return b[B_PLACES]
    total = 0.0
    for case in range(cases):
        total += ways[b[b[U(B_PLACES) + U(case)] + U(C_ROOT)]] * splits[case]
    pick = _share(g) * total
    chosen = b[B_PLACES]
    for case in range(cases):
        here = b[U(B_PLACES) + U(case)]
        worlds = ways[b[here + U(C_ROOT)]] * splits[case]
        chosen = here if pick >= 0.0 and worlds > 0.0 else chosen
        pick -= worlds
    return chosen


@_part
def _pick_edge(n, e, ways, along, g, node):
    """An edge from this node, each as likely as there are ways along it."""
    word = n[node * U(NODE_SIZE) + U(N_EDGES)]
    edge, stop = word >> _BYTE, (word >> _BYTE) + (word & _LOW_BYTE)
    if stop - edge == _ONE:
        return edge
    pick = _share(g) * ways[node]
    chosen = edge
    while edge < stop:
        chosen = edge if pick >= 0.0 and along[edge] > 0.0 else chosen
        pick -= along[edge]
        edge += _ONE
    return chosen


@_part
def _fall(b, g, world, shares, tile):
    """A tile falls to one of these slots, each as likely as it has room."""
    count = b[shares]
    slot = b[shares + _ONE]
    if count > _ONE:
        left = _ZERO
        for step in range(count):
            left += world[U(W_LEFT) + b[shares + _ONE + U(step)]]
        pick = _below(g, left)
        left = _ZERO
        for step in range(count):
            here = b[shares + _ONE + U(step)]
            room = world[U(W_LEFT) + here]
            slot = here if pick >= left and room else slot
            left += room
    world[U(W_LEFT) + slot] -= _ONE
    world[U(W_SLOTS) + slot] |= _ONE << tile


@_part
def _fall_last(b, c, g, world):
    """The last tiles fall to the slots that have room."""
    rest, last = b[c + U(C_LAST_TILES)], b[c + U(C_LAST_SLOT)]
    count = _ones(rest)
    for slot in range(b[B_SLOTS]):
        if U(slot) != last:
            for _ in range(world[U(W_LEFT) + U(slot)]):
                tile = _nth(rest, _below(g, count))
                rest ^= tile
                count -= _ONE
                world[U(W_SLOTS) + U(slot)] |= tile
    world[U(W_SLOTS) + last] |= rest


@_part
def _order_stock(b, g, world):
    """Lay out the stock in a random order."""
    rest, count = world[W_SLOTS], b[B_STOCK]
    place = U(W_STOCK)
    while count > _ZERO:
        tile = _nth(rest, _below(g, count))
        rest ^= tile
        world[place] = _lowest(tile)
        place += _ONE
        count -= _ONE


@_piece
def _draw_world(b, n, e, ways, along, splits, g, world):
    """A world by chance, each equally likely. ``g`` begins with the generator; ``world`` gets the
    hands as they are now, the stock in a random order, and what lies in each slot."""
    c = _pick_case(b, ways, splits, g)
    slots = b[B_SLOTS]
    for slot in range(slots):
        world[U(W_SLOTS) + U(slot)] = b[c + U(C_FIXED) + U(slot)]
        world[U(W_LEFT) + U(slot)] = b[c + U(C_LEFT) + U(slot)]
    node = b[c + U(C_ROOT)]
    for number in range(b[c + U(C_LEVELS)]):
        level = b[c + U(C_PLACES) + U(number)]
        edge = _pick_edge(n, e, ways, along, g, node)
        node = e[edge] >> _BYTE
        place = b[level + U(L_ROW)] + _ONE + (e[edge] & _LOW_BYTE) * U(ROW_STEP)
        _fall(b, g, world, b[place + _TWO], b[level + U(L_TILE)])
    _fall_last(b, c, g, world)
    for seat in range(b[B_SEATS]):
        world[U(W_HANDS) + U(seat)] = b[U(B_OWN) + U(seat)]
    for slot in range(_ONE, slots):
        held = world[U(W_SLOTS) + U(slot)] & ~b[B_TABLE]
        world[U(W_HANDS) + b[U(B_OWNER) + U(slot)]] |= held
    _order_stock(b, g, world)


@njit(cache=True, error_model="numpy", nogil=True)
def build_beliefs(memory, nodes, edges, ways, along, table):
    """List and count: how many nodes there are, 0 if the room for them does not do. ``table`` is
    all zero, its length a power of two and more than there is room for nodes."""
    return _list_cases(
        _memory(memory), _memory(nodes), _memory(edges), _memory(ways), _memory(along),
        _memory(table), U(table.size - 1), U(ways.size), U(edges.size),
    )  # fmt: skip


@njit(cache=True, error_model="numpy", nogil=True)
def draw_worlds(memory, nodes, edges, ways, along, splits, seed, stream, worlds):
    """Fill the rows of ``worlds`` from this stream of the seed."""
    b, n, e = _memory(memory), _memory(nodes), _memory(edges)
    w, a, s = _memory(ways), _memory(along), _memory(splits)
    generator = np.zeros(GENERATOR + 3, np.uint64)
    g = _memory(generator)
    _open_stream(g, _mix(seed + _GAMMA), stream)
    for row in range(worlds.shape[0]):
        _draw_world(b, n, e, w, a, s, g, _memory(worlds[row]))


# The search: many rounds from one position, each in a world that may be the true one.


# What the end of a round is worth to the sides: the match where there is one. The table says how
# likely so many points are made within so many rounds.
E_ROUNDS, E_NEEDS, E_KIND, E_GAIN = 0, 1, 2, 3
# Eight each: what it is worth, where that begins to count, and over how much of it.
E_WORTHS, E_LOW, E_SPAN = 8, 16, 24
E_TABLE = 32
BY_ROUND, BY_POINTS, BY_MATCH = 0, 1, 2


@_part
def _share_wins(equity, sides, best, count):
    """The sides in this mask have won together."""
    for side in range(sides):
        won = np.float64(best >> U(side) & _ONE)
        equity[U(E_WORTHS) + U(side)] = won / np.float64(count)


@_part
def _within(equity, need, rounds):
    """How likely it is that these points are made within so many rounds."""
    last = np.int64(equity[E_NEEDS])
    need = min(need, last)
    return equity[E_TABLE + need * (np.int64(equity[E_ROUNDS]) + 1) + rounds]


@_piece
def _value_match(book, work, rows, equity):
    """What a match that goes on is worth to each side: who gets there first, as if every side made
    its points by itself."""
    sides, target = book[SIDES], np.int64(book[TARGET])
    together = 0.0
    for side in range(sides):
        need = target - np.int64(work[U(TOTALS) + side]) - rows[U(POINTS) + side]
        worth, before = 0.0, 0.0
        for rounds in range(1, np.int64(equity[E_ROUNDS]) + 1):
            here = _within(equity, need, rounds)
            alone = here - before
            for other in range(sides):
                if other != side:
                    missing = target - np.int64(work[U(TOTALS) + other]) - rows[U(POINTS) + other]
                    there = _within(equity, missing, rounds)
                    alone *= 1.0 - 0.5 * (there + _within(equity, missing, rounds - 1))
            worth += alone
            before = here
        equity[U(E_WORTHS) + side] = worth
        together += worth
    for side in range(sides):
        worth = equity[U(E_WORTHS) + side] / together
        if equity[U(E_SPAN) + side] > 0.0:
            worth = (worth - equity[U(E_LOW) + side]) / equity[U(E_SPAN) + side]
            worth = min(max(worth, 0.0), 1.0)
        equity[U(E_WORTHS) + side] = worth


@_piece
def _value_round(book, work, rows, equity):
    """Write down what a round that has ended is worth to each side."""
    sides, target = book[SIDES], np.int64(book[TARGET])
    if equity[E_KIND] == BY_ROUND:
        winners = U(rows[U(WINNERS)])
        everybody = (_ONE << sides) - _ONE
        best = winners if winners else everybody
        _share_wins(equity, sides, best, _ones(best))
        return
    most, best = np.int64(-1 << 30), _ZERO
    for side in range(sides):
        total = np.int64(rows[U(POINTS) + side])
        if equity[E_KIND] == BY_MATCH:
            total += np.int64(work[U(TOTALS) + side])
        if total > most:
            most, best = total, _ZERO
        if total == most:
            best |= _ONE << side
    if equity[E_KIND] == BY_POINTS or most >= target:
        _share_wins(equity, sides, best, _ones(best))  # beyond all that counts
    else:
        _value_match(book, work, rows, equity)


@njit(cache=True, error_model="numpy", nogil=True)
def value_round(book, work, rows, equity):
    """Write down what a round is worth to each side that ended as its row says."""
    _value_round(_memory(book), _memory(work), _memory(rows), _memory(equity))


@_part
def _iterate(b, g, w, tree, r, d, worlds, world, n, c, e, words):
    """Play one round from the position in this world, and note along its path how it ended."""
    seats, next_drawn = b[SEATS], w[START + ST_NEXT]
    for seat in range(seats):
        d[seat] = worlds[world + U(W_HANDS) + seat]
    for place in range(next_drawn, b[TILES]):
        w[U(ORDER) + place] = worlds[world + U(W_STOCK) + place - next_drawn]
    depth = _round(
        b, g, w, w, -1, np.int64(-1), r, _ZERO, d, _ZERO, False, tree, n, c,
        words, True, True, True, True,
    )  # fmt: skip
    _value_round(b, w, r, e)
    for step in range(depth):
        found = tree[tree[TREE_PATH] + U(step)]
        here = U(TREE_NODES) + (found >> _THREE) * U(TREE_NODE)
        tree[here + U(TREE_VISITS)] += _ONE
        tree[here + U(TREE_WORTH)] += U(np.int64(e[U(E_WORTHS) + (found & U(7))] * WHOLE))


@njit(cache=True, error_model="numpy", nogil=True)
def search(
    book, growing, work, worlds, players, tree, rows, dealt, net, calc, equity, picks, worths,
):  # fmt: skip
    """One round in each of these worlds, with these players in its seats where they are given, its
    first moves chosen by the tree; or as many as there are first moves given, each by its place
    among the legal ones: what they were worth to the seat in turn, one world after the other."""
    b, g, w, t = _memory(book), _memory(growing), _memory(work), _memory(tree)
    r, d, v = _memory(rows), _memory(dealt), _memory(worlds)
    n, c, e = _memory(net), _memory(calc), _memory(equity)
    turn = work[START + ST_TURN]
    side = turn & _ONE if book[SIDES] == _TWO else turn
    for number in range(worlds.size // WORLD_SIZE):
        world = U(number) * U(WORLD_SIZE)
        if players.size:
            for seat in range(book[SEATS]):
                w[U(POLICIES) + seat] = players[U(number) * book[SEATS] + seat]
        for place in range(max(picks.size, 1)):
            if picks.size:
                w[START + ST_PICK] = U(picks[place]) + _ONE
            if book[WORDS] == _ONE:
                _iterate(b, g, w, t, r, d, v, world, n, c, e, 1)
            else:
                _iterate(b, g, w, t, r, d, v, world, n, c, e, 4)
            if picks.size:
                worths[number * picks.size + place] = equity[U(E_WORTHS) + side]


# Learning: how the net's numbers would have to change to be nearer to what moves turned out to be
# worth.

K_BASE_BLAME, K_BLAME, K_OFF = 528, 656, 784  # the last: how far off the net is with each move
LEARN_SIZE = 1024


@_piece
def _blame(net, calc, seen, grads, first, stop, blame):
    """Share out the blame for what was just judged."""
    for unit in range(NET_WIDTH):
        calc[K_BLAME + unit] = np.float32(0)
    grads[N_LAST_BIAS] += blame
    for deep in range(NET_DEEP):
        given = calc[K_SECOND + deep]
        if given > np.float32(0):
            here = N_SECOND + NET_WIDTH * deep
            back = blame * net[N_LAST + deep]
            grads[N_LAST + deep] += blame * given
            grads[N_SECOND_BIAS + deep] += back
            for unit in range(NET_WIDTH):
                grads[here + unit] += back * calc[K_FIRST + unit]
            for unit in range(NET_WIDTH):
                calc[K_BLAME + unit] += back * net[here + unit]
    for unit in range(NET_WIDTH):
        if calc[K_FIRST + unit] == np.float32(0):
            calc[K_BLAME + unit] = np.float32(0)
        calc[K_BASE_BLAME + unit] += calc[K_BLAME + unit]
    for place in range(first, stop):
        here = N_ROWS + NET_WIDTH * np.int64(seen[place])
        for unit in range(NET_WIDTH):
            grads[here + unit] += calc[K_BLAME + unit]


@_piece
def _learn_one(kept, at, targets, target, net, calc, grads, mean_share, heat):
    """Learn from one position."""
    options = np.int64(kept[at])
    first = at + 2
    stop = first + np.int64(kept[at + 1])
    for unit in range(NET_WIDTH):
        calc[K_BASE_BLAME + unit] = np.float32(0)
    _begin_to_judge(net, calc, kept, first, stop)
    begin, off = stop, np.float32(0)
    for option in range(options):
        end = begin + 1 + np.int64(kept[begin])
        calc[K_WORTHS + option] = _judge(net, calc, kept, begin + 1, end)
        begin = end
    for option in range(options):
        said = calc[K_WORTHS + option]
        if heat > 0.0:
            said = np.float32(_share_of(calc, U(option), U(options), heat))
        calc[K_OFF + option] = said - targets[target + option]
        off += calc[K_OFF + option]
    mean = off / np.float32(options)
    begin, missed = stop, 0.0
    for option in range(options):
        end = begin + 1 + np.int64(kept[begin])
        apart = calc[K_OFF + option] - mean
        missed += np.float64(apart) * np.float64(apart)
        _judge(net, calc, kept, begin + 1, end)
        _blame(net, calc, kept, grads, begin + 1, end, apart + mean_share * mean)
        begin = end
    for unit in range(NET_WIDTH):
        grads[N_BIAS + unit] += calc[K_BASE_BLAME + unit]
    for place in range(first, stop):
        here = N_ROWS + NET_WIDTH * np.int64(kept[place])
        for unit in range(NET_WIDTH):
            grads[here + unit] += calc[K_BASE_BLAME + unit]
    return missed, np.float64(mean) * np.float64(mean)


@njit(cache=True, error_model="numpy", nogil=True)
def learn(kept, places, targets, firsts, net, calc, grads, mean_share, heat):
    """Add to ``grads`` what these positions teach: each has its list at a place of ``kept``, and
    what its moves turned out to be worth from a place of ``targets`` on. What counts is by how much
    moves are better than others; how good the position was counts as much as ``mean_share`` says.
    With a ``heat``, the targets are how often moves are made, and so is what the net says, if moves
    that look so much worse may be made; the slope is that of how unlikely it takes them. How far
    off the net was, in both."""
    k, t, n = _memory(kept), _memory(targets), _memory(net)
    c, g = _memory(calc), _memory(grads)
    apart, mean = 0.0, 0.0
    for number in range(places.size):
        missed, off = _learn_one(
            k, places[number], t, firsts[number], n, c, g, np.float32(mean_share), heat
        )
        apart += missed
        mean += off
    return apart, mean
