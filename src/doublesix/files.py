"""Reading files that people wrote, writing files whole, and saying what is wrong with them."""

import errno
import os
import re
import secrets
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from doublesix.errors import DoublesixError, InvalidFile

_PROBLEMS: Mapping[type[Exception], str] = {
    FileNotFoundError: "file-missing",
    IsADirectoryError: "file-is-folder",
    PermissionError: "file-forbidden",
}
_UNWRITTEN = {
    errno.EACCES: "unwritten-forbidden",
    errno.EPERM: "unwritten-forbidden",
    errno.EROFS: "unwritten-forbidden",
    errno.ENOENT: "unwritten-nowhere",
    errno.ENOTDIR: "unwritten-nowhere",
    errno.EEXIST: "unwritten-nowhere",  # a file where a folder should be
    errno.EISDIR: "unwritten-folder",
    errno.ENOSPC: "unwritten-full",
    errno.EDQUOT: "unwritten-full",
}


def read_text(path: str | os.PathLike[str], file: str, problem: type[DoublesixError]) -> str:
    """The text of a file, which errors call ``file``; they are of the kind ``problem``."""
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise problem("not-text", file=file) from None
    except (OSError, ValueError) as error:  # a ValueError is a path no file can have
        raise unread(file, error, problem) from None


def unread(file: str, error: OSError | ValueError, problem: type[DoublesixError]) -> DoublesixError:
    """The error to raise when a file cannot be read."""
    return problem(_PROBLEMS.get(type(error), "file-unreadable"), file=file)


def read_toml(text: str, file: str, problem: type[DoublesixError]) -> dict[str, Any]:
    """A TOML text as a table; errors call it ``file`` and are of the kind ``problem``."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers and nesting without end
        line = _line(str(error), text)
        raise problem("not-toml", file=file, line=line) from None


def _line(message: str, text: str) -> int:
    """The line a TOML reader complains of; it only says so in its message."""
    found = re.search(r"\(at line (\d+), column \d+\)$", message)
    return int(found[1]) if found else text.count("\n") + 1


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at every moment there is the old one or the new one, whole."""
    with drafting(path) as draft, draft.open("xb") as file:
        file.write(data)


@contextmanager
def drafting(path: Path) -> Iterator[Path]:
    """A name to write a file under; when all went well, it takes the place of the file."""
    try:
        path = path.resolve()
        draft = draft_of(path)
        try:
            yield draft
            put_in_place(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a ValueError is a path no file can have
        raise unwritten(path, error) from None


def make_folder_of(path: Path) -> None:
    """Make the folder that a file is to lie in; only its owner may look into it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(path, error) from None


def draft_of(path: Path) -> Path:
    """A free name beside a file, under which it is written."""
    return path.with_name(f".doublesix-{secrets.token_hex(4)}")


def put_in_place(draft: Path, path: Path) -> None:
    """Let a finished draft take the place of a file, safely on the disk."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(path)


def usual_folder() -> Path:
    """Where programs keep what is to stay: the XDG base directories, which must be absolute.

    The path stays relative where nobody knows the home; nothing is kept there.
    """
    given = os.environ.get("XDG_STATE_HOME", "")
    base = given if os.path.isabs(given) else os.path.expanduser("~/.local/state")
    return Path(base) / "doublesix"


def unwritten(path: Path, error: OSError | ValueError) -> InvalidFile:
    """The error to raise when a file cannot be written."""
    code = _UNWRITTEN.get(getattr(error, "errno", None) or 0, "unwritten")
    return InvalidFile(code, file=ascii(str(path))[1:-1] if "\0" in str(path) else str(path))
