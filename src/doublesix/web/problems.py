"""What went wrong, for programs and for people: every error of the API has one form."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct

from doublesix.errors import (
    DoublesixError,
    Forbidden,
    InvalidInput,
    MissingPart,
    NotFound,
    NotKept,
    TooMuch,
    Unavailable,
)
from doublesix.web.languages import words_for
from doublesix.words import Words

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
JSON = "application/json"

log = logging.getLogger(__name__)


class Problem(Struct, frozen=True):
    """What is wrong: a code that stays, what it is about, and a sentence."""

    code: str
    details: dict[str, Any]
    text: str


class Failure(Struct, frozen=True):
    """What the API answers when it cannot do what it was asked for."""

    error: Problem


_STATUS: Mapping[type[DoublesixError], int] = {
    Forbidden: 403,
    NotFound: 404,
    TooMuch: 429,
    MissingPart: 503,
    NotKept: 503,
    Unavailable: 503,
}
"""The status of an answer that tells of an error, where it is not the asker's mistake."""


def plain(details: Mapping[str, object]) -> dict[str, object]:
    """The details of an error as JSON can hold them."""
    return {key: _plain(value) for key, value in details.items()}


def _plain(value: object) -> object:
    if isinstance(value, DoublesixError):
        return {"code": value.code, "details": plain(value.details)}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def problem_of(error: DoublesixError, say: Words) -> Problem:
    """An error with its sentence."""
    return Problem(error.code, plain(error.details), say.tell(error))


def failure(error: DoublesixError, say: Words, status: int) -> web.Response:
    """The answer to a request that failed."""
    body = msgspec.json.encode(Failure(problem_of(error, say)))
    return web.Response(body=body, status=status, content_type=JSON)


@web.middleware
async def tell_problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer errors of the API in their one form."""
    if not request.path.startswith("/api/"):
        return await handler(request)
    say = words_for(request)
    try:
        return await handler(request)
    except DoublesixError as error:
        return failure(error, say, _STATUS.get(type(error), 400))
    except web.HTTPRequestEntityTooLarge as error:
        return failure(TooMuch("too-large", most=request.client_max_size), say, error.status)
    except web.HTTPMethodNotAllowed as error:
        return failure(InvalidInput("wrong-method", method=request.method), say, error.status)
    except web.HTTPNotFound as error:
        return failure(NotFound("no-such-page", path=request.path), say, error.status)
    except web.HTTPException:
        raise
    except Exception:
        log.exception("%s %s", request.method, request.path)
        return failure(DoublesixError("server-failed"), say, 500)
