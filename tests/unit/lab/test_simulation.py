"""The same result wherever and in whatever order it is played, and the readable engine's rounds."""

import os
import pickle
import random
import threading
from typing import Any

import pytest
from msgspec.structs import replace

from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.lab import plan as plans
from doublesix.lab.plan import Part, Plan, checked, parts_of
from doublesix.lab.simulation import Outcome, play_part, simulate
from doublesix.lab.summary import Summary, summarize
from doublesix.lab.tally import nothing
from doublesix.lab.workers import MOST_WORKERS, cores
from doublesix.rules import load
from tests.setting import house
from tests.unit.lab.by_hand import rows_by_hand


def told(outcome: Outcome) -> Summary:
    """The numbers, but for the speed."""
    return replace(summarize(outcome), rounds_per_second=0)


@pytest.mark.parametrize("in_matches", [False, True])
def test_any_number_of_workers(in_matches: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(load("muggins"), 4, 9000, policies=("greedy", "random") * 2, in_matches=in_matches)
    once = told(simulate(plan, workers=1))
    monkeypatch.setattr(plans, "_CHUNK", 700)  # many parts for many workers
    monkeypatch.setattr(plans, "_MATCH_CHUNK", 70)
    assert once.rounds >= 9000
    for workers in (1, 2, 8):
        assert told(simulate(plan, workers=workers)) == once


def test_any_order() -> None:
    plan = checked(Plan(load("ikea"), 3, 100_000, seed=7))
    parts = [play_part(plan, part, False) for part in parts_of(plan, 1)]
    assert len(parts) > 3
    random.Random(0).shuffle(parts)
    counted = nothing(plan.game)
    for part in parts:
        counted += part.tally
    assert told(Outcome(plan, counted, plan.count, 1)) == told(simulate(plan))


def test_another_seed_is_another_result() -> None:
    plan = Plan(load("ikea"), 3, 5000)
    assert told(simulate(plan)).winner != told(simulate(replace(plan, seed=2))).winner


def test_rows_come_in_order_and_one_at_a_time() -> None:
    plan = Plan(load("block"), 2, 200_000)
    here = threading.get_ident()
    seen: list[int] = []

    def keep(table: Any) -> None:
        assert threading.get_ident() == here
        seen.extend(table.column("stream").to_pylist())

    simulate(plan, workers=8, keep=keep)
    assert seen == list(range(200_000))


BOOKS = ["ikea", "noris", "svoora", "block", "draw", "muggins", "fives-and-threes", "ikea:ko"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("policies", [("random",), ("greedy", "random", "random", "greedy")])
def test_rows_are_the_readable_engines(book: str, policies: tuple[str, ...]) -> None:
    plan = Plan(load(book), 4, 25, policies=policies, seed=2005)
    tables: list[Any] = []
    simulate(plan, keep=tables.append)
    assert [row for table in tables for row in table.to_pylist()] == rows_by_hand(plan)


@pytest.mark.parametrize(("book", "seats"), [("sebastopol", 4), ("svoora", 3), ("noris", 5)])
def test_rows_of_matches_are_the_readable_engines(book: str, seats: int) -> None:
    plan = Plan(load(book), seats, 6, in_matches=True, seed=3)
    tables: list[Any] = []
    outcome = simulate(plan, keep=tables.append)
    expected = rows_by_hand(plan)
    assert [row for table in tables for row in table.to_pylist()] == expected
    assert outcome.tally.rounds == len(expected)
    match = summarize(outcome).match
    assert match is not None
    assert (match.matches, match.rounds.mean) == (6, len(expected) / 6)


def test_the_winners_of_matches() -> None:
    plan = Plan(load("block"), 4, 40, target=60, in_matches=True, seed=5)
    totals: dict[int, list[int]] = {}
    first_leader: dict[int, int] = {}
    for row in rows_by_hand(plan):
        side = "ABAB".index(row["leader"]) if row["leader"] in "AB" else "CD".index(row["leader"])
        first_leader.setdefault(row["stream"], side)
        total = totals.setdefault(row["stream"], [0, 0])
        total[0] += row["points_A+C"]
        total[1] += row["points_B+D"]
    match = summarize(simulate(plan)).match
    assert match is not None
    won = [[side for side in (0, 1) if total[side] == max(total)] for total in totals.values()]
    assert match.winner == {"A+C": sum(0 in w for w in won), "B+D": sum(1 in w for w in won)}
    assert match.first_leader.count == sum(
        first_leader[stream] in sides for stream, sides in zip(totals, won, strict=True)
    )


def test_stopped_early_it_is_the_result_of_fewer_rounds() -> None:
    plan = Plan(load("svoora"), 2, 10_000_000)
    outcome = simulate(plan, workers=2, watch=lambda done: done < 200_000)
    assert not outcome.is_complete
    assert 200_000 <= outcome.done < 1_000_000
    fewer = told(simulate(replace(plan, count=outcome.done)))
    assert told(outcome) == replace(fewer, complete=False)


def test_it_is_stopped_while_a_part_takes_long() -> None:
    plan = Plan(load("svoora"), 2, 10**12)
    assert simulate(plan, workers=1, watch=lambda done: False).done <= 2 * plans._CHUNK


def test_nobody_at_work_is_left_behind() -> None:
    before = threading.active_count()
    simulate(Plan(load("block"), 2, 10**9), workers=4, watch=lambda done: done == 0)
    assert threading.active_count() == before


def test_a_plan_can_be_sent_about() -> None:
    plan = Plan(house("svoora", {"tie": "shared"}), 3, 100, policies=("greedy",))
    copy = pickle.loads(pickle.dumps(plan))
    assert copy == plan
    assert told(simulate(copy)) == told(simulate(plan))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"count": 0}, "bad-count"),
        ({"count": 10**15 + 1}, "bad-count"),
        ({"seats": 9}, "seats-not-allowed"),
        ({"policies": ("clever",)}, "kernel-policy"),
        ({"policies": ("random", "random", "random")}, "kernel-players"),
        ({"target": 0}, "bad-target"),
        ({"version": "0.0.0"}, "cluster-version"),
    ],
)
def test_plans_that_cannot_be_carried_out(changes: dict[str, Any], code: str) -> None:
    plan = replace(Plan(load("svoora"), 2, 10), **changes)
    with pytest.raises(InvalidInput) as caught:
        simulate(plan)
    assert caught.value.code == code


