"""The player that knows what a net has learned, see ``docs/learning.md``."""

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Clock
from doublesix.bots.searching import SearchBot, Thinker
from doublesix.engine import Move, View
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.net import LARGEST_SET
from doublesix.kernel.rollouts import Rollouts

DRAWN, KEPT = 64, 16
"""So many worlds are drawn at once and weighed, and in so many of them, by weight, it plays on."""
PRIOR = 100.0
"""The net's own opinion counts as much as so many rounds."""
FEW = 64
"""So few worlds are listed, not drawn."""
_ENOUGH, _SURE = 64, 3.0
"""After so many rounds, a move that is worse by so many standard errors is tried no more."""


class MasterBot(Thinker):
    """Plays on in worlds that the other seats' moves make likely, with players who know what the
    net knows in every seat."""

    kind = "master"

    def think(self, view: View, seed: int) -> Move:
        if view.game.tiles.top > LARGEST_SET:  # the net does not know these tiles
            return SearchBot(self.budget).think(view, seed)
        clock = Clock(self.budget)
        rolls, worlds = Rollouts(view), sampler(view)
        worths = self._exactly(view, rolls, worlds, seed)
        if worths is None:
            worths = self._by_chance(rolls, worlds, clock, seed)
        return view.legal[int(worths.argmax())]

    @staticmethod
    def _exactly(
        view: View, rolls: Rollouts, worlds: Sampler, seed: int
    ) -> NDArray[np.float64] | None:
        """What moves come to in all worlds there are, near the end of a round: with no tile left to
        draw, a round goes on in one way only."""
        if view.stock or worlds.count > FEW:
            return None
        drawn = worlds.draw(8 * FEW, seed)
        _, first = np.unique(drawn[:, : core.W_LEFT], axis=0, return_index=True)
        listed = drawn[first]
        if len(listed) != round(worlds.count):
            return None
        likely: NDArray[np.float64] = _weights(rolls.weigh(listed)) @ rolls.try_moves(listed)
        return likely

    @staticmethod
    def _by_chance(
        rolls: Rollouts, worlds: Sampler, clock: Clock, seed: int
    ) -> NDArray[np.float64]:
        """What moves come to in worlds drawn by chance, and a little of what the net thinks. Those
        that are surely worse than another are given up."""
        rng = np.random.default_rng(seed)
        opinion = rolls.judge().astype(float)
        moves, worth, tried = np.arange(len(opinion)), opinion, np.zeros((0, len(opinion)))
        while len(moves) > 1 and (count := clock.take(KEPT)):
            drawn = worlds.draw(DRAWN, seed, clock.done)
            likely = drawn[_pick(_weights(rolls.weigh(drawn)), count, rng)]
            tried = np.concatenate([tried, rolls.try_moves(likely, moves)])
            spread = 2.0 * max(float(tried.std()), 0.01)
            worth = (tried.sum(axis=0) + PRIOR * spread * opinion[moves]) / len(tried)
            kept = hopeful(tried, worth)
            moves, tried, worth = moves[kept], tried[:, kept], worth[kept]
        worths = np.full(len(opinion), -np.inf)
        worths[moves] = worth
        return worths


def _weights(odds: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely each of these worlds is, from logarithms; together 1."""
    weights: NDArray[np.float64] = np.exp((odds - odds.max()).astype(float))
    weights /= weights.sum()
    return weights


def hopeful(tried: NDArray[np.float64], worth: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the moves may yet turn out the best."""
    best = int(worth.argmax())
    reach = _SURE * (tried[:, best, None] - tried).std(axis=0) / len(tried) ** 0.5
    kept: NDArray[np.bool_] = (worth[best] - worth < reach) | (len(tried) < _ENOUGH)
    kept[best] = True
    return kept


def _pick(weights: NDArray[np.float64], count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """So many of them, each as often as its weight says, spread evenly."""
    places = (rng.random() + np.arange(count)) / count
    return np.searchsorted(np.cumsum(weights), places).clip(max=len(weights) - 1)
