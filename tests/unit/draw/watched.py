"""A line that is looked at closely, with every tile that is laid."""

from collections.abc import Iterable

from doublesix import tiles
from doublesix.draw.layout import Box, Line, Placed, Slot, box_of
from doublesix.engine import End, Game, Move
from doublesix.engine.events import Played
from doublesix.rng import Rng
from tests.setting import read_move

AIR = 1
"""Half a unit: what lies between tiles that are not neighbours, at the least."""


class Watched:
    """Lays tiles one by one; each must lie where tiles may lie."""

    def __init__(self, game: Game, shape: str) -> None:
        self.line = Line(game, shape)
        self.game = game
        self.ends = game.no_ends
        self.outermost: dict[End | None, Placed | None] = {None: None}
        """The tile that lies at each end."""

    @property
    def slots(self) -> dict[str, Slot]:
        return {slot.end: slot for slot in self.line.slots(self.ends)}

    def follow(self, moves: Iterable[Move]) -> "Watched":
        for move in moves:
            self.lay(move)
        return self

    def lay(self, move: Move) -> Placed:
        line, before = self.line, list(self.line.tiles)
        slots = self.slots
        placed = line.lay(Played(0, move.tile, move.end))
        assert line.tiles == [*before, placed]
        neighbour = self.outermost[move.end]
        self._check_kind(move, placed, slots["" if move.end is None else move.end.word])
        for other in before:
            if other is neighbour:
                check_joint(placed, neighbour)
            else:
                assert gap(box_of(placed), box_of(other)) >= AIR, (placed, other)
        self._move_on(move, placed)
        self._check_frame()
        return placed

    def _check_kind(self, move: Move, placed: Placed, slot: Slot) -> None:
        assert sorted((placed.second, placed.first)) == sorted(tiles.halves(move.tile))
        if not tiles.is_double(move.tile):
            assert (placed.x, placed.y, placed.turn) == (slot.x, slot.y, slot.turn)

    def _move_on(self, move: Move, placed: Placed) -> None:
        spinner = self.ends.spinner
        self.ends = self.ends.grown[move.tile, move.end]
        if move.end is None:
            self.outermost = {End.LEFT: placed, End.RIGHT: placed}
        else:
            self.outermost[move.end] = placed
        if self.ends.spinner != spinner:
            self.outermost |= {End.UP: placed, End.DOWN: placed}

    def _check_frame(self) -> None:
        line = self.line
        lefts, tops, rights, bottoms = zip(*map(box_of, line.tiles), strict=True)
        assert line.box == (min(lefts), min(tops), max(rights), max(bottoms))
        assert line.box[2] - line.box[0] <= 2 * line.width
        open_ends = [end.word for end in End if end < len(self.ends.open)]
        assert list(self.slots) == [
            word for word, shown in zip(open_ends, self.ends.open, strict=True) if shown >= 0
        ]


def gap(a: Box, b: Box) -> int:
    """How far apart two boxes are; 0 where they touch, less where they overlap."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def halves(tile: Placed) -> list[tuple[Box, int]]:
    """The squares of the first and the second half, with the pips on them."""
    dx, dy = [(1, 0), (0, 1), (-1, 0), (0, -1)][tile.turn]
    return [
        ((x - 1, y - 1, x + 1, y + 1), pips)
        for x, y, pips in (
            (tile.x - dx, tile.y - dy, tile.first),
            (tile.x + dx, tile.y + dy, tile.second),
        )
    ]


def share_an_edge(a: Box, b: Box) -> bool:
    across = min(a[2], b[2]) - max(a[0], b[0])
    along = min(a[3], b[3]) - max(a[1], b[1])
    return min(across, along) == 0 and max(across, along) > 0


def check_joint(tile: Placed, neighbour: Placed) -> None:
    """The tile touches its neighbour with its inner half, number to number; a double, and what
    is laid against one, lies across it."""
    assert gap(box_of(tile), box_of(neighbour)) == 0, (tile, neighbour)
    met = [
        (inner, outer)
        for box, inner in halves(tile)
        for other, outer in halves(neighbour)
        if share_an_edge(box, other)
    ]
    assert met, (tile, neighbour)
    assert all(inner == outer == tile.first for inner, outer in met), (tile, neighbour)
    if tile.first == tile.second:
        assert tile.turn % 2 != neighbour.turn % 2, (tile, neighbour)


def read(text: str) -> list[Move]:
    """Plays like ``"6-5, 5-1 right"``."""
    return [read_move(move.strip()) for move in text.split(",")]


def lay_at(watched: Watched, end: End, seed: int) -> list[Placed]:
    """Lay tiles by chance at one end, while any fits."""
    rng = Rng(seed)
    lying = {tiles.number(tile.first, tile.second) for tile in watched.line.tiles}
    left = [tile for tile in range(watched.game.tiles.size) if tile not in lying]
    laid = []
    while moves := [m for tile in left for m in watched.ends.plays[tile] if m.end is end]:
        move = rng.choose(moves)
        laid.append(watched.lay(move))
        left.remove(move.tile)
    return laid


def lay_by_chance(game: Game, shape: str, seed: int, patience: int = 0) -> Watched:
    """Lay tiles of the set wherever they fit while any does, whoever may hold them. With more
    patience doubles come later: a double is laid only when chance has offered it so often."""
    rng, watched = Rng(seed), Watched(game, shape)
    left = list(range(game.tiles.size))
    while moves := [move for tile in left for move in watched.ends.plays[tile]]:
        plain = [move for move in moves if not tiles.is_double(move.tile)]
        move = rng.choose(plain if plain and rng.below(patience + 1) else moves)
        watched.lay(move)
        left.remove(move.tile)
    return watched
