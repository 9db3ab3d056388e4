"""Worlds that other seats' moves make likely."""

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.budget import Clock
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.habits import PLAYERS, Habits

DRAWN = 256
"""So many worlds are drawn and weighed at once."""
LOTS = 1024
"""By so many lots it is decided in which worlds, and with which players."""
LEAST = 64
"""If fewer worlds than so many count, moves tell less than they seem to."""
_FLATTER = 0.95


class Pool:
    """Worlds, and how likely each of them is after what the other seats have done."""

    def __init__(
        self,
        worlds: NDArray[np.uint64],
        odds: NDArray[np.float64],
        stock: int,
        seed: int,
        least: int = 0,
    ) -> None:
        self.worlds = worlds
        best = odds.max(axis=2)
        self._habits = np.exp(odds - best[:, :, None]).cumsum(axis=2)
        """How likely each seat of a world has a habit up to each one; the last is not 1."""
        together = (best + np.log(self._habits[:, :, -1])).sum(axis=1)
        self.weights = _shares(together, least)
        self._up_to = np.cumsum(self.weights)
        self._stock = slice(core.W_STOCK, core.W_STOCK + stock)
        self._rng = np.random.default_rng(seed)
        self._drawn = LOTS

    def draw(self, count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """So many of them, ``LOTS`` at most, each as often as its weight says; and for each who
        plays in every seat, as often as it is likely to be the one who made its moves."""
        if self._drawn + count > LOTS:
            self._lots, self._drawn = self._lay_out(), 0
        start, self._drawn = self._drawn, self._drawn + count
        worlds, players = self._lots
        return worlds[start : self._drawn], players[start : self._drawn]

    def _lay_out(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Many at once, spread evenly and shuffled, because one by one it takes long. The stock
        lies in another order each time: else a tree would learn from the first tile drawn which
        world it is in, and what comes next."""
        evenly = (self._rng.random() + self._rng.permutation(LOTS)) / LOTS
        places = np.searchsorted(self._up_to, evenly).clip(max=len(self.worlds) - 1)
        worlds = self.worlds[places]
        worlds[:, self._stock] = self._rng.permuted(worlds[:, self._stock], axis=1)
        habits = self._habits[places]
        drawn = self._rng.random(habits.shape[:2]) * habits[:, :, -1]
        return worlds, PLAYERS[(habits < drawn[:, :, None]).sum(axis=2)]

    def likely_players(self) -> NDArray[np.uint64]:
        """For every one of them the players who most likely made the moves in it."""
        likely = np.diff(self._habits, axis=2, prepend=0.0)
        likely[:, :, core.BY_NET] += likely[:, :, core.LOOSELY_BY_NET]  # one player with both
        players: NDArray[np.uint64] = PLAYERS[likely.argmax(axis=2)]
        return players


def weighed(habits: Habits, worlds: Sampler, clock: Clock, most: int, seed: int) -> Pool:
    """Draw worlds until the clock says so, not more than so many, and see how likely each is."""
    drawn, odds = [], []
    while clock.done < most and (count := clock.take(DRAWN)):
        drawn.append(worlds.draw(count, seed, clock.done))
        odds.append(habits.weigh(drawn[-1]))
    return Pool(np.concatenate(drawn), np.concatenate(odds), habits.view.stock, seed, LEAST)


def _shares(odds: NDArray[np.float64], least: int) -> NDArray[np.float64]:
    """How likely each world is, from logarithms. Where hardly any would count, all are made more
    alike, until it is as if so many were equally likely, or half of them: nobody is so easy to
    read, and what is so in a few worlds is a matter of chance."""
    odds = odds - odds.max()
    shares: NDArray[np.float64] = np.exp(odds)
    while shares.sum() ** 2 < min(least, len(odds) / 2) * (shares**2).sum():
        odds *= _FLATTER
        shares = np.exp(odds)
    shares /= shares.sum()
    return shares
