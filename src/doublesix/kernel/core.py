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
GENERATOR, HANDS, HELD, LINE, TOTALS, ORDER, POLICIES, KEPT = 0, 4, 36, 40, 64, 72, 136, 144
WORK_SIZE = 160
# Of the line, in working memory: four each, and then each side's count at the end.
SHOWN, DOUBLED, BARE, OPEN, COUNTS = LINE, LINE + 4, LINE + 8, LINE + 12, LINE + 16

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


# Hands: one bit a tile while dealing, spread out for play.


@_part
def _spread(tiles, word, words):
    """The lowest of each tile's bits, in one word of a hand."""
    if words == 1:
        tiles = (tiles | tiles << U(16)) & U(0x0000FFFF0000FFFF)
        tiles = (tiles | tiles << U(8)) & U(0x00FF00FF00FF00FF)
        tiles = (tiles | tiles << U(4)) & U(0x0F0F0F0F0F0F0F0F)
        tiles = (tiles | tiles << U(2)) & U(0x3333333333333333)
        return (tiles | tiles << U(1)) & U(0x5555555555555555)
    tiles = tiles >> U(16 * word) & U(0xFFFF)
    tiles = (tiles | tiles << U(24)) & U(0x000000FF000000FF)
    tiles = (tiles | tiles << U(12)) & U(0x000F000F000F000F)
    tiles = (tiles | tiles << U(6)) & U(0x0303030303030303)
    return (tiles | tiles << U(3)) & U(0x1111111111111111)


@_part
def _gathered(work, seat, words):
    """A hand with one bit a tile again."""
    width = _TWO if words == 1 else U(4)
    tiles = _ZERO
    for word in range(words):
        rest = work[U(HANDS) + U(seat) * U(words) + U(word)]
        while rest:
            tile = _lowest(rest) // width
            tiles |= _ONE << (tile + U(16 * word))
            rest &= ~(U(15 if words > 1 else 3) << (tile * width))
    return tiles


# Dealing: the twin of engine/opening.py.


@_part
def _find_lead(book, dealt, at):
    """The tile the opening rule names, as a mask, and whether any may be led instead;
    no tile where the book deals again."""
    seats = book[SEATS]
    leader = book[LEADER]
    any_tile = book[LEAD_ANY]
    doubles = book[DOUBLES]
    holders, top = _ZERO, _ZERO
    for seat in range(seats):
        held = dealt[at + seat] & doubles
        holders += U(held != _ZERO)
        top = max(top, held)
    if book[REDEAL_SINGLE] and holders == _ONE:
        return _ZERO, any_tile
    named = _ZERO
    if leader == U(0):
        named = top
    elif leader == U(1):
        for seat in range(seats):
            held = dealt[at + seat] & doubles
            low = held & (_ZERO - held)
            if held and (named == _ZERO or low < named):
                named = low
    elif leader == U(2):
        most, equal = _ZERO, False
        for seat in range(seats):
            held = dealt[at + seat] & doubles
            count = _ones(held)
            if count > most:
                most, named, equal = count, held, False
            elif count == most and count:
                named, equal = max(named, held), True
        if equal and book[EQUAL_REDEALS]:
            return _ZERO, any_tile
    elif leader == U(3):
        named = top & book[TOP_DOUBLE]
    if named:
        return _ONE << _highest(named), any_tile
    if leader != U(4):
        if book[NO_LEADER_REDEALS]:
            return _ZERO, any_tile
        any_tile = book[HIGHEST_TILE_ANY]
    on_table = _ZERO
    for seat in range(seats):
        on_table |= dealt[at + seat]
    place = U(HEAVY)
    while not book[place] & on_table:
        place += _ONE
    return book[place], any_tile


@_part
def _take(book, work, dealt, at):
    """The hands of a given order of tiles."""
    place = U(ORDER)
    for seat in range(book[SEATS]):
        tiles = _ZERO
        for _ in range(book[HAND]):
            tiles |= _ONE << work[place]
            place += _ONE
        dealt[at + seat] = tiles


