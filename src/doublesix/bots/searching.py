"""Players that play rounds in their heads, in worlds that may be the true one.

They need the compiled engine. Where that cannot play a game (a set beyond double-nine), or there
are more ways for the hidden tiles to lie than can be counted, they go by the thumb rules.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.beliefs import Beliefs, world_state
from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.heuristic import HeuristicBot
from doublesix.bots.likely import weighed
from doublesix.engine import Move, View
from doublesix.errors import UnsupportedRules
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.habits import Habits
from doublesix.kernel.search import Tree, Tried
from doublesix.kernel.solve import Goal, worths
from doublesix.rng import Rng

CHUNK = 256
"""So many worlds are drawn at once; between them a bot looks at the clock."""
MOST_NODES = 1 << 20
"""Nodes of a tree; a larger one is not worth its memory."""
FASTEST = 2e6
"""Rounds that can be played in a second."""
_PARTNERS = 0.0, 0.0, 0.5, 0.1, 0.4
"""How many partners have each habit, for one who knows nothing of the net."""
_LISTENED_BY, _MOST_HEARD = 0.2, 1024
"""By when, of its time, a bot has listened to its partner; in how many worlds, at most."""
SURE = 3.0
"""A move that is worse by so many standard errors is surely worse."""
_LOOKED_AT = 16 * CHUNK
"""After so many rounds a bot looks whether it is sure already."""
ENOUGH = 64
"""After so many worlds, a move that is surely worse is tried no more."""
_LOOKS = 4
"""So many worlds are looked at before a bot looks at the clock."""
_SIDES = 2
_NODES = 20_000
"""Positions looked at for one move in one world."""
_ROUNDS = 256
"""Rounds played in one world where it cannot be solved."""


class Thinker(ABC):
    """What these players have in common."""

    kind: ClassVar[str]

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.name = f"{self.kind}@{budget}"

    def choose(self, view: View, rng: Rng) -> Move:
        """Think, where there is something to think about."""
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            return self.think(view, rng.below(1 << 62))
        except UnsupportedRules:
            return HeuristicBot().choose(view, rng)

    @abstractmethod
    def think(self, view: View, seed: int) -> Move:
        """Choose; ``seed`` is all the chance there is."""


class SearchBot(Thinker):
    """Grows a tree over what may be seen to happen, and plays on by thumb rules where it ends:
    information set Monte Carlo tree search. A partner's moves tell it which worlds are likely."""

    kind = "search"
    bold = 1.5
    by_thumb = True

    def think(self, view: View, seed: int) -> Move:
        clock = Clock(self.budget)
        tree = self.grown(view, sampler(view), clock, seed)
        return view.legal[int(tree.worths().argmax())]

    @classmethod
    def grown(cls, view: View, worlds: Sampler, clock: Clock, seed: int) -> Tree:
        """The tree it goes by."""
        tree = Tree(view, seed, room_for(clock.budget), cls.bold)
        if cls.by_thumb:
            tree.play_by_thumb_rules()
            grow(tree, listening(view, worlds, clock, seed), clock)
        else:
            grow(tree, blindly(worlds, clock, seed), clock)
        return tree


Draw = Callable[[int], NDArray[np.uint64]]
"""Draws so many worlds."""


def blindly(worlds: Sampler, clock: Clock, seed: int) -> Draw:
    """All worlds are equally likely."""
    return lambda count: worlds.draw(count, seed, clock.done)


def listening(view: View, worlds: Sampler, clock: Clock, seed: int) -> Draw:
    """Those are likely in which a partner would have done what he did. Opponents may be anybody,
    and mean no good: nothing is made of what they do."""
    if not view.game.in_pairs:
        return blindly(worlds, clock, seed)
    habits = Habits(view, _PARTNERS, view.game.sides[view.game.side_of[view.seat or 0]])
    if not habits.heard:
        return blindly(worlds, clock, seed)
    pool = weighed(habits, worlds, clock.part(_LISTENED_BY, 1), _MOST_HEARD, seed)
    return lambda count: pool.draw(count)[0]


def room_for(budget: Budget) -> int:
    """Nodes there may be: one for each round, as far as that can be told."""
    if budget.seconds is None:
        return min(budget.rounds or 0, MOST_NODES)
    return min(CHUNK + round(budget.seconds * FASTEST), MOST_NODES)


def grow(tree: Tree, draw: Draw, clock: Clock) -> None:
    """Let a tree grow until the clock says so, or until it is sure which move is best: more time
    changes nothing then."""
    while count := clock.take(CHUNK):
        tree.grow(draw(count))
        if clock.done % _LOOKED_AT == 0 and is_sure(tree.tried()):
            return


def is_sure(moves: Sequence[Tried]) -> bool:
    """Whether one move is better than all others by more than chance; only those that were tried
    count, the others come to the same as one of these."""
    best, *others = sorted(
        [tried for tried in moves if tried.visits], key=lambda tried: -tried.worth
    )
    return all(
        best.worth - other.worth > SURE * (_variance(best) + _variance(other)) ** 0.5
        for other in others
    )


def _variance(tried: Tried) -> float:
    """How far off the mean of rounds that were won or lost may be, squared."""
    return tried.worth * (1 - tried.worth) / tried.visits


class SamplerBot(SearchBot):
    """Tries every move equally often, plays on at random, and takes the best mean."""

    kind = "sampler"
    bold = 1000.0
    by_thumb = False


class PimcBot(Thinker):
    """Takes one world after the other for true, finds out what every move leads to with all tiles
    face up, and takes the move that is best on the whole (perfect information Monte Carlo)."""

    kind = "pimc"

    def think(self, view: View, seed: int) -> Move:
        clock, rng, tried = Clock(self.budget), Rng(seed), np.zeros((0, len(view.legal)))
        look = _solving(view) if len(view.game.sides) == _SIDES else _growing(view)
        while count := clock.take(_LOOKS):
            tried = np.concatenate([tried, [look(rng) for _ in range(count)]])
            if hopeful(tried, tried.mean(axis=0)).sum() == 1:
                break
        return view.legal[int(tried.mean(axis=0).argmax())]


def hopeful(tried: NDArray[np.float64], worth: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of the moves may yet turn out the best."""
    best = int(worth.argmax())
    reach = SURE * (tried[:, best, None] - tried).std(axis=0) / len(tried) ** 0.5
    kept: NDArray[np.bool_] = (worth[best] - worth < reach) | (len(tried) < ENOUGH)
    kept[best] = True
    return kept


def _solving(view: View) -> Callable[[Rng], NDArray[np.float64]]:
    """What every move is worth in a world by chance, exactly or nearly so."""
    beliefs, nodes = Beliefs.of(view), _NODES * len(view.legal)
    own = 0.25 if view.game.side_of[view.seat or 0] == 0 else -0.25

    def look(rng: Rng) -> NDArray[np.float64]:
        found = worths(world_state(view, beliefs.sample(rng)), Goal.WIN, nodes)
        return own * np.array([worth.low + worth.high for worth in found])

    return look


def _growing(view: View) -> Callable[[Rng], NDArray[np.float64]]:
    """The same where there are more than two sides: by a tree in this one world."""
    worlds = sampler(view)

    def look(rng: Rng) -> NDArray[np.float64]:
        seed = rng.below(1 << 62)
        tree = Tree(view, seed, _ROUNDS, SearchBot.bold)
        tree.grow(np.repeat(worlds.draw(1, seed), _ROUNDS, axis=0))
        return tree.worths()

    return look
