"""The API about puzzles. What is asked tells nothing of the answer; nothing is stored.

The compiled engine is loaded when the first puzzle is asked for, by a thread that no table waits
for.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Literal, cast, get_args

from aiohttp import web

from doublesix import rules
from doublesix.draw.layout import Line
from doublesix.engine import SEATS, Move, State, apply, legal_moves
from doublesix.engine.replay import replay
from doublesix.errors import InvalidInput, MissingPart, NotFound, TooMuch
from doublesix.notation.moves import read_move
from doublesix.notation.telling import Company
from doublesix.table.messages import Shape
from doublesix.web.bodies import json_answer, read_body
from doublesix.web.limits import Allowance, asker
from doublesix.web.lobby import LOBBY
from doublesix.web.replay import hands_of, replayed
from doublesix.web.routes import Route
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

BURST, RATE = 40, 1.0
"""Puzzles that one address may ask for at once, and then a second."""
ALLOWED = web.AppKey("puzzles", Allowance)
SHAPES: tuple[str, ...] = get_args(Shape)
_MOST_DIGITS = 9


def add_to(app: web.Application) -> None:
    """What puzzles need to know of those who ask."""
    app[ALLOWED] = Allowance(RATE, BURST)


async def pose(request: web.Request) -> web.Response:
    """A puzzle: that of a day, or the first one from a number on, of a book and a level if they
    are named."""
    query = request.query
    shape = query.get("shape", "wide")
    if shape not in SHAPES:
        raise InvalidInput("not-a-shape", shape=shape, known=list(SHAPES))
    level = _number(query.get("level"), "bad-level", level=query.get("level"), most=5)
    number = _number(query.get("number"), "no-such-puzzle", number=query.get("number"))
    work = partial(_find, query.get("rules", ""), level, number, _day(query.get("date", "")))
    puzzle = await _made(request, work)
    return json_answer(_posed(puzzle, cast(Shape, shape)))


async def answer(request: web.Request) -> web.Response:
    """Whether a move is the best one, what every other one leads to, and best play."""
    tried = await read_body(request, PuzzleTry)
    puzzle = await _made(request, partial(_again, tried.rules, tried.number))
    move = read_move(puzzle.state, tried.move) if tried.move else None
    if move is not None:
        apply(puzzle.state, move)  # an illegal one is refused with its reason
    return json_answer(_answered(puzzle, move, tried.shape))


async def _made(request: web.Request, work: "Callable[[], Puzzle]") -> "Puzzle":
    """Have a puzzle made where nobody waits for it."""
    allowed = request.app[ALLOWED]
    allowed.forget()
    if not allowed.take(asker(request)):
        raise TooMuch("too-many-puzzles")
    try:
        return await request.app[LOBBY].look_up(work)
    except ModuleNotFoundError as error:
        raise MissingPart("missing-extra", module=error.name, extra="kernel") from error


def _find(book: str, level: int | None, number: int | None, day: date) -> "Puzzle":
    from doublesix.coach.puzzles import find_puzzle, puzzle_game, puzzle_of_the_day

    usual, grade, start = puzzle_of_the_day(day)
    game = puzzle_game(rules.load(_known(book or usual)))
    if number is not None:
        return find_puzzle(game, number, level)
    return find_puzzle(game, start, grade if level is None else level)


def _again(book: str, number: int) -> "Puzzle":
    from doublesix.coach.puzzles import make_puzzle, puzzle_game

    found = make_puzzle(puzzle_game(rules.load(_known(book))), number)
    if found is None:
        raise NotFound("no-such-puzzle", number=number)
    return found


def _known(book: str) -> str:
    """A book that puzzles are quickly found in."""
    from doublesix.coach.puzzles import BOOKS

    if book not in BOOKS:
        raise NotFound("no-puzzle-book", name=book, known=list(BOOKS))
    return book


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written) if written else datetime.now(UTC).date()
    except ValueError:
        raise InvalidInput("bad-date", date=written) from None


def _number(written: str | None, code: str, **details: object) -> int | None:
    """A number of the address, where one is given."""
    if written is None:
        return None
    if not (written.isascii() and written.isdigit() and len(written) <= _MOST_DIGITS):
        raise InvalidInput(code, **details)
    return int(written)


def _company(state: State) -> Company:
    game = state.game
    return Company(game, tuple(SEATS[: game.seats]), (False,) * game.seats)


def _past(state: State, line: Line) -> tuple[ReplayedMove, ...]:
    """How it came to a position; the line is laid."""
    company, everybody = _company(state), tuple(range(state.game.seats))
    return tuple(replayed(company, before, step, line, everybody) for before, step in replay(state))


def _posed(puzzle: "Puzzle", shape: Shape) -> PosedPuzzle:
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


ROUTES = (
    Route(
        path="/api/puzzles",
        handler=pose,
        answer=PosedPuzzle,
        query=("rules", "level", "date", "number", "shape", "lang"),
    ),
    Route(
        method="POST",
        path="/api/puzzles/answer",
        handler=answer,
        answer=PuzzleAnswer,
        body=PuzzleTry,
        query=("lang",),
    ),
)
