"""Connections that misbehave: they are told why, and cost the others nothing."""

import asyncio
import socket as network
from urllib.parse import urlsplit

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError

from doublesix.table import messages as said
from doublesix.web import link, lobby, room, socket
from tests.web.house import House, new_token, problem
from tests.web.players import Player, present
from tests.web.test_play import sit_down


async def unheard(house: House, first: bytes) -> tuple[str, int | None]:
    """How a connection ends that begins with this."""
    async with house.open() as visitor:
        table = await visitor.open_table()
        async with visitor.session.ws_connect(f"/ws/tables/{table}") as opened:
            player = Player(opened, "")
            await player.say(first)
            return await player.ended()


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (b'{"type":"ping"}', "no-hello"),
        (b'{"type":"hello","protocol":0}', "old-protocol"),
        (b'{"type":"hello","extra":1}', "malformed"),
        (b"hello", "malformed"),
        (b"", "malformed"),
    ],
)
async def test_a_connection_begins_with_hello(house: House, first: bytes, code: str) -> None:
    assert await unheard(house, first) == (code, 1008)


async def test_a_connection_that_says_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HELLO_WITHIN", 0.05)
    async with house.open() as visitor:
        table = await visitor.open_table()
        async with visitor.session.ws_connect(f"/ws/tables/{table}") as opened:
            assert await Player(opened, "").ended() == ("no-hello", 1008)


async def test_a_table_that_is_not_there(house: House) -> None:
    async with (
        house.open() as visitor,
        visitor.session.ws_connect("/ws/tables/nothing") as opened,
    ):
        player = Player(opened, new_token())
        await player.say(said.Hello(token=player.token))
        assert await player.ended() == ("no-such-table", 1008)


@pytest.mark.parametrize(
    "text",
    [
        b"x",
        b"[]",
        b'{"type":"fly"}',
        b'{"type":"move","seat":"0"}',
        b'{"type":"move","seat":8}',
        b'{"type":"sit","seat":0,"name":"","colour":"red"}',
        b'{"type":"chat","seat":0,"text":"' + b"x" * 300 + b'"}',
    ],
)
async def test_what_means_nothing_is_rejected_and_the_connection_stays(
    house: House, text: bytes
) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table(token := new_token())
        player = await visitor.connect(table, token)
        await player.say(text)
        refused = await player.next(said.Rejected)
        assert (refused.code, refused.id) == ("malformed", "")
        assert refused.details["reason"]
        await player.next(said.Snapshot)
        await player.say(said.Ping())
        await player.next(said.Pong)
        assert await visitor.metric("doublesix_malformed_total") == 1


async def test_what_means_nothing_but_has_an_id_is_rejected_by_it(house: House) -> None:
    async with house.open() as visitor:
        player = await visitor.connect(await visitor.open_table(token := new_token()), token)
        for text, asked in (
            (b'{"type":"fly","id":"f1"}', "f1"),
            (b'{"id":"f2","type":"move","seat":"0"}', "f2"),
            (b'{"id":"' + b"x" * 65 + b'","type":"fly"}', ""),
            (b'{"id":7,"type":"fly"}', ""),
        ):
            await player.say(text)
            refused = await player.next(said.Rejected)
            assert (refused.code, refused.id) == ("malformed", asked)


async def test_nobody_talks_without_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "TALK_RATE", 1e-6)
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2, chat=True)
        await players[1].ask(said.Say(seat=0, phrase="hello"))  # not theirs, and does not count
        for _ in range(int(room.TALK_BURST) - 1):
            await players[0].do(said.Say(seat=0, phrase="hello"))
        await players[0].do(said.Chat(seat=0, text="hello"))
        for command in (said.Say(seat=0, phrase="hello"), said.Chat(seat=0, text="hello")):
            answer = await players[0].ask(command)
            assert isinstance(answer, said.Rejected)
            assert answer.code == "too-much-talk"
        await players[0].do(said.Rename(seat=0, name="Anna"))
        await players[1].do(said.Say(seat=1, phrase="hello"))


