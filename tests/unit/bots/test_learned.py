"""Which moves a player with the net goes on trying."""

import numpy as np
import pytest

from doublesix.bots.searching import hopeful


@pytest.mark.parametrize(("rounds", "kept"), [(63, [True, True, True]), (64, [True, False, True])])
def test_a_move_that_is_surely_worse_is_given_up(rounds: int, kept: list[bool]) -> None:
    chance = np.random.default_rng(1).random(rounds)
    won = chance < 0.6
    tried = np.stack([won, chance < 0.1, np.roll(won, 1)], axis=1).astype(float)
    assert hopeful(tried, np.array([0.6, 0.1, 0.58])).tolist() == kept


def test_of_two_moves_that_come_to_the_same_one_is_tried_on() -> None:
    won = np.random.default_rng(1).random(100) < 0.5
    tried = np.stack([won, won], axis=1).astype(float)
    assert hopeful(tried, tried.mean(axis=0)).tolist() == [True, False]
