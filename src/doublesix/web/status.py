"""How the server is, for those who look after it; and what can be asked of it."""

from typing import Any

from aiohttp import web

from doublesix.web.bodies import json_answer
from doublesix.web.lobby import LOBBY
from doublesix.web.routes import ALL, Route


async def healthz(request: web.Request) -> web.Response:
    """Whether the server is alive."""
    del request
    return web.Response(text="ok\n")


async def readyz(request: web.Request) -> web.Response:
    """Whether the server takes visitors; not any more once it stops."""
    if request.app[LOBBY].closing:
        return web.Response(text="stopping\n", status=503)
    return web.Response(text="ready\n")


async def metrics(request: web.Request) -> web.Response:
    """What the server counts, for Prometheus."""
    body = request.app[LOBBY].metrics_text().encode()
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return web.Response(body=body, headers={"Content-Type": kind})


async def openapi(request: web.Request) -> web.Response:
    """This description."""
    from doublesix.web.openapi import document  # hardly anybody asks

    routes = request.app[ALL]
    return json_answer(document(routes))


ROUTES = (
    Route(path="/healthz", handler=healthz, answer="text/plain"),
    Route(path="/readyz", handler=readyz, answer="text/plain"),
    Route(path="/metrics", handler=metrics, answer="text/plain"),
    Route(path="/api/openapi.json", handler=openapi, answer=dict[str, Any]),
)
