"""The course, lesson after lesson. It can be left and taken up again where it was left."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import local
from zipfile import BadZipFile
from zlib import crc32

import numpy as np
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace
from numpy.typing import NDArray

from doublesix.errors import InvalidFile
from doublesix.files import write_whole
from doublesix.kernel import net
from doublesix.kernel.habits import HEAT
from doublesix.lab.learning.course import Subject, score_of
from doublesix.lab.learning.notes import LESSON, Notes
from doublesix.lab.learning.pupil import Heard, Pupil
from doublesix.lab.learning.study import Desk, Task

_LESSONS = 12
"""Before the net changes."""
_LEAST_SPREAD = 0.01
_MOST_CHOICES = 24
_KEPT = {"plan", "weights", "steady", "drift", "scatter", "steps", "lengths"}


_Lesson = tuple[int, Callable[[], Heard]]
"""The place of a game in the course, and how it is heard."""


class Plan(Struct, frozen=True):
    """How a net is trained."""

    steps: int
    seed: int = 1
    pace: float = 3e-3
    """How far the net goes at a step in the beginning; at the end it is a twentieth of that."""
    explore: float = 0.06
    """How many of the moves before a choice are by chance."""
    strangers: float = 0.25
    """In how many lessons all other sides play by the thumb rules."""
    mean_share: float = 0.1
    notes: int = 0
    """Which notes it learns from: a checksum; without, it learns from how rounds end."""
    began: int = 0
    """Which net it began as: a checksum; 0 for one that has learned nothing."""


class Progress(Struct, frozen=True):
    """What a step brought."""

    step: int
    positions: int
    apart: float
    mean: float


class _Desks(local):
    """Every thread has its own."""

    def __init__(self) -> None:
        self.by_place: dict[int, Desk] = {}


class School:
    """A net, its course and where it is in it."""

    def __init__(
        self,
        subjects: Sequence[Subject],
        plan: Plan,
        jobs: int = 1,
        begin: NDArray[np.float32] | None = None,
        notes: Notes | None = None,
    ) -> None:
        self.subjects = subjects
        self.plan = plan if begin is None else replace(plan, began=crc32(begin.tobytes()))
        self.pupil = Pupil(net.new_weights(plan.seed) if begin is None else begin.copy())
        self.lengths = [6.0] * len(subjects)
        """How many choices a round of each game has, as far as it is known."""
        self._notes = notes
        self._jobs = jobs
        self._desks = _Desks()
        self._names = [f"{subject.name} {subject.share:g}" for subject in subjects]
        shares = np.array([subject.share for subject in subjects])
        self._shares = shares / shares.sum()

    def run(self) -> Iterator[Progress]:
        """Go on to the end of the course, step by step."""
        with ThreadPoolExecutor(self._jobs) as pool:
            while self.pupil.steps < self.plan.steps:
                yield self._step(pool)

    def _step(self, pool: ThreadPoolExecutor) -> Progress:
        step, plan = self.pupil.steps, self.plan
        lessons = self._from_rounds(step) if self._notes is None else self._from_notes(step)
        heard = [(place, pool.submit(study)) for place, study in lessons]
        apart = mean = 0.0
        positions = 0
        for place, promise in heard:
            found = promise.result()
            self.pupil.note(self.subjects[place].game, found)
            apart, mean = apart + found.apart, mean + found.mean
            positions += found.positions
            if self._notes is None:
                self._note_length(place, 1 - found.positions / LESSON)
        done = step / plan.steps
        self.pupil.step(plan.pace * (1.0 - 0.95 * done))
        return Progress(step + 1, positions, apart / positions, mean / positions)

    def _from_rounds(self, step: int) -> Iterator[_Lesson]:
        """Positions in which every move is played out."""
        plan = self.plan
        rng = np.random.default_rng([plan.seed, step])
        which = rng.choice(len(self.subjects), _LESSONS, p=self._shares)
        for number, place in enumerate(map(int, which)):
            score = score_of(self.subjects[place].game, rng)
            alone = int(rng.integers(len(score))) if rng.random() < plan.strangers else None
            length = self.lengths[place] / (1 if alone is None else len(score))
            most = round(min(1.3 * length + 1, _MOST_CHOICES))
            stops = rng.integers(1, most + 1, LESSON)
            first = (step * _LESSONS + number) * LESSON
            task = Task(score, stops.tolist(), plan.seed, first, alone)
            yield place, partial(self._study, place, task)

    def _from_notes(self, step: int) -> Iterator[_Lesson]:
        """What players who think do."""
        assert self._notes is not None
        for number in range(step * _LESSONS, (step + 1) * _LESSONS):
            place, lesson = self._notes.lesson(number)
            game = self.subjects[place].game
            yield place, partial(self.pupil.listen, game, lesson, heat=HEAT)

    def _study(self, place: int, task: Task) -> Heard:
        """Learn what moves are worth beside the mean, in twice their spread."""
        game = self.subjects[place].game
        lesson = self._desk(place).study(net.for_game(self.pupil.steady, game), task)
        if len(lesson.places):
            spread = max(float(lesson.targets.std()), _LEAST_SPREAD)
            targets = (lesson.targets - lesson.targets.mean()) / np.float32(2 * spread)
            lesson = replace(lesson, targets=targets)
        return self.pupil.listen(game, lesson, self.plan.mean_share)

    def _desk(self, place: int) -> Desk:
        desks = self._desks.by_place
        if place not in desks:
            desks[place] = Desk(self.subjects[place].lowered, self.plan.explore)
        return desks[place]

    def _note_length(self, place: int, missed: float) -> None:
        """A quarter of the rounds should end before the choice they were to be stopped at."""
        wanted = 0.25
        self.lengths[place] = max(self.lengths[place] * (1.0 + 0.1 * (wanted - missed)), 1.0)

    def save(self, path: Path) -> None:
        """Write down where the course is; a crash leaves the old file."""
        pupil, file = self.pupil, BytesIO()
        np.savez(
            file,
            plan=np.frombuffer(encode((self.plan, self._names)), np.uint8),
            weights=pupil.weights,
            steady=pupil.steady,
            drift=pupil.drift,
            scatter=pupil.scatter,
            steps=pupil.steps,
            lengths=self.lengths,
        )
        write_whole(path, file.getvalue())

    def load(self, path: Path) -> None:
        """Go on from there."""
        try:
            with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
                kept = dict(file)
        except (OSError, ValueError, EOFError, BadZipFile) as error:
            raise InvalidFile("course-unread", file=str(path), reason=str(error)) from None
        pupil, plan = self.pupil, encode((self.plan, self._names))
        if (
            kept.keys() != _KEPT
            or kept["plan"].tobytes() != plan
            or kept["weights"].shape != pupil.weights.shape  # a net that was shown other things
        ):
            raise InvalidFile("course-other", file=str(path))
        pupil.weights, pupil.steady = kept["weights"], kept["steady"]
        pupil.drift, pupil.scatter = kept["drift"], kept["scatter"]
        pupil.steps, self.lengths = int(kept["steps"]), kept["lengths"].tolist()
