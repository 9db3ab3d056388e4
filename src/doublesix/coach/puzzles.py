"""Puzzles: positions from play in which one move is best, and it is proved which.

All tiles lie face up, and the stock in the order it will be drawn. A puzzle has a number, from
which it can be made again at any time: nothing is stored. The number seeds a deal that good players
play; one of their decisions is taken, every legal move of it is solved to the end of the round, and
it is a puzzle if one move is clearly better than all others. Needs the extra ``kernel``.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache

from msgspec import Struct

from doublesix.bots.heuristic import HeuristicBot
from doublesix.bots.simple import GreedyBot
from doublesix.engine import Game, Kind, Move, State, apply, deal_round, legal_moves, new_game, view
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.kernel.solve import Goal, Solution, solve
from doublesix.rng import Rng, mix
from doublesix.rules import Rules

BOOKS: Mapping[str, int] = {
    "block": 4,
    "ikea": 2,
    "muggins": 2,
    "svoora": 2,
    "fives-and-threes": 2,
}
"""The books the puzzle of the day comes from, and how many play; four are two pairs."""
LEVELS = range(1, 6)
NUMBERS = 1_000_000_000
"""There are so many numbers."""
_SIDES = 2
_FEWEST, _MOST = 5, 18
"""How many tiles the hands hold together."""
_CLEARLY = 3
"""Points that the best move brings more than any other, where it is played for points."""
_NODES = 20_000
"""Positions looked at to solve a puzzle; what takes longer is not one."""
_MANY_MOVES, _MANY_CHOICES = 3, 6
_TRIES = 20_000
_WEEK = (1, 2, 3, 4, 5, 2, 5)
"""The levels from Monday to Sunday."""
_DAY = 0x70757A7A6C65
"""What sets the puzzles of the day apart from others: the word ``puzzle``."""


class Puzzle(Struct, frozen=True):
    """A position with one best move."""

    number: int
    level: int
    goal: Goal
    """Whether it is to win the round, or to bring the most points."""
    state: State
    worths: tuple[tuple[Move, int], ...]
    """What every legal move brings the side in turn: points from here on, or 1 for a win and -1
    for a loss."""
    line: tuple[Move, ...]
    """Best play to the end of the round; it begins with the best move."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The best move; several where they come to the same, as at two ends that are equal."""
        most = max(worth for _, worth in self.worths)
        return tuple(move for move, worth in self.worths if worth == most)


def puzzle_game(rules: Rules, seats: int | None = None) -> Game:
    """The game of these rules that has puzzles: of two sides, with two seats where that can be."""
    if seats is None:
        usual = BOOKS.get(rules.id, 2)
        seats = usual if usual in rules.seats else rules.seats[-1]
    game = new_game(rules, seats)
    if len(game.sides) != _SIDES:
        raise UnsupportedRules("solve-sides", key="sides", sides=len(game.sides))
    return game


def puzzle_of_the_day(day: date) -> tuple[str, int, int]:
    """The book, the level and the first number to try for a day, the same for everybody.

    >>> [puzzle_of_the_day(date(2026, 3, number))[:2] for number in (2, 3, 8)]
    [('muggins', 1), ('svoora', 2), ('svoora', 5)]
    """
    number = day.toordinal()
    return tuple(BOOKS)[number % len(BOOKS)], _WEEK[day.weekday()], mix(number ^ _DAY) % NUMBERS


def find_puzzle(game: Game, start: int, level: int | None = None) -> Puzzle:
    """The first puzzle from this number on, of this level if one is given."""
    if level is not None and level not in LEVELS:
        raise InvalidInput("bad-level", level=level, most=LEVELS[-1])
    for number in range(start, start + _TRIES):
        found = make_puzzle(game, number % NUMBERS)
        if found is not None and level in {None, found.level}:
            return found
    raise UnsupportedRules("no-puzzle", key="rules", tries=_TRIES)


@lru_cache(maxsize=256)
def make_puzzle(game: Game, number: int) -> Puzzle | None:
    """The puzzle of this number, if there is one."""
    state = _decision(game, Rng(number, 1))
    if state is None:
        return None
    goal = Goal.POINTS if game.scores_in_play else Goal.WIN
    found = solve(state, goal, nodes=_NODES, every_move=True)
    if not (found.line and all(worth.exact for _, worth in found.moves)):
        return None
    worths = _worths(state, found)
    if not _has_one_answer(state, goal, worths):
        return None
    puzzle = Puzzle(number, 1, goal, state, worths, found.line)
    return Puzzle(number, _level(puzzle), goal, state, worths, found.line)


def _worths(state: State, found: Solution) -> tuple[tuple[Move, int], ...]:
    """What every move brings the side in turn from here on."""
    sign = 1 if state.game.side_of[state.turn] == 0 else -1
    made = state.in_play[0] - state.in_play[1] if found.goal is Goal.POINTS else 0
    return tuple((move, sign * (worth.low - made)) for move, worth in found.moves)


def _decision(game: Game, rng: Rng) -> State | None:
    """A position near the end of a round between good players, with something to choose."""
    state = deal_round(game, rng).state
    found = []
    while state.result is None:
        legal = legal_moves(state)
        held = sum(hand.bit_count() for hand in state.hands)
        if _FEWEST <= held <= _MOST and _kinds(state, legal) > 1:
            found.append(state)
        seen = view(state, state.turn)
        move = legal[0] if len(legal) == 1 else HeuristicBot().choose(seen, rng)
        state = apply(state, move).state
    return rng.choose(found) if found else None


def _kinds(state: State, moves: Sequence[Move]) -> int:
    """How many moves there are, those that come to the same counted once."""
    return len({(move.kind, move.tile, _ends_after(state, move)) for move in moves})


def _ends_after(state: State, move: Move) -> tuple[int, ...]:
    return tuple(sorted(apply(state, move).state.ends.shown))


def _has_one_answer(state: State, goal: Goal, worths: Sequence[tuple[Move, int]]) -> bool:
    most = max(worth for _, worth in worths)
    others = [worth for _, worth in worths if worth < most]
    best = [move for move, worth in worths if worth == most]
    if not others or best[0].kind is not Kind.PLAY or _kinds(state, best) > 1:
        return False
    return most == 1 if goal is Goal.WIN else most - max(others) >= _CLEARLY


def _level(puzzle: Puzzle) -> int:
    """From 1 to 5: one more for each thing that makes it hard. See ``docs/puzzles.md``."""
    state = puzzle.state
    seen, rng = view(state, state.turn), Rng(puzzle.number)
    hard = (
        GreedyBot().choose(seen, rng) not in puzzle.best,
        HeuristicBot().choose(seen, rng) not in puzzle.best,
        _kinds(state, legal_moves(state)) >= _MANY_MOVES,
        _choices(state, puzzle.line) >= _MANY_CHOICES,
    )
    return 1 + sum(hard)


def _choices(state: State, line: Sequence[Move]) -> int:
    """How often somebody has a choice on the way to the end."""
    count = 0
    for move in line:
        count += len(legal_moves(state)) > 1
        state = apply(state, move).state
    return count
