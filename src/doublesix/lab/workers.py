"""Having the parts of a plan done on all cores, or on a cluster, and getting them back in order.

A part is done by a function that depends on nothing but its arguments, so that it can be done
again elsewhere. Compiled work runs on threads; work in Python needs processes.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from threading import Event, Thread
from typing import Any, Protocol, TypeVar

from doublesix import __version__
from doublesix.errors import DoublesixError, InvalidInput

MOST_WORKERS = 1024

_AHEAD = 2
"""So many parts for each worker are under way; what they hold in memory does not grow."""
_PATIENCE = 0.1
"""Seconds between two looks at whether to go on."""
_ANSWER = 10
"""Seconds a cluster has to answer."""
_RETRIES = 3
_LOGS = ("distributed", "distributed.client")

P = TypeVar("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

Results = Generator[R | None, None, None]
"""What came of the parts, in their order, and None now and then while there is nothing new."""


class _Promise(Protocol[R_co]):
    """A result that may not be there yet."""

    def add_done_callback(self, call: Callable[[Any], None], /) -> None: ...

    def result(self) -> R_co: ...


def check_version(version: str) -> None:
    """Refuse work that another version has planned: it might be done differently here."""
    if version != __version__:
        raise InvalidInput("cluster-version", found=__version__, wanted=version)


def worker_count(workers: int | None) -> int:
    """So many as are asked for, or one for each core."""
    if workers is None:
        return cores()
    if not 1 <= workers <= MOST_WORKERS:
        raise InvalidInput("bad-workers", workers=workers, least=1, most=MOST_WORKERS)
    return workers


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_threads(work: Callable[[P], R], parts: Iterator[P], workers: int) -> Results[R]:
    """Work on threads; compiled code lets them run side by side."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield from _in_order(parts, lambda part: pool.submit(work, part), _AHEAD * workers)
    finally:
        pool.shutdown(cancel_futures=True)


def on_processes(
    work: Callable[[P], R], parts: Iterator[P], workers: int, ahead: int = _AHEAD
) -> Results[R]:
    """Work in processes, which end at once when nobody waits for them any more."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    pool = ProcessPoolExecutor(workers, context, _end_with, (theirs,))

    def give(part: P) -> "Future[R]":
        # A process begins with the signals blocked that are blocked here: Ctrl-C is for the
        # one who looks at the screen, not for those at work.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return pool.submit(work, part)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    try:
        yield from _in_order(parts, give, ahead * workers)
    except BrokenProcessPool:
        raise InvalidInput("worker-lost") from None
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


def _end_with(starter: Connection) -> None:
    """Let this process end when the one that started it closes its end of a pipe, or is gone."""

    def wait() -> None:
        starter.poll(None)
        os._exit(0)

    Thread(target=wait, daemon=True).start()


def on_cluster(
    address: str, work: Callable[[P], R], parts: Iterator[P], ahead: int = _AHEAD
) -> Results[R]:
    """Work on a Dask cluster; what one of its workers does not finish is given to another."""
    with _client(address) as client:
        try:
            yield from _in_order(
                parts,
                lambda part: client.submit(work, part, pure=False, retries=_RETRIES),
                ahead * sum(client.nthreads().values()),
            )
        except DoublesixError:
            raise
        except Exception as problem:  # whatever went wrong on another machine
            raise InvalidInput("cluster-failed", reason=repr(problem)) from problem


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to a cluster that has somebody to work."""
    from distributed import Client

    with _silenced(*_LOGS):
        try:
            asyncio.run(_knock(address))
            client: Any = Client(  # type: ignore[no-untyped-call]
                address, timeout=_ANSWER, set_as_default=False
            )
        except Exception:  # an address can be wrong in many ways
            raise InvalidInput("cluster-unreachable", address=address) from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_ANSWER)
            except TimeoutError:
                raise InvalidInput("cluster-empty", address=address) from None
            yield client


async def _knock(address: str) -> None:
    """Find out whether anybody is there. A client that finds nobody cannot be thrown away without
    a traceback."""
    from distributed import Security
    from distributed.comm.core import connect

    secrets = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    door = await connect(address, timeout=_ANSWER, **secrets)  # type: ignore[no-untyped-call]
    door.abort()


@contextmanager
def _silenced(*names: str) -> Iterator[None]:
    """Keep these logs quiet: what matters is told in a sentence, once."""
    logs = [logging.getLogger(name) for name in names]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


def _in_order(parts: Iterator[P], give: Callable[[P], _Promise[R]], most: int) -> Results[R]:
    """Have parts done, at most so many at a time."""
    under_way: deque[_Promise[R]] = deque()
    for part in parts:
        under_way.append(give(part))
        if len(under_way) >= most:
            yield from _awaited(under_way.popleft())
    while under_way:
        yield from _awaited(under_way.popleft())


def _awaited(promise: _Promise[R]) -> Results[R]:
    is_done = Event()
    promise.add_done_callback(lambda _: is_done.set())
    while not is_done.wait(_PATIENCE):
        yield None
    yield promise.result()
