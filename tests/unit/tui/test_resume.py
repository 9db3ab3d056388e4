"""A game is kept after every move, and can be taken up again after whatever happened."""

import io
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from doublesix.errors import DoublesixError, InvalidFile
from doublesix.notation.transcript import read
from doublesix.tui import Options, run
from doublesix.tui.shelf import Shelf
from tests.unit.tui.table import Person, first_fit, last_question, play

OPTIONS = {"rules": "ikea", "target": 75, "players": ("Ana", "random"), "seed": 43}


def kept(folder: Path) -> dict[str, object]:
    data = json.loads((folder / "terminal.json").read_text())
    assert isinstance(data, dict)
    return data


def test_the_kept_file_holds_the_whole_game(tmp_path: Path) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    data = kept(tmp_path)
    assert data["version"] == 1
    assert data["seed"] == 43
    assert data["players"] == [{"name": "Ana", "bot": ""}, {"name": "random", "bot": "random"}]
    transcript = read(str(data["transcript"]))
    assert transcript.target == 75
    assert len(transcript.rounds[0].past) > 2
    assert [path.name for path in tmp_path.iterdir()] == ["terminal.json"]


def test_the_end_of_the_answers_keeps_the_game(tmp_path: Path) -> None:
    first = play(tmp_path, ["7 l"], **OPTIONS)
    assert first.status == 0
    assert first.text.endswith("./play terminal --resume\n")
    again = play(tmp_path, [], resume=True)
    assert "Round 1\n" in again.text
    table = first.text[first.text.rindex("Line:") :]
    assert again.text.endswith(table)


def test_an_interrupt_keeps_the_game(tmp_path: Path) -> None:
    def rule(said: str) -> str:
        if said.count("which tile") > 2:
            raise KeyboardInterrupt
        return first_fit(said)

    done = play(tmp_path, rule, **OPTIONS)
    assert done.status == 130
    assert done.text.endswith("./play terminal --resume\n")
    again = play(tmp_path, [], resume=True)
    assert again.text.count("The hand of Ana:") == 1
    assert done.text[done.text.rindex("The hand of") :].split("Ana, which")[0] in again.text


def test_an_interrupt_before_the_game_leaves_nothing(tmp_path: Path) -> None:
    def rule(said: str) -> str:
        raise KeyboardInterrupt

    assert play(tmp_path, rule).status == 130
    assert not list(tmp_path.iterdir())


def test_an_interrupted_match_ends_like_one_in_one_go(tmp_path: Path) -> None:
    options = OPTIONS | {"target": 15, "players": ("Ana", "random", "greedy")}
    whole = play(tmp_path / "whole", first_fit, **options).text
    pieces = [play(tmp_path / "pieces", ["quit"], **options)]

    def one_move(said: str) -> str:
        asked = said.count("The hand of ") + said.count("next round")
        return first_fit(said) if asked <= 1 else "quit"

    while "wins the match" not in pieces[-1].text:
        assert len(pieces) < 100
        pieces.append(play(tmp_path / "pieces", one_move, resume=True))
    assert len(pieces) > 3
    assert whole.splitlines()[-4:-2] == pieces[-1].text.splitlines()[-4:-2]
    assert not list((tmp_path / "pieces").iterdir())


def test_between_two_rounds_the_game_is_kept_too(tmp_path: Path) -> None:
    def rule(said: str) -> str:
        return "quit" if "next round" in last_question(said) else first_fit(said)

    play(tmp_path, rule, **OPTIONS)
    again = play(tmp_path, [""], resume=True)
    assert "Score sheet:" in again.text.partition("next round")[0]
    assert "\nRound 2\n" in again.text


def test_a_kept_game_is_offered(tmp_path: Path) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    for answers in (["", "quit"], ["y", "quit"], ["what", "yes", "quit"]):
        done = play(tmp_path, answers)
        assert "There is an unfinished game of FJÄLLVRÅK: Ana and random, round 1." in done.text
        assert "Go on with it? [yes]" in done.text
        assert "The hand of Ana:" in done.text


def test_a_kept_game_gives_way_only_when_told(tmp_path: Path) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    before = kept(tmp_path)
    done = play(tmp_path, ["no", "quit"])
    assert "gives way to the new one" in done.text
    assert kept(tmp_path) == before
    play(tmp_path, ["no"], rules="block", players=("Bo", "greedy"))
    assert 'rules = "block"' in str(kept(tmp_path)["transcript"])
    new = play(tmp_path, [], rules="svoora", players=("Bo", "greedy"), new=True)
    assert "gives way to the new one" in new.text
    assert "?" not in new.text.partition("Round 1")[0]


def test_watching_bots_leaves_the_kept_game_alone(tmp_path: Path) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    before = kept(tmp_path)
    done = play(tmp_path, [], rules="svoora", players=("greedy", "random"))
    assert "unfinished" not in done.text
    assert kept(tmp_path) == before


def test_there_may_be_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(DoublesixError) as refused:
        play(tmp_path, [], resume=True)
    assert refused.value.code == "nothing-kept"


def damage(data: dict[str, object]) -> dict[str, bytes]:
    text = str(data["transcript"])
    players = [{"name": "Ana", "bot": ""}, {"name": "random", "bot": "deep"}]
    names = [{"name": "Eve", "bot": ""}, {"name": "random", "bot": "random"}]

    def packed(**changes: object) -> bytes:
        return json.dumps(data | changes).encode()

    return {
        "empty": b"",
        "cut": packed()[:200],
        "not-text": b"\xff\xfe",
        "list": b"[]",
        "deep": b"[" * 100_000,
        "no-version": b"{}",
        "extra": packed(more=1),
        "newer": packed(version=2),
        "much-newer": b'{"version": 99, "other": true}',
        "no-transcript": packed(transcript=""),
        "illegal": packed(transcript=text.replace('moves = """\n', 'moves = """\nA 0-0\n')),
        "bot": packed(players=players),
        "names": packed(players=names),
        "few": packed(players=names[:1]),
        "seed": packed(seed="three"),
    }


