"""Processes that think, so that no table waits for it: strong bots, and whoever looks for the best
move. They need the compiled engine, which takes a second to load and on a new machine minutes to
compile; the server does not wait for that either.

    move = await workers.run(choose, "search", view, seed)

A function that is run here is one of our modules' own, depends on nothing but its arguments, and
these and its answer can be pickled. Each process has a thread here that hands it one job after the
other, and starts another process where one has died or does not answer any more.
"""

import asyncio
import logging
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, PriorityQueue, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar, TypeVarTuple

from msgspec import Struct

from doublesix.errors import DoublesixError, Unavailable, missing_extra

WITHIN = 10.0
"""Seconds that a job may take, unless something else is asked for."""
TRIES = 3
"""So often a process is started that does not get ready, before nobody tries any more."""
COURTESY = 5
"""How much the processes at work give way to those that answer people."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

log = logging.getLogger(__name__)


class Job(Struct, eq=False):
    """Something to be done, and where the answer goes."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    within: float | None
    """Seconds it may take once it is begun."""
    answer: "Future[Any]"


class Workers:
    """So many processes, which get ready one after the other by running ``prepare``."""

    def __init__(self, size: int, prepare: Callable[[], object]) -> None:
        self._prepare = prepare
        self._jobs: PriorityQueue[tuple[int, int, Job | None]] = PriorityQueue()
        self._numbers = count()
        self._threads = [Thread(target=self._keep, daemon=True) for _ in range(size)]
        self._processes: set[_Process] = set()
        self._ready: set[_Process] = set()
        self._one_by_one = Lock()
        """So that the second finds compiled what the first has compiled."""
        self._door = Lock()
        """No process is started while they are being ended."""
        self._refusal: DoublesixError | None = None if size else Unavailable("workers-off")
        """Why nothing is done here any more."""

    def start(self) -> None:
        """Let the processes get ready; nobody waits for it."""
        for thread in self._threads:
            thread.start()

    @property
    def ready(self) -> int:
        """How many processes could begin a job."""
        return len(self._ready)

    @property
    def refusal(self) -> DoublesixError | None:
        """Why nothing can be done now; None where it can."""
        if self._refusal is None and not self._ready:
            return Unavailable("workers-starting")
        return self._refusal

    async def run(
        self,
        function: Callable[[*Ts], T],
        *arguments: *Ts,
        within: float = WITHIN,
        urgent: bool = False,
    ) -> T:
        """What the function gives, from another process; ``urgent`` comes before what is not.

        Raises what the function raises if it is one of our errors, and at once
        :class:`~doublesix.errors.Unavailable` or :class:`~doublesix.errors.MissingPart` where
        nothing can be done now. A job that takes longer than ``within`` seconds from its begin is
        given up with its process; one that nobody waits for any more is not begun.
        """
        refusal = self.refusal
        if refusal is not None:
            raise refusal
        job = Job(function, arguments, within, Future())
        self._jobs.put((0 if urgent else 1, next(self._numbers), job))
        answer: T = await asyncio.wrap_future(job.answer)
        return answer

    def stop(self) -> None:
        """End all processes, whatever they do; who waits for them is told."""
        self._give_up(Unavailable("workers-off"))
        with self._door:
            for process in self._processes:
                process.kill()
        for _ in self._threads:
            self._jobs.put((-1, next(self._numbers), None))
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    # In the threads

    def _keep(self) -> None:
        """Have a process at work for as long as that is possible."""
        # A process begins with the signals blocked that are blocked where it was started: Ctrl-C
        # is for the server, which ends the others.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (process := self._begin()) is not None:
            try:
                self._hand_over_jobs(process)
            finally:
                self._end(process)

    def _begin(self) -> "_Process | None":
        """A process that is ready; None where there is none to be had."""
        with self._one_by_one:
            for left in reversed(range(TRIES)):
                process = self._open()
                if process is None:
                    break
                try:
                    process.do(self._prepare, (), None)
                except DoublesixError as problem:
                    self._end(process)
                    if not left or not isinstance(problem, Unavailable):
                        log.warning("nothing is thought over: %s", problem)
                        self._give_up(problem)
                        break
                else:
                    self._ready.add(process)
                    return process
        return None

    def _open(self) -> "_Process | None":
        """A new process, unless they are being ended."""
        with self._door:
            if self._refusal is not None:
                return None
            process = _Process()
            self._processes.add(process)
            return process

    def _hand_over_jobs(self, process: "_Process") -> None:
        """Have one job done after the other, until the process is of no use any more."""
        while True:
            _, _, job = self._jobs.get()
            if job is None:
                return
            if not job.answer.set_running_or_notify_cancel():
                continue
            try:
                job.answer.set_result(process.do(job.function, job.arguments, job.within))
            except Exception as problem:
                if process.is_lost:
                    self._ready.discard(process)
                job.answer.set_exception(problem)
            if process.is_lost:
                return

    def _end(self, process: "_Process") -> None:
        self._ready.discard(process)
        with self._door:
            self._processes.discard(process)
            process.end()

    def _give_up(self, why: DoublesixError) -> None:
        """Nothing is done any more, and what waits to be done is not."""
        with self._door:
            if self._refusal is None:
                self._refusal = why
        with suppress(Empty):
            while True:
                _, _, job = self._jobs.get_nowait()
                if job is not None and job.answer.set_running_or_notify_cancel():
                    job.answer.set_exception(why)


class _Process:
    """A process at work, as it is seen from here."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.is_lost = False

    def do(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], within: float | None
    ) -> Any:
        """Have something done, and wait for it."""
        try:
            self._pipe.send((function, arguments))
            if not self._pipe.poll(within):
                self.is_lost = True
                raise Unavailable("work-slow")
            is_done, answer = self._pipe.recv()
        except (EOFError, OSError):
            self.is_lost = True
            raise Unavailable("worker-lost") from None
        if is_done:
            return answer
        if isinstance(answer, DoublesixError):
            raise answer
        log.error("%s failed\n%s", function, answer)
        raise Unavailable("work-failed")

    def kill(self) -> None:
        """Stop it, whatever it does."""
        self._process.kill()

    def end(self) -> None:
        """Stop it, and leave nothing of it behind."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()


# In the processes


def _work(pipe: Connection) -> None:
    """Do what comes through the pipe, one after the other."""
    os.nice(COURTESY)
    jobs: SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]] = SimpleQueue()
    Thread(target=_listen, args=(pipe, jobs), daemon=True).start()
    while True:
        pipe.send(_done(*jobs.get()))


def _listen(
    pipe: Connection, jobs: "SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]]"
) -> None:
    """Take what comes through the pipe. Once nobody is at its other end, this process ends at
    once, whatever it does."""
    with suppress(EOFError, OSError):
        while True:
            jobs.put(pipe.recv())
    os._exit(0)


def _done(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether it could be done, and what came of it."""
    try:
        return True, function(*arguments)
    except DoublesixError as problem:
        return False, problem
    except ModuleNotFoundError as problem:
        missing = missing_extra(problem)
        return False, missing if missing is not problem else traceback.format_exc()
    except Exception:
        return False, traceback.format_exc()
