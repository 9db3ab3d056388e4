"""A case boiled down: which tiles are still in question, and between which pools.

Tiles that can lie in one slot only are put there. Slots that no tile and no need tells apart are
one *pool*: how a pool's tiles fall to its slots is pure chance, so that only the pools have to be
counted. Before anybody has passed in a block game, all hidden hands are one pool.
"""

from collections.abc import Collection, Sequence
from math import factorial, prod

from msgspec import Struct
from msgspec.structs import replace

from doublesix.bots.beliefs.facts import Facts, Need
from doublesix.bots.beliefs.opening import Case, Most, opening_cases
from doublesix.bots.beliefs.order import Plan, Row, plan
from doublesix.tiles import mask, members

Meets = dict[tuple[int, int], int]
"""For a tile in a slot, a bit for each need that is met by it."""


class Pool(Struct, frozen=True):
    """Slots that share their tiles by chance."""

    slots: tuple[int, ...]
    rooms: tuple[int, ...]
    """How many tiles in question each of these slots takes."""

    @property
    def room(self) -> int:
        return sum(self.rooms)

    @property
    def splits(self) -> int:
        """In how many ways the pool's tiles fall to its slots."""
        return factorial(self.room) // prod(map(factorial, self.rooms))


class Gate(Struct, frozen=True):
    """How it is checked who has the most doubles, once all doubles have their pools."""

    tiles: int
    """So many tiles, the first ones, are doubles."""
    leader: int
    pools: tuple[int, ...]
    """For each seat the pool of what it was dealt; -1 where that is all known."""
    base: tuple[int, ...]
    """How many doubles each seat was dealt, if its pool had no room left."""
    beats: tuple[int, ...]
    """For each seat a bit, like those of needs: it was dealt a double above the leader's."""
    ties_stand: bool

    @property
    def notes(self) -> int:
        """All these bits: nobody asks for them after the gate."""
        return sum(self.beats)

    def opens(self, left: Sequence[int], noted: int) -> bool:
        """Whether the leader has the most, when so much room is left in each pool."""
        counts = [
            base - (0 if pool < 0 else left[pool])
            for base, pool in zip(self.base, self.pools, strict=True)
        ]
        most = counts[self.leader]
        return all(
            count < most or (count == most and self.ties_stand and not noted & beats)
            for seat, (count, beats) in enumerate(zip(counts, self.beats, strict=True))
            if seat != self.leader
        )


class Puzzle(Struct, frozen=True):
    """What is left to count."""

    fixed: dict[int, int]
    """Tiles whose slot is known."""
    pools: tuple[Pool, ...]
    plan: Plan
    """The tiles in question, in the order in which they are placed, and where each may lie."""
    needs: int
    """A bit for each need to be met."""
    noted: int
    """The bits that are set from the beginning."""
    gate: Gate | None

    @property
    def splits(self) -> int:
        """In how many ways the tiles of all pools fall to their slots."""
        return prod(pool.splits for pool in self.pools)


def puzzles(facts: Facts) -> list[Puzzle]:
    """What is to be counted for each case of the opening."""
    boiled = map(boil_down, opening_cases(facts))
    return [puzzle for puzzle in boiled if puzzle is not None]


def boil_down(case: Case) -> Puzzle | None:
    """The puzzle of a case; None if it is plain that there is no world in it."""
    left = _Reduction(case)
    if not left.settle():
        return None
    needs = _independent(left.needs)
    meets = _meets(needs)
    most = case.most
    counting = None if most is None else _Counting(case.facts, most, left, len(needs))
    if counting is not None and counting.is_done():
        if not counting.known_gate().opens((), counting.noted):
            return None
        counting = None
    if counting is not None:
        counting.note_higher(meets)
    pools = _pools(left, meets, () if counting is None else counting.slots.values())
    gate = None if counting is None else counting.gate(pools)
    rows = {tile: _row(tile, slots, pools, meets) for tile, slots in left.open.items()}
    return Puzzle(
        fixed=left.fixed,
        pools=pools,
        plan=plan(
            rows,
            [pool.room for pool in pools],
            apart=0 if gate is None else mask(pool for pool in gate.pools if pool >= 0),
            first=0 if most is None or gate is None else most.doubles,
        ),
        needs=(1 << len(needs)) - 1,
        noted=0 if counting is None else counting.noted,
        gate=gate,
    )


