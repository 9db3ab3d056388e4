"""The same worlds, drawn by compiled code: a view's puzzles as the numbers it reads.

Needs the extra ``kernel``, so that only those import this module who have it.
"""

from doublesix.bots.beliefs.facts import Facts, read_facts
from doublesix.bots.beliefs.puzzle import Gate, Puzzle, puzzles
from doublesix.engine import View
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.lower import LARGEST_SET
from doublesix.tiles import mask

_BITS = 64


def sampler(view: View) -> Sampler:
    """The worlds of this view, ready to be drawn.

    >>> from doublesix.engine import deal_round, new_game, view
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("ikea"), 2), Rng(1)).state
    >>> worlds = sampler(view(state, 0))
    >>> worlds.count, worlds.draw(1000, seed=1).shape[0]
    (54264.0, 1000)
    """
    top = view.game.tiles.top
    if top > LARGEST_SET:
        raise UnsupportedRules("kernel-set", key="set", top=top, most=LARGEST_SET)
    facts = read_facts(view)
    posed = puzzles(facts)
    words = _head(facts, len(posed))
    for case, puzzle in enumerate(posed):
        words[core.B_PLACES + case] = len(words)
        _write(facts, puzzle, words)
    made = Sampler(words, [float(puzzle.splits) for puzzle in posed])
    if not made.count:
        raise InvalidInput("no-world")
    return made


def _head(facts: Facts, cases: int) -> list[int]:
    """What holds in every case."""
    view = facts.view
    words = [0] * (core.B_PLACES + cases)
    words[core.B_CASES] = cases
    words[core.B_SEATS] = view.game.seats
    words[core.B_STOCK] = view.stock
    words[core.B_SLOTS] = len(facts.slots)
    words[core.B_TABLE] = mask(facts.played)
    if view.seat is not None:
        words[core.B_OWN + view.seat] = mask(view.hand)
    for at, slot in enumerate(facts.slots):
        owner = core.STOCK_OWNER if slot.owner is None else slot.owner
        words[core.B_OWNER + at] = owner
    return words


def _write(facts: Facts, puzzle: Puzzle, words: list[int]) -> None:
    """One case, at the end of the words."""
    here = len(words)
    words += [0] * core.CASE_SIZE
    notes = puzzle.needs | (0 if puzzle.gate is None else puzzle.gate.notes)
    if notes.bit_length() > _BITS:
        raise UnsupportedRules("kernel-needs", key="blocked_when")
    words[here + core.C_POOLS] = len(puzzle.pools)
    words[here + core.C_TILES] = len(puzzle.tiles)
    words[here + core.C_TAIL] = puzzle.tail
    words[here + core.C_NEEDS] = puzzle.needs
    words[here + core.C_NOTED] = puzzle.noted
    words[here + core.C_TAIL_TILES] = mask(puzzle.tiles[puzzle.tail :])
    words[here + core.C_TAIL_POOLS] = mask(
        pool for row in puzzle.rows[puzzle.tail :] for pool in row.pools
    )
    for tile, slot in puzzle.fixed.items():
        words[here + core.C_FIXED + slot] |= 1 << tile
    _write_pools(facts, puzzle, words, here)
    _write_rows(puzzle, words, here)
    _write_gate(puzzle.gate, words, here)


def _write_pools(facts: Facts, puzzle: Puzzle, words: list[int], here: int) -> None:
    shift, rooms = 0, [0] * len(facts.slots)
    for at, pool in enumerate(puzzle.pools):
        bits = pool.room.bit_length()
        words[here + core.C_ROOM] |= pool.room << shift
        words[here + core.C_FIELD + at] = shift << 8 | bits
        shift += bits
        words[here + core.C_SHARES + at] = len(words)
        words += [len(pool.slots), *pool.slots]
        for slot, room in zip(pool.slots, pool.rooms, strict=True):
            words[here + core.C_LEFT + slot] = rooms[slot] = room
    words[here + core.C_LAST] = rooms.index(max(rooms))


def _write_rows(puzzle: Puzzle, words: list[int], here: int) -> None:
    for at, (tile, row) in enumerate(zip(puzzle.tiles, puzzle.rows, strict=True)):
        words[here + core.C_TILE + at] = tile
        words[here + core.C_ROWS + at] = len(words)
        words.append(len(row.pools))
        for pool, meets in zip(row.pools, row.meets, strict=True):
            words += [pool, meets]


def _write_gate(gate: Gate | None, words: list[int], here: int) -> None:
    if gate is None:
        words[here + core.C_GATE] = core.NO_GATE
        return
    words[here + core.C_GATE] = gate.tiles
    words[here + core.C_LEADER] = gate.leader
    words[here + core.C_TIES] = gate.ties_stand
    for seat, (pool, base, beats) in enumerate(zip(gate.pools, gate.base, gate.beats, strict=True)):
        words[here + core.C_GATE_POOL + seat] = core.NO_POOL if pool < 0 else pool
        words[here + core.C_BASE + seat] = base
        words[here + core.C_BEATS + seat] = beats
