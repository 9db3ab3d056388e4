"""``arena`` on the command line: results, files, and what can be wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.unit.cli.ran import Run

DRAW = ("arena", "random", "greedy", "--rules", "draw", "--seats", 3, "--workers", 1)
ENDLESS = [*map(str, DRAW[:-1]), "2", "--deals", str(10**7)]


def test_json(run: Run) -> None:
    report = run(*DRAW, "--deals", 40, "--json").json()
    assert (report["rules"], report["seats"], report["bots"]) == ("draw", 3, ["random", "greedy"])
    assert (report["deals"], report["until"], report["margin"]) == (40, None, 0.01)
    assert (report["complete"], report["games"], report["plays"]) == (True, 240, "rounds")
    (pair,) = report["pairs"]
    assert (pair["first"], pair["second"], pair["verdict"]) == ("random", "greedy", "worse")
    low, high = pair["wins"]["interval"]
    assert low < pair["wins"]["mean"] < high < 0.5
    assert pair["points"]["mean"] < 0
    assert "rounds" not in pair
    assert [place["bot"] for place in report["places"]] == ["greedy", "random"]
    assert report["order"] == [{"upper": "greedy", "lower": "random", "verdict": "better"}]
    assert report["places"][0]["time"]["decisions"] > 100


def test_in_words(run: Run) -> None:
    ran = run(*DRAW, "--deals", 40)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Arena: Draw with 3 seats\nrandom and greedy have met: 240 rounds,")
    assert "certainly better" in ran.out
    assert "greedy – random  greedy is better  40 " in ran.out


def test_matches(run: Run) -> None:
    words = ["arena", "greedy", "random", "--rules", "block", "--workers", 1, "--matches", 7]
    report = run(*words, "--target", 20, "--json").json()
    # The book's fewest seats are two.
    assert (report["seats"], report["target"], report["plays"]) == (2, 20, "matches")
    assert report["games"] == 8
    assert 0 <= report["pairs"][0]["rounds"]["mean"] <= 1
    assert "8 matches" in run(*words, "--target", 20).out


def test_bots_may_be_a_list_and_have_a_time(run: Run) -> None:
    words = ["arena", "--bots", "search,heuristic,search@3", "--move-time", 1, "--rules", "block"]
    report = run(*words, "--seats", 2, "--deals", 2, "--workers", 1, "--json").json()
    assert report["bots"] == ["search@1ms", "heuristic", "search@3"]


def test_games_that_nobody_wins_alone_are_told(run: Run) -> None:
    words = ["arena", "greedy", "greedy", "--rules", "block", "--seats", 2, "--workers", 1]
    (pair,) = run(*words, "--deals", 400, "--json").json()["pairs"]
    assert 0 < pair["draws"]["mean"] < 0.2
    low, high = pair["draws"]["interval"]
    assert low < pair["draws"]["mean"] < high


def test_until_it_is_certain(run: Run) -> None:
    report = run(*DRAW, "--until", "better", "--json").json()
    assert (report["deals"], report["until"], report["complete"]) == (10_000, "better", True)
    (pair,) = report["pairs"]
    assert (pair["verdict"], pair["deals"] < 200) == ("worse", True)
    wide = run(*DRAW, "--until", "20", "--json").json()
    low, high = wide["pairs"][0]["wins"]["interval"]
    assert high - low <= 0.4
    same = ["arena", "greedy", "greedy", "--rules", "block", "--workers", 1, "--until", "better"]
    assert "even within the margin" in run(*same, "--margin", 5).out


def test_files(run: Run, tmp_path: Path) -> None:
    out, page = tmp_path / "x.parquet", tmp_path / "x.html"
    ran = run(*DRAW, "--deals", 3, "--out", out, "--report", page)
    assert ran.out.endswith(f"Written: {out}\nWritten: {page}\n")
    assert pq.read_table(out).num_rows == 18
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.html", "x.parquet"]
    assert "this file exists" in run(*DRAW, "--deals", 3, "--out", out).problem()
    assert run(*DRAW, "--deals", 3, "--out", out, "--force").status == 0


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["random", "greedy"], "these are missing: --rules."),
        (["random", "--rules", "block"], "One bot cannot play alone"),
        (["random", "clever", "--rules", "block"], "There is no bot clever"),
        (["random", "greedy", "--rules", "chess"], "There is no rulebook chess"),
        (["random", "greedy", "--rules", "block", "--seats", 7], "block is not played by 7"),
        (["random", "greedy", "--rules", "block", "--deals", 0], "0 is not a number of deals"),
        (["random", "greedy", "--rules", "block", "--matches", 0], "0 is not a number of deals"),
        (
            ["random", "search", "--rules", "block", "--move-time", 0],
            "0ms says nothing about how long",
        ),
        (["random", "greedy", "--rules", "block", "--until", "soon"], "soon does not say when"),
        (["random", "greedy", "--rules", "block", "--margin", 70], "70 is no margin"),
        (["random", "greedy", "--rules", "block", "--workers", 0], "0 is not a number of workers"),
        (["random", "greedy", "--rules", "noris", "--target", 9], "noris has no target"),
        (["random", "greedy", "--rules", "block", "--cluster", "x"], "No cluster answers at x."),
        (["random", "greedy", "--rules", "block", "--out", "/nowhere/x"], "/nowhere/x: there is"),
    ],
)
def test_problems(run: Run, words: list[object], problem: str) -> None:
    assert run("arena", *words).problem().startswith(problem)


@pytest.mark.parametrize(
    ("module", "extra"), [("numpy", "kernel"), ("pyarrow", "lab"), ("distributed", "lab")]
)
def test_what_is_not_installed(tmp_path: Path, module: str, extra: str) -> None:
    """A process in which a module is missing, as on a machine without the extra."""
    program = f"import sys; sys.modules[{module!r}] = None; from doublesix.cli import main; main()"
    words = {"pyarrow": ["--out", str(tmp_path / "x")], "distributed": ["--cluster", "x"]}
    ran = subprocess.run(
        [sys.executable, "-c", program, *map(str, DRAW[:-2]), *words.get(module, [])],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == ""
    assert ran.stderr == (
        f"doublesix: This needs {module}, which is not installed; install doublesix[{extra}].\n"
    )


def test_the_compiled_engine_is_not_needed_by_bots_that_do_without() -> None:
    program = "import sys; sys.modules['numba'] = None; from doublesix.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program, *map(str, DRAW), "--deals", "2"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "12 rounds" in ran.stdout


def started(*words: object) -> "subprocess.Popen[str]":
    """A run of its own session, as a terminal would start it."""
    return subprocess.Popen(
        [sys.executable, "-m", "doublesix", *ENDLESS, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(what: Any) -> None:
    deadline = time.monotonic() + 120
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_stopped_by_the_keyboard(tmp_path: Path) -> None:
    """Ctrl-C reaches everybody at the terminal; only the program itself minds."""
    out = tmp_path / "x.parquet"
    with started("--json", "--out", out) as process:
        wait_for(lambda: any(path.stat().st_size > 4 for path in tmp_path.iterdir()))
        os.killpg(process.pid, signal.SIGINT)
        said, problem = process.communicate(timeout=60)
    assert process.returncode == 130
    report = json.loads(said)
    assert report["complete"] is False
    deals = report["pairs"][0]["deals"]
    assert 0 < deals < 10**7
    assert problem == (
        f"Stopped: {deals} deals of at most 10000000 were played, all pairs together.\n"
        f"Not written, because only a whole result is: {out}.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_workers_do_not_outlive_the_program(tmp_path: Path) -> None:
    with started("--out", tmp_path / "x") as process:
        wait_for(lambda: any(path.stat().st_size > 4 for path in tmp_path.iterdir()))
        process.kill()
        process.wait()
        wait_for(lambda: not is_anybody_left(process.pid))


def is_anybody_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
