"""``doublesix db``: look after the file that tables are kept in."""

import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from doublesix.cli.output import print_json
from doublesix.cli.progress import Progress
from doublesix.errors import InvalidFile
from doublesix.files import make_folder_of, write_whole
from doublesix.table.backup import back_up
from doublesix.table.events import Opened, decode
from doublesix.table.fair import HOUSE_FILE
from doublesix.table.reader import Reader, reading
from doublesix.table.record import game_row, is_over
from doublesix.table.store import GameRow
from doublesix.table.table import Table
from doublesix.words import Words

_PLAIN = re.compile("[A-Za-z0-9_-]+")
"""What a table is called; a folder can have that name."""


def check(options: Namespace, say: Words) -> int:
    """Look for damage."""
    path = Path(options.file)
    with reading(path) as reader:
        reader.hold()
        reader.audit()
        for table in _watched(reader, say):
            _restore(reader, table, path)
        found = reader.count()
    if options.json:
        print_json({"ok": True, **msgspec.structs.asdict(found)})
    else:
        print(say("cli.db.check.sound", file=path))
        print(say("cli.db.check.tables", count=found.tables))
        print(say("cli.db.check.events", count=found.events))
        print(say("cli.db.check.games", count=found.games))
    return 0


def _watched(reader: Reader, say: Words) -> Iterator[str]:
    """Every table, while a bar shows how far it is."""
    tables = reader.tables(closed=True)
    progress = Progress(say, max(len(tables), 1))
    with progress.shown():
        for done, table in enumerate(tables):
            if not progress(done):
                raise KeyboardInterrupt
            yield table.id


def _restore(reader: Reader, table: str, path: Path) -> Table:
    """A table as its events have made it; one that could not be played on is refused."""
    try:
        return Table.restore(map(decode, reader.load(table)))
    except Exception:  # who knows what damaged events lead to
        raise InvalidFile("journal-table", file=str(path), table=table) from None


def copy(options: Namespace, say: Words) -> int:
    """Make a backup, also while a server is running."""
    target = Path(options.to)
    progress = Progress(say, 100)
    with progress.shown():
        back_up(Path(options.file), target, progress)
    print(say("cli.db.backup.written", file=target))
    return 0


def export(options: Namespace, say: Words) -> int:
    """Write every game, as far as it is finished, as files that people and programs can read."""
    path, folder = Path(options.file), Path(options.to)
    with reading(path) as reader:
        reader.hold()
        written: list[dict[str, Any]] = []
        for table in _watched(reader, say):
            if not _PLAIN.fullmatch(table):
                raise InvalidFile("journal-damaged", file=str(path))
            written += _write_games(reader, table, path, folder)
    if options.json:
        print_json(written)
    else:
        print(say("cli.db.export.written", count=len(written), folder=folder))
    return 0


def _write_games(reader: Reader, table: str, path: Path, folder: Path) -> Iterator[dict[str, Any]]:
    """The games of a table, in a folder of their own with the house rules they need; the one that
    is still played as far as its rounds are finished."""
    for game in (*reader.games(table), *_running(reader, table, path)):
        house = _house_rules(reader, table)
        if house:
            _write(folder, table, HOUSE_FILE, house)
        yield {
            "table": table,
            "match": game.match,
            "finished": game.finished,
            "rules": game.rules,
            "seats": game.seats,
            "names": game.names,
            "transcript": _write(folder, table, f"match-{game.match}.toml", game.transcript),
            "proof": _write(folder, table, f"match-{game.match}.proof.toml", game.proof),
        }


def _running(reader: Reader, table: str, path: Path) -> Iterator[GameRow]:
    played = _restore(reader, table, path)
    if played.rounds and not is_over(played):
        yield game_row(played)


def _house_rules(reader: Reader, table: str) -> str:
    """The text of a table's own rules; empty where it plays a shipped book."""
    opened = decode(reader.opening(table))
    return opened.house if isinstance(opened, Opened) else ""


def _write(folder: Path, table: str, name: str, text: str) -> str:
    path = folder / table / name
    make_folder_of(path)
    write_whole(path, text.encode())
    return str(path)
