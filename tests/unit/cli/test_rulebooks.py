"""``doublesix rules``: what the contract and the rules page promise."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from doublesix.rules import KEYS, shipped
from tests.unit.cli.ran import Run

# Rules page, section 2: who may sit down; section 3: the editions.
BOOKS = {
    "ikea": (
        [2, 3, 4, 5],
        ["cs", "hr", "id", "ko", "lt", "ms", "ro", "sk", "sr", "tr", "vi", "zh-Hans", "zh-Hant"],
    ),
    "noris": ([2, 3, 4, 5], ["bg", "es", "hr", "pt", "sl"]),
    "svoora": ([2, 3, 4], ["fr"]),
    "block": ([2, 3, 4], []),
    "draw": ([2, 3, 4], ["fr", "nl"]),
    "muggins": ([2, 3, 4], ["es", "fr", "it", "nl", "ru"]),
    "fives-and-threes": ([2, 3, 4], []),
    "sebastopol": ([4], []),
}

WAITS = ("drawn_tile", "must_play", "may_not_play")
MOST = ("leader", "highest_double", "most_doubles")
LONE = ("redeal_single_holder", False, True)
BACK = ("direction", "clockwise", "counter_clockwise")
KNOCKS = ("pass_instead_of_draw", False, True)
FIVE = ("hand", {"2": 7, "3": 7, "4": 5, "5": 5}, {"2": 5, "3": 5, "4": 5, "5": 5})
NEAREST = ("rounding", "up", "nearest")

# Rules page, section 3, in the order of the keys.
EDITIONS: dict[str, list[tuple[str, object, object]]] = {
    "ikea:ko": [WAITS],
    "ikea:ms": [MOST, WAITS],
    "ikea:zh-Hant": [WAITS],
    "ikea:ro": [FIVE, MOST],
    "ikea:hr": [MOST],
    "ikea:sr": [MOST],
    "ikea:tr": [MOST],
    "ikea:cs": [LONE, ("target_choices", [50, 75, 100], [50, 70, 100])],
    "ikea:sk": [LONE],
    "ikea:lt": [KNOCKS],
    "ikea:vi": [BACK],
    "ikea:zh-Hans": [],
    "ikea:id": [],
    "noris:pt": [BACK],
    "noris:hr": [("double_counts", "one_half", "one_pip")],
    "noris:es": [KNOCKS],
    "noris:sl": [KNOCKS],
    "noris:bg": [("blocked_when", "all_stuck", "one_stuck")],
    "svoora:fr": [("unable", "draw_on", "draw_one")],
    "muggins:fr": [NEAREST],
    "muggins:es": [NEAREST],
    "muggins:it": [NEAREST],
    "muggins:nl": [NEAREST],
    "muggins:ru": [NEAREST],
    "draw:fr": [("able_draw_limit", 0, 2)],
    "draw:nl": [("lead", "any", "named")],
}

# Rules page, section 2: values and whether they carry the mark of a ruling.
VALUES: list[tuple[str, str, Any, str]] = [
    ("ikea", "hand", {"2": 7, "3": 7, "4": 5, "5": 5}, "printed"),
    ("ikea", "able_may_pass", False, "ruling"),
    ("ikea", "unable", "draw_one", "printed"),
    ("ikea", "drawn_tile", "must_play", "ruling"),
    ("ikea", "tie", "no_points", "ruling"),
    ("ikea", "blocked_points", "minus_own", "printed"),
    ("ikea", "next_leader", "same_rule", "ruling"),
    ("ikea", "target", 100, "printed"),
    ("ikea", "target_choices", [50, 75, 100], "printed"),
    ("noris", "seats", [2, 3, 4, 5], "ruling"),
    ("noris", "no_leader", "highest_tile", "ruling"),
    ("noris:hr", "no_leader", "highest_tile", "printed"),
    ("noris", "second_tile", True, "printed"),
    ("noris", "second_tile_unable", "turn_ends", "ruling"),
    ("noris", "double_counts", "one_half", "printed"),
    ("noris", "tie", "shared", "ruling"),
    ("noris", "target", 0, "printed"),
    ("svoora", "able_may_pass", False, "printed"),
    ("svoora", "unable", "draw_on", "printed"),
    ("block", "sides", "pairs", "printed"),
    ("block", "no_leader", "redeal", "ruling"),
    ("block", "blocked_points", "opponents", "ruling"),
    ("block", "blocked_points_pairs", "minus_own", "printed"),
    ("block", "never_negative", True, "ruling"),
    ("block", "target", 100, "ruling"),
    ("draw", "leader", "highest_double", "ruling"),
    ("draw", "lead", "any", "printed"),
    ("draw", "highest_tile_lead", "any", "ruling"),
    ("draw", "reserve", 2, "printed"),
    ("draw", "target", 100, "ruling"),
    ("muggins", "in_play", [5], "printed"),
    ("muggins", "divide_by", 5, "printed"),
    ("muggins", "target", 61, "printed"),
    ("fives-and-threes", "leader", "lowest_double", "printed"),
    ("fives-and-threes", "unable", "draw_on", "ruling"),
    ("fives-and-threes", "blocked_winner", "nobody", "ruling"),
    ("fives-and-threes", "out_bonus", 1, "printed"),
    ("fives-and-threes", "in_play", [3, 5], "printed"),
    ("fives-and-threes", "target_check_pairs", "round_end", "ruling"),
    ("fives-and-threes", "target", 31, "printed"),
    ("sebastopol", "seats", [4], "printed"),
    ("sebastopol", "sides", "pairs", "ruling"),
    ("sebastopol", "arms", "all_first", "ruling"),
    ("sebastopol", "unable", "pass", "ruling"),
    ("sebastopol", "target", 60, "ruling"),
]


def test_list(run: Run) -> None:
    listed = run("rules", "list", "--json").json()
    assert [list(each) for each in listed] == [["id", "name", "seats", "editions"]] * len(BOOKS)
    assert {each["id"]: (each["seats"], each["editions"]) for each in listed} == {
        book: (seats, [f"{book}:{language}" for language in languages])
        for book, (seats, languages) in BOOKS.items()
    }
    assert len({each["name"] for each in listed}) == len(BOOKS)


def test_list_in_words(run: Run) -> None:
    ran = run("rules", "list")
    assert (ran.status, ran.err) == (0, "")
    rows = ran.out.splitlines()
    assert [row.split()[0] for row in rows[: len(BOOKS)]] == list(BOOKS)
    assert all(f"{book}:{language}" in ran.out for book in BOOKS for language in BOOKS[book][1])


@pytest.mark.parametrize("name", shipped())
def test_show_has_every_key_with_value_and_source(run: Run, name: str) -> None:
    shown = run("rules", "show", name, "--json").json()
    assert list(shown) == list(KEYS)
    for key, each in shown.items():
        assert list(each) == ["value", "source"], key
        assert each["source"] in {"printed", "ruling"}, key


@pytest.mark.parametrize(("name", "key", "value", "source"), VALUES)
def test_show(run: Run, name: str, key: str, value: object, source: str) -> None:
    assert run("rules", "show", name, "--json").json()[key] == {"value": value, "source": source}


def test_show_house_rules(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "block"\ntarget = 50\n', encoding="utf-8")
    shown = run("rules", "show", house, "--json").json()
    assert shown["target"] == {"value": 50, "source": "house"}
    assert shown["reserve"] == run("rules", "show", "block", "--json").json()["reserve"]


@pytest.mark.parametrize("name", shipped())
def test_show_resolved_is_ready_for_a_house_rules_file(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("rules", "show", name, "--resolved")
    assert (ran.status, ran.err) == (0, "")
    assert list(tomllib.loads(ran.out)) == list(KEYS)
    house = tmp_path / "house.toml"
    house.write_text(ran.out, encoding="utf-8")
    assert run("rules", "check", house, "--json").json() == {"ok": True}
    assert run("rules", "diff", name, house, "--json").json() == []


@pytest.mark.parametrize("name", shipped())
def test_show_in_words(run: Run, name: str) -> None:
    ran = run("rules", "show", name)
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) > 10
    assert "{" not in ran.out


def test_diff(run: Run) -> None:
    assert run("rules", "diff", "block", "draw", "--json").json() == [
        {"key": "hand", "a": {"2": 7, "3": 5, "4": 5}, "b": {"2": 7, "3": 5, "4": 6}},
        {"key": "lead", "a": "named", "b": "any"},
        {"key": "no_leader", "a": "redeal", "b": "highest_tile"},
        {"key": "highest_tile_lead", "a": "named", "b": "any"},
        {"key": "able_may_draw", "a": False, "b": True},
        {"key": "unable", "a": "pass", "b": "draw_on"},
        {"key": "reserve", "a": 0, "b": 2},
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_diff_of_an_edition(run: Run, edition: str) -> None:
    book = edition.partition(":")[0]
    assert run("rules", "diff", book, edition, "--json").json() == [
        {"key": key, "a": a, "b": b} for key, a, b in EDITIONS[edition]
    ]


def test_every_edition_is_compared() -> None:
    assert set(EDITIONS) == {name for name in shipped() if ":" in name}


def test_diff_in_words(run: Run) -> None:
    ran = run("rules", "diff", "ikea", "ikea:ko")
    assert (ran.status, ran.err) == (0, "")
    heads, row = ran.out.splitlines()
    assert heads.split() == ["ikea", "ikea:ko"]
    assert row.split() == ["drawn_tile", '"must_play"', '"may_not_play"']


def test_diff_in_words_of_the_same_game(run: Run) -> None:
    assert run("rules", "diff", "ikea", "ikea:id").out == "ikea and ikea:id play the same game.\n"


def test_check(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "ikea"\ntitle = "Ours"\ntarget = 50\n', encoding="utf-8")
    assert run("rules", "check", house, "--json").json() == {"ok": True}
    ran = run("rules", "check", house)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Ours")
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (
            'extends = "ikea"\nseats = [6]\nhand = 5\n',
            "house.toml: hand: 6 seats with 5 tiles each",
        ),
        ('extends = "ikea"\nhand = 0\n', "house.toml: hand: 0 is not a whole number"),
        (
            'extends = "ikea"\ntargett = 5\n',
            "house.toml: targett: no such key; did you mean target",
        ),
        ('extends = "chess"\n', "house.toml: extends: there is no rulebook chess"),
        ('extends = "house.toml"\n', "house.toml: extends: house.toml extends itself"),
        ("extends = ikea\n", "house.toml:1: not valid TOML"),
        ('title = "Nothing else"\n', "house.toml: "),
        ("", "house.toml: "),
        (f'extends = "ikea"\ntarget = {"9" * 5000}\n', "house.toml:"),
    ],
    ids=["too many", "no hand", "key", "parent", "cycle", "toml", "title only", "empty", "huge"],
)
@pytest.mark.parametrize("asked", [["check"], ["show", "--json"]], ids=" ".join)
def test_house_rules_that_cannot_be_played(
    run: Run, tmp_path: Path, asked: list[str], written: str, words: str
) -> None:
    house = tmp_path / "house.toml"
    house.write_text(written, encoding="utf-8")
    problem = run("rules", asked[0], house, *asked[1:]).problem()
    assert f"{tmp_path}/{words}" in problem


@pytest.mark.parametrize(
    "name", ["chess", "ikea:xx", "", "/nowhere/house.toml", "x" * 300, "x" * 5000, "a\nb"]
)
def test_no_such_rules(run: Run, name: str) -> None:
    assert run("rules", "show", name).problem().startswith("There is no rulebook ")
    assert run("rules", "diff", "ikea", name).problem().startswith("There is no rulebook ")
    assert run("rules", "check", name).problem().startswith("There is no rulebook ")
