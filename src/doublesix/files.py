"""Reading files that people wrote, and saying what is wrong with them."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from doublesix.errors import DoublesixError

_PROBLEMS: Mapping[type[Exception], str] = {
    FileNotFoundError: "file-missing",
    IsADirectoryError: "file-is-folder",
    PermissionError: "file-forbidden",
}


def read_text(path: str | os.PathLike[str], file: str, problem: type[DoublesixError]) -> str:
    """The text of a file, which errors call ``file``; they are of the kind ``problem``."""
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise problem("not-text", file=file) from None
    except (OSError, ValueError) as error:  # a ValueError is a path no file can have
        raise problem(_PROBLEMS.get(type(error), "file-unreadable"), file=file) from None


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
