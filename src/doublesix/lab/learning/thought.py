"""Positions to learn from where a search knows more than the net: rounds that it plays with itself,
and what it has found of every move."""

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.searching import SearchBot
from doublesix.engine import Game, State, apply, deal_round, legal_moves, view
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.search import Tree
from doublesix.lab.learning.study import Lesson, Task, lesson_of
from doublesix.rng import Rng


def think(game: Game, task: Task, rounds: int, explore: float) -> Lesson:
    """Positions of whole rounds, at least as many as were asked for, each looked at with so many
    rounds in the head (enough to try every move). So many of the moves are by chance, and not the
    best that was found."""
    rng = Rng(task.seed, task.first)
    kept: list[NDArray[np.uint64]] = []
    worths: list[NDArray[np.float64]] = []
    while len(kept) < len(task.stops):
        state = _dealt(game, task, rng)
        while state.result is None:
            legal = legal_moves(state)
            pick = 0
            if len(legal) > 1:
                seen = view(state, state.turn)
                clock = Clock(Budget(rounds=max(rounds, 2 * len(legal))))
                tree = SearchBot.grown(seen, sampler(seen), clock, rng.below(1 << 62))
                kept.append(Rollouts(seen).shown())
                worths.append(_worths(tree))
                by_chance = rng.below(1024) < round(1024 * explore)
                pick = rng.below(len(legal)) if by_chance else int(worths[-1].argmax())
            state = apply(state, legal[pick]).state
    return lesson_of(kept, worths)


def _dealt(game: Game, task: Task, rng: Rng) -> State:
    """A round at the score that was asked for."""
    state = deal_round(game, rng).state
    return replace(state, round=replace(state.round, totals=tuple(task.totals)))


def _worths(tree: Tree) -> NDArray[np.float64]:
    """What every legal move is worth; a tile at the other end may come to the same, and only one of
    the two is tried."""
    tried = tree.tried()
    by_tile = {one.move.tile: one.worth for one in tried if one.visits}
    return np.array([one.worth if one.visits else by_tile[one.move.tile] for one in tried])
