"""The open ends of the line, as a shared value that knows what may be laid there.

Everything the rules ask of the line hangs on a few facts: what each end shows, which ends
are doubles, which are still bare sides of the middle tile. There are few such values, so
each is made once, with its answers worked out, and shared by all positions that have it.
"""

from functools import cache
from typing import TypeVar

from msgspec import Struct

from doublesix import tiles
from doublesix.engine.moves import End, Move, lay
from doublesix.rules.model import Arms, Spinner
from doublesix.tiles import TileSet

CLOSED = -1

T = TypeVar("T")


class Facts(Struct, frozen=True):
    """All that tells one value of the open ends from another."""

    shown: tuple[int, ...] = ()
    """What each end shows: none before the lead, two, or four around a spinner."""
    doubled: tuple[bool, ...] = ()
    """Whether the outermost tile at each end is a double."""
    bare: tuple[bool, ...] = ()
    """Whether each end is still a side of the middle tile: the spinner, or a lone lead."""
    spinner: int = -1
    """The number on the double that grows four arms; -1 while there is none."""


class Ends:
    """The facts and their consequences.

    >>> line = no_ends(6, Spinner.NONE, Arms.AT_ONCE)
    >>> line = line.grown[tiles.parse("5-5"), None].grown[tiles.parse("5-0"), End.RIGHT]
    >>> line.shown, line.total, [str(move) for move in line.plays[tiles.parse("5-0")]]
    ((5, 0), 10, ['5-0 left', '5-0 right'])
    """

    __slots__ = ("facts", "fits", "grown", "layout", "open", "plays", "shown", "total")

    def __init__(self, layout: "Layout", facts: Facts) -> None:
        self.layout = layout
        self.facts = facts
        self.grown = _Grown(self)
        """The ends after a tile is laid, by tile and end."""
        self.shown = facts.shown
        """What each end shows."""
        self.open = _open(layout.arms, facts)
        """What each end shows, -1 where the spinner's rule keeps it shut for now."""
        self.fits = layout.fitting(self.open)
        """The tiles that fit somewhere, as a mask."""
        self.plays = layout.plays(self.open)
        """For each tile of the set, its plays here, in canonical order."""
        self.total = _total(facts)
        """What the open ends add up to, for points in play."""

    @property
    def spinner(self) -> int:
        """The number on the spinner; -1 while there is none."""
        return self.facts.spinner

    def __reduce__(self) -> tuple[object, ...]:
        return _shared, (self.layout.key, self.facts)

    def __repr__(self) -> str:
        return f"Ends{self.shown}"


def _open(arms: Arms, facts: Facts) -> tuple[int, ...]:
    shown, bare = facts.shown, facts.bare
    if facts.spinner < 0 or arms is Arms.AT_ONCE:
        return shown
    if arms is Arms.SIDES_FIRST:
        waiting = bare[End.LEFT] or bare[End.RIGHT]
        return (*shown[:2], CLOSED, CLOSED) if waiting else shown
    if not any(bare):
        return shown
    return tuple(end if is_bare else CLOSED for end, is_bare in zip(shown, bare, strict=True))


def _total(facts: Facts) -> int:
    """A double at an end counts both halves. The double that the line or the arms grow from
    counts both halves, once, until its second side is covered."""
    if facts.spinner < 0 and any(facts.bare):
        return sum(facts.shown)
    middle = 2 * facts.spinner if facts.spinner >= 0 and facts.bare.count(True) > 2 else 0
    return middle + sum(
        shown * (1 + doubled)
        for shown, doubled, bare in zip(facts.shown, facts.doubled, facts.bare, strict=True)
        if not bare
    )


class _Grown(dict[tuple[int, End | None], Ends]):
    """The ends that follow, worked out when first asked for."""

    def __init__(self, ends: Ends) -> None:
        self.ends = ends

    def __missing__(self, laid: tuple[int, End | None]) -> Ends:
        self[laid] = following = self.ends.layout.grow(self.ends.facts, *laid)
        return following


class Layout:
    """How lines grow in one set under one spinner rule; keeps the ends that have come up."""

    def __init__(self, top: int, spinner: Spinner, arms: Arms) -> None:
        self.key = (top, spinner, arms)
        self.tiles: TileSet = tiles.tile_set(top)
        self.spinner = spinner
        self.arms = arms
        self._ends: dict[Facts, Ends] = {}
        self._plays: dict[tuple[int, ...], tuple[tuple[Move, ...], ...]] = {}

    def ends(self, facts: Facts) -> Ends:
        """The one value with these facts."""
        known = self._ends.get(facts)
        return known or self._ends.setdefault(facts, Ends(self, facts))  # two threads share one

    def fitting(self, ends: tuple[int, ...]) -> int:
        """The tiles that fit any of these ends, as a mask; all of them before the lead."""
        if not ends:
            return self.tiles.full
        fits = 0
        for end in ends:
            if end != CLOSED:
                fits |= self.tiles.suits[end]
        return fits

    def plays(self, ends: tuple[int, ...]) -> tuple[tuple[Move, ...], ...]:
        """For each tile, the plays it has at these ends; before the lead, itself."""
        if ends not in self._plays:
            self._plays[ends] = tuple(
                tuple(lay(tile, end) for end in _fitting_ends(tile, ends)) if ends else (lay(tile),)
                for tile in range(self.tiles.size)
            )
        return self._plays[ends]

    def grow(self, facts: Facts, tile: int, end: End | None) -> Ends:
        """The ends after a tile is laid."""
        pair = tiles.halves(tile)
        double = pair[0] == pair[1]
        if end is None:
            grown = Facts(pair, (double, double), (True, True))
        else:
            bare = _put(facts.bare, end, False) if facts.spinner >= 0 else (False, False)
            grown = Facts(
                _put(facts.shown, end, sum(pair) - facts.shown[end]),
                _put(facts.doubled, end, double),
                bare,
                facts.spinner,
            )
        if double and facts.spinner < 0 and self._spins(pair[0]):
            grown = _spun(grown, pair[0], end)
        return self.ends(grown)

    def _spins(self, pips: int) -> bool:
        if self.spinner is Spinner.TOP_DOUBLE:
            return pips == self.tiles.top
        return self.spinner is Spinner.FIRST_DOUBLE


def _spun(facts: Facts, pips: int, end: End | None) -> Facts:
    """The double just laid at this end becomes the spinner and opens its two arms."""
    bare = facts.bare if end is None else _put(facts.bare, end, True)
    return Facts(
        (*facts.shown, pips, pips), (*facts.doubled, True, True), (*bare, True, True), pips
    )


def _fitting_ends(tile: int, ends: tuple[int, ...]) -> list[End]:
    pair = tiles.halves(tile)
    return [end for end in End if end < len(ends) and ends[end] in pair]


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


@cache
def _layout(top: int, spinner: Spinner, arms: Arms) -> Layout:
    return Layout(top, spinner, arms)


def no_ends(top: int, spinner: Spinner, arms: Arms) -> Ends:
    """The ends before the lead: none, and every tile may be laid."""
    return _layout(top, spinner, arms).ends(Facts())


def _shared(key: tuple[int, Spinner, Arms], facts: Facts) -> Ends:
    return _layout(*key).ends(facts)
