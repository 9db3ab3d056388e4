"""The terminal itself: lines out, lines in, and a way to hide what was shown."""

import os
import textwrap
from typing import TextIO

from doublesix.errors import InvalidFile
from doublesix.words import Words

WIDTH = 76
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_BLANK_LINES = 60
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


class Leave(Exception):
    """The person wants to go, or there is nothing more to read."""


class Screen:
    """Says sentences by message id, and reads answers."""

    def __init__(self, say: Words, answers: TextIO, output: TextIO) -> None:
        self.say = say
        self.answers = answers
        self.output = output
        self.width = _width(output)

    def tell(self, message_id: str, /, **arguments: object) -> None:
        """Say one sentence."""
        self.show(self.say(message_id, **arguments))

    def show(self, *lines: str) -> None:
        """Write lines; a long one goes on below, indented, and never breaks inside a tile."""
        for line in lines:
            indent = line[: len(line) - len(line.lstrip())] + "  "
            self._put(_wrap(line, self.width, indent) + "\n")

    def ask(self, question: str) -> str:
        """The answer to a question, without the spaces around it; what no key prints, such
        as an arrow key's code, is replaced, so that it can be shown."""
        # An answer that is typed ends the line by itself; one from a pipe does not.
        typed = self.answers.isatty()
        self._put(_wrap(question, self.width, "  ") + (" " if typed else "\n"))
        self._flush()
        try:
            answer = self.answers.readline()
        except UnicodeDecodeError:
            return _UNREADABLE
        except OSError:
            raise Leave from None
        if not answer:
            if typed:
                self.show("")
            raise Leave
        return _printable(answer.replace("\t", " ").strip())

    @property
    def hides(self) -> bool:
        """Whether what was shown can be hidden at all: a pipe forgets nothing."""
        return self.output.isatty()

    def hide(self) -> None:
        """Put what was shown out of sight."""
        if not self.hides:
            return
        clears = os.environ.get("TERM", "dumb") != "dumb"
        self._put(_CLEAR if clears else "\n" * _BLANK_LINES)

    def _put(self, text: str) -> None:
        try:
            try:
                self.output.write(text)
            except UnicodeEncodeError:
                # A name may have letters that this terminal has not.
                known = self.output.encoding or "ascii"
                self.output.write(text.encode(known, "replace").decode(known))
        except OSError as error:
            raise _unwritable(error) from None

    def _flush(self) -> None:
        try:
            self.output.flush()
        except OSError as error:
            raise _unwritable(error) from None

    def close(self) -> None:
        """Nothing more will be said; see that all of it arrives."""
        self._flush()


def _printable(typed: str) -> str:
    return "".join(letter if letter.isprintable() else _UNREADABLE for letter in typed)


def _unwritable(error: OSError) -> Exception:
    """A reader who has gone is no mistake; a full disk is one."""
    if isinstance(error, BrokenPipeError):
        return error
    return InvalidFile("terminal-output")


def _width(output: TextIO) -> int:
    """How many columns a line may take."""
    try:
        return max(20, min(WIDTH, os.get_terminal_size(output.fileno()).columns - 1))
    except (OSError, ValueError):
        return WIDTH


def _wrap(line: str, width: int, indent: str) -> str:
    return (
        textwrap.fill(
            line,
            width,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
        )
        if len(line) > width
        else line
    )
