"""The player that knows what a net has learned, see ``docs/learning.md``."""

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.likely import Lot, Pool, sought
from doublesix.bots.searching import CHUNK, MOST_NODES, SearchBot, Thinker, hopeful, room_for
from doublesix.engine import Game, Move, View
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.habits import Habits, names_of
from doublesix.kernel.net import LARGEST_SET
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.search import Tree

KEPT = 32
"""In so many worlds, by weight, it plays on at once."""
SEARCHED, WEIGHED, GROWN, TRIED = 40, 8, 40, 12
"""For each of a number of rounds it has, so many rounds of the search that it begins with, worlds
that are weighed, rounds in the tree, worlds in which moves are tried by thumb rules."""
HASTE = 0.008
"""With less time than this, in seconds, it does not think again: weighing worlds would take it."""
TRIED_BY, MOST_TRIED = 0.8, 512
"""Then, by when moves were tried by thumb rules, and in how many worlds at most."""
AT_ONCE = 512
"""So many rounds are played by thumb rules before it looks at the clock."""
MOST_WEIGHED = 4096
"""Not more worlds are weighed, however long it may think."""
FEW = 64
"""So few worlds are listed, not drawn."""
AT_THE_END = 2048
"""So many rounds in the tree tell all that more would, then."""


class Trust(Struct, frozen=True, kw_only=True):
    """How much the master's opinions count at a kind of table, as so many rounds, see
    ``docs/decisions/0022-what-came-of-it.md``."""

    net: float
    """What the net says, beside all others."""
    net_in_haste: float
    """What it says without second thoughts."""
    quick: float = 0.0
    """A world in which all moves were tried by players who go by thumb rules."""
    rounds: float
    """A world in which they were tried by players with the net."""
    searched_by: float = 0.0
    """By when, of its time, it is done with the search that it begins with, if there is one, ..."""
    weighed_by: float
    """... with weighing worlds ..."""
    grown_by: float
    """... with the tree that it grows in them ..."""
    tried_by: float = 0.0
    """... and, if it does so, with trying moves by thumb rules."""


PAIRS = Trust(net=450, net_in_haste=1200, rounds=3, weighed_by=0.35, grown_by=0.65)
MANY = Trust(
    net=200, net_in_haste=300, quick=1.5, rounds=4, weighed_by=0.4, grown_by=0.6, tried_by=0.75
)
TWO = Trust(net=150, net_in_haste=300, rounds=12, searched_by=0.3, weighed_by=0.5, grown_by=0.7)
TWO_WHO_MAY_DRAW = Trust(net=1500, net_in_haste=1200, rounds=12, weighed_by=0.35, grown_by=0.65)
"""Where one may draw although one could play, the net is ahead of a search."""
SCORING = Trust(net=40, net_in_haste=80, rounds=12, weighed_by=0.3, grown_by=0.6)
SEARCH_COUNTS, TREE_COUNTS, QUICK_COUNTS, ROUNDS_COUNT = 1500.0, 4000.0, 3000.0, 6000.0
"""So much count a search, the tree, thumb rules and rounds with the net at most."""
TREE_SHARE = 0.5
"""How much a round in the tree counts."""
_SIDES = 2


def trust_in(game: Game) -> Trust:
    """How much opinions count in this game."""
    if game.scores_in_play:
        return SCORING
    if game.in_pairs:
        return PAIRS
    if len(game.sides) > _SIDES:
        return MANY
    return TWO_WHO_MAY_DRAW if game.rules.able_may_draw else TWO


class MasterBot(Thinker):
    """Plays on in worlds that other seats' moves make likely, with players of the habits these
    moves tell of, and grows a tree there. What all of it says of a move counts, and so does what
    the net says, and at some tables a search in all worlds."""

    kind = "master"

    def think(self, view: View, seed: int) -> Move:
        if view.game.tiles.top > LARGEST_SET:  # the net does not know these tiles
            return SearchBot(self.budget).think(view, seed)
        clock, worlds, rolls = Clock(self.budget), sampler(view), Rollouts(view)
        if len(listed := _list(view, worlds, seed)):
            return view.legal[int(know(rolls, listed, clock).argmax())]
        if (self.budget.seconds or HASTE) < HASTE:
            return view.legal[int(in_haste(clock, worlds, rolls, seed).mean.argmax())]
        trust, span = trust_in(view.game), rolls.span
        said = Opinions(rolls.judge().astype(float), trust.net)
        if trust.searched_by:
            searching = clock.part(trust.searched_by, SEARCHED)
            found = SearchBot.grown(view, worlds, searching, seed).worths()
            said = said.and_of(found, searching.done, SEARCH_COUNTS)
        weighing = clock.part(trust.weighed_by, WEIGHED)
        pool = sought(Habits(view), worlds, weighing, MOST_WEIGHED, seed + 1)
        growing = clock.part(trust.grown_by, GROWN)
        tree = grow_in(view, pool, growing, seed)
        said = said.and_of(tree.worths(), TREE_SHARE * growing.done, TREE_COUNTS)

        def play_out(count: int, moves: NDArray[np.int64]) -> NDArray[np.float64]:
            return rolls.try_moves(*pool.draw(count), moves) / span

        if trust.tried_by:
            trying = clock.part(trust.tried_by, TRIED)
            tried = try_quickly(rolls, pool.draw, trying)
            said = said.and_of(tried, trust.quick * trying.done, QUICK_COUNTS)
        return view.legal[int(_try_on(play_out, clock, said, trust.rounds).argmax())]


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


