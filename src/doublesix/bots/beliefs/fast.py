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
    (77520.0, 1000)
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
    made = Sampler(words, [float(puzzle.splits) for puzzle in posed]) if posed else None
    if made is None or not made.count:
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
        words[core.B_OWNER + at] = 0 if slot.owner is None else slot.owner
    return words


def _write(facts: Facts, puzzle: Puzzle, words: list[int]) -> None:
    """One case, at the end of the words."""
    plan = puzzle.plan
    here = len(words)
    words += [0] * (core.C_PLACES + len(plan.levels) + 1)
    fields = _fields(puzzle)
    words[here + core.C_LEVELS] = len(plan.levels)
    words[here + core.C_NEEDS] = puzzle.needs
    words[here + core.C_NOTED] = puzzle.noted
    words[here + core.C_LAST_TILES] = mask(plan.tiles[len(plan.levels) :])
    for pool, field in zip(puzzle.pools, fields, strict=True):
        words[here + core.C_ROOM] |= pool.room << (field >> 8)
        for slot, room in zip(pool.slots, pool.rooms, strict=True):
            words[here + core.C_LEFT + slot] = room
    for at in plan.last.row.pools:
        shift, bits = divmod(fields[at], 256)
        words[here + core.C_LAST_ROOM] |= ((1 << bits) - 1) << shift
    rooms = words[here + core.C_LEFT :][: len(facts.slots)]
    words[here + core.C_LAST_SLOT] = rooms.index(max(rooms))
    for tile, slot in puzzle.fixed.items():
        words[here + core.C_FIXED + slot] |= 1 << tile
    _write_gate(puzzle.gate, fields, words, here)
    for number in range(len(plan.levels) + 1):
        words[here + core.C_PLACES + number] = len(words)
        _write_level(puzzle, fields, number, words)


def _fields(puzzle: Puzzle) -> list[int]:
    """Where each pool's room stands in a word, with bits enough for all that goes into it."""
    room = [pool.room for pool in puzzle.pools]
    most = list(room)
    for merges in puzzle.plan.merges:
        for into, pool in merges:
            room[into] += room[pool]
            most[into] = max(most[into], room[into])
    fields, shift = [], 0
    for bits in map(int.bit_length, most):
        fields.append(shift << 8 | bits)
        shift += bits
    notes = puzzle.needs | (0 if puzzle.gate is None else puzzle.gate.notes)
    if max(shift, notes.bit_length()) > _BITS:
        raise UnsupportedRules("beliefs-too-many", key="seats")
    return fields


def _write_gate(gate: Gate | None, fields: list[int], words: list[int], here: int) -> None:
    if gate is None:
        words[here + core.C_GATE] = core.NO_GATE
        return
    words[here + core.C_GATE] = gate.tiles
    words[here + core.C_LEADER] = gate.leader
    words[here + core.C_TIES] = gate.ties_stand
    for seat, (pool, base, beats) in enumerate(zip(gate.pools, gate.base, gate.beats, strict=True)):
        words[here + core.C_GATE_FIELD + seat] = core.NO_FIELD if pool < 0 else fields[pool]
        words[here + core.C_BASE + seat] = base
        words[here + core.C_BEATS + seat] = beats


def _write_level(puzzle: Puzzle, fields: list[int], number: int, words: list[int]) -> None:
    """One level, at the end of the words."""
    plan, here = puzzle.plan, len(words)
    words += [0] * core.L_MERGES
    words[here + core.L_DUE] = plan.due[number] & puzzle.needs
    words.append(len(plan.merges[number]))
    for into, pool in plan.merges[number]:
        words += [fields[into], fields[pool]]
    if number == len(plan.levels):
        return
    words[here + core.L_TILE] = plan.tiles[number]
    words[here + core.L_ROW] = row = len(words)
    level = plan.levels[number]
    words.append(len(level.shares))
    words += [0] * (core.ROW_STEP * len(level.shares))
    steps = zip(level.row.pools, level.row.meets, level.shares, strict=True)
    for place, (pool, meets, shares) in enumerate(steps):
        at = row + 1 + core.ROW_STEP * place
        words[at : at + core.ROW_STEP] = [fields[pool], meets, len(words)]
        slots = [slot for share in shares for slot in puzzle.pools[share].slots]
        words += [len(slots), *slots]