CASES = tuple(damage({"transcript": ""}))


@pytest.mark.parametrize("case", CASES)
def test_a_damaged_game_is_refused_and_left_alone(tmp_path: Path, case: str) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    file = tmp_path / "terminal.json"
    file.write_bytes(broken := damage(kept(tmp_path))[case])
    with pytest.raises(DoublesixError) as refused:
        play(tmp_path, [], resume=True)
    assert refused.value.code.startswith("kept-")
    assert (refused.value.code == "kept-newer") == ("newer" in case)
    assert str(file) in str(refused.value)
    refusing = play(tmp_path, ["no"])
    assert "[yes]" in refusing.text
    play(tmp_path, ["yes", "quit"])
    assert file.read_bytes() == broken
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("new", [True, False])
def test_a_new_game_sets_a_damaged_one_aside(tmp_path: Path, new: bool) -> None:
    file = tmp_path / "terminal.json"
    for number in (1, 2):
        file.write_text(f"broken {number}")
        done = play(tmp_path, [] if new else [""], new=new, **OPTIONS)
        assert f"terminal.json.{number}" in " ".join(done.text.split())
        assert (tmp_path / f"terminal.json.{number}").read_text() == f"broken {number}"
        assert kept(tmp_path)["version"] == 1


def test_house_rules_that_changed_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "block"\nhand = 5\n')
    play(tmp_path / "state", [], rules=str(house), players=("Ana", "Bo"), seed=1)
    house.write_text('extends = "block"\nhand = 6\n')
    with pytest.raises(DoublesixError) as refused:
        play(tmp_path / "state", [], resume=True)
    assert refused.value.code == "kept-misfit"
    house.unlink()
    with pytest.raises(DoublesixError) as refused:
        play(tmp_path / "state", [], resume=True)
    assert "house.toml" in str(refused.value)


def refuse(*_: object) -> None:
    raise InvalidFile("unwritten-full", file="x")


def check_unkept(text: str) -> None:
    assert text.count("You can play on, but the game cannot be kept for later.") == 1
    assert "Ana lays [6-5]" in text
    assert text.endswith("Your game could not be kept.\n")


def test_a_game_that_cannot_be_kept_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shelf, "keep", refuse)
    check_unkept(play(tmp_path, ["7 l", "quit"], **OPTIONS).text)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    done = play(tmp_path / "state", ["7 l", "quit"], **OPTIONS)
    check_unkept(done.text)
    assert "there is no such folder" in " ".join(done.text.split())
    assert (tmp_path / "state").read_text() == "in the way"


def test_a_folder_where_the_file_should_be(tmp_path: Path) -> None:
    (tmp_path / "terminal.json").mkdir()
    done = play(tmp_path, ["yes", "7 l"], **OPTIONS)
    assert "the unfinished game cannot be read" in " ".join(done.text.split())
    assert kept(tmp_path)["seed"] == 43
    assert (tmp_path / "terminal.json.1").is_dir()


def test_a_damaged_game_that_cannot_be_set_aside_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "terminal.json").write_text("broken")
    monkeypatch.setattr(Path, "rename", lambda *_: os.stat("/nowhere/at/all"))
    check_unkept(play(tmp_path, ["yes", "7 l", "quit"], **OPTIONS).text)
    assert (tmp_path / "terminal.json").read_text() == "broken"


def test_a_finished_game_that_cannot_be_removed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shelf, "clear", refuse)
    done = play(tmp_path, first_fit, **(OPTIONS | {"rules": "noris", "target": None}))
    assert done.status == 0
    assert "there is no room left" in done.text


def test_nothing_half_written_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    before = kept(tmp_path)

    def interrupted(file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    assert play(tmp_path, ["1"], resume=True).status == 130
    assert kept(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["terminal.json"]


def test_a_person_without_a_home_can_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    output = io.StringIO()
    options = Options(rules="noris", players=("Ana", "greedy"), seed=1)
    assert run(options, Person(output, first_fit), output) == 0
    assert "There is no home folder to keep the game in." in output.getvalue()
    assert not list(tmp_path.iterdir())


SCRIPT = """
import sys
from pathlib import Path
from doublesix.tui import Options, run
options = Options(rules="ikea", target=75, players=("Ana", "random"), seed=43,
                  new=True, state_dir=Path(sys.argv[1]))
sys.exit(run(options, sys.stdin, sys.stdout))
"""


def test_a_reader_who_goes_away_costs_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        while b"which tile" not in process.stdout.readline():
            pass
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(b"7 l\n" + b"help\n" * 100)
            process.stdin.close()
        errors = process.stderr.read().decode()
    assert "Traceback" not in errors
    assert kept(tmp_path)["seed"] == 43


def test_bytes_that_are_no_text_are_met_politely(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        input=b"\xff\xfe\xfd\n",
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
    )
    assert done.returncode == 0
    assert not done.stderr
    assert b"To go on with it" in done.stdout


def test_letters_a_terminal_has_not_are_replaced(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        input=b"",
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii:strict"},
    )
    assert done.returncode == 0
    assert b"FJ?LLVR?K, played to 75 points." in done.stdout
