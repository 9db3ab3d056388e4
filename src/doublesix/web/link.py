"""One connection of one screen, and how much may wait to be read by it.

Frames are written straight to the transport, which holds what a screen has not read yet: one
bounded queue for each, and no task that carries things from one queue to another. The frames of
the WebSocket library go the same way, each whole, so that the two do not get mixed up. This and
one heartbeat for all connections take a third off what a move costs on the network (measured:
27 µs with the library's own, 20 µs so).
"""

import asyncio
from time import monotonic

from aiohttp import WSCloseCode, web

from doublesix.errors import Disconnected, DoublesixError
from doublesix.table.messages import Ended, Shape
from doublesix.web.frames import PING, frame
from doublesix.web.metrics import Metrics
from doublesix.web.problems import plain

MOST_WAITING = 256 * 1024
"""Bytes that may wait for a screen to read them. One that lets more wait is dropped: it comes back
and is told how things stand, which is less than all it has missed."""
RATE, BURST = 200.0, 400.0
"""Messages a second, and how many at once. Nobody plays faster; whoever sends more is read no
faster than this, so that it waits on the other side."""
HEARTBEAT = 25.0
"""Seconds of silence after which a connection is asked whether it is still there."""
FAREWELL = 2.0
"""Seconds a connection has to read why it ends."""


class Link:
    """A connection. What is written to it is a frame that may go to others as well."""

    __slots__ = (
        "_allowed",
        "_heard",
        "_metrics",
        "_socket",
        "_transport",
        "ending",
        "seats",
        "shape",
        "who",
    )

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, metrics: Metrics
    ) -> None:
        self._socket = socket
        self._transport = transport
        self._metrics = metrics
        self._allowed = BURST
        self._heard = monotonic()
        self.ending: asyncio.Task[bool] | None = None
        self.who = ""
        self.shape: Shape = "wide"
        self.seats: tuple[int, ...] = ()

    def send(self, data: bytes) -> None:
        """Write a frame; a screen that does not read what is written to it is dropped."""
        transport = self._transport
        if self.ending or transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_WAITING:
            self._metrics.dropped += 1
            self.end(Disconnected("slow"), WSCloseCode.TRY_AGAIN_LATER)
        else:
            transport.write(data)

    def end(self, why: DoublesixError, reason: int) -> None:
        """Say why, and close."""
        if self.ending or self._transport.is_closing():
            return
        self._transport.write(frame(Ended(why.code, plain(why.details))))
        self.ending = asyncio.ensure_future(self._socket.close(code=reason, drain=False))
        asyncio.get_running_loop().call_later(FAREWELL, self._transport.abort)

    def hear(self, now: float) -> float:
        """Note that something came; how many seconds to wait before the next is read."""
        self._allowed = min(BURST, self._allowed + (now - self._heard) * RATE) - 1.0
        self._heard = now
        return -self._allowed / RATE if self._allowed < 0.0 else 0.0

    def check(self, now: float) -> None:
        """Ask a silent connection whether it is still there; one that does not answer is cut."""
        silent = now - self._heard
        if silent > 2 * HEARTBEAT:
            self._transport.abort()
        elif silent > HEARTBEAT:
            self.send(PING)