def know(rolls: Rollouts, listed: NDArray[np.uint64], clock: Clock) -> NDArray[np.float64]:
    """What moves are worth where these are all the worlds there are: by rounds with the net in each
    of them, and as much by a tree. Nothing is left to chance, but for how far the time goes."""
    view = rolls.view
    pool = Pool(Lot(listed, Habits(view).weigh(listed)), view.stock, 0)
    tried = pool.weights @ rolls.try_moves(listed, pool.likely_players()) / rolls.span
    growing = clock if clock.budget.seconds else Clock(Budget(rounds=AT_THE_END))
    worths: NDArray[np.float64] = tried + grow_in(view, pool, growing, 0, AT_THE_END).all_worths()
    return worths


def grow_in(view: View, pool: Pool, clock: Clock, seed: int, most: int = MOST_NODES) -> Tree:
    """A tree in likely worlds, with such players beyond it as moves tell of, of so many rounds at
    most."""
    tree = Tree(view, seed, room_for(clock.budget), SearchBot.bold)
    while clock.done < most and (count := clock.take(CHUNK)):
        worlds, players = pool.draw(count)
        tree.grow(worlds, np.minimum(players, core.HEURISTIC))
    return tree


def in_haste(clock: Clock, worlds: Sampler, rolls: Rollouts, seed: int) -> Opinions:
    """What there is to say without thinking again: what the net says, and a search in all worlds,
    or where thumb rules tell more in the same time, first what moves come to by these."""
    view = rolls.view
    trust = trust_in(view.game)
    said = Opinions(rolls.judge().astype(float), trust.net_in_haste)
    if trust.quick:
        by_thumb = np.full((AT_ONCE, view.game.seats), core.HEURISTIC, np.uint64)
        trying = clock.part(TRIED_BY, 1)

        def blindly(count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
            return worlds.draw(count, seed, trying.done), by_thumb[:count]

        tried = try_quickly(rolls, blindly, trying, MOST_TRIED)
        said = said.and_of(tried, trust.quick * trying.done, QUICK_COUNTS)
        if trying.is_over:
            return said
    found = SearchBot.grown(view, worlds, clock, seed + 1).worths()
    return said.and_of(found, clock.done, SEARCH_COUNTS)


def try_quickly(
    rolls: Rollouts,
    draw: Callable[[int], tuple[NDArray[np.uint64], NDArray[np.uint64]]],
    clock: Clock,
    most: int = 1 << 20,
) -> NDArray[np.float64]:
    """What moves come to in worlds, with the players that are drawn for them, who go by thumb rules
    if they would ask the net: the same worlds for every move, about so many at most."""
    moves = len(rolls.view.legal)
    sums, tried = np.zeros(moves), 0
    while tried < most and (count := clock.take(AT_ONCE // moves)):
        worlds, players = draw(count)
        sums += rolls.try_moves(worlds, np.minimum(players, core.HEURISTIC)).sum(axis=0)
        tried += count
    return sums / (tried * rolls.span)


def _try_on(
    play_out: Callable[[int, NDArray[np.int64]], NDArray[np.float64]],
    clock: Clock,
    said: Opinions,
    share: float,
) -> NDArray[np.float64]:
    """What was said of moves together with what they come to in worlds drawn by chance. Those that
    are surely worse than another are given up."""
    moves, tried, worths = np.arange(len(said.mean)), np.zeros((0, len(said.mean))), said.mean
    while len(moves) > 1 and (count := clock.take(KEPT)):
        tried = np.concatenate([tried, play_out(count, moves)])
        found = Opinions(said.mean[moves], said.counts)
        found = found.and_of(tried.mean(axis=0), share * len(tried), ROUNDS_COUNT)
        kept = hopeful(tried, found.mean)
        moves, tried = moves[kept], tried[:, kept]
        worths = np.full(len(said.mean), -np.inf)
        worths[moves] = found.mean[kept]
    return worths
