"""The real server on a port of its own, with a file on the disk, and a client to ask it."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse, ClientSession, DummyCookieJar

from doublesix.web.app import serving
from doublesix.web.options import Options
from tests.web.players import Player


class House:
    """A file, and the server that is opened on it."""

    def __init__(self, db: Path) -> None:
        self.db = db

    @asynccontextmanager
    async def open(self, **options: Any) -> AsyncIterator["Visitor"]:
        """A server for as long as this lasts, and somebody who visits it."""
        given = {"db": self.db, "port": 0, "pace": 0.0, "workers": 0, **options}
        async with serving(Options(**given)) as address, visiting(address) as visitor:
            yield visitor


@asynccontextmanager
async def visiting(address: str) -> AsyncIterator["Visitor"]:
    """Somebody who asks the server at that address."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(
            ClientSession(address, cookie_jar=DummyCookieJar())
        )
        yield Visitor(session, stack)


class Visitor:
    """Asks the API, and opens connections."""

    def __init__(self, session: ClientSession, stack: AsyncExitStack) -> None:
        self.session = session
        self._stack = stack

    async def get(self, path: str, status: int = 200, **options: Any) -> ClientResponse:
        """An answer, whose status must be this."""
        answer = await self.session.get(path, allow_redirects=False, **options)
        await answer.read()
        assert answer.status == status, await answer.text()
        return answer

    async def json(self, path: str, status: int = 200, **options: Any) -> Any:
        """A JSON answer."""
        answer = await self.get(path, status, **options)
        assert answer.content_type == "application/json"
        return await answer.json()

    async def post(self, path: str, body: Any, status: int = 200, **options: Any) -> Any:
        """The JSON answer to a JSON question."""
        given = {"data": body} if isinstance(body, bytes) else {"json": body}
        answer = await self.session.post(path, **given, **options)
        assert answer.status == status, await answer.text()
        return await answer.json()

    async def error(self, path: str, status: int, **options: Any) -> dict[str, Any]:
        """What is wrong with asking that."""
        told = await self.json(path, status, **options)
        return problem(told)

    async def open_table(self, token: str = "", **wishes: Any) -> str:
        """A new table; its id."""
        wanted = {"rules": "draw", "seats": 2, "name": "Ana", "token": token or new_token()}
        opened = await self.post("/api/tables", {**wanted, **wishes}, 201)
        return str(opened["id"])

    async def connect(self, table: str, token: str = "", **hello: Any) -> Player:
        """Somebody at a table, who has been greeted."""
        socket = await self._stack.enter_async_context(
            self.session.ws_connect(f"/ws/tables/{table}", max_msg_size=0)
        )
        player = Player(socket, token)
        await player.greet(**hello)
        return player

    async def metric(self, name: str) -> float:
        """What the server counts."""
        text = await (await self.get("/metrics")).text()
        found = [line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")]
        assert len(found) == 1, name
        return float(found[0])


def problem(told: dict[str, Any]) -> dict[str, Any]:
    """What an answer says is wrong; every such answer has one form."""
    assert told.keys() == {"error"}
    error: dict[str, Any] = told["error"]
    assert error.keys() == {"code", "details", "text"}
    assert error["text"]
    return error


def new_token() -> str:
    """A secret, as a device makes one up."""
    return secrets.token_hex(16)
