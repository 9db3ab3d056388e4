"""What goes wrong is told in one line on standard error, with exit status 2."""

from pathlib import Path

import pytest

from tests.unit.cli.ran import Run

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
GAME = TRANSCRIPTS / "ikea-open.toml"

COMMANDS = "'rules', 'replay', 'legal', 'view', 'perft', 'solve', 'analyse', 'simulate'"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["chess"], "COMMAND: 'chess' is not known here (known: "),
        (["rules"], "these are missing: COMMAND. See doublesix rules --help."),
        (["rules", "burn"], "COMMAND: 'burn' is not known here (known: 'list', "),
        (["rules", "show"], "these are missing: ID. See doublesix rules show --help."),
        (["rules", "diff", "ikea"], "these are missing: B. See doublesix rules diff --help."),
        (["rules", "diff"], "these are missing: A, B. See doublesix rules diff --help."),
        (["rules", "check"], "these are missing: FILE. See doublesix rules check --help."),
        (["rules", "list", "all"], "these mean nothing here: all. See doublesix --help."),
        (["replay"], "these are missing: FILE. See doublesix replay --help."),
        (["replay", GAME, "--jsn"], "these mean nothing here: --jsn. See doublesix --help."),
        (["replay", GAME, "--js"], "these mean nothing here: --js. See doublesix --help."),
        (["replay", GAME, "--json=1"], "--json: takes no value, but was given '1'."),
        (["view", GAME], "these are missing: --seat. See doublesix view --help."),
        (["view", GAME, "--seat"], "--seat: needs a value. See doublesix view --help."),
        (["view", GAME, "--seat", "C"], "C is not a seat; the seats are A or B."),
        (["view", GAME, "--seat", "b"], "b is not a seat; the seats are A or B."),
        (["view", GAME, "--seat", "AB"], "AB is not a seat; the seats are A or B."),
        (["view", GAME, "--seat", ""], " is not a seat; the seats are A or B."),
        (["perft", GAME], "these are missing: --depth. See doublesix perft --help."),
        (["perft", GAME, "--depth", "x"], "--depth: 'x' is not a number. See doublesix perft"),
        (["perft", GAME, "--depth", "0"], "0 is no depth; it must be from 1 to 99."),
        (["perft", GAME, "--depth", "100"], "100 is no depth; it must be from 1 to 99."),
        (["perft", GAME, "--depth", "-1"], "-1 is no depth; it must be from 1 to 99."),
        (
            ["perft", GAME, "--depth", "1", "--engine", "x"],
            "--engine: 'x' is not known here (known:",
        ),
        (["rules", "list", "--lang", "xx"], "There is no language xx here; there is en."),
        (["rules", "list", "--lang=xx"], "There is no language xx here; there is en."),
        (["rules", "list", "--lang"], "--lang: needs a value. See doublesix rules list --help."),
        (["replay", "nowhere.toml"], "nowhere.toml: there is no such file."),
        (["replay", TRANSCRIPTS], f"{TRANSCRIPTS}: this is a folder, not a file."),
        (["replay", "a\0b"], "a\\x00b: this file cannot be read."),
        (["replay", "x" * 5000], f"{'x' * 100}...{'x' * 100}: this file cannot be read."),
        (["replay", ""], ": "),
    ],
    ids=lambda part: " ".join(map(str, part))[-40:] if isinstance(part, list) else "",
)
def test_problem(run: Run, words: list[object], problem: str) -> None:
    assert run(*words).problem().startswith(problem)


@pytest.mark.parametrize("words", [["replay", "a\nb"], ["view", GAME, "--seat", "A\nB"]])
def test_a_line_break_in_a_word_does_not_break_the_line(run: Run, words: list[object]) -> None:
    assert run(*words).problem()


def test_the_known_commands_are_told(run: Run) -> None:
    assert COMMANDS in run("chess").problem()


def test_a_file_that_is_no_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_bytes(b"\xff\xfe")
    assert run("replay", path).problem() == f"{path}: not a text file in UTF-8."


def test_a_language_there_is(run: Run) -> None:
    assert run("rules", "list", "--json", "--lang", "en") == run("rules", "list", "--json")
    assert run("rules", "list", "--json", "--lang=en") == run("rules", "list", "--json")


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("refused/*.toml")), ids=lambda p: p.stem)
def test_every_refused_transcript(run: Run, path: Path) -> None:
    assert run("replay", path, "--json").problem().startswith(f"{path}:")
