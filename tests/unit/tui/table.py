"""A table for the tests: real runs of the terminal game, with answers from a list or a rule."""

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from doublesix.tui import Options, run

FITS = re.compile(r"^ +(\d+)\. \[\d+-\d+\] (?:fits (\w+)|may lead)", re.MULTILINE)
QUESTION = re.compile(r"which tile|nothing fits: draw or pass\?")

Rule = Callable[[str], str]
"""What to type, given all that was said so far; an empty text is Enter."""


class Person(io.StringIO):
    """Somebody who reads the screen before answering."""

    def __init__(self, output: io.StringIO, rule: Rule) -> None:
        super().__init__()
        self.output = output
        self.rule = rule

    # io.StringIO itself overrides a method of bytes here.
    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return self.rule(self.output.getvalue()) + "\n"


class Played(Struct):
    """How a run went."""

    status: int
    text: str


def play(folder: Path, answers: Sequence[str] | Rule, **options: object) -> Played:
    """A run to its end, or to the end of the answers."""
    output = io.StringIO()
    source: io.StringIO
    if callable(answers):
        source = Person(output, answers)
    else:
        source = io.StringIO("".join(f"{answer}\n" for answer in answers))
    made = Options(state_dir=folder, **options)  # type: ignore[arg-type]
    status = run(made, source, output)
    return Played(status, output.getvalue())


def last_question(said: str) -> str:
    """The question that waits for an answer."""
    return said.rstrip("\n").rpartition("\n")[2]


def first_fit(said: str) -> str:
    """Lays the first tile that fits, at the first end it fits; otherwise presses Enter."""
    if not QUESTION.search(last_question(said)):
        return "no" if "Another game?" in last_question(said) else ""
    hand = said[said.rindex("The hand of ") :]
    found = FITS.search(hand)
    if found is None:
        return "draw"
    number, end = found.groups()
    return f"{number} {end}" if end else number
