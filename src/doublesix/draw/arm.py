"""An arm of the line: a path that walks over the table and turns before it leaves its columns.

An arm stands on the middle of the half laid last, or of a whole double that lies crosswise; what
comes next begins two half units further on. At the edge it turns twice, with one tile between the
rows. That tile stands on the long side of the half it matches, and the next row begins across its
end::

    ... [a|b][b|c]
              [c]
              [d]
    ... [f|e][e|d]

So rows are at least six half units apart. A crosswise double reaches two out of its row: doubles of
two rows never meet.
"""

from msgspec import Struct

from doublesix.draw.place import LEFT, LONG, RIGHT, SHORT, STEPS, Slot

ENDLESS = 1 << 20
"""Room for every tile there is."""


class Arm(Struct):
    """Where an arm stands, where it is going, and the columns it has to itself."""

    end: str
    x: int
    y: int
    way: int
    room: int
    """How far it may go on this way."""
    left: int
    right: int
    """The edges of its columns."""
    drift: int
    """Which way it wanders from row to row: up or down."""
    depth: int = 1
    """How far what it stands on reaches to the sides of the way: 2 for a crosswise double."""
    slot: Slot = Slot("", 0, 0, RIGHT)
    """Where an ordinary tile goes."""
    room_after: int = 0
    """How far it may go on when that tile lies."""

    def __post_init__(self) -> None:
        self.aim()

    def aim(self) -> None:
        """Find the place of the next ordinary tile: ahead, around the corner, or in a new row."""
        x, y, way = self.x, self.y, self.way
        dx, dy = STEPS[way]
        room = self.room - LONG
        if room >= 0:
            x += 2 * dx
            y += 2 * dy
        elif dx:
            way = self.drift
            dx, dy = STEPS[way]
            y += (1 + self.depth) * dy
            room = 0
        else:
            y += 2 * dy
            to_left, to_right = x + 1 - self.left, self.right + 1 - x
            way, room = (RIGHT, to_right) if to_right > to_left else (LEFT, to_left)
            dx, dy = STEPS[way]
            room -= LONG
        self.slot = Slot(self.end, x + dx, y + dy, way)
        self.room_after = room

    def lay_along(self) -> Slot:
        """Lay an ordinary tile; the answer is where."""
        laid = self.slot
        way = self.way = laid.turn
        dx, dy = STEPS[way]
        self.x = laid.x + dx
        self.y = laid.y + dy
        self.room = self.room_after
        self.depth = 1
        self.aim()
        return laid

    def lay_double(self) -> Slot:
        """Lay a double across the tile before it: on the way, or at the edge as the corner."""
        if self.room < SHORT:
            return self.lay_along()
        dx, dy = STEPS[self.way]
        self.x += 2 * dx
        self.y += 2 * dy
        self.room -= SHORT
        self.depth = 2
        self.aim()
        return Slot(self.end, self.x, self.y, (self.way + 1) % 4)
