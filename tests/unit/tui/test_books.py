"""Every book, played for real: bots alone to the end, and a person among bots."""

import re
from pathlib import Path

import pytest

from doublesix.engine import standing
from doublesix.notation.transcript import read_file
from doublesix.rules import BOOKS, load, shipped
from tests.unit.tui.table import QUESTION, first_fit, last_question, play


def seats_of(rules: str) -> tuple[int, ...]:
    return load(rules).seats


def short(rules: str) -> int | None:
    """A target that is reached soon."""
    return 15 if load(rules).target else None


TABLES = [(book, seats) for book in BOOKS for seats in seats_of(book)]
EDITIONS = [name for name in shipped() if name not in BOOKS]


@pytest.mark.parametrize(("book", "seats"), TABLES)
def test_bots_play_a_match_without_a_question(tmp_path: Path, book: str, seats: int) -> None:
    players = ("greedy", "random", "random", "greedy", "random")[:seats]
    done = play(tmp_path, [], rules=book, seats=seats, players=players, target=None, seed=4)
    assert done.status == 0
    assert "?" not in done.text
    assert re.search(r"wins? the (match|game)!", done.text)
    assert "--seed 4" in done.text
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [*BOOKS, *EDITIONS])
def test_a_person_plays_to_the_end_and_saves(tmp_path: Path, name: str) -> None:
    seats = seats_of(name)[-1]
    players = ("Ana", "greedy", "random", "greedy", "random")[:seats]
    file = tmp_path / "match.toml"
    saved: list[str] = []

    def rule(said: str) -> str:
        question = last_question(said)
        if not saved and ("Press Enter to finish" in question or "Another game?" in question):
            saved.append(said)
            return f"save {file}"
        return first_fit(said)

    done = play(tmp_path / "state", rule, rules=name, target=short(name), players=players, seed=11)
    assert done.status == 0
    transcript = read_file(file)
    assert transcript.names[0] == "Ana"
    assert standing(transcript.rounds[-1]).finished
    assert not list((tmp_path / "state").iterdir())


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_seed_is_the_same_game(tmp_path: Path, book: str) -> None:
    seats = seats_of(book)[0]
    players = ("Ana", "random", "random", "random")[:seats]
    first, again = (
        play(tmp_path, first_fit, rules=book, players=players, target=short(book), seed=23).text
        for _ in range(2)
    )
    assert first == again


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_is_asked_without_a_choice(tmp_path: Path, book: str) -> None:
    seats = seats_of(book)[0]
    players = ("Ana", "greedy", "greedy", "greedy")[:seats]
    asked: list[str] = []

    def rule(said: str) -> str:
        if QUESTION.search(last_question(said)):
            asked.append(said[said.rindex("The hand of ") :])
        return first_fit(said)

    done = play(tmp_path, rule, rules=book, players=players, target=short(book), seed=6)
    assert asked
    for hand in asked:
        places = re.findall(r"(?:fits|,| or) (left|right|up|down)\b", hand)
        leads = hand.count("may lead")
        others = len(re.findall(r"draw|pass", last_question(hand)))
        assert len(places) + leads + others > 1
    assert re.search(r"Only \[\d-\d\] fits, so Ana|Nothing fits, so Ana|Ana knocks:", done.text)


def test_a_forced_lead_is_made_and_told(tmp_path: Path) -> None:
    done = play(tmp_path, [], rules="ikea", players=("Ana", "Bo"), target=50, seed=5)
    assert re.search(r"(Ana|Bo) holds the highest double and leads\.\n\1 must lead \[", done.text)


def test_noris_tells_of_the_second_tile(tmp_path: Path) -> None:
    done = play(tmp_path, [], rules="noris", players=("random", "greedy"), seed=4)
    assert "greedy lays a second tile in the same turn.\n" in done.text
    texts = [
        play(tmp_path, [], rules="noris", players=("greedy", "random"), seed=seed).text
        for seed in range(40)
    ]
    assert any("has no second tile that fits, so the turn is over." in text for text in texts)


def test_redeals_are_told_with_their_reason(tmp_path: Path) -> None:
    texts = "".join(
        play(tmp_path, [], rules="ikea:cs", players=("greedy", "random"), seed=seed).text
        for seed in range(12)
    )
    assert "Only one player holds doubles, so the tiles are dealt again." in texts


def test_counter_clockwise_play_is_announced(tmp_path: Path) -> None:
    players = ("greedy", "random", "greedy")
    done = play(tmp_path, [], rules="ikea:vi", players=players, seed=1)
    order = "greedy 1 (A), greedy 2 (C) and random (B)"
    assert f"Play goes counter-clockwise, in this order: {order}." in " ".join(done.text.split())


def test_four_arms_are_shown_each_in_a_line(tmp_path: Path) -> None:
    players = ("Ana", "greedy", "greedy", "random")
    done = play(tmp_path, first_fit, rules="sebastopol", players=players, target=15, seed=21)
    assert "Middle: [6-6], and from there outwards:\n  Left: nothing yet\n" in done.text
    assert "  Up: [6-5] [5-5] [5-3]\n" in done.text
    assert "(shut until all sides of the spinner are filled)" in done.text


def test_points_in_play_are_told_with_the_sum(tmp_path: Path) -> None:
    done = play(tmp_path, first_fit, rules="muggins", players=("Ana", "greedy"), seed=12)
    assert "The open ends add up to 10: 2 points for greedy.\n" in done.text
    assert (
        "Open ends: left 2 (a double, counts 4) and right 6. Together they count 10." in done.text
    )


def test_pairs_see_what_the_round_gave_so_far(tmp_path: Path) -> None:
    players = ("Ana", "greedy", "greedy", "random")
    done = play(tmp_path, first_fit, rules="fives-and-threes", players=players, seed=5)
    assert re.search(r"Ana and greedy 2: 0 points, and [1-9]\d* in this round", done.text)
    assert "and only the lead is written" in done.text


def test_tiles_kept_in_the_stock_are_told(tmp_path: Path) -> None:
    texts = [
        play(tmp_path, [], rules="draw", players=("greedy", "random"), seed=seed).text
        for seed in range(6)
    ]
    assert any("knocks: nothing fits, and the last 2 tiles stay in the stock" in t for t in texts)


def test_no_line_is_wider_than_the_page(tmp_path: Path) -> None:
    done = play(tmp_path, first_fit, rules="draw", players=("Ana", "random"), target=40, seed=3)
    assert max(map(len, done.text.splitlines())) <= 76
