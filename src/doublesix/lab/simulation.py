"""Carrying out a plan: rounds by the million, and the same result wherever they are played."""

import os
from collections.abc import Callable
from contextlib import closing
from time import perf_counter
from typing import Any

from msgspec import Struct

from doublesix.errors import InvalidInput
from doublesix.lab.plan import Plan, checked
from doublesix.lab.tally import Tally, nothing
from doublesix.lab.workers import play_here, play_on

MOST_WORKERS = 1024

Watch = Callable[[int], bool]
"""Told how many rounds or matches are done, says whether to go on."""


class Outcome(Struct, frozen=True):
    """What came of a plan."""

    plan: Plan
    tally: Tally
    done: int
    """How many rounds or matches were played: the first ones of the plan."""
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Whether all of the plan was played."""
        return self.done == self.plan.count


def simulate(
    plan: Plan,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    keep: Callable[[Any], None] | None = None,
    watch: Watch = lambda done: True,
) -> Outcome:
    """Play a plan out, or as much of it as ``watch`` wants.

    ``keep`` is given tables of the rounds, in the order of the plan. Without a ``cluster``,
    ``workers`` threads play, by default one for each core.

    >>> from doublesix.rules import load
    >>> simulate(Plan(load("block"), seats=4, count=1000)).tally.rounds
    1000
    """
    plan = checked(plan)
    workers = cores() if workers is None else workers
    if not 1 <= workers <= MOST_WORKERS:
        raise InvalidInput("bad-workers", workers=workers, most=MOST_WORKERS)
    counted, done = nothing(plan.game), 0
    began = perf_counter()
    wants_rows = keep is not None
    if cluster is None:
        results = play_here(plan, workers, wants_rows)
    else:
        results = play_on(cluster, plan, wants_rows)
    with closing(results):
        for played in results:
            if played is not None:
                counted += played.tally
                done += played.part.count
                if keep is not None:
                    keep(played.rows)
            if not watch(done):
                break
    return Outcome(plan, counted, done, perf_counter() - began)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
