"""The laid tiles as they lie on the table: one row, and two arms once there is a spinner."""

from itertools import pairwise

Tile = tuple[int, int]


class Line:
    """Lay tiles with :meth:`lay`; ask what each end shows, which are open, what they add up to."""

    def __init__(self, top: int, spinner: str, arms: str) -> None:
        self.top = top
        self.spinner_rule = spinner
        self.arms_rule = arms
        self.row: list[Tile] = []
        """Each tile's halves, read from left to right."""
        self.up: list[Tile] = []
        """Each tile's halves, read from the spinner outward."""
        self.down: list[Tile] = []
        self.middle: int | None = None
        """Where in the row the spinner lies."""

    def lay(self, tile: Tile, end: str) -> None:
        if not end:
            assert not self.row, "only the first tile is laid at no end"
            self.row.append(tile)
        else:
            inner = self.shown()[end]
            assert inner in tile, f"{tile} does not touch {inner}"
            outer = tile[0] if tile[1] == inner else tile[1]
            if end == "left":
                self.row.insert(0, (outer, inner))
                if self.middle is not None:
                    self.middle += 1
            elif end == "right":
                self.row.append((inner, outer))
            else:
                (self.up if end == "up" else self.down).append((inner, outer))
        if self.middle is None and self._spins(tile):
            self.middle = len(self.row) - 1 if end == "right" else 0

    def _spins(self, tile: Tile) -> bool:
        if tile[0] != tile[1] or self.spinner_rule == "none":
            return False
        return self.spinner_rule == "first_double" or tile[0] == self.top

    @property
    def spinner(self) -> int:
        """The number on the spinner; -1 when there is none."""
        return -1 if self.middle is None else self.row[self.middle][0]

    def shown(self) -> dict[str, int]:
        """What each end shows."""
        if not self.row:
            return {}
        ends = {"left": self.row[0][0], "right": self.row[-1][1]}
        if self.middle is not None:
            ends["up"] = self.up[-1][1] if self.up else self.spinner
            ends["down"] = self.down[-1][1] if self.down else self.spinner
        return ends

    def bare(self) -> list[str]:
        """The sides of the spinner where nothing lies yet."""
        if self.middle is None:
            return []
        free = {
            "left": self.middle == 0,
            "right": self.middle == len(self.row) - 1,
            "up": not self.up,
            "down": not self.down,
        }
        return [side for side, is_free in free.items() if is_free]

    def open(self) -> dict[str, int]:
        """The ends where a tile may be laid now, and what they show."""
        shown, bare = self.shown(), self.bare()
        if self.arms_rule == "all_first" and bare:
            return {end: shown[end] for end in bare}
        if self.arms_rule == "sides_first" and ("left" in bare or "right" in bare):
            return {end: shown[end] for end in ("left", "right")}
        return shown

    def total(self) -> int:
        """What the open ends add up to."""
        if len(self.row) == 1 and not self.up and not self.down:
            return sum(self.row[0])
        bare = self.bare()
        total = 0
        if len(bare) == 3:  # the spinner counts both halves until its second side is covered
            total += 2 * self.spinner
        outermost = {"left": self.row[0], "right": self.row[-1][::-1]}
        if self.up:
            outermost["up"] = self.up[-1][::-1]
        if self.down:
            outermost["down"] = self.down[-1][::-1]
        for end, (outer, inner) in outermost.items():
            if end not in bare:
                total += 2 * outer if outer == inner else outer
        return total

    def check_touching(self) -> None:
        """Wherever two tiles touch, they show the same number."""
        for chain in (self.row, self.up, self.down):
            for near, far in pairwise(chain):
                assert near[1] == far[0], chain
        for arm in (self.up, self.down):
            assert not arm or arm[0][0] == self.spinner, arm
