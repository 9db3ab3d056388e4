"""One connection of one screen: who it is, what it says, and how much may wait to be read by it."""

import asyncio
import hashlib
from time import monotonic
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from doublesix.table.messages import PROTOCOL, AnyCommand, Ended, Hello, Seat, Shape
from doublesix.web.frames import frame
from doublesix.web.lobby import LOBBY
from doublesix.web.room import Room

HELLO_WITHIN = 10.0
"""Seconds a connection has to say who it is."""
LONGEST = 4096
"""Bytes of a message from a client."""
MOST_WAITING = 256 * 1024
"""Bytes that may wait for a screen to read them. One that lets more wait is dropped: it comes back
and is told how things stand, which is less than all it has missed."""
RATE, BURST = 60.0, 120.0
"""Messages a second, and how many at once; nobody plays faster."""
HEARTBEAT = 25.0
"""Seconds of silence after which a connection is asked whether it is still there."""
FAREWELL = 2.0
"""Seconds a connection has to read why it ends."""

_decode = msgspec.json.Decoder(AnyCommand).decode


async def play(request: web.Request) -> web.StreamResponse:
    """Live play at a table; speaks the messages of ``doublesix.table.messages``."""
    if not same_origin(request):
        raise web.HTTPForbidden
    socket = web.WebSocketResponse(
        compress=False,
        decode_text=False,
        max_msg_size=LONGEST,
        heartbeat=HEARTBEAT,
        timeout=FAREWELL / 2,
    )
    await socket.prepare(request)
    transport = request.transport
    if transport is None:  # gone already
        return socket
    link = Link(socket, transport)
    try:
        await _converse(request, socket, link)
    finally:
        if link.room is not None:
            link.room.leave(link)
    if link.ending:
        await link.ending
    return socket


def same_origin(request: web.Request) -> bool:
    """Whether a page of this server opened the connection, or a program that is no browser."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


async def _converse(request: web.Request, socket: web.WebSocketResponse, link: Link) -> None:
    hello = await _hello(socket, link)
    if hello is None:
        return
    room = await request.app[LOBBY].visit(request.match_info["table"])
    if room is None:
        link.end("no-such-table", WSCloseCode.POLICY_VIOLATION)
        return
    link.room = room
    room.enter(link, hello)
    async for message in socket:
        now = monotonic()
        if not link.may_ask(now):
            link.end("too-fast", WSCloseCode.POLICY_VIOLATION)
            return
        if message.type is not WSMsgType.TEXT:
            return
        try:
            command = _decode(message.data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            room.reject_malformed(link, str(error))
            continue
        if isinstance(command, Hello):
            link.who = digest(command.token)
        room.take(link, command, now)


async def _hello(socket: web.WebSocketResponse, link: Link) -> Hello | None:
    """The first message, which says who is there; None when there is none worth that name."""
    try:
        message = await socket.receive(HELLO_WITHIN)
        if message.type is not WSMsgType.TEXT:
            return None
        hello = _decode(message.data)
    except TimeoutError:
        link.end("no-hello", WSCloseCode.POLICY_VIOLATION)
        return None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        link.end("malformed", WSCloseCode.POLICY_VIOLATION, reason=str(error))
        return None
    if not isinstance(hello, Hello):
        link.end("no-hello", WSCloseCode.POLICY_VIOLATION)
        return None
    if hello.protocol != PROTOCOL:
        link.end("other-protocol", WSCloseCode.POLICY_VIOLATION, ours=PROTOCOL)
        return None
    link.who = digest(hello.token)
    return hello


def digest(token: str) -> str:
    """Who somebody is, without what proves it; nobody for no token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""
