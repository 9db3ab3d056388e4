"""The same result wherever it is played, and stopping at the same deal."""

import multiprocessing
import os
import signal
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from doublesix.errors import InvalidInput
from doublesix.lab.arena.bouts import Bout
from doublesix.lab.arena.contest import Contest, Until
from doublesix.lab.arena.holding import Outcome, hold
from doublesix.lab.arena.record import BLOCK, Verdict
from doublesix.lab.arena.summary import Summary, Thinking, summarize
from doublesix.rules import load

CONTEST = Contest(load("draw"), 3, ("greedy", "random", "random"), 30, seed=4)


def told(outcome: Outcome) -> Summary:
    """The numbers, but for all that is a time."""
    found = summarize(outcome)
    places = [replace(place, time=Thinking(0, 0, 0)) for place in found.places]
    return replace(found, games_per_second=0, places=tuple(places))


@pytest.mark.parametrize("in_matches", [False, True])
def test_any_number_of_workers(in_matches: bool) -> None:
    contest = replace(CONTEST, in_matches=in_matches, target=20 if in_matches else None)
    kept: dict[int, list[tuple[object, ...]]] = {1: [], 2: []}

    def keep(workers: int, bouts: Sequence[Bout]) -> None:
        kept[workers] += [(bout.pair, bout.deal, bout.held, bout.points) for bout in bouts]

    one = hold(contest, workers=1, keep=lambda bouts: keep(1, bouts))
    two = hold(contest, workers=2, keep=lambda bouts: keep(2, bouts))
    assert one.is_complete
    assert one.done == 90
    assert told(one) == told(two)
    assert kept[1] == kept[2]
    assert len(kept[1]) == 90 * 6
    assert told(hold(replace(contest, seed=5), workers=1)) != told(one)


@pytest.mark.parametrize("until", [Until(), Until(0.15)])
def test_it_stops_at_the_same_deal_with_any_number_of_workers(until: Until) -> None:
    contest = replace(CONTEST, deals=2000, until=until)
    kept: list[Bout] = []
    one = hold(contest, workers=1, keep=kept.extend)
    two = hold(contest, workers=2)
    assert told(one) == told(two)
    assert one.is_complete
    for pair, record in enumerate(one.records):
        assert len(record.scores) < 2000
        assert len(record.scores) % BLOCK == 0
        assert [bout.deal for bout in kept if bout.pair == pair] == [
            deal for deal in range(len(record.scores)) for _ in range(6)
        ]
    strong, _, same = one.records
    low, high = strong.interval or (0, 0)
    if until.reach is None:
        assert strong.verdict is Verdict.BETTER
        assert same.verdict is Verdict.EVEN
    else:
        assert high - low <= 0.3
    assert low <= strong.wins.mean <= high


def test_known_strength() -> None:
    """Who lays heavy tiles first is left with fewer points than who does not care."""
    outcome = hold(Contest(load("draw"), 3, ("greedy", "random"), 100), workers=2)
    (pair,) = summarize(outcome).pairs
    assert pair.wins.interval is not None
    assert pair.wins.interval[0] > 0.5
    assert pair.points is not None
    assert pair.points.interval is not None
    assert pair.points.interval[0] > 0
    assert pair.verdict is Verdict.BETTER


@pytest.mark.slow
def test_known_strength_in_pairs() -> None:
    outcome = hold(Contest(load("examples/pairs-seven.toml"), 4, ("greedy", "random"), 6000))
    (record,) = outcome.records
    assert record.interval is not None
    assert 0.5 < record.interval[0] < record.interval[1] < 0.55


def test_it_can_be_stopped_and_nobody_is_left_behind() -> None:
    contest = replace(CONTEST, deals=10**6)
    outcome = hold(contest, workers=2, watch=lambda done: done < 40)
    assert not outcome.is_complete
    assert 40 <= outcome.done < 100
    assert multiprocessing.active_children() == []
    counts = [len(record.scores) for record in outcome.records]
    assert max(counts) - min(counts) <= BLOCK
    fewer = hold(replace(contest, deals=min(counts)), workers=1)
    for whole, part in zip(fewer.records, outcome.records, strict=True):
        assert list(whole.scores) == list(part.scores)[: min(counts)]


def test_a_worker_that_dies() -> None:
    def kill(done: int) -> bool:
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
        return True

    with pytest.raises(InvalidInput) as caught:
        hold(replace(CONTEST, deals=10**5), workers=1, watch=kill)
    assert caught.value.code == "worker-lost"


@pytest.mark.parametrize("workers", [0, -1, 1025])
def test_a_number_of_workers_that_is_none(workers: int) -> None:
    with pytest.raises(InvalidInput, match="workers"):
        hold(CONTEST, workers=workers)


def test_the_time_of_decisions_is_told() -> None:
    found = summarize(hold(CONTEST, workers=1))
    for place in found.places:
        assert place.time.decisions > 100
        assert 0 < place.time.mean <= place.time.p99 * 1.1


def test_neighbours_are_judged_by_what_they_did_against_each_other() -> None:
    found = summarize(hold(replace(CONTEST, deals=60), workers=2))
    assert found.places[0].bot == "greedy"
    assert found.order[0].verdict is Verdict.BETTER
    assert found.order[1].verdict is Verdict.EVEN
    ranks = [place.rating for place in found.places]
    assert ranks == sorted(ranks, reverse=True)
