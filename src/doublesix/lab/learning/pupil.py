"""A net that learns, step by step, by Adam's method (Kingma and Ba, 2014)."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix.engine import Game
from doublesix.kernel import core, net
from doublesix.lab.learning.study import Lesson

_LONG = 2000
_MEMORY, _SCATTER, _LITTLE = 0.9, 0.999, 1e-8


class Heard(Struct, frozen=True):
    """What a lesson would change, and how far off the net was: in what moves are worth beside
    others and in what positions are worth."""

    positions: int
    apart: float
    mean: float
    grads: NDArray[np.float32]


class Pupil:
    """The net's numbers, and how they have been changing."""

    def __init__(self, weights: NDArray[np.float32]) -> None:
        self.weights = weights
        self.steady = weights.copy()
        """The mean of the last steps: what is learned, without the haste."""
        self.drift = np.zeros_like(weights)
        self.scatter = np.zeros_like(weights)
        self.steps = 0
        self._grads = np.zeros_like(weights)
        self._seen = 0

    def listen(
        self, game: Game, lesson: Lesson, mean_share: float = 0.0, heat: float = 0.0
    ) -> Heard:
        """Find out what a lesson would change; with a heat, one that tells how often moves are
        made."""
        grads = np.zeros(core.NET_SIZE, np.float32)
        apart, mean = core.learn(
            lesson.kept, lesson.places, lesson.targets, lesson.firsts,
            net.for_game(self.weights, game), np.zeros(core.LEARN_SIZE, np.float32), grads,
            mean_share, heat,
        )  # fmt: skip
        return Heard(len(lesson.places), apart, mean, grads)

    def note(self, game: Game, heard: Heard) -> None:
        """Keep in mind what a lesson would change."""
        net.spread(heard.grads, game, self._grads)
        self._seen += heard.positions

    def found(self) -> NDArray[np.float32]:
        """How the error of a position rises with each number, by what was heard since the last
        step."""
        return self._grads / np.float32(self._seen)

    def step(self, pace: float) -> None:
        """Change by what was heard since the last step."""
        if not self._seen:
            return
        self.steps += 1
        found = self.found()
        self.drift += np.float32(1 - _MEMORY) * (found - self.drift)
        self.scatter += np.float32(1 - _SCATTER) * (found * found - self.scatter)
        drift = self.drift / (1 - _MEMORY**self.steps)
        scatter = self.scatter / (1 - _SCATTER**self.steps)
        self.weights -= np.float32(pace) * drift / (np.sqrt(scatter) + np.float32(_LITTLE))
        self.steady += (self.weights - self.steady) / np.float32(min(1 + self.steps / 4, _LONG))
        self._grads[:] = 0
        self._seen = 0
