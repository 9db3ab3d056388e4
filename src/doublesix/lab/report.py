"""A simulation as one page with plots: no scripts, nothing from elsewhere, readable anywhere."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape

from msgspec import Struct

from doublesix.lab import plots
from doublesix.lab.figures import (
    Figures,
    Table,
    ended_shares,
    ended_table,
    leader_table,
    lengths_table,
    match_table,
    openings_table,
    players,
    sides_table,
)
from doublesix.lab.intervals import Share
from doublesix.lab.plots import Bar, Dot
from doublesix.lab.simulation import Outcome
from doublesix.lab.summary import Summary
from doublesix.lab.tally import Histogram
from doublesix.rules.describe import name_of
from doublesix.words import Words

_STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #22201c; --soft: #6b665d;
  --rule: #dedad1; --fill: #2f6f8f; --mark: #b4482f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #eeebe4; --soft: #a8a296;
  --rule: #3b3833; --fill: #6fb3d2; --mark: #e58a6f; } }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
svg { display: block; width: 100%; height: auto; }
.label { fill: var(--soft); font-size: 13px; } .axis { fill: var(--ink); font-size: 13px; }
.bar, .dot { fill: var(--fill); } .grid { stroke: var(--rule); }
.interval { stroke: var(--fill); stroke-width: 3; stroke-linecap: round; }
.middle { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 4 4; }
.wide { overflow-x: auto; } .soft { color: var(--soft); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption, summary { text-align: start; font-weight: 600; padding-block: .5rem; }
details caption { display: none; } summary { cursor: pointer; }
th, td { border-bottom: 1px solid var(--rule); padding: .25rem .75rem .25rem 0; text-align: end;
  white-space: nowrap; }
th:first-child { text-align: start; } thead th { vertical-align: bottom; }
"""


_SHORT = 12
"""A table with more rows than this is folded away under its title."""


class _Section(Struct, frozen=True):
    """A plot and the numbers in it."""

    words: plots.Words
    plot: str
    tables: tuple[Table, ...]


def page(outcome: Outcome, summary: Summary, say: Words) -> str:
    """The whole page."""
    title = say("report.title", rules=name_of(outcome.plan.rules, say), seats=summary.seats)
    style_hash = b64encode(sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{style_hash}'"
    sections = "".join(_show(section) for section in _sections(outcome, summary, say))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(say.language)}">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{_paragraph(_played(outcome, summary, say))}"
        f"{_paragraph(say('report.intervals'), 'soft')}{sections}"
        f"{_paragraph(say('report.made', version=outcome.plan.version), 'soft')}</body>\n</html>\n"
    )


def _played(outcome: Outcome, summary: Summary, say: Words) -> str:
    named = players(summary, say)
    return say("report.played", count=summary.rounds, players=named, seed=outcome.plan.seed)


def _sections(outcome: Outcome, summary: Summary, say: Words) -> Iterator[_Section]:
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
) -> _Section:
    """How often each number came up, all that is not the number added up. Nothing at all has a
    row in the table but no bar: most sides score nothing, and the others would not be seen."""
    counts = histogram.counts.reshape(-1, histogram.counts.shape[-1]).sum(axis=0).tolist()
    total = sum(counts)
    none, counts[-histogram.low] = counts[-histogram.low], 0
    first = next((place for place, count in enumerate(counts) if count), 0)
    while len(counts) > first + 1 and not counts[-1]:
        counts.pop()
    bins = plots.binned(histogram.low + first, counts[first:])
    words = _words(name, tell.say)
    values = [Bar(label, 100 * count / total) for label, count in bins]
    listed = [("0", none), *bins] if none else bins
    rows = [(label, str(count), tell.percent(count / total)) for label, count in listed]
    numbers = tell.table(f"{name}-counts", (f"{name}-number", "times", "share"), rows)
    return _Section(words, plots.bars(words, values), (*tables, numbers))


def _section(
    name: str,
    dots: list[Dot],
    tables: tuple[Table, ...],
    tell: Figures,
    middle: float | None = None,
) -> _Section:
    words = _words(name, tell.say)
    return _Section(words, plots.dots(words, dots, middle), tables)


def _words(name: str, say: Words) -> plots.Words:
    return plots.Words(
        say(f"report.{name}.title"), say(f"report.{name}.about"), say(f"report.{name}.across")
    )


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


def _show(section: _Section) -> str:
    tables = "".join(map(_table, section.tables))
    return (
        f"<section>\n<h2>{escape(section.words.title)}</h2>\n{_paragraph(section.words.about)}"
        f"{section.plot}\n{tables}</section>\n"
    )


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>\n"
        for first, *rest in table.rows
    )
    title = escape(table.title)
    shown = (
        f'<div class="wide" tabindex="0"><table>\n<caption>{title}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
    if len(table.rows) <= _SHORT:
        return shown
    return f"<details><summary>{title}</summary>\n{shown}</details>\n"


def _paragraph(text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f"<p{attribute}>{escape(text)}</p>\n"
