"""A table that somebody looks at: what is asked goes in one after the other, what has happened
goes to the disk, and only then to the screens.

While the disk writes, everything else that is asked of this table waits in line. So whatever a
screen is shown is on the disk, and a table that could not be kept is simply read again.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING

from msgspec import Struct

from doublesix.engine import State, View
from doublesix.errors import Disconnected, DoublesixError, Refused
from doublesix.table import messages as said
from doublesix.table.events import AnyEvent, Extended, Mixed, Moved, Readied, Spoke, encode
from doublesix.table.messages import AnyCommand
from doublesix.table.play import Choice
from doublesix.table.record import is_over
from doublesix.table.store import GameRow, TableRow
from doublesix.table.table import Table
from doublesix.web.audiences import Audiences, Parcel
from doublesix.web.frames import frame
from doublesix.web.index import game_of, rows_of
from doublesix.web.limits import Allowance
from doublesix.web.link import Link
from doublesix.web.problems import plain

if TYPE_CHECKING:
    from doublesix.web.lobby import Lobby

KEPT_ANSWERS = 64
"""How many answers to each of its people a table remembers, for those who did not hear them and
ask again."""
TALK_RATE, TALK_BURST = 0.5, 5.0
"""What somebody may say: so much a second, and so much at once."""
GRACE = 10.0
"""Seconds that a clock waits at least when a table comes from the disk: somebody whose time ran
out while the server was away has just come back."""
AWAY = 60.0
"""Seconds after which others may act for somebody who is not there: be the host instead, or let a
bot play."""
RETRY = 1.0
"""Seconds until bots and clocks go on after the disk did not take what happened."""

_TALK = (said.Say, said.Chat)
_MOVES = {Moved}
_QUIET = {Moved, Readied, Mixed, Spoke, Extended}
"""What changes neither who sits where nor anything else that the lobby tells of a table."""

log = logging.getLogger(__name__)


def fresh() -> str:
    """Secret chance, as tables want it."""
    return secrets.token_hex(32)


class Room:
    """One live table, and the screens that show it."""

    def __init__(self, table: Table, lobby: "Lobby") -> None:
        self.table = table
        self.links: set[Link] = set()
        self.empty_since = monotonic()
        self.is_saving = False
        self._lobby = lobby
        self._loop = asyncio.get_running_loop()
        self._audiences = Audiences(table)
        self._waiting: deque[Callable[[], None]] = deque()
        self._answers: dict[str, dict[str, bytes]] = {}
        self._talk = Allowance(TALK_RATE, TALK_BURST)
        self._phase, self._was_over = table.phase, is_over(table)
        self._presence = b""
        self._gone: dict[str, float] = {}
        """Since when somebody who was here is away."""
        self._away: frozenset[str] = frozenset()
        self._missing: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: float | None = None
        self._thinking: Thinking | None = None
        self._closed = False
        self._reloading: asyncio.Task[None] | None = None
        self._record: tuple[tuple[int, int], GameRow] | None = None
        """The match that is played, as it was written down last: which one, and its rounds."""
        self._asked_for_record: set[asyncio.Future[GameRow | None]] = set()
        self._go_on(GRACE)

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, and nothing happens by itself."""
        busy = self.is_saving or self._waiting or self._alarm or self._thinking
        return not self.links and not busy

    def close(self) -> None:
        """Nothing happens by itself any more, and nothing is asked."""
        self._closed = True
        self._waiting.clear()
        for future in self._asked_for_record:
            future.cancel()
        self._stop_thinking()
        for timer in (self._alarm, self._missing):
            if timer:
                timer.cancel()

    # What screens ask for

    def enter(self, link: Link, hello: said.Hello) -> None:
        """A screen is there."""
        self.links.add(link)
        self._in_turn(partial(self._greet, link, hello))

    def leave(self, link: Link) -> None:
        """A screen is gone."""
        self.links.discard(link)
        self.empty_since = self._gone[link.who] = monotonic()
        self._audiences.sort(self.links)
        self._tell_presence()

    def take(self, link: Link, command: AnyCommand, came: float) -> None:
        """A screen asks for something, which came at that time."""
        if self.is_saving:
            self._waiting.append(partial(self._take, link, command, came))
        elif not self._closed:
            self._take(link, command, came)

    def reject(self, link: Link, asked: str, why: DoublesixError) -> None:
        """A screen says something that means nothing; ``asked`` is its id, if it has one."""
        self._lobby.metrics.malformed += 1
        self._in_turn(partial(self._reject, link, asked, why))

    def _in_turn(self, act: Callable[[], None]) -> None:
        """Now, or as soon as the disk has all that happened before."""
        if self._closed:
            return
        if self.is_saving:
            self._waiting.append(act)
        else:
            act()

    def _take(self, link: Link, command: AnyCommand, came: float) -> None:
        if type(command) is said.MakeMove:  # nearly always
            self._do(link, command, came)
        elif isinstance(command, said.Ping):
            link.send(frame(said.Pong(round(time() * 1000))))
        elif isinstance(command, said.Hello):
            self._greet(link, command)
        elif isinstance(command, said.Reshape):
            link.shape = command.shape
            self._audiences.sort(self.links)
            link.send(self._audiences.snapshot(link))
            if command.id:
                link.send(frame(said.Accepted(command.id, self.table.version)))
        else:
            self._do(link, command, came)

    def _greet(self, link: Link, hello: said.Hello) -> None:
        """Tell a screen what it has missed and who is there, and the others that it is."""
        link.shape = hello.shape
        self._audiences.sort(self.links)
        link.send(self._audiences.missed(link, hello.since))
        self._tell_presence(also=link)

    def _tell_presence(self, also: Link | None = None) -> None:
        """Tell everybody who is there, if that has changed."""
        here, table = {link.who for link in self.links}, self.table
        self._look_who_is_away(here)
        presence = said.Presence(
            seats=tuple([bool(seat.owner) and seat.owner in here for seat in table.seats]),
            watchers=len([link for link in self.links if not link.seats]),
            away=tuple([seat.owner in self._away for seat in table.seats]),
            host_away=table.host in self._away,
        )
        data = frame(presence)
        told = self.links if data != self._presence else () if also is None else (also,)
        self._presence = data
        for link in told:
            link.send(data)

    def _look_who_is_away(self, here: set[str]) -> None:
        """Find out who has been away for long, and look again when the next one will have been."""
        people = {seat.owner for seat in self.table.seats if seat.owner} | {self.table.host}
        now = monotonic()
        self._gone = {who: self._gone.get(who, now) for who in people - here}
        due = {who: since + AWAY for who, since in self._gone.items()}
        self._away = frozenset([who for who, at in due.items() if at <= now])
        if self._missing:
            self._missing.cancel()
        wait = [at - now for at in due.values() if at > now]
        self._missing = None
        if wait and self.links:
            self._missing = self._loop.call_later(min(wait), self._tell_presence)

    async def record(self) -> GameRow | None:
        """The match that is played, as far as its rounds are finished and on the disk; None where
        there is no such match. One that is over, the journal has."""
        if self._closed:  # the server stops
            return None
        asked: asyncio.Future[GameRow | None] = self._loop.create_future()
        self._asked_for_record.add(asked)
        asked.add_done_callback(self._asked_for_record.discard)
        self._in_turn(partial(self._hand_over_record, asked))
        return await asked

    def _hand_over_record(self, asked: "asyncio.Future[GameRow | None]") -> None:
        table = self.table
        which = table.match, len(table.rounds)
        if is_over(table) or not table.rounds:
            self._record = None
        elif self._record is None or self._record[0] != which:
            self._record = which, game_of(table)
        if not asked.done():  # whoever asked may have gone
            asked.set_result(self._record and self._record[1])

    # What is done

    def _do(self, link: Link, command: AnyCommand, came: float) -> None:
        """Do what a screen asks for, unless it was done already."""
        metrics = self._lobby.metrics
        metrics.commands += 1
        if command.id and (known := self._known(link.who, command)):
            link.send(known)
            return
        try:
            self._let_talk(link.who, command)
            events = self.table.handle(link.who, command, time(), fresh, self._away)
        except Refused as error:
            metrics.refused += 1
            self._reject(link, command.id, error)
            return
        answer = frame(said.Accepted(command.id, self.table.version))
        if events:
            self._save(Deed(events, came, link, command.id, answer))
        else:  # so already
            self._answer(link, command.id, answer)

    def _known(self, who: str, command: AnyCommand) -> bytes | None:
        """The answer to a command that came before. A move need not be looked for among what was
        done before the table came from the disk: it says itself which position it is for."""
        known = self._answers.get(who, {}).get(command.id)
        if known is not None or type(command) is said.MakeMove:
            return known
        version = self.table.when_obeyed(who, command.id)
        return None if version is None else frame(said.Accepted(command.id, version))

    def _let_talk(self, who: str, command: AnyCommand) -> None:
        """Refuse who says more than others want to read."""
        if not isinstance(command, _TALK):
            return
        own = command.seat in self.table.seats_of(who)
        if own and not self._talk.take(f"{who} {command.seat}"):
            raise Refused("too-much-talk")

    def _reject(self, link: Link, asked: str, why: DoublesixError) -> None:
        self._answer(link, asked, _rejected(asked, why))
        link.send(self._audiences.snapshot(link))

    def _answer(self, link: Link, asked: str, answer: bytes) -> None:
        link.send(answer)
        self._remember(link, asked, answer)

    def _remember(self, link: Link, asked: str, answer: bytes) -> None:
        if asked and link.who:
            kept = self._answers.setdefault(link.who, {})
            kept[asked] = answer
            if len(kept) > KEPT_ANSWERS:
                del kept[next(iter(kept))]
            if len(self._answers) > KEPT_ANSWERS:
                self._forget_strangers()

    def _forget_strangers(self) -> None:
        """Remember what was answered to the people of this table, and nobody else."""
        people = {seat.owner for seat in self.table.seats} | {self.table.host}
        self._answers = {who: kept for who, kept in self._answers.items() if who in people}

    def _save(self, deed: "Deed") -> None:
        """Write down what has happened. While the disk is busy, make ready what all are told."""
        table, events = self.table, deed.events
        self.is_saving = True
        kinds, same_phase = {type(event) for event in events}, table.phase == self._phase
        if not (same_phase and kinds <= _QUIET):
            deed.rows = rows_of(table, was_over=self._was_over)
            self._phase, self._was_over = table.phase, is_over(table)
            self._audiences.sort(self.links)
        first = table.version - len(events) + 1
        written = [encode(event) for event in events]
        done = partial(self._saved, deed)
        self._lobby.journal.append(table.id, first, written, done, deed.rows)
        deed.parcels = self._audiences.tell(events, same_phase and kinds == _MOVES)

    def _saved(self, deed: "Deed", problem: Exception | None) -> None:
        """It is on the disk, or never will be."""
        if problem is not None:
            log.error("%s", problem)
            self._reloading = asyncio.ensure_future(self._reload(deed))
            return
        try:
            self._publish(deed)
        except Exception:
            log.exception("table %s", self.table.id)
            self._lobby.drop(self, Disconnected("server-failed"))

    def _publish(self, deed: "Deed") -> None:
        metrics = self._lobby.metrics
        asker, answer = deed.link, deed.answer
        for links, data in deed.parcels:
            for link in links:
                link.send(answer + data if link is asker else data)
        if asker is not None:
            self._remember(asker, deed.asked, answer)
        metrics.moves += sum([type(event) is Moved for event in deed.events])
        metrics.published(monotonic() - deed.came)
        for row in deed.rows:
            if isinstance(row, TableRow):
                self._lobby.enlist(row)
                self._tell_presence()
        self._resume()

    def _resume(self, patience: float = 0.0) -> None:
        """Go on with what waits, and with what happens by itself."""
        self.is_saving = False
        if self._closed:
            return
        self._go_on(patience)
        while self._waiting and not self.is_saving:
            self._waiting.popleft()()

    async def _reload(self, deed: "Deed") -> None:
        """What has happened could not be kept, so it has not happened: back to what the disk has.
        Who asked for it may ask again."""
        self._lobby.metrics.unsaved += 1
        try:
            table = await self._lobby.restore(self.table.id)
        except Exception:  # whoever comes back reads it again
            log.exception("table %s", self.table.id)
            table = None
        if table is None:
            self._lobby.drop(self, Disconnected("not-saved"))
            return
        self.table, self._phase, self._was_over = table, table.phase, is_over(table)
        self._audiences = Audiences(table)
        self._audiences.sort(self.links)
        if deed.link is not None:
            deed.link.send(_rejected(deed.asked, Refused("not-saved")))
        for link in list(self.links):
            link.send(self._audiences.snapshot(link))
        self._resume(RETRY)

    # What happens by itself

    def _go_on(self, patience: float = 0.0) -> None:
        """Let the clock run, and the bot in turn think; neither before ``patience`` is over."""
        deadline = self.table.deadline
        if deadline != self._alarm_at:
            if self._alarm:
                self._alarm.cancel()
            self._alarm, self._alarm_at = None, deadline
            if deadline is not None:
                wait = max(deadline - time(), patience)
                self._alarm = self._loop.call_later(wait, self._ring)
        thinker = self.table.thinker()
        if thinker is None:
            self._stop_thinking()
        elif not self._is_at_work(thinker[0]):
            self._stop_thinking()
            self._think(*thinker, patience)

    def _is_at_work(self, bot: str) -> bool:
        """Whether this bot already thinks about what lies on the table."""
        thinking, position = self._thinking, self.table.state
        return thinking is not None and thinking.bot == bot and thinking.position is position

    def _stop_thinking(self) -> None:
        """The table has gone on: what a bot thinks about is not there any more."""
        if self._thinking is not None:
            self._thinking.task.cancel()
            self._thinking = None

    def _ring(self) -> None:
        self._alarm = self._alarm_at = None
        self._in_turn(self._tick)

    def _tick(self) -> None:
        events = self.table.tick(time(), fresh)
        if events:
            self._save(Deed(events, monotonic()))
        else:  # too early
            self._go_on()

    def _think(self, bot: str, view: View, patience: float) -> None:
        position = self.table.steps[-1].state
        due = self._loop.time() + max(self._lobby.options.pace, patience)
        thinking = self._thought(bot, view, position, due)
        self._thinking = Thinking(bot, position, asyncio.ensure_future(thinking))

    async def _thought(self, bot: str, view: View, position: State, due: float) -> None:
        choice = await self._lobby.thinkers.choose(bot, view, position)
        await asyncio.sleep(due - self._loop.time())
        self._in_turn(partial(self._move, view, choice, asyncio.current_task()))

    def _move(self, view: View, choice: Choice, thought: "asyncio.Task[None] | None") -> None:
        """A bot has chosen. If the table has gone on since, nobody waits for it."""
        if self._thinking is None or self._thinking.task is not thought:
            return
        self._thinking = None
        assert view.seat is not None
        ply = len(view.past)
        events = self.table.bot_move(view.seat, view.number, ply, choice, time(), fresh)
        self._save(Deed(events, monotonic()))


class Thinking(Struct, frozen=True):
    """A bot that is asked what to do."""

    bot: str
    position: State
    task: "asyncio.Task[None]"


class Deed(Struct):
    """What has happened, on its way to the disk and to the screens."""

    events: list[AnyEvent]
    came: float
    """When it was asked for."""
    link: Link | None = None
    asked: str = ""
    answer: bytes = b""
    parcels: list[Parcel] = []
    rows: list[TableRow | GameRow] = []


def _rejected(asked: str, why: DoublesixError) -> bytes:
    return frame(said.Rejected(asked, why.code, plain(why.details)))
