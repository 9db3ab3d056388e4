"""Players that play many rounds in their heads, in worlds that may be the true one."""

import time

from doublesix.bots.beliefs.fast import sampler
from doublesix.engine import Move, View
from doublesix.kernel.search import Tree
from doublesix.rng import Rng


class SearchBot:
    """Grows a tree over what may be seen to happen (information set Monte Carlo tree search)."""

    def __init__(self, iterations=2000, seconds=None, bold=0.7, points=0.1, scale=40.0, chunk=512):
        self.iterations, self.seconds, self.bold, self.points, self.scale, self.chunk = iterations, seconds, bold, points, scale, chunk
        self.name = f"search@{iterations}"
        self.policy = 0

    def choose(self, view: View, rng: Rng) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        seed = rng.below(1 << 62)
        worlds = sampler(view)
        tree = Tree(view, seed, self.iterations or 200000, self.bold, self.policy)
        done = 0
        start = time.perf_counter()
        while done < self.iterations if self.seconds is None else time.perf_counter() - start < self.seconds:
            count = min(self.chunk, self.iterations - done) if self.seconds is None else self.chunk
            tree.grow(worlds.draw(count, seed, done), self.points, self.scale)
            done += count
        return max(tree.tried(), key=lambda tried: (tried.visits, tried.worth)).move
