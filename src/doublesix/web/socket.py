"""Live play: a connection says who it is, then asks and is told, until one side ends it."""

import hashlib
from functools import partial
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSCloseCode, web

from doublesix.errors import Disconnected, InvalidInput, NotFound
from doublesix.table.messages import PROTOCOL, AnyCommand, Hello
from doublesix.web.link import Link
from doublesix.web.lobby import LOBBY, Lobby
from doublesix.web.room import Room

HELLO_WITHIN = 10.0
"""Seconds a connection has to say who it is."""

_decode = msgspec.json.Decoder(AnyCommand).decode
_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError)


async def play(request: web.Request) -> web.StreamResponse:
    """Live play at a table; speaks the messages of ``doublesix.table.messages``."""
    lobby = request.app[LOBBY]
    if not is_same_origin(request, lobby.options.public_url):
        raise web.HTTPForbidden
    handshake = web.WebSocketResponse(compress=False)
    await handshake.prepare(request)
    if request.transport is not None:  # not gone already
        link = Link(request.transport, request.protocol, lobby.metrics)
        await _converse(link, lobby, request.match_info["table"])
    return handshake


def is_same_origin(request: web.Request, public_url: str) -> bool:
    """Whether a page of this server opened the connection, or a program that is no browser."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc in {request.host, urlsplit(public_url).netloc}


async def _converse(link: Link, lobby: Lobby, table: str) -> None:
    """From the first word to the end."""
    hello = await _hello(link)
    room = await lobby.visit(table) if hello is not None else None
    if hello is None or room is None:
        link.end(NotFound("no-such-table"), WSCloseCode.POLICY_VIOLATION)
        await link.closed
        return
    room.enter(link, hello)
    link.listen(partial(_hear, link, room))
    try:
        await link.closed
    finally:
        room.leave(link)


def _hear(link: Link, room: Room, text: bytes, now: float) -> None:
    try:
        command = _decode(text)
    except _NOT_JSON as error:
        room.reject(link, InvalidInput("malformed", reason=str(error)))
        return
    if isinstance(command, Hello):
        link.who = digest(command.token)
    room.take(link, command, now)


async def _hello(link: Link) -> Hello | None:
    """The first message, which says who is there; None when there is none worth that name, and
    then the connection ends."""
    text = await link.first_text(HELLO_WITHIN)
    try:
        hello = _decode(text) if text is not None else None
    except _NOT_JSON as error:
        link.end(InvalidInput("malformed", reason=str(error)), WSCloseCode.POLICY_VIOLATION)
        return None
    if not isinstance(hello, Hello):
        link.end(Disconnected("no-hello"), WSCloseCode.POLICY_VIOLATION)
        return None
    if hello.protocol != PROTOCOL:
        link.end(Disconnected("old-protocol"), WSCloseCode.POLICY_VIOLATION)
        return None
    link.who = digest(hello.token)
    return hello


def digest(token: str) -> str:
    """Who somebody is, without what proves it; nobody for no token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""
