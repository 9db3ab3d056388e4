"""Players for the load test: connections that read as little and cost as little as they can."""

import asyncio
import base64
import os
import random
import time
from collections import deque
from typing import cast

import msgspec
from msgspec import Struct

from doublesix.web.frames import unmasked

HOST, PORT = "127.0.0.1", 6730
SEATS = 2
PACE = 1000
"""Moves a second, all tables together, when delays are measured."""
MASK = b"\x37\xfa\x21\x3d"


# What a player has to read of the messages; the rest is passed over.


class Now(Struct, gc=False):
    ply: int
    turn: int | None
    legal: list[str] = []


class RoundSeen(Struct, gc=False):
    number: int
    now: Now


class TableSeen(Struct, gc=False):
    phase: str


class Snapshot(Struct, tag_field="type", tag="snapshot", gc=False):
    table: TableSeen
    round: RoundSeen | None


class Update(Struct, tag_field="type", tag="update", gc=False):
    round: int
    now: Now


class Rejected(Struct, tag_field="type", tag="rejected", gc=False):
    code: str


class Ended(Struct, tag_field="type", tag="ended", gc=False):
    code: str


class Accepted(Struct, tag_field="type", tag="accepted", gc=False):
    id: str


class Presence(Struct, tag_field="type", tag="presence", gc=False):
    watchers: int


_decode = msgspec.json.Decoder(Snapshot | Update | Rejected | Ended | Accepted | Presence).decode


class Screen(asyncio.Protocol):
    """A WebSocket connection that takes as little of the machine as it can."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.open = False
        self.buffer = b""
        self.seen = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /ws/tables/{self.table} HTTP/1.1\r\nHost: {HOST}:{PORT}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, end, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open = True
            self.say(b'{"type":"hello","shape":"wide","token":"%s"}' % self.token.encode())
        while (whole := self._next()) is not None:
            self.seen += 1
            self.hear(whole)

    def _next(self) -> bytes | None:
        """The text of the next frame that is there."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, head = buffer[1], 2
        if size == 126:
            size, head = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < head + size:
            return None
        self.buffer = buffer[head + size :]
        return buffer[head : head + size]

    def say(self, text: bytes) -> None:
        """Send a short message, masked as browsers do it."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + MASK + unmasked(MASK, text))

    def hear(self, text: bytes) -> None:
        """Something was said."""


class Player(Screen):
    """Plays any legal move: at once, or when it is let."""

    def __init__(self, table: str, token: str, seat: int, load: "Load") -> None:
        super().__init__(table, token)
        self.seat = seat
        self.load = load
        self.ready_after = ("", 0)

    def hear(self, text: bytes) -> None:
        said = _decode(text)
        if type(said) is Update:
            self.load.landed(self, said)
            if said.now.legal:
                self.load.may_move(self, said.round, said.now)
        elif type(said) is Snapshot:
            self._see(said)
        elif type(said) is Rejected or type(said) is Ended:
            self.load.complaints.append(said.code)

    def _see(self, said: Snapshot) -> None:
        after = said.table.phase, said.round.number if said.round else 0
        if said.table.phase in {"between", "over"} and after != self.ready_after:
            self.ready_after = after
            self.say(b'{"type":"ready","seat":%d}' % self.seat)
        elif said.table.phase == "playing" and said.round and said.round.now.legal:
            self.load.may_move(self, said.round.number, said.round.now)

    def move(self, number: int, now: Now) -> None:
        """Any of what is legal."""
        move = random.choice(now.legal).encode()
        self.load.sent += 1
        self.say(
            b'{"type":"move","id":"%d.%d","seat":%d,"round":%d,"ply":%d,"move":"%s"}'
            % (number, now.ply, self.seat, number, now.ply, move)
        )


class Load:
    """All players; how fast they go, and how long moves take to every screen of a table."""

    def __init__(self) -> None:
        self.paced = False
        self.sent = 0
        self.complaints: list[str] = []
        self.delays: list[float] = []
        self._waiting: deque[tuple[Player, int, Now]] = deque()
        self._under_way: dict[str, list[float]] = {}

    def may_move(self, player: Player, number: int, now: Now) -> None:
        """A player has something to choose from."""
        if self.paced:
            self._waiting.append((player, number, now))
        else:
            player.move(number, now)

    def landed(self, player: Player, said: Update) -> None:
        """A screen was told a move; the last one tells how long it took."""
        way = self._under_way.get(player.table)
        if way is None or said.now.ply != way[1]:
            return
        way[2] += 1
        if way[2] == SEATS:
            self.delays.append(time.perf_counter() - way[0])
            del self._under_way[player.table]

    async def pace(self, seconds: float) -> None:
        """So many moves a second, one after the other."""
        loop = asyncio.get_running_loop()
        start, done = loop.time(), 0
        while (gone := loop.time() - start) < seconds:
            while done < gone * PACE:
                done += 1
                if self._waiting:
                    player, number, now = self._waiting.popleft()
                    self._under_way[player.table] = [time.perf_counter(), now.ply + 1, 0]
                    player.move(number, now)
            await asyncio.sleep(0.0005)


class Echo(Screen):
    """Says something of the size of an update whenever its number is called."""

    def __init__(self, table: int, seat: int) -> None:
        super().__init__(str(table), "")
        self.seat = seat

    def hear(self, text: bytes) -> None:
        if text[0] == self.seat:
            self.call()

    def call(self) -> None:
        """Call the next one."""
        self.say(bytes(((self.seat + 1) % SEATS,)) + b" " * 399)
