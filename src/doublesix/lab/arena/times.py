"""How long bots think, in whole numbers that add up in any order."""

from math import log2
from typing import Self

from msgspec import Struct

_FINE = 16
"""Steps within which a time doubles: a time is known to about four per cent."""


class Times(Struct, frozen=True):
    """Times of decisions, in nanoseconds."""

    total: int
    counts: dict[int, int]
    """How many decisions took about ``2 ** (key / _FINE)``."""

    def __add__(self, other: Self) -> Self:
        keys = self.counts.keys() | other.counts.keys()
        counts = {key: self.counts.get(key, 0) + other.counts.get(key, 0) for key in keys}
        return type(self)(self.total + other.total, counts)

    @property
    def decisions(self) -> int:
        """How many there were."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """How long one takes."""
        return self.total / max(self.decisions, 1)

    def longest_but(self, part: float) -> float:
        """How long a decision takes that is exceeded by only this part of all.

        >>> many = times([1024] * 98 + [65_536] * 2)
        >>> many.longest_but(0.5), many.longest_but(0.01)
        (1000.0, 66000.0)
        """
        left = self.decisions * part
        for key in sorted(self.counts, reverse=True):
            left -= self.counts[key]
            if left < 0:
                return float(f"{2 ** (key / _FINE):.2g}")
        return 0.0


def times(nanoseconds: list[int]) -> Times:
    """The times of some decisions."""
    counts: dict[int, int] = {}
    for time in nanoseconds:
        key = round(_FINE * log2(max(time, 1)))
        counts[key] = counts.get(key, 0) + 1
    return Times(sum(nanoseconds), counts)
