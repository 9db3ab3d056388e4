"""``solve``: perfect play, for people and for programs."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest

from doublesix.engine import apply, deal_round, legal_moves, new_game
from doublesix.notation.moves import write_event
from doublesix.notation.transcript import Transcript, read_file, write
from doublesix.rng import Rng
from doublesix.rules import load
from tests.unit.cli.ran import Run

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
OPEN = TRANSCRIPTS / "ikea-open.toml"
CHOICE = TRANSCRIPTS / "t-42-draw-able-seat-draws-two.toml"
NOBODY = 4
"""The seed of a deal of fives-and-threes in pairs that ends with nobody winning."""
OVER = TRANSCRIPTS / "block-out-two-seats.toml"


def test_for_programs(run: Run) -> None:
    report = run("solve", OPEN, "--json").json()
    assert list(report) == [
        "goal", "side", "seat", "exact", "value", "low", "high", "best", "line", "nodes"
    ]  # fmt: skip
    assert (report["goal"], report["side"], report["seat"]) == ("points", "A", "B")
    assert report["exact"]
    assert report["value"] == report["low"] == report["high"]
    assert report["best"] == "pass", "all that B can do there"
    state = read_file(OPEN).rounds[-1]
    for written in report["line"]:
        step = next(
            step
            for step in (apply(state, move) for move in legal_moves(state))
            if write_event(step.state.past[-1]) == written
        )
        state = step.state
    assert state.result is not None
    assert state.result.points[0] - state.result.points[1] == report["value"]


def test_every_move_for_programs(run: Run) -> None:
    report = run("solve", CHOICE, "--json", "--moves", "--nodes", 20_000).json()
    legal = run("legal", CHOICE, "--json").json()
    assert [move["move"] for move in report["moves"]] == legal["moves"]
    assert all(move["low"] <= move["high"] for move in report["moves"])


def test_a_limit_for_programs(run: Run) -> None:
    report = run("solve", CHOICE, "--json", "--nodes", 1).json()
    assert not report["exact"]
    assert report["value"] is None
    assert report["low"] < report["high"]
    assert report["line"] == []
    assert report["nodes"] == 1


def test_a_round_that_is_over(run: Run) -> None:
    report = run("solve", OVER, "--json", "--moves").json()
    points = run("replay", OVER, "--json").json()["rounds"][-1]["points"]
    assert report["value"] == points["A"] - points["B"]
    assert (report["seat"], report["best"], report["line"], report["moves"]) == (None, None, [], [])
    assert run("solve", OVER).out.startswith("Nobody is in turn: the round is over.\n")


@pytest.mark.parametrize("goal", ["points", "win"])
def test_for_people(run: Run, goal: str) -> None:
    report = run("solve", OPEN, "--goal", goal, "--moves", "--json").json()
    ran = run("solve", OPEN, "--goal", goal, "--moves")
    assert (ran.status, ran.err) == (0, "")
    told = ran.out.splitlines()
    side, other = ("A", "B") if report["value"] > 0 else ("B", "A")
    count = abs(report["value"])
    assert count, "a position that tells more"
    assert told[0] == (
        f"With perfect play {side} wins the round against {other}."
        if goal == "win"
        else f"With perfect play the round brings {side} {count} points more than {other}."
    )
    assert told[1:3] == ["Best move: B pass.", "Perfect play:"]
    assert told[3 : 3 + len(report["line"])] == [f"  {move}" for move in report["line"]]
    assert told[3 + len(report["line"]) :] == [
        "What the one legal move leads to, for A:",
        f"  pass: {report['value']}",
        f"{report['nodes']} positions were looked at.",
    ]


def test_a_limit_for_people(run: Run) -> None:
    report = run("solve", CHOICE, "--nodes", 1, "--json", "--moves").json()
    told = run("solve", CHOICE, "--nodes", 1, "--moves").out.splitlines()
    assert told[0] == (
        "Not solved within the limit. With perfect play the round brings A+C"
        f" {report['low']} to {report['high']} points more than B+D."
    )
    first = report["moves"][0]
    assert f"  {first['move']}: {first['low']} to {first['high']}" in told
    winning = run("solve", CHOICE, "--nodes", 1, "--goal", "win").out.splitlines()
    assert winning[0] == "Not solved within the limit. Either A+C or B+D may win the round."


def dealt(tmp_path: Path, name: str, seats: int, seed: int) -> Path:
    """A transcript of a deal."""
    game = new_game(load(name), seats)
    state = deal_round(game, Rng(seed)).state
    path = tmp_path / "match.toml"
    path.write_text(write(Transcript(name, game, None, (), (state,))), encoding="utf-8")
    return path


def test_the_same_for_both(run: Run, tmp_path: Path) -> None:
    told = run("solve", dealt(tmp_path, "block", 2, seed=22)).out
    assert told.startswith("With perfect play the round brings A and B the same.\n")


def test_nobody_wins(run: Run, tmp_path: Path) -> None:
    told = run("solve", dealt(tmp_path, "fives-and-threes", 4, seed=NOBODY), "--goal", "win").out
    assert told.startswith("With perfect play neither A+C nor B+D wins the round alone.\n")


def test_half_an_answer(run: Run, tmp_path: Path) -> None:
    """Between two limits there is one where it is known who does not lose, but no more."""
    path = dealt(tmp_path, "fives-and-threes", 4, seed=NOBODY)
    whole = run("solve", path, "--goal", "win", "--json").json()["nodes"]
    told = {
        run("solve", path, "--goal", "win", "--nodes", whole * part // 20).out.splitlines()[0]
        for part in range(1, 20)
    }
    begun = "Not solved within the limit. With perfect play"
    assert told & {
        f"{begun} A+C does not lose the round against B+D.",
        f"{begun} B+D does not lose the round against A+C.",
    }


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--nodes", "0"], "0 is no limit; a limit is at least 1 position."),
        (["--seconds", "-1"], "-1.0 is no limit; a limit is more than 0 seconds."),
        (["--seconds", "nan"], "nan is no limit; a limit is more than 0 seconds."),
        (["--seconds", "soon"], "--seconds: 'soon' is not a number. See doublesix solve --help."),
        (["--goal", "glory"], "--goal: 'glory' is not known here (known:"),
    ],
)
def test_strange_limits(run: Run, words: list[str], problem: str) -> None:
    assert problem in run("solve", OPEN, *words).problem()


def test_more_than_two_sides(run: Run) -> None:
    path = TRANSCRIPTS / "ikea-out-five-seats.toml"
    problem = run("solve", path).problem()
    assert problem == "The solver plays games of two sides; here are 5."


def test_without_the_compiled_engine() -> None:
    """It is an extra: who has not installed it is told so."""
    program = (
        "import sys; sys.modules['numba'] = None; from doublesix.cli import main;"
        f"sys.exit(main(['solve', {str(OPEN)!r}]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "doublesix: This needs numba, which is not installed; install doublesix[kernel].\n"
    )


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads how busy the process is")
def test_control_c_is_heard(run: Run, tmp_path: Path) -> None:
    """While the compiled search runs, which knows nothing of signals."""
    path = dealt(tmp_path, "draw", 2, seed=1)
    run("solve", path, "--nodes", 1)  # compiled by now
    command = [sys.executable, "-m", "doublesix", "solve", str(path)]
    process = subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True)
    used = 0.0
    while used < 3:  # seconds of its own: it is searching
        time.sleep(0.1)
        assert process.poll() is None
        used = _seconds_used(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "Stopped.\n")
    assert process.returncode == 130


def _seconds_used(process: int) -> float:
    """The CPU seconds a process has used."""
    after_name = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    user, system = after_name.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
