"""What went wrong, for programs and for people: every error of the API has one form."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct

from doublesix.errors import DoublesixError, NotKept
from doublesix.web.languages import words_for
from doublesix.words import Words

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
JSON = "application/json"


class Problem(Struct, frozen=True):
    """What is wrong: a code that stays, what it is about, and a sentence."""

    code: str
    details: dict[str, Any]
    text: str


class Failure(Struct, frozen=True):
    """What the API answers when it cannot do what it was asked for."""

    error: Problem


class Failed(DoublesixError):
    """A request that cannot be answered, and the HTTP status that says so."""

    def __init__(self, code: str, status: int = 400, **details: object) -> None:
        super().__init__(code, **details)
        self.status = status


def plain(value: object) -> object:
    """A detail of an error as JSON can hold it; an error within an error becomes its code."""
    if isinstance(value, DoublesixError):
        return {"code": value.code, "details": plain(value.details)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def problem_of(error: DoublesixError, say: Words) -> Problem:
    """An error with its sentence."""
    details = {key: plain(value) for key, value in error.details.items()}
    return Problem(error.code, details, say.tell(error))


def failure(error: DoublesixError, say: Words, status: int) -> web.Response:
    """The answer to a request that failed."""
    body = msgspec.json.encode(Failure(problem_of(error, say)))
    return web.Response(body=body, status=status, content_type=JSON)


@web.middleware
async def tell_problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer errors of the API in their one form."""
    if not request.path.startswith("/api/"):
        return await handler(request)
    try:
        return await handler(request)
    except Failed as error:
        return failure(error, words_for(request), error.status)
    except DoublesixError as error:
        status = 503 if isinstance(error, NotKept) else 400
        return failure(error, words_for(request), status)
    except web.HTTPRequestEntityTooLarge as error:
        limit = Failed("too-large", most=request.client_max_size)
        return failure(limit, words_for(request), error.status)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return failure(Failed("no-such-page", path=request.path), words_for(request), error.status)
