"""The terminal itself: narrow, broken or full, it never ends in a traceback."""

import errno
import io
import os
from pathlib import Path

import pytest

from doublesix import words
from doublesix.errors import InvalidFile
from doublesix.tui import Options, run
from doublesix.tui.screen import Leave, Screen
from tests.unit.tui.table import Person, first_fit, play


class Broken(io.StringIO):
    """A stream that fails, at reading or at writing."""

    def __init__(self, error: OSError, calls: int = 0) -> None:
        super().__init__()
        self.error = error
        self.calls = calls

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise self.error

    def write(self, text: str, /) -> int:
        self.calls -= 1
        if self.calls < 0:
            raise self.error
        return len(text)


class Typed(io.StringIO):
    """Answers typed at a keyboard."""

    def isatty(self) -> bool:
        return True


class Numbered(io.StringIO):
    """An output that has a number, as files have."""

    def fileno(self) -> int:
        return 1


def options(folder: Path) -> Options:
    return Options(rules="svoora", players=("Ana", "greedy"), seed=6, target=5, state_dir=folder)


def test_long_lines_go_on_below_and_never_inside_a_tile() -> None:
    output = io.StringIO()
    Screen(words.load(), io.StringIO(), output).show("  " + "[6-5] " * 30)
    lines = output.getvalue().splitlines()
    assert len(lines) == 3
    assert all(len(line) <= 76 for line in lines)
    assert all(line.startswith("    [") for line in lines[1:])


def test_a_narrow_terminal_has_narrow_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((40, 20)))
    output = Numbered()
    assert run(options(tmp_path), Person(output, first_fit), output) == 0
    assert max(map(len, output.getvalue().splitlines())) <= 39


def test_a_typed_answer_stands_beside_its_question() -> None:
    output = io.StringIO()
    screen = Screen(words.load(), Typed("  yes \n"), output)
    assert screen.ask("Really?") == "yes"
    assert output.getvalue() == "Really? "
    with pytest.raises(Leave):
        screen.ask("Really?")
    assert output.getvalue().endswith("Really? \n")


def test_a_terminal_that_hangs_up_keeps_the_game(tmp_path: Path) -> None:
    output = io.StringIO()
    assert run(options(tmp_path), Broken(OSError(errno.EIO, "gone")), output) == 0
    assert "Your game is kept." in output.getvalue()


def test_a_reader_who_has_gone_is_no_error(tmp_path: Path) -> None:
    for calls in range(6):
        output = Broken(BrokenPipeError(), calls)
        assert run(options(tmp_path), Person(io.StringIO(), first_fit), output) == 0


def test_a_closed_input_gives_no_answers(tmp_path: Path) -> None:
    output = io.StringIO()
    assert run(options(tmp_path), None, output) == 0
    assert "Your game is kept." in output.getvalue()


def test_a_full_disk_is_told_as_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile) as refused:
        run(options(tmp_path), io.StringIO(), Broken(OSError(errno.ENOSPC, "full"), 3))
    assert str(refused.value) == "The output cannot be written."


def test_watching_can_be_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from doublesix.bots.simple import GreedyBot

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GreedyBot, "choose", interrupted)
    players = ("greedy", "random")
    done = play(tmp_path, [], rules="svoora", players=players, seed=5)
    assert done.status == 130
    assert done.text.endswith("Stopped. The same game runs again with --seed 5.\n")


def test_the_answers_may_end_after_the_match(tmp_path: Path) -> None:
    def rule(said: str) -> str:
        if "to finish" in said:
            raise KeyboardInterrupt
        return first_fit(said)

    players = ("Ana", "greedy")
    done = play(tmp_path, rule, rules="svoora", players=players, seed=5, target=5)
    assert done.text.endswith("The same tiles are dealt again with --seed 5.\n")
    assert not list(tmp_path.iterdir())
