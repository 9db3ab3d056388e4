"""Reading the file that tables are kept in, also while a server writes to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from doublesix.errors import InvalidFile
from doublesix.table.store import SCHEMA, GameRow, TableRow, connect, recognise

_SMALL = 16 << 20
"""A file of up to so many bytes is looked through whenever it is opened, in less than a tenth of a
second; a server is to be ready at once."""

_TABLES = "SELECT id, code, opened, touched, phase, rules, public, summary FROM tables"
_EVENTS = (
    "SELECT event FROM events WHERE number = (SELECT number FROM tables WHERE id = ?)"
    " ORDER BY version"
)
_OPENING = (
    "SELECT event FROM events WHERE number = (SELECT number FROM tables WHERE id = ?)"
    " AND version = 1"
)
_GAMES = (
    "SELECT id, match, finished, games.rules, seats, names, transcript, proof, games.summary"
    " FROM tables JOIN games USING (number) WHERE id = ?"
)
_SUMMARIES = (
    "SELECT games.summary FROM tables JOIN games USING (number) WHERE id = ?"
    " ORDER BY match DESC LIMIT ?"
)
_COUNTS = (
    "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events),"
    " (SELECT count(*) FROM games)"
)
_LOOSE = (  # versions that do not count 1, 2, 3, and what belongs to no table
    "SELECT 1 FROM events GROUP BY number HAVING min(version) <> 1 OR max(version) <> count(*)"
    " UNION ALL SELECT 1 FROM events WHERE number NOT IN (SELECT number FROM tables)"
    " UNION ALL SELECT 1 FROM games WHERE number NOT IN (SELECT number FROM tables)"
    " LIMIT 1"
)


class Counts(Struct, frozen=True):
    """How much a file holds."""

    tables: int
    events: int
    games: int


class Reader:
    """What a file holds. Several threads may ask."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self._path = path
        self._lock = Lock()

    def tables(self, *, closed: bool = False) -> list[TableRow]:
        """The tables that are open, in the order they were opened; with the closed ones, all."""
        which = "" if closed else " WHERE phase <> 'closed'"
        return [_table(row) for row in self._rows(f"{_TABLES}{which} ORDER BY number")]

    def table(self, table: str) -> TableRow | None:
        """What is known of a table, open or closed."""
        found = self._rows(f"{_TABLES} WHERE id = ?", table)
        return _table(found[0]) if found else None

    def opening(self, table: str) -> bytes:
        """The first thing that happened at a table; nothing where there is no such table."""
        return b"".join([event for (event,) in self._rows(_OPENING, table)])

    def load(self, table: str) -> list[bytes]:
        """Everything that happened at a table; nothing where there is no such table."""
        return [event for (event,) in self._rows(_EVENTS, table)]

    def games(self, table: str) -> list[GameRow]:
        """The finished matches of a table."""
        return [_game(row) for row in self._rows(f"{_GAMES} ORDER BY match", table)]

    def match(self, table: str, number: int | None = None) -> GameRow | None:
        """A finished match of a table; the last one where none is named."""
        which = "" if number is None else f" AND match = {number:d}"
        found = self._rows(f"{_GAMES}{which} ORDER BY match DESC LIMIT 1", table)
        return _game(found[0]) if found else None

    def summaries(self, table: str, most: int) -> list[bytes]:
        """What is known of the last finished matches of a table, the first of them first."""
        return [summary for (summary,) in self._rows(_SUMMARIES, table, most)][::-1]

    def count(self) -> Counts:
        """How much there is."""
        ((tables, events, games),) = self._rows(_COUNTS)
        return Counts(tables, events, games)

    def hold(self) -> None:
        """From now on everything is read as it is at this moment, whoever writes."""
        self._rows("BEGIN")
        self._rows(_COUNTS)

    def last_number(self) -> int:
        """The highest number of a table in this file."""
        ((number,),) = self._rows("SELECT ifnull(max(number), 0) FROM tables")
        return int(number)

    def glance(self) -> None:
        """Refuse a file whose damage shows at once."""
        found = self._rows("SELECT name, sql FROM sqlite_master")
        if not SCHEMA.items() <= dict(found).items():
            raise self._damaged()
        if self._path.stat().st_size <= _SMALL:
            self._confirm("PRAGMA quick_check(1)")

    def audit(self) -> None:
        """Refuse a file with any damage that can be found, however long it takes."""
        self.glance()
        self._confirm("PRAGMA integrity_check(1)")
        if self._rows(_LOOSE):
            raise self._damaged()

    def close(self) -> None:
        """Read nothing more; somebody who is still reading comes to an end first."""
        with self._lock:
            self.connection.close()

    def _confirm(self, pragma: str) -> None:
        if self._rows(pragma) != [("ok",)]:
            raise self._damaged()

    def _rows(self, query: str, *arguments: object) -> list[Any]:
        try:
            with self._lock:
                return self.connection.execute(query, arguments).fetchall()
        except sqlite3.OperationalError as error:
            file = str(self._path)
            raise InvalidFile("journal-unread", file=file, reason=str(error)) from None
        except sqlite3.DatabaseError:
            raise self._damaged() from None

    def _damaged(self) -> InvalidFile:
        return InvalidFile("journal-damaged", file=str(self._path))


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """A reader of a file that this process does not write to; others may.

    A file that is not ours is refused. Nothing is left beside the file: where nobody seems to
    write, the connection relies on that, and it is made sure of afterwards.
    """
    recognise(path)
    is_still = not path.with_name(f"{path.name}-wal").exists()
    before = _stamp(path)
    with closing(connect(path, "immutable" if is_still else "ro")) as connection:
        yield Reader(connection, path)
    if is_still and _stamp(path) != before:
        raise InvalidFile("journal-changed", file=str(path))


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _table(row: tuple[Any, ...]) -> TableRow:
    table, code, opened, touched, phase, rules, public, summary = row
    return TableRow(
        id=table,
        code=code,
        opened=opened,
        touched=touched,
        phase=phase,
        rules=rules,
        public=bool(public),
        summary=summary,
    )


def _game(row: tuple[Any, ...]) -> GameRow:
    table, match, finished, rules, seats, names, transcript, proof, summary = row
    return GameRow(
        table=table,
        match=match,
        finished=finished,
        rules=rules,
        seats=seats,
        names=msgspec.json.decode(names, type=tuple[str, ...]),
        transcript=transcript,
        proof=proof,
        summary=summary,
    )
