"""The table on the network: a real server with a durable journal, and players that play at it.

    bench/run web [SECONDS]

The server is a process of its own and is charged what it takes, all its threads together; the
players, in this process, take what is left of the machine. Every player proves who it is by its
token, is told every move of its table, and plays any legal one.
"""

import asyncio
import base64
import json
import os
import platform
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import cast

import msgspec
import uvloop
from msgspec import Struct

from doublesix.web.frames import unmasked

HOST, PORT = "127.0.0.1", 6730
ADDRESS = f"http://{HOST}:{PORT}"
TABLES, SEATS = 200, 2
PACE = 1000
"""Moves a second, all tables together, when delays are measured."""
SCREENS = 2000
"""Connections that do nothing, to see what one takes."""
IDLE_TABLES = 10_000
MASK = b"\x37\xfa\x21\x3d"
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: str, *more: str) -> None:
        command = [sys.executable, "-m", "doublesix", "serve", "--no-browser"]
        where = ["--host", HOST, "--port", str(PORT), "--db", str(Path(folder) / "tables.db")]
        start = time.perf_counter()
        self.process = subprocess.Popen([*command, *where, *more], stdout=subprocess.DEVNULL)
        while not _answers(f"{ADDRESS}/readyz"):
            assert self.process.poll() is None, "the server did not start"
            time.sleep(0.002)
        self.ready_after = time.perf_counter() - start

    def cpu(self) -> float:
        """The seconds of CPU all its threads have had."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """The bytes of memory it has."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def counted(self, name: str) -> float:
        """What its metrics say."""
        text = get("/metrics").decode()
        found = re.search(rf"^doublesix_{name} (\S+)$", text, re.MULTILINE)
        assert found, name
        return float(found[1])

    def stop(self) -> float:
        """Stop it; how long that took."""
        start = time.perf_counter()
        self.process.terminate()
        assert self.process.wait(10) == 0
        return time.perf_counter() - start


@contextmanager
def server(*more: str) -> Iterator[Server]:
    """A server with a file of its own."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        running = Server(folder, *more)
        try:
            yield running
        finally:
            if running.process.poll() is None:
                running.stop()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except OSError:
        return False


def get(path: str, **headers: str) -> bytes:
    """The body of an answer, as it was sent."""
    request = urllib.request.Request(f"{ADDRESS}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        body: bytes = answer.read()
        return body


def post(path: str, body: object) -> dict[str, str]:
    """Send JSON and read JSON."""
    data = json.dumps(body).encode()
    with urllib.request.urlopen(f"{ADDRESS}{path}", data=data, timeout=30) as answer:
        answered: dict[str, str] = json.load(answer)
        return answered


def open_table(token: str) -> str:
    """A table for two that plays to a high target; its id."""
    table = {"rules": "draw", "seats": SEATS, "target": 1000, "name": "Ana", "token": token}
    return post("/api/tables", table)["id"]


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


async def seat_players(load: Load) -> list[Player]:
    """Two players at each table."""
    loop = asyncio.get_running_loop()
    players: list[Player] = []
    for _ in range(TABLES):
        tokens = [secrets.token_hex(16) for _ in range(SEATS)]
        table = await asyncio.to_thread(open_table, tokens[0])
        for seat, token in enumerate(tokens):
            made = Player(table, token, seat, load)
            await loop.create_connection(lambda made=made: made, HOST, PORT)  # type: ignore[misc]
            players.append(made)
    await until(lambda: all(player.seen for player in players))
    for player in players:
        if player.seat:
            player.say(b'{"type":"sit","seat":%d,"name":"Bo"}' % player.seat)
    await asyncio.sleep(0.5)
    return players


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something."""
    while not happened():
        await asyncio.sleep(0.01)


async def play(running: Server, seconds: float) -> None:
    """As fast as it goes, then paced."""
    load = Load()
    players = await seat_players(load)
    for player in players:
        player.say(b'{"type":"ready","seat":%d}' % player.seat)
    await asyncio.sleep(1)
    await measure_speed(running, load, seconds)
    load.paced = True
    await asyncio.sleep(0.5)
    await load.pace(1)
    load.delays.clear()
    await load.pace(seconds)
    tell_delays(load)
    assert not load.complaints, set(load.complaints)
    for player in players:
        player.transport.close()


