"""How strong a net is by itself: against the thumb rules on the same deals, both ways round."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix.engine import Game
from doublesix.kernel import core, net
from doublesix.kernel.batch import play_rounds
from doublesix.kernel.habits import HEAT
from doublesix.lab.learning.course import Subject
from doublesix.lab.learning.notes import Notes
from doublesix.lab.learning.pupil import Pupil

_SURE = 1.96


class Mark(Struct, frozen=True):
    """What a net reached in one game: its part of the rounds won, or where tiles score while they
    are laid, of those in which it made the most points, beside that of an equal, 50; and how far
    off that may be, in 95 of 100 cases."""

    game: str
    percent: float
    reach: float


def examine(subject: Subject, weights: NDArray[np.float32], deals: int, seed: int) -> Mark:
    """One side with the net against thumb rules on all others, at every side in turn."""
    game, sides = subject.game, len(subject.game.sides)
    shares = np.zeros(deals)
    for side in range(sides):
        players = [
            "net" if game.side_of[seat] == side else "heuristic" for seat in range(game.seats)
        ]
        made = net.for_game(weights, game)
        rounds = play_rounds(subject.lowered, seed, 0, deals, players, made)
        won = _won(game, rounds.rows)
        count = won.sum(axis=1)
        shares += np.where(count == 0, 1 / sides, won[:, side] / np.maximum(count, 1))
    # With more than two sides an equal wins less than half.
    percent = 100 * shares / 2
    return Mark(subject.name, float(percent.mean()), float(_SURE * percent.std() / deals**0.5))


def _won(game: Game, rows: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Who has won each round: a row for each, a column for each side."""
    sides = len(game.sides)
    if game.scores_in_play:
        points = rows[:, core.POINTS : core.POINTS + sides]
        most: NDArray[np.bool_] = points == points.max(axis=1, keepdims=True)
        return most
    return (rows[:, core.WINNERS, None] >> np.arange(sides) & 1).astype(bool)


def foreseen(subjects: Sequence[Subject], weights: NDArray[np.float32], notes: Notes) -> float:
    """How much of how often moves are made, one more than another, in the positions of these notes,
    the net says beforehand: 1 is all of it, 0 none."""
    pupil = Pupil(weights)
    off = spread = 0.0
    for place, lesson in map(notes.lesson, range(notes.lessons)):
        off += pupil.listen(subjects[place].game, lesson, heat=HEAT).apart
        for shares in np.split(lesson.targets, lesson.firsts[1:]):
            spread += len(shares) * float(shares.var())
    return 1.0 - off / spread
