"""Pictures of tiles, each an SVG that needs nothing else: for documents, notebooks and pages.

A picture has no scripts, no references and no ids, so that several of them can stand in one page.
Tiles are ivory with a dark rim and read as well on a light ground as on a dark one.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from xml.sax.saxutils import escape

from doublesix.draw.layout import Line
from doublesix.draw.place import STEPS, Box, Placed, Slot, box_of

Pips = tuple[tuple[float, float], ...]

_NEAR, _MIDDLE, _FAR = 0.22, 0.5, 0.78
_ONE, _TWO, _THREE = (_MIDDLE,), (_NEAR, _FAR), (_NEAR, _MIDDLE, _FAR)
_FOUR = (0.19, 0.397, 0.603, 0.81)


def _rows(
    near: tuple[float, ...], middle: tuple[float, ...] = (), far: tuple[float, ...] = ()
) -> Pips:
    rows = (near, _NEAR), (middle, _MIDDLE), (far, _FAR)
    return tuple((x, y) for row, y in rows for x in row)


PIPS: Mapping[int, Pips] = MappingProxyType(
    {
        0: (),
        1: _rows((), _ONE),
        2: _rows((_FAR,), (), (_NEAR,)),
        3: _rows((_FAR,), _ONE, (_NEAR,)),
        4: _rows(_TWO, (), _TWO),
        5: _rows(_TWO, _ONE, _TWO),
        6: _rows(_THREE, (), _THREE),
        7: _rows(_THREE, _ONE, _THREE),
        8: _rows(_THREE, _TWO, _THREE),
        9: _rows(_THREE, _THREE, _THREE),
        10: _rows(_FOUR, _FOUR[1:3], _FOUR),
        11: _rows(_FOUR, _THREE, _FOUR),
        12: _rows(_FOUR, _FOUR, _FOUR),
    }
)
"""Where the pips of a half lie, from 0 to 1 to the right and down, on a tile that lies: rows run
along the tile, as on tiles of wood."""

RADII: Mapping[int, float] = MappingProxyType({pips: 0.1 if pips < 10 else 0.08 for pips in PIPS})
"""How large each pip is, on a half that shows so many."""

_PIXELS = 14
"""For a half unit, where nothing else says how large a picture is."""
_AIR = 0.3
"""Between the tiles and the edge of a picture, in half units."""
_GAP = 0.06
"""Between a tile and the edge of its place."""
_SHADOW = (0.05, 0.14)
_MIDDLE_OF_THE_TABLE: Box = (0, 0, 0, 0)


def svg(line: Line, title: str, desc: str = "", slots: Iterable[Slot] = ()) -> str:
    """A picture of a line; slots are outlined.

    The title, and the description if there is more to say, are what people get to hear who do
    not see the picture.
    """
    return _picture(line.tiles, tuple(slots), title, desc)


def tile_svg(first: int, second: int, title: str) -> str:
    """A picture of one tile that lies, its first half on the left.

    >>> print(tile_svg(0, 1, "Blank and one"))  # doctest: +ELLIPSIS
    <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-2.3 -1.3 4.6 2.6" ...>
    <title>Blank and one</title>
    ...
    <path fill="none" stroke="#1c1a17" stroke-width="0.4" stroke-linecap="round" d="M1 0h0"/>
    </svg>
    <BLANKLINE>
    """
    return _picture([Placed(0, 0, 0, first, second)], (), title, "")


def _picture(tiles: Sequence[Placed], slots: Sequence[Slot], title: str, desc: str) -> str:
    bodies = [box_of(tile) for tile in tiles]
    outlines = [box_of(slot) for slot in slots]
    lefts, tops, rights, bottoms = zip(_MIDDLE_OF_THE_TABLE, *bodies, *outlines, strict=True)
    left, top = min(lefts) - _AIR, min(tops) - _AIR
    width, height = max(rights) + _AIR - left, max(bottoms) + _AIR - top
    layers = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="{_numbers(left, top, width, height)}" '
        f'width="{width * _PIXELS:.0f}" height="{height * _PIXELS:.0f}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(desc)}</desc>" if desc else "",
        _rects('fill="#000" fill-opacity=".25"', bodies, _SHADOW),
        _rects('fill="#fcf6e8" stroke="#7d6c4d" stroke-width=".07"', bodies),
        _rects(
            'fill="none" stroke="#2c9a63" stroke-width=".14" stroke-dasharray=".4 .25"', outlines
        ),
        _path("#a08f6c", 0.09, "".join(map(_divider, tiles))),
        _path("#c3973a", 0.22, "".join(_dot(tile.x, tile.y) for tile in tiles)),
        *(
            _path("#1c1a17", 4 * radius, "".join(_dots(tile, radius) for tile in tiles))
            for radius in sorted(set(RADII.values()))
        ),
        "</svg>\n",
    ]
    return "\n".join(layer for layer in layers if layer)


def _rects(look: str, boxes: Iterable[Box], shift: tuple[float, float] = (0, 0)) -> str:
    """Tiles, a little smaller than their places so that they stand apart."""
    drawn = "".join(
        f'<rect x="{_numbers(left + _GAP + shift[0])}" y="{_numbers(top + _GAP + shift[1])}" '
        f'width="{_numbers(right - left - 2 * _GAP)}" '
        f'height="{_numbers(bottom - top - 2 * _GAP)}" rx=".3"/>'
        for left, top, right, bottom in boxes
    )
    return f"<g {look}>{drawn}</g>" if drawn else ""


def _path(colour: str, width: float, path: str) -> str:
    if not path:
        return ""
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{_numbers(width)}" '
        f'stroke-linecap="round" d="{path}"/>'
    )


def _divider(tile: Placed) -> str:
    dx, dy = STEPS[(tile.turn + 1) % 4]
    start, way = (tile.x - 0.62 * dx, tile.y - 0.62 * dy), (1.24 * dx, 1.24 * dy)
    return f"M{_numbers(*start)}l{_numbers(*way)}"


def _dot(x: float, y: float) -> str:
    """A line of no length, which round ends make a dot."""
    return f"M{_numbers(x, y)}h0"


def _dots(tile: Placed, radius: float) -> str:
    """The pips of those halves whose pips have this radius."""
    dx, dy = STEPS[tile.turn]
    return "".join(
        _dot(
            tile.x + dx * along - dy * across,
            tile.y + dy * along + dx * across,
        )
        for pips, start in ((tile.first, -2), (tile.second, 0))
        if RADII[pips] == radius
        for along, across in ((start + 2 * x, 2 * y - 1) for x, y in PIPS[pips])
    )


def _numbers(*values: float) -> str:
    """Coordinates, no longer than they need be."""
    return " ".join(f"{round(value, 2):g}" for value in values)
