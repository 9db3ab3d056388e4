"""The table on the network: a real server with a durable journal, and players that play at it.

    bench/run web [SECONDS]

The server is a process of its own and is charged what it takes, all its threads together; the
players, in this process, take what is left of the machine. Every player proves who it is by its
token, is told every move of its table, and plays any legal one.
"""

import asyncio
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import uvloop

from bench.players import HOST, PACE, PORT, SEATS, Echo, Load, Player, Screen

ADDRESS = f"http://{HOST}:{PORT}"
TABLES = 200
SCREENS = 2000
"""Connections that do nothing, to see what one takes."""
IDLE_TABLES = 10_000
THINKING = 3
"""Tables where bots think all the time."""
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server in a process of its own."""

    def __init__(self, module: str, *options: str) -> None:
        command = [sys.executable, "-m", module, *options]
        start = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
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
        where = ["--host", HOST, "--port", str(PORT), "--db", str(Path(folder) / "tables.db")]
        running = Server("doublesix", "serve", "--no-browser", *where, *more)
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
    await until(lambda: running.counted("workers_ready") > 0)
    await measure_speed(running, load, seconds)
    load.paced = True
    await asyncio.sleep(0.5)
    await load.pace(1)
    load.delays.clear()
    await load.pace(seconds)
    tell_delays(load, "")
    await let_bots_think()
    load.delays.clear()
    await load.pace(seconds)
    tell_delays(load, " while bots think for 2 s each")
    assert not load.complaints, set(load.complaints)
    for player in players:
        player.transport.close()


async def let_bots_think() -> None:
    """Tables where nobody but bots plays, which think about every move for as long as they may."""
    for _ in range(THINKING):
        token, bots = secrets.token_hex(16), {str(seat): "search@2s" for seat in range(SEATS)}
        wish = {"rules": "draw", "seats": SEATS, "token": token, "bots": bots}
        screen = Screen((await asyncio.to_thread(post, "/api/tables", wish))["id"], token)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda made=screen: made, HOST, PORT)  # type: ignore[misc]
        await until(lambda screen=screen: bool(screen.seen))  # type: ignore[misc]
        screen.say(b'{"type":"deal"}')


async def measure_yardstick(seconds: float) -> None:
    """What a server does per second of CPU that only hands messages on."""
    loop = asyncio.get_running_loop()
    running = Server("bench.relay", str(PORT))
    try:
        screens = [Echo(table, seat) for table in range(TABLES) for seat in range(SEATS)]
        for screen in screens:
            await loop.create_connection(lambda made=screen: made, HOST, PORT)  # type: ignore[misc]
        await until(lambda: all(screen.seen for screen in screens))
        for screen in screens[::SEATS]:
            screen.call()
        await asyncio.sleep(0.5)
        cpu, seen = running.cpu(), sum(screen.seen for screen in screens)
        await asyncio.sleep(seconds)
        moves = (sum(screen.seen for screen in screens) - seen) / SEATS
        rate = moves / (running.cpu() - cpu)
    finally:
        running.process.kill()
        running.process.wait()
    print(f"a server that only hands messages on: {rate:,.0f} moves per CPU-second")


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


def tell_delays(load: Load, when: str) -> None:
    """From a move to the last screen."""
    delays = sorted(load.delays)
    middle, late = (delays[int(len(delays) * part)] * 1000 for part in (0.5, 0.99))
    print(
        f"{len(delays):,} moves at {PACE:,} a second: p50 {middle:.1f} ms, p99 {late:.1f} ms "
        f"from move to last screen{when} (bar: 5)"
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
    await measure_yardstick(seconds / 2)
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