async def test_what_may_not_be_done_is_rejected_with_how_things_stand(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        watcher = await visitor.connect(table)
        for player, command, code in (
            (watcher, said.Ready(seat=0), "not-your-seat"),
            (players[1], said.Ready(seat=0), "not-your-seat"),
            (players[1], said.Close(), "host-only"),
            (players[0], said.MakeMove(seat=0, round=1, ply=0, move="6-6"), "no-round-now"),
        ):
            answer = await player.ask(command)
            assert isinstance(answer, said.Rejected)
            assert answer.code == code
            assert (await player.next(said.Snapshot)).version == player.version


async def test_a_message_that_is_too_long_ends_the_connection(house: House) -> None:
    async with house.open() as visitor:
        player = await visitor.connect(await visitor.open_table())
        await player.say(b" " * (link.LONGEST + 1))
        closing = await player.socket.receive()
        while closing.type is WSMsgType.TEXT:
            closing = await player.socket.receive()
        assert player.socket.close_code == 1009


async def test_bytes_are_no_message(house: House) -> None:
    async with house.open() as visitor:
        player = await visitor.connect(await visitor.open_table())
        await player.socket.send_bytes(b"{}")
        assert await player.ended() == ("malformed", 1002)


async def test_pings_are_answered(house: House) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table()
        async with visitor.session.ws_connect(f"/ws/tables/{table}", autoping=False) as opened:
            player = Player(opened, "")
            await player.greet()
            await opened.ping(b"there?")
            message = await opened.receive()
            while message.type is WSMsgType.TEXT:
                message = await opened.receive()
            assert (message.type, message.data) == (WSMsgType.PONG, b"there?")


async def test_silent_connections_are_asked_and_cut(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "HEARTBEAT", 0.1)
    async with house.open(idle_minutes=0.001) as visitor:  # looks round often
        table = await visitor.open_table()
        answering = await visitor.connect(table)
        listening = asyncio.create_task(answering.until(lambda player: len(player.heard) == 4))
        async with visitor.session.ws_connect(f"/ws/tables/{table}", autoping=False) as opened:
            deaf = Player(opened, "")
            await deaf.greet()
            message = await opened.receive()
            while message.type is WSMsgType.TEXT:
                message = await opened.receive()
            kinds: list[WSMsgType] = [message.type]
            while kinds[-1] is WSMsgType.PING:
                kinds.append((await opened.receive()).type)
            assert kinds[0] is WSMsgType.PING
            assert kinds[-1] in {WSMsgType.CLOSED, WSMsgType.ERROR}
        await listening  # it was told that the other came and went
        assert await visitor.metric("doublesix_sockets") == 1


async def test_a_flood_is_read_slowly(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "RATE", 100.0)
    monkeypatch.setattr(link, "BURST", 10.0)
    async with house.open() as visitor:
        player = await visitor.connect(await visitor.open_table())
        loop = asyncio.get_running_loop()
        start = loop.time()
        for _ in range(60):
            await player.say(said.Ping())
        for _ in range(60):
            await player.next(said.Pong)
        assert loop.time() - start > 0.3, "it was answered, but not at once"


async def test_a_screen_that_does_not_read_is_dropped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "MOST_WAITING", 4096)
    monkeypatch.setattr(link, "FAREWELL", 0.1)
    monkeypatch.setattr(room, "TALK_BURST", 1e6)
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, chat=True)
        slow = await _raw_socket(str(visitor.session._base_url), table)
        await asyncio.get_running_loop().sock_sendall(slow, HELLO)
        watchers = players[0]
        await watchers.until(lambda one: one.heard[-1] == present(True, True, watchers=1))
        while await visitor.metric("doublesix_dropped_total") == 0:
            await players[1].do(said.Chat(seat=1, text="x" * 280))
        await watchers.until(lambda one: one.heard[-1] == present(True, True))
        slow.close()


