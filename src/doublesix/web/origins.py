"""Pages of other servers have no business here: a browser says whose page asks."""

from urllib.parse import urlsplit

from aiohttp import web

from doublesix.errors import Forbidden
from doublesix.web.lobby import LOBBY
from doublesix.web.problems import Handler


def is_same_origin(request: web.Request) -> bool:
    """Whether a page of this server asks, or a program that is no browser."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    place = urlsplit(origin).netloc  # nothing for a page that does not say where it is from
    public_url = request.app[LOBBY].options.public_url
    return bool(place) and place in {request.host, urlsplit(public_url).netloc}


@web.middleware
async def only_own_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let other pages read what everybody may, and do nothing."""
    if request.method not in {"GET", "HEAD"} and not is_same_origin(request):
        raise Forbidden("foreign-page")
    return await handler(request)