@_part
def _shuffle(book, work, dealt, at):
    """Shuffle and deal: the last seat's tiles lie behind the stock's, seat A's are what is left."""
    seats, size, hand = book[SEATS], book[TILES], book[HAND]
    state, pool, span = work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2]
    for tile in range(size):
        work[U(ORDER) + tile] = tile
    last = size
    gone = _ZERO
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
        count = hand
    dealt[at] = book[FULL] ^ gone
    work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2] = state, pool, span


@_part
def _deal(book, work, dealt, at, leader, given):
    """Deal until the round can be led: the leader (given, or -1 for the opening rule), the
    tiles that may be led, as a mask, and how often it was dealt again."""
    redeals = 0
    while True:
        if given:
            _take(book, work, dealt, at)
        else:
            _shuffle(book, work, dealt, at)
        if leader >= 0:
            return U(leader), dealt[at + U(leader)], redeals
        named, any_tile = _find_lead(book, dealt, at)
        if named:
            leading = _ZERO
            for seat in range(book[SEATS]):
                leading = seat if dealt[at + seat] & named else leading
            return leading, dealt[at + leading] if any_tile else named, redeals
        redeals += 1


# The line: the twin of engine/ends.py, for lines with arms.


@_part
def _grow(book, work, many, spinner, high, low, end):
    """Lay a tile at an end, -1 for the lead; how many ends there are then, and the spinner."""
    double = U(high == low)
    if end < 0:
        work[SHOWN], work[SHOWN + 1] = high, low
        work[DOUBLED], work[DOUBLED + 1] = double, double
        work[BARE], work[BARE + 1] = _ONE, _ONE
        many = 2
    else:
        place = U(end)
        work[U(SHOWN) + place] = high + low - work[U(SHOWN) + place]
        work[U(DOUBLED) + place] = double
        if spinner < 0:
            work[BARE], work[BARE + 1] = _ZERO, _ZERO
        else:
            work[U(BARE) + place] = _ZERO
    if double and spinner < 0 and book[SPINNER]:
        if book[SPINNER] == _ONE or high == book[TOP]:
            spinner = np.int64(high)
            many = 4
            work[SHOWN + 2], work[SHOWN + 3] = high, high
            work[DOUBLED + 2], work[DOUBLED + 3] = _ONE, _ONE
            work[BARE + 2], work[BARE + 3] = _ONE, _ONE
            if end >= 0:
                work[U(BARE) + U(end)] = _ONE
    return many, spinner


@_part
def _open_ends(book, work, many, spinner):
    """Work out which ends are open: a bit for each."""
    is_open = U(3) if many == 2 else U(15)
    if spinner >= 0 and book[ARMS]:
        bare = work[BARE] | work[BARE + 1] << U(1) | work[BARE + 2] << U(2)
        bare |= work[BARE + 3] << U(3)
        if book[ARMS] == _ONE:
            is_open = U(3) if bare & U(3) else U(15)
        elif bare:
            is_open = bare
    return is_open


@_part
def _fitting(book, work, is_open, word):
    """What may be laid, in one word of a hand; no tile shows 15."""
    fits = _ZERO
    for end in range(4):
        shown = work[SHOWN + end] if is_open >> U(end) & _ONE else U(15)
        fits |= book[U(SUITS + 64 * end + word) + shown * U(4)]
    return fits


@_part
def _total(work, many, spinner):
    """What the open ends add up to."""
    total, bare = _ZERO, 0
    for end in range(many):
        if work[U(BARE) + U(end)]:
            bare += 1
            if spinner < 0:
                total += work[U(SHOWN) + U(end)]
        else:
            total += work[U(SHOWN) + U(end)] * (_ONE + work[U(DOUBLED) + U(end)])
    if spinner >= 0 and bare > 2:
        total += _TWO * U(spinner)
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
        if words == 1:
            if fits[0] >> (tile * _TWO) & _THREE:
                return True
        elif fits[tile >> U(4)] >> ((tile & U(15)) * U(4)) & U(15):
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
def _count(book, work, seat, words):
    """What a hand counts."""
    total = _ZERO
    for word in range(words):
        hand = work[U(HANDS) + seat * U(words) + U(word)]
        for digit in range(5):
            total += _ones(hand & book[PLANES + 4 * digit + word]) << U(digit)
    return np.int64(total)


