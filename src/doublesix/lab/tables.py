"""Numbers as words, and tables of them: one way for every result of the laboratory."""

from collections.abc import Iterable

from msgspec import Struct

from doublesix.lab.intervals import Mean, Share
from doublesix.words import Words


class Table(Struct, frozen=True):
    """A heading, the names of the columns, and rows whose first cell names them."""

    name: str
    """What it is about: its words are in the catalogue under ``figures.<name>``."""
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[tuple[str, ...], ...] = ()
    """What is special about each cell, where anything is: ``better`` or ``worse``."""


class Figures:
    """Tells numbers in a language."""

    def __init__(self, say: Words) -> None:
        self.say = say

    def percent(self, part: float) -> str:
        """A part of a whole, in per cent."""
        return self.say("figures.percent", value=f"{100 * part:.2f}")

    def percents(self, ends: tuple[float, float]) -> str:
        """An interval, in per cent."""
        low, high = (f"{100 * end:.2f}" for end in ends)
        return self.say("figures.percents", low=low, high=high)

    def number(self, value: float, digits: int = 2) -> str:
        """A number with some digits behind the point; never a zero with a minus before it."""
        return f"{round(value, digits) + 0.0:.{digits}f}"

    def numbers(self, ends: tuple[float, float] | None, digits: int = 2) -> str:
        """An interval, if there is one."""
        if ends is None:
            return self.say("figures.unknown")
        low, high = (self.number(end, digits) for end in ends)
        return self.say("figures.numbers", low=low, high=high)

    def share(self, part: Share) -> tuple[str, str, str]:
        """How often, which part of the whole, and its interval."""
        if not part.of:
            return "0", self.say("figures.unknown"), self.say("figures.unknown")
        return str(part.count), self.percent(part.share), self.percents(part.interval)

    def mean(self, mean: Mean) -> tuple[str, str]:
        """A mean and its interval."""
        return self.number(mean.mean), self.numbers(mean.interval)

    def table(self, name: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Table:
        """A table whose words are in the catalogue under its name."""
        named = tuple(self.say(f"figures.column.{column}") for column in columns)
        return Table(name, self.say(f"figures.{name}.title"), named, tuple(rows))
