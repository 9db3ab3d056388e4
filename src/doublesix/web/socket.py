"""Live play: a connection says who it is, then asks and is told, until one side ends it."""

import hashlib
import logging
from functools import partial

import msgspec
from aiohttp import WSCloseCode, web
from msgspec import Struct

from doublesix.errors import Disconnected, InvalidInput, NotFound
from doublesix.table.messages import PROTOCOL, AnyCommand, Hello, Id
from doublesix.web.link import Link
from doublesix.web.lobby import LOBBY, Lobby
from doublesix.web.origins import is_same_origin
from doublesix.web.room import Room

HELLO_WITHIN = 10.0
"""Seconds a connection has to say who it is."""

_decode = msgspec.json.Decoder(AnyCommand).decode
log = logging.getLogger(__name__)


class _Named(Struct):
    """As much of a message as tells which one it is."""

    id: Id = ""


_decode_named = msgspec.json.Decoder(_Named).decode
_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError)


async def play(request: web.Request) -> web.StreamResponse:
    """Live play at a table; speaks the messages of ``doublesix.table.messages``."""
    lobby = request.app[LOBBY]
    if not is_same_origin(request):
        raise web.HTTPForbidden
    handshake = web.WebSocketResponse(compress=False)
    await handshake.prepare(request)
    if request.transport is not None:  # not gone already
        link = Link(request.transport, request.protocol, lobby.metrics)
        await _converse(link, lobby, request.match_info["table"])
    return handshake


async def _converse(link: Link, lobby: Lobby, table: str) -> None:
    """From the first word to the end."""
    hello = await _hello(link)
    room = await _visit(link, lobby, table) if hello is not None else None
    if hello is None or room is None:
        await link.closed
        return
    room.enter(link, hello)
    link.listen(partial(_hear, link, room))
    try:
        await link.closed
    finally:
        room.leave(link)


async def _visit(link: Link, lobby: Lobby, table: str) -> Room | None:
    """The table; None when there is none to be had, and then the connection ends."""
    try:
        room = await lobby.visit(table)
    except Exception:  # the disk does not answer, or the table cannot be made of what it says
        log.exception("table %s", table)
        link.end(Disconnected("server-failed"), WSCloseCode.INTERNAL_ERROR)
        return None
    if room is None:
        link.end(NotFound("no-such-table"), WSCloseCode.POLICY_VIOLATION)
    return room


def _hear(link: Link, room: Room, text: bytes, now: float) -> None:
    try:
        command = _decode(text)
    except _NOT_JSON as error:
        room.reject(link, _id_of(text), InvalidInput("malformed", reason=str(error)))
        return
    if isinstance(command, Hello):
        link.who = digest(command.token)
    room.take(link, command, now)


def _id_of(text: bytes) -> str:
    """The id of what is otherwise no message, so that whoever sent it knows what is meant."""
    try:
        return _decode_named(text).id
    except _NOT_JSON:
        return ""


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
