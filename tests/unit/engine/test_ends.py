"""The open ends: what they show, what fits, what they add up to."""

import pickle

import pytest

from doublesix import tiles
from doublesix.engine import End
from doublesix.engine.ends import CLOSED, Ends, no_ends
from doublesix.rules.model import Arms, Spinner

LEFT, RIGHT, UP, DOWN = End


def line(
    *laid: tuple[str, End | None],
    spinner: Spinner = Spinner.NONE,
    arms: Arms = Arms.AT_ONCE,
    top: int = 6,
) -> Ends:
    ends = no_ends(top, spinner, arms)
    for name, end in laid:
        ends = ends.grown[tiles.parse(name, top), end]
    return ends


def fitting(ends: Ends) -> list[str]:
    return [tiles.text(tile) for tile in tiles.members(ends.fits)]


def test_before_the_lead_every_tile_may_be_laid() -> None:
    ends = line()
    assert ends.shown == ()
    assert ends.fits == tiles.tile_set(6).full
    assert [str(move) for move in ends.plays[27]] == ["6-6"]


def test_the_lead_shows_both_halves() -> None:
    ends = line(("6-5", None))
    assert ends.shown == (6, 5)
    assert [str(move) for move in ends.plays[tiles.parse("6-5")]] == ["6-5 left", "6-5 right"]
    assert [str(move) for move in ends.plays[tiles.parse("5-0")]] == ["5-0 right"]
    assert ends.plays[tiles.parse("4-0")] == ()


def test_a_tile_that_fits_both_ends_has_two_plays_also_when_they_show_the_same() -> None:
    ends = line(("6-6", None))
    assert [str(move) for move in ends.plays[tiles.parse("6-0")]] == ["6-0 left", "6-0 right"]


def test_each_end_shows_the_far_half_of_what_is_laid_there() -> None:
    ends = line(("6-5", None), ("6-2", LEFT), ("5-5", RIGHT), ("5-0", RIGHT))
    assert ends.shown == (2, 0)
    assert fitting(ends) == [
        tiles.text(tile) for tile in range(28) if {0, 2} & set(tiles.halves(tile))
    ]


# Lines and what their ends add up to, a spinner's arms among them.
TOTALS = [
    ([("6-5", None)], 11),
    ([("5-5", None)], 10),
    ([("0-0", None)], 0),
    ([("5-5", None), ("5-0", RIGHT)], 10),
    ([("5-5", None), ("5-0", RIGHT), ("0-0", RIGHT)], 10),
    ([("5-5", None), ("5-0", RIGHT), ("0-0", RIGHT), ("6-5", LEFT)], 6),
    ([("5-5", None), ("5-0", RIGHT), ("0-0", RIGHT), ("6-5", LEFT), ("4-0", RIGHT)], 10),
    ([("6-4", None), ("4-4", RIGHT), ("6-6", LEFT)], 20),
]


@pytest.mark.parametrize(("laid", "total"), TOTALS)
def test_the_ends_add_up(laid: list[tuple[str, End | None]], total: int) -> None:
    assert line(*laid).total == total


# Around a spinner that may be built on at once.
SPINNER_TOTALS = [
    ([("5-5", None)], 10),
    ([("5-5", None), ("5-1", LEFT)], 11),  # one side covered: both halves still count
    ([("5-5", None), ("5-1", UP)], 11),
    ([("5-5", None), ("5-1", LEFT), ("5-2", RIGHT)], 3),  # two sides: it counts no more
    ([("5-5", None), ("5-1", LEFT), ("5-2", UP)], 3),
    ([("5-5", None), ("5-1", LEFT), ("5-2", RIGHT), ("5-3", UP)], 6),
    ([("5-5", None), ("5-1", LEFT), ("5-2", RIGHT), ("5-3", UP), ("3-3", UP)], 9),
    ([("6-5", None)], 11),
    ([("6-5", None), ("5-5", RIGHT)], 16),  # laid later: one side is covered already
    ([("6-5", None), ("5-5", RIGHT), ("5-1", RIGHT)], 7),
    ([("6-5", None), ("5-5", RIGHT), ("5-1", DOWN)], 7),
    ([("6-5", None), ("5-5", RIGHT), ("6-6", LEFT)], 22),  # a second double does not spin
]


@pytest.mark.parametrize(("laid", "total"), SPINNER_TOTALS)
def test_the_ends_around_a_spinner_add_up(laid: list[tuple[str, End | None]], total: int) -> None:
    assert line(*laid, spinner=Spinner.FIRST_DOUBLE).total == total


