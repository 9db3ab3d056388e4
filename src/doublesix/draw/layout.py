"""Where each tile of the line lies.

The line grows and never moves: a tile that lies stays where it is, so that a screen only adds.
The left arm wanders upward in rows, the right arm downward, within the width of the screen's shape.
Around a spinner four arms share the table like the sails of a windmill, each with columns of its
own. docs/drawing.md has the pictures.
"""

from collections.abc import Iterable, Mapping
from math import sqrt
from types import MappingProxyType

from doublesix import tiles
from doublesix.draw.arm import ENDLESS, Arm
from doublesix.draw.place import (
    DOWN,
    LEFT,
    LONG,
    RIGHT,
    SHORT,
    STEPS,
    UP,
    Box,
    Placed,
    Slot,
    box_of,
)
from doublesix.engine.ends import CLOSED, Ends
from doublesix.engine.events import Event, Played
from doublesix.engine.game import Game
from doublesix.engine.moves import End

__all__ = ["SHAPES", "Box", "Line", "Placed", "Slot", "box_of", "lay_out"]

SHAPES: Mapping[str, int] = MappingProxyType({"tall": 10, "square": 14, "wide": 20})
"""How wide a line of the double-six set may become, in units: on a phone held upright, on a tablet,
on a desk or a TV. Larger sets and four arms are given more; :attr:`Line.width` says how much."""

FOUR_ARMS_ADD = 2
"""How many units wider the table is around a spinner."""
BESIDE_SPINNER = 9
"""How much of the table there is at least on both sides of a spinner, in half units: enough for its
arms to turn round."""

_BEFORE_THE_LEAD = (Slot("", 0, 0, RIGHT),)
_LEFT, _RIGHT, _UP, _DOWN = (end.word for end in End)


