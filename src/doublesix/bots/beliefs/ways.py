"""Counting the ways to place tiles in pools, exactly.

Tile by tile: what matters of the tiles already placed is only how much room they left in each
pool, and which needs they met. Positions of this kind that can come up are listed level by level;
then, from the last level back, each learns in how many ways the rest can be placed. The same
numbers give a uniform sample, a step at a time, and the share of every tile in every pool.

Pools that nothing tells apart any more become one, and every way to fill that one stands for as
many as there are ways to choose which of its tiles are whose. So the last tiles, which may lie
anywhere as far as anyone knows, need no listing at all.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from doublesix.bots.beliefs.puzzle import Puzzle
from doublesix.errors import UnsupportedRules
from doublesix.rng import Rng

_FIELD = 7
_FULL = (1 << _FIELD) - 1
"""Room for the largest set in one pool."""
_DIGIT = 32
_MOST_POSITIONS = 1 << 18
"""So many are listed at most; only odd tables with many seats and large sets come near."""

Placed = tuple[int, ...]
"""For each tile in question, its pool."""


def draw_below(rng: Rng, bound: int) -> int:
    """A whole number below a bound that may be larger than any word.

    >>> draw_below(Rng(1), 1 << 80) < 1 << 80
    True
    """
    bits = (bound - 1).bit_length()
    while True:
        drawn = 0
        for low in range(0, bits, _DIGIT):
            drawn |= rng.below(1 << min(_DIGIT, bits - low)) << low
        if drawn < bound:
            return drawn


class Ways:
    """A puzzle, counted."""

    def __init__(self, puzzle: Puzzle, most: int = _MOST_POSITIONS) -> None:
        self.puzzle = puzzle
        self._plan = puzzle.plan
        self._shift = [_FIELD * pool for pool in range(len(puzzle.pools))]
        self._notes = _FIELD * len(puzzle.pools)
        self._root = puzzle.noted << self._notes
        for pool, shift in zip(puzzle.pools, self._shift, strict=True):
            self._root |= pool.room << shift
        self._levels = self._count(self._list(most))
        self.count = self._levels[0].get(self._root, 0)

    def _list(self, most: int) -> list[dict[int, int]]:
        """Every position that can come up, with no ways yet."""
        levels = [{self._root: 0}]
        for level in range(len(self._plan.levels)):
            levels.append({after: 0 for at in levels[-1] for _, after, _ in self._steps(level, at)})
            most -= len(levels[-1])
            if most < 0:
                raise UnsupportedRules("beliefs-too-many", key="seats")
        return levels

    def _count(self, levels: list[dict[int, int]]) -> list[dict[int, int]]:
        """The same, with the ways from each; without those from which there is none."""
        counted = [{at: 1 for at in levels[-1] if self._ends_well(at)}]
        for level in range(len(levels) - 2, -1, -1):
            after = counted[-1]
            ways_of = {
                at: sum(after.get(to, 0) * times for _, to, times in self._steps(level, at))
                for at in levels[level]
            }
            counted.append({at: ways for at, ways in ways_of.items() if ways})
        counted.reverse()
        return counted

    def _steps(self, level: int, at: int) -> Iterator[tuple[int, int, int]]:
        """Where this tile may go from here, as a place in its row; the position that follows, and
        for how many it stands."""
        row = self._plan.levels[level].row
        for place, (pool, meets) in enumerate(zip(row.pools, row.meets, strict=True)):
            if at >> self._shift[pool] & _FULL:
                to = (at - (1 << self._shift[pool])) | meets << self._notes
                arrived = self._arrive(level + 1, to)
                if arrived is not None:
                    yield place, *arrived

    def _arrive(self, level: int, at: int) -> tuple[int, int] | None:
        """The position beyond the gate, if one stands here, with the pools as one that are; None
        if the gate stays shut or a need can no longer be met."""
        gate = self.puzzle.gate
        if gate is not None and gate.tiles == level:
            if not gate.opens(self._left(at), at >> self._notes):
                return None
            at &= ~(gate.notes << self._notes)
        if self._plan.due[level] & self.puzzle.needs & ~(at >> self._notes):
            return None
        times = 1
        for into, pool in self._plan.merges[level]:
            room, more = at >> self._shift[into] & _FULL, at >> self._shift[pool] & _FULL
            times *= comb(room + more, more)
            at += (more << self._shift[into]) - (more << self._shift[pool])
        return at, times

    def _left(self, at: int) -> list[int]:
        return [at >> shift & _FULL for shift in self._shift]

    def _ends_well(self, at: int) -> bool:
        """Whether the last tiles have room, and nothing else has."""
        left = self._left(at)
        return sum(left[pool] for pool in self._plan.last.row.pools) == sum(left)

    def sample(self, rng: Rng) -> Placed:
        """One way, each equally likely."""
        at = self._root
        left = [pool.room for pool in self.puzzle.pools]
        placed: list[int] = []
        for level, here in enumerate(self._plan.levels):
            after = self._levels[level + 1]
            pick = draw_below(rng, self._levels[level][at])
            for place, to, times in self._steps(level, at):
                pick -= after.get(to, 0) * times
                if pick < 0:
                    placed.append(_draw_pool(rng, here.shares[place], left))
                    at = to
                    break
        rest = [pool for pool, room in enumerate(left) for _ in range(room)]
        rng.shuffle(rest)
        return (*placed, *rest)

    def every(self) -> Iterator[Placed]:
        """Every way, once."""
        return self._every(0, self._root, [pool.room for pool in self.puzzle.pools])

    def _every(self, level: int, at: int, left: list[int]) -> Iterator[Placed]:
        if level == len(self._plan.levels):
            yield from _arrangements(left)
            return
        for place, to, _ in self._steps(level, at):
            if to in self._levels[level + 1]:
                for pool in self._plan.levels[level].shares[place]:
                    if left[pool]:
                        rest = [room - (other == pool) for other, room in enumerate(left)]
                        for more in self._every(level + 1, to, rest):
                            yield (pool, *more)

    def shares(self) -> list[list[Fraction]]:
        """For each tile in question and each pool, in how many ways it is there.

        A position forgets how much room is left in each pool of several that are one; what is
        carried along is how much it is on average.
        """
        pools = range(len(self.puzzle.pools))
        shares: list[list[Fraction]] = []
        reached = {self._root: [Fraction(pool.room) for pool in self.puzzle.pools]}
        for level, here in enumerate(self._plan.levels):
            after = self._levels[level + 1]
            following: dict[int, list[Fraction]] = {}
            share = [Fraction(0) for _ in pools]
            for at, rooms in reached.items():
                for place, to, times in self._steps(level, at):
                    if to in after:
                        one = here.shares[place]
                        room = at >> self._shift[here.row.pools[place]] & _FULL
                        carried = following.setdefault(to, [Fraction(0) for _ in pools])
                        for pool in pools:
                            taken = rooms[pool] / room if pool in one else 0
                            share[pool] += taken * times * after[to]
                            carried[pool] += (rooms[pool] - taken) * times
            shares.append(share)
            reached = following
        last = len(self._plan.tiles) - len(self._plan.levels)
        over = [sum((rooms[pool] for rooms in reached.values()), Fraction(0)) for pool in pools]
        return shares + [[room / last for room in over] for _ in range(last)]


def _draw_pool(rng: Rng, pools: Sequence[int], left: list[int]) -> int:
    """One of several pools that are one, as likely as it has room; it has less then."""
    places = [pool for pool in pools for _ in range(left[pool])]
    pool = rng.choose(places)
    left[pool] -= 1
    return pool


def _arrangements(left: list[int]) -> Iterator[Placed]:
    """Every order of so many places in each pool."""
    if not any(left):
        yield ()
        return
    for pool, room in enumerate(left):
        if room:
            rest = [other - (at == pool) for at, other in enumerate(left)]
            for more in _arrangements(rest):
                yield (pool, *more)