async def measure_speed(running: Server, load: Load, seconds: float) -> None:
    """Moves per second of the server's CPU."""
    rates, spent, wall = [], 0.0, 1.0
    for _ in range(5):
        cpu, moves, sent = running.cpu(), running.counted("moves_total"), load.sent
        start = time.perf_counter()
        await asyncio.sleep(seconds / 5)
        spent = running.cpu() - cpu
        rates.append(((running.counted("moves_total") - moves) / spent, (load.sent - sent) / spent))
        wall = time.perf_counter() - start
    rate, by_people = (median(column) for column in zip(*rates, strict=True))
    print(f"moves per server CPU-second: {rate:,.0f} (bar: 12,000, aim 15,000)")
    print(f"  of them sent by players {by_people:,.0f}, the others knocks nobody has to choose")
    print(f"  the server had {spent / wall:.0%} of a core")


def tell_delays(load: Load) -> None:
    """From a move to the last screen."""
    delays = sorted(load.delays)
    middle, late = (delays[int(len(delays) * part)] * 1000 for part in (0.5, 0.99))
    print(
        f"{len(delays):,} moves at {PACE:,} a second: p50 {middle:.1f} ms, p99 {late:.1f} ms "
        f"from move to last screen (bar: 5)"
    )


async def measure_screens(running: Server) -> None:
    """What a connection takes in memory."""
    loop = asyncio.get_running_loop()
    tables = [await asyncio.to_thread(open_table, secrets.token_hex(16)) for _ in range(20)]
    sizes = []
    screens: list[Screen] = []
    for _ in range(2):
        for number in range(SCREENS // 2):
            screen = Screen(tables[number % len(tables)], "")
            await loop.create_connection(lambda made=screen: made, HOST, PORT)  # type: ignore[misc]
            screens.append(screen)
        await until(lambda: all(screen.seen for screen in screens))
        await asyncio.sleep(1)
        sizes.append(running.memory())
    each = (sizes[1] - sizes[0]) / (SCREENS / 2) / 1024
    print(f"a connection takes {each:.0f} KB (bar: 60)")
    for screen in screens:
        screen.transport.close()


def measure_first_page() -> None:
    """What a browser fetches for the first page: the page, all it asks for, and so on."""
    fetched: dict[str, int] = {}
    waiting = ["/", "/words/en.json"]
    while waiting:
        path = waiting.pop()
        if path in fetched:
            continue
        fetched[path] = len(get(path, **{"Accept-Encoding": "gzip"}))
        if path == "/" or path.endswith((".js", ".css")):
            waiting += _named_in(get(path).decode(), path)
    size = sum(fetched.values()) / 1024
    print(f"the first page: {size:.0f} KB compressed in {len(fetched)} files (bar: 150)")


def _named_in(text: str, path: str) -> list[str]:
    """The files of ours that a file names: tags of a page, imports of a script."""
    absolute = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
    beside = re.findall(r"""(?:from|import) ['"]\./([^'"]+)['"]""", text)
    return absolute + [f"{path.rpartition('/')[0]}/{name}" for name in beside]


async def measure_idle_tables() -> None:
    """Many open tables that nobody looks at: what they take, and how one comes back."""
    with server("--idle-minutes", "0.02") as running:
        empty = running.memory()
        start = time.perf_counter()
        ids = await asyncio.to_thread(
            lambda: [open_table(secrets.token_hex(16)) for _ in range(IDLE_TABLES)]
        )
        took = time.perf_counter() - start
        while running.counted("tables_in_memory"):
            await asyncio.sleep(0.2)
        grown = (running.memory() - empty) / 1024
        print(
            f"{IDLE_TABLES:,} open tables ({took:.0f} s to open them): "
            f"{running.memory() / 1024 / 1024:.0f} MB, "
            f"{grown / IDLE_TABLES:.2f} KB each once they have left memory"
        )
        delays = []
        for table in random.sample(ids, 200):
            screen = Screen(table, "")
            start = time.perf_counter()
            await asyncio.get_running_loop().create_connection(lambda made=screen: made, HOST, PORT)  # type: ignore[misc]  # fmt: skip
            await until_seen(screen)
            delays.append(time.perf_counter() - start)
            screen.transport.close()
        print(f"one that is visited again is there after {median(delays) * 1000:.1f} ms")


async def until_seen(screen: Screen) -> None:
    """Wait for the first message, without counting the waiting's own steps."""
    while not screen.seen:
        await asyncio.sleep(0)


async def main() -> None:
    """Run everything."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    starts, stops = [], []
    for _ in range(5):
        with server() as running:
            starts.append(running.ready_after)
            stops.append(running.stop())
    print(f"ready after {median(starts):.2f} s (bar: 0.6), stopped after {median(stops):.2f} s")
    with server() as running:
        measure_first_page()
        await play(running, seconds)
        stopped = running.stop()
    print(f"  stopped with {TABLES * SEATS} connections in {stopped:.2f} s (bar: 1)")
    with server() as running:
        await measure_screens(running)
    await measure_idle_tables()


if __name__ == "__main__":
    uvloop.run(main())
