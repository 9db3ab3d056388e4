"""The pages and their files, in the visitor's language as far as HTML itself says it."""

from html import escape

from aiohttp import web

from doublesix import words
from doublesix.web.assets import Asset, Shelf
from doublesix.web.languages import words_for
from doublesix.web.lobby import LOBBY
from doublesix.words import Words

SHELF = web.AppKey("shelf", Shelf)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""What every answer says to the browser: nothing from elsewhere, and nothing for elsewhere."""

ROOT = '<html lang="en" dir="ltr">'
"""How every page begins; the language is put in its place."""


async def protect(request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers on an answer before it is sent."""
    del request
    response.headers.update(HEADERS)


async def lobby_page(request: web.Request) -> web.Response:
    """The first page."""
    return _page(request, "index.html")


async def table_page(request: web.Request) -> web.Response:
    """A table."""
    if await request.app[LOBBY].knows(request.match_info["table"]):
        return _page(request, "table.html")
    return missing(request)


async def replay_page(request: web.Request) -> web.Response:
    """The finished games of a table."""
    if await request.app[LOBBY].knows(request.match_info["table"]):
        return _page(request, "replay.html")
    return missing(request)


async def join_by_code(request: web.Request) -> web.Response:
    """From the short code of a table to its page."""
    table = request.app[LOBBY].find_code(request.match_info["code"])
    if table is None:
        return missing(request)
    raise web.HTTPFound(f"/t/{table}")


def missing(request: web.Request) -> web.Response:
    """There is nothing here."""
    return _page(request, "missing.html", 404)


def _page(request: web.Request, name: str, status: int = 200) -> web.Response:
    asset = request.app[SHELF].find(name)
    assert asset is not None, name
    said = localized(asset.body.decode(), words_for(request))
    answer = Asset(said.encode(), "text/html").answer(request, status)
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return answer
