"""A copy of the file that tables are kept in, made also while a server writes to it."""

from collections.abc import Callable
from pathlib import Path

from doublesix.errors import InvalidFile
from doublesix.table.reader import Reader, reading
from doublesix.table.store import making

_STEP = 2000
"""Pages that are copied before ``watch`` is asked again."""


def back_up(path: Path, target: Path, watch: Callable[[int], bool]) -> None:
    """Copy a file as it is at this moment; the copy is checked before it gets its name.

    ``watch`` is told how many of a hundred parts are copied, and says whether to go on.
    """
    if target.exists():
        raise InvalidFile("backup-exists", file=str(target))

    def look(status: int, left: int, total: int) -> None:
        if not watch(100 * (total - left) // total):
            raise KeyboardInterrupt

    with reading(path) as reader, making(target) as copy:
        reader.hold()
        reader.connection.backup(copy, pages=_STEP, progress=look)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        Reader(copy, path).audit()
