"""The list of bots: found by name, with as much time as they are given."""

import sys
from time import thread_time

import pytest

from doublesix.bots import BOTS, QUICK, find_bot, read_bot
from doublesix.bots.budget import Budget, Clock, read_budget
from doublesix.errors import InvalidInput, MissingPart
from doublesix.words import load

SAY = load()


def test_levels_rise_and_everybody_is_described() -> None:
    levels = [entry.level for entry in BOTS.values()]
    assert levels == sorted(set(levels))
    assert levels[0] == 1
    for name in BOTS:
        assert SAY(f"bot.{name}")
        assert SAY(f"bot.name.{name}")


def test_quick_ones_need_no_time() -> None:
    assert QUICK == ("random", "greedy", "heuristic")
    assert [find_bot(name).name for name in QUICK] == list(QUICK)


def test_one_can_be_looked_up_without_being_loaded() -> None:
    for name, entry in BOTS.items():
        assert read_bot(name) == (entry, entry.budget)
    entry, budget = read_bot("search@2s")
    assert (entry.level, budget) == (6, Budget(seconds=2))
    for wrong in ("hal", "greedy@2s", "search@soon"):
        with pytest.raises(InvalidInput):
            read_bot(wrong)


def test_what_a_strong_one_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "doublesix.bots.searching", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    find_bot.cache_clear()
    with pytest.raises(MissingPart) as missing:
        find_bot("search@3")
    assert missing.value.details["extra"] == "kernel"


@pytest.mark.parametrize(
    ("written", "budget", "told"),
    [
        ("50ms", Budget(seconds=0.05), "50ms"),
        ("2s", Budget(seconds=2), "2000ms"),
        ("3000", Budget(rounds=3000), "3000"),
    ],
)
def test_budgets(written: str, budget: Budget, told: str) -> None:
    assert read_budget(written, "search") == budget
    assert str(budget) == told


@pytest.mark.parametrize("written", ["", "0", "50 ms", "-1", "1m", "ms", "9999999999"])
def test_what_is_no_budget(written: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        find_bot(f"search@{written}")
    assert wrong.value.code == "bad-budget"


def test_who_does_not_think_needs_no_time() -> None:
    with pytest.raises(InvalidInput) as wrong:
        find_bot("greedy@5ms")
    assert wrong.value.code == "no-budget"


def test_nobody_of_that_name() -> None:
    with pytest.raises(InvalidInput) as wrong:
        find_bot("deep@5ms")
    assert (wrong.value.code, wrong.value.details["known"]) == ("unknown-bot", list(BOTS))


def test_rounds_are_spent() -> None:
    clock = Clock(Budget(rounds=5))
    assert [clock.take(3), clock.take(3), clock.take(3), clock.done] == [3, 2, 0, 5]


def test_time_is_spent() -> None:
    """Two thirds of it or more: what is left is no more than half of what the last rounds took."""
    began = thread_time()
    clock = Clock(Budget(seconds=0.001))
    while clock.take(1):
        pass
    assert clock.done > 0
    assert thread_time() - began > 0.00066


def test_the_first_rounds_are_played_however_little_time_there_is() -> None:
    clock = Clock(Budget(seconds=1e-9))
    assert [clock.take(3), clock.take(3)] == [3, 0]


def test_no_rounds_are_begun_that_would_end_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """They took 0.4 s before: at 0.8 s of 1 s, more than half of them would come too late."""
    now = iter([0.0, 0.0, 0.4, 0.8])
    monkeypatch.setattr("doublesix.bots.budget.thread_time", lambda: next(now))
    clock = Clock(Budget(seconds=1))
    assert [clock.take(3), clock.take(3), clock.take(3)] == [3, 3, 0]


def test_a_part_of_the_rounds_is_so_many_times_as_many() -> None:
    assert Clock(Budget(rounds=5)).part(0.5, 3).take(100) == 15


def test_a_part_of_the_time_began_when_all_of_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 0.3 s of 1 s, a third of it is nearly gone, and half of it is not."""
    now = iter([0.0, 0.3, 0.35, 0.3, 0.35])
    monkeypatch.setattr("doublesix.bots.budget.thread_time", lambda: next(now))
    clock = Clock(Budget(seconds=1))
    third, half = clock.part(1 / 3, 1), clock.part(1 / 2, 1)
    assert [third.take(3), third.take(3), half.take(3), half.take(3)] == [3, 0, 3, 3]
