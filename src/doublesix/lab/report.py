"""A simulation as one page with plots."""

from collections.abc import Iterator

from doublesix.lab import plots
from doublesix.lab.figures import (
    ended_shares,
    ended_table,
    leader_table,
    lengths_table,
    match_table,
    openings_table,
    players,
    sides_table,
)
from doublesix.lab.histogram import Histogram
from doublesix.lab.intervals import Share
from doublesix.lab.page import Section, make_page, section_words
from doublesix.lab.plots import Bar, Dot
from doublesix.lab.simulation import Outcome
from doublesix.lab.summary import Summary
from doublesix.lab.tables import Figures, Table
from doublesix.rules.describe import name_of
from doublesix.words import Words


def page(outcome: Outcome, summary: Summary, say: Words) -> str:
    """The whole page."""
    title = say("report.title", rules=name_of(outcome.plan.rules, say), seats=summary.seats)
    about = (_played(outcome, summary, say), say("report.intervals"))
    return make_page(title, about, _sections(outcome, summary, say), say)


def _played(outcome: Outcome, summary: Summary, say: Words) -> str:
    named = players(summary, say)
    return say("report.played", count=summary.rounds, players=named, seed=outcome.plan.seed)


def _sections(outcome: Outcome, summary: Summary, say: Words) -> Iterator[Section]:
    tell, counted = Figures(say), outcome.tally
    yield _distribution("points", counted.points, tell, ())
    lengths = Histogram(counted.efforts.low, counted.efforts.counts[0])
    yield _distribution("length", lengths, tell, (lengths_table(summary.length, tell),))
    yield _section(
        "ended",
        [
            _share_dot(say(f"figures.ended.{name}"), part)
            for name, part in ended_shares(summary).items()
        ],
        (ended_table(summary, tell),),
        tell,
    )
    even = 100 / len(summary.sides)
    sides, seats = sides_table(summary.sides, tell), _seats_table(summary, tell)
    yield _section("sides", _side_dots(summary, say), (sides,), tell, even)
    yield _section("leading", _seat_dots(summary), (seats,), tell, even)
    openings, leader = openings_table(summary.openings, tell), leader_table(summary, tell)
    if summary.target:
        yield _section("openings", _opening_dots(summary), (openings, leader), tell)
    else:  # without a target there are no points either
        won = [_share_dot(opening.tile, opening.wins) for opening in summary.openings]
        yield _section("openings-won", won, (openings, leader), tell, even)
    if summary.match is not None:
        won = [
            _share_dot(side.side, part)
            for side, part in zip(summary.sides, summary.match.sides, strict=True)
        ]
        yield _section("match", won, (match_table(summary.match, summary, tell),), tell, even)


def _distribution(
    name: str, histogram: Histogram, tell: Figures, tables: tuple[Table, ...]
) -> Section:
    """How often each number came up, all that is not the number added up. Nothing at all has a
    row in the table but no bar: most sides score nothing, and the others would not be seen."""
    counts = histogram.counts.reshape(-1, histogram.counts.shape[-1]).sum(axis=0).tolist()
    total = sum(counts)
    none, counts[-histogram.low] = counts[-histogram.low], 0
    first = next((place for place, count in enumerate(counts) if count), 0)
    while len(counts) > first + 1 and not counts[-1]:
        counts.pop()
    bins = plots.binned(histogram.low + first, counts[first:])
    words = section_words(name, tell.say)
    values = [Bar(label, 100 * count / total) for label, count in bins]
    listed = [("0", none), *bins] if none else bins
    rows = [(label, str(count), tell.percent(count / total)) for label, count in listed]
    numbers = tell.table(f"{name}-counts", (f"{name}-number", "times", "share"), rows)
    return Section(words, plots.bars(words, values), (*tables, numbers))


def _section(
    name: str,
    dots: list[Dot],
    tables: tuple[Table, ...],
    tell: Figures,
    middle: float | None = None,
) -> Section:
    words = section_words(name, tell.say)
    return Section(words, plots.dots(words, dots, middle), tables)


def _share_dot(label: str, part: Share) -> Dot:
    low, high = part.interval
    return Dot(label, 100 * part.share, (100 * low, 100 * high))


def _side_dots(summary: Summary, say: Words) -> list[Dot]:
    return [
        _share_dot(label, part)
        for side in summary.sides
        for label, part in (
            (side.side, side.wins),
            (say("report.sides.leading", side=side.side), side.wins_leading),
            (say("report.sides.following", side=side.side), side.wins_following),
        )
        if part.of
    ]


def _seat_dots(summary: Summary) -> list[Dot]:
    return [_share_dot(seat.seat, seat.wins) for seat in summary.leading if seat.wins.of]


def _opening_dots(summary: Summary) -> list[Dot]:
    return [
        Dot(opening.tile, opening.points.mean, opening.points.interval)
        for opening in summary.openings
    ]


def _seats_table(summary: Summary, tell: Figures) -> Table:
    rows = [(seat.seat, str(seat.led.count), *tell.share(seat.wins)) for seat in summary.leading]
    return tell.table("leading", ("seat", "led", "won", "share", "interval"), rows)
