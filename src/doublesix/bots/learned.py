"""The player that knows what a net has learned, see ``docs/learning.md``."""

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Clock
from doublesix.bots.likely import Pool, weighed
from doublesix.bots.searching import CHUNK, SearchBot, Thinker, hopeful, room_for
from doublesix.engine import Move, View
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.habits import Habits, names_of
from doublesix.kernel.net import LARGEST_SET
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.search import Tree

KEPT = 32
"""In so many worlds, by weight, it plays on at once."""
SEARCHED_BY, WEIGHED_BY, GROWN_BY = 0.3, 0.5, 0.7
"""By when, of its time, it is done with the search that it begins with, with weighing worlds, and
with the tree that it grows in them."""
HASTE = 0.008
"""With less time than this, in seconds, it does not think again: weighing worlds would take it."""
SEARCHED, WEIGHED, GROWN = 40, 8, 40
"""The same where it has a number of rounds: for each of them, so many rounds, worlds, rounds."""
MOST_WEIGHED = 4096
"""Not more worlds are weighed, however long it may think."""
FEW = 64
"""So few worlds are listed, not drawn."""
NET_COUNTS, NET_SCALE, SCORING_SCALE = 800.0, 0.4, 0.1
"""The net's own opinion counts as much as so many rounds; differences between moves are taken for
so much of what it says they are, because most of a small one is error, the more so where tiles
score while they are laid."""
SEARCH_COUNTS, TREE_COUNTS, ROUNDS_COUNT = 1500.0, 4000.0, 6000.0
"""As much as so many rounds count what search, tree and rounds with the net have found, at most."""
TREE_SHARE, ROUNDS_SHARE = 0.5, 3.0
"""How much a round in the tree counts, and a world in which all moves are tried."""
DOUBT = 0.003
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
            pool = Pool(listed, Habits(view).weigh(listed), view.stock, seed)
            tried = rolls.try_moves(listed, pool.likely_players())
            return view.legal[int((pool.weights @ tried).argmax())]
        scale = SCORING_SCALE if view.game.scores_in_play else NET_SCALE
        said = Opinions(scale * rolls.judge().astype(float), NET_COUNTS)
        in_haste = (self.budget.seconds or HASTE) < HASTE
        searching = clock if in_haste else clock.part(SEARCHED_BY, SEARCHED)
        first = SearchBot.grown(view, worlds, searching, seed)
        found = first.worths()
        said = said.and_of(found, searching.done, SEARCH_COUNTS)
        if in_haste:
            worths = said.mean
        else:
            weighing = clock.part(WEIGHED_BY, WEIGHED)
            pool = weighed(Habits(view), worlds, weighing, MOST_WEIGHED, seed + 1)
            growing = clock.part(GROWN_BY, GROWN)
            again = _grow_again(view, pool, growing, seed).worths()
            said = said.and_of(again, TREE_SHARE * growing.done, TREE_COUNTS)
            worths = _play_out(rolls, pool, clock, said, first.span)
        worths[found.argmax()] += DOUBT
        return view.legal[int(worths.argmax())]


class Opinions:
    """What moves are worth by several opinions together, and how much these count."""

    def __init__(self, mean: NDArray[np.float64], counts: float) -> None:
        self.mean = mean
        self.counts = counts

    def and_of(self, worths: NDArray[np.float64], rounds: float, most: float) -> "Opinions":
        """With one more. It counts as much as the rounds that led to it, but however many these
        are, less than ``most``: what is wrong with it is not chance alone."""
        counts = 1 / (1 / rounds + 1 / most)
        together = self.counts + counts
        return Opinions((self.counts * self.mean + counts * worths) / together, together)


def _list(view: View, worlds: Sampler, seed: int) -> NDArray[np.uint64]:
    """All worlds there are, if they are few and can be found; else none. With no tile left to draw,
    a round goes on in each of them in one way only."""
    if view.stock or worlds.count > FEW:
        return np.zeros((0, core.WORLD_SIZE), np.uint64)
    drawn = worlds.draw(8 * FEW, seed)
    _, first = np.unique(names_of(drawn[:, : core.W_LEFT]), return_index=True)
    return drawn[first[: len(first) if len(first) == round(worlds.count) else 0]]


def _grow_again(view: View, pool: Pool, clock: Clock, seed: int) -> Tree:
    """A tree in likely worlds, with such players beyond it as moves tell of."""
    tree = Tree(view, seed, room_for(clock.budget), SearchBot.bold)
    while count := clock.take(CHUNK):
        worlds, players = pool.draw(count)
        tree.grow(worlds, np.minimum(players, core.HEURISTIC))
    return tree


def _play_out(
    rolls: Rollouts, pool: Pool, clock: Clock, said: Opinions, span: float
) -> NDArray[np.float64]:
    """What was said of moves together with what they come to in worlds drawn by chance. Those that
    are surely worse than another are given up."""
    moves, tried, worths = np.arange(len(said.mean)), np.zeros((0, len(said.mean))), said.mean
    while len(moves) > 1 and (count := clock.take(KEPT)):
        tried = np.concatenate([tried, rolls.try_moves(*pool.draw(count), moves) / span])
        found = Opinions(said.mean[moves], said.counts)
        found = found.and_of(tried.mean(axis=0), ROUNDS_SHARE * len(tried), ROUNDS_COUNT)
        kept = hopeful(tried, found.mean)
        moves, tried = moves[kept], tried[:, kept]
        worths = np.full(len(said.mean), -np.inf)
        worths[moves] = found.mean[kept]
    return worths
