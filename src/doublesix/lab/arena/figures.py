"""The numbers of a contest as tables and sentences, for the screen and for the report."""

from collections.abc import Iterator

from doublesix.lab.arena.record import Verdict
from doublesix.lab.arena.summary import Pair, Summary
from doublesix.lab.intervals import Mean
from doublesix.lab.tables import Figures, Table
from doublesix.words import Words


def tables(summary: Summary, say: Words) -> list[Table]:
    """All the tables there are for a contest."""
    tell = Figures(say)
    return [ratings_table(summary, tell), cross_table(summary, tell), pairs_table(summary, tell)]


def ratings_table(summary: Summary, tell: Figures) -> Table:
    """The bots, best first."""
    rows = [
        (
            place.bot,
            f"{place.rating:.0f}",
            tell.say("figures.numbers", **_ends(place.interval)),
            str(place.time.decisions),
            _milliseconds(place.time.mean),
            _milliseconds(place.time.p99),
        )
        for place in summary.places
    ]
    columns = ("bot", "rating", "interval", "decisions", "time", "time-p99")
    return tell.table("ratings", columns, rows)


def _ends(interval: tuple[float, float]) -> dict[str, str]:
    low, high = (f"{end:.0f}" for end in interval)
    return {"low": low, "high": high}


def _milliseconds(value: float) -> str:
    """With three digits that count, and never as a power of ten."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f}"


def cross_table(summary: Summary, tell: Figures) -> Table:
    """What each bot won against each other one, best first; what is certain is marked."""
    names = [place.bot for place in summary.places]
    by_names = {(pair.first, pair.second): pair for pair in summary.pairs}
    rows, marks = [], []
    for first in names:
        cells = [_cell(by_names, first, second, tell) for second in names]
        rows.append((first, *(text for text, _ in cells)))
        marks.append(("", *(mark for _, mark in cells)))
    title = tell.say("figures.cross.title")
    columns = (tell.say("figures.column.bot"), *names)
    return Table("cross", title, columns, tuple(rows), tuple(marks))


def _cell(
    pairs: dict[tuple[str, str], Pair], first: str, second: str, tell: Figures
) -> tuple[str, str]:
    """The share of the first bot against the second, and whether it is certainly the better or
    the worse one."""
    if (first, second) in pairs:
        pair = pairs[first, second]
        return share_and_interval(pair.wins, tell), _mark(pair.verdict)
    if (second, first) in pairs:
        pair = pairs[second, first]
        return share_and_interval(turned(pair.wins), tell), _mark(pair.verdict.turned)
    return tell.say("figures.unknown"), ""


def _mark(verdict: Verdict) -> str:
    return verdict.value if verdict in (Verdict.BETTER, Verdict.WORSE) else ""


def turned(wins: Mean) -> Mean:
    """The other bot's share."""
    ends = wins.interval
    return Mean(1 - wins.mean, ends and (1 - ends[1], 1 - ends[0]))


def share_and_interval(wins: Mean, tell: Figures) -> str:
    """A share in one cell of a table, with its interval."""
    share = f"{100 * wins.mean:.1f}"
    if wins.interval is None:
        return tell.say("figures.percent", value=share)
    low, high = (f"{100 * end:.1f}" for end in wins.interval)
    return tell.say("figures.cross.cell", share=share, low=low, high=high)


def pairs_table(summary: Summary, tell: Figures) -> Table:
    """Every two bots, and what is certain of them."""
    has_points = any(pair.points for pair in summary.pairs)
    has_rounds = any(pair.rounds for pair in summary.pairs)
    columns: tuple[str, ...] = ("pair", "deals", "wins", "interval")
    columns += ("ahead", "interval") if has_points else ()
    columns += ("rounds-won", "interval") if has_rounds else ()
    rows = []
    for pair in summary.pairs:
        row: tuple[str, ...] = (
            pair_name(pair, tell.say),
            str(pair.deals),
            *_percents(pair.wins, tell),
        )
        row += tell.mean(pair.points) if pair.points else ()
        row += _percents(pair.rounds, tell) if pair.rounds else ()
        rows.append((*row, tell.say(f"arena.verdict.{pair.verdict}", **_both(pair))))
    return tell.table("pairs", (*columns, "verdict"), rows)


def _percents(mean: Mean, tell: Figures) -> tuple[str, str]:
    ends = mean.interval
    interval = tell.say("figures.unknown") if ends is None else tell.percents(ends)
    return tell.percent(mean.mean), interval


def pair_name(pair: Pair, say: Words) -> str:
    """Two bots."""
    return say("arena.pair", **_both(pair))


def _both(pair: Pair) -> dict[str, str]:
    return {"first": pair.first, "second": pair.second}


def about(summary: Summary, say: Words) -> Iterator[str]:
    """How the numbers came about: what was played, and how sure they are."""
    bots, games = say.all_of(summary.bots), summary.games
    yield say(f"arena.played.{summary.plays}", bots=bots, count=games, seed=summary.seed)
    if summary.until is None:
        yield say("arena.fixed")
    else:
        yield say("arena.anytime")


def order(summary: Summary, say: Words) -> Iterator[str]:
    """Which neighbours are certainly in this order, and which are not."""
    for step in summary.order:
        yield say(f"arena.order.{step.verdict}", upper=step.upper, lower=step.lower)
