"""All tables of a server: the few that somebody looks at in memory, the others on the disk."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, time
from typing import TypeVar

import msgspec
from aiohttp import WSCloseCode, web
from msgspec.structs import replace

from doublesix.bots.ready import get_ready
from doublesix.errors import Disconnected, NotFound, TooMuch
from doublesix.table import events as did
from doublesix.table.journal import Journal, Outcome, settle
from doublesix.table.messages import Close
from doublesix.table.record import is_over
from doublesix.table.store import GameRow, TableRow
from doublesix.table.table import Plan, Table
from doublesix.web.analyst import Analyst
from doublesix.web.index import row_of, rows_of, summary_of
from doublesix.web.limits import Allowance
from doublesix.web.metrics import Metrics
from doublesix.web.options import Options
from doublesix.web.room import Room, fresh
from doublesix.web.schemas import TableSummary
from doublesix.web.thinking import Thinkers
from doublesix.web.workers import Workers

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: nothing that is mistaken for something else."""
CODE_LENGTH = 5
SWEEP = 5.0
"""Seconds between two looks at who is silent and what is idle."""
_DAY = 86_400.0
ABANDONED = _DAY
"""Seconds after which a public table that nobody looks at is listed no more."""
SHOWN = 100
"""How many public tables are listed."""
LISTED = 100
"""How many matches of a table are listed."""
OPEN_RATE, OPEN_BURST = 0.5, 60.0
"""Tables that may be opened from one address: so many a second, and so many at once."""
CHECK_RATE, CHECK_BURST = 2.0, 120.0
"""House rules that one address may have checked; a page asks while they are written."""
GUESS_RATE, GUESS_BURST = 0.2, 30.0
"""Codes of no table that one address may try: enough for who mistypes, too few to find any."""
THINK_RATE, THINK_BURST = 1.0, 60.0
"""Hints and rounds to be looked at again that one address may ask for."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class Lobby:
    """Where tables are found and opened. Belongs to the loop it was made in."""

    def __init__(self, journal: Journal, options: Options) -> None:
        self.journal = journal
        self.options = options
        self.metrics = Metrics()
        self.closing = False
        self.workers = Workers(options.workers, get_ready)
        self.analyst = Analyst(self.workers)
        self.thinkers = Thinkers(self.workers)
        self._readers = ThreadPoolExecutor(1, "reader")
        self._archivists = ThreadPoolExecutor(1, "archivist")
        self._loop = asyncio.get_running_loop()
        self._rooms: dict[str, Room] = {}
        self._arriving: dict[str, asyncio.Task[Room | None]] = {}
        self._openings = Allowance(OPEN_RATE, OPEN_BURST)
        self._checks = Allowance(CHECK_RATE, CHECK_BURST)
        self._guesses = Allowance(GUESS_RATE, GUESS_BURST)
        self._thoughts = Allowance(THINK_RATE, THINK_BURST)
        self._codes: dict[str, str] = {}
        self._taken: set[str] = set()
        """Codes of tables that are just being opened."""
        self._public: dict[str, TableRow] = {}
        for row in journal.tables():
            self.enlist(row)
        journal.deliver = self._deliver
        self._sweep_soon()
        self._close_old_soon(0)

    def _deliver(self, outcomes: list[Outcome]) -> None:
        """From the thread that writes: a group is on the disk, or is not."""
        self._loop.call_soon_threadsafe(self._settle, outcomes)

    def _settle(self, outcomes: list[Outcome]) -> None:
        self.metrics.groups += 1
        settle(outcomes)

    # Finding

    async def visit(self, table: str) -> Room | None:
        """The live table of that id, from the disk if need be; None where there is no such."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        arriving = self._arriving.get(table)
        if arriving is None:
            arriving = self._arriving[table] = asyncio.ensure_future(self._bring(table))
            arriving.add_done_callback(lambda _: self._arriving.pop(table))
        return await asyncio.shield(arriving)

    async def _bring(self, table: str) -> Room | None:
        restored = await self.restore(table)
        if restored is None or self.closing:
            return None
        if table not in self._rooms:
            self._rooms[table] = Room(restored, self)
        return self._rooms[table]

    async def restore(self, table: str) -> Table | None:
        """A table as the disk has it."""
        return await self._read(lambda: restored(self.journal.load(table)))

    async def records(self, table: str) -> list[bytes]:
        """What is known of the last matches of a table that have finished rounds."""
        running = await self._running(table)
        kept = await self.look_up(lambda: self.journal.summaries(table, LISTED))
        return [*kept, running.summary] if running else kept

    async def match(self, table: str, number: int | None = None) -> GameRow | None:
        """A match of a table with finished rounds; the last one where none is named."""
        running = await self._running(table)
        if running is not None and number in {None, running.match}:
            return running
        return await self.look_up(lambda: self.journal.match(table, number))

    async def _running(self, table: str) -> GameRow | None:
        """The match that is played at a table, if a round of it is finished."""
        if table not in self._rooms:
            row = await self._read(lambda: self.journal.table(table))
            if row is None:
                raise NotFound("no-such-table")
            if row.phase not in {"playing", "between"}:
                return None
        room = await self.visit(table)
        return await room.record() if room is not None else None

    async def house_rules(self, table: str) -> str:
        """The rules of a table that has its own; else nothing."""
        await self._must_know(table)
        opened = did.decode(await self.look_up(lambda: self.journal.opening(table)))
        return opened.house if isinstance(opened, did.Opened) else ""

    async def _must_know(self, table: str) -> None:
        if not await self.knows(table):
            raise NotFound("no-such-table")

    async def look_up(self, ask: Callable[[], T]) -> T:
        """Ask for what was played, which nobody at a table waits for."""
        return await self._loop.run_in_executor(self._archivists, ask)

    async def _read(self, ask: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self._readers, ask)

    async def knows(self, table: str) -> bool:
        """Whether there is, or ever was, such a table."""
        if table in self._rooms:
            return True
        return await self._read(lambda: self.journal.table(table)) is not None

    def find_code(self, code: str, address: str) -> str | None:
        """The open table with this code. Whoever has guessed wrong too often must wait."""
        if not self._guesses.has(address):
            raise TooMuch("too-many-guesses")
        found = self._codes.get(code.upper().replace(" ", "").replace("-", ""))
        if found is None:
            self._guesses.take(address)
        return found

    async def summary(self, table: str) -> TableSummary:
        """A table as everybody may know it."""
        room = self._rooms.get(table)
        if room is not None:
            return summary_of(room.table)
        row = await self._read(lambda: self.journal.table(table))
        if row is None:
            raise NotFound("no-such-table")
        return msgspec.json.decode(row.summary, type=TableSummary)

    def public_tables(self) -> list[msgspec.Raw]:
        """The public tables that are open and not abandoned, the latest first."""
        since = time() - ABANDONED
        shown = [
            msgspec.Raw(row.summary)
            for row in reversed(self._public.values())
            if row.touched >= since or self._is_watched(row.id)
        ]
        return shown[:SHOWN]

    def _is_watched(self, table: str) -> bool:
        room = self._rooms.get(table)
        return room is not None and bool(room.links)

    # Opening

    async def open(self, plan: Plan) -> Table:
        """A new table, on the disk."""
        code = self._free_code()
        self._taken.add(code)
        try:
            return await self._open(replace(plan, id=secrets.token_urlsafe(9), code=code))
        finally:
            self._taken.discard(code)

    async def _open(self, plan: Plan) -> Table:
        table, events = await asyncio.to_thread(Table.open, plan, time(), fresh)
        row = row_of(table)
        kept: asyncio.Future[None] = self._loop.create_future()

        def done(problem: Exception | None) -> None:
            if not kept.cancelled():
                kept.set_exception(problem) if problem else kept.set_result(None)

        self.journal.append(table.id, 1, [did.encode(event) for event in events], done, [row])
        await kept
        self.enlist(row)
        self.metrics.opened += 1
        if table.id not in self._rooms and not self.closing:
            self._rooms[table.id] = Room(table, self)
        return table

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self._codes and code not in self._taken:
                return code

    def limit_opening(self, address: str) -> None:
        """Refuse an address that opens more tables than anybody could mean."""
        if not self._openings.take(address):
            raise TooMuch("too-many-tables")

    def limit_checks(self, address: str) -> None:
        """Refuse an address that has more rulebooks checked than anybody could write."""
        if not self._checks.take(address):
            raise TooMuch("too-many-checks")

    def limit_thinking(self, address: str) -> None:
        """Refuse an address that wants more thought about than anybody could read."""
        if not self._thoughts.take(address):
            raise TooMuch("too-many-thoughts")

    # What the lobby knows of tables that are not in memory

    def enlist(self, row: TableRow) -> None:
        """This is how a table is now."""
        self._delist(row)
        if row.phase == "closed":
            return
        self._codes[row.code] = row.id
        if row.public:
            self._public[row.id] = row

    def _delist(self, row: TableRow | Table) -> None:
        self._codes.pop(row.code, None)
        self._public.pop(row.id, None)

    # Looking after

    def _sweep_soon(self) -> None:
        pause = min(SWEEP, self.options.idle_minutes * 60)
        self._sweeper = self._loop.call_later(pause, self._sweep)

    def _sweep(self) -> None:
        """Ask the silent whether they are still there, and let idle tables go."""
        now = monotonic()
        for table, room in list(self._rooms.items()):
            for link in room.links:
                link.check(now)
            if room.is_idle and now - room.empty_since >= self.options.idle_minutes * 60:
                room.close()
                del self._rooms[table]
        for allowance in (self._openings, self._checks, self._guesses, self._thoughts):
            allowance.forget()
        self._sweep_soon()

    def _close_old_soon(self, wait: float) -> None:
        self._closer = self._loop.call_later(wait, self._close_old)

    def _close_old(self) -> None:
        """Close the tables that nobody has touched for so long that nobody will, now and every
        day; what was played there stays."""
        self._archivists.submit(self._find_old, time() - self.options.keep_days * _DAY)
        self._close_old_soon(_DAY)

    def _find_old(self, since: float) -> None:
        """In the archivists' thread."""
        for row in self.journal.tables():
            if self.closing:
                return
            if row.touched < since and row.id not in self._rooms:
                try:
                    self._close_table(row.id)
                except Exception:  # one that cannot be read is not in the way of others
                    log.exception("table %s", row.id)

    def _close_table(self, table: str) -> None:
        found = restored(self.journal.load(table))
        assert found is not None, "it was in the index"
        was_over = is_over(found)
        events = found.handle(found.host, Close(), time(), fresh)
        first, rows = found.version - len(events) + 1, rows_of(found, was_over=was_over)

        def done(problem: Exception | None) -> None:
            if problem is None:
                self._delist(found)

        self.journal.append(table, first, [did.encode(event) for event in events], done, rows)

    def drop(self, room: Room, why: Disconnected) -> None:
        """Let go of a table that cannot be served; whoever looks at it is told why, and comes
        back to what the disk has."""
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
        room.close()
        for link in list(room.links):
            link.end(why, WSCloseCode.INTERNAL_ERROR)

    def metrics_text(self) -> str:
        """What there is at this moment, and all that was counted."""
        rooms = self._rooms.values()
        return self.metrics.text(
            tables_in_memory=len(rooms),
            tables_open=len(self._codes),
            sockets=sum(len(room.links) for room in rooms),
            journal_waiting=sum(room.is_saving for room in rooms),
            workers_ready=self.workers.ready,
        )

    async def close(self) -> None:
        """Stop: what is being written is finished, then everybody is told."""
        self.closing = True
        self._sweeper.cancel()
        self._closer.cancel()
        for room in self._rooms.values():
            room.close()
        stopped = self._loop.run_in_executor(None, self.workers.stop)
        await self._loop.run_in_executor(None, self._close_journal)
        await stopped
        await asyncio.sleep(0)  # what the journal has delivered last
        links = [link for room in self._rooms.values() for link in room.links]
        for link in links:
            link.end(Disconnected("stopping"), WSCloseCode.GOING_AWAY)
        if links:
            await asyncio.wait([link.closed for link in links], timeout=GOODBYE)
        for link in links:
            link.cut()
        self.thinkers.stop()

    def _close_journal(self) -> None:
        """Whoever reads comes to an end first; what waits to be read is not read any more."""
        for threads in (self._readers, self._archivists):
            threads.shutdown(cancel_futures=True)
        self.journal.close()


GOODBYE = 0.3
"""Seconds that connections have to close when the server stops."""

LOBBY = web.AppKey("lobby", Lobby)


def restored(kept: list[bytes]) -> Table | None:
    """The table that the journal keeps; None where it keeps nothing."""
    return Table.restore(map(did.decode, kept)) if kept else None
