"""What was thought about rounds, kept in a file: a heading, then a line for every round."""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix.errors import InvalidFile
from doublesix.files import unwritten
from doublesix.kernel.rollouts import Rollouts
from doublesix.lab.learning.course import Subject, course
from doublesix.lab.learning.study import Lesson, lesson_of
from doublesix.lab.learning.thought import WHOLE, Thinking, Thought, begin, choices, think
from doublesix.lab.workers import on_processes

_PART = 16
"""Rounds that one worker thinks about before it says what it found."""
_READ = 256
"""Rounds that one worker makes ready to be learned from."""
_ASIDE = 50
"""Of so many rounds one is set aside."""
LESSON = 64
"""Positions in one lesson."""
_CHANCE = 0.01
"""So much of the way from losing to winning may a move seem worse by chance, and be made another
time."""

House = tuple[tuple[str, float], ...]
"""House rules, and how often each is played beside a table of a book."""


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rounds of a file depend on, beside their numbers."""

    thinking: Thinking
    games: tuple[str, ...]


_Position = tuple[NDArray[np.uint64], NDArray[np.float32]]
"""What the net is shown of a position, and how often its moves are made."""


class Heap(Struct, frozen=True):
    """Positions of one game: what the net is shown of each, one after the other, and how often its
    moves are made."""

    shown: NDArray[np.uint16]
    sizes: NDArray[np.int64]
    shares: NDArray[np.float32]
    counts: NDArray[np.int64]


@lru_cache(maxsize=2)
def taught(house: House) -> list[Subject]:
    """The games, made once."""
    return course(house)


def heading(house: House, thinking: Thinking) -> Heading:
    """What stands at the top of a file."""
    return Heading(thinking, tuple(f"{one.name} {one.share:g}" for one in taught(house)))


def take_notes(
    path: Path, house: House, thinking: Thinking, count: int, workers: int
) -> Generator[int, None, None]:
    """Think about rounds until a file has so many: how many it has, now and then. What it had
    already stays, so that one may stop at any time and go on later."""
    done = 0
    if path.exists() and path.stat().st_size:
        kept, lines = _read(path)
        if kept != heading(house, thinking):
            raise InvalidFile("notes-other", file=str(path))
        done = len(lines)
        _cut_off_rest(path)
    parts = (range(first, min(first + _PART, count)) for first in range(done, count, _PART))
    try:
        with (
            path.open("ab") as file,
            closing(on_processes(partial(_think_some, house, thinking), parts, workers)) as results,
        ):
            if not file.tell():
                file.write(msgspec.json.encode(heading(house, thinking)) + b"\n")
                file.flush()
            for found in results:
                for line in found or ():
                    file.write(line + b"\n")
                    done += 1
                file.flush()
                yield done
    except OSError as error:
        raise unwritten(path, error) from None


def _think_some(house: House, thinking: Thinking, numbers: range) -> list[bytes]:
    subjects = taught(house)
    return [msgspec.json.encode(think(subjects, thinking, number)) for number in numbers]


def _read(path: Path) -> tuple[Heading, list[bytes]]:
    """The heading and the lines that were written to their end."""
    try:
        first, *lines = path.read_bytes().split(b"\n")[:-1] or [b""]
        return msgspec.json.decode(first, type=Heading), lines
    except OSError as error:
        raise InvalidFile("notes-unread", file=str(path), reason=str(error)) from None
    except msgspec.DecodeError as error:
        raise InvalidFile("notes-broken", file=str(path), line=1, reason=str(error)) from None


def _cut_off_rest(path: Path) -> None:
    """Forget a line whose writing was stopped."""
    data = path.read_bytes()
    os.truncate(path, data.rfind(b"\n") + 1)


def read_notes(path: Path, house: House, seed: int, workers: int) -> "tuple[Notes, Notes]":
    """What a file teaches, in an order by chance; and what of it is set aside, to see what has been
    learned."""
    found, lines = _read(path)
    if found.games != heading(house, found.thinking).games:
        raise InvalidFile("notes-other", file=str(path))
    thoughts = list(_decoded(path, lines))
    parts = (thoughts[first : first + _READ] for first in range(0, len(thoughts), _READ))
    heaps: list[dict[int, list[Heap]]] = [{}, {}]
    work = partial(_show_some, house, found.thinking.seed)
    with closing(on_processes(work, parts, workers)) as results:
        for shown in results:
            for is_aside, place, heap in shown or ():
                heaps[is_aside].setdefault(place, []).append(heap)
    heard, aside = (
        Notes({place: _together(of_game[place]) for place in sorted(of_game)}, seed)
        for of_game in heaps
    )
    if not heard.positions:
        raise InvalidFile("notes-few", file=str(path))
    return heard, aside


def _decoded(path: Path, lines: Sequence[bytes]) -> Iterator[Thought]:
    decoder = msgspec.json.Decoder(Thought)
    for at, line in enumerate(lines, 2):
        try:
            yield decoder.decode(line)
        except msgspec.DecodeError as error:
            raise InvalidFile("notes-broken", file=str(path), line=at, reason=str(error)) from None


def _show_some(
    house: House, seed: int, thoughts: Sequence[Thought]
) -> list[tuple[bool, int, Heap]]:
    """What the net is shown of these rounds, and how often moves are made there."""
    subjects = taught(house)
    found: dict[tuple[bool, int], list[_Position]] = {}
    for thought in thoughts:
        place, state = begin(subjects, seed, thought.number)
        positions = found.setdefault((thought.number % _ASIDE == 0, place), [])
        positions += [
            (Rollouts(seen).shown(), _shares(worths))
            for seen, worths in choices(state, thought)
            if worths
        ]
    return [(*which, _heap(positions)) for which, positions in found.items() if positions]


def _shares(worths: Sequence[int]) -> NDArray[np.float32]:
    """How often moves are made that seemed worth so much."""
    told = np.array(worths) / WHOLE
    shares = np.exp((told - told.max()) / _CHANCE)
    return np.array(shares / shares.sum(), np.float32)


def _heap(positions: Sequence[_Position]) -> Heap:
    shown, shares = zip(*positions, strict=True)
    return Heap(
        np.concatenate(shown).astype(np.uint16),
        np.array([len(one) for one in shown]),
        np.concatenate(shares),
        np.array([len(one) for one in shares]),
    )


def _together(heaps: Sequence[Heap]) -> Heap:
    return Heap(
        *(
            np.concatenate([getattr(heap, name) for heap in heaps])
            for name in ("shown", "sizes", "shares", "counts")
        )
    )


class Notes:
    """Lessons made of what was thought."""

    def __init__(self, heaps: Mapping[int, Heap], seed: int) -> None:
        self._heaps = heaps
        self._seed = seed
        self._starts = {
            place: (_starts(heap.sizes), _starts(heap.counts)) for place, heap in heaps.items()
        }
        self.positions = sum(len(heap.sizes) for heap in heaps.values())
        self.lessons = sum(-(-len(heap.sizes) // LESSON) for heap in heaps.values())
        """So many there are until all positions have been heard."""
        self._mixed = lru_cache(maxsize=1)(self._mix)

    def _mix(self, times: int) -> list[tuple[int, NDArray[np.int64]]]:
        """Which positions of which game make a lesson, after all of them were heard so often."""
        rng = np.random.default_rng([self._seed, times])
        mixed = [(place, rng.permutation(len(heap.sizes))) for place, heap in self._heaps.items()]
        lessons = [
            (place, which[first : first + LESSON])
            for place, which in mixed
            for first in range(0, len(which), LESSON)
        ]
        return [lessons[number] for number in rng.permutation(len(lessons))]

    def lesson(self, number: int) -> tuple[int, Lesson]:
        """The lesson of this number, and the place of its game in the course. When all positions
        have been heard, they come again in another order."""
        times, at = divmod(number, self.lessons)
        place, which = self._mixed(times)[at]
        heap, (shown, shares) = self._heaps[place], self._starts[place]
        return place, lesson_of(
            [heap.shown[shown[at] : shown[at + 1]].astype(np.uint64) for at in which],
            [heap.shares[shares[at] : shares[at + 1]] for at in which],
        )


def _starts(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of these pieces begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(sizes)])
