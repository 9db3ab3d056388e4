"""How the laid tiles lie."""

from doublesix.engine import End
from doublesix.engine.events import Drew, Event, Passed, PassReason, Played
from doublesix.engine.line import arms
from tests.setting import tiles

LEFT, RIGHT, UP, DOWN = End


def laid(*plays: tuple[str, End | None]) -> list[Event]:
    return [Played(0, tiles(name)[0], end) for name, end in plays]


def test_nothing_lies_before_the_lead() -> None:
    assert arms([]) == ([], [], [])


def test_the_row_reads_from_left_to_right() -> None:
    past = laid(("6-5", None), ("6-2", LEFT), ("5-5", RIGHT), ("5-0", RIGHT), ("2-2", LEFT))
    assert arms(past) == ([(2, 2), (2, 6), (6, 5), (5, 5), (5, 0)], [], [])


def test_arms_read_from_the_spinner_outward() -> None:
    past = laid(
        ("6-6", None), ("6-1", UP), ("6-2", DOWN), ("6-3", LEFT), ("4-1", UP), ("2-0", DOWN)
    )
    assert arms(past, spinner=6) == ([(3, 6), (6, 6)], [(6, 1), (1, 4)], [(6, 2), (2, 0)])


def test_only_plays_lay_tiles() -> None:
    past = [*laid(("6-5", None)), Drew(1, 3), Passed(1, PassReason.STOCK_EMPTY)]
    assert arms(past) == ([(6, 5)], [], [])
