"""An arm of the line: a path that walks over the table and turns before it leaves its region.

All lengths are in half units, so that the middle of every tile and of every half is whole. An arm
stands on the middle of the half that was laid last, or of a whole double that lies crosswise; what
comes next begins two half units further on.

At the edge the arm turns twice, with one tile between the rows. That tile stands on the long side
of the half it matches, and the first tile of the next row lies across its end::

    ... [a|b][b|c]      so that rows are six half units apart: crosswise doubles of both, which
              [c]       reach two half units out of their rows, never meet.
              [d]
    ... [f|e][e|d]
"""

from msgspec import Struct

RIGHT, DOWN, LEFT, UP = range(4)
"""Quarter turns clockwise from a tile that lies from left to right."""

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""One half unit ahead, for each of these ways."""

LONG, SHORT = 4, 2
"""A tile along its way and across it."""

ENDLESS = 1 << 20
"""Room for every tile there is."""


Spot = tuple[int, int, int]
"""Where a tile lies: its middle, and its quarter turns with the inner half first."""


class Arm(Struct):
    """Where an arm stands, where it is going, and the columns it has to itself."""

    x: int
    y: int
    way: int
    room: int
    """How far it may go on this way."""
    left: int
    right: int
    """The edges of its region."""
    drift: int
    """Whether it wanders up or down from row to row."""
    depth: int = 1
    """How far the tile it stands on reaches to the sides of the way: 2 for a crosswise double."""
    next: Spot = (0, 0, 0)
    """Where an ordinary tile goes."""
    room_after: int = 0
    """How far it may go on once that tile lies."""

    def __post_init__(self) -> None:
        self.aim()

    def aim(self) -> None:
        """Find the place of the next ordinary tile: ahead, around the corner, or in a new row."""
        x, y, way = self.x, self.y, self.way
        dx, dy = STEPS[way]
        if self.room >= LONG:
            x += 2 * dx
            y += 2 * dy
            room = self.room - LONG
        elif dx:
            way = self.drift
            dx, dy = STEPS[way]
            y += (1 + self.depth) * dy
            room = 0
        else:
            y += 2 * dy
            to_left, to_right = x + 1 - self.left, self.right + 1 - x
            way, room = (RIGHT, to_right) if to_right > to_left else (LEFT, to_left)
            room -= LONG
            dx, dy = STEPS[way]
        self.next = (x + dx, y + dy, way)
        self.room_after = room

    def lay_along(self) -> Spot:
        """Lay an ordinary tile."""
        x, y, way = spot = self.next
        dx, dy = STEPS[way]
        self.x, self.y, self.way = x + dx, y + dy, way
        self.room, self.depth = self.room_after, 1
        self.aim()
        return spot

    def lay_double(self) -> Spot:
        """Lay a double across the tile before it: on its way, or else as the corner itself."""
        if self.room < SHORT:
            return self.lay_along()
        dx, dy = STEPS[self.way]
        self.x += 2 * dx
        self.y += 2 * dy
        self.room -= SHORT
        self.depth = 2
        self.aim()
        return self.x, self.y, (self.way + 1) % 4
