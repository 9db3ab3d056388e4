"""Each kind of value: what it reads, what it refuses and why, and how it writes itself."""

from datetime import date
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given

from doublesix.errors import InvalidInput
from doublesix.rules import KEYS
from doublesix.rules.values import Choice, Flag, HandSizes, Kind, Whole, Wholes
from tests.strategies import sayings


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


COLOUR = Choice(Colour)
NUMBER = Whole(2, 5)
NUMBERS = Wholes(1, 9)
SOME_NUMBERS = Wholes(1, 9, empty=False)
HAND = HandSizes(8)

READ: list[tuple[Kind, Any, Any]] = [
    (COLOUR, "green", Colour.GREEN),
    (Flag(), True, True),
    (Flag(), False, False),
    (NUMBER, 2, 2),
    (NUMBER, 5, 5),
    (NUMBERS, [], ()),
    (NUMBERS, [1, 3, 9], (1, 3, 9)),
    (SOME_NUMBERS, [4], (4,)),
    (HAND, 7, ((0, 7),)),
    (HAND, {"8": 3, "2": 90}, ((2, 90), (8, 3))),
    (HAND, {}, ()),
]

REFUSED: list[tuple[Kind, Any, str, dict[str, Any]]] = [
    (COLOUR, "blue", "not-a-choice", {"value": "'blue'", "choices": ["red", "green"]}),
    (COLOUR, "RED", "not-a-choice", {"value": "'RED'", "choices": ["red", "green"]}),
    (COLOUR, ["red"], "not-a-choice", {"value": "['red']", "choices": ["red", "green"]}),
    (COLOUR, True, "not-a-choice", {"value": "true", "choices": ["red", "green"]}),
    (Flag(), 1, "not-a-flag", {"value": "1"}),
    (Flag(), "true", "not-a-flag", {"value": "'true'"}),
    (NUMBER, 1, "not-a-whole", {"value": "1", "least": 2, "most": 5}),
    (NUMBER, 6, "not-a-whole", {"value": "6", "least": 2, "most": 5}),
    (NUMBER, 3.0, "not-a-whole", {"value": "3.0", "least": 2, "most": 5}),
    (NUMBER, True, "not-a-whole", {"value": "true", "least": 2, "most": 5}),
    (NUMBER, "3", "not-a-whole", {"value": "'3'", "least": 2, "most": 5}),
    (NUMBERS, 3, "not-a-list", {"value": "3"}),
    (NUMBERS, {"1": 2}, "not-a-list", {"value": "{'1': 2}"}),
    (NUMBERS, [1, 10], "not-a-whole", {"value": "10", "least": 1, "most": 9}),
    (NUMBERS, [1, "2"], "not-a-whole", {"value": "'2'", "least": 1, "most": 9}),
    (NUMBERS, [2, 1], "not-rising", {"value": "[2, 1]"}),
    (NUMBERS, [1, 1], "not-rising", {"value": "[1, 1]"}),
    (SOME_NUMBERS, [], "empty-list", {}),
    (HAND, 0, "not-a-whole", {"value": "0", "least": 1, "most": 90}),
    (HAND, 91, "not-a-whole", {"value": "91", "least": 1, "most": 90}),
    (HAND, {"2": 0}, "not-a-whole", {"value": "0", "least": 1, "most": 90}),
    (HAND, [7], "not-a-whole", {"value": "[7]", "least": 1, "most": 90}),
]


@pytest.mark.parametrize(("kind", "raw", "value"), READ)
def test_a_kind_reads_what_belongs_to_it(kind: Kind, raw: object, value: object) -> None:
    read = kind.read(raw)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(("kind", "raw", "code", "details"), REFUSED)
def test_a_kind_refuses_what_does_not(
    kind: Kind, raw: object, code: str, details: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInput) as caught:
        kind.read(raw)
    assert (caught.value.code, caught.value.details) == (code, details)


@pytest.mark.parametrize("seats", ["1", "9", "two", "", " 2"])
def test_a_hand_is_for_two_to_eight_seats(seats: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        HAND.read({"2": 5, seats: 5})
    assert caught.value.code == "not-a-seat-count"
    assert caught.value.details["known"] == ["2", "3", "4", "5", "6", "7", "8"]


def test_a_long_value_is_cut_where_it_is_shown() -> None:
    with pytest.raises(InvalidInput) as caught:
        NUMBER.read("x" * 1000)
    shown = caught.value.details["value"]
    assert isinstance(shown, str)
    assert len(shown) == 60
    assert shown.startswith("'xxx")
    assert shown.endswith("...")
    with pytest.raises(InvalidInput) as caught:
        NUMBER.read("x" * 58)
    assert caught.value.details["value"] == repr("x" * 58), "60 characters are not too long"


@given(sayings())
def test_what_is_read_is_written_back(said: dict[str, Any]) -> None:
    for key, raw in said.items():
        assert KEYS[key].plain(KEYS[key].read(raw)) == raw


STRANGE: list[Any] = [
    None,
    1.5,
    float("nan"),
    date(2020, 1, 1),
    {"a": {"b": 1}},
    [[]],
    [None],
    "",
    -1,
    10**30,
]


@pytest.mark.parametrize("key", KEYS)
def test_no_key_takes_strange_things(key: str) -> None:
    for raw in STRANGE:
        with pytest.raises(InvalidInput):
            KEYS[key].read(raw)
