"""What long runs have in common: the files they write, and how they end."""

import sys
from argparse import Namespace
from pathlib import Path

from doublesix.cli import FINE, INTERRUPTED
from doublesix.errors import InvalidFile
from doublesix.files import draft_of, unwritten
from doublesix.words import Words


def check_files(options: Namespace) -> None:
    """Find what stands against writing the files before hours of playing."""
    paths = _files(options)
    for path in paths:
        _check_free(path, options.force)
    if len(paths) > 1 and paths[0].resolve() == paths[1].resolve():
        raise InvalidFile("same-file", file=str(paths[0]))


def _check_free(path: Path, force: bool) -> None:
    try:
        if path.exists() and not path.is_file():
            raise InvalidFile("unwritten-folder", file=str(path))
        if path.exists() and not force:
            raise InvalidFile("file-exists", file=str(path), force="--force")
        draft = draft_of(path.resolve())
        draft.open("xb").close()
        draft.unlink()
    except (OSError, ValueError) as error:
        raise unwritten(path, error) from None


def _files(options: Namespace) -> list[Path]:
    """The files to be written."""
    return [Path(given) for given in (options.out, options.report) if given is not None]


def tell_end(options: Namespace, stopped: str | None, say: Words) -> int:
    """Say which files were written, or in a sentence that it was stopped; the exit status."""
    files = _files(options)
    if stopped is None:
        if not options.json:
            for path in files:
                print(say("run.written", file=path))
        return FINE
    print(stopped, file=sys.stderr)
    if files:
        named = say.all_of([str(path) for path in files])
        print(say("run.not-written", files=named), file=sys.stderr)
    return INTERRUPTED
