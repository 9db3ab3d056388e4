"""Moves as people write them."""

from pathlib import Path

import pytest

from doublesix import tiles
from doublesix.engine import DRAW, PASS, End, Move, lay, legal_moves
from doublesix.engine.events import Drew, Passed, PassReason, Played
from doublesix.errors import AmbiguousMove, DoublesixError, IllegalMove, InvalidInput
from doublesix.notation.moves import read_move, read_tiles, write_event, write_tiles
from doublesix.notation.transcript import read_file
from tests.unit.notation.sample import position, with_moves

T = tiles.parse
TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

START = position(with_moves())
B_TURN = position(with_moves("A 6-6"))
"""Both ends show 6, and B holds 6-5 6-4 6-3 6-2 6-1 6-0 5-4."""
A_STUCK = position(
    with_moves("A 6-6", "B 6-4 left", "A 4-4 left", "B 5-4 left", "A 5-5", "B 6-5 left")
)
"""Both ends show 6, and A holds 3-3 2-2 1-1 0-0; 5-3 is next in the stock."""
OVER = read_file(TRANSCRIPTS / "block-out-two-seats.toml").rounds[-1]


@pytest.mark.parametrize(
    ("written", "move"),
    [
        ("6-5 left", lay(T("6-5"), End.LEFT)),
        ("6-5 right", lay(T("6-5"), End.RIGHT)),
        ("5-6 right", lay(T("6-5"), End.RIGHT)),
        ("  6-5   left ", lay(T("6-5"), End.LEFT)),
        ("6-5 up", lay(T("6-5"), End.UP)),
        ("draw", DRAW),
        ("pass", PASS),
    ],
)
def test_read(written: str, move: Move) -> None:
    assert read_move(B_TURN, written) == move


def test_read_a_lead() -> None:
    assert read_move(START, "6-6") == lay(T("6-6"))


@pytest.mark.parametrize("word", ["5-4", "4-5"])
def test_read_without_an_end_where_one_end_fits(word: str) -> None:
    state = position(with_moves("A 6-6", "B 6-5 left", "A 5-5"))
    assert read_move(state, word) == lay(T("5-4"), End.LEFT)


def test_read_a_draw_with_its_tile() -> None:
    assert A_STUCK.turn == 0
    assert read_move(A_STUCK, "draw 5-3") == read_move(A_STUCK, "draw 3-5") == DRAW


@pytest.mark.parametrize(
    ("written", "problem", "code"),
    [
        ("", InvalidInput, "no-move"),
        ("   ", InvalidInput, "no-move"),
        ("6-5 left now", InvalidInput, "too-many-words"),
        ("draw 5-3 now", InvalidInput, "too-many-words"),
        ("knock", InvalidInput, "not-a-tile"),
        ("pass now", InvalidInput, "too-many-words"),
        ("65", InvalidInput, "not-a-tile"),
        ("6-5-4", InvalidInput, "not-a-tile"),
        ("７-5", InvalidInput, "not-a-tile"),
        ("7-5", InvalidInput, "not-in-the-set"),
        ("6-5 middle", InvalidInput, "not-an-end"),
        ("6-5 LEFT", InvalidInput, "not-an-end"),
        ("draw x", InvalidInput, "not-a-tile"),
        ("6-5", AmbiguousMove, "which-end"),
        ("5-4", IllegalMove, "fits-nowhere"),
    ],
)
def test_refuse(written: str, problem: type[DoublesixError], code: str) -> None:
    with pytest.raises(problem) as caught:
        read_move(B_TURN, written)
    assert caught.value.code == code
    assert type(caught.value) is problem


def test_an_ambiguous_move_tells_the_ends() -> None:
    with pytest.raises(
        AmbiguousMove, match=r"^6-5 fits more than one end; say which: left or right\.$"
    ):
        read_move(B_TURN, "6-5")


def test_a_tile_that_fits_nowhere_tells_what_the_ends_show() -> None:
    with pytest.raises(IllegalMove, match=r"^5-4 fits no open end; they show 6 or 6\.$") as caught:
        read_move(B_TURN, "5-4")
    assert caught.value.rule == "line"


def test_another_tile_than_the_one_drawn() -> None:
    with pytest.raises(IllegalMove, match=r"^The tile drawn is 5-3, not 1-0\.$") as caught:
        read_move(A_STUCK, "draw 1-0")
    assert caught.value.rule == "stock"


def test_a_draw_with_its_tile_by_a_seat_that_may_not_draw() -> None:
    with pytest.raises(IllegalMove) as caught:
        read_move(B_TURN, "draw 5-3")
    assert (caught.value.code, caught.value.rule) == ("able-must-play", "able_may_draw")


def test_a_tile_that_is_not_held_is_read_and_left_to_the_referee() -> None:
    assert read_move(B_TURN, "4-4") == lay(T("4-4"), End.LEFT)


@pytest.mark.parametrize("tile", range(28))
def test_after_the_end_a_tile_is_read_and_left_to_the_referee(tile: int) -> None:
    assert OVER.result is not None
    assert read_move(OVER, tiles.text(tile)).tile == tile


def test_a_tile_for_a_shut_arm_is_read_and_left_to_the_referee() -> None:
    """5-4 would fit the arm that shows 5, were it open."""
    text = '''rules = "sebastopol"
seats = 4
[[round]]
hands = [
    "6-6 5-5 5-3 5-2 5-1 5-0 4-4",
    "6-5 6-4 6-3 6-2 6-1 6-0 4-3",
    "5-4 4-2 4-1 4-0 3-3 3-2 3-1",
    "3-0 2-2 2-1 2-0 1-1 1-0 0-0",
]
stock = ""
moves = """
A 6-6
B 6-5 up
"""
'''
    assert read_move(position(text), "5-4") == lay(T("5-4"), End.UP)


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (Played(0, 27, None), "A 6-6"),
        (Played(4, 26, End.DOWN), "E 6-5 down"),
        (Drew(1, 0), "B draw 0-0"),
        (Drew(1, None), "B draw"),
        (Passed(2, PassReason.STOCK_EMPTY), "C pass"),
    ],
)
def test_write(event: Played | Drew | Passed, written: str) -> None:
    assert write_event(event) == written


@pytest.mark.parametrize("move", legal_moves(B_TURN), ids=str)
def test_what_is_written_is_read_back(move: Move) -> None:
    assert read_move(B_TURN, str(move)) == move


def test_hands() -> None:
    hand = tiles.mask(map(T, ["0-0", "6-6", "3-1"]))
    assert write_tiles(hand) == "6-6 3-1 0-0"
    assert tiles.mask(read_tiles("3-1 0-0\t6-6", 6)) == hand
    assert write_tiles(0) == ""
    assert read_tiles("", 6) == []


def test_the_order_of_a_stock_is_kept() -> None:
    assert read_tiles("3-1 6-6 0-0", 6) == [T("3-1"), T("6-6"), T("0-0")]


@pytest.mark.parametrize(
    ("written", "code"),
    [("6-6 6-6", "tile-twice"), ("6-5 5-6", "tile-twice"), ("9-9", "not-in-the-set")],
)
def test_tiles_refused(written: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_tiles(written, 6)
    assert caught.value.code == code


def test_tiles_of_a_larger_set() -> None:
    assert read_tiles("9-9 12-0", 12) == [tiles.number(9, 9), tiles.number(12, 0)]
