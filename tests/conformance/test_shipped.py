"""Every book and every edition, at every table it has, passes the suite."""

import pytest

from doublesix import rules
from doublesix.engine import new_game, standing
from tests.conformance.suite import LAWS, check_match, check_round
from tests.record import play_match

TABLES = [(name, seats) for name in rules.shipped() for seats in rules.load(name).seats]

every_table = pytest.mark.parametrize(("name", "seats"), TABLES)


def check_rounds(name: str, seats: int, matches: int, rounds: int) -> None:
    game = new_game(rules.load(name), seats)
    for seed in range(matches):
        for played in play_match(game, seed, rounds):
            for about in LAWS:
                check_round(played, about)


@every_table
def test_rounds_keep_the_laws(name: str, seats: int) -> None:
    check_rounds(name, seats, matches=2 if name in rules.BOOKS else 1, rounds=2)


@pytest.mark.slow
@every_table
def test_many_rounds_keep_the_laws(name: str, seats: int) -> None:
    check_rounds(name, seats, matches=20, rounds=3)


@every_table
def test_matches_end_at_the_target(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    for seed in range(3):
        rounds = play_match(game, seed, most_rounds=300 if game.target else 5)
        check_match(rounds)
        assert standing(rounds[-1].end).finished


@every_table
def test_lower_targets_are_reached_sooner(name: str, seats: int) -> None:
    book = rules.load(name)
    if book.target:
        short = play_match(new_game(book, seats, target=1), seed=1)
        long = play_match(new_game(book, seats), seed=1)
        check_match(short)
        assert len(short) <= len(long)
