"""Every book, every edition and every example, at every table: both engines play the same game."""

from itertools import cycle, islice
from pathlib import Path

import pytest

from doublesix import rules
from doublesix.engine import Game, new_game
from tests.kernel.parity import COMPILED, check_matches, check_rounds
from tests.setting import game_of

EXAMPLES = sorted(
    str(path)
    for path in (Path(__file__).parents[2] / "examples").glob("*.toml")
    if "[[round]]" not in path.read_text(encoding="utf-8")
)
TABLES = [(name, seats) for name in rules.shipped() for seats in rules.load(name).seats]
TABLES += [(name, seats) for name in EXAMPLES for seats in rules.load(name).seats]

every_table = pytest.mark.parametrize(
    ("name", "seats"), TABLES, ids=[f"{Path(name).stem}-{seats}" for name, seats in TABLES]
)


def table(name: str, seats: int, target: int | None = None) -> Game:
    return new_game(rules.load(name), seats, target)


def players(seats: int, *names: str) -> tuple[str, ...]:
    """These players, again and again, round the table."""
    return tuple(islice(cycle(names), seats))


@every_table
def test_rounds(name: str, seats: int) -> None:
    check_rounds(table(name, seats), seed=1, first=0, count=4 if COMPILED else 1)


@every_table
def test_rounds_of_other_players(name: str, seats: int) -> None:
    game = table(name, seats)
    check_rounds(game, 2, first=7, count=1, policies=players(seats, "greedy"))
    check_rounds(game, 2, first=8, count=1, policies=players(seats, "heuristic"))
    check_rounds(game, 3, first=2, count=1, policies=players(seats, "random", "heuristic"))
    check_rounds(game, 3, first=0, count=1, policies=players(seats, "greedy", "random"))
    check_rounds(game, 3, first=1, count=1, policies=players(seats, "random", "random", "greedy"))


@every_table
def test_matches(name: str, seats: int) -> None:
    check_matches(table(name, seats), seed=4, count=1, most_rounds=60 if COMPILED else 4)


@pytest.mark.parametrize("name", rules.BOOKS)
def test_matches_to_other_targets(name: str) -> None:
    book = rules.load(name)
    if book.target:
        for target in (1, 7, 20):
            check_matches(new_game(book, book.seats[-1], target), 5, count=2, most_rounds=5)


@pytest.mark.parametrize("name", rules.BOOKS)
def test_the_other_way_round(name: str) -> None:
    seats = rules.load(name).seats[-1]
    for leads in ("same_rule", "winner", "rotate"):
        game = game_of(name, seats, direction="counter_clockwise", next_leader=leads)
        check_rounds(game, seed=6, first=0, count=1)
        check_matches(game, seed=6, count=1, most_rounds=4)


@pytest.mark.parametrize("tie", ["no_points", "shared", "lightest_tile"])
@pytest.mark.parametrize("sides", ["alone", "pairs"])
def test_level_blocks(tie: str, sides: str) -> None:
    """Rounds with so few tiles that several sides, or partners, are often left with the same
    pips; who leads after such a round hangs on it, too."""
    house = {"hand": {"2": 2, "3": 2, "4": 2}, "blocked_points": "minus_own"}
    game = game_of("block", 4, tie=tie, sides=sides, next_leader="winner", **house)
    check_rounds(game, seed=37, first=0, count=300 if COMPILED else 60)
    check_matches(game, seed=27, count=2, most_rounds=30)


def test_totals_below_nothing_do_not_reach_the_target() -> None:
    game = game_of("muggins", 4, 30, never_negative=False)
    check_matches(game, seed=0, count=1, most_rounds=40)


@pytest.mark.slow
@every_table
def test_many_rounds(name: str, seats: int) -> None:
    check_rounds(table(name, seats), seed=11, first=0, count=2000)


@pytest.mark.slow
@every_table
def test_many_rounds_of_other_players(name: str, seats: int) -> None:
    game = table(name, seats)
    check_rounds(game, 12, first=0, count=200, policies=players(seats, "greedy"))
    check_rounds(game, 14, first=0, count=200, policies=players(seats, "heuristic"))
    check_rounds(game, 13, first=0, count=200, policies=players(seats, "random", "greedy"))


@pytest.mark.slow
@every_table
def test_many_matches(name: str, seats: int) -> None:
    check_matches(table(name, seats), seed=14, count=100, most_rounds=1000)
