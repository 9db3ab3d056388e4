"""Plots as SVG text: bars, dots with intervals, and curves. Words and numbers come from outside."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from msgspec import Struct

_WIDTH = 480
_ROW = 28
_EDGE = 16
_BARS_HEIGHT = 240
_LETTER = 8
"""About as wide as a letter, for the room that labels need."""

STYLE = """.label { fill: var(--soft); font-size: 13px; }
.axis { fill: var(--ink); font-size: 13px; }
.bar, .dot { fill: var(--fill); } .grid { stroke: var(--rule); }
.interval { stroke: var(--fill); stroke-width: 3; stroke-linecap: round; }
.middle { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 4 4; }
.curve { fill: none; stroke: var(--fill); stroke-width: 2.5; stroke-linejoin: round; }
.curve-1 { stroke: var(--mark); stroke-dasharray: 7 3; }
.curve-2 { stroke: var(--ink); stroke-dasharray: 2 3; }
.curve-3 { stroke: var(--soft); stroke-dasharray: 9 3 2 3; }
.curve-4 { stroke: var(--fill); stroke-dasharray: 1 5; } .noted { fill: var(--mark); }
"""
_PAPER = "svg { background: var(--paper); font-family: system-ui, sans-serif; }\n"
COLOURS = """:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #22201c; --soft: #6b665d;
  --rule: #dedad1; --fill: #2f6f8f; --mark: #b4482f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #eeebe4; --soft: #a8a296;
  --rule: #3b3833; --fill: #6fb3d2; --mark: #e58a6f; } }
