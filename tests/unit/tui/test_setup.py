"""What is asked before a game, what is not, and how bad answers are met."""

from pathlib import Path

import pytest

from doublesix.bots import BOTS
from doublesix.errors import DoublesixError
from doublesix.rules import BOOKS
from doublesix.tui.setup import name_players
from doublesix.words import load
from tests.unit.tui.table import play


def test_enter_takes_every_default(tmp_path: Path) -> None:
    done = play(tmp_path, [""] * 5)
    assert "FJÄLLVRÅK, played to 100 points." in done.text
    assert "In order of play: Player (A) and greedy (B)." in done.text
    for question in ("[1]", "[2]", "[100]", "[Player]", "[greedy]"):
        assert question in done.text


@pytest.mark.parametrize(("number", "book"), list(enumerate(BOOKS, 1)))
def test_every_book_can_be_chosen_by_number_or_name(tmp_path: Path, number: int, book: str) -> None:
    by_number, by_name = (play(tmp_path, [word], new=True, seed=1) for word in (str(number), book))
    assert by_number.text == by_name.text


def test_a_book_with_one_number_of_seats_does_not_ask_for_it(tmp_path: Path) -> None:
    done = play(tmp_path, ["sebastopol", "Ana"])
    assert "How many" not in done.text
    asked = " ".join(done.text.split())
    assert f"seat B? A person's name, or {load().any_of(list(BOTS))}. [greedy]" in asked


@pytest.mark.parametrize("book", ["svoora", "noris", "muggins"])
def test_a_target_is_asked_only_where_there_is_a_choice(tmp_path: Path, book: str) -> None:
    assert "how many points" not in play(tmp_path, [book, "2", "Ana", ""]).text


def test_a_chosen_target_is_played_to(tmp_path: Path) -> None:
    done = play(tmp_path, ["ikea:cs", "2", "70", "Ana", "Bo"])
    assert "FJÄLLVRÅK as printed in Czech, played to 70 points." in done.text


def test_what_was_given_is_not_asked(tmp_path: Path) -> None:
    done = play(tmp_path, [], rules="ikea", target=50, players=("Ana", "random"), seed=1)
    assert "?" not in done.text.partition("Round 1")[0]


def test_missing_players_are_asked_for(tmp_path: Path) -> None:
    done = play(tmp_path, ["Cy", "GREEDY"], rules="block", seats=4, players=("Ana", "Bo"))
    assert "Who sits at seat C, the partner of Ana?" in done.text
    assert "Ana (A), Bo (B), Cy (C) and greedy (D)" in done.text
    assert "Ana and Cy play together against Bo and greedy." in done.text


def test_a_person_may_join_bots_that_were_given(tmp_path: Path) -> None:
    options = {"rules": "svoora", "seats": 3, "players": ("greedy", "random")}
    done = play(tmp_path, ["Cy"], seed=1, **options)
    assert "Your game is kept." in done.text


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (["9"], "There is no book number 9; the list goes from 1 to 8."),
        (["ikea:"], "ikea: is not an edition; there is ikea:cs, ikea:hr,"),
        (["block:xx"], "block:xx is not an edition; there is block."),
        (["canasta"], "There is no rulebook canasta;"),
        (["\x00"], "There is no rulebook"),
        (["ikea", "7"], "7 is not one of the answers; they are 2, 3, 4 or 5."),
        (["ikea", "two"], "two is not one of the answers"),
        (["ikea", "2", "60"], "60 is not one of the answers; they are 50, 75 or 100."),
        (["svoora", "2", "x" * 41], "cannot be a name: one line of 1 to 40 characters."),
        (["svoora", "2", "Ana", "ana"], "There is already somebody called ana."),
        (["svoora", "help"], "Enter takes the answer in brackets"),
    ],
)
def test_a_bad_answer_is_explained_and_asked_again(
    tmp_path: Path, answers: list[str], sentence: str
) -> None:
    done = play(tmp_path, answers)
    text = " ".join(done.text.split())
    assert sentence in text
    question = done.text.splitlines()[-2]
    assert text.count(" ".join(question.split())) > 1 or "  [" in question
    assert done.status == 0


@pytest.mark.parametrize("answers", [["quit"], ["1", "q"], ["1", "2", "50", "exit"]])
def test_quit_leaves_before_the_game(tmp_path: Path, answers: list[str]) -> None:
    done = play(tmp_path, answers)
    assert done.text.endswith("See you soon.\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"rules": "nonsense"}, "rules-unknown"),
        ({"rules": "sebastopol", "seats": 3}, "seats-not-allowed"),
        ({"rules": "sebastopol", "players": ("Ana", "Bo")}, "seats-not-allowed"),
        ({"rules": "noris", "target": 50}, "no-target-here"),
        ({"rules": "ikea", "target": 0}, "bad-target"),
        ({"rules": "ikea", "seats": 0}, "seats-not-allowed"),
        ({"rules": "ikea", "players": ("Ana", "Ana")}, "same-name"),
        ({"rules": "ikea", "players": ("",)}, "bad-name"),
        ({"rules": "ikea", "players": ("A\nB",)}, "bad-name"),
        (
            {"rules": "ikea", "seats": 2, "target": 50, "players": ("Ana", "Bo", "Cy")},
            "wrong-number-of-names",
        ),
        ({"lang": "xx"}, "unknown-language"),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, options: dict[str, object], code: str) -> None:
    with pytest.raises(DoublesixError) as refused:
        play(tmp_path, [], **options)
    assert refused.value.code == code
    assert "{" not in str(refused.value)


def test_bad_options_are_refused_before_any_question(tmp_path: Path) -> None:
    play(tmp_path, [], rules="ikea", target=50, players=("Ana", "Bo"))
    with pytest.raises(DoublesixError):
        play(tmp_path, [], rules="canasta")


def test_seats_given_before_the_book_limit_the_books(tmp_path: Path) -> None:
    done = play(tmp_path, ["sebastopol", "ikea"], seats=5)
    assert "sebastopol is not played by 5; it seats 4." in done.text
    assert "Play to how many points" in done.text


def test_house_rules_by_path_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house.toml").write_text('extends = "block"\ntitle = "Our block"\ntarget = 30\n')
    monkeypatch.chdir(tmp_path)
    done = play(tmp_path / "state", ["house.toml", "2", "Ana", ""], seed=1)
    assert "Our block (house rules), played to 30 points." in done.text
    monkeypatch.chdir("/")
    again = play(tmp_path / "state", [], resume=True)
    assert "Our block (house rules), played to 30 points." in again.text


def test_bots_of_a_kind_are_told_apart() -> None:
    names = [player.name for player in name_players(("greedy", "Greedy", "greedy 1", "random"))]
    assert names == ["greedy 2", "greedy 3", "greedy 1", "random"]


def test_a_seed_is_chosen_and_differs(tmp_path: Path) -> None:
    texts = {
        play(tmp_path, [], rules="noris", players=("random", "random")).text.rpartition("--seed")[2]
        for _ in range(5)
    }
    assert len(texts) == 5
