"""In which order tiles are placed, and which pools become one on the way.

As soon as no tile that is still to be placed tells two pools apart, only the room they have
together matters. A good order brings that about early: a seat's draws, say, are told apart by
tiles it has laid, and by nothing else, so that these come first and the draws are one after them.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from msgspec import Struct


class Row(Struct, frozen=True):
    """Where a tile may lie: pools, and for each a bit for every need that is met by it."""

    pools: tuple[int, ...]
    meets: tuple[int, ...]


class Level(Struct, frozen=True):
    """The placing of one tile."""

    row: Row
    """Pools that are one stand here under the first of them."""
    shares: tuple[tuple[int, ...], ...]
    """For each of these, the pools that are one."""


class Plan(Struct, frozen=True):
    """The tiles in their order, and what is done for each."""

    tiles: tuple[int, ...]
    levels: tuple[Level, ...]
    """The placing of each tile but the last ones."""
    merges: tuple[tuple[tuple[int, int], ...], ...]
    """For each level, and for the last tiles: pools that are one from there on, as pairs, the
    second going into the first."""
    due: tuple[int, ...]
    """For each of these, the needs that no tile can meet from there on."""
    last: Level
    """Where the last tiles may lie. They are all alike and meet no need."""


_WORTH_THINKING = 500
"""With fewer positions than this to list, any order will do."""


class _Groups:
    """Tiles with the same row, as one."""

    def __init__(
        self, rows: Mapping[int, Row], rooms: Sequence[int], apart: int, first: int
    ) -> None:
        self.rooms = rooms
        self.apart = apart
        """Pools that stay apart while counted tiles are to be placed, as a mask."""
        alike: dict[tuple[bool, Row], list[int]] = {}
        for tile, row in rows.items():
            alike.setdefault((not first >> tile & 1, row), []).append(tile)
        keys = sorted(alike, key=_rank)
        self.tiles = [alike[key] for key in keys]
        self.rows = [key[1] for key in keys]
        self.counted = [not key[0] for key in keys]
        self.codes = [self._code(pool) for pool in range(len(rooms))]
        self.meets = [_union(row.meets) for row in self.rows]

    def _code(self, pool: int) -> list[int]:
        """What each group thinks of a pool: -1 for nothing, else the needs met there."""
        return [row.meets[row.pools.index(pool)] if pool in row.pools else -1 for row in self.rows]

    def classes(self, left: Sequence[int]) -> dict[int, int]:
        """For each pool the first one that is like it to the groups that are left."""
        counting = any(self.counted[group] for group in left)
        first: dict[tuple[int, ...], int] = {}
        found: dict[int, int] = {}
        for pool, code in enumerate(self.codes):
            alone = pool if counting and self.apart >> pool & 1 else -1
            seen = (alone, *(code[group] for group in left))
            found[pool] = first.setdefault(seen, pool)
        return found

    def order(self) -> list[int]:
        """The groups in the order they are placed."""
        groups = list(range(len(self.rows)))
        positions = prod(room + 1 for room in self.rooms) << _union(self.meets).bit_count()
        if len(groups) <= 2 or positions < _WORTH_THINKING:
            return groups
        chosen: list[int] = []
        while groups:
            counted = [group for group in groups if self.counted[group]]
            widths = {group: self._width(chosen, groups, group) for group in counted or groups}
            chosen.append(min(widths, key=lambda group: (widths[group], group)))
            groups.remove(chosen[-1])
        return chosen

    def _width(self, placed: list[int], left: list[int], group: int) -> int:
        """About how many positions there are once this group is placed after those before."""
        placed = [*placed, group]
        left = [other for other in left if other != group]
        classes = self.classes(left)
        room: dict[int, int] = {}
        for pool, first in classes.items():
            room[first] = room.get(first, 0) + self.rooms[pool]
        varied: dict[int, int] = {}
        for before in placed:
            within = {classes[pool] for pool in self.rows[before].pools}
            if len(within) > 1:
                for first in within:
                    varied[first] = varied.get(first, 0) + len(self.tiles[before])
        open_needs = _union([self.meets[at] for at in placed]) & _union(
            [self.meets[at] for at in left]
        )
        sizes = [min(room[first], count) + 1 for first, count in varied.items()]
        return (prod(sizes) // max(sizes, default=1)) << open_needs.bit_count()


def _rank(key: tuple[bool, Row]) -> tuple[object, ...]:
    """Counted tiles first, then those that meet a need, then those with the fewest places."""
    plain, row = key
    return plain, not any(row.meets), len(row.pools), row.pools, row.meets


def _union(masks: Sequence[int]) -> int:
    union = 0
    for one in masks:
        union |= one
    return union


def plan(rows: Mapping[int, Row], rooms: Sequence[int], apart: int = 0, first: int = 0) -> Plan:
    """How to place these tiles in pools of this room. The tiles of the mask ``first`` are placed
    first, and the pools of the mask ``apart`` are told apart until then."""
    groups = _Groups(rows, rooms, apart, first)
    order = groups.order()
    alike = bool(order) and not groups.meets[order[-1]] and not groups.counted[order[-1]]
    listed = order[:-1] if alike else order
    levels: list[Level] = []
    merges: list[tuple[tuple[int, int], ...]] = []
    due: list[int] = []
    before = {pool: pool for pool in range(len(rooms))}
    for place in range(len(listed) + 1):
        left = order[place:]
        classes = groups.classes(left)
        merged = {(classes[old], old) for old in before.values() if classes[old] != old}
        met = _union([groups.meets[at] for at in left])
        before = classes
        merges.append(tuple(sorted(merged)))
        due.append(_union(groups.meets) & ~met)
        if place < len(listed):
            level = _level(groups.rows[order[place]], classes)
            more = len(groups.tiles[order[place]]) - 1
            levels += [level] * (more + 1)
            merges += [()] * more
            due += [due[-1]] * more
    last = _level(groups.rows[order[-1]], before) if alike else Level(Row((), ()), ())
    return Plan(
        tiles=tuple(_tiles(groups, order)),
        levels=tuple(levels),
        merges=tuple(merges),
        due=tuple(due),
        last=last,
    )


def _tiles(groups: _Groups, order: list[int]) -> Iterator[int]:
    for group in order:
        yield from sorted(groups.tiles[group])


def _level(row: Row, classes: Mapping[int, int]) -> Level:
    shares: dict[int, list[int]] = {}
    meets: dict[int, int] = {}
    for pool, met in zip(row.pools, row.meets, strict=True):
        shares.setdefault(classes[pool], []).append(pool)
        meets[classes[pool]] = met
    return Level(
        Row(tuple(shares), tuple(meets.values())), tuple(tuple(pools) for pools in shares.values())
    )