def test_players_are_random_unless_they_are_named() -> None:
    assert checked(Plan(load("svoora"), 3, 10, policies=())).policies == ("random",) * 3


def test_sets_that_the_compiled_engine_does_not_play() -> None:
    twelve = Plan(house("block", {"set": 12}), 4, 10)
    with pytest.raises(UnsupportedRules):
        simulate(twelve)


def test_a_target_that_is_never_reached() -> None:
    """Two points for going out, and nothing else: totals are even, and 31 is to be hit exactly."""
    changes = {"out_points": "none", "out_bonus": 2, "exact": True, "target": 31}
    changes |= {"blocked_winner": "nobody", "blocked_points": "none"}
    plan = Plan(house("block", changes | {"blocked_points_pairs": "none"}), 2, 3, in_matches=True)
    with pytest.raises(UnsupportedRules) as caught:
        simulate(plan)
    assert caught.value.code == "kernel-endless"


@pytest.mark.parametrize("workers", [0, -1, MOST_WORKERS + 1])
def test_a_number_of_workers_that_is_none(workers: int) -> None:
    with pytest.raises(InvalidInput, match="workers"):
        simulate(Plan(load("block"), 2, 10), workers=workers)


def test_there_is_a_core() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_parts_are_the_whole_plan() -> None:
    for count in (1, 32768, 32769, 100_000):
        parts = list(parts_of(Plan(load("block"), 2, count), 1))
        assert [part.first for part in parts] == list(range(0, count, 32768))
        assert sum(part.count for part in parts) == count
    assert list(parts_of(Plan(load("block"), 2, 5, in_matches=True), 1)) == [Part(0, 5)]