class TestSpinner:
    def test_none(self) -> None:
        ends = line(("6-6", None))
        assert (ends.shown, ends.spinner) == ((6, 6), -1)

    def test_the_first_double_wherever_it_is_laid(self) -> None:
        ends = line(("6-5", None), spinner=Spinner.FIRST_DOUBLE)
        assert (ends.shown, ends.spinner) == ((6, 5), -1)
        ends = ends.grown[tiles.parse("5-5"), RIGHT]
        assert (ends.shown, ends.spinner) == ((6, 5, 5, 5), 5)
        assert ends.facts.bare == (False, True, True, True)
        ends = ends.grown[tiles.parse("6-6"), LEFT]
        assert ends.spinner == 5
        assert len(ends.shown) == 4

    def test_on_the_left(self) -> None:
        ends = line(("6-5", None), ("6-6", LEFT), spinner=Spinner.FIRST_DOUBLE)
        assert (ends.shown, ends.spinner) == ((6, 5, 6, 6), 6)
        assert ends.facts.bare == (True, False, True, True)

    def test_only_the_top_double(self) -> None:
        ends = line(("5-5", None), ("6-5", LEFT), spinner=Spinner.TOP_DOUBLE)
        assert ends.spinner == -1
        assert ends.grown[tiles.parse("6-6"), LEFT].spinner == 6

    def test_the_top_of_another_set(self) -> None:
        assert line(("6-6", None), spinner=Spinner.TOP_DOUBLE, top=9).spinner == -1
        assert line(("9-9", None), spinner=Spinner.TOP_DOUBLE, top=9).spinner == 9


class TestArms:
    def grown(self, arms: Arms, *laid: tuple[str, End | None]) -> Ends:
        return line(("6-6", None), *laid, spinner=Spinner.TOP_DOUBLE, arms=arms)

    def test_at_once_all_four_sides_are_open(self) -> None:
        assert self.grown(Arms.AT_ONCE).open == (6, 6, 6, 6)
        assert self.grown(Arms.AT_ONCE, ("6-1", LEFT)).open == (1, 6, 6, 6)

    def test_sides_first_the_row_goes_through_the_spinner(self) -> None:
        first = Arms.SIDES_FIRST
        assert self.grown(first).open == (6, 6, CLOSED, CLOSED)
        assert self.grown(first, ("6-1", LEFT)).open == (1, 6, CLOSED, CLOSED)
        assert self.grown(first, ("6-1", LEFT), ("1-0", LEFT)).open == (0, 6, CLOSED, CLOSED)
        assert self.grown(first, ("6-1", LEFT), ("6-2", RIGHT)).open == (1, 2, 6, 6)

    def test_all_first_no_arm_grows_before_all_four_have_begun(self) -> None:
        first = Arms.ALL_FIRST
        laid: list[tuple[str, End | None]] = [("6-1", LEFT), ("6-2", DOWN), ("6-3", RIGHT)]
        assert self.grown(first).open == (6, 6, 6, 6)
        assert self.grown(first, *laid[:1]).open == (CLOSED, 6, 6, 6)
        assert self.grown(first, *laid).open == (CLOSED, CLOSED, 6, CLOSED)
        assert self.grown(first, *laid, ("6-4", UP)).open == (1, 3, 4, 2)

    def test_all_first_for_a_spinner_laid_later(self) -> None:
        ends = line(("5-4", None), ("5-5", LEFT), spinner=Spinner.FIRST_DOUBLE, arms=Arms.ALL_FIRST)
        assert ends.open == (5, CLOSED, 5, 5)

    def test_only_what_fits_an_open_end_fits(self) -> None:
        ends = self.grown(Arms.ALL_FIRST, ("6-1", LEFT))
        assert fitting(ends) == ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]
        assert [str(move) for move in ends.plays[tiles.parse("6-1")]] == [
            "6-1 right",
            "6-1 up",
            "6-1 down",
        ]


def test_equal_ends_are_one_value_however_they_came_about() -> None:
    one = line(("6-5", None), ("6-2", LEFT), ("5-1", RIGHT))
    other = line(("4-2", None), ("4-2", LEFT), ("2-1", RIGHT))
    assert one is other
    assert pickle.loads(pickle.dumps(one)) is one
    assert repr(one) == "Ends(2, 1)"


def test_ends_of_another_layout_are_another_value() -> None:
    laid = ("6-5", None)
    ends = {
        line(laid),
        line(laid, top=9),
        line(laid, spinner=Spinner.TOP_DOUBLE),
        line(laid, spinner=Spinner.TOP_DOUBLE, arms=Arms.ALL_FIRST),
    }
    assert len(ends) == 4
    assert {pickle.loads(pickle.dumps(each)) for each in ends} == ends
