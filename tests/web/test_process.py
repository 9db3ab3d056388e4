"""The server as a process: it starts, is told to stop, is killed, and its disk is full."""

import asyncio
import resource
import signal
import socket as network
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from doublesix.table import messages as said
from tests.web.house import House, Visitor, visiting
from tests.web.players import play
from tests.web.test_play import is_over, sit_down
from tests.web.test_resume import deal, mover


class Served:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], visitor: Visitor) -> None:
        self.process = process
        self.visitor = visitor

    async def stopped(self) -> int:
        """Wait until it is gone; its exit status."""
        return await asyncio.to_thread(self.process.wait, 20)


@asynccontextmanager
async def served(db: Path) -> AsyncIterator[Served]:
    """``doublesix serve`` on a free port."""
    with network.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "doublesix", "serve", "--no-browser", "--pace", "0"]
    where = ["--port", str(port), "--db", str(db), "--workers", "0"]
    process = subprocess.Popen([*command, *where], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        ready = await asyncio.to_thread(process.stdout.readline)
        assert f"http://127.0.0.1:{port}" in ready
        async with visiting(f"http://127.0.0.1:{port}") as visitor:
            yield Served(process, visitor)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_stops_in_good_order(house: House, how: signal.Signals) -> None:
    async with served(house.db) as running:
        table, players = await sit_down(running.visitor, 2)
        await deal(players)
        version = players[0].version
        token = players[0].token
        running.process.send_signal(how)
        for player in players:
            assert await player.ended() == ("stopping", 1001)
        assert await running.stopped() == 0
    beside = sorted(path.name for path in house.db.parent.iterdir())
    assert beside == [house.db.name], "nothing is left beside the file"
    async with house.open() as visitor:
        assert (await visitor.connect(table, token)).version == version


async def test_a_server_that_is_killed_has_kept_all_that_it_accepted(house: House) -> None:
    async with served(house.db) as running:
        table, players = await sit_down(running.visitor, 2, rules="ikea", target=50)
        await deal(players)
        accepted = 0
        while accepted < 6:
            player, move = mover(players)
            accepted += 1
            version = await player.do(move)
            for one in players:
                await one.reach(version)
            if players[0].phase != "playing":
                await deal(players)
        left = [(one.version, one.now) for one in players]
        tokens = [one.token for one in players]
        running.process.kill()
        await running.stopped()
    async with served(house.db) as running:
        players = [await running.visitor.connect(table, token) for token in tokens]
        assert [(one.version, one.now) for one in players] == left
        await play(players, is_over)


async def test_a_full_disk_loses_nothing_and_accepts_nothing(house: House) -> None:
    async with served(house.db) as running:
        visitor = running.visitor
        _, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        log = house.db.with_name(f"{house.db.name}-wal")
        full = resource.prlimit(
            running.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, resource.RLIM_INFINITY)
        )
        before = player.version
        now = player.now
        answer = await player.ask(said.MakeMove("m1", move.seat, move.round, move.ply, move.move))
        assert isinstance(answer, said.Rejected)
        assert answer.code == "not-saved"
        for one in players:
            await one.next(said.Snapshot)
            assert one.version == before, "nobody was told of what is not on the disk"
        assert player.now == now
        error = await visitor.post("/api/tables", {"rules": "draw", "seats": 2, "name": "Cy",
                                                   "token": "0123456789abcdef"}, 503)  # fmt: skip
        assert error["error"]["code"] == "journal-failed"
        assert await visitor.metric("doublesix_unsaved_total") == 1
        assert await visitor.metric("doublesix_tables_open") == 1
        # There is room again: the same command, with the same id, is done now.
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, full)
        answer = await player.ask(said.MakeMove("m1", move.seat, move.round, move.ply, move.move))
        assert isinstance(answer, said.Accepted)
        assert answer.version == before + 1
        await player.reach(answer.version)
        await play(players, lambda player: player.phase != "playing")


async def test_two_servers_do_not_share_a_file_or_a_port(house: House) -> None:
    async with served(house.db) as running:
        port = str(running.visitor.session._base_url.port)  # type: ignore[union-attr]
        command = [sys.executable, "-m", "doublesix", "serve", "--no-browser"]
        for more, told in (
            (["--port", "0", "--db", str(house.db)], str(house.db)),
            (["--port", port, "--db", str(house.db.with_name("other.db"))], f"port {port}"),
        ):
            ran = await asyncio.to_thread(
                subprocess.run, [*command, *more], capture_output=True, text=True, check=False
            )
            assert ran.returncode == 2
            assert told in ran.stderr
            assert ran.stderr.count("\n") == 1
