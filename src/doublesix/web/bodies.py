"""JSON in and out of the API: read strictly, written from typed values."""

from typing import TypeVar

import msgspec
from aiohttp import web

from doublesix.errors import InvalidInput
from doublesix.web.problems import JSON

T = TypeVar("T")


async def read_body(request: web.Request, kind: type[T]) -> T:
    """The body of a request; an unknown key or a value of the wrong kind is refused."""
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidInput("malformed", reason=str(error)) from None


def json_answer(value: object, status: int = 200) -> web.Response:
    """A typed value as the answer."""
    body = msgspec.json.encode(value)
    headers = {"Cache-Control": "no-store"}
    return web.Response(body=body, status=status, content_type=JSON, headers=headers)
