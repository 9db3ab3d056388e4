"""Processes that think: they answer, raise, die, hang and stop, and whoever waits is told."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from doublesix.errors import InvalidInput, MissingPart, Unavailable
from doublesix.web.workers import TRIES, Workers


def nothing() -> None:
    """Needs no preparation."""


def add(a: int, b: int) -> int:
    return a + b


def refuse(name: str) -> None:
    raise InvalidInput("unknown-bot", name=name, known=["a", "b"])


def fail() -> None:
    raise RuntimeError("no idea")


def lack(module: str) -> None:
    raise ModuleNotFoundError(name=module)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def count_and_die(log: Path) -> None:
    with log.open("a") as file:
        file.write("begun\n")
    die()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def begin_and_sleep(sign: Path) -> None:
    sign.touch()
    sleep(600.0)


def note(log: Path, word: str) -> None:
    with log.open("a") as file:
        file.write(f"{word}\n")


@asynccontextmanager
async def working(size: int = 1, prepare: object = nothing) -> AsyncIterator[Workers]:
    """Processes for as long as this lasts."""
    workers = Workers(size, prepare)  # type: ignore[arg-type]
    workers.start()
    try:
        yield workers
    finally:
        await asyncio.to_thread(workers.stop)


async def until_ready(workers: Workers) -> None:
    while (refusal := workers.refusal) is not None:
        assert refusal.code == "workers-starting"
        await asyncio.sleep(0.01)


async def settled(workers: Workers) -> str:
    """Why nothing is done, once nobody tries any more."""
    while (refusal := workers.refusal) is not None:
        if refusal.code != "workers-starting":
            return refusal.code
        await asyncio.sleep(0.01)
    raise AssertionError("it got ready")


async def test_they_answer_from_elsewhere() -> None:
    async with working(2) as workers:
        with pytest.raises(Unavailable, match="getting ready"):
            await workers.run(add, 1, 2)
        await until_ready(workers)
        answers = [workers.run(add, n, 1) for n in range(20)]
        assert await asyncio.gather(*answers) == list(range(1, 21))
        assert await workers.run(os.getpid) != os.getpid()


async def test_our_errors_arrive_as_they_are_and_others_as_failures() -> None:
    async with working() as workers:
        await until_ready(workers)
        with pytest.raises(InvalidInput) as wrong:
            await workers.run(refuse, "hal")
        assert (wrong.value.code, wrong.value.details["name"]) == ("unknown-bot", "hal")
        with pytest.raises(MissingPart) as missing:
            await workers.run(lack, "numba.core")
        assert missing.value.details["extra"] == "kernel"
        for broken in (fail, partial(lack, "turtles")):
            with pytest.raises(Unavailable) as failed:
                await workers.run(broken)
            assert failed.value.code == "work-failed"
        with pytest.raises(Exception, match="pickle"):
            await workers.run(lambda: 1)
        assert await workers.run(add, 2, 2) == 4, "it is still there"


async def test_one_that_dies_is_replaced_and_only_its_job_is_lost() -> None:
    async with working() as workers:
        await until_ready(workers)
        first = await workers.run(os.getpid)
        lost, kept = (
            asyncio.create_task(workers.run(die)),
            asyncio.create_task(workers.run(add, 1, 1)),
        )
        with pytest.raises(Unavailable) as gone:
            await lost
        assert gone.value.code == "worker-lost"
        assert await kept == 2, "what waited is done by the next one"
        assert await workers.run(os.getpid) != first


async def test_one_that_hangs_is_replaced() -> None:
    async with working() as workers:
        await until_ready(workers)
        first = await workers.run(os.getpid)
        with pytest.raises(Unavailable) as slow:
            await workers.run(sleep, 600.0, within=0.05)
        assert slow.value.code == "work-slow"
        await until_ready(workers)
        assert await workers.run(os.getpid) != first
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)


async def test_what_is_urgent_comes_first_and_what_nobody_waits_for_never(tmp_path: Path) -> None:
    async with working() as workers:
        await until_ready(workers)
        log = tmp_path / "log"
        busy = asyncio.create_task(workers.run(sleep, 0.3))
        await asyncio.sleep(0)
        dropped = asyncio.create_task(workers.run(note, log, "dropped"))
        later = asyncio.create_task(workers.run(note, log, "later"))
        sooner = asyncio.create_task(workers.run(note, log, "sooner", urgent=True))
        await asyncio.sleep(0)
        dropped.cancel()
        await asyncio.gather(busy, later, sooner)
        assert log.read_text().split() == ["sooner", "later"]


async def test_they_stop_at_once_whatever_they_do(tmp_path: Path) -> None:
    async with working() as workers:
        await until_ready(workers)
        worker = await workers.run(os.getpid)
        sign = tmp_path / "begun"
        at_work = asyncio.create_task(workers.run(begin_and_sleep, sign, within=600))
        while not sign.exists():
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(workers.run(add, 1, 1))
        await asyncio.sleep(0)
        await asyncio.to_thread(workers.stop)
        with pytest.raises(Unavailable) as first:
            await at_work
        with pytest.raises(Unavailable) as second:
            await waiting
        assert (first.value.code, second.value.code) == ("worker-lost", "workers-off")
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
        with pytest.raises(Unavailable, match="Nothing"):
            await workers.run(add, 1, 1)


async def test_they_stop_while_they_get_ready() -> None:
    async with working(2, partial(sleep, 600.0)) as workers:
        assert workers.refusal is not None
    assert workers.refusal.code == "workers-off"


async def test_where_there_are_none_nothing_is_done() -> None:
    async with working(0) as workers:
        assert await settled(workers) == "workers-off"


async def test_what_is_not_installed_is_not_tried_again() -> None:
    async with working(2, partial(lack, "numba")) as workers:
        assert await settled(workers) == "missing-extra"
        with pytest.raises(MissingPart):
            await workers.run(add, 1, 1)


async def test_who_never_gets_ready_is_given_up(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with working(1, partial(count_and_die, log)) as workers:
        assert await settled(workers) == "worker-lost"
    assert len(log.read_text().split()) == TRIES
