"""A move: a tiny value, and how it is written."""

from enum import IntEnum

from msgspec import Struct

from doublesix import tiles
from doublesix.errors import InvalidInput

_COUNT = tiles.tile_set(tiles.LARGEST_SET).size


class End(IntEnum):
    """An open half of the line, in canonical order."""

    LEFT = 0
    RIGHT = 1
    UP = 2
    DOWN = 3

    @property
    def word(self) -> str:
        """The end as notation writes it."""
        return _WORDS[self]


_WORDS = tuple([end.name.lower() for end in End])


class Kind(IntEnum):
    """What is done, in canonical order."""

    PLAY = 0
    DRAW = 1
    PASS = 2


class Move(Struct, frozen=True, gc=False):
    """Lay a tile at an end (the first tile of a round has none), draw, or pass.

    >>> str(lay(26, End.LEFT)), str(lay(27)), str(DRAW), str(PASS)
    ('6-5 left', '6-6', 'draw', 'pass')
    """

    kind: Kind
    tile: int = -1
    """The tile laid; -1 for a draw or a pass."""
    end: End | None = None

    def __post_init__(self) -> None:
        laid = self.kind is Kind.PLAY
        if laid != (0 <= self.tile < _COUNT) or (self.end is not None and not laid):
            raise InvalidInput("not-a-move", tile=self.tile)

    def __str__(self) -> str:
        if self.kind is not Kind.PLAY:
            return self.kind.name.lower()
        name = tiles.text(self.tile)
        return name if self.end is None else f"{name} {self.end.word}"


DRAW = Move(Kind.DRAW)
PASS = Move(Kind.PASS)

_LEADS = tuple(Move(Kind.PLAY, tile) for tile in range(_COUNT))
_PLAYS = tuple(tuple(Move(Kind.PLAY, tile, end) for end in End) for tile in range(_COUNT))


def lay(tile: int, end: End | None = None) -> Move:
    """The move that lays this tile at this end."""
    return _LEADS[tile] if end is None else _PLAYS[tile][end]
