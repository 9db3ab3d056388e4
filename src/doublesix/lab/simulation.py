"""Carrying out a plan: rounds by the million, and the same result wherever they are played."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import Any

from msgspec import Struct

from doublesix.lab.plan import Part, Plan, checked, chunks_of, parts_of
from doublesix.lab.tally import Tally, nothing, tally
from doublesix.lab.workers import check_version, on_cluster, on_threads, worker_count

_HERE, _FAR = 2, 8
"""Chunks of a part for a thread, and for a machine that has to be asked over a network."""

Watch = Callable[[int], bool]
"""Told how many rounds or matches are done, says whether to go on."""


class Played(Struct, frozen=True):
    """What came of a part."""

    part: Part
    tally: Tally
    rows: Any
    """A table of its rounds, where they are wanted."""


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
    workers = worker_count(workers)
    counted, done = nothing(plan.game), 0
    began = perf_counter()
    work = partial(play_part, plan, wants_rows=keep is not None)
    if cluster is None:
        results = on_threads(work, parts_of(plan, _HERE), workers)
    else:
        results = on_cluster(cluster, work, parts_of(plan, _FAR))
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


def play_part(plan: Plan, part: Part, wants_rows: bool) -> Played:
    """Play a part. It depends on nothing but its arguments, so it can be done again elsewhere."""
    check_version(plan.version)
    counted = nothing(plan.game)
    tables = []
    for first, rounds in chunks_of(plan, part):
        counted += tally(rounds, plan.in_matches)
        if wants_rows:
            from doublesix.lab.rows import to_table

            tables.append(to_table(plan, first, rounds))
    return Played(part, counted, _joined(tables))


def _joined(tables: list[Any]) -> Any:
    if not tables:
        return None
    from pyarrow import concat_tables

    return concat_tables(tables)
