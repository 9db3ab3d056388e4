"""Puzzles: one best move, which a plain search finds too; the same for everybody."""

from collections import Counter
from datetime import date, timedelta

import pytest

from doublesix.bots import find_bot
from doublesix.coach.puzzles import (
    BOOKS,
    LEVELS,
    Puzzle,
    find_puzzle,
    make_puzzle,
    puzzle_game,
    puzzle_of_the_day,
)
from doublesix.engine import Kind, State, apply, legal_moves, view
from doublesix.errors import DoublesixError
from doublesix.kernel.solve import Goal
from doublesix.rng import Rng
from doublesix.rules import load

QUICK = ("block", "ikea")
"""Tried in every run; the others by ``./test slow``."""


class TooManyError(Exception):
    """Trying everything would take too long."""


class Trying:
    """What positions are worth to the first side, by trying everything."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.left = 20_000

    def worth(self, state: State) -> int:
        self.left -= 1
        if not self.left:
            raise TooManyError
        if state.result is not None:
            if self.goal is Goal.POINTS:
                return state.result.points[0] - state.result.points[1]
            return (0 in state.result.winners) - (1 in state.result.winners)
        worths = [self.worth(apply(state, move).state) for move in legal_moves(state)]
        return max(worths) if state.game.side_of[state.turn] == 0 else min(worths)


def puzzles(book: str, count: int) -> list[Puzzle]:
    game = puzzle_game(load(book))
    found: list[Puzzle] = []
    start = 0
    while len(found) < count:
        found.append(find_puzzle(game, start))
        start = found[-1].number + 1
    return found


@pytest.mark.parametrize(
    "book", [pytest.param(book, marks=() if book in QUICK else pytest.mark.slow) for book in BOOKS]
)
def test_the_answer_is_the_one_that_trying_everything_finds(book: str) -> None:
    checked = 0
    for puzzle in puzzles(book, 12):
        state, trying = puzzle.state, Trying(puzzle.goal)
        sign = 1 if state.game.side_of[state.turn] == 0 else -1
        made = state.in_play[0] - state.in_play[1] if puzzle.goal is Goal.POINTS else 0
        try:
            found = [trying.worth(apply(state, move).state) for move in legal_moves(state)]
        except TooManyError:
            continue
        assert [worth for _, worth in puzzle.worths] == [sign * (worth - made) for worth in found]
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize("book", BOOKS)
def test_one_move_is_clearly_best(book: str) -> None:
    for puzzle in puzzles(book, 30):
        state, best = puzzle.state, puzzle.best
        assert {move.tile for move in best} == {puzzle.line[0].tile}
        assert best[0].kind is Kind.PLAY
        assert len({tuple(sorted(apply(state, move).state.ends.shown)) for move in best}) == 1
        most = max(worth for _, worth in puzzle.worths)
        others = [worth for move, worth in puzzle.worths if move not in best]
        assert most - max(others) >= (3 if puzzle.goal is Goal.POINTS else 1)
        for move in puzzle.line:
            state = apply(state, move).state
        assert state.result is not None
        if puzzle.goal is Goal.WIN:
            assert most == 1
            assert state.result.winners == (state.game.side_of[puzzle.state.turn],)


def test_a_number_is_always_the_same_puzzle() -> None:
    game = puzzle_game(load("ikea"))
    first = find_puzzle(game, 100)
    make_puzzle.cache_clear()
    assert find_puzzle(game, 100) == first
    assert make_puzzle(game, first.number) == first
    assert all(make_puzzle(game, number) is None for number in range(100, first.number))


def test_levels() -> None:
    game = puzzle_game(load("fives-and-threes"))
    for level in LEVELS:
        assert find_puzzle(game, 7, level).level == level
    easy, hard = find_puzzle(game, 7, 1), find_puzzle(game, 7, 5)
    for puzzle, finds in ((easy, True), (hard, False)):
        seen = view(puzzle.state, puzzle.state.turn)
        for name in ("greedy", "heuristic"):
            assert (find_bot(name).choose(seen, Rng(1)) in puzzle.best) == finds
    assert len(hard.worths) >= 3


def test_every_day_has_a_puzzle() -> None:
    days = [date(2026, 1, 1) + timedelta(number) for number in range(700)]
    found = [puzzle_of_the_day(day) for day in days]
    assert len({start for *_, start in found}) == 700
    books = Counter(book for book, *_ in found)
    assert set(books.values()) == {140}
    assert set(books) == set(BOOKS)
    assert {level for _, level, _ in found} == set(LEVELS)
    for book, level, start in found[:14]:
        assert find_puzzle(puzzle_game(load(book)), start, level).level == level


def test_which_table() -> None:
    assert puzzle_game(load("block")).in_pairs
    assert puzzle_game(load("block"), 2).seats == 2
    assert puzzle_game(load("sebastopol")).seats == 4
    for rules, seats, level, code in (
        ("ikea", 3, None, "solve-sides"),
        ("ikea", 2, 6, "bad-level"),
        ("ikea", 9, None, "seats-not-allowed"),
    ):
        with pytest.raises(DoublesixError) as caught:
            find_puzzle(puzzle_game(load(rules), seats), 1, level)
        assert caught.value.code == code
