"""The numbers of a simulation, counted again from its rows in plain Python."""

import re
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from doublesix.lab.histogram import Histogram
from doublesix.lab.intervals import Mean, mean, share
from doublesix.lab.plan import Plan
from doublesix.lab.simulation import simulate
from doublesix.lab.summary import Summary, summarize
from doublesix.rules import load
from tests.unit.lab.by_hand import Row


def played(plan: Plan) -> tuple[Summary, list[Row]]:
    tables: list[Any] = []
    outcome = simulate(plan, keep=tables.append)
    return summarize(outcome), [row for table in tables for row in table.to_pylist()]


def is_mean(found: Mean, values: list[float]) -> bool:
    assert found.interval is not None
    reach = 1.959963984540054 * stdev(values) / len(values) ** 0.5
    low, high = found.interval
    return np.allclose(
        [found.mean, low, high], [fmean(values), fmean(values) - reach, fmean(values) + reach]
    )


@pytest.mark.parametrize(
    ("book", "seats"), [("svoora", 3), ("block", 4), ("muggins", 2), ("noris", 5)]
)
def test_it_adds_up(book: str, seats: int) -> None:
    summary, rows = played(Plan(load(book), seats, 3000, policies=("greedy",) * seats))
    assert summary.rounds == len(rows) == 3000
    for name, count in summary.ended.items():
        assert count == sum(row["ended"] == name for row in rows)
    winners = [(row["winners"] or "").split(",") for row in rows]
    assert summary.nobody == sum(names == [""] for names in winners)
    assert summary.shared == sum(len(names) > 1 for names in winners)
    names = [side.side for side in summary.sides]
    assert list(summary.winner) == names
    for side in summary.sides:
        own = [side.side in won for won in winners]
        led = [row["leader"] in side.side for row in rows]
        assert summary.winner[side.side] == side.wins.count == sum(own)
        both = sum(won and leads for won, leads in zip(own, led, strict=True))
        assert side.wins_leading == share(both, sum(led))
        assert side.wins_following.of == 3000 - sum(led)
        assert side.wins_following.count == sum(own) - side.wins_leading.count
        assert is_mean(side.points, [row[f"points_{side.side}"] for row in rows])
    for effort in ("plays", "draws", "passes", "redeals"):
        assert is_mean(getattr(summary.length, effort), [row[effort] for row in rows])
    made = [sum(row[f"points_{name}"] for name in names) for row in rows]
    assert summary.mean_points == pytest.approx(fmean(made))


@pytest.mark.parametrize(("book", "seats"), [("svoora", 3), ("block", 4), ("muggins", 2)])
def test_what_it_is_worth_to_lead(book: str, seats: int) -> None:
    summary, rows = played(Plan(load(book), seats, 3000))
    names = [side.side for side in summary.sides]
    own: dict[str, list[tuple[bool, int]]] = {}
    ahead, points, wins = [], [], []
    for row in rows:
        (side,) = (name for name in names if row["leader"] in name)
        others = [row[f"points_{name}"] for name in names if name != side]
        points.append(row[f"points_{side}"])
        ahead.append(points[-1] - fmean(others))
        wins.append(side in (row["winners"] or "").split(","))
        own.setdefault(row["lead"], []).append((wins[-1], points[-1]))
    assert summary.leader.wins == share(sum(wins), 3000)
    assert is_mean(summary.leader.points, points)
    assert is_mean(summary.leader.advantage, ahead)
    assert {opening.tile for opening in summary.openings} == set(own)
    for opening in summary.openings:
        of_tile = own[opening.tile]
        assert opening.wins == share(sum(won for won, _ in of_tile), len(of_tile))
        assert opening.points.mean == pytest.approx(fmean(made for _, made in of_tile))
    assert sum(seat.led.count for seat in summary.leading) == 3000
    assert sum(seat.wins.count for seat in summary.leading) == sum(wins)


# Wilson's interval as published: Newcombe, Statistics in Medicine 17 (1998), table I.
@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_of_shares(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert found.share == count / of
    assert [round(end, 4) for end in found.interval] == [low, high]


def test_nothing_is_known_of_nothing() -> None:
    assert share(0, 0).interval == (0.0, 1.0)
    assert mean(Histogram(0, np.zeros(3, np.int64))) == Mean(0.0, None)


def test_of_one_number_there_is_no_interval() -> None:
    assert mean(Histogram(4, np.array([0, 1]))) == Mean(5.0, None)


def test_the_interval_of_a_mean() -> None:
    # 2, 4, 4, 4, 5, 5, 7, 9: the sample variance is 32 / 7.
    found = mean(Histogram(2, np.array([1, 0, 3, 2, 0, 1, 0, 1])))
    assert found.mean == 5
    assert found.interval == pytest.approx((5 - 1.959964 * 0.755929, 5 + 1.959964 * 0.755929))


def test_sums_do_not_overflow() -> None:
    found = mean(Histogram(30_000, np.array([2**60, 2**60])))
    assert found.mean == 30_000.5
    assert found.interval is not None
    assert found.interval[0] <= 30_000.5 <= found.interval[1]


def test_histograms_of_negative_numbers_add_up() -> None:
    both = Histogram(-2, np.array([[1, 0, 3]])) + Histogram(0, np.array([[1, 5]]))
    assert (both.low, both.high) == (-2, 2)
    assert both.counts.tolist() == [[1, 0, 4, 5]]


def test_every_key_of_the_result_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "simulate.md").read_text(encoding="utf-8")
    _, page = page.split("## The result with `--json`")
    for name in Summary.__struct_fields__:
        assert re.search(rf"^\| [^|]*`{name}`", page, re.MULTILINE), name
