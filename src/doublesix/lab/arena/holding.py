"""Holding a contest: the same result wherever its deals are played."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter

from msgspec import Struct

from doublesix.lab.arena.bouts import Bout, Fought, play_part
from doublesix.lab.arena.contest import Contest, Part, checked
from doublesix.lab.arena.record import BLOCK, Record
from doublesix.lab.workers import on_cluster, on_processes, worker_count

_AHEAD = 8
"""Parts under way for each worker: some pairs are much slower than others."""
_QUICK = 0.25
"""Parts that take fewer seconds than this are made larger."""

Watch = Callable[[int], bool]
"""Told how many deals are done, all pairs together, says whether to go on."""


class Outcome(Struct, frozen=True):
    """What came of a contest."""

    contest: Contest
    records: tuple[Record, ...]
    """One for each pair."""
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Whether all pairs played as long as they were to."""
        return all(record.is_settled for record in self.records)

    @property
    def done(self) -> int:
        """How many deals were played, all pairs together."""
        return sum(len(record.scores) for record in self.records)


class _Schedule:
    """Which deals are to be played next. They are cut as fits the workers; what comes of them
    does not depend on that."""

    def __init__(self, contest: Contest, records: Sequence[Record]) -> None:
        self._contest = contest
        self._records = records
        self._sizes = [1] * len(records)

    def parts(self) -> Iterator[Part]:
        """Some deals of one pair after the other, then further ones, but for settled pairs."""
        for start in range(0, self._contest.deals, BLOCK):
            end = min(start + BLOCK, self._contest.deals)
            for pair, record in enumerate(self._records):
                first = start
                while first < end and not record.is_settled:
                    count = min(self._sizes[pair], end - first)
                    yield Part(pair, first, count)
                    first += count

    def learn(self, fought: Fought) -> None:
        """Cut larger pieces for a pair that is quick."""
        if fought.seconds < _QUICK and fought.part.count == self._sizes[fought.part.pair]:
            self._sizes[fought.part.pair] = min(2 * fought.part.count, BLOCK)


def hold(
    contest: Contest,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    keep: Callable[[Sequence[Bout]], None] | None = None,
    watch: Watch = lambda done: True,
) -> Outcome:
    """Hold a contest, or as much of it as ``watch`` wants.

    ``keep`` is given the bouts, in an order that is always the same. Without a ``cluster``,
    ``workers`` processes play, by default one for each core.
    """
    contest = checked(contest)
    workers = worker_count(workers)
    records = tuple(Record(contest) for _ in contest.pairs)
    schedule = _Schedule(contest, records)
    outcome = partial(Outcome, contest, records)
    began = perf_counter()
    work = partial(play_part, contest)
    if cluster is None:
        results = on_processes(work, schedule.parts(), workers, _AHEAD)
    else:
        results = on_cluster(cluster, work, schedule.parts(), _AHEAD)
    with closing(results):
        for fought in results:
            if fought is not None:
                schedule.learn(fought)
                taken = records[fought.part.pair].add(fought.bouts)
                if keep is not None and taken:
                    keep(taken)
            now = outcome(perf_counter() - began)
            if not watch(now.done) or now.is_complete:
                break
    return outcome(perf_counter() - began)
