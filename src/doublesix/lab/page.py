"""One page with plots and tables: no scripts, nothing from elsewhere, readable anywhere."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape

from msgspec import Struct

from doublesix import __version__
from doublesix.lab import plots
from doublesix.lab.tables import Table
from doublesix.words import Words

_STYLE = (
    plots.COLOURS
    + plots.STYLE
    + """body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
svg { display: block; width: 100%; height: auto; }
.better { color: var(--fill); font-weight: 600; } .worse { color: var(--mark); }
.wide { overflow-x: auto; } .wide + .wide, .wide + details { margin-top: 1.5rem; }
.soft { color: var(--soft); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption, summary { text-align: start; font-weight: 600; padding-block: .5rem; }
details caption { display: none; } summary { cursor: pointer; }
th, td { border-bottom: 1px solid var(--rule); padding: .25rem .75rem .25rem 0; text-align: end;
  white-space: nowrap; }
th:first-child { text-align: start; } thead th { vertical-align: bottom; }
"""
)

_SHORT = 12
"""A table with more rows than this is folded away under its title."""


class Section(Struct, frozen=True):
    """A plot and the numbers in it."""

    words: plots.Words
    plot: str
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()
    """Sentences about single numbers in it."""


def section_words(name: str, say: Words) -> plots.Words:
    """The words of a section, which are in the catalogue under ``report.<name>``."""
    return plots.Words(
        say(f"report.{name}.title"), say(f"report.{name}.about"), say(f"report.{name}.across")
    )


def make_page(title: str, about: Iterable[str], sections: Iterable[Section], say: Words) -> str:
    """The whole page; ``about`` are the sentences below the title, the last of them softly."""
    *loud, soft = about
    style_hash = b64encode(sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{style_hash}'"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(say.language)}">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{''.join(map(_paragraph, loud))}{_paragraph(soft, 'soft')}"
        f"{''.join(map(_show, sections))}"
        f"{_paragraph(say('report.made', version=__version__), 'soft')}</body>\n</html>\n"
    )


def _show(section: Section) -> str:
    tables = "".join(map(_table, section.tables))
    notes = "".join(map(_paragraph, section.notes))
    return (
        f"<section>\n<h2>{escape(section.words.title)}</h2>\n{_paragraph(section.words.about)}"
        f"{section.plot}\n{notes}{tables}</section>\n"
    )


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.columns)
    marks = table.marks or [[""] * len(row) for row in table.rows]
    rows = "".join(map(_row, table.rows, marks))
    title = escape(table.title)
    shown = (
        f'<div class="wide" tabindex="0"><table>\n<caption>{title}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
    if len(table.rows) <= _SHORT:
        return shown
    return f"<details><summary>{title}</summary>\n{shown}</details>\n"


def _row(cells: Sequence[str], marks: Sequence[str]) -> str:
    first, *rest = cells
    shown = "".join(
        f"<td{_class(mark)}>{escape(cell)}</td>" for cell, mark in zip(rest, marks[1:], strict=True)
    )
    return f'<tr><th scope="row">{escape(first)}</th>{shown}</tr>\n'


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _paragraph(text: str, kind: str = "") -> str:
    return f"<p{_class(kind)}>{escape(text)}</p>\n"
