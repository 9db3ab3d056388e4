"""Counting the ways to place tiles in pools, exactly.

Tile by tile: what matters of the tiles already placed is only how much room they left in each
pool, and which needs they met. Positions of this kind that can come up are listed level by level;
then, from the last level back, each learns in how many ways the rest can be placed. The same
numbers give a uniform sample, a step at a time, and the share of every tile in every pool.

The last tiles, which may lie anywhere as far as anyone knows, are not listed: in how many ways
they fill the room left is one division of factorials.
"""

from collections.abc import Iterator
from math import factorial

from doublesix.bots.beliefs.puzzle import Puzzle
from doublesix.rng import Rng

_FIELD = 7
_FULL = (1 << _FIELD) - 1
"""Room for the largest set in one pool."""
_DIGIT = 32

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

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        pools = range(len(puzzle.pools))
        self._shift = [_FIELD * pool for pool in pools]
        self._notes = _FIELD * len(puzzle.pools)
        self._root = puzzle.noted << self._notes
        for pool in pools:
            self._root |= puzzle.pools[pool].room << self._shift[pool]
        self._levels = self._count(self._list())
        self.count = sum(self._levels[0].values())

    def _list(self) -> list[dict[int, int]]:
        """Every position that can come up, with no ways yet."""
        root = self._passed(0, self._root)
        levels: list[dict[int, int]] = [{} if root is None else {root: 0}]
        for level in range(self.puzzle.tail):
            levels.append({after: 0 for at in levels[-1] for _, after in self._steps(level, at)})
        return levels

    def _count(self, levels: list[dict[int, int]]) -> list[dict[int, int]]:
        """The same, with the ways from each; without those from which there is none."""
        counted = [{at: ways for at in levels[-1] if (ways := self._tail_ways(at))}]
        for level in range(self.puzzle.tail - 1, -1, -1):
            after = counted[-1]
            ways_of = {
                at: sum(after.get(to, 0) for _, to in self._steps(level, at))
                for at in levels[level]
            }
            counted.append({at: ways for at, ways in ways_of.items() if ways})
        counted.reverse()
        return counted

    def _steps(self, level: int, at: int) -> Iterator[tuple[int, int]]:
        """The pools this tile may go to from here, and the positions that follow."""
        row = self.puzzle.rows[level]
        for pool, meets in zip(row.pools, row.meets, strict=True):
            if at >> self._shift[pool] & _FULL:
                to = (at - (1 << self._shift[pool])) | meets << self._notes
                passed = self._passed(level + 1, to)
                if passed is not None:
                    yield pool, passed

    def _passed(self, level: int, at: int) -> int | None:
        """The position beyond the gate, if one stands here; None if it stays shut."""
        gate = self.puzzle.gate
        if gate is None or gate.tiles != level:
            return at
        if not gate.opens(self._left(at), at >> self._notes):
            return None
        return at & ~(gate.notes << self._notes)

    def _left(self, at: int) -> list[int]:
        return [at >> shift & _FULL for shift in self._shift]

    def _tail_ways(self, at: int) -> int:
        """In how many ways the last tiles fill the room that is left."""
        if at >> self._notes != self.puzzle.needs:
            return 0
        left = self._left(at)
        rows = self.puzzle.rows[self.puzzle.tail :]
        allowed = rows[0].pools if rows else ()
        if any(room for pool, room in enumerate(left) if pool not in allowed):
            return 0
        ways = factorial(len(rows))
        for room in left:
            ways //= factorial(room)
        return ways

    def sample(self, rng: Rng) -> Placed:
        """One way, each equally likely."""
        pick = draw_below(rng, self.count)
        (position,) = self._levels[0]
        placed: list[int] = []
        for level in range(self.puzzle.tail):
            for pool, to in self._steps(level, position):
                ways = self._levels[level + 1].get(to, 0)
                if pick < ways:
                    placed.append(pool)
                    position = to
                    break
                pick -= ways
        rest = [pool for pool, room in enumerate(self._left(position)) for _ in range(room)]
        rng.shuffle(rest)
        return (*placed, *rest)

    def every(self) -> Iterator[Placed]:
        """Every way, once."""
        for position in self._levels[0]:
            yield from self._every(0, position)

    def _every(self, level: int, at: int) -> Iterator[Placed]:
        if level == len(self.puzzle.tiles):
            yield ()
            return
        for pool, to in self._steps(level, at):
            if level >= self.puzzle.tail or to in self._levels[level + 1]:
                for rest in self._every(level + 1, to):
                    yield (pool, *rest)

    def shares(self) -> list[list[int]]:
        """For each tile in question and each pool, how many ways put it there."""
        puzzle = self.puzzle
        shares = [[0] * len(puzzle.pools) for _ in puzzle.tiles]
        reached = dict.fromkeys(self._levels[0], 1)
        for level in range(puzzle.tail):
            after = self._levels[level + 1]
            following: dict[int, int] = {}
            for at, times in reached.items():
                for pool, to in self._steps(level, at):
                    if to in after:
                        shares[level][pool] += times * after[to]
                        following[to] = following.get(to, 0) + times
            reached = following
        last = [0] * len(puzzle.pools)
        for at, times in reached.items():
            for pool, room in enumerate(self._left(at)):
                last[pool] += times * self._levels[puzzle.tail][at] * room
        for level in range(puzzle.tail, len(puzzle.tiles)):
            shares[level] = [ways // (len(puzzle.tiles) - puzzle.tail) for ways in last]
        return shares
