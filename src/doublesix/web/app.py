"""The server: everything put together, started, and stopped without losing anything."""

import asyncio
import gc
import signal
import socket as network
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from aiohttp import web

from doublesix.errors import InvalidInput
from doublesix.table.journal import Journal
from doublesix.web import books, games, hints, pages, puzzles, status, tables
from doublesix.web.lobby import LOBBY, Lobby
from doublesix.web.options import Options
from doublesix.web.origins import only_own_pages
from doublesix.web.problems import tell_problems
from doublesix.web.routes import ALL
from doublesix.web.schemas import MOST_BODY
from doublesix.web.socket import play

ROUTES = (
    *books.ROUTES,
    *tables.ROUTES,
    *games.ROUTES,
    *hints.ROUTES,
    *puzzles.ROUTES,
    *status.ROUTES,
)
STOP_WITHIN = 0.3
"""Seconds that requests have to finish when the server stops."""


GARBAGE = (100_000, 10, 50)
"""How rarely Python looks for things that only refer to each other: there is hardly any of that
here, and looking takes a fifteenth of a busy server's time."""


def make_app(lobby: Lobby) -> web.Application:
    """Everything that can be asked, around these tables."""
    app = web.Application(middlewares=[tell_problems, only_own_pages], client_max_size=MOST_BODY)
    app[LOBBY], app[ALL] = lobby, ROUTES
    for route in ROUTES:
        app.router.add_route(route.method, route.path, route.handler)
    app.router.add_get("/ws/tables/{table}", play)
    puzzles.add_to(app)
    pages.add_to(app)
    return app


@asynccontextmanager
async def serving(options: Options) -> AsyncIterator[str]:
    """A running server; gives its address on this machine. When it is left, it stops: what was
    accepted is on the disk, and everybody is told that the server goes."""
    listener = listen(options)  # before anything else: the port may be taken
    with listener:
        journal = Journal(options.db, options.sync)
        lobby = Lobby(journal, options)
        runner = web.AppRunner(make_app(lobby), access_log=None, shutdown_timeout=STOP_WITHIN)
        await runner.setup()
        site = web.SockSite(runner, listener, backlog=1024)
        await site.start()
        lobby.workers.start()
        try:
            yield near_address(options.host, listener.getsockname()[1])
        finally:
            await site.stop()
            await lobby.close()
            await runner.cleanup()


def listen(options: Options) -> network.socket:
    """Take the port, or say why not."""
    try:
        return network.create_server(
            (options.host, options.port),
            family=network.AF_INET6 if ":" in options.host else network.AF_INET,
            backlog=1024,
            dualstack_ipv6=options.host == "::" and network.has_dualstack_ipv6(),
        )
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(
            "cannot-listen", host=options.host, port=options.port, reason=reason
        ) from None


def near_address(host: str, port: int) -> str:
    """Where a browser on this machine finds the server.

    >>> near_address("0.0.0.0", 6606), near_address("::1", 80)
    ('http://127.0.0.1:6606', 'http://[::1]:80')
    """
    both = network.has_dualstack_ipv6()
    near = {"0.0.0.0": "127.0.0.1", "::": "127.0.0.1" if both else "::1"}.get(host, host)
    return f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"


async def serve(options: Options, on_ready: Callable[[str], object]) -> None:
    """Serve until somebody wants it to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for wanted in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # not on every system
            loop.add_signal_handler(wanted, stop.set)
    async with serving(options) as where:
        gc.freeze()  # what is there now stays
        gc.set_threshold(*GARBAGE)
        address = options.public_url or where
        on_ready(address)
        if options.open_browser:
            import webbrowser  # not every server has one

            await asyncio.to_thread(webbrowser.open, address)
        await stop.wait()
