"""Puzzles as the page gets them, made in a process that thinks.

The server names what it wishes for and passes on the JSON: it never holds a puzzle, which would
load the compiled engine.
"""

from datetime import date
from typing import TYPE_CHECKING, Literal, cast

import msgspec
from msgspec import Struct

from doublesix import rules
from doublesix.draw.layout import Line
from doublesix.engine import SEATS, Game, Move, State, apply, legal_moves
from doublesix.engine.replay import replay
from doublesix.errors import NotFound
from doublesix.notation.moves import read_move
from doublesix.notation.telling import Company
from doublesix.table.messages import Shape
from doublesix.web.replay import hands_of, replayed
from doublesix.web.schemas import (
    PosedPuzzle,
    PuzzleAnswer,
    PuzzleOption,
    PuzzleTry,
    PuzzleWorth,
    ReplayedMove,
)

if TYPE_CHECKING:
    from doublesix.coach.puzzles import Puzzle


class Wish(Struct, frozen=True):
    """Which puzzle somebody would like to have: that of a day, or the first one from a number on;
    of a book and a level where they are named."""

    rules: str
    level: int | None
    number: int | None
    day: date
    shape: Shape

    @property
    def is_for_everybody(self) -> bool:
        """Whether it is the puzzle of the day, as everybody gets it."""
        return not self.rules and self.level is None and self.number is None


def pose(wish: Wish) -> bytes:
    """The puzzle, as JSON."""
    from doublesix.coach.puzzles import find_puzzle, puzzle_of_the_day

    usual, grade, start = puzzle_of_the_day(wish.day)
    game = _game(wish.rules or usual)
    if wish.number is not None:
        puzzle = find_puzzle(game, wish.number, wish.level)
    else:
        puzzle = find_puzzle(game, start, grade if wish.level is None else wish.level)
    return msgspec.json.encode(_asked(puzzle, wish.shape))


def answer(tried: PuzzleTry) -> bytes:
    """What there is to say about a move, as JSON."""
    from doublesix.coach.puzzles import make_puzzle

    puzzle = make_puzzle(_game(tried.rules), tried.number)
    if puzzle is None:
        raise NotFound("no-such-puzzle", number=tried.number)
    move = read_move(puzzle.state, tried.move) if tried.move else None
    if move is not None:
        apply(puzzle.state, move)  # an illegal one is refused with its reason
    return msgspec.json.encode(_answered(puzzle, move, tried.shape))


def _game(book: str) -> Game:
    """The game of a book that puzzles are quickly found in."""
    from doublesix.coach.puzzles import BOOKS, puzzle_game

    if book not in BOOKS:
        raise NotFound("no-puzzle-book", name=book, known=list(BOOKS))
    return puzzle_game(rules.load(book))


def _company(state: State) -> Company:
    game = state.game
    return Company(game, tuple(SEATS[: game.seats]), (False,) * game.seats)


def _past(state: State, line: Line) -> tuple[ReplayedMove, ...]:
    """How it came to a position; the line is laid."""
    company, everybody = _company(state), tuple(range(state.game.seats))
    return tuple(replayed(company, before, step, line, everybody) for before, step in replay(state))


def _asked(puzzle: "Puzzle", shape: Shape) -> PosedPuzzle:
    state = puzzle.state
    game, here = state.game, state.round
    return PosedPuzzle(
        rules=game.rules.id,
        title=game.rules.title,
        top=game.tiles.top,
        scoring=game.scores_in_play,
        sides=game.sides,
        names=tuple(SEATS[: game.seats]),
        number=puzzle.number,
        level=puzzle.level,
        goal=puzzle.goal.value,
        shape=shape,
        leader=here.leader,
        hands=hands_of(here.deal.hands),
        stock=here.deal.stock,
        moves=_past(state, Line(game, shape)),
        turn=state.turn,
        left=() if game.unable_passes else state.stock,
        options=tuple(map(_option, legal_moves(state))),
    )


def _option(move: Move) -> PuzzleOption:
    kind = cast(Literal["play", "draw", "pass"], move.kind.name.lower())
    tile = None if move.tile < 0 else move.tile
    return PuzzleOption(str(move), kind, tile, "" if move.end is None else move.end.word)


def _answered(puzzle: "Puzzle", move: Move | None, shape: Shape) -> PuzzleAnswer:
    return PuzzleAnswer(
        right=move in puzzle.best,
        best=tuple(map(str, puzzle.best)),
        worths=tuple(PuzzleWorth(str(made), worth) for made, worth in puzzle.worths),
        line=_line(puzzle, shape),
    )


def _line(puzzle: "Puzzle", shape: Shape) -> tuple[ReplayedMove, ...]:
    """Best play, laid on behind what lies there."""
    state = puzzle.state
    for move in puzzle.line:
        state = apply(state, move).state
    return _past(state, Line(state.game, shape))[len(puzzle.state.past) :]
