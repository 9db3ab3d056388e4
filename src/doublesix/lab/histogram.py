"""How often each whole number came up: what all means are worked out of."""

from typing import Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Counts = NDArray[np.int64]


class Histogram(Struct, frozen=True):
    """How often each whole number came up; the last axis counts them from ``low`` on.

    >>> both = Histogram(0, np.array([1, 2])) + Histogram(1, np.array([1, 0, 4]))
    >>> both.low, both.counts.tolist()
    (0, [1, 3, 0, 4])
    """

    low: int
    counts: Counts

    def __add__(self, other: Self) -> Self:
        low = min(self.low, other.low)
        high = max(self.high, other.high)
        return type(self)(low, self._over(low, high) + other._over(low, high))

    @property
    def high(self) -> int:
        """One more than the last number counted."""
        return self.low + int(self.counts.shape[-1])

    def _over(self, low: int, high: int) -> Counts:
        """The counts of a wider range."""
        if (low, high) == (self.low, self.high):
            return self.counts
        wider = np.zeros((*self.counts.shape[:-1], high - low), np.int64)
        wider[..., self.low - low : self.high - low] = self.counts
        return wider
