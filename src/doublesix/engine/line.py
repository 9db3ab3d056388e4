"""How the laid tiles lie, for everyone who shows them."""

from collections.abc import Iterable

from doublesix import tiles
from doublesix.engine.events import Event, Played
from doublesix.engine.moves import End

Arm = list[tuple[int, int]]


def arms(past: Iterable[Event], spinner: int = -1) -> tuple[Arm, Arm, Arm]:
    """The middle line from left to right, the arm up, the arm down.

    A tile is given as its two halves in reading order: left to right in the line, from
    the spinner outward in an arm. ``spinner`` is the number on the spinner, if there is one.

    >>> first = Played(0, tiles.parse("5-5"), None)
    >>> arms([first, Played(1, tiles.parse("5-2"), End.LEFT)])
    ([(2, 5), (5, 5)], [], [])
    """
    row: Arm = []
    up: Arm = []
    down: Arm = []
    shown = dict.fromkeys(End, spinner)
    for event in past:
        if not isinstance(event, Played):
            continue
        high, low = tiles.halves(event.tile)
        if event.end is None:
            row.append((high, low))
            shown |= {End.LEFT: high, End.RIGHT: low}
            continue
        inner = shown[event.end]
        outer = high + low - inner
        shown[event.end] = outer
        if event.end is End.LEFT:
            row.insert(0, (outer, inner))
        elif event.end is End.RIGHT:
            row.append((inner, outer))
        else:
            (up if event.end is End.UP else down).append((inner, outer))
    return row, up, down
