"""The player that knows what a net has learned, see ``docs/learning.md``."""

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Clock
from doublesix.bots.searching import CHUNK, SearchBot, Thinker, hopeful, room_for
from doublesix.engine import Move, View
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.net import LARGEST_SET
from doublesix.kernel.rollouts import PLAYERS, Rollouts, names_of
from doublesix.kernel.search import Tree

DRAWN, KEPT = 256, 32
"""So many worlds are drawn and weighed at once; in so many, by weight, it plays on at once."""
LOTS = 1024
"""By so many lots it is decided in which worlds, and with which players."""
SEARCHED_BY, WEIGHED_BY, GROWN_BY = 0.3, 0.5, 0.7
"""By when, of its time, it is done with the search that it begins with, with weighing worlds, and
with the tree that it grows in them."""
SEARCHED, WEIGHED, GROWN = 40, 8, 40
"""The same where it has a number of rounds: for each of them, so many rounds, worlds, rounds."""
MOST_WEIGHED = 4096
"""Not more worlds are weighed, however long it may think."""
LEAST = 64
"""If fewer of them than so many count, moves tell less than they seem to."""
_FLATTER = 0.95
FEW = 64
"""So few worlds are listed, not drawn."""
PRIOR = 100.0
"""The net's own opinion counts as much as so many rounds."""
SEARCH_WEIGHT, TREE_WEIGHT = 1.0, 2.0
"""How much what search and tree have found counts beside what rounds with the net came to."""
DOUBT = 0.01
"""So much of the way from losing to winning a move must seem better than the one that the search
has found: what is less than that is mostly chance."""


class MasterBot(Thinker):
    """Thinks again about what a search has found, in worlds that other seats' moves make likely: it
    plays on in them with players of the habits these moves tell of, and in a tree. What all of it
    says of a move counts."""

    kind = "master"

    def think(self, view: View, seed: int) -> Move:
        if view.game.tiles.top > LARGEST_SET:  # the net does not know these tiles
            return SearchBot(self.budget).think(view, seed)
        clock, worlds, rolls = Clock(self.budget), sampler(view), Rollouts(view)
        if len(listed := _list(view, worlds, seed)):
            pool = Pool(listed, rolls.weigh(listed), seed)
            tried = rolls.try_moves(listed, *pool.each())
            return view.legal[int((pool.weights @ tried).argmax())]
        first = SearchBot.grown(view, worlds, clock.part(SEARCHED_BY, SEARCHED), seed)
        pool = _weigh(rolls, worlds, clock.part(WEIGHED_BY, WEIGHED), seed + 1)
        growing = clock.part(GROWN_BY, GROWN)
        tree = Tree(view, seed, room_for(growing.budget), SearchBot.bold)
        while count := growing.take(CHUNK):
            places, players = pool.draw(count)
            tree.grow(pool.worlds, places, np.minimum(players, core.HEURISTIC))
        found = first.worths()
        searched = tree.span * (SEARCH_WEIGHT * found + TREE_WEIGHT * tree.worths())
        worths = _play_out(rolls, pool, clock, searched)
        worths[found.argmax()] += DOUBT * tree.span * (SEARCH_WEIGHT + TREE_WEIGHT + 1)
        return view.legal[int(worths.argmax())]


class Pool:
    """Worlds, and how likely each of them is after what the other seats have done."""

    def __init__(
        self, worlds: NDArray[np.uint64], odds: NDArray[np.float64], seed: int, least: int = 0
    ) -> None:
        self.worlds = worlds
        best = odds.max(axis=2)
        self._habits = np.exp(odds - best[:, :, None]).cumsum(axis=2)
        """How likely each seat of a world has a habit up to each one; the last is not 1."""
        together = (best + np.log(self._habits[:, :, -1])).sum(axis=1)
        self.weights = _shares(together, least)
        self._up_to = np.cumsum(self.weights)
        self._rng = np.random.default_rng(seed)
        self._drawn = LOTS

    def draw(self, count: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Places of so many of them, ``LOTS`` at most, each as often as its weight says; and for
        each who plays in every seat, as often as it is likely to be the one who made its moves."""
        if self._drawn + count > LOTS:
            self._lots, self._drawn = self._lay_out(), 0
        start, self._drawn = self._drawn, self._drawn + count
        places, players = self._lots
        return places[start : self._drawn], players[start : self._drawn]

    def _lay_out(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Many at once, spread evenly and shuffled, because one by one it takes long."""
        evenly = (self._rng.random() + self._rng.permutation(LOTS)) / LOTS
        places = np.searchsorted(self._up_to, evenly).clip(max=len(self.worlds) - 1)
        habits = self._habits[places]
        drawn = self._rng.random(habits.shape[:2]) * habits[:, :, -1]
        return places, PLAYERS[(habits < drawn[:, :, None]).sum(axis=2)]

    def each(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Every one of them once, and the players who most likely made the moves in it."""
        likely = np.diff(self._habits, axis=2, prepend=0.0)
        likely[:, :, core.BY_NET] += likely[:, :, core.LOOSELY_BY_NET]  # one player with both
        return np.arange(len(self.worlds)), PLAYERS[likely.argmax(axis=2)]


def _list(view: View, worlds: Sampler, seed: int) -> NDArray[np.uint64]:
    """All worlds there are, if they are few and can be found; else none. With no tile left to draw,
    a round goes on in each of them in one way only."""
    if view.stock or worlds.count > FEW:
        return np.zeros((0, core.WORLD_SIZE), np.uint64)
    drawn = worlds.draw(8 * FEW, seed)
    _, first = np.unique(names_of(drawn[:, : core.W_LEFT]), return_index=True)
    return drawn[first[: len(first) if len(first) == round(worlds.count) else 0]]


def _weigh(rolls: Rollouts, worlds: Sampler, clock: Clock, seed: int) -> Pool:
    """Draw worlds, and see how likely each of them is."""
    drawn, odds = [], []
    while clock.done < MOST_WEIGHED and (count := clock.take(DRAWN)):
        drawn.append(worlds.draw(count, seed, clock.done))
        odds.append(rolls.weigh(drawn[-1]))
    return Pool(np.concatenate(drawn), np.concatenate(odds), seed, LEAST)


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


def _play_out(
    rolls: Rollouts, pool: Pool, clock: Clock, searched: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What moves come to in worlds drawn by chance, what trees have found, and a little of what the
    net thinks. Those that are surely worse than another are given up."""
    opinion = rolls.judge().astype(float)
    moves, worth, tried = np.arange(len(opinion)), opinion, np.zeros((0, len(opinion)))
    while len(moves) > 1 and (count := clock.take(KEPT)):
        tried = np.concatenate([tried, rolls.try_moves(pool.worlds, *pool.draw(count), moves)])
        spread = 2.0 * max(float(tried.std()), 0.01)
        worth = (tried.sum(axis=0) + PRIOR * spread * opinion[moves]) / len(tried)
        worth += searched[moves]
        kept = hopeful(tried, worth)
        moves, tried, worth = moves[kept], tried[:, kept], worth[kept]
    worths = np.full(len(opinion), -np.inf)
    worths[moves] = worth
    return worths
