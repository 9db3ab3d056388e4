"""The command line program: results on standard output.

Errors are one line on standard error and exit status 2; no traceback reaches a user.
"""

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from doublesix import __version__, words
from doublesix.cli.commands import add_commands
from doublesix.cli.parser import Parser, Stop, add_language
from doublesix.errors import DoublesixError, missing_extra
from doublesix.words import Words

FINE, WRONG, INTERRUPTED = 0, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the arguments are the command line's when none are given."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    say = words.load()
    _open_streams()
    try:
        say = words.load(_language(given))
        status = _run(given, say)
        sys.stdout.flush()
        return status
    except Stop as stop:
        return stop.status
    except DoublesixError as error:
        sys.stdout.flush()
        print(say("cli.error", problem=say.tell(error)), file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print(say("cli.interrupted"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return FINE
    except OSError as error:
        _give_up_output()
        print(
            say("cli.error", problem=say("cli.no-output", reason=error.strerror)), file=sys.stderr
        )
        return WRONG


def _open_streams() -> None:
    """Make sure there is something to print on, whoever started the program and how."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed from the start
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):  # may not know every letter
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Nothing more can be said on standard output: whoever was reading has gone, or the disk
    is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: list[str], say: Words) -> int:
    parser = Parser(say, "cli", prog="doublesix")
    parser.add_argument(
        "--version",
        action="version",
        version=f"doublesix {__version__}",
        help=say("parser.version"),
    )
    add_language(parser)
    add_commands(parser)
    options = parser.parse_args(_with_command(given))
    module, _, function = options.run.partition(":")
    try:
        status: int = getattr(import_module(module), function)(options, say)
    except ModuleNotFoundError as error:
        raise missing_extra(error) from error
    return status


def _with_command(given: list[str]) -> list[str]:
    """Without a command the table is meant, whatever else is said about it."""
    at = 0
    while at < len(given) and given[at].startswith("--lang"):
        at += 1 if "=" in given[at] else 2
    word = given[at] if at < len(given) else ""
    if word in ("-h", "--help", "--version") or word[:1] not in ("", "-"):
        return given
    return [*given[:at], "serve", *given[at:]]


def _language(given: list[str]) -> str:
    """The language asked for, before anything else is read: errors are told in it too."""
    for at, word in enumerate(given):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and at + 1 < len(given):
            return given[at + 1]
    return words.DEFAULT
