"""A contest on a real cluster of two worker processes."""

from collections.abc import Iterator
from typing import Any

import pytest
from distributed import LocalCluster

from doublesix.errors import InvalidInput
from doublesix.lab.arena.bouts import Bout
from doublesix.lab.arena.contest import Contest, Until
from doublesix.lab.arena.holding import hold
from doublesix.rules import load

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster() -> Iterator[Any]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def kept(contest: Contest, address: str | None = None) -> list[tuple[object, ...]]:
    bouts: list[Bout] = []
    assert hold(contest, cluster=address, keep=bouts.extend).is_complete
    return [(bout.pair, bout.deal, bout.held, bout.winners, bout.points) for bout in bouts]


@pytest.mark.parametrize("until", [None, Until()])
def test_the_same_result_as_here(cluster: Any, until: Until | None) -> None:
    contest = Contest(load("ikea"), 3, ("random", "greedy", "random"), 40, until=until)
    assert kept(contest, cluster.scheduler_address) == kept(contest)


def test_a_cluster_of_another_version(cluster: Any) -> None:
    contest = Contest(load("ikea"), 3, ("random", "greedy"), 4, version="0.0.0")
    with pytest.raises(InvalidInput) as caught:
        hold(contest, cluster=cluster.scheduler_address)
    assert caught.value.code == "cluster-version"
