"""Rulebooks that nobody has printed: both engines play the same game by them, too."""

import pytest
from hypothesis import given, settings

from doublesix.engine import Game
from doublesix.errors import UnsupportedRules
from doublesix.kernel.lower import LARGEST_SET, lower
from tests.kernel.parity import COMPILED, check_matches, check_rounds
from tests.strategies import games, seeds


def check_game(game: Game, seed: int) -> None:
    """A few rounds and a short match; of a set that is too large, that it is refused."""
    if game.tiles.top > LARGEST_SET:
        with pytest.raises(UnsupportedRules) as refused:
            lower(game)
        assert refused.value.details["key"] == "set"
        return
    check_rounds(game, seed, first=0, count=2)
    for name in ("greedy", "heuristic"):
        policies = (name, *["random"] * (game.seats - 1))
        check_rounds(game, seed, first=2, count=1, policies=policies)
    check_matches(game, seed, count=1, most_rounds=8)


@settings(max_examples=150 if COMPILED else 60)
@given(game=games(), seed=seeds())
def test_generated_rules(game: Game, seed: int) -> None:
    check_game(game, seed)


@pytest.mark.slow
@settings(settings.get_profile("slow"), max_examples=10_000)
@given(game=games(), seed=seeds())
def test_many_generated_rules(game: Game, seed: int) -> None:
    check_game(game, seed)
