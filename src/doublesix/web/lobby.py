"""All tables of a server: the few that somebody looks at in memory, the others on the disk."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from time import monotonic, time
from typing import TypeVar

import msgspec
from aiohttp import WSCloseCode, web
from msgspec.structs import replace

from doublesix.errors import Disconnected, NotFound, TooMuch
from doublesix.table import events as did
from doublesix.table.fold import fold
from doublesix.table.journal import Journal, Outcome, settle
from doublesix.table.store import TableRow
from doublesix.table.table import Plan, Table
from doublesix.web.index import row_of, summary_of
from doublesix.web.metrics import Metrics
from doublesix.web.options import Options
from doublesix.web.room import Room, fresh
from doublesix.web.schemas import TableSummary

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: nothing that is mistaken for something else."""
CODE_LENGTH = 5
SWEEP = 5.0
"""Seconds between two looks at who is silent and what is idle."""
SHOWN = 100
"""How many public tables are listed."""
OPEN_RATE, OPEN_BURST = 0.5, 60.0
"""Tables that may be opened from one address: so many a second, and so many at once."""
THINKERS = 2
"""Threads that bots think in."""

T = TypeVar("T")


class Lobby:
    """Where tables are found and opened. Belongs to the loop it was made in."""

    def __init__(self, journal: Journal, options: Options) -> None:
        self.journal = journal
        self.options = options
        self.metrics = Metrics()
        self.closing = False
        self.thinkers = ThreadPoolExecutor(THINKERS, "thinker")
        self._readers = ThreadPoolExecutor(1, "reader")
        self._loop = asyncio.get_running_loop()
        self._rooms: dict[str, Room] = {}
        self._arriving: dict[str, asyncio.Task[Room | None]] = {}
        self._openers: dict[str, tuple[float, float]] = {}
        self._codes: dict[str, str] = {}
        self._public: dict[str, bytes] = {}
        for row in journal.tables():
            self.enlist(row)
        journal.deliver = self._deliver
        self._sweep_soon()

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
        room = self._rooms[table] = Room(restored, self)
        return room

    async def restore(self, table: str) -> Table | None:
        """A table as the disk has it."""
        return await self._read(lambda: restored(self.journal.load(table)))

    async def matches(self, table: str) -> list[Table]:
        """The table as it was at the end of each match, and as it is now."""
        found = await self._read(lambda: by_match(self.journal.load(table)))
        if not found:
            raise NotFound("no-such-table")
        return found

    async def _read(self, ask: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self._readers, ask)

    async def knows(self, table: str) -> bool:
        """Whether there is, or ever was, such a table."""
        if table in self._rooms:
            return True
        return await self._read(lambda: bool(self.journal.load(table)))

    def find_code(self, code: str) -> str | None:
        """The open table with this code."""
        return self._codes.get(code.upper().replace(" ", "").replace("-", ""))

    async def summary(self, table: str) -> TableSummary:
        """A table as everybody may know it."""
        room = self._rooms.get(table)
        found = room.table if room is not None else await self.restore(table)
        if found is None:
            raise NotFound("no-such-table")
        return summary_of(found)

    def public_tables(self) -> list[msgspec.Raw]:
        """The public tables that are open, the latest first."""
        return [msgspec.Raw(summary) for summary in list(self._public.values())[: -SHOWN - 1 : -1]]

    # Opening

    async def open(self, plan: Plan) -> Table:
        """A new table, on the disk."""
        taken = replace(plan, id=secrets.token_urlsafe(9), code=self._free_code())
        table, events = Table.open(taken, time(), fresh)
        row = row_of(table)
        kept: asyncio.Future[None] = self._loop.create_future()

        def done(problem: Exception | None) -> None:
            if not kept.cancelled():
                kept.set_exception(problem) if problem else kept.set_result(None)

        self.enlist(row)
        self.journal.append(table.id, 1, [did.encode(event) for event in events], done, [row])
        try:
            await kept
        except BaseException:
            self._delist(row)
            raise
        self.metrics.opened += 1
        self._rooms[table.id] = Room(table, self)
        return table

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self._codes:
                return code

    def limit(self, address: str) -> None:
        """Refuse an address that opens more tables than anybody could mean."""
        if not address:
            return
        now = monotonic()
        allowed, last = self._openers.pop(address, (OPEN_BURST, now))
        allowed = min(OPEN_BURST, allowed + (now - last) * OPEN_RATE) - 1
        self._openers[address] = max(allowed, 0.0), now
        if allowed < 0:
            raise TooMuch("too-many-tables")

    # What the lobby knows of tables that are not in memory

    def enlist(self, row: TableRow) -> None:
        """This is how a table is now."""
        self._delist(row)
        if row.phase == "closed":
            return
        self._codes[row.code] = row.id
        if row.public:
            self._public[row.id] = row.summary

    def _delist(self, row: TableRow) -> None:
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
        rested = OPEN_BURST / OPEN_RATE
        self._openers = {at: seen for at, seen in self._openers.items() if now - seen[1] < rested}
        self._sweep_soon()

    def drop(self, room: Room) -> None:
        """Let go of a table that cannot be served; whoever comes back is told why."""
        self._rooms.pop(room.table.id, None)
        room.close()
        for link in list(room.links):
            link.end(Disconnected("not-saved"), WSCloseCode.INTERNAL_ERROR)

    def metrics_text(self) -> str:
        """What there is at this moment, and all that was counted."""
        rooms = self._rooms.values()
        return self.metrics.text(
            tables_in_memory=len(rooms),
            tables_open=len(self._codes),
            sockets=sum(len(room.links) for room in rooms),
            journal_waiting=sum(room.is_saving for room in rooms),
        )

    async def close(self) -> None:
        """Stop: what is being written is finished, then everybody is told."""
        self.closing = True
        self._sweeper.cancel()
        for room in self._rooms.values():
            room.close()
        await self._loop.run_in_executor(None, self.journal.close)
        await asyncio.sleep(0)  # what the journal has delivered last
        links = [link for room in self._rooms.values() for link in room.links]
        for link in links:
            link.end(Disconnected("stopping"), WSCloseCode.GOING_AWAY)
        if links:
            await asyncio.wait([link.closed for link in links], timeout=GOODBYE)
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=False, cancel_futures=True)


GOODBYE = 0.3
"""Seconds that connections have to close when the server stops."""

LOBBY = web.AppKey("lobby", Lobby)


def restored(kept: list[bytes]) -> Table | None:
    """The table that the journal keeps; None where it keeps nothing."""
    return Table.restore(map(did.decode, kept)) if kept else None


def by_match(kept: list[bytes]) -> list[Table]:
    """The table as it was at the end of each match, and as it is now."""
    found: list[Table] = []
    events = map(did.decode, kept)
    table: Table | None = None
    for event in events:
        if table is None:
            table = Table.restore([event])
            continue
        if isinstance(event, did.Dealt) and table.phase == "over":
            found.append(copy(table))
        fold(table, event)
    return [*found, table] if table is not None else []
