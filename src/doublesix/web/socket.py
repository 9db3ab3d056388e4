"""Live play: a connection says who it is, then asks and is told, until one side ends it."""

import asyncio
import hashlib
from time import monotonic
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from doublesix.errors import Disconnected, InvalidInput, NotFound
from doublesix.table.messages import PROTOCOL, AnyCommand, Hello
from doublesix.web.frames import pong
from doublesix.web.link import FAREWELL, Link
from doublesix.web.lobby import LOBBY
from doublesix.web.room import Room

HELLO_WITHIN = 10.0
"""Seconds a connection has to say who it is."""
LONGEST = 4096
"""Bytes of a message from a client."""

_decode = msgspec.json.Decoder(AnyCommand).decode
_TEXT = WSMsgType.TEXT
_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError)


async def play(request: web.Request) -> web.StreamResponse:
    """Live play at a table; speaks the messages of ``doublesix.table.messages``."""
    lobby = request.app[LOBBY]
    if not is_same_origin(request, lobby.options.public_url):
        raise web.HTTPForbidden
    socket = web.WebSocketResponse(
        compress=False,
        decode_text=False,
        autoping=False,
        max_msg_size=LONGEST,
        timeout=FAREWELL / 2,
    )
    await socket.prepare(request)
    transport = request.transport
    if transport is None:  # gone already
        return socket
    link = Link(socket, transport, lobby.metrics)
    hello = await _hello(socket, link)
    if hello is not None:
        room = await lobby.visit(request.match_info["table"])
        if room is None:
            link.end(NotFound("no-such-table"), WSCloseCode.POLICY_VIOLATION)
        else:
            await _converse(socket, link, room, hello)
    if link.ending is not None:
        await link.ending
    return socket


def is_same_origin(request: web.Request, public_url: str) -> bool:
    """Whether a page of this server opened the connection, or a program that is no browser."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc in {request.host, urlsplit(public_url).netloc}


async def _converse(socket: web.WebSocketResponse, link: Link, room: Room, hello: Hello) -> None:
    room.enter(link, hello)
    try:
        async for message in socket:
            now = monotonic()
            pause = link.hear(now)
            kind = message.type
            if kind is _TEXT:
                _hear(link, room, message.data, now)
            elif kind is WSMsgType.PING:
                link.send(pong(message.data))
            elif kind is not WSMsgType.PONG:
                why = InvalidInput("malformed", reason=message.type.name)
                link.end(why, WSCloseCode.UNSUPPORTED_DATA)
            if pause:
                await asyncio.sleep(pause)
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


async def _hello(socket: web.WebSocketResponse, link: Link) -> Hello | None:
    """The first message, which says who is there; None when there is none worth that name."""
    try:
        message: WSMessage = await socket.receive(HELLO_WITHIN)
        if message.type is not WSMsgType.TEXT:
            return None
        hello = _decode(message.data)
    except TimeoutError:
        hello = None
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
