"""Worlds that other seats' moves make likely."""

from collections.abc import Sequence
from typing import NamedTuple

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
_AMONG = 4
"""One of so many worlds is weighed, where some seem likelier than others."""
_STIFF = 3.0
"""After about so many worlds with a tile in a place it is believed that the tile matters."""
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
"""Those of every byte."""


class Lot(NamedTuple):
    """Worlds that were drawn, and weighed."""

    worlds: NDArray[np.uint64]
    odds: NDArray[np.float64]
    """What ``Habits.weigh`` says of them."""
    often: NDArray[np.float64] | float = 1.0
    """How much oftener than by chance each of them was drawn."""


class Pool:
    """Worlds, and how likely each of them is after what the other seats have done."""

    def __init__(self, lot: Lot, stock: int, seed: int, least: int = 0) -> None:
        self.worlds = lot.worlds
        best = lot.odds.max(axis=2)
        self._habits = np.exp(lot.odds - best[:, :, None]).cumsum(axis=2)
        """How likely each seat of a world has a habit up to each one; the last is not 1."""
        together = (best + np.log(self._habits[:, :, -1])).sum(axis=1)
        self.weights = _shares(together, least, lot.often)
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
    lots = []
    while clock.done < most and (count := clock.take(DRAWN)):
        drawn = worlds.draw(count, seed, clock.done)
        lots.append(Lot(drawn, habits.weigh(drawn)))
    return Pool(_together(lots), habits.view.stock, seed, LEAST)


def sought(habits: Habits, worlds: Sampler, clock: Clock, most: int, seed: int) -> Pool:
    """The same, but what is weighed after the first lot are worlds that seem likely by what was
    found there, so that more of them count. How much oftener they come than by chance is made up
    for, however wrong that hunch may be."""
    drawn = worlds.draw(clock.take(DRAWN), seed, clock.done)
    lots = [Lot(drawn, habits.weigh(drawn))]
    hunch, means, rng = Hunch(habits, lots[0]), [], np.random.default_rng(seed)
    while clock.done < most and (count := clock.take(DRAWN)):
        many = worlds.draw(_AMONG * count, seed, _AMONG * clock.done)
        up_to = np.cumsum(hunch.of(many))
        means.append(up_to[-1] / len(many))
        evenly = (rng.random() + np.arange(count)) / count * up_to[-1]
        drawn = many[np.searchsorted(up_to, evenly).clip(max=len(many) - 1)]
        lots.append(Lot(drawn, habits.weigh(drawn)))
    every = _together(lots)
    if means:
        blindly = len(lots[0].worlds) / len(every.worlds)
        seems = hunch.of(every.worlds) / np.mean(means)
        every = every._replace(often=blindly + (1 - blindly) * seems)
    return Pool(every, habits.view.stock, seed, LEAST)


def _together(lots: Sequence[Lot]) -> Lot:
    worlds, odds, _ = zip(*lots, strict=True)
    return Lot(np.concatenate(worlds), np.concatenate(odds))


class Hunch:
    """How likely worlds seem at a glance: as if every tile that a seat was dealt, or drew, made
    its moves so many times likelier, whatever else it holds."""

    def __init__(self, habits: Habits, lot: Lot) -> None:
        """By worlds drawn blindly, and what ``habits`` said of them."""
        self._places = habits.places()
        self._bytes = -(-habits.view.game.tiles.size // 8)
        worlds, odds, _ = lot
        best = odds.max(axis=2)
        told = best + np.log(np.exp(odds - best[:, :, None]).sum(axis=2))
        told -= told.mean(axis=0)
        self._factors = []
        for seat, slots in self._places:
            held = _BITS[self._held(worlds, slots)].reshape(len(worlds), -1).astype(np.float64)
            held -= held.mean(axis=0)
            stiff = _STIFF * np.eye(held.shape[1])
            found = np.linalg.solve(held.T @ held + stiff, held.T @ told[:, seat])
            self._factors.append(_BITS @ found.reshape(-1, 8).T)

    def _held(self, worlds: NDArray[np.uint64], slots: Sequence[int]) -> NDArray[np.uint8]:
        """The tiles in these places of each world, byte by byte."""
        tiles = np.bitwise_or.reduce(worlds[:, slots], axis=1)
        each: NDArray[np.uint8] = tiles.astype("<u8").view(np.uint8).reshape(-1, 8)
        return each[:, : self._bytes]

    def of(self, worlds: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely they seem beside others."""
        sums = np.zeros(len(worlds))
        for (_, slots), factors in zip(self._places, self._factors, strict=True):
            for held, factor in zip(self._held(worlds, slots).T, factors.T, strict=True):
                sums += factor[held]
        seems: NDArray[np.float64] = np.exp(sums)
        return seems


def _shares(
    odds: NDArray[np.float64], least: int, often: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """How likely each world is, from logarithms. Where hardly any would count, all are made more
    alike, until it is as if so many were equally likely, or half of them: nobody is so easy to
    read, and what is so in a few worlds is a matter of chance."""
    odds = odds - odds.max()
    shares: NDArray[np.float64] = np.exp(odds) / often
    while shares.sum() ** 2 < min(least, len(odds) / 2) * (shares**2).sum():
        odds *= _FLATTER
        shares = np.exp(odds) / often
    shares /= shares.sum()
    return shares
