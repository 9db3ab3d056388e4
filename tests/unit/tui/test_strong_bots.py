"""Bots that think ahead, in the terminal."""

import sys
from pathlib import Path

import pytest

from doublesix.errors import DoublesixError, MissingPart
from doublesix.tui.record import Player
from doublesix.tui.setup import name_players
from tests.unit.tui.table import first_fit, play

READY = "bots that think ahead get ready"


def joined(text: str) -> str:
    """What was said, whatever the width of the screen."""
    return " ".join(text.split())


def test_they_play_and_are_kept(tmp_path: Path) -> None:
    setting = {"rules": "block", "target": 1, "players": ("Ana", "Search@20"), "seed": 5}
    begun = play(tmp_path, ["quit"], **setting)
    assert READY in begun.text
    ended = play(tmp_path, first_fit, resume=True)
    assert READY in ended.text
    assert "search" in ended.text
    assert "--seed 5" in ended.text


def test_the_same_seed_and_budget_is_the_same_game(tmp_path: Path) -> None:
    setting = {"rules": "block", "target": 1, "players": ("search@10", "pimc@1"), "seed": 3}
    assert play(tmp_path, [], **setting) == play(tmp_path, [], **setting)


def test_where_only_quick_ones_play_nothing_gets_ready(tmp_path: Path) -> None:
    played = play(tmp_path, [], rules="block", target=1, players=("greedy", "heuristic"), seed=3)
    assert READY not in played.text


def test_all_of_them_are_offered_with_their_levels(tmp_path: Path) -> None:
    asked = joined(play(tmp_path, ["sebastopol", "Ana", "search@soon", "quit"]).text)
    assert "Level 1: the bot random plays any tile that fits." in asked
    assert "Level 6: the bot search thinks ahead" in asked
    assert "soon says nothing about how long the bot search may think" in asked


def test_what_they_need_is_named_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "doublesix.bots.searching", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingPart) as missing:
        play(tmp_path, [], rules="block", players=("Ana", "search@77"))
    assert "doublesix[kernel]" in str(missing.value)
    asked = joined(play(tmp_path, ["sebastopol", "Ana", "pimc@77", "quit"]).text)
    assert "install doublesix[kernel]" in asked


@pytest.mark.parametrize("bot", ["search@soon", "greedy@2s"])
def test_budgets_that_mean_nothing(tmp_path: Path, bot: str) -> None:
    with pytest.raises(DoublesixError):
        play(tmp_path, [], rules="block", players=("Ana", bot))


def test_those_of_a_kind_are_told_apart() -> None:
    named = name_players(("search@2s", "Ana@home", "search"))
    assert named == (
        Player("search 1", "search@2s"),
        Player("Ana@home"),
        Player("search 2", "search"),
    )