async def _raw_socket(base: str, table: str) -> network.socket:
    """A connection that is open, for whoever wants to send what no library would."""
    parts = urlsplit(base)
    made = network.socket()
    made.setsockopt(network.SOL_SOCKET, network.SO_RCVBUF, 2048)
    made.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(made, (parts.hostname, parts.port))
    asked = (
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await loop.sock_sendall(made, asked.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await loop.sock_recv(made, 1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return made


def masked(head: int, body: bytes, mask: bytes = b"\1\2\3\4") -> bytes:
    """A frame as a client sends it."""
    size = len(body)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))
    return bytes((head,)) + length + mask + hidden


HELLO = masked(0x81, b'{"type":"hello"}')
PING = b'{"type":"ping"}'
PONG = b'"type":"pong"'


@pytest.mark.parametrize(
    "sent",
    [
        masked(0x81, PING),
        masked(0x81, PING + b" " * 200),
        masked(0x01, PING[:5]) + masked(0x00, PING[5:9]) + masked(0x80, PING[9:]),
        masked(0x01, PING[:5]) + masked(0x89, b"?") + masked(0x80, PING[5:]),
        masked(0x8A, b"unasked") + masked(0x81, PING),
    ],
)
@pytest.mark.parametrize("step", [1, 7, 1000])
async def test_frames_are_read_however_they_arrive(house: House, sent: bytes, step: int) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table()
        raw = await _raw_socket(str(visitor.session._base_url), table)
        with raw:
            loop = asyncio.get_running_loop()
            whole = HELLO + sent
            for at in range(0, len(whole), step):
                await loop.sock_sendall(raw, whole[at : at + step])
                await asyncio.sleep(0)
            heard = b""
            while PONG not in heard:
                heard += await loop.sock_recv(raw, 65_536)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x0f" + PING, 1002),  # not masked
        (masked(0xC1, PING), 1002),  # a reserved bit
        (masked(0x83, PING), 1002),  # a kind there is not
        (masked(0x80, PING), 1002),  # goes on where nothing began
        (masked(0x01, b"{") + masked(0x81, PING), 1002),  # begins where something goes on
        (masked(0x89, b"?" * 126), 1002),  # a ping that is too long
        (masked(0x09, b"?"), 1002),  # a ping in parts
        (b"\x81\xff" + bytes(12), 1009),
        (masked(0x01, b" " * 3000) + masked(0x80, b" " * 3000), 1009),
    ],
)
async def test_frames_that_break_the_rules(house: House, sent: bytes, code: int) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table()
        raw = await _raw_socket(str(visitor.session._base_url), table)
        with raw:
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(raw, HELLO + sent)
            closing = b"\x88\x02" + code.to_bytes(2, "big")
            heard = b""
            while closing not in heard:
                heard += await loop.sock_recv(raw, 65_536)
            assert b'"type":"ended"' in heard
            await loop.sock_sendall(raw, masked(0x88, code.to_bytes(2, "big")))
            while await loop.sock_recv(raw, 65_536):
                pass


@pytest.mark.parametrize("public_url", ["https://table.example", ""])
@pytest.mark.parametrize(
    ("origin", "fine"),
    [
        ("{base}", True),
        ("https://table.example", None),
        ("https://elsewhere.example", False),
        ("null", False),
        ("", False),
        ("http://127.0.0.1:1", False),
    ],
)
async def test_only_pages_of_this_server_may_do_something(
    house: House, origin: str, fine: bool | None, public_url: str
) -> None:
    if fine is None:
        fine = bool(public_url)
    async with house.open(public_url=public_url) as visitor:
        table = await visitor.open_table()
        base = str(visitor.session._base_url).rstrip("/")
        given = {"Origin": origin.format(base=base)}
        body = {"toml": 'extends = "ikea"\n'}
        told = await visitor.post("/api/rules/check", body, 200 if fine else 403, headers=given)
        await visitor.get("/api/books", headers=given)
        if fine:
            async with visitor.session.ws_connect(f"/ws/tables/{table}", headers=given):
                return
        assert problem(told)["code"] == "foreign-page"
        with pytest.raises(WSServerHandshakeError) as refusal:
            await visitor.session.ws_connect(f"/ws/tables/{table}", headers=given)
        assert refusal.value.status == 403


async def test_codes_cannot_be_guessed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "GUESS_RATE", 1e-6)
    async with house.open() as visitor:
        table = await visitor.open_table()
        code = (await visitor.json(f"/api/tables/{table}"))["code"]
        stranger = {"X-Forwarded-For": "2001:db8::1"}
        for number in range(int(lobby.GUESS_BURST)):
            assert await visitor.json(f"/api/codes/{code}", headers=stranger) == {"id": table}
            path = f"/api/codes/{number}" if number % 2 else f"/j/{number}"
            await visitor.get(path, 404, headers=stranger)
        for who in ("2001:db8::1", "2001:db8::2"):
            given = {"X-Forwarded-For": who}
            error = await visitor.error(f"/api/codes/{code}", 429, headers=given)
            assert error["code"] == "too-many-guesses"
            await visitor.get(f"/j/{code}", 429, headers=given)
        await visitor.get(f"/j/{code}", 302)
        await visitor.get(f"/j/{code}", 302, headers={"X-Forwarded-For": "2001:db8:0:1::1"})
