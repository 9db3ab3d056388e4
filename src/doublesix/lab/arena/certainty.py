"""How sure a win share is while one keeps looking: a confidence sequence by betting.

An interval of 95 % is right for a number of deals that was fixed beforehand. Whoever looks again
and again and stops at a result he likes is wrong far more often. Here the interval holds at all
times together: the chance that it *ever* leaves out the true share is at most 5 %.

For every share ``m`` somebody bets that it is not the true one, at odds that would be fair if it
were: money that was staked grows by ``1 + bet * (score - m)`` with each deal. If ``m`` is true, the
whole capital is a fair game, and the chance that it ever grows twentyfold is at most one in twenty
(Ville's inequality). So every ``m`` at which it did not is still possible. Nothing is assumed but
that scores of deals lie between 0 and 1 and that deals are independent; the capital is spread over
small and large bets, because nobody knows beforehand which will do. See Waudby-Smith and Ramdas,
Estimating means of bounded random variables by betting, JRSS B 86 (2024).
"""

from functools import lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray

ALPHA = 0.05
"""The chance to be wrong at some time, at most."""

_STEPS = 2000
"""Shares that are bet against: every twentieth of a per cent."""
_SHARES = np.linspace(0, 1, _STEPS + 1)
_SIZES = 0.9 * 2.0 ** -np.arange(7)
_BETS = np.concatenate([_SIZES, -_SIZES])[:, None]
"""On more and on less; none of them can lose everything. The largest ones decide after dozens of
deals, the smallest after tens of thousands."""


class Certainty:
    """What is still possible after the scores seen so far."""

    def __init__(self) -> None:
        self._capital = np.full((len(_BETS), _STEPS + 1), -log(len(_BETS)))
        """The logarithm of what each bet has become."""

    def see(self, score: float) -> None:
        """Settle the bets on one more deal."""
        self._capital += _growth(score)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share is, with a certainty of 95 % for all times together.

        >>> some = Certainty()
        >>> for number in range(200):
        ...     some.see((0.0, 0.5, 1.0, 1.0)[number % 4])
        >>> [round(end, 3) for end in some.interval]
        [0.524, 0.718]
        """
        whole = np.logaddexp.reduce(self._capital, axis=0)
        possible = np.flatnonzero(whole < -log(ALPHA))
        if not len(possible):  # nobody can win by betting against the mean; it is between two steps
            possible = np.array([whole.argmin()])
        # Between two steps nobody has bet: the end may be there.
        low, high = max(possible[0] - 1, 0), min(possible[-1] + 1, _STEPS)
        return float(_SHARES[low]), float(_SHARES[high])


@lru_cache(maxsize=64)
def _growth(score: float) -> NDArray[np.float64]:
    """What a score does to all bets; there are few different ones."""
    grown: NDArray[np.float64] = np.log1p(_BETS * (score - _SHARES))
    return grown
