"""A real cluster of two worker processes."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from distributed import LocalCluster
from msgspec.structs import replace

from doublesix.errors import InvalidInput
from doublesix.lab import simulation, workers
from doublesix.lab.plan import Plan
from doublesix.lab.simulation import simulate
from doublesix.lab.summary import summarize
from doublesix.rules import load
from tests.setting import house

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster() -> Iterator[Any]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def test_a_worker_dies_half_way(cluster: Any) -> None:
    plan = Plan(house("svoora", {"tie": "shared"}), 2, 4_000_000, policies=("greedy", "random"))
    first, *_ = (worker.pid for worker in cluster.workers.values())
    killed: list[int] = []

    def watch(done: int) -> bool:
        if done >= plan.count // 2 and not killed:
            os.kill(first, signal.SIGKILL)
            killed.append(done)
        return True

    far = simulate(plan, cluster=cluster.scheduler_address, watch=watch)
    assert killed
    assert killed[0] < plan.count
    here = simulate(plan)
    assert far.is_complete
    assert replace(summarize(far), rounds_per_second=0) == replace(
        summarize(here), rounds_per_second=0
    )


def test_rows_from_afar_are_the_same(cluster: Any) -> None:
    plan = Plan(load("block"), 4, 2000, in_matches=True)
    here: list[Any] = []
    far: list[Any] = []
    simulate(plan, keep=here.append)
    simulate(plan, cluster=cluster.scheduler_address, keep=far.append)
    assert pa.concat_tables(far).combine_chunks() == pa.concat_tables(here).combine_chunks()


def test_it_can_be_stopped(cluster: Any) -> None:
    plan = Plan(load("block"), 4, 10**9)
    outcome = simulate(plan, cluster=cluster.scheduler_address, watch=lambda done: done < 10**6)
    assert 10**6 <= outcome.done < 10**8


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_ANSWER", 1)
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=0, dashboard_address=None, silence_logs=50
        ) as empty,
        pytest.raises(InvalidInput) as caught,
    ):
        simulate(Plan(load("block"), 4, 10), cluster=empty.scheduler_address)
    assert caught.value.code == "cluster-empty"


def test_a_cluster_of_another_version(cluster: Any) -> None:
    address = cluster.scheduler_address
    with pytest.raises(InvalidInput) as caught:
        simulate(Plan(load("block"), 4, 10, version="0.0.0"), cluster=address)
    assert caught.value.code == "cluster-version"


def test_the_work_fails_over_there(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, wants_rows: bool) -> None:
        raise RuntimeError("no memory left")

    monkeypatch.setattr(simulation, "play_part", fail)
    with pytest.raises(InvalidInput, match="no memory left") as caught:
        simulate(Plan(load("block"), 4, 10), cluster=cluster.scheduler_address)
    assert caught.value.code == "cluster-failed"


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_ANSWER", 1)
    with pytest.raises(InvalidInput) as caught:
        simulate(Plan(load("block"), 4, 10), cluster="tcp://127.0.0.1:9")
    assert caught.value.code == "cluster-unreachable"
