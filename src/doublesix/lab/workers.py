"""Playing the parts of a plan on all cores, or on a cluster, and getting them back in order."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any, Protocol

from msgspec import Struct

from doublesix import __version__
from doublesix.errors import DoublesixError, InvalidInput
from doublesix.lab.plan import Part, Plan, chunks_of, parts_of
from doublesix.lab.tally import Tally, nothing, tally

_HERE, _FAR = 2, 8
"""Chunks of a part for a thread, and for a machine that has to be asked over a network."""
_AHEAD = 2
"""So many parts for each worker are under way; what they hold in memory does not grow."""
_PATIENCE = 0.1
"""Seconds between two looks at whether to go on."""
_ANSWER = 10
"""Seconds a cluster has to answer."""
_RETRIES = 3
_LOGS = ("distributed", "distributed.client")


class Played(Struct, frozen=True):
    """What came of a part."""

    part: Part
    tally: Tally
    rows: Any
    """A table of its rounds, where they are wanted."""


Results = Generator[Played | None, None, None]
"""Parts in the order of the plan, and None now and then while there is nothing new."""


class _Promise(Protocol):
    """A result that may not be there yet."""

    def add_done_callback(self, call: Callable[[Any], None], /) -> None: ...

    def result(self) -> Played: ...


def play_part(plan: Plan, part: Part, wants_rows: bool) -> Played:
    """Play a part. It depends on nothing but its arguments, so it can be done again elsewhere."""
    if plan.version != __version__:
        raise InvalidInput("cluster-version", found=__version__, wanted=plan.version)
    counted = nothing(plan.game)
    tables = []
    for first, rounds in chunks_of(plan, part):
        counted += tally(rounds, plan.in_matches)
        if wants_rows:
            from doublesix.lab.rows import to_table

            tables.append(to_table(plan, first, rounds))
    return Played(part, counted, _joined(tables))


def _joined(tables: list[Any]) -> Any:
    if not tables:
        return None
    from pyarrow import concat_tables

    return concat_tables(tables)


def play_here(plan: Plan, workers: int, wants_rows: bool) -> Results:
    """Play on threads; the compiled engine lets them run side by side."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield from _in_order(
            parts_of(plan, _HERE),
            lambda part: pool.submit(play_part, plan, part, wants_rows),
            _AHEAD * workers,
        )
    finally:
        pool.shutdown(cancel_futures=True)


def play_on(address: str, plan: Plan, wants_rows: bool) -> Results:
    """Play on the workers of a Dask cluster; what one does not finish is given to another."""
    with _client(address) as client:
        try:
            yield from _in_order(
                parts_of(plan, _FAR),
                lambda part: client.submit(
                    play_part, plan, part, wants_rows, pure=False, retries=_RETRIES
                ),
                _AHEAD * sum(client.nthreads().values()),
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


def _in_order(parts: Iterator[Part], give: Callable[[Part], _Promise], most: int) -> Results:
    """Have parts played, at most so many at a time."""
    under_way: deque[_Promise] = deque()
    for part in parts:
        under_way.append(give(part))
        if len(under_way) >= most:
            yield from _awaited(under_way.popleft())
    while under_way:
        yield from _awaited(under_way.popleft())


def _awaited(promise: _Promise) -> Results:
    is_done = Event()
    promise.add_done_callback(lambda _: is_done.set())
    while not is_done.wait(_PATIENCE):
        yield None
    yield promise.result()
