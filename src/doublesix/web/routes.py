"""What a route of the API is: where it is, and the types it takes and gives."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from msgspec import Struct


class Route(Struct, frozen=True, kw_only=True):
    """One thing the API can be asked. The handler's docstring tells what it is for."""

    method: str = "GET"
    path: str
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    answer: Any
    """The type of the JSON answer, or the media type of another one."""
    body: Any = None
    query: tuple[str, ...] = ()
    status: int = 200


ALL = web.AppKey("routes", tuple[Route, ...])
"""Every route of a server, for the document that describes them."""
