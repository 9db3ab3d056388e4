"""A game: a rulebook at a table, to a target."""

import pytest

from doublesix import rules
from doublesix.engine import new_game
from doublesix.engine.game import count_pips
from doublesix.errors import InvalidInput
from tests.setting import game_of, hand, house


def test_alone_every_seat_is_a_side() -> None:
    game = game_of("ikea", 5)
    assert game.sides == ((0,), (1,), (2,), (3,), (4,))
    assert game.side_of == (0, 1, 2, 3, 4)
    assert [game.side_name(side) for side in range(5)] == ["A", "B", "C", "D", "E"]
    assert not game.in_pairs


def test_four_in_pairs_are_two_sides() -> None:
    game = game_of("block", 4)
    assert game.sides == ((0, 2), (1, 3))
    assert game.side_of == (0, 1, 0, 1)
    assert [game.side_name(side) for side in range(2)] == ["A+C", "B+D"]
    assert game.in_pairs


def test_two_and_three_play_alone_in_a_book_of_pairs() -> None:
    assert game_of("block", 2).sides == ((0,), (1,))
    assert game_of("block", 3).sides == ((0,), (1,), (2,))


def test_the_turn_goes_round_clockwise_or_not() -> None:
    assert game_of("ikea", 4).after == (1, 2, 3, 0)
    assert game_of("ikea:vi", 4).after == (3, 0, 1, 2)
    assert game_of("ikea:vi", 2).after == (1, 0)


def test_the_target_may_be_agreed() -> None:
    assert game_of("ikea", 2).target == 100
    assert game_of("ikea", 2, 1).target == 1
    assert game_of("ikea", 2, 100_000).target == 100_000
    assert game_of("noris", 2).target == 0


@pytest.mark.parametrize("target", [0, -5, 100_001])
def test_a_target_is_within_bounds(target: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        game_of("ikea", 2, target)
    assert (caught.value.code, caught.value.details) == ("bad-target", {"target": target})


def test_a_book_without_a_target_takes_none() -> None:
    with pytest.raises(InvalidInput) as caught:
        game_of("noris", 2, 50)
    assert caught.value.code == "no-target-here"


@pytest.mark.parametrize("name", rules.shipped())
def test_a_book_seats_whom_it_says(name: str) -> None:
    book = rules.load(name)
    for seats in range(10):
        if seats in book.seats:
            game = new_game(book, seats)
            assert (game.seats, game.hand) == (seats, book.hand_size(seats))
        else:
            with pytest.raises(InvalidInput) as caught:
                new_game(book, seats)
            assert caught.value.code == "seats-not-allowed"


@pytest.mark.parametrize(
    ("counts", "pips"),
    [("both_halves", 12 + 0 + 6 + 3), ("one_half", 6 + 0 + 3 + 3), ("one_pip", 1 + 1 + 1 + 3)],
)
def test_doubles_count_as_the_book_says(counts: str, pips: int) -> None:
    game = game_of("ikea", 2, double_counts=counts)
    assert count_pips(game, hand("6-6 0-0 3-3 2-1")) == pips
    assert count_pips(game, 0) == 0


def test_points_are_written_at_once_where_the_book_says() -> None:
    assert game_of("muggins", 2).at_once
    assert game_of("muggins", 4).at_once
    assert game_of("fives-and-threes", 3).at_once
    assert not game_of("fives-and-threes", 4).at_once, "a difference is known at the end"
    assert not game_of("block", 4).at_once


def test_an_able_seat_has_a_choice_in_some_books() -> None:
    assert game_of("ikea", 2).able_must_play
    for changes in ({"able_may_draw": True}, {"able_may_pass": True}, {"drawn_tile": "may_play"}):
        assert not new_game(house("ikea", changes), 2).able_must_play
