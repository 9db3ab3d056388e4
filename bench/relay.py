"""A yardstick for the server: the same framework, and nothing done but hand messages on.

    python -m bench.relay PORT

What somebody at a table says goes to everybody there, as it came. No rules, no journal, nobody is
asked who they are: no server on aiohttp can do a move for less, on the machine and in the hour it
is measured.
"""

import asyncio
import sys
from collections import defaultdict

import uvloop
from aiohttp import web

tables: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)


async def ready(request: web.Request) -> web.Response:
    """The server answers."""
    del request
    return web.Response()


async def relay(request: web.Request) -> web.WebSocketResponse:
    """Hand on what is said."""
    socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    here = tables[request.match_info["table"]]
    here.append(socket)
    async for message in socket:
        for other in here:
            await other.send_str(message.data)
    here.remove(socket)
    return socket


async def main() -> None:
    """Serve until it is stopped."""
    app = web.Application()
    app.router.add_get("/readyz", ready)
    app.router.add_get("/ws/tables/{table}", relay)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(sys.argv[1])).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
