"""``doublesix train``: have the net learn by playing against itself."""

import os
import sys
from argparse import Namespace
from io import BytesIO
from math import inf
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from doublesix.cli import FINE, INTERRUPTED
from doublesix.cli.output import print_json
from doublesix.cli.progress import Progress, told_if_slow
from doublesix.errors import InvalidInput
from doublesix.files import write_whole
from doublesix.kernel import net
from doublesix.lab.learning.course import course
from doublesix.lab.learning.exam import Mark, examine
from doublesix.lab.learning.school import Plan, School
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
    marks: tuple[Mark, ...]


def run(options: Namespace, say: Words) -> int:
    """Learn, or go on learning; then say how strong the net is by itself."""
    if options.steps < 1:
        raise InvalidInput("bad-steps", steps=options.steps)
    if options.search < 0 or (options.search and not options.begin):
        raise InvalidInput("bad-teacher", search=options.search)
    subjects = course([_house(word) for word in options.rules])
    path = Path(options.course)
    plan = Plan(options.steps, options.seed, search=options.search)
    if options.begin:  # it knows much already, so it need not go so far
        plan = replace(plan, pace=plan.pace / 3)
    begin = net.load(Path(options.begin)) if options.begin else None
    school = School(subjects, plan, options.workers or os.cpu_count() or 1, begin)
    if path.exists():
        school.load(path)
    progress = Progress(say, options.steps)
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
                return INTERRUPTED
    school.save(path)
    if options.net:
        file = BytesIO()
        net.save(school.pupil.steady, file)
        write_whole(Path(options.net), file.getvalue())
    asked = [subject for subject in subjects if subject.is_examined]
    marks = [examine(subject, school.pupil.steady, _EXAM, options.seed) for subject in asked]
    trained = Trained(school.pupil.steps, positions, apart, tuple(marks))
    if options.json:
        print_json(trained)
    else:
        _tell(trained, say)
    return FINE


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
