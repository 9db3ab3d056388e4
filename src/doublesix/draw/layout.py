"""Where each tile of the line lies."""

from msgspec import Struct


class Placed(Struct, frozen=True, array_like=True, gc=False):
    """A tile in its place. Lengths are in half units; a tile is two units long and one wide."""

    x: int
    y: int
    turn: int
    """Quarter turns clockwise of a tile that lies with its first half on the left."""
    first: int
    second: int


class Slot(Struct, frozen=True, array_like=True, gc=False):
    """Where an ordinary tile laid at an end would lie."""

    end: str
    x: int
    y: int
    turn: int
