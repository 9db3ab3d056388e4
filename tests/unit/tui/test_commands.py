"""The words one can type besides moves: undo, hint, rules, score, look, save, help, quit."""

from pathlib import Path

import pytest

from doublesix import words
from doublesix.notation.transcript import read_file
from doublesix.rules import BOOKS, load
from doublesix.rules.describe import describe
from doublesix.tui.orders import COMMANDS
from tests.unit.tui.table import first_fit, last_question, play

OPTIONS = {"rules": "ikea", "target": 100, "players": ("Ana", "random"), "seed": 43, "new": True}


def joined(text: str) -> str:
    return " ".join(text.split())


def test_help_names_every_command(tmp_path: Path) -> None:
    for word in ("help", "?", "HELP"):
        text = play(tmp_path, [word], **OPTIONS).text
        for name in COMMANDS:
            assert f"\n{name}" in text
        assert "\ndraw, pass: " in text


@pytest.mark.parametrize("book", BOOKS)
def test_rules_tell_the_whole_book(tmp_path: Path, book: str) -> None:
    rules, say = load(book), words.load()
    players = ("Ana", "Bo", "Cy", "Di")[: rules.seats[0]]
    target = 50 if rules.target else None
    done = play(tmp_path, ["", "rules"], rules=book, target=target, players=players, seed=3)
    for sentence in describe(rules, say):
        assert sentence in joined(done.text)


def test_the_score_sheet_so_far(tmp_path: Path) -> None:
    done = play(tmp_path, ["score"], **OPTIONS)
    assert "In all: 0 for Ana and 0 for random. The target is 100.\n" in done.text


def test_the_score_sheet_has_every_round(tmp_path: Path) -> None:
    asked: list[str] = []

    def rule(said: str) -> str:
        if "next round" in last_question(said):
            asked.append(said)
            return ("score", "", "score", "quit")[len(asked) - 1]
        return first_fit(said)

    text = play(tmp_path, rule, **OPTIONS).text
    last = text[text.rindex("next round (help") - 400 :]
    assert "Round 1: " in last
    assert "Round 2: " in last
    total = [line for line in text.splitlines() if line.startswith("In all: ")][-1]
    kept = play(tmp_path, [], resume=True).text
    assert f"{total.split()[2]} in all" in kept


def test_points_of_the_running_round_are_in_the_score(tmp_path: Path) -> None:
    options = OPTIONS | {"rules": "muggins", "target": None, "players": ("Ana", "greedy")}
    done = play(tmp_path, ["score"], **options)
    assert "Round 1 so far: " in done.text


def test_games_are_counted_where_there_is_no_target(tmp_path: Path) -> None:
    options = OPTIONS | {"rules": "noris", "target": None}
    asked: list[str] = []

    def rule(said: str) -> str:
        if "Another game?" in last_question(said):
            asked.append(said)
            return ("maybe", "yes", "score", "n")[len(asked) - 1]
        return first_fit(said)

    text = play(tmp_path, rule, **options).text
    assert "maybe is nothing you can do here" in text
    assert "\nGame 2\n" in text
    assert "Games won: " in text
    assert "Game 1: won by " in text
    assert text.rstrip().endswith("--seed 43.")
    assert not list(tmp_path.iterdir())


def test_save_writes_a_transcript(tmp_path: Path) -> None:
    file = tmp_path / "a match.toml"
    done = play(tmp_path / "state", ["7 l", f"save {file}"], **OPTIONS)
    assert f"Saved in {file}." in joined(done.text)
    transcript = read_file(file)
    assert transcript.names == ("Ana", "random")
    assert transcript.target is None
    assert len(transcript.rounds[0].past) > 1
    assert [path.name for path in tmp_path.iterdir() if path.name != "state"] == ["a match.toml"]


@pytest.mark.parametrize("answer", ["", "no", "n"])
def test_save_replaces_nothing_unasked(tmp_path: Path, answer: str) -> None:
    file = tmp_path / "match.toml"
    file.write_text("precious")
    done = play(tmp_path / "state", [f"save {file}", answer], **OPTIONS)
    assert f"{file} exists. Replace it? [no]" in joined(done.text)
    assert "Nothing was written" in done.text
    assert file.read_text() == "precious"


def test_save_replaces_on_request(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text("old")
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    play(tmp_path / "state", [f"save {link}", "perhaps", "yes"], **OPTIONS)
    assert link.is_symlink()
    assert read_file(file).game.seats == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Say where to, for example: save match.toml"),
        ("{folder}", "there is something else of that name which is not a file."),
        ("{folder}/nowhere/match.toml", "there is no such folder."),
        ("{folder}/file/match.toml", "there is no such folder."),
        ("{folder}/" + "x" * 300, "this file cannot be written."),
        ("/dev/null", "there is something else of that name which is not a file."),
    ],
)
def test_save_says_what_is_wrong_with_a_place(tmp_path: Path, name: str, sentence: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("")
    done = play(tmp_path / "state", [f"save {name.format(folder=folder)}"], **OPTIONS)
    assert sentence in joined(done.text)
    assert done.text.count("Ana, which tile?") == 2
    assert len(list(folder.iterdir())) == 1


def test_save_survives_a_full_disk(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full disk to write to")
    done = play(tmp_path, ["save /dev/full/x"], **OPTIONS)
    assert "there is no such folder." in joined(done.text)


def test_quit_keeps_the_game_and_says_how_to_go_on(tmp_path: Path) -> None:
    done = play(tmp_path, ["7 l", "quit"], **OPTIONS)
    assert done.status == 0
    assert done.text.endswith("Your game is kept. To go on with it: ./play terminal --resume\n")


def test_a_finished_match_can_still_be_saved_or_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    asked: list[str] = []

    def rule(said: str) -> str:
        if "Press Enter to finish" in last_question(said):
            asked.append(said)
            return (f"save {file}", "hint", "xyzzy", "undo", "")[len(asked) - 1]
        return first_fit(said)

    done = play(tmp_path / "state", rule, **(OPTIONS | {"target": 15}))
    assert "There is nothing to choose right now." in done.text
    assert "xyzzy is nothing you can do here" in done.text
    assert done.text.count("wins the match!") == 2
    assert not list((tmp_path / "state").iterdir())
    assert read_file(file).target == 15
