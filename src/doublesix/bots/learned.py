"""The player that knows what a net has learned, see ``docs/learning.md``."""

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Clock
from doublesix.bots.searching import SearchBot, Thinker
from doublesix.engine import Move, View
from doublesix.kernel.net import LARGEST_SET
from doublesix.kernel.rollouts import Rollouts

DRAWN, KEPT = 256, 64
"""So many worlds are drawn at once and weighed, and in so many of them, by weight, it plays on."""
PRIOR = 100.0
"""The net's own opinion counts as much as so many rounds."""


class MasterBot(Thinker):
    """Plays on in worlds that the other seats' moves make likely, with players who know what the
    net knows in every seat."""

    kind = "master"
    prior = PRIOR
    heat = 0.1
    by_chance = 0.05

    def think(self, view: View, seed: int) -> Move:
        if view.game.tiles.top > LARGEST_SET:  # the net does not know these tiles
            return SearchBot(self.budget).think(view, seed)
        rolls = Rollouts(view, self.heat, self.by_chance)
        opinion = rolls.judge().astype(float)
        clock, worlds = Clock(self.budget), sampler(view)
        rng = np.random.default_rng(seed)
        found = []
        while count := clock.take(KEPT):
            drawn = worlds.draw(DRAWN, seed, clock.done)
            likely = drawn[_pick(rolls.weigh(drawn), count, rng)]
            found.append(rolls.try_moves(likely))
        tried = np.concatenate(found)
        spread = 2.0 * max(float(tried.std()), 0.01)
        worths = tried.sum(axis=0) + self.prior * spread * (opinion - opinion.mean())
        return view.legal[int(worths.argmax())]


def _pick(odds: NDArray[np.float32], count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """So many of them, each as often as its weight says, spread evenly."""
    weights = np.exp((odds - odds.max()).astype(float))
    places = (rng.random() + np.arange(count)) / count
    return np.searchsorted(np.cumsum(weights / weights.sum()), places).clip(max=len(odds) - 1)
