"""Where keys and lines of text stand in a file."""

import pytest

from doublesix.notation.places import find_places
from tests.unit.notation.sample import TEXT

KEYS = [
    (-1, "rules", 1),
    (-1, "seats", 2),
    (-1, "names", 3),
    (0, "", 5),
    (0, "hands", 6),
    (0, "stock", 10),
    (0, "moves", 11),
]


@pytest.mark.parametrize(("number", "key", "line"), KEYS)
def test_keys_and_rounds(number: int, key: str, line: int) -> None:
    assert find_places(TEXT).line(number, key) == line


@pytest.mark.parametrize("offset", range(4))
def test_lines_of_a_text_that_begins_below_its_key(offset: int) -> None:
    assert find_places(TEXT).line(0, "moves", offset) == 12 + offset


@pytest.mark.parametrize("mark", ['"""', "'''"])
def test_a_text_that_begins_beside_its_key(mark: str) -> None:
    places = find_places(f"[[round]]\nmoves = {mark}A 6-6\nB 6-5 left\n{mark}\nstock = ''\n")
    assert [places.line(0, "moves", offset) for offset in range(2)] == [2, 3]
    assert places.line(0, "stock") == 5


@pytest.mark.parametrize("written", ['"A 6-6\\nB pass"', "'A 6-6'", '"""A 6-6"""', "'''A 6-6'''"])
def test_a_text_on_one_line(written: str) -> None:
    places = find_places(f"[[round]]\nmoves = {written}\nstock = ''\n")
    assert [places.line(0, "moves", offset) for offset in range(3)] == [2, 2, 2]
    assert places.line(0, "stock") == 3


def test_blanks_after_the_opening_marks_are_the_first_line_of_the_text() -> None:
    """TOML drops a line break right after the marks, but not one after blanks."""
    places = find_places('[[round]]\nmoves = """  \nA 6-6\n"""\n')
    assert [places.line(0, "moves", offset) for offset in range(2)] == [2, 3]


def test_lines_that_end_as_on_windows() -> None:
    places = find_places(TEXT.replace("\n", "\r\n"))
    assert [places.line(number, key) for number, key, _ in KEYS] == [line for *_, line in KEYS]
    assert [places.line(0, "moves", offset) for offset in range(2)] == [12, 13]


def test_text_is_not_looked_into() -> None:
    places = find_places('[[round]]\nmoves = """\n[[round]]\nstock = 1\n"""\nstock = 2\n')
    assert places.line(0, "stock") == 6
    assert places.line(1) == 1


def test_comments_are_not_looked_into() -> None:
    places = find_places('# seats = 2\nrules = "ikea" # """\n# [[round]]\nseats = 3\n[[round]]\n')
    assert places.line(-1, "seats") == 4
    assert places.line(0) == 5


def test_rounds_are_told_apart() -> None:
    places = find_places("[[round]]\nstock = ''\n\n  [[ round ]]  # the second\nstock = ''\n")
    assert [places.line(number) for number in range(2)] == [1, 4]
    assert [places.line(number, "stock") for number in range(2)] == [2, 5]


@pytest.mark.parametrize("key", ["player2", "2", '"seats"', "'seats'", '"two words"'])
def test_every_key_that_toml_allows(key: str) -> None:
    places = find_places(f'rules = "ikea"\n{key} = 3\n')
    assert places.line(-1, key.strip("\"'")) == 2


def test_a_key_that_is_not_there_stands_where_its_round_does() -> None:
    assert find_places(TEXT).line(0, "nothing") == 5


def test_a_key_that_is_not_in_the_head_stands_in_the_first_line() -> None:
    assert find_places("# nothing yet\n").line(-1, "rules") == 1


def test_the_first_key_of_a_name_counts() -> None:
    assert find_places("seats = 2\nseats = 3\n").line(-1, "seats") == 1
