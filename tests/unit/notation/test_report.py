"""Games and positions as plain data. Whole games are checked in conformance/test_transcripts."""

import json
from pathlib import Path
from typing import Any

import pytest

from doublesix.engine import view
from doublesix.engine.perft import Count
from doublesix.notation.report import legal_report, perft_report, replay_report, view_report
from doublesix.notation.transcript import read_file
from tests.unit.notation.sample import opened, position, with_moves

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

NOTHING_YET: dict[str, Any] = {
    "rules": "ikea",
    "seats": 2,
    "rounds": [],
    "totals": {"A": 0, "B": 0},
    "finished": False,
    "match_winner": None,
}


def test_replay_without_rounds() -> None:
    assert replay_report(opened('rules = "ikea"\nseats = 2\n')) == NOTHING_YET


def test_replay_without_rounds_in_a_book_without_a_target() -> None:
    report = replay_report(opened('rules = "noris"\nseats = 2\n'))
    assert report == NOTHING_YET | {"rules": "noris", "games": {"A": 0, "B": 0}}


def test_replay_keeps_the_order_of_the_contract() -> None:
    report = replay_report(opened())
    assert list(report) == ["rules", "seats", "rounds", "totals", "finished", "match_winner"]
    assert list(report["rounds"][0]) == ["ended", "winner", "pips", "in_play", "points"]


def test_replay_of_an_open_game() -> None:
    assert replay_report(opened())["rounds"] == [
        {
            "ended": None,
            "winner": [],
            # A holds 4-4 3-3 2-2 1-1 0-0, B holds 6-4 6-3 6-2 6-1 6-0
            "pips": {"A": 20, "B": 40},
            "in_play": {"A": 0, "B": 0},
            "points": {"A": 0, "B": 0},
        }
    ]


def test_a_book_without_a_target_between_two_games() -> None:
    """Finished after a game, not while the next one is open."""
    report = replay_report(read_file(TRANSCRIPTS / "t-10-noris-second-tile.toml"))
    assert (report["finished"], report["match_winner"]) == (False, None)
    report = replay_report(read_file(TRANSCRIPTS / "noris-out.toml"))
    assert report["finished"]
    assert report["match_winner"] == report["rounds"][0]["winner"]


def test_legal() -> None:
    assert legal_report(position(with_moves("A 6-6", "B 6-5 left"))) == {
        "seat": "A",
        "moves": ["5-5 left"],
    }


def test_legal_without_a_round() -> None:
    assert legal_report(None) == {"seat": None, "moves": []}


def test_legal_after_the_end() -> None:
    state = read_file(TRANSCRIPTS / "ikea-out-two-seats.toml").rounds[-1]
    assert legal_report(state) == {"seat": None, "moves": []}


def test_perft() -> None:
    assert perft_report(Count((1, 4), 3, 12)) == {
        "nodes": [1, 4],
        "rounds_ended": 3,
        "points": 12,
    }


def test_view_of_the_seat_in_turn() -> None:
    moves = ["A 6-6", "B 6-4 left", "A 4-4 left", "B 5-4 left", "A 5-5 left", "B 6-5 left"]
    state = position(with_moves(*moves, "A draw", "A pass", "B 6-3 left"))
    assert view_report(view(state, 0)) == {
        "rules": "ikea",
        "seats": 2,
        "target": 100,
        "seat": "A",
        "round": 1,
        "leader": "A",
        "turn": "A",
        "hand": ["0-0", "1-1", "2-2", "3-3", "5-3"],
        "counts": {"A": 5, "B": 3},
        "stock": 13,
        "ends": {"left": 3, "right": 6},
        "line": {
            "row": ["3-6", "6-5", "5-5", "5-4", "4-4", "4-6", "6-6"],
            "up": [],
            "down": [],
        },
        "past": [
            "A 6-6",
            "B 6-4 left",
            "A 4-4 left",
            "B 5-4 left",
            "A 5-5 left",
            "B 6-5 left",
            "A draw 5-3",
            "A pass",
            "B 6-3 left",
        ],
        "in_play": {"A": 0, "B": 0},
        "totals": {"A": 0, "B": 0},
        "moves": ["3-3 left", "5-3 left"],
        "ended": None,
    }


def test_view_of_another_seat() -> None:
    moves = ["A 6-6", "B 6-4 left", "A 4-4 left", "B 5-4 left", "A 5-5 left", "B 6-5 left"]
    report = view_report(view(position(with_moves(*moves, "A draw")), 1))
    assert report["past"][-1] == "A draw"
    assert report["hand"] == ["6-0", "6-1", "6-2", "6-3"]
    assert report["moves"] == []
    assert (report["seat"], report["turn"]) == ("B", "A")
    assert "hands" not in report


def test_view_of_a_watcher() -> None:
    report = view_report(view(position(), None))
    assert (report["seat"], report["hand"], report["moves"]) == (None, [], [])


def test_view_of_four_arms() -> None:
    state = read_file(TRANSCRIPTS / "t-24-sebastopol-double-on-an-arm.toml").rounds[-1]
    report = view_report(view(state, 0))
    assert report["ends"] == {"left": 4, "right": 1, "up": 3, "down": 4}
    assert report["line"] == {
        "row": ["4-6", "6-6", "6-1"],
        "up": ["6-3", "3-3"],
        "down": ["6-2", "2-4"],
    }


def test_view_before_the_lead() -> None:
    report = view_report(view(position(with_moves()), 1))
    assert report["ends"] == {}
    assert report["line"] == {"row": [], "up": [], "down": []}
    assert report["past"] == []


def test_view_in_a_book_without_a_target() -> None:
    state = read_file(TRANSCRIPTS / "t-10-noris-second-tile.toml").rounds[-1]
    assert view_report(view(state, 0))["target"] is None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_view_after_the_end_shows_all_hands(seat: int | None) -> None:
    path = TRANSCRIPTS / "ikea-out-two-seats.toml"
    said = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    report = view_report(view(read_file(path).rounds[-1], seat))
    assert (report["ended"], report["turn"], report["moves"]) == ("out", None, [])
    assert report["hands"] == {"A": ["1-1", "3-1"], "B": []}
    assert report["winner"] == said["rounds"][0]["winner"]
    assert report["points"] == said["rounds"][0]["points"]
