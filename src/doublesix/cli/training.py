"""``doublesix train``: have the net learn by playing against itself."""

import os
import sys
from argparse import Namespace
from contextlib import closing
from io import BytesIO
from math import inf
from pathlib import Path
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from doublesix.cli import FINE, INTERRUPTED
from doublesix.cli.output import print_json
from doublesix.cli.progress import Progress, told_if_slow
from doublesix.errors import InvalidInput
from doublesix.files import write_whole
from doublesix.kernel import net
from doublesix.lab.learning.course import course
from doublesix.lab.learning.exam import Mark, examine, foreseen
from doublesix.lab.learning.notes import House, read_notes, take_notes
from doublesix.lab.learning.school import Plan, School
from doublesix.lab.learning.thought import Thinking
from doublesix.words import Words

_SAVED_EVERY = 200
_EXAM = 1000
"""Deals in each game, but for editions, when all is learned."""


class Trained(Struct, frozen=True):
    """What came of it."""

    steps: int
    positions: int
    apart: float
    """How far off the net is with what moves are worth beside others, as a mean square."""
    foreseen: float | None
    """How much it knows of why one move is made more often than another, in notes that were set
    aside: 1 is all; nothing where it did not learn from notes."""
    marks: tuple[Mark, ...]


def run(options: Namespace, say: Words) -> int:
    """Learn, or go on learning; then say how strong the net is by itself."""
    _check(options)
    house = tuple(_house(word) for word in options.rules)
    path, workers = Path(options.course), options.workers or os.cpu_count() or 1
    begin = net.load(Path(options.begin)) if options.begin else None
    plan = Plan(options.steps, options.seed)
    if begin is not None:  # it knows much already, so it need not go so far
        plan = replace(plan, pace=plan.pace / 3)
    heard = aside = None
    if options.notes:
        notes = Path(options.notes)
        if not _think(notes, house, options, workers, say):
            return INTERRUPTED
        heard, aside = read_notes(notes, house, options.seed, workers)
        plan = replace(plan, notes=crc32(notes.read_bytes()))
    subjects = course(house)
    school = School(subjects, plan, workers, begin, heard)
    if path.exists():
        school.load(path)
    learned = _learn(school, path, say)
    if learned is None:
        return INTERRUPTED
    steady = school.pupil.steady
    if options.net:
        file = BytesIO()
        net.save(steady, file)
        write_whole(Path(options.net), file.getvalue())
    asked = {subject.name: subject for subject in subjects if subject.is_examined}
    marks = tuple(examine(subject, steady, _EXAM, options.seed) for subject in asked.values())
    known = foreseen(subjects, steady, aside) if aside and aside.positions else None
    trained = Trained(school.pupil.steps, *learned, known, marks)
    if options.json:
        print_json(trained)
    else:
        _tell(trained, say)
    return FINE


def _check(options: Namespace) -> None:
    for key in ("steps", "rounds"):
        if getattr(options, key) < 1:
            raise InvalidInput("bad-number", key=f"--{key}", number=getattr(options, key))
    if options.notes and not options.begin:
        raise InvalidInput("notes-from")


def _learn(school: School, path: Path, say: Words) -> tuple[int, float] | None:
    """Go on to the end of the course: how many positions were heard, and how far off the net was;
    nothing if somebody stopped it."""
    progress = Progress(say, school.plan.steps)
    positions, apart = 0, 0.0
    with told_if_slow(say("run.compiling")), progress.shown():
        for step in school.run():
            positions += step.positions
            apart += (step.apart - apart) / min(step.step, _SAVED_EVERY)
            goes_on = progress(step.step)
            if not goes_on or step.step % _SAVED_EVERY == 0:
                school.save(path)
            if not goes_on:
                print(say("train.stopped", step=step.step, file=path), file=sys.stderr)
                return None
    school.save(path)
    return positions, apart


def _think(path: Path, house: House, options: Namespace, workers: int, say: Words) -> bool:
    """Have so many rounds been thought about, as far as nobody stops it."""
    thinking = Thinking(crc32(net.shipped(net.Net.DEEDS).tobytes()), options.seed)
    progress = Progress(say, options.rounds)
    with (
        told_if_slow(say("run.compiling")),
        progress.shown(),
        closing(take_notes(path, house, thinking, options.rounds, workers)) as taken,
    ):
        if all(progress(done) for done in taken):
            return True
    print(say("train.left", file=path), file=sys.stderr)
    return False


def _house(word: str) -> tuple[str, float]:
    """House rules and their share, as people write them: a path, ``=`` and a number."""
    name, given, share = word.partition("=")
    try:
        often = float(share) if given else 1.0
    except ValueError:
        often = 0.0
    if not 0 < often < inf:
        raise InvalidInput("bad-share", word=word)
    return name, often


def _tell(trained: Trained, say: Words) -> None:
    if trained.foreseen is not None:
        print(say("train.foreseen", percent=f"{100 * trained.foreseen:.1f}"))
    print(say("train.done", steps=trained.steps, positions=trained.positions))
    for mark in trained.marks:
        print(
            say(
                "train.mark",
                game=mark.game,
                percent=f"{mark.percent:.1f}",
                reach=f"{mark.reach:.1f}",
            )
        )
