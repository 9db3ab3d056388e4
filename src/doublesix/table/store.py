"""The file that tables are kept in: what marks it, how it is made, which files are refused.

It is a SQLite file. A row of ``tables`` is what the lobby knows of a table, a row of ``events`` one
thing that happened there, a row of ``games`` a match that is over. Events lie in the
order in which they happened and are found by a small index: half the work of keeping them sorted by
table.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from doublesix.errors import InvalidFile
from doublesix.files import drafting, unread

VERSION = 1
"""Of the file. Whatever raises it ends with a checkpoint: the header on the disk is never old."""

_SIGNATURE = b"SQLite format 3\0"
_APPLICATION = b"dbl6"

SCHEMA = {
    "tables": "CREATE TABLE tables (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    " code TEXT NOT NULL, opened REAL NOT NULL, touched REAL NOT NULL, phase TEXT NOT NULL,"
    " rules TEXT NOT NULL, public INTEGER NOT NULL, summary BLOB NOT NULL)",
    "open_tables": "CREATE INDEX open_tables ON tables (number) WHERE phase <> 'closed'",
    "events": "CREATE TABLE events (number INTEGER NOT NULL, version INTEGER NOT NULL,"
    " event BLOB NOT NULL)",
    "event_versions": "CREATE UNIQUE INDEX event_versions ON events (number, version)",
    "games": "CREATE TABLE games (number INTEGER NOT NULL, match INTEGER NOT NULL,"
    " finished REAL NOT NULL, rules TEXT NOT NULL, seats INTEGER NOT NULL, names TEXT NOT NULL,"
    " transcript TEXT NOT NULL, proof TEXT NOT NULL, summary BLOB NOT NULL,"
    " PRIMARY KEY (number, match)) WITHOUT ROWID",
}
"""By name; ``number`` is that of a table everywhere."""


class TableRow(Struct, frozen=True, kw_only=True):
    """What the lobby knows of a table without reading its events."""

    id: str
    code: str
    opened: float
    touched: float
    phase: str
    rules: str
    public: bool
    summary: bytes = b""
    """Whatever else the lobby wants to know, in its own writing."""


class GameRow(Struct, frozen=True, kw_only=True):
    """A match, as far as its rounds are finished; the journal keeps those that are over."""

    table: str
    match: int
    finished: float | None
    """When it was over, or broken off with the table closed; None while it is played."""
    rules: str
    seats: int
    names: tuple[str, ...]
    transcript: str
    proof: str
    summary: bytes = b""
    """Whatever else is to be known without reading them, in the writing of who keeps it."""


def connect(path: Path, mode: Literal["rw", "ro", "immutable"]) -> sqlite3.Connection:
    """A connection in which every statement stands for itself unless a transaction is begun.

    An immutable one takes for granted that nobody writes, and leaves nothing beside the file.
    """
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
    )


@contextmanager
def making(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a new file, which gets its name when all went well; only its owner may
    read it."""
    try:
        with drafting(path) as draft:
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))
            with closing(connect(draft, "rw")) as connection:
                yield connection
    except sqlite3.OperationalError as error:
        raise InvalidFile("journal-failed", file=str(path), reason=str(error)) from None


def create(path: Path) -> None:
    """Make a file without tables."""
    with making(path) as connection:
        connection.execute(f"PRAGMA application_id = {int.from_bytes(_APPLICATION, 'big')}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        for statement in SCHEMA.values():
            connection.execute(statement)


def recognise(path: Path) -> None:
    """Refuse a file that is not one of ours or is newer than this program, by its first bytes."""
    file = str(path)
    try:
        with path.open("rb") as opened:
            header = opened.read(100)
    except (OSError, ValueError) as error:  # a ValueError is a path no file can have
        raise unread(file, error, InvalidFile) from None
    if not header.startswith(_SIGNATURE) or header[68:72] != _APPLICATION:
        raise InvalidFile("journal-foreign", file=file)
    if int.from_bytes(header[60:64], "big") > VERSION:
        raise InvalidFile("journal-newer", file=file)
