"""The numbers of a contest as tables and sentences, for the screen and for the report."""

from collections.abc import Iterator

from doublesix.lab.arena.record import Verdict
from doublesix.lab.arena.summary import Pair, Summary
from doublesix.lab.intervals import Mean
from doublesix.lab.tables import Figures, Table
from doublesix.words import Words


def about(summary: Summary, say: Words) -> Iterator[str]:
    """How the numbers came about: what was played, and how sure they are."""
    bots, games = say.all_of(summary.bots), summary.games
    yield say(f"arena.played.{summary.plays}", bots=bots, count=games, seed=summary.seed)
    yield say("arena.fixed" if summary.until is None else "arena.anytime")


def tables(summary: Summary, say: Words) -> list[Table]:
    """All the tables there are for a contest."""
    tell = Figures(say)
    made = (ratings_table, times_table, cross_table, pairs_table)
    return [table(summary, tell) for table in made]


def ratings_table(summary: Summary, tell: Figures) -> Table:
    """The bots, best first, and whether each is certainly better than the next one."""
    beside = [tell.say(f"figures.ratings.{step.verdict}") for step in summary.order]
    beside.append(tell.say("figures.unknown"))
    rows = [
        (
            place.bot,
            tell.number(place.rating, 0),
            tell.numbers(place.interval, 0),
            verdict,
        )
        for place, verdict in zip(summary.places, beside, strict=True)
    ]
    return tell.table("ratings", ("bot", "rating", "interval", "than-next"), rows)


def times_table(summary: Summary, tell: Figures) -> Table:
    """How long the bots think."""
    rows = [
        (
            place.bot,
            str(place.time.decisions),
            _milliseconds(place.time.mean),
            _milliseconds(place.time.p99),
        )
        for place in summary.places
    ]
    return tell.table("times", ("bot", "decisions", "time", "time-p99"), rows)


def _milliseconds(value: float) -> str:
    """With about three digits that count, and never as a power of ten."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f}"


def ranked(summary: Summary) -> list[Pair]:
    """Every two bots, the better one first, in the order of their ratings."""
    rank = {place.bot: number for number, place in enumerate(summary.places)}
    pairs = [
        pair if rank[pair.first] < rank[pair.second] else pair.turned for pair in summary.pairs
    ]
    return sorted(pairs, key=lambda pair: (rank[pair.first], rank[pair.second]))


def cross_table(summary: Summary, tell: Figures) -> Table:
    """What each bot won against each other one, best first; what is certain is marked."""
    names = [place.bot for place in summary.places]
    met = {(pair.first, pair.second): pair for one in summary.pairs for pair in (one, one.turned)}
    rows, marks = [], []
    for name in names:
        cells = [met.get((name, other)) for other in names]
        rows.append((name, *(_short(cell.wins if cell else None, tell) for cell in cells)))
        marks.append(("", *(_mark(cell) for cell in cells)))
    title = tell.say("figures.cross.title")
    columns = (tell.say("figures.column.bot"), *names)
    return Table("cross", title, columns, tuple(rows), tuple(marks))


def _mark(pair: Pair | None) -> str:
    is_certain = pair is not None and pair.verdict in (Verdict.BETTER, Verdict.WORSE)
    return pair.verdict.value if pair and is_certain else ""


def _short(wins: Mean | None, tell: Figures) -> str:
    """A share in per cent, and how far its interval reaches."""
    if wins is None:
        return tell.say("figures.unknown")
    share = tell.number(100 * wins.mean, 1)
    if wins.interval is None:
        return share
    low, high = wins.interval
    return tell.say("figures.about", value=share, reach=tell.number(50 * (high - low), 1))


def _cell(found: Mean, tell: Figures, scale: int = 100, digits: int = 1) -> str:
    """A mean and its interval in one cell; a share is told in per cent."""
    value = tell.number(scale * found.mean, digits)
    if found.interval is None:
        return value
    low, high = (tell.number(scale * end, digits) for end in found.interval)
    return tell.say("figures.cell", value=value, low=low, high=high)


def pairs_table(summary: Summary, tell: Figures) -> Table:
    """Every two bots, and what is certain of them."""
    pairs = ranked(summary)
    columns: dict[str, list[str]] = {
        "pair": [pair_name(pair, tell.say) for pair in pairs],
        "verdict": [
            tell.say(f"arena.verdict.{pair.verdict}", first=pair.first, second=pair.second)
            for pair in pairs
        ],
        "deals": [str(pair.deals) for pair in pairs],
        "wins": [_cell(pair.wins, tell) for pair in pairs],
    }
    rounds = [_cell(pair.rounds, tell) for pair in pairs if pair.rounds]
    if rounds:
        columns["rounds-won"] = rounds
    points = [_cell(pair.points, tell, scale=1, digits=2) for pair in pairs if pair.points]
    if points:
        columns["ahead"] = points
    return tell.table("pairs", tuple(columns), zip(*columns.values(), strict=True))


def pair_name(pair: Pair, say: Words) -> str:
    """Two bots."""
    return say("arena.pair", first=pair.first, second=pair.second)
