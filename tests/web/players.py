"""Somebody at a table: says things, hears things, and plays any legal move."""

import asyncio
import random
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

import msgspec
from aiohttp import ClientWebSocketResponse, WSMsgType

from doublesix.table import messages as said
from doublesix.table.messages import AnyMessage, Snapshot, Update

PATIENCE = 20.0
_ASKED = count(1)
"""Seconds after which something that should have been said is missed."""

T = TypeVar("T")
_decode = msgspec.json.Decoder(AnyMessage).decode
_encode = msgspec.json.encode


class Player:
    """A connection that keeps all it has heard."""

    def __init__(self, socket: ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token
        self.frames: list[bytes] = []
        self.heard: list[AnyMessage] = []
        self.version = -1
        self.table: said.TableInfo | None = None
        self.you: said.You | None = None
        self.number = 0
        self.now: said.Now | None = None
        self.result: said.RoundResult | None = None

    async def greet(self, since: int = -1, shape: str = "wide") -> None:
        """Say who this is; wait for an answer."""
        hello = said.Hello(token=self.token, since=since, shape=shape)  # type: ignore[arg-type]
        self.version = since
        await self.say(hello)
        await self.hear()

    async def say(self, command: Any) -> None:
        """Send a message, or whatever is taken for one."""
        data = command if isinstance(command, bytes) else _encode(command)
        await self.socket.send_str(data.decode())

    async def hear(self) -> AnyMessage:
        """The next message."""
        message = await self.socket.receive(PATIENCE)
        assert message.type is WSMsgType.TEXT, (message.type, message.data, self.heard[-3:])
        self.frames.append(message.data.encode())
        heard: AnyMessage = _decode(message.data)
        self.heard.append(heard)
        self._follow(heard)
        return heard

    def _follow(self, heard: AnyMessage) -> None:
        if isinstance(heard, Snapshot):
            self.version, self.table, self.you = heard.version, heard.table, heard.you
            here = heard.round
            self.now = here.now if here else None
            self.number = here.number if here else 0
            self.result = here.result if here else None
        elif isinstance(heard, Update):
            assert heard.version == self.version + 1, "a move was missed"
            self.version, self.number, self.now = heard.version, heard.round, heard.now

    async def until(self, wanted: Callable[["Player"], object]) -> None:
        """Listen until something is so."""
        while not wanted(self):
            await self.hear()

    async def reach(self, version: int) -> None:
        """Listen until the table is known as it was then, or later."""
        await self.until(lambda player: player.version >= version)

    async def pass_by(self, ply: int) -> None:
        """Listen until the move that this position asked for has been told."""
        await self.until(
            lambda player: player.now is None or player.now.ply != ply or player.phase != "playing"
        )

    async def next(self, kind: type[T]) -> T:
        """The next message of that kind."""
        while not isinstance(heard := await self.hear(), kind):
            pass
        return heard

    async def ask(self, command: said.Command) -> said.Accepted | said.Rejected:
        """Ask for something, and wait for the answer."""
        if not command.id:
            # No id is used again, not even by a player who comes back: that would be a repetition.
            command = msgspec.structs.replace(command, id=f"{self.token[:6]}-{next(_ASKED)}")
        await self.say(command)
        while True:
            heard = await self.hear()
            if isinstance(heard, said.Accepted | said.Rejected) and heard.id == command.id:
                return heard

    async def do(self, command: said.Command) -> int:
        """Ask for something that is done; the version it made."""
        answer = await self.ask(command)
        assert isinstance(answer, said.Accepted), answer
        return answer.version

    async def ended(self) -> tuple[str, int | None]:
        """Why the server ended the connection, and its close code."""
        end = await self.next(said.Ended)
        closing = await self.socket.receive(PATIENCE)
        assert closing.type in {WSMsgType.CLOSE, WSMsgType.CLOSED}, closing
        return end.code, self.socket.close_code

    @property
    def phase(self) -> str:
        assert self.table is not None
        return self.table.phase

    def may_move(self) -> said.MakeMove | None:
        """Any legal move, if this player has one to make."""
        now = self.now
        if self.phase != "playing" or now is None or not now.legal or now.turn is None:
            return None
        move = random.choice(now.legal)
        return said.MakeMove(seat=now.turn, round=self.number, ply=now.ply, move=move)


def present(*seats: bool, watchers: int = 0) -> said.Presence:
    """Who is there, when nobody has been away for long."""
    return said.Presence(seats, watchers, away=(False,) * len(seats), host_away=False)


async def play(players: list[Player], done: Callable[[Player], object]) -> None:
    """All play until the last of them has seen that it is done."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(_play(player, done))


async def _play(player: Player, done: Callable[[Player], object]) -> None:
    ready_after: tuple[str, int, int] | None = None
    while not done(player):
        table, you = player.table, player.you
        assert table is not None
        assert you is not None
        at = (table.phase, table.match, player.number)
        move = player.may_move()
        if move is not None:
            await player.do(move)
            await player.pass_by(move.ply)
        elif table.phase in {"waiting", "between", "over"} and at != ready_after:
            ready_after = at
            for seat in you.seats:
                await player.ask(said.Ready(seat=seat))
        else:
            await player.hear()
