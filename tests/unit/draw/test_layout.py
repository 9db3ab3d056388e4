"""Where tiles lie: whole rounds of every book, lines nobody would lay, and each corner by hand."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix import rules
from doublesix.draw.layout import SHAPES, Placed, box_of, lay_out
from doublesix.engine import End, Game, Kind, deal_round, lay, new_game
from doublesix.rng import Rng
from doublesix.tiles import parse
from tests.record import PlayedRound, at_random, play_round
from tests.setting import game_of
from tests.strategies import games, played_rounds, rulebooks, seeds, shipped_rulebooks
from tests.unit.draw.watched import Watched, gap, lay_at, lay_by_chance, read

EXAMPLES = Path(__file__).parents[3] / "examples"
HOUSES = sorted(
    str(path) for path in EXAMPLES.glob("*.toml") if "extends" in path.read_text(encoding="utf-8")
)
shapes = st.sampled_from(sorted(SHAPES))


def one_game(spinner: str = "none", top: int = 6) -> Game:
    """A game with all ends open at once."""
    house = {"seats": [2], "hand": {"2": 1}, "sides": "alone", "arms": "at_once"}
    return game_of("block", 2, set=top, spinner=spinner, **house)


def follow(text: str, spinner: str = "none", shape: str = "tall") -> Watched:
    return Watched(one_game(spinner), shape).follow(read(text))


def places(watched: Watched) -> list[tuple[int, int, int]]:
    return [(tile.x, tile.y, tile.turn) for tile in watched.line.tiles]


def slots(watched: Watched) -> dict[str, tuple[int, int, int]]:
    return {end: (slot.x, slot.y, slot.turn) for end, slot in watched.slots.items()}


# Whole rounds


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", [*rules.shipped(), *HOUSES], ids=lambda name: Path(name).name)
def test_rounds_of_every_book(name: str, shape: str) -> None:
    book = rules.load(name)
    for seats in book.seats:
        rng = Rng(seats)
        game = new_game(book, seats)
        played = play_round(deal_round(game, rng), at_random(rng))
        watched = Watched(game, shape).follow(
            move for move in played.moves if move.kind is Kind.PLAY
        )
        assert watched.ends is played.end.ends
        assert lay_out(played.end.past, game, shape).tiles == watched.line.tiles


@given(game=games(rulebooks() | shipped_rulebooks()), seed=seeds(), shape=shapes)
def test_all_tiles_of_any_rulebook_in_any_order(game: Game, seed: int, shape: str) -> None:
    lay_by_chance(game, shape, seed)


@given(
    top=st.sampled_from([6, 9, 12]),
    spinner=st.sampled_from(["none", "first_double", "top_double"]),
    patience=st.integers(0, 20),
    seed=seeds(),
    shape=shapes,
)
def test_a_spinner_may_come_at_any_time(
    top: int, spinner: str, patience: int, seed: int, shape: str
) -> None:
    watched = lay_by_chance(one_game(spinner, top), shape, seed, patience)
    most = SHAPES[shape] * max(1, ((top + 1) * (top + 2) / 56) ** 0.5)
    limit = most + 0.5 if spinner == "none" else 1.5 * most + 2
    assert (watched.line.box[2] - watched.line.box[0]) / 2 <= limit


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("spinner", ["none", "first_double", "top_double"])
@pytest.mark.parametrize("top", [6, 9, 12])
def test_very_many_lines(top: int, spinner: str, shape: str) -> None:
    for seed in range(40):
        for patience in (0, 1, 8):
            lay_by_chance(one_game(spinner, top), shape, seed, patience)


@given(played=played_rounds(), shape=shapes)
def test_tiles_that_lie_stay_where_they_are(played: PlayedRound, shape: str) -> None:
    whole = lay_out(played.end.past, played.game, shape)
    for state in played.states[::4]:
        part = lay_out(state.past, played.game, shape)
        assert part.tiles == whole.tiles[: len(part.tiles)]


# Two ends


def test_the_first_tile_lies_in_the_middle() -> None:
    watched = Watched(one_game(), "tall")
    assert watched.line.box == (0, 0, 0, 0)
    assert slots(watched) == {"": (0, 0, 0)}
    assert watched.lay(lay(parse("6-5"))) == Placed(0, 0, 0, 6, 5)
    assert slots(watched) == {"left": (-4, 0, 2), "right": (4, 0, 0)}


def test_a_double_lies_crosswise() -> None:
    watched = follow("5-5, 6-5 left, 5-1 right, 1-1 right")
    assert places(watched) == [(0, 0, 1), (-3, 0, 2), (3, 0, 0), (6, 0, 1)]
    assert slots(watched)["right"] == (6, 4, 1)


def test_the_right_arm_turns_down_and_comes_back() -> None:
    watched = follow("5-4, 4-3 right, 3-2 right, 2-1 right, 1-0 right, 6-0 right")
    assert places(watched) == [(0, 0, 0), (4, 0, 0), (8, 0, 0), (9, 3, 1), (8, 6, 2), (4, 6, 2)]
    assert watched.line.tiles[4] == Placed(8, 6, 2, 1, 0)
    assert slots(watched) == {"left": (-4, 0, 2), "right": (0, 6, 2)}
    assert watched.line.box == (-2, -1, 10, 7)


def test_the_left_arm_turns_up_and_comes_back() -> None:
    watched = follow("5-4, 6-5 left, 6-2 left, 2-1 left, 1-0 left")
    assert places(watched) == [(0, 0, 0), (-4, 0, 2), (-8, 0, 2), (-9, -3, 3), (-8, -6, 0)]
    assert slots(watched) == {"left": (-4, -6, 0), "right": (4, 0, 0)}


def test_a_corner_on_a_crosswise_double() -> None:
    watched = follow("5-4, 4-3 right, 3-3 right, 3-2 right, 2-1 right")
    assert places(watched) == [(0, 0, 0), (4, 0, 0), (7, 0, 1), (7, 4, 1), (6, 7, 2)]


def test_a_double_that_is_the_corner() -> None:
    watched = follow("5-4, 4-3 right, 3-2 right, 2-2 right, 2-1 right")
    assert places(watched)[3:] == [(9, 3, 1), (8, 6, 2)]


def test_a_double_that_begins_a_row() -> None:
    watched = follow("5-4, 4-3 right, 3-2 right, 2-1 right, 1-1 right, 1-0 right")
    assert places(watched)[3:] == [(9, 3, 1), (8, 6, 2), (4, 6, 2)]


def test_a_wider_table_turns_later() -> None:
    tiles = "5-4, 4-3 right, 3-2 right, 2-1 right, 1-0 right, 6-0 right, 6-2 right"
    row = {
        shape: sum(tile.y == 0 for tile in follow(tiles, shape=shape).line.tiles)
        for shape in SHAPES
    }
    assert row == {"tall": 3, "square": 4, "wide": 5}


def test_a_larger_set_has_a_wider_table() -> None:
    widths = [Watched(one_game(top=top), "tall").line.width for top in (3, 6, 9, 12)]
    assert widths == [10, 10, 14, 18]


# Four arms


def test_a_spinner_that_leads() -> None:
    watched = follow("6-6, 6-1 left, 6-2 right, 6-3 up, 6-4 down, 4-4 down, 3-0 up", "top_double")
    assert places(watched) == [
        *[(0, 0, 1), (-3, 0, 2), (3, 0, 0), (0, -4, 3), (0, 4, 1)],
        *[(-1, 7, 2), (1, -7, 0)],
    ]
    assert slots(watched) == {
        "left": (-7, 0, 2),
        "right": (7, 0, 0),
        "up": (5, -7, 0),
        "down": (-5, 7, 2),
    }
    assert watched.line.width == SHAPES["tall"] + 2


def test_a_spinner_in_the_first_row() -> None:
    watched = follow("5-4, 4-3 right, 3-3 right", "first_double")
    assert places(watched)[-1] == (7, 0, 1)
    assert slots(watched) == {
        "left": (-4, 0, 2),
        "right": (10, 0, 0),
        "up": (7, -4, 3),
        "down": (7, 4, 1),
    }
    assert watched.line.width == 14


def test_a_spinner_below_the_first_row_lies_across_the_tile_before_it() -> None:
    watched = follow("5-4, 4-3 right, 3-2 right, 6-2 right, 6-6 right", "top_double")
    assert places(watched)[-2:] == [(9, 3, 1), (9, 6, 2)]
    assert slots(watched) == {
        "left": (-4, 0, 2),
        "right": (9, 9, 1),
        "up": (13, 6, 0),
        "down": (5, 6, 2),
    }


def test_a_spinner_in_a_later_row_leaves_it() -> None:
    watched = follow(
        "5-4, 4-3 right, 3-2 right, 2-1 right, 6-1 right, 6-6 right, 6-3 up, 6-4 down",
        "top_double",
    )
    assert places(watched)[4:] == [(8, 6, 2), (7, 9, 1), (10, 9, 0), (4, 9, 2)]
    assert slots(watched) == {
        "left": (-4, 0, 2),
        "right": (7, 13, 1),
        "up": (11, 12, 1),  # away from the row it came back along
        "down": (0, 9, 2),
    }


@pytest.mark.parametrize(
    ("tiles", "own", "side", "nearest"),
    [
        # The spinner leaves a row, or lies across the tile between two rows.
        ("4-3 right, 3-2 right, 2-1 right, 6-1 right, 6-6 right", "right", "down", 5),
        ("4-3 right, 3-2 right, 6-2 right, 6-6 right", "right", "down", 4),
        ("5-3 left, 3-2 left, 2-1 left, 6-1 left, 6-6 left", "left", "up", 5),
        ("5-3 left, 3-2 left, 6-2 left, 6-6 left", "left", "up", 4),
    ],
)
def test_doubles_straight_on_from_a_late_spinner_have_room(
    tiles: str, own: str, side: str, nearest: int
) -> None:
    """The arm beside it comes back to it in every second row, but not into its column."""
    distances = set()
    for seed in range(40):
        watched = follow(f"5-4, {tiles}", "top_double")
        spinner = watched.line.tiles[-1]
        for beside in lay_at(watched, End[side.upper()], seed)[1:]:
            left, _, right, _ = box_of(beside)
            distances.add(min(abs(left - spinner.x), abs(right - spinner.x)))
        assert slots(watched)[own][0] == spinner.x
    assert min(distances) == nearest  # doubles straight on reach 2, or 3 beside another double


def test_a_spinner_in_the_first_row_leaves_it_when_the_other_arm_may_come_over_it() -> None:
    watched = follow("5-4, 6-5 left, 6-2 left, 2-1 left, 4-3 right, 3-3 right", "first_double")
    assert places(watched)[-1] == (5, 3, 1)
    assert slots(watched) == {
        "left": (-8, -6, 0),
        "right": (5, 7, 1),
        "up": (8, 3, 0),
        "down": (2, 3, 2),
    }


def test_the_left_arm_leaves_upward() -> None:
    watched = follow("4-3, 4-2 left, 2-1 left, 1-0 left, 6-0 left, 6-6 left", "top_double")
    assert places(watched)[-2:] == [(-8, -6, 0), (-7, -9, 3)]
    assert slots(watched) == {
        "left": (-7, -13, 3),
        "right": (4, 0, 0),
        "up": (-4, -9, 0),
        "down": (-10, -9, 2),
    }


def test_a_crosswise_double_beside_a_spinner_keeps_its_distance() -> None:
    watched = follow(
        "5-4, 4-3 right, 3-2 right, 2-1 right, 1-0 right, 0-0 right, 6-0 right, 6-6 right",
        "top_double",
    )
    double, _, spinner = watched.line.tiles[-3:]
    assert spinner == Placed(1, 9, 1, 6, 6)
    assert slots(watched) == {
        "left": (-4, 0, 2),
        "right": (0, 13, 1),
        "up": (4, 10, 0),
        "down": (-2, 9, 2),
    }
    assert gap(box_of(double), box_of(watched.slots["up"])) == 1


def test_ends_that_are_shut_have_no_slot() -> None:
    game = game_of("sebastopol", 4)
    watched = Watched(game, "wide").follow(read("6-6, 6-1 left"))
    assert list(watched.slots) == ["right", "up", "down"]
