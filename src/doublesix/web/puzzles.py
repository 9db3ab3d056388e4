"""The API about puzzles. They are made in a process that thinks, so that the server needs no
compiled engine; what is asked tells nothing of the answer.
"""

from datetime import UTC, date, datetime
from typing import cast, get_args

import msgspec
from aiohttp import web

from doublesix.errors import InvalidInput, TooMuch
from doublesix.table.messages import Shape
from doublesix.web import posing
from doublesix.web.bodies import json_answer, read_body
from doublesix.web.limits import Allowance, asker
from doublesix.web.lobby import LOBBY
from doublesix.web.memory import Memory
from doublesix.web.posing import Wish
from doublesix.web.routes import Route
from doublesix.web.schemas import PosedPuzzle, PuzzleAnswer, PuzzleTry

BURST, RATE = 40, 1.0
"""Puzzles that one address may ask for at once, and then a second."""
ALLOWED = web.AppKey("puzzles", Allowance)
DAYS = web.AppKey("days", Memory[Wish])
KEPT = 32
"""How many puzzles of a day are remembered: every zone has its own today, and every shape of
screen its own picture."""
WITHIN = 30.0
"""Seconds that a puzzle may take; it takes about a tenth of one."""
SHAPES: tuple[str, ...] = get_args(Shape)
_MOST_DIGITS = 9


def add_to(app: web.Application) -> None:
    """What puzzles need to know of those who ask, and what everybody asks for."""
    app[ALLOWED], app[DAYS] = Allowance(RATE, BURST), Memory(KEPT)


async def pose(request: web.Request) -> web.Response:
    """A puzzle: that of a day, or the first one from a number on, of a book and a level if they
    are named."""
    query = request.query
    shape = query.get("shape", "wide")
    if shape not in SHAPES:
        raise InvalidInput("not-a-shape", shape=shape, known=list(SHAPES))
    wish = Wish(
        rules=query.get("rules", ""),
        level=_number(query.get("level"), "bad-level", level=query.get("level"), most=5),
        number=_number(query.get("number"), "no-such-puzzle", number=query.get("number")),
        day=_day(query.get("date", "")),
        shape=cast(Shape, shape),
    )
    return json_answer(msgspec.Raw(await _posed(request, wish)))


async def _posed(request: web.Request, wish: Wish) -> bytes:
    """The puzzle somebody wishes for; what everybody asks for on a day is made once."""
    days, workers = request.app[DAYS], request.app[LOBBY].workers
    if wish not in days:
        _limit(request)
    if wish.is_for_everybody:
        return await days.recall(wish, lambda: workers.run(posing.pose, wish, within=WITHIN))
    return await workers.run(posing.pose, wish, within=WITHIN)


async def answer(request: web.Request) -> web.Response:
    """Whether a move is the best one, what every other one leads to, and best play."""
    tried = await read_body(request, PuzzleTry)
    _limit(request)
    workers = request.app[LOBBY].workers
    return json_answer(msgspec.Raw(await workers.run(posing.answer, tried, within=WITHIN)))


def _limit(request: web.Request) -> None:
    """Refuse an address that wants more puzzles than anybody could solve."""
    allowed = request.app[ALLOWED]
    allowed.forget()
    if not allowed.take(asker(request)):
        raise TooMuch("too-many-puzzles")


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