@_part
def _lightest(book, work, seat, words):
    """What the lightest tile of a hand counts."""
    lightest = U(99)
    tiles = _gathered(work, seat, words)
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
            tile = _lightest(book, work, U(seat), words)
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
        pips = _count(book, work, seat, words)
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
    width = _TWO if words == 1 else U(4)
    digest = _ZERO
    for word in range(words):
        rest = legal[word]
        while rest:
            bit = _lowest(rest)
            rest &= rest - _ONE
            tile = bit // width + U(16 * word)
            digest = _chain(digest, tile * U(8) + (U(7) if leads else bit % width))
    if draws:
        digest = _chain(digest, U(DRAW_CODE))
    if passes:
        digest = _chain(digest, U(PASS_CODE))
    return digest


@_part
def _digest(book, work, rows, row, words, facts):
    """A position in one number; the readable engine's positions have the same one."""
    digest = _ZERO
    for seat in range(book[SEATS]):
        digest = _chain(digest, _gathered(work, seat, words))
    for fact in facts:
        digest = _chain(digest, fact)
    for side in range(U(8)):
        digest = _chain(digest, U(rows[row + U(IN_PLAY) + side]))
    return digest


# Players.


@_part
def _total_after(book, growing, work, words, ends, many, spinner, tile, end):
    """What the open ends would add up to; ``ends`` are those of a line without arms."""
    high, low = book[U(HIGH) + tile], book[U(LOW) + tile]
    if words > 1:
        for place in range(U(LINE), U(LINE + 16)):
            work[place + U(KEPT - LINE)] = work[place]
        many, spinner = _grow(book, work, many, spinner, high, low, end)
        total = _total(work, many, spinner)
        for place in range(U(LINE), U(LINE + 16)):
            work[place] = work[place + U(KEPT - LINE)]
        return total
    return book[U(SUMS) + U(growing[ends << U(6) | tile << _ONE | U(end == 1)])]


