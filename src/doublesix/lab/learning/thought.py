"""Rounds that players who think play with each other, and what they found at every choice.

A side thinks as ``search`` does or as the master does when it thinks again: it weighs worlds by how
likely the others' moves were in them, and grows a tree in the likely ones. That takes long, so it
is done once, kept in a file (``notes``), and heard as often as anybody likes. Of a round the
choices are kept and what moves seemed worth; all else follows from the seed and the number of the
round.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.heuristic import HeuristicBot
from doublesix.bots.learned import grow_in
from doublesix.bots.likely import weighed
from doublesix.bots.searching import SearchBot
from doublesix.engine import State, View, apply, deal_round, legal_moves, view
from doublesix.errors import InvalidInput
from doublesix.kernel.habits import Habits
from doublesix.lab.learning.course import Subject, score_of
from doublesix.rng import Rng

WHOLE = 10_000
"""What winning is worth, as it is written down."""


class Thinking(Struct, frozen=True, forbid_unknown_fields=True):
    """How rounds are thought about."""

    net: int
    """Which net says how likely moves were: a checksum."""
    seed: int = 1
    worlds: int = 192
    """So many are weighed for a choice."""
    rounds: int = 1536
    """So many are played in the tree."""
    weighing: float = 0.5
    """How many sides weigh worlds."""
    explore: float = 0.06
    """How many of the moves are by chance, and not the best that was found."""
    strangers: float = 0.1
    """In how many rounds all sides but one play by the thumb rules."""


class Thought(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A round: which of the legal moves was made wherever there was a choice, and what each of
    them seemed worth; nothing where thumb rules played."""

    number: int
    picks: list[int]
    worths: list[list[int]]


def begin(subjects: Sequence[Subject], seed: int, number: int) -> tuple[int, State]:
    """Which of the games the round of this number is, and how it begins."""
    rng = np.random.default_rng([seed, number])
    shares = np.array([subject.share for subject in subjects])
    place = int(rng.choice(len(subjects), p=shares / shares.sum()))
    game = subjects[place].game
    totals = tuple(score_of(game, rng))
    state = deal_round(game, Rng(seed, 2 * number)).state
    return place, replace(state, round=replace(state.round, totals=totals))


def think(subjects: Sequence[Subject], thinking: Thinking, number: int) -> Thought:
    """Play a round and keep what was found."""
    _, state = begin(subjects, thinking.seed, number)
    game, rng = state.round.game, Rng(thinking.seed, 2 * number + 1)
    alone = rng.below(len(game.sides)) if _by_chance(rng, thinking.strangers) else None
    weighs = [_by_chance(rng, thinking.weighing) for _ in game.sides]
    thought = Thought(number, [], [])
    while state.result is None:
        legal = legal_moves(state)
        pick = 0
        if len(legal) > 1:
            seen, worths = view(state, state.turn), np.zeros(0)
            if alone not in {None, game.side_of[state.turn]}:
                pick = legal.index(HeuristicBot().choose(seen, rng))
            else:
                weighed_too = weighs[game.side_of[state.turn]]
                worths = _found(seen, thinking, weighed_too, rng.below(1 << 62))
                at_random = _by_chance(rng, thinking.explore)
                pick = rng.below(len(legal)) if at_random else int(worths.argmax())
            thought.picks.append(pick)
            thought.worths.append(np.rint(WHOLE * worths).astype(int).tolist())
        state = apply(state, legal[pick]).state
    return thought


def _by_chance(rng: Rng, share: float) -> bool:
    return rng.below(1 << 20) < round(share * (1 << 20))


def choices(state: State, thought: Thought) -> Iterator[tuple[View, list[int]]]:
    """What the seats in turn saw wherever there was a choice, and what was found of it."""
    noted = [*zip(thought.picks, thought.worths, strict=False)]
    while state.result is None:
        legal = legal_moves(state)
        pick = 0
        if len(legal) > 1:
            pick, worths = noted.pop(0) if noted else (-1, [])
            if not 0 <= pick < len(legal) or len(worths) not in {0, len(legal)}:
                raise InvalidInput("notes-strange", number=thought.number)
            yield view(state, state.turn), worths
        state = apply(state, legal[pick]).state


def _found(seen: View, thinking: Thinking, weighs: bool, seed: int) -> NDArray[np.float64]:
    """What every legal move is worth."""
    worlds, clock = sampler(seen), Clock(Budget(rounds=thinking.rounds))
    if weighs:
        weighing = Clock(Budget(rounds=thinking.worlds))
        pool = weighed(Habits(seen), worlds, weighing, thinking.worlds, seed)
        return grow_in(seen, pool, clock, seed).all_worths()
    return SearchBot.grown(seen, worlds, clock, seed).all_worths()
