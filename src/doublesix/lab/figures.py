"""The numbers of a simulation as tables of words, for the screen and for the report."""

from collections.abc import Iterable

from msgspec import Struct

from doublesix.lab.intervals import Mean, Share, share
from doublesix.lab.summary import Lengths, Matches, Opening, Side, Summary
from doublesix.words import Words

_LENGTHS = ("plays", "draws", "passes", "redeals")


class Table(Struct, frozen=True):
    """A heading, the names of the columns, and rows whose first cell names them."""

    name: str
    """What it is about: its words are in the catalogue under ``figures.<name>``."""
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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

    def number(self, value: float) -> str:
        """A number with two digits behind the point; never a zero with a minus before it."""
        return f"{round(value, 2) + 0.0:.2f}"

    def numbers(self, ends: tuple[float, float] | None) -> str:
        """An interval, if there is one."""
        if ends is None:
            return self.say("figures.unknown")
        low, high = map(self.number, ends)
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


def players(summary: Summary, say: Words) -> str:
    """Who played, seat by seat; a single name where all are alike."""
    alike = len(set(summary.policies)) == 1
    return say.all_of(summary.policies[:1] if alike else summary.policies)


def tables(summary: Summary, say: Words) -> list[Table]:
    """All the tables there are for a simulation."""
    tell = Figures(say)
    made = [
        ended_table(summary, tell),
        sides_table(summary.sides, tell),
        leader_table(summary, tell),
        lengths_table(summary.length, tell),
        openings_table(summary.openings, tell),
    ]
    return made if summary.match is None else [*made, match_table(summary.match, summary, tell)]


def ended_table(summary: Summary, tell: Figures) -> Table:
    """How rounds ended."""
    shares = ended_shares(summary)
    rows = [(tell.say(f"figures.ended.{name}"), *tell.share(part)) for name, part in shares.items()]
    return tell.table("ended", ("ended", "rounds", "share", "interval"), rows)


def ended_shares(summary: Summary) -> dict[str, Share]:
    """How rounds ended, and who won them, by the names of the catalogue; what could not happen
    is left out."""
    counts = summary.ended | {"shared": summary.shared, "nobody": summary.nobody}
    return {
        name: share(count, summary.rounds)
        for name, count in counts.items()
        if count or name in {"out", "blocked"}
    }


def sides_table(sides: tuple[Side, ...], tell: Figures) -> Table:
    """How each side fared."""
    columns = ("side", "won", "share", "interval", "leading", "following", "points", "interval")
    rows = [
        (
            side.side,
            *tell.share(side.wins),
            tell.share(side.wins_leading)[1],
            tell.share(side.wins_following)[1],
            *tell.mean(side.points),
        )
        for side in sides
    ]
    return tell.table("sides", columns, rows)


def leader_table(summary: Summary, tell: Figures) -> Table:
    """What it is worth to lead."""
    leader = summary.leader
    rows = [
        (tell.say("figures.leader.wins"), *tell.share(leader.wins)[1:]),
        (tell.say("figures.leader.points"), *tell.mean(leader.points)),
        (tell.say("figures.leader.advantage"), *tell.mean(leader.advantage)),
    ]
    return tell.table("leader", ("leader", "value", "interval"), rows)


def lengths_table(lengths: Lengths, tell: Figures) -> Table:
    """How long rounds are."""
    rows = [
        (tell.say(f"figures.length.{name}"), *tell.mean(getattr(lengths, name)))
        for name in _LENGTHS
    ]
    return tell.table("length", ("length", "mean", "interval"), rows)


def openings_table(openings: tuple[Opening, ...], tell: Figures) -> Table:
    """How the leading side fared, by its first tile."""
    columns = ("tile", "rounds", "won", "share", "interval", "points", "interval")
    rows = [
        (opening.tile, str(opening.rounds), *tell.share(opening.wins), *tell.mean(opening.points))
        for opening in openings
    ]
    return tell.table("openings", columns, rows)


def match_table(match: Matches, summary: Summary, tell: Figures) -> Table:
    """How whole matches went."""
    rows = [
        (tell.say("figures.match.won", side=side.side), *tell.share(won)[1:])
        for side, won in zip(summary.sides, match.sides, strict=True)
    ]
    rows += [
        (tell.say("figures.match.first"), *tell.share(match.first_leader)[1:]),
        (tell.say("figures.match.rounds"), *tell.mean(match.rounds)),
    ]
    return tell.table("match", ("match", "value", "interval"), rows)