class _Reduction:
    """Putting tiles where they must be until nothing follows from that any more."""

    def __init__(self, case: Case) -> None:
        self.open = dict(case.allowed)
        self.fixed: dict[int, int] = {}
        self.room = [slot.room for slot in case.facts.slots]
        self.needs = list(case.needs)

    def settle(self) -> bool:
        """Whether it can all be true."""
        while True:
            full = sum(1 << slot for slot, room in enumerate(self.room) if not room)
            for tile in self.open:
                self.open[tile] &= ~full
            if not all(self.open.values()) or not self._settle_needs():
                return False
            known = [tile for tile, slots in self.open.items() if slots & (slots - 1) == 0]
            if not known:
                return True
            for tile in known:
                slot = self.open.pop(tile).bit_length() - 1
                self.fixed[tile] = slot
                self.room[slot] -= 1
                if self.room[slot] < 0:
                    return False

    def _settle_needs(self) -> bool:
        """Drop needs that are met for sure; follow those that only one tile can meet."""
        left: list[Need] = []
        for need in self.needs:
            if any(slots >> self.fixed[tile] & 1 for tile, slots in need.items()
                   if tile in self.fixed):  # fmt: skip
                continue
            ways = {
                tile: slots & self.open[tile]
                for tile, slots in need.items()
                if slots & self.open.get(tile, 0)
            }
            if not ways:
                return False
            if any(ways[tile] == self.open[tile] for tile in ways):
                continue
            if len(ways) == 1:
                self.open |= ways
            else:
                left.append(ways)
        self.needs = left
        return True


def _independent(needs: list[Need]) -> list[Need]:
    """Without those that are met whenever another one is."""
    left: list[Need] = []
    for need in sorted(needs, key=lambda need: sum(map(int.bit_count, need.values()))):
        if not any(_implies(other, need) for other in left):
            left.append(need)
    return left


def _implies(one: Need, other: Need) -> bool:
    return all(slots & ~other.get(tile, 0) == 0 for tile, slots in one.items())


def _meets(needs: list[Need]) -> Meets:
    meets: Meets = {}
    for bit, need in enumerate(needs):
        for tile, slots in need.items():
            for slot in members(slots):
                meets[tile, slot] = meets.get((tile, slot), 0) | 1 << bit
    return meets


class _Counting:
    """Counting doubles: which slots, and what is known from the beginning."""

    def __init__(self, facts: Facts, most: Most, left: _Reduction, first_bit: int) -> None:
        self.most = most
        self.left = left
        seats = range(facts.view.game.seats)
        self.bits = tuple(1 << first_bit + seat for seat in seats)
        self.slots = {
            slot.owner: at
            for at, slot in enumerate(facts.slots)
            if slot.owner is not None and not slot.since
        }
        known = [facts.own_dealt if seat == facts.view.seat else 0 for seat in seats]
        for tile, at in left.fixed.items():
            owner = facts.slots[at].owner
            if owner is not None and self.slots[owner] == at:
                known[owner] |= 1 << tile
        self.known = [(hand & most.doubles).bit_count() for hand in known]
        self.noted = sum(
            bit for bit, hand in zip(self.bits, known, strict=True) if hand & most.higher
        )

    def note_higher(self, meets: Meets) -> None:
        """A bit for whoever gets a double above the leader's."""
        for tile in self.left.open:
            if self.most.higher >> tile & 1:
                for seat, slot in self.slots.items():
                    meets[tile, slot] = meets.get((tile, slot), 0) | self.bits[seat]

    def is_done(self) -> bool:
        """Whether it is known where every double lies."""
        return not any(self.most.doubles >> tile & 1 for tile in self.left.open)

    def known_gate(self) -> Gate:
        """The gate when all doubles are known."""
        nowhere = (-1,) * len(self.bits)
        most = self.most
        return Gate(0, most.leader, nowhere, tuple(self.known), self.bits, most.ties_stand)

    def gate(self, pools: tuple[Pool, ...]) -> Gate:
        """The gate when some of them are in question."""
        base, of_seat = list(self.known), [-1] * len(self.bits)
        for seat, slot in self.slots.items():
            if room := self.left.room[slot]:
                base[seat] += room
                of_seat[seat] = next(at for at, pool in enumerate(pools) if slot in pool.slots)
        doubles = sum(self.most.doubles >> tile & 1 for tile in self.left.open)
        known = self.known_gate()
        return replace(known, tiles=doubles, pools=tuple(of_seat), base=tuple(base))


def _pools(left: _Reduction, meets: Meets, apart: Collection[int]) -> tuple[Pool, ...]:
    """Slots with room, those that are alike together, unless they have to stay apart."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for slot, room in enumerate(left.room):
        if room:
            column = [
                meets.get((tile, slot), 0) if slots >> slot & 1 else -1
                for tile, slots in left.open.items()
            ]
            alike.setdefault((slot if slot in apart else -1, *column), []).append(slot)
    return tuple(
        Pool(tuple(slots), tuple(left.room[slot] for slot in slots)) for slots in alike.values()
    )


def _row(tile: int, slots: int, pools: tuple[Pool, ...], meets: Meets) -> Row:
    places = tuple(at for at, pool in enumerate(pools) if slots >> pool.slots[0] & 1)
    return Row(places, tuple(meets.get((tile, pools[at].slots[0]), 0) for at in places))