@_part
def _greedy(book, growing, work, words, ends, many, spinner, legal, leads):
    """The move a greedy player makes, as a bit: most points, then most pips, then a double, then
    the first."""
    width = _TWO if words == 1 else U(4)
    best, best_value = _ZERO, np.int64(-1)
    for word in range(words):
        rest = legal[word]
        while rest:
            bit = _lowest(rest)
            rest &= rest - _ONE
            tile = bit // width + U(16 * word)
            points = _ZERO
            if book[SCORES_IN_PLAY]:
                end = np.int64(-1) if leads else np.int64(bit % width)
                total = _total_after(book, growing, work, words, ends, many, spinner, tile, end)
                points = book[U(SCORES) + total]
            double = U(book[U(HIGH) + tile] == book[U(LOW) + tile])
            value = np.int64((points * U(64) + book[U(COUNT) + tile]) * _TWO + double)
            if value > best_value:
                best, best_value = bit + U(64 * word), value
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
    tracing = full and traced
    scripted = full and limit >= 0
    turn, leads, redeals = _deal(book, work, dealt, at, leader, scripted)
    for place in range(U(ROW_SIZE)):
        rows[row + place] = 0
    rows[row + U(LEADING)], rows[row + U(REDEALS)] = turn, redeals
    state, pool, span = work[GENERATOR], work[GENERATOR + 1], work[GENERATOR + 2]
    held = _ZERO
    for seat in range(seats):
        held |= dealt[at + seat]
        for word in range(words):
            tiles = _spread(dealt[at + seat], word, words)
            work[U(HANDS) + seat * U(words) + U(word)] = tiles * U(3 if words == 1 else 15)
    f0, f1, f2, f3 = _spread(leads, 0, words), _ZERO, _ZERO, _ZERO
    if words == 1:
        held = _spread(held, 0, words) * _THREE
    else:
        for word in range(words):
            work[HELD + word] = _spread(held, word, words) * U(15)
        f1 = _spread(leads, 1, words)
    if words == 4:
        f2, f3 = _spread(leads, 2, words), _spread(leads, 3, words)
    next_drawn = seats * book[HAND]
    stage, drawn, passes, plays, knocks = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
    ends, total = U(NO_LINE), _ZERO
    many, spinner = 0, np.int64(-1)
    ended, ply = 0, 0
    l1, l2, l3 = _ZERO, _ZERO, _ZERO
    while ended == 0:
        # What may be done.
        here = U(HANDS) + turn * U(words)
        l0 = work[here] & f0
        choices = _ones(l0)
        if words > 1:
            l1 = work[here + _ONE] & f1
            choices += _ones(l1)
        if words == 4:
            l2, l3 = work[here + _TWO] & f2, work[here + _THREE] & f3
            choices += _ones(l2) + _ones(l3)
        bound = choices
        draws, may_pass = _ZERO, _ZERO
        if free:
            if stage == _TWO and not (must_play and choices):
                drawable, circled = next_drawn < book[LAST_DRAWN], passes >= seats
                allowed = book[U(ALLOWED) + (drawn << _TWO | U(circled) << _ONE | U(drawable))]
                allowed = allowed >> _TWO if choices else allowed
                draws, may_pass = allowed & _ONE, allowed >> _ONE & _ONE
                if drawn and book[DRAWN_WAITS]:
                    l0, l1, l2, l3, choices = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
                bound = choices + draws + may_pass
        if tracing:
            trace[ply * TRACE_SIZE + T_SEAT], trace[ply * TRACE_SIZE + T_BOUND] = turn, bound
            trace[ply * TRACE_SIZE + T_LEGAL] = _legal_digest(
                (l0, l1, l2, l3), words, stage == _ZERO, draws, may_pass
            )
        # Which of it is done.
        spot, pick = _ZERO, _ZERO
        known = False
        if full:
            if scripted:
                if ply == limit:
                    break
                pick, known = U(script[ply]), True
            elif work[U(POLICIES) + turn] == U(GREEDY):
                known = True
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
            if full and known and not scripted:
                spot = _greedy(
                    book,
                    growing,
                    work,
                    words,
                    ends,
                    many,
                    spinner,
                    (l0, l1, l2, l3),
                    stage == _ZERO,
                )
            elif words == 1:
                spot = _nth(l0, pick)
            else:
                ones = _ones(l0)
                later = pick >= ones  # which word it is in cannot be guessed: no branches here
                pick -= ones if later else _ZERO
                mask, word = l1 if later else l0, U(64) if later else _ZERO
                if words == 4:
                    ones = _ones(l1)
                    later = later and pick >= ones
                    pick -= ones if later else _ZERO
                    mask, word = l2 if later else mask, U(128) if later else word
                    ones = _ones(l2)
                    later = later and pick >= ones
                    pick -= ones if later else _ZERO
                    mask, word = l3 if later else mask, U(192) if later else word
                spot = _nth(mask, pick) + word
            # A tile is laid.
            by = turn
            turn += step
            turn = wrap if turn >= seats else turn
            passes, drawn = _ZERO, _ZERO
            plays += _ONE
            if words == 1:
                tile = spot >> _ONE
                gone = ~(_THREE << (spot & ~_ONE))
                l0 = work[here] & gone
                work[here] = l0
                held &= gone
                ends = U(growing[ends << U(6) | spot])
                f0 = book[U(FITTING) + ends]
                empty = l0 == _ZERO
                l0 &= f0
                fitting = l0 != _ZERO
                stuck = held & f0 == _ZERO
            else:
                tile = spot >> _TWO
                word = spot >> U(6)
                gone = ~(U(15) << (spot & U(60)))
                work[here + word] &= gone
                work[U(HELD) + word] &= gone
                high, low = book[U(HIGH) + tile], book[U(LOW) + tile]
                end = np.int64(spot & _THREE) if stage else np.int64(-1)
                many, spinner = _grow(book, work, many, spinner, high, low, end)
                is_open = _open_ends(book, work, many, spinner)
                f0, f1 = _fitting(book, work, is_open, 0), _fitting(book, work, is_open, 1)
                rest = work[here] | work[here + _ONE]
                fits = work[here] & f0 | work[here + _ONE] & f1
                over = work[HELD] & f0 | work[HELD + 1] & f1
                if words == 4:
                    f2, f3 = _fitting(book, work, is_open, 2), _fitting(book, work, is_open, 3)
                    rest |= work[here + _TWO] | work[here + _THREE]
                    fits |= work[here + _TWO] & f2 | work[here + _THREE] & f3
                    over |= work[HELD + 2] & f2 | work[HELD + 3] & f3
                empty, fitting, stuck = rest == _ZERO, fits != _ZERO, over == _ZERO
            code = spot
            if full:
                code = tile * U(8) + (spot & U(1 if words == 1 else 3) if stage else U(7))
            if stage == _ZERO:
                rows[row + U(LEAD_TILE)] = tile
                double = book[U(HIGH) + tile] == book[U(LOW) + tile]
                stage = _second_stage(book, double, fitting)
                if stage:
                    turn = by
                else:
                    stage = _TWO
            else:
                stage = _TWO
            if scoring or full:
                if book[SCORES_IN_PLAY]:
                    side = by & _ONE if book[SIDES] == _TWO else by
                    if words == 1:
                        total = book[U(SUMS) + ends]
                    else:
                        total = _total(work, many, spinner)
                    points = book[U(SCORES) + total]
                    _write_points(book, work, rows, row, side, points)
                    if book[AT_ONCE]:
                        reached = work[U(TOTALS) + side] + U(rows[row + U(IN_PLAY) + side])
                        if reached >= book[TARGET]:
                            ended = TARGET_REACHED
            if ended == 0 and empty:
                ended = OUT
            if ended:
                rows[row + U(BY)] = by
        elif draws and pick == choices:
            tile = work[U(ORDER) + next_drawn]
            if words == 1:
                drew = _THREE << (tile * _TWO)
                work[here] |= drew
                held |= drew
            else:
                word = tile >> U(4)
                drew = U(15) << ((tile & U(15)) * U(4))
                work[here + word] |= drew
                work[U(HELD) + word] |= drew
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
        if free and words == 1:
            stuck = held & f0 == _ZERO
        elif free:
            over = work[HELD] & f0 | work[HELD + 1] & f1
            if words == 4:
                over |= work[HELD + 2] & f2 | work[HELD + 3] & f3
            stuck = over == _ZERO
        if ended == 0 and (stuck or one_stuck or (free and passes >= seats)):
            here = U(HANDS) + turn * U(words)
            fits = work[here] & f0
            if words > 1:
                fits |= work[here + _ONE] & f1
            if words == 4:
                fits |= work[here + _TWO] & f2 | work[here + _THREE] & f3
            mine = fits != _ZERO
            if _blocked(book, work, (f0, f1, f2, f3), mine, stuck, next_drawn, passes, words):
                ended = BLOCKED
                rows[row + U(BY)] = -1
        if tracing:
            shown = (ends >> U(3) & U(7)) + _ONE | (ends & U(7)) + _ONE << U(5)
            if words > 1:
                shown = _ZERO
                for end in range(U(many)):
                    shown |= work[U(SHOWN) + end] + _ONE << U(5) * end
            facts = (
                book[TILES] - next_drawn, shown, total, turn, stage, drawn, passes, U(ended)
            )  # fmt: skip
            trace[ply * TRACE_SIZE + T_MOVE] = code
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
    if words == _TWO:
        if full or free:
            return _batch(
                b, g, w, s, limit, seed, first, count, single, leader, room, r, d, traced, t,
                2, True, True, True,
            )  # fmt: skip
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
