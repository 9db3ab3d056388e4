"""A person's turn: what may be typed, and what is said to what may not."""

import re
import sys
from pathlib import Path

import pytest

from tests.unit.tui.table import play


def turn(folder: Path, *answers: str, **options: object) -> str:
    """What is said in ikea with seed 43: greedy leads 5-5, Ana has three tiles that fit."""
    given = {"rules": "ikea", "target": 100, "players": ("Ana", "greedy"), "seed": 43, "new": True}
    return play(folder, answers, **(given | options)).text


def test_the_table_is_shown_before_every_choice(tmp_path: Path) -> None:
    text = turn(tmp_path)
    assert text.split("greedy leads [5-5].\n\n")[1].startswith(
        "Line: [5-5]\n"
        "Open ends: left 5 and right 5.\n"
        "  A Ana: 7 tiles, 0 points\n"
        "  B greedy: 6 tiles, 0 points\n"
        "Stock: 14 tiles.\n"
        "\n"
        "The hand of Ana:\n"
        "  1. [3-0]\n"
        "  2. [4-0]\n"
        "  3. [4-2]\n"
        "  4. [5-0] fits left or right\n"
        "  5. [5-1] fits left or right\n"
        "  6. [6-0]\n"
        "  7. [6-5] fits left or right\n"
        "Ana, which tile?\n"
    )


@pytest.mark.parametrize(
    "typed",
    ["7 left", "7l", "7 L", "7left", "6-5 left", "5-6 l", "[6-5] left", "６-５ left", "6–5 left"],
)
def test_a_move_can_be_typed_in_many_ways(tmp_path: Path, typed: str) -> None:
    assert "Ana lays [6-5] on the left.\n" in turn(tmp_path, typed)


def test_the_end_is_asked_only_where_there_is_a_choice(tmp_path: Path) -> None:
    asked = turn(tmp_path, "7", "right")
    assert "[6-5] fits more than one end. Which one: left or right?\n" in asked
    assert "Ana lays [6-5] on the right.\n" in asked
    text = turn(tmp_path, "7l", "3")
    assert "fits more than one end" not in text
    assert "Ana lays [4-2] on the right.\n" in text


def test_one_may_change_ones_mind_when_asked_for_an_end(tmp_path: Path) -> None:
    assert "Ana lays [5-0] on the left.\n" in turn(tmp_path, "7", "4 l")
    text = turn(tmp_path, "7", "", "7", "hint", "l")
    assert text.count("The hand of Ana:") >= 2
    assert "Ana lays [6-5] on the left.\n" in text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "There is no tile number 0; the hand has 7 tiles."),
        ("8", "There is no tile number 8; the hand has 7 tiles."),
        ("9" * 5000, "the hand has 7 tiles."),
        ("1", "3-0 fits no open end"),
        ("1 left", "3-0 does not fit the left end, which shows 5."),
        ("7 up", "The line has no end up."),
        ("7 sideways", "sideways is not an end"),
        ("7 left please", "left please"),
        ("6-6 left", "does not hold 6-6"),
        ("7-7", "7-7 is not a tile of the double-6 set."),
        ("draw", "can play and so may not draw."),
        ("pass", "can play and so may not pass."),
        ("draw 6-6", "draw 6-6 is nothing you can do here"),
        ("xyzzy", "xyzzy is nothing you can do here; type help to see what is."),
        ("²", "² is nothing you can do here"),
        ("-", "- is nothing you can do here"),
        ("{name}", "{name} is nothing you can do here"),
    ],
)
def test_a_bad_move_is_explained_and_asked_again(tmp_path: Path, typed: str, sentence: str) -> None:
    text = turn(tmp_path, typed)
    assert sentence in " ".join(text.split())
    assert text.count("Ana, which tile?") == 2
    assert "Ana lays" not in text


def test_codes_of_keys_are_not_sent_back(tmp_path: Path) -> None:
    assert "\x1b" not in turn(tmp_path, "\x1b[D", "\x07")


def test_enter_alone_shows_the_table_again(tmp_path: Path) -> None:
    assert turn(tmp_path, "", "look").count("The hand of Ana:") == 3


def test_a_hint_and_asked_again_its_reason(tmp_path: Path) -> None:
    text = turn(tmp_path, "hint")
    said = text.split("The coach thinks.")[1].splitlines()
    assert re.fullmatch(r"The coach suggests \[5-0\] on the left\.", said[1])
    again = turn(tmp_path, "hint", "hint", "hint")
    assert again.count("The coach thinks.") == 1
    assert again.count("The coach suggests ") == 1
    assert (
        " ".join(again.split()).count("After [5-0] on the left 5 tiles left in the hand fit") == 2
    )


def test_the_reason_is_for_the_position_it_is_asked_in(tmp_path: Path) -> None:
    text = turn(tmp_path, "hint", "6l", "hint", rules="block", target=None, seed=6)
    assert text.count("The coach suggests ") == 2
    assert text.count("The coach thinks.") == 1


def test_without_the_compiled_engine_hints_go_by_thumb_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith("doublesix.coach.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "doublesix.kernel.solve", None)
    text = turn(tmp_path, "hint")
    assert "By thumb rule, the coach suggests [5-" in text


def test_a_free_choice_to_draw_is_offered(tmp_path: Path) -> None:
    text = turn(tmp_path, "draw", rules="draw", target=None, seed=7)
    assert "Ana, which tile, or draw?\n" in text
    assert re.search(r"Ana draws \[\d-\d\]\.\n", text)


def test_a_free_choice_to_pass_is_offered(tmp_path: Path) -> None:
    for seed in range(40):
        text = turn(tmp_path, "1", "1", "1", rules="noris:es", target=None, seed=seed)
        if "nothing fits: draw or pass?" in text:
            break
    else:
        pytest.fail("nobody was ever unable")
    questions = text[: text.index("nothing fits: draw or pass?")].count("?\n")
    typed = ["1"] * questions
    options = {"rules": "noris:es", "target": None, "seed": seed}
    passed = turn(tmp_path, *typed, "hint", "knock", **options)
    assert re.search("the coach suggests (drawing|knocking)", passed, re.IGNORECASE)
    assert "Ana knocks.\n" in passed
    drew = turn(tmp_path, *typed, "draw", **options)
    assert re.search(r"Nothing fits, so Ana draws a tile: \[\d-\d\]\.\n", drew)
