"""How far a long run is, on standard error where that is a terminal, and how to stop it."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from doublesix.words import Words

_PATIENCE = 2.0
"""Seconds before anybody wants to know how far it is."""
_PAUSE = 0.1
_WIDTH = 30
_BACK = "\r\x1b[K"


class Progress:
    """A bar; called with how much is done, it says whether to go on. Ctrl-C asks it to stop."""

    def __init__(self, say: Words, total: int) -> None:
        self._say = say
        self._total = total
        self._began = self._shown = monotonic()
        self._is_drawn = False
        self.stopped = False

    def __call__(self, done: int) -> bool:
        now = monotonic()
        if is_watched() and now - self._began > _PATIENCE and now - self._shown > _PAUSE:
            self._shown = now
            self._draw(done, now - self._began)
        return not self.stopped

    def _draw(self, done: int, passed: float) -> None:
        part = done / self._total
        full = int(_WIDTH * part)
        line = self._say(
            "run.progress",
            bar=f"[{'#' * full}{'-' * (_WIDTH - full)}]",
            percent=int(100 * part),
            done=done,
            total=self._total,
            left=round(passed * (1 - part) / part) if done else "?",
        )
        print(f"{_BACK}{line}", end="", file=sys.stderr, flush=True)
        self._is_drawn = True

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """The first Ctrl-C asks nicely; the next one does what it always does."""
        del number, frame
        self.stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """While this lasts, Ctrl-C stops the run; afterwards the bar is gone."""
        before = signal.signal(signal.SIGINT, self._stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            if self._is_drawn:
                print(_BACK, end="", file=sys.stderr, flush=True)


@contextmanager
def told_if_slow(text: str) -> Iterator[None]:
    """Say why nothing seems to happen, where somebody is watching and it takes a while."""
    if not is_watched():
        yield
        return
    timer = threading.Timer(_PATIENCE, lambda: print(text, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def is_watched() -> bool:
    """Whether somebody sees standard error as it is written."""
    return sys.stderr.isatty()
