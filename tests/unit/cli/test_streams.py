"""Streams and keys in odd states, inside the test; test_process has the real ones."""

import sys

import pytest

from doublesix.cli import games, main
from tests.unit.cli.ran import Run
from tests.unit.cli.test_games import PERFT


def test_stopped_by_the_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "perft", stop)
    ran = run("perft", PERFT / "draw-2-deal.toml", "--depth", 3)
    assert ran == (130, "", "Stopped.\n")


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_a_stream_that_was_closed_from_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(sys, name, None)
    assert main(["rules", "list"]) == 0
    assert main(["rules", "show", "chess"]) == 2
