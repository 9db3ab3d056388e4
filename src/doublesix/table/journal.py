"""The journal: what happened at every table, on the disk before anybody is told.

One thread writes. Whatever waits when it comes back from the disk goes there together, because a
disk takes hardly longer for fifty events than for one. A group is one statement wherever that is
possible: Python's lock is given away with every statement, and a busy server is slow to return it.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Literal

import msgspec
from msgspec.structs import astuple, replace

from doublesix.errors import InvalidFile, NotKept
from doublesix.table.claim import Claim
from doublesix.table.reader import Reader, reading
from doublesix.table.store import GameRow, TableRow, connect, create

log = logging.getLogger(__name__)

Done = Callable[[NotKept | None], None]
"""Called when something is on the disk, or with the reason why it is not."""

Outcome = tuple[Done, NotKept | None]
Rows = Sequence[TableRow | GameRow]
Entry = tuple[str, int, Sequence[bytes], Done, Rows]
Statement = tuple[str, Sequence[object]]
Head = tuple[int, int]
"""A table's number in the file, and its last version."""

_NOWHERE: Head = (0, -2)
"""Of a table that somebody else has written to: nothing follows until the file is opened again."""
_MOST = 250
"""So many appends make a group at most."""
_KNOWN = 50_000
"""Of so many tables at most the last version is remembered."""
_BUSY, _PAUSE = 16, 0.004
"""After a group of so many appends the next one waits so many seconds, so that it is large as well:
half the work of a group is the same for one append and for fifty."""
_CHECKPOINT = 4000
"""Pages of 4 KB that the log may hold before they go to their places: rarely, because moves wait
for it; not too rarely, because they are read again after the machine has failed."""

_PUT_TABLE = (
    "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET"
    " code = excluded.code, touched = excluded.touched, phase = excluded.phase,"
    " public = excluded.public, summary = excluded.summary"
)
_PUT_GAME = "REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FIND = (
    "SELECT number, (SELECT ifnull(max(version), 0) FROM events WHERE number = tables.number)"
    " FROM tables WHERE id = ?"
)


def settle(outcomes: Iterable[Outcome]) -> None:
    """Tell everybody how it went."""
    for done, problem in outcomes:
        try:
            done(problem)
        except Exception:  # the others wait as well
            log.exception("what was kept could not be told")


