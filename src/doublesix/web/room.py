"""A table that somebody looks at: what is asked goes in one after the other, what happened goes
to the disk, and only then to the screens.

While the disk writes, everything else that is asked of this table waits in line. So whatever a
screen is shown is on the disk, and a table that could not be saved is simply read again.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING

from doublesix.bots import find_bot
from doublesix.engine import Move, View
from doublesix.errors import DoublesixError, Refused
from doublesix.rng import Rng
from doublesix.table import events as did
from doublesix.table.events import AnyEvent
from doublesix.table.messages import (
    Accepted,
    AnyCommand,
    Hello,
    Ping,
    Pong,
    Presence,
    Rejected,
    Reshape,
)
from doublesix.table.table import Table
from doublesix.web.frames import frame
from doublesix.web.link import Link
from doublesix.web.problems import plain
from doublesix.web.telling import Teller

if TYPE_CHECKING:
    from doublesix.web.lobby import Lobby

KEPT_ANSWERS = 256
"""How many answers a table remembers, for those who did not hear them and ask again."""


class Room:
    """One live table, and the screens that show it."""

    def __init__(self, table: Table, lobby: "Lobby") -> None:
        self.table = table
        self.links: set[Link] = set()
        self.empty_since = monotonic()
        self._lobby = lobby
        self._teller = Teller(table)
        self._waiting: deque[Callable[[], None]] = deque()
        self._saving = False
        self._answers: dict[tuple[str, str], bytes] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: float | None = None
        self._thinking: tuple[int, int] | None = None
        self._go_on()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and nothing happens by itself."""
        busy = self._saving or self._thinking or self._alarm
        return not self.links and not busy and not self._waiting

    # What screens ask

    def enter(self, link: Link, hello: Hello) -> None:
        """A screen is there."""
        self.links.add(link)
        self._when_saved(partial(self._greet, link, hello, arrived=True))

    def leave(self, link: Link) -> None:
        """A screen is gone."""
        self.links.discard(link)
        self.empty_since = monotonic()
        self._teller.sort_out(self.links)
        self._tell_presence()

    def take(self, link: Link, command: AnyCommand, came: float) -> None:
        """A screen asks for something."""
        if isinstance(command, Ping):
            link.send(frame(Pong(int(time() * 1000))))
        else:
            self._when_saved(partial(self._answer, link, command, came))

    def reject_malformed(self, link: Link, reason: str) -> None:
        """A screen says something that means nothing."""
        self._lobby.metrics.malformed += 1
        self._when_saved(partial(self._reject, link, "", "malformed", {"reason": reason}))

    def _when_saved(self, act: Callable[[], None]) -> None:
        """Now, or as soon as the disk has all that happened before."""
        if self._saving:
            self._waiting.append(act)
        else:
            act()

    def _answer(self, link: Link, command: AnyCommand, came: float) -> None:
        if isinstance(command, Hello):
            self._greet(link, command)
        elif isinstance(command, Reshape):
            link.shape = command.shape
            self._teller.sort_out(self.links)
            link.send(self._teller.snapshot(link))
        else:
            self._do(link, command, came)

    def _greet(self, link: Link, hello: Hello, arrived: bool = False) -> None:
        link.shape = hello.shape
        link.seats = self.table.seats_of(link.who)
        link.host = bool(link.who) and link.who == self.table.host
        self._teller.sort_out(self.links)
        for data in self._teller.missed(link, hello.since):
            link.send(data)
        self._tell_presence()

    def _tell_presence(self) -> None:
        there = {seat for link in self.links for seat in link.seats}
        seats = tuple([seat in there for seat in range(len(self.table.seats))])
        watchers = sum(not link.seats for link in self.links)
        data = frame(Presence(seats, watchers))
        for link in self.links:
            link.send(data)

    # What is done

    def _do(self, link: Link, command: AnyCommand, came: float) -> None:
        """Do what a screen asks, unless it was asked before."""
        metrics = self._lobby.metrics
        metrics.commands += 1
        known = self._answers.get((link.who, command.id)) if command.id else None
        if known is not None:
            link.send(known)
            return
        try:
            events = self.table.handle(link.who, command, time(), _fresh)
        except Refused as error:
            metrics.refused += 1
            self._reject(link, command.id, error.code, error.details)
            return
        answer = frame(Accepted(command.id, self.table.version))
        self._save(events, partial(self._accept, link, command.id, answer), came)

    def _accept(self, link: Link, asked: str, answer: bytes) -> None:
        self._remember(link, asked, answer)
        link.send(answer)

    def _reject(self, link: Link, asked: str, code: str, details: dict[str, object]) -> None:
        answer = frame(Rejected(asked, code, {key: plain(item) for key, item in details.items()}))
        self._remember(link, asked, answer)
        link.send(answer)
        link.send(self._teller.snapshot(link))

    def _remember(self, link: Link, asked: str, answer: bytes) -> None:
        if not asked:
            return
        self._answers[link.who, asked] = answer
        if len(self._answers) > KEPT_ANSWERS:
            del self._answers[next(iter(self._answers))]

    def _save(self, events: list[AnyEvent], tell: Callable[[], None], came: float) -> None:
        """Write down what happened, then let everybody know."""
        if not events:
            tell()
            return
        self._saving = True
        first = self.table.version - len(events) + 1
        written = [did.encode(event) for event in events]
        self._lobby.journal.append(
            self.table.id, first, written, partial(self._saved, events, tell, came)
        )
        self._teller.prepare(events)  # while the disk is busy

    def _saved(
        self,
        events: list[AnyEvent],
        tell: Callable[[], None],
        came: float,
        problem: Exception | None,
    ) -> None:
        """The disk has it, or it never will."""
        if problem is not None:
            ...
        self._saving = False
        tell()
        self._teller.publish()