"""


class Words(Struct, frozen=True):
    """What is written on a plot, and what is read out to those who do not see it."""

    title: str
    about: str
    across: str
    """What the axis along the bottom shows."""


class Bar(Struct, frozen=True):
    label: str
    value: float


class Dot(Struct, frozen=True):
    """A value with its interval; none where there is no telling."""

    label: str
    value: float
    interval: tuple[float, float] | None


class Curve(Struct, frozen=True):
    """How something went on, step by step, in per cent."""

    label: str
    values: tuple[float, ...]
    noted: tuple[int, ...] = ()
    """Steps that are marked."""


def curves(words: Words, lines: Sequence[Curve]) -> str:
    """Lines over the same steps, from nothing to a hundred per cent, told apart by colour and by
    how they are drawn."""
    bottom, left, right, top = _BARS_HEIGHT - 44, 48, _WIDTH - _EDGE, 36
    last = max((len(line.values) for line in lines), default=0) - 1 or 1
    marks = [mark for mark in ticks(0, last) if mark <= last and mark == int(mark)]

    def at(step: float, value: float) -> tuple[float, float]:
        return left + (right - left) * step / last, bottom - (bottom - top) * value / 100

    drawn = []
    for value in (0, 25, 50, 75, 100):
        _, y = at(0, value)
        drawn += [_line(left, y, right, y, "grid"), _text(left - 6, y + 4, str(value), "end")]
    for mark in marks:
        drawn.append(_text(at(mark, 0)[0], bottom + 18, _short(mark), "middle"))
    beside = float(left)
    for number, line in enumerate(lines):
        look = f"curve curve-{number}"
        drawn += [_line(beside, 14, beside + 28, 14, look)]
        drawn += [_text(beside + 34, 18, line.label, "start", "axis")]
        beside += 50 + len(line.label) * _LETTER
        places = [at(step, value) for step, value in enumerate(line.values)]
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
        drawn.append(f'<polyline class="{look}" points="{points}"/>')
        drawn += [
            f'<circle class="noted" cx="{places[step][0]:.2f}" cy="{places[step][1]:.2f}" r="4"/>'
            for step in line.noted
        ]
    drawn.append(_text((left + right) / 2, _BARS_HEIGHT - 6, words.across, "middle", "axis"))
    return _svg(words, _BARS_HEIGHT, drawn)


def alone(plot: str) -> str:
    """A plot as a file of its own, which brings its colours."""
    head, tag, rest = plot.partition("<title>")
    return f"{head}<style>{COLOURS}{_PAPER}{STYLE}</style>{tag}{rest}\n"


def bars(words: Words, values: Sequence[Bar]) -> str:
    """Upright bars with shares of a whole, in per cent; as many labels as there is room for."""
    bottom, left, right, top = _BARS_HEIGHT - 44, 48, _WIDTH - _EDGE, 12
    marks = ticks(0.0, max((bar.value for bar in values), default=0.0) or 1.0)
    drawn = []
    for mark in marks:
        y = bottom - (bottom - top) * mark / marks[-1]
        drawn += [_line(left, y, right, y, "grid"), _text(left - 6, y + 4, _short(mark), "end")]
    step = (right - left) / max(len(values), 1)
    longest = max((len(bar.label) for bar in values), default=1)
    every = max(1, ceil(len(values) * (longest + 1) * _LETTER / (right - left)))
    for place, bar in enumerate(values):
        x, height = left + place * step, (bottom - top) * bar.value / marks[-1]
        drawn.append(
            f'<rect class="bar" x="{x + step * 0.08:.2f}" y="{bottom - height:.2f}"'
            f' width="{step * 0.84:.2f}" height="{height:.2f}"/>'
        )
        if place % every == 0:
            inside = _WIDTH - len(bar.label) * _LETTER / 2  # the last one must not be cut off
            drawn.append(_text(min(x + step / 2, inside), bottom + 18, bar.label, "middle"))
    drawn.append(_text((left + right) / 2, _BARS_HEIGHT - 6, words.across, "middle", "axis"))
    return _svg(words, _BARS_HEIGHT, drawn)


def dots(words: Words, values: Sequence[Dot], middle: float | None = None) -> str:
    """Dots with their intervals, one below the other; a line at ``middle`` to compare with."""
    left = _EDGE + _LETTER * max((len(dot.label) for dot in values), default=1)
    right = _WIDTH - 2 * _EDGE
    bottom = 12 + _ROW * len(values)
    marks = ticks(*_reach(values, middle))

    def at(value: float) -> float:
        part = (value - marks[0]) / (marks[-1] - marks[0])
        return left + (right - left) * min(max(part, 0.0), 1.0)

    drawn = []
    for mark in marks:
        drawn.append(_line(at(mark), 6, at(mark), bottom, "grid"))
        drawn.append(_text(at(mark), bottom + 18, _short(mark), "middle"))
    if middle is not None:
        drawn.append(_line(at(middle), 6, at(middle), bottom, "middle"))
    for place, dot in enumerate(values):
        y = 12 + _ROW * (place + 0.5)
        drawn.append(_text(left - 8, y + 5, dot.label, "end"))
        if dot.interval is not None:
            low, high = map(at, dot.interval)
            drawn.append(_line(low, y, high, y, "interval"))
        drawn.append(f'<circle class="dot" cx="{at(dot.value):.2f}" cy="{y:.2f}" r="4.5"/>')
    drawn.append(_text((left + right) / 2, bottom + 38, words.across, "middle", "axis"))
    return _svg(words, bottom + 44, drawn)


def _reach(values: Sequence[Dot], middle: float | None) -> tuple[float, float]:
    """How far the axis must reach. An interval wider than all values together is cut off: a tile
    that was led twice must not squeeze the others."""
    found = [dot.value for dot in values] + ([] if middle is None else [middle])
    low, high = min(found, default=0.0), max(found, default=1.0)
    room = max(high - low, 1e-9)
    ends = [end for dot in values for end in dot.interval or ()]
    near = [end for end in ends if low - room <= end <= high + room] or ends
    return min([low, *near]), max([high, *near])


def ticks(low: float, high: float) -> list[float]:
    """Round numbers around a range, evenly apart.

    >>> ticks(0.0, 9.3)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    >>> ticks(0.48, 0.53)
    [0.48, 0.49, 0.5, 0.51, 0.52, 0.53]
    """
    span = high - low if high > low else max(abs(high), 1.0)
    rough = span / 5
    scale = 10.0 ** floor(log10(rough))
    step = next(scale * nice for nice in (1, 2, 5, 10) if scale * nice >= rough * 0.999)
    first = floor(low / step + 1e-9)
    last = max(ceil(high / step - 1e-9), first + 1)
    return [round(number * step, 10) for number in range(first, last + 1)]


def binned(low: int, counts: Sequence[int], most: int = 40) -> list[tuple[str, int]]:
    """Counts of numbers from ``low`` on, several numbers together where there are too many.

    >>> binned(0, [5, 0, 3, 1], most=2)
    [('0–1', 5), ('2–3', 4)]
    >>> binned(1, [2, 3, 1, 4, 5, 6, 7, 8], most=2)
    [('1–4', 10), ('5–9', 26)]
    """
    width = next(size for size in (1, 2, 5, 10, 20, 50, 100, 10**9) if len(counts) <= size * most)
    start = low // width * width
    made = []
    for first in range(start, low + len(counts), width):
        inside = counts[max(first - low, 0) : max(first + width - low, 0)]
        label = str(first) if width == 1 else f"{max(first, low)}–{first + width - 1}"
        made.append((label, sum(inside)))
    return made


def _short(value: float) -> str:
    return f"{value:g}"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    ends = f'x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"'
    return f'<line class="{kind}" {ends}/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "label") -> str:
    place = f'x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(text)}</text>'


def _svg(words: Words, height: float, drawn: Sequence[str]) -> str:
    said = f"<title>{escape(words.title)}</title><desc>{escape(words.about)}</desc>"
    box = f'viewBox="0 0 {_WIDTH} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {box}>{said}{"".join(drawn)}</svg>'
