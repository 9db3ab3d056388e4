"""The places of tiles on the table.

Lengths are in half units, so that the middle of every tile and of every half is whole: a tile is
four long and two wide. The middle of the first tile is at 0, 0; x grows to the right, y downward.
"""

from msgspec import Struct

RIGHT, DOWN, LEFT, UP = range(4)
"""Which way a tile points, from its first half to its second: quarter turns clockwise."""

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""One half unit each of these ways."""

LONG, SHORT = 4, 2
"""How long a tile is along the way it points, and across it."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""


class Placed(Struct, frozen=True, array_like=True, gc=False):
    """A tile in its place. Lengths are in half units; a tile is two units long and one wide."""

    x: int
    y: int
    turn: int
    """Quarter turns clockwise of a tile that lies with its first half on the left."""
    first: int
    second: int


class Slot(Struct, frozen=True, array_like=True, gc=False):
    """Where an ordinary tile laid at an end would lie, its inner half first."""

    end: str
    x: int
    y: int
    turn: int


def box_of(lying: Placed | Slot) -> Box:
    """What a tile takes up.

    >>> box_of(Placed(3, 0, DOWN, 6, 6))
    (2, -2, 4, 2)
    """
    x, y = lying.x, lying.y
    if lying.turn % 2:
        return x - 1, y - 2, x + 1, y + 2
    return x - 2, y - 1, x + 2, y + 1
