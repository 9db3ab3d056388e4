"""``replay``, ``legal``, ``view`` and ``perft``: the results for programs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.ran import Ran, Run

TESTS = Path(__file__).parents[2]
TRANSCRIPTS = TESTS / "transcripts"
PERFT = TESTS / "perft"

# One of each kind: open, out, blocked, target, pairs, several games, a match, an edition, a house.
GAMES = [
    "ikea-open",
    "ikea-out-five-seats",
    "svoora-blocked-tie",
    "muggins-target-in-play",
    "t-33-block-pairs-partner-6",
    "noris-three-games",
    "sebastopol-match-to-60",
    "edition-muggins-fr",
    "house-double-nine",
]


def said(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
def test_replay(run: Run, name: str) -> None:
    report = run("replay", TRANSCRIPTS / f"{name}.toml", "--json").json()
    assert report == said(TRANSCRIPTS / f"{name}.expected.json")


@pytest.mark.parametrize("name", ["t-42-draw-able-seat-draws-two", "t-02-ikea-stock-5-seats"])
def test_legal(run: Run, name: str) -> None:
    report = run("legal", TRANSCRIPTS / f"{name}.toml", "--json").json()
    assert report == said(TRANSCRIPTS / f"{name}.legal.json")


def test_legal_when_it_is_over(run: Run) -> None:
    report = run("legal", TRANSCRIPTS / "ikea-out-two-seats.toml", "--json").json()
    assert report == {"seat": None, "moves": []}


def test_legal_without_a_round(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text('rules = "ikea"\nseats = 2\n', encoding="utf-8")
    assert run("legal", path, "--json").json() == {"seat": None, "moves": []}


def test_legal_in_words(run: Run) -> None:
    name = "t-42-draw-able-seat-draws-two"
    report = said(TRANSCRIPTS / f"{name}.legal.json")
    ran = run("legal", TRANSCRIPTS / f"{name}.toml")
    assert (ran.status, ran.err) == (0, "")
    first, *moves = ran.out.splitlines()
    assert f" {report['seat']} " in first
    assert [move.strip() for move in moves] == report["moves"]


def test_legal_in_words_when_it_is_over(run: Run) -> None:
    ran = run("legal", TRANSCRIPTS / "ikea-out-two-seats.toml")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("\n") == 1


def test_view(run: Run) -> None:
    path = TRANSCRIPTS / "t-24-sebastopol-double-on-an-arm.toml"
    assert run("view", path, "--seat", "D", "--json").json() == {
        "rules": "sebastopol",
        "seats": 4,
        "target": 60,
        "seat": "D",
        "round": 1,
        "leader": "B",
        "turn": "A",
        "hand": ["4-1", "5-2", "5-3", "6-0", "6-5"],
        "counts": {"A": 6, "B": 5, "C": 5, "D": 5},
        "stock": 0,
        "ends": {"left": 4, "right": 1, "up": 3, "down": 4},
        "line": {"row": ["4-6", "6-6", "6-1"], "up": ["6-3", "3-3"], "down": ["6-2", "2-4"]},
        "past": [
            "B 6-6",
            "C 6-2 down",
            "D 6-3 up",
            "A 6-4 left",
            "B 6-1 right",
            "C 4-2 down",
            "D 3-3 up",
        ],
        "in_play": {"A+C": 0, "B+D": 0},
        "totals": {"A+C": 0, "B+D": 0},
        "moves": [],
        "ended": None,
    }


def test_view_of_the_seat_in_turn_has_its_moves(run: Run) -> None:
    name = "t-42-draw-able-seat-draws-two"
    legal = said(TRANSCRIPTS / f"{name}.legal.json")
    for seat in "ABCD":
        report = run("view", TRANSCRIPTS / f"{name}.toml", "--seat", seat, "--json").json()
        assert report["turn"] == legal["seat"]
        assert report["moves"] == (legal["moves"] if seat == legal["seat"] else [])


@pytest.mark.parametrize("name", ["ikea.lt-2-late", "muggins-2-target", "house-may-pass-2"])
def test_perft(run: Run, name: str) -> None:
    numbers = said(PERFT / f"{name}.json")
    depth = numbers.pop("depth")
    path = PERFT / f"{name}.toml"
    assert run("perft", path, "--depth", depth, "--json").json() == numbers
    for engine in ("python", "kernel"):
        again = run("perft", path, "--depth", depth, "--engine", engine, "--json")
        assert again.json() == numbers, engine


def test_perft_less_deep(run: Run) -> None:
    nodes = said(PERFT / "draw-2-deal.json")["nodes"]
    report = run("perft", PERFT / "draw-2-deal.toml", "--depth", 3, "--json").json()
    assert report == {"nodes": nodes[:3], "rounds_ended": 0, "points": 0}


@pytest.mark.parametrize("engine", ["python", "kernel"])
def test_perft_when_it_is_over(run: Run, engine: str) -> None:
    path = TRANSCRIPTS / "ikea-out-two-seats.toml"
    report = run("perft", path, "--depth", 2, "--engine", engine, "--json").json()
    assert report == {"nodes": [0, 0], "rounds_ended": 0, "points": 0}


def test_perft_in_words(run: Run) -> None:
    nodes = said(PERFT / "draw-2-deal.json")["nodes"]
    ran = run("perft", PERFT / "draw-2-deal.toml", "--depth", 3)
    assert (ran.status, ran.err) == (0, "")
    *counts, _ = ran.out.splitlines()
    assert [int(line.split()[-1]) for line in counts] == nodes[:3]
    assert run("perft", PERFT / "draw-2-deal.toml", "--depth", 3, "--engine", "kernel") == ran


def test_perft_of_a_set_that_is_too_large(run: Run, tmp_path: Path) -> None:
    (tmp_path / "twelve.toml").write_text('extends = "block"\nset = 12\n', encoding="utf-8")
    stock = [f"{a}-{b}" for a in range(13) for b in range(a + 1)]
    hands = [stock[-7:], stock[-14:-7]]
    path = tmp_path / "match.toml"
    path.write_text(
        'rules = "twelve.toml"\nseats = 2\n[[round]]\n'
        f'hands = ["{" ".join(hands[0])}", "{" ".join(hands[1])}"]\n'
        f'stock = "{" ".join(stock[:-14])}"\n',
        encoding="utf-8",
    )
    assert run("perft", path, "--depth", 1, "--json").json()["nodes"] == [1]
    problem = run("perft", path, "--depth", 1, "--engine", "kernel").problem()
    assert problem == "set: the compiled engine plays sets up to double-9, not double-12."


def test_perft_without_the_compiler() -> None:
    """Where numba is not installed, the one line says what to install."""
    hidden = "import sys; sys.modules['numba'] = None; from doublesix.cli import main; "
    command = ["perft", str(PERFT / "draw-2-deal.toml"), "--depth", "3", "--engine", "kernel"]
    ran = subprocess.run(
        [sys.executable, "-c", f"{hidden} sys.exit(main({command}))"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert Ran(ran.returncode, ran.stdout, ran.stderr).problem() == (
        "This needs numba, which is not installed; install doublesix[kernel]."
    )


@pytest.mark.parametrize(
    "command", [["replay"], ["legal"], ["view", "--seat", "A"], ["perft", "--depth", "1"]]
)
def test_every_command_refuses_what_replay_refuses(run: Run, command: list[str]) -> None:
    path = TRANSCRIPTS / "refused/t-42-draw-two-stay.toml"
    line = said(path.with_suffix(".expected.json"))["line"]
    problem = run(*command, path, "--json").problem()
    assert problem == f"{path}:{line}: The last 2 tiles stay in the stock. (rule: reserve)"


@pytest.mark.parametrize("command", [["view", "--seat", "A"], ["perft", "--depth", "1"]])
def test_a_transcript_without_a_round(run: Run, tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "match.toml"
    path.write_text('rules = "ikea"\nseats = 2\n', encoding="utf-8")
    assert run(*command, path).problem() == f"{path}: no round is recorded."
