"""Who meets whom, in which seatings, and what cannot be held."""

from typing import Any

import pytest
from msgspec.structs import replace

from doublesix.errors import DoublesixError, InvalidInput
from doublesix.lab.arena.contest import MOST_DEALS, Contest, Until, checked, read_until, seatings
from doublesix.rules import load

CONTEST = Contest(load("block"), 4, ("random", "greedy", "random"), 10)


def test_everybody_meets_everybody() -> None:
    assert CONTEST.pairs == ((0, 1), (0, 2), (1, 2))
    assert CONTEST.labels == ("random", "greedy", "random#2")


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_both_bots_hold_every_side_equally_often(sides: int) -> None:
    masks = list(seatings(sides))
    assert len(set(masks)) == len(masks) == (2 if sides == 2 else 2 * sides)
    for side in range(sides):
        assert sum(mask >> side & 1 for mask in masks) * 2 == len(masks)
    assert all(0 < mask < (1 << sides) - 1 for mask in masks)
    # With the bots exchanged it is the same set of seatings.
    assert {(1 << sides) - 1 - mask for mask in masks} == set(masks)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"bots": ("random",)}, "few-bots"),
        ({"bots": ("random", "clever")}, "unknown-bot"),
        ({"deals": 0}, "bad-deals"),
        ({"deals": MOST_DEALS + 1}, "bad-deals"),
        ({"margin": -0.01}, "bad-margin"),
        ({"margin": 0.5}, "bad-margin"),
        ({"margin": float("nan")}, "bad-margin"),
        ({"seats": 5}, "seats-not-allowed"),
        ({"target": 0}, "bad-target"),
    ],
)
def test_contests_that_cannot_be_held(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(DoublesixError) as caught:
        checked(replace(CONTEST, **changes))
    assert caught.value.code == code


def test_in_single_rounds_points_do_not_matter() -> None:
    assert CONTEST.game.target == 0
    assert replace(CONTEST, in_matches=True).game.target == 100
    assert replace(CONTEST, target=50).game.target == 50
    assert replace(CONTEST, rules=load("noris")).game.target == 0
    assert replace(CONTEST, rules=load("muggins")).game.target == 61


@pytest.mark.parametrize(("word", "until"), [("better", Until()), ("2", Until(0.02))])
def test_when_to_stop(word: str, until: Until) -> None:
    assert read_until(word) == until
    assert until.word == word


@pytest.mark.parametrize("word", ["", "worse", "0", "50", "-1", "nan", "inf"])
def test_words_that_do_not_say_when(word: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_until(word)
    assert caught.value.code == "bad-until"
