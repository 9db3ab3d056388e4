"""The model: keys, hand sizes, pairs, plain values."""

import pytest
from hypothesis import given

from doublesix import rules
from doublesix.rules import KEYS, Rules
from doublesix.tiles import tile_set
from tests.setting import house
from tests.strategies import rulebooks


def test_a_key_is_a_field_with_a_kind() -> None:
    about = {"id", "title", "parent", "sources"}
    assert set(KEYS) == set(Rules.__struct_fields__) - about
    assert list(KEYS) == [name for name in Rules.__struct_fields__ if name in KEYS]


def test_a_rulebook_does_not_change() -> None:
    with pytest.raises(AttributeError):
        rules.load("ikea").target = 50  # type: ignore[misc]  # the point of the test


@pytest.mark.parametrize("top", [1, 6, 9, 12])
def test_the_set_is_the_one_with_that_top(top: int) -> None:
    book = house("ikea", {"set": top, "seats": [2], "hand": {"2": 1}})
    assert book.tiles is tile_set(top)


def test_hand_sizes_go_by_the_seats() -> None:
    assert [rules.load("ikea").hand_size(seats) for seats in (2, 3, 4, 5)] == [7, 7, 5, 5]


def test_only_four_seats_can_be_pairs() -> None:
    assert [rules.load("block").plays_in_pairs(seats) for seats in (2, 3, 4)] == [
        False,
        False,
        True,
    ]
    assert not rules.load("ikea").plays_in_pairs(4)
    many = house("block", {"seats": [4, 6], "hand": {"4": 4, "6": 4}})
    assert not many.plays_in_pairs(6)


@given(rulebooks())
def test_plain_values_are_what_toml_can_hold(book: Rules) -> None:
    for key in KEYS:
        plain = book.plain(key)
        assert type(plain) in {bool, int, str, list, dict}, key