class Line:
    """The line of one round, on a screen of one shape.

    >>> from doublesix.engine import new_game
    >>> from doublesix.rules import load
    >>> line = Line(new_game(load("block"), 2), "tall")
    >>> line.lay(Played(0, tiles.parse("5-5"), None))
    Placed(x=0, y=0, turn=1, first=5, second=5)
    >>> line.lay(Played(1, tiles.parse("5-2"), End.LEFT))
    Placed(x=-3, y=0, turn=2, first=5, second=2)
    >>> line.box
    (-5, -2, 1, 2)
    """

    __slots__ = ("_arms", "_ends", "_left", "_right", "box", "tiles")

    def __init__(self, game: Game, shape: str) -> None:
        self.tiles: list[Placed] = []
        """What lies, in the order it was laid."""
        self.box: Box = (0, 0, 0, 0)
        """What all that lies takes up."""
        self._right = round(SHAPES[shape] * max(1.0, sqrt(game.tiles.size / 28)))
        self._left = -self._right
        self._ends = game.no_ends
        self._arms: list[Arm] = []

    @property
    def width(self) -> float:
        """How wide the line may become, in units; a spinner, once it lies, may need more."""
        return (self._right - self._left) / 2

    def lay(self, event: Played) -> Placed:
        """Lay a tile; it has its place for good."""
        before, end = self._ends, event.end
        now = self._ends = before.grown[event.tile, end]
        high, low = tiles.halves(event.tile)
        spins = now.spinner != before.spinner
        if end is None:
            inner = high
            at = self._lay_first(high == low, spins)
        else:
            inner = before.shown[end]
            arm = self._arms[end]
            if high != low:
                at = arm.lay_along()
            else:
                at = self._lay_spinner(arm) if spins else arm.lay_double()
        placed = Placed(at.x, at.y, at.turn, inner, high + low - inner)
        self.tiles.append(placed)
        self._stretch(*box_of(placed))
        return placed

    def slots(self, ends: Ends) -> tuple[Slot, ...]:
        """Where an ordinary tile would lie at each open end; before the lead, in the middle."""
        if not self._arms:
            return _BEFORE_THE_LEAD
        if CLOSED not in ends.open:
            return tuple([arm.slot for arm in self._arms])
        return tuple(
            arm.slot for arm, shown in zip(self._arms, ends.open, strict=True) if shown != CLOSED
        )

    def _stretch(self, left: int, top: int, right: int, bottom: int) -> None:
        box = self.box
        if left < box[0] or top < box[1] or right > box[2] or bottom > box[3]:
            self.box = min(left, box[0]), min(top, box[1]), max(right, box[2]), max(bottom, box[3])

    def _lay_first(self, double: bool, spins: bool) -> Slot:
        """The first tile, in the middle of the table; the arms begin at its two ends."""
        left, right = self._left, self._right
        out, depth = (0, 2) if double else (1, 1)
        self._arms = [
            Arm(_LEFT, -out, 0, LEFT, -out - 1 - left, left, right, UP, depth),
            Arm(_RIGHT, out, 0, RIGHT, right - out - 1, left, right, DOWN, depth),
        ]
        if spins:
            self._cross(0)
        return Slot("", 0, 0, DOWN if double else RIGHT)

    def _lay_spinner(self, arm: Arm) -> Slot:
        """The double that grows four arms, at the end of a line that has lain for a while.

        In the first row, with nothing above and below, it lies as any double does. Elsewhere one
        of its sides would face a row of tiles; there it leaves the row.
        """
        if all(arm.y == 0 for arm in self._arms) and arm.room >= SHORT:
            at = arm.lay_double()
            self._cross(arm.x)
            return at
        return self._drop_across(arm) if arm.way == arm.drift else self._drop_along(arm)

    def _widen(self, x: int) -> None:
        self._left = min(self._left - FOUR_ARMS_ADD, x - BESIDE_SPINNER)
        self._right = max(self._right + FOUR_ARMS_ADD, x + BESIDE_SPINNER)

    def _cross(self, x: int) -> None:
        """Four arms around a spinner in the first row. Above it the left arm has the columns to
        the left of the spinner and the arm up has those to the right; below it the arm down has
        the left and the right arm the right."""
        self._widen(x)
        left, right = self._arms
        left.room += left.left - self._left
        left.left, left.right = self._left, x - 2
        right.room += self._right - right.right
        right.left, right.right = x + 2, self._right
        left.aim()
        right.aim()
        self._arms += [
            Arm(_UP, x, -1, UP, LONG, x - 1, self._right, UP),
            Arm(_DOWN, x, 1, DOWN, LONG, self._left, x + 1, DOWN),
        ]

    def _drop_across(self, arm: Arm) -> Slot:
        """A spinner across the end of the tile that has just left a row. Its arm goes straight
        on, away from all rows; to its right begins the arm up, to its left the arm down."""
        self._widen(arm.x)
        arm.room = ENDLESS
        at = arm.lay_double()
        x, y = arm.x, arm.y
        self._arms += [
            Arm(_UP, x + 1, y, RIGHT, self._right - x - 2, x + 3, self._right, arm.drift),
            Arm(_DOWN, x - 1, y, LEFT, x - 2 - self._left, self._left, x - 3, arm.drift),
        ]
        return at

    def _drop_along(self, arm: Arm) -> Slot:
        """A spinner that leaves a row itself, with arms on both sides as above. The one that goes
        back along the row turns away from it after one tile. If a crosswise double is in its way
        there, it keeps half a unit more off the row, and the arm straight on half a unit off it.
        """
        x, way, drift = arm.x, arm.way, arm.drift
        ahead, away = STEPS[way][0], STEPS[drift][1]
        y = arm.y + 3 * away
        self._widen(x)
        up = Arm(_UP, x, y, RIGHT, self._right - x - 1, x + 4, self._right, drift)
        down = Arm(_DOWN, x, y, LEFT, x - 1 - self._left, self._left, x - 4, drift)
        back = down if way == RIGHT else up
        back.room = LONG
        if self._is_tight(x - 3 * ahead, y):
            back.y += away
            arm.x += ahead
        back.aim()
        arm.y, arm.way, arm.room = y + away, drift, ENDLESS
        arm.aim()
        self._arms += [up, down]
        return Slot(arm.end, x, y, drift)

    def _is_tight(self, x: int, y: int) -> bool:
        """Whether a lying tile here would touch another."""
        left, top, right, bottom = box_of(Slot("", x, y, RIGHT))
        return any(
            right >= other[0] and left <= other[2] and bottom >= other[1] and top <= other[3]
            for other in map(box_of, self.tiles)
        )


def lay_out(past: Iterable[Event], game: Game, shape: str) -> Line:
    """The line that these events of a round have left on the table."""
    line = Line(game, shape)
    for event in past:
        if isinstance(event, Played):
            line.lay(event)
    return line
