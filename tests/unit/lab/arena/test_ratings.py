"""Ratings: those of the model where it holds, and honest about how sure they are."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from doublesix.lab.arena.ratings import MIDDLE, rate

TRUE = (1700.0, 1550.0, 1500.0, 1250.0)
PAIRS = list(combinations(range(4), 2))


def expected(first: float, second: float) -> float:
    return float(1 / (1 + 10 ** ((second - first) / 400)))


def played(seed: int, deals: int) -> list[NDArray[np.float64]]:
    chance = np.random.default_rng(seed)
    shares = [expected(TRUE[first], TRUE[second]) for first, second in PAIRS]
    return [chance.binomial(2, share, deals) / 2 for share in shares]


def test_exact_shares_give_exact_ratings() -> None:
    shares = [np.full(10**5, expected(TRUE[first], TRUE[second])) for first, second in PAIRS]
    found = rate(4, PAIRS, shares, seed=1)
    assert [one.rating for one in found] == pytest.approx(TRUE, abs=0.1)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    inside = 0
    for seed in range(25):
        for one, true in zip(rate(4, PAIRS, played(seed, 300), seed), TRUE, strict=True):
            inside += one.interval[0] <= true <= one.interval[1]
            assert one.interval[0] <= one.rating <= one.interval[1]
    assert 88 <= inside <= 100


def test_pairs_may_have_played_different_numbers_of_deals() -> None:
    scores = [found[: 200 + 100 * number] for number, found in enumerate(played(3, 1000))]
    found = rate(4, PAIRS, scores, seed=1)
    assert [one.rating for one in found] == pytest.approx(TRUE, abs=60)
    assert sum(one.rating for one in found) == pytest.approx(4 * MIDDLE)


def test_who_always_wins_is_not_endlessly_better() -> None:
    winner, loser = rate(2, [(0, 1)], [np.ones(50)], seed=1)
    assert 400 < winner.rating - loser.rating < 1000


def test_equal_bots_are_equal() -> None:
    first, second = rate(2, [(0, 1)], [np.full(10, 0.5)], seed=1)
    assert first == second
    assert first.interval == (MIDDLE, MIDDLE)


def test_the_same_seed_gives_the_same_intervals() -> None:
    assert rate(4, PAIRS, played(1, 50), 5) == rate(4, PAIRS, played(1, 50), 5)
    assert rate(4, PAIRS, played(1, 50), 5) != rate(4, PAIRS, played(1, 50), -6)
