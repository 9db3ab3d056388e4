"""Moves: tiny values, and how they are written."""

import pytest

from doublesix import tiles
from doublesix.engine import DRAW, PASS, End, Kind, Move, lay
from doublesix.errors import InvalidInput


def test_a_move_is_written_as_people_do() -> None:
    assert [str(move) for move in (lay(27), lay(26, End.LEFT), DRAW, PASS)] == [
        "6-6",
        "6-5 left",
        "draw",
        "pass",
    ]
    assert [end.word for end in End] == ["left", "right", "up", "down"]


def test_a_move_is_a_value() -> None:
    assert lay(26, End.LEFT) == Move(Kind.PLAY, 26, End.LEFT)
    assert lay(26, End.LEFT) is lay(26, End.LEFT)
    assert len({lay(26, End.LEFT), lay(26, End.RIGHT), lay(26), DRAW, PASS}) == 5
    with pytest.raises(AttributeError):
        DRAW.tile = 3  # type: ignore[misc]  # the point of the test


def test_every_tile_goes_to_every_end_or_leads() -> None:
    moves = {lay(tile, end) for tile in range(91) for end in (None, *End)}
    assert len(moves) == 91 * 5
    assert {move.tile for move in moves} == set(range(91))
    assert all(str(move).split()[0] == tiles.text(move.tile) for move in moves)


@pytest.mark.parametrize(
    ("kind", "tile", "end"),
    [
        (Kind.PLAY, -1, None),
        (Kind.PLAY, 91, None),
        (Kind.DRAW, 3, None),
        (Kind.PASS, 0, None),
        (Kind.DRAW, -1, End.LEFT),
        (Kind.PASS, -1, End.DOWN),
    ],
)
def test_what_is_not_a_move(kind: Kind, tile: int, end: End | None) -> None:
    with pytest.raises(InvalidInput) as caught:
        Move(kind, tile, end)
    assert caught.value.code == "not-a-move"
