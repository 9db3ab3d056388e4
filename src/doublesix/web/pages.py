"""The pages and their files, in the visitor's language as far as HTML itself says it."""

from functools import cache, lru_cache
from html import escape
from string import Template

import msgspec
from aiohttp import web

from doublesix import words
from doublesix.errors import TooMuch
from doublesix.web.assets import Asset, Shelf
from doublesix.web.languages import words_for
from doublesix.web.limits import asker
from doublesix.web.lobby import LOBBY
from doublesix.words.page import direction, for_page
from doublesix.words.pseudo import PSEUDO

SHELF = web.AppKey("shelf", Shelf)
MISSING = "missing.html"

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""What every answer says to the browser: nothing from elsewhere, and nothing for elsewhere."""

FRAME = "frame.html"
"""What all pages have in common. A page of its own begins with what else it wants in its head."""


async def protect(request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers on an answer before it is sent."""
    del request
    response.headers.update(HEADERS)


async def lobby_page(request: web.Request) -> web.Response:
    """The first page."""
    return _page(request, "index.html")


async def table_page(request: web.Request) -> web.Response:
    """A table."""
    return await _page_of_table(request, "table.html")


async def replay_page(request: web.Request) -> web.Response:
    """The finished games of a table."""
    return await _page_of_table(request, "replay.html")


async def puzzle_page(request: web.Request) -> web.Response:
    """The puzzle of the day, and others."""
    return _page(request, "puzzle.html")


async def _page_of_table(request: web.Request, name: str) -> web.Response:
    if await request.app[LOBBY].knows(request.match_info["table"]):
        return _page(request, name)
    return _page(request, MISSING, 404)


async def join_by_code(request: web.Request) -> web.Response:
    """From the short code of a table to its page."""
    try:
        table = request.app[LOBBY].find_code(request.match_info["code"], asker(request))
    except TooMuch:
        return _page(request, MISSING, 429)
    if table is None:
        return _page(request, MISSING, 404)
    raise web.HTTPFound(f"/t/{table}")


async def missing_page(request: web.Request) -> web.Response:
    """There is nothing here."""
    if request.path.startswith(("/api/", "/static/", "/words/")):
        raise web.HTTPNotFound
    return _page(request, MISSING, 404)


async def static_file(request: web.Request) -> web.Response:
    """A file of the pages."""
    asset = request.app[SHELF].find(request.match_info["name"])
    if asset is None:
        raise web.HTTPNotFound
    return asset.answer(request)


async def page_words(request: web.Request) -> web.Response:
    """Every sentence of the pages in one language."""
    language = request.match_info["language"]
    if language not in {*words.languages(), *PSEUDO}:
        raise web.HTTPNotFound
    return _words(language).answer(request)


@cache
def _words(language: str) -> Asset:
    messages = for_page(language)
    head = {key: messages.pop(key) for key in ("language", "direction")}
    body = {**head, "languages": words.languages(), "messages": messages}
    return Asset(msgspec.json.encode(body), "application/json")


def _page(request: web.Request, name: str, status: int = 200) -> web.Response:
    frame, page = (request.app[SHELF].find(each) for each in (FRAME, name))
    assert frame is not None
    assert page is not None, name
    public_url = request.app[LOBBY].options.public_url
    filled = _filled(frame.body, page.body, words_for(request).language, public_url)
    answer = filled.answer(request, status)
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return answer


@lru_cache(maxsize=64)
def _filled(frame: bytes, page: bytes, language: str, public_url: str) -> Asset:
    """A page that says which language it is in, fetches its words at once, and knows the address
    that invitations lead to: empty where nobody knows a better one than the page's own."""
    text = Template(frame.decode()).substitute(
        language=language,
        direction=direction(language),
        public_url=escape(public_url.rstrip("/")),
        page=page.decode().rstrip(),
        no_script=escape(words.load(language)("page.common.no-script")),
    )
    return Asset(text.encode(), "text/html")


def add_to(app: web.Application) -> None:
    """Everything that is for browsers."""
    app[SHELF] = Shelf()
    app.on_response_prepare.append(protect)
    app.router.add_get("/", lobby_page)
    app.router.add_get("/t/{table}", table_page)
    app.router.add_get("/replay/{table}", replay_page)
    app.router.add_get("/puzzle", puzzle_page)
    app.router.add_get("/j/{code}", join_by_code)
    app.router.add_get("/words/{language}.json", page_words)
    app.router.add_get("/static/{name:.+}", static_file)
    app.router.add_get("/{path:.*}", missing_page)
