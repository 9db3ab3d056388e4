"""An interval that may be looked at again and again."""

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from doublesix.lab.arena.certainty import ALPHA, Certainty
from doublesix.lab.arena.record import BLOCK

SCORES = np.array([0.0, 0.5, 1.0])
"""Of a deal that two sides play twice."""


def drawn(seed: int, deals: int, *chances: float) -> NDArray[np.float64]:
    return np.random.default_rng(seed).choice(SCORES, p=chances, size=deals)


def intervals(scores: NDArray[np.float64]) -> list[tuple[float, float]]:
    """What is known at each look."""
    some = Certainty()
    found = []
    for number, score in enumerate(scores.tolist(), 1):
        some.see(score)
        if number % BLOCK == 0:
            found.append(some.interval)
    return found


def test_before_anything_is_seen_everything_is_possible() -> None:
    assert Certainty().interval == (0, 1)


def test_it_narrows_around_the_truth() -> None:
    found = intervals(drawn(1, 4000, 0.2, 0.4, 0.4))
    assert all(low < 0.6 < high for low, high in found)
    widths = [high - low for low, high in found]
    assert widths[124] < widths[30] / 1.5
    plain = 2 * 1.96 * sqrt(0.14 / 4000)
    assert plain < widths[-1] < 2 * plain


def test_what_is_certain_is_certain_soon() -> None:
    """Two bots of 70 to 30: the referee does not need hundreds of deals."""
    found = intervals(drawn(2, 200, 0.1, 0.4, 0.5))
    assert any(low > 0.5 for low, _ in found[: 120 // BLOCK])


def test_the_other_bot_sees_the_mirror_image() -> None:
    scores = drawn(3, 160, 0.3, 0.5, 0.2)
    for (low, high), (less, more) in zip(intervals(scores), intervals(1 - scores), strict=True):
        assert (low, high) == pytest.approx((1 - more, 1 - less))


def test_scores_that_are_always_the_same_leave_no_doubt_in_the_end() -> None:
    found = intervals(np.full(2000, 0.5))
    assert all(low <= 0.5 <= high for low, high in found)
    assert all(after[1] - after[0] <= one[1] - one[0] for one, after in pairwise(found))
    assert found[-1][1] - found[-1][0] < 0.01


def test_a_share_between_two_steps_is_not_lost() -> None:
    some = Certainty()
    for _ in range(100_000):
        some.see(1 / 3)
    low, high = some.interval
    assert low < 1 / 3 < high
    assert high - low < 0.002


def test_the_order_of_deals_does_not_matter() -> None:
    scores = drawn(5, 400, 0.2, 0.5, 0.3)
    assert intervals(scores)[-1] == pytest.approx(intervals(np.sort(scores))[-1])


@pytest.mark.slow
def test_looking_all_the_time_is_rarely_wrong() -> None:
    """Of contests between equal bots that are looked at all the time, no more than one in twenty
    ever calls one of them better; with the usual interval it would be many more."""
    runs, deals = 400, 800
    wrong = naive = 0
    for seed in range(runs):
        scores = drawn(seed, deals, 0.25, 0.5, 0.25)
        wrong += any(low > 0.5 or high < 0.5 for low, high in intervals(scores))
        counts = np.arange(1, deals + 1)
        means = np.cumsum(scores) / counts
        spread = np.sqrt(np.maximum(np.cumsum(scores**2) / counts - means**2, 1e-9) / counts)
        looks = slice(4 * BLOCK - 1, None, BLOCK)
        naive += bool((np.abs(means - 0.5) > 1.96 * spread)[looks].any())
    assert wrong / runs < ALPHA + 3 * sqrt(ALPHA * (1 - ALPHA) / runs)
    assert naive / runs > 4 * ALPHA
