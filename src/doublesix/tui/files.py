"""Writing files so that at every moment there is the old one or the new one, whole."""

import errno
import os
import secrets
from pathlib import Path

from doublesix.errors import InvalidFile

_PROBLEMS = {
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


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, or leave everything as it was."""
    try:
        path = path.resolve()
        draft = path.with_name(f".doublesix-{secrets.token_hex(4)}")
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a ValueError is a path no file can have
        raise unwritten(path, error) from None


def unwritten(path: Path, error: OSError | ValueError) -> InvalidFile:
    """The error to raise when a file cannot be written."""
    code = _PROBLEMS.get(getattr(error, "errno", None) or 0, "unwritten")
    return InvalidFile(code, file=ascii(str(path))[1:-1] if "\0" in str(path) else str(path))
