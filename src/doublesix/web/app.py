"""The server: everything put together, started, and stopped without losing anything."""

import asyncio
import signal
import socket as network
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from aiohttp import web

from doublesix.table.journal import Journal
from doublesix.web import books, games, pages, status, tables
from doublesix.web.assets import Shelf
from doublesix.web.lobby import LOBBY, Lobby
from doublesix.web.options import Options
from doublesix.web.problems import tell_problems
from doublesix.web.schemas import MOST_BODY
from doublesix.web.socket import play

ROUTES = (*books.ROUTES, *tables.ROUTES, *games.ROUTES, *status.ROUTES)
STOP_WITHIN = 0.6
"""Seconds that connections have to end when the server stops."""


def make_app(lobby: Lobby) -> web.Application:
    """Everything that can be asked, around these tables."""
    app = web.Application(middlewares=[tell_problems], client_max_size=MOST_BODY)
    app[LOBBY] = lobby
    app[pages.SHELF] = Shelf()
    app.on_response_prepare.append(pages.protect)
    for route in ROUTES:
        app.router.add_route(route.method, route.path, route.handler)
    app.router.add_get("/ws/tables/{table}", play)
    pages.add_to(app)
    return app


@asynccontextmanager
async def serving(options: Options) -> AsyncIterator[str]:
    """A running server; gives its address. Leaving stops it: whatever was accepted is on the disk,
    and everybody is told that the server goes."""
    journal = Journal(options.db, options.sync)
    lobby = Lobby(journal, options)
    runner = web.AppRunner(make_app(lobby), access_log=None, shutdown_timeout=STOP_WITHIN)
    try:
        await runner.setup()
        listener = _listen(options)
        await web.SockSite(runner, listener, backlog=1024).start()
        yield _address(options, listener)
        for site in list(runner.sites):
            await site.stop()
        await lobby.close()
    finally:
        journal.close()
        await runner.cleanup()
