"""The right to write to a file, which one process has at a time."""

import fcntl
import os
from pathlib import Path

from doublesix.errors import InvalidFile
from doublesix.files import unwritten


class Claim:
    """Held from the start until it is released, or until the process ends, however it ends.

    The lock is on a file beside: SQLite has locks of its own on the file itself, and on some
    systems the two kinds get into each other's way.
    """

    def __init__(self, path: Path) -> None:
        try:
            self.path = path.resolve()
            self._beside = self.path.with_name(f"{self.path.name}-lock")
            while not self._take():
                pass
        except BlockingIOError:
            raise InvalidFile("journal-in-use", file=str(path)) from None
        except (OSError, ValueError) as error:  # a ValueError is a path no file can have
            raise unwritten(path, error) from None

    def _take(self) -> bool:
        """Whether the lock is ours; not when whoever had it took its file away just now."""
        self._file = self._beside.open("ab")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise
        if os.fstat(self._file.fileno()).st_nlink:
            return True
        self._file.close()
        return False

    def release(self) -> None:
        """Leave the file to others, and nothing beside it."""
        self._beside.unlink(missing_ok=True)
        self._file.close()