class Journal:
    """The journal in a file, which is made if there is none.

    A file that is damaged, newer or somebody else's is refused and not touched. ``sync`` says
    whether the disk itself has to have written (``full``) or the system may do that a little later
    (``normal``). ``deliver`` is called by the writing thread, once for every group.
    """

    def __init__(
        self,
        path: Path,
        sync: Literal["full", "normal"] = "full",
        deliver: Callable[[list[Outcome]], object] = settle,
    ) -> None:
        self.deliver = deliver
        self._waiting: SimpleQueue[Entry | None] = SimpleQueue()
        self._heads: dict[str, Head] = {}
        self._taken = 0
        with ExitStack() as stack:
            claim = Claim(path)
            stack.callback(claim.release)
            self._file = str(claim.path)
            self._connection = stack.enter_context(closing(_open(claim.path, sync)))
            self._reader = Reader(connect(claim.path, "ro"), claim.path)
            stack.callback(self._reader.close)
            self._numbers = self._reader.last_number()
            self._stack = stack.pop_all()
        self._thread = Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def append(
        self,
        table: str,
        first: int,
        events: Sequence[bytes],
        done: Done,
        rows: Rows = (),
    ) -> None:
        """Keep what happened at a table, all of it or nothing. Returns at once.

        ``first`` is the version of the first event and must follow what is kept already; so after
        something was not kept, nothing that came after it is. The rows are kept with the events: a
        table begins with its own, and a new one takes the place of the one before; a match has one
        when it is over.
        """
        self._waiting.put((table, first, events, done, rows))

    def tables(self) -> list[TableRow]:
        """The tables that are open."""
        return self._reader.tables()

    def load(self, table: str) -> list[bytes]:
        """Everything that happened at a table; nothing where there is no such table."""
        return self._reader.load(table)

    def table(self, table: str) -> TableRow | None:
        """What is known of a table, open or closed."""
        return self._reader.table(table)

    def opening(self, table: str) -> bytes:
        """The first thing that happened at a table; nothing where there is no such table."""
        return self._reader.opening(table)

    def games(self, table: str) -> list[GameRow]:
        """The finished matches of a table."""
        return self._reader.games(table)

    def match(self, table: str, number: int | None = None) -> GameRow | None:
        """A finished match of a table; the last one where none is named."""
        return self._reader.match(table, number)

    def summaries(self, table: str, most: int) -> list[bytes]:
        """What is known of the last finished matches of a table."""
        return self._reader.summaries(table, most)

    def close(self) -> None:
        """Put on the disk what waits, and leave the file alone with nothing beside it."""
        self._waiting.put(None)
        self._thread.join()
        self._stack.close()

    def _write(self) -> None:
        while group := self._take():
            self.deliver(self._keep(group))

    def _take(self) -> list[Entry]:
        """All that waits, as soon as there is something; nothing when it is time to stop."""
        group: list[Entry] = []
        while (entry := self._waiting.get()) is not None:
            if not group and self._taken >= _BUSY:
                sleep(_PAUSE)
            group.append(entry)
            if len(group) == _MOST or self._waiting.empty():
                break
        else:
            if group:
                self._waiting.put(None)  # once more, when these are kept
        self._taken = len(group)
        return group

    def _keep(self, group: list[Entry]) -> list[Outcome]:
        try:
            return self._insert(group)
        except Exception as error:  # whatever it is: somebody waits for an answer
            # What the disk says, it says to all. Anything else may be the fault of one.
            if len(group) > 1 and not isinstance(error, sqlite3.OperationalError):
                return [outcome for entry in group for outcome in self._keep([entry])]
            if isinstance(error, sqlite3.IntegrityError):
                self._heads[group[0][0]] = _NOWHERE
            problem = NotKept("journal-failed", file=self._file, reason=str(error))
            return [(done, problem) for _, _, _, done, _ in group]

    def _insert(self, group: list[Entry]) -> list[Outcome]:
        """Keep a group, whole or not at all, without what does not follow what is kept."""
        outcomes: list[Outcome] = []
        heads: dict[str, Head] = {}
        statements: list[Statement] = []
        events: list[object] = []
        for table, first, happened, done, rows in group:
            head = heads.get(table) or self._heads.get(table) or self._find(table, rows)
            if head is None or first != head[1] + 1:
                outcomes.append((done, NotKept("journal-conflict", table=table)))
                continue
            number = head[0]
            for version, event in enumerate(happened, first):
                events += (number, version, event)
            heads[table] = number, head[1] + len(happened)
            statements += [_put(number, row) for row in rows]
            outcomes.append((done, None))
        if events:
            statements.append((_put_events(len(events) // 3), events))
        self._execute(statements)
        if len(self._heads) > _KNOWN:
            self._heads.clear()
        self._heads |= heads
        return outcomes

    def _find(self, table: str, rows: Rows) -> Head | None:
        """Where a table stands; nowhere where there is no table and none begins."""
        for number, version in self._connection.execute(_FIND, (table,)):
            return number, version
        if not rows:
            return None
        self._numbers += 1
        return self._numbers, 0

    def _execute(self, statements: list[Statement]) -> None:
        """All or none; a single statement is that by itself."""
        with self._connection:
            if len(statements) > 1:
                self._connection.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                self._connection.execute(statement, values)


def _open(path: Path, sync: str) -> sqlite3.Connection:
    """A connection that can write to a file, which has been found sound or is new."""
    if not (path.exists() and path.stat().st_size):
        create(path)
    with reading(path) as reader:
        reader.glance()
    connection = connect(path, "rw")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {sync}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")
        connection.execute("BEGIN IMMEDIATE")  # better now than at the first move
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        connection.close()
        raise InvalidFile("journal-failed", file=str(path), reason=str(error)) from None
    return connection


@cache
def _put_events(count: int) -> str:
    return f"INSERT INTO events VALUES {', '.join(['(?, ?, ?)'] * count)}"


def _put(number: int, row: TableRow | GameRow) -> Statement:
    if isinstance(row, TableRow):
        return _PUT_TABLE, (number, *astuple(row))
    names = msgspec.json.encode(row.names).decode()
    _, *values = astuple(replace(row, names=names))
    return _PUT_GAME, (number, *values)
