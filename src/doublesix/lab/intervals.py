"""How sure a number is: 95 % intervals."""

from collections.abc import Sequence
from math import fsum, sqrt

import numpy as np
from msgspec import Struct

from doublesix.lab.histogram import Counts, Histogram

_Z = 1.959963984540054
"""So many standard errors to either side hold 95 % of a normal distribution."""


class Share(Struct, frozen=True):
    """A part of a whole, with Wilson's interval: honest also near 0 and 1, and for few rounds."""

    count: int
    of: int
    share: float
    interval: tuple[float, float]


class Mean(Struct, frozen=True):
    """A mean, with its normal interval; of fewer than two numbers there is none."""

    mean: float
    interval: tuple[float, float] | None


def share(count: int, of: int) -> Share:
    """How often something happened.

    >>> one = share(10, 100)
    >>> one.share, [round(end, 4) for end in one.interval]
    (0.1, [0.0552, 0.1744])
    """
    if not of:
        return Share(count, of, 0.0, (0.0, 1.0))
    found = count / of
    scale = 1 + _Z**2 / of
    middle = (found + _Z**2 / (2 * of)) / scale
    reach = _Z / scale * sqrt(found * (1 - found) / of + _Z**2 / (4 * of * of))
    # Rounding must not leave the observed share outside its own interval.
    return Share(count, of, found, (min(found, middle - reach), max(found, middle + reach)))


def mean(histogram: Histogram, parts: int = 1) -> Mean:
    """The mean of the numbers counted, each divided by ``parts``; all other axes are added up.

    >>> found = mean(Histogram(1, np.array([1, 1, 1])))
    >>> found.mean, [round(end, 4) for end in found.interval]
    (2.0, [0.8684, 3.1316])
    """
    counts, total, squares = _sums(histogram)
    if not counts:
        return Mean(0.0, None)
    middle = total / (counts * parts)
    if counts < 2:
        return Mean(middle, None)
    # Whole numbers up to the root: nothing is lost in between, however many rounds there are.
    spread = counts * squares - total * total
    reach = _Z * sqrt(spread / (counts * counts * (counts - 1))) / parts
    return Mean(middle, (middle - reach, middle + reach))


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of some numbers, in whatever order they come.

    >>> found = mean_of([1.0, 2.0, 3.0])
    >>> found.mean, [round(end, 4) for end in found.interval]
    (2.0, [0.8684, 3.1316])
    """
    count = len(values)
    if not count:
        return Mean(0.0, None)
    middle = fsum(values) / count
    if count < 2:
        return Mean(middle, None)
    spread = fsum((value - middle) ** 2 for value in values) / (count - 1)
    reach = _Z * sqrt(spread / count)
    return Mean(middle, (middle - reach, middle + reach))


def _sums(histogram: Histogram) -> tuple[int, int, int]:
    """How many numbers were counted, their sum, and the sum of their squares."""
    counts: Counts = histogram.counts.reshape(-1, histogram.counts.shape[-1]).sum(axis=0)
    pairs = [
        (number, int(counts[number - histogram.low]))
        for number in (np.flatnonzero(counts) + histogram.low).tolist()
    ]
    return (
        sum(count for _, count in pairs),
        sum(number * count for number, count in pairs),
        sum(number * number * count for number, count in pairs),
    )
