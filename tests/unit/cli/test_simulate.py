"""``simulate`` on the command line: results, files, and what can be wrong."""

import builtins
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from doublesix.cli import progress as on_screen
from doublesix.cli.progress import Progress, told_if_slow
from doublesix.words import load
from tests.unit.cli.ran import Run

SVOORA = ("simulate", "svoora", "--seats", 2, "--rounds", 2000)


def test_json(run: Run) -> None:
    report = run(*SVOORA, "--json").json()
    assert report["rounds"] == 2000
    assert report["rounds_per_second"] > 0
    assert report["complete"] is True
    assert set(report["ended"]) == {"out", "blocked", "target"}
    assert sum(report["ended"].values()) == 2000
    assert set(report["winner"]) == {"A", "B"}
    assert sum(report["winner"].values()) + report["nobody"] == 2000
    assert report["mean_points"] == pytest.approx(
        sum(side["points"]["mean"] for side in report["sides"])
    )
    assert "match" not in report


def test_the_seed_and_nothing_else_makes_the_result(run: Run) -> None:
    def result(*words: object) -> dict[str, Any]:
        report: dict[str, Any] = run(*SVOORA, "--json", *words).json()
        del report["rounds_per_second"]
        return report

    once = result("--seed", 5)
    assert result("--seed", 5, "--workers", 1) == result("--seed", 5, "--workers", 8) == once
    assert result("--seed", 6) != once


def test_matches(run: Run) -> None:
    words = ["simulate", "block", "--seats", 4, "--matches", 50, "--target", 30]
    report = run(*words, "--policy", "greedy,random,greedy,random", "--json").json()
    assert (report["target"], report["match"]["matches"]) == (30, 50)
    assert report["policies"] == ["greedy", "random", "greedy", "random"]
    assert report["rounds"] > 50
    assert set(report["match"]["winner"]) == {"A+C", "B+D"}
    assert "50 matches to 30." in run(*words).out
    assert "played by random, seed 1." in run(*words).out
    mixed = run(*words, "--policy", "greedy,random,random,random")
    assert "played by greedy, random, random and random, seed 1." in mixed.out


def test_games_of_a_book_without_a_target(run: Run) -> None:
    ran = run("simulate", "noris", "--seats", 3, "--matches", 20)
    assert "20 games" in ran.out
    assert "20 rounds" in ran.out


def test_in_words(run: Run) -> None:
    ran = run(*SVOORA)
    report = run(*SVOORA, "--json").json()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == run(*SVOORA).out
    assert str(report["ended"]["blocked"]) in ran.out
    assert f"{100 * report['leader']['wins']['share']:.2f} %" in ran.out


def test_a_house_rules_file(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "block"\ntarget = 40\n', encoding="utf-8")
    report = run("simulate", house, "--seats", 2, "--rounds", 10, "--json").json()
    assert report["target"] == 40


def test_files(run: Run, tmp_path: Path) -> None:
    out, page = tmp_path / "x.parquet", tmp_path / "x.html"
    ran = run(*SVOORA, "--out", out, "--report", page)
    assert (ran.status, ran.err) == (0, "")
    assert [line for line in ran.out.splitlines() if str(tmp_path) in line] == [
        f"Written: {out}",
        f"Written: {page}",
    ]
    assert pq.read_table(out).num_rows == 2000
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.html", "x.parquet"]


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_files_that_exist(run: Run, tmp_path: Path, option: str) -> None:
    path = tmp_path / "x"
    path.write_text("mine")
    problem = run(*SVOORA, option, path).problem()
    assert problem == f"{path}: this file exists; --force writes over it."
    assert path.read_text() == "mine"
    assert run(*SVOORA, option, path, "--force").status == 0
    assert path.read_bytes() != b"mine"


@pytest.mark.parametrize("option", ["--out", "--report"])
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nowhere/x", "there is no such folder."),
        ("", "there is something else of that name which is not a file."),
        ("a\0b", "this file cannot be written."),
    ],
)
def test_files_that_cannot_be(
    run: Run, tmp_path: Path, option: str, name: str, problem: str
) -> None:
    # Found before anything is played: nobody would wait for so many rounds.
    words = ["simulate", "svoora", "--seats", 2, "--rounds", 10**15, option, f"{tmp_path}/{name}"]
    assert run(*words, "--force").problem().endswith(problem)


def test_two_results_in_one_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert "same file" in run(*SVOORA, "--out", path, "--report", path).problem()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["svoora", "--seats", 2], "one of these is needed: --rounds --matches."),
        (["svoora", "--rounds", 5], "these are missing: --seats."),
        (["svoora", "--seats", 2, "--rounds", 5, "--matches", 5], "--matches: does not go"),
        (["svoora", "--seats", 2, "--rounds", 0], "0 is not a number of rounds or matches"),
        (["svoora", "--seats", 2, "--rounds", "many"], "--rounds: 'many' is not a number."),
        (["svoora", "--seats", 5, "--rounds", 5], "svoora is not played by 5"),
        (["chess", "--seats", 2, "--rounds", 5], "There is no rulebook chess"),
        (["noris", "--seats", 2, "--matches", 5, "--target", 9], "noris has no target"),
        (["svoora", "--seats", 2, "--rounds", 5, "--workers", 0], "0 is not a number of workers"),
        (
            ["svoora", "--seats", 2, "--rounds", 5, "--policy", "clever"],
            "The compiled engine has no player clever; it has random, greedy, heuristic or net.",
        ),
        (
            ["svoora", "--seats", 2, "--rounds", 5, "--policy", "random,random,random"],
            "3 players are named for 2 seats.",
        ),
    ],
)
def test_problems(run: Run, words: list[object], problem: str) -> None:
    assert run("simulate", *words).problem().startswith(problem)


@pytest.mark.parametrize("address", ["", "nonsense://", "here", "tls://127.0.0.1:9"])
def test_addresses_where_no_cluster_can_be(run: Run, address: str) -> None:
    assert run(*SVOORA, "--cluster", address).problem() == f"No cluster answers at {address}."


def test_a_set_that_is_too_large(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "block"\nset = 12\n', encoding="utf-8")
    problem = run("simulate", house, "--seats", 4, "--rounds", 5).problem()
    assert problem == "set: the compiled engine plays sets up to double-9, not double-12."


@pytest.mark.parametrize(
    ("module", "extra"), [("numba", "kernel"), ("pyarrow", "lab"), ("distributed", "lab")]
)
def test_what_is_not_installed(tmp_path: Path, module: str, extra: str) -> None:
    """A process in which a module is missing, as on a machine without the extra."""
    program = f"import sys; sys.modules[{module!r}] = None; from doublesix.cli import main; main()"
    words = ["svoora", "--seats", "2", "--rounds", "10"]
    words += {"pyarrow": ["--out", str(tmp_path / "x")], "distributed": ["--cluster", "x"]}.get(
        module, []
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "simulate", *words],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == ""
    assert ran.stderr == (
        f"doublesix: This needs {module}, which is not installed; install doublesix[{extra}].\n"
    )


def test_what_is_missing_by_our_own_fault_is_not_hidden(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def lose(name: str, *rest: Any) -> Any:
        if name == "doublesix.tui.sheet":
            raise ModuleNotFoundError(name=name)
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "doublesix.cli.games", raising=False)
    monkeypatch.setattr(builtins, "__import__", lose)
    with pytest.raises(ModuleNotFoundError):
        run("legal", "x")


def stop_midway(process: "subprocess.Popen[str]", folder: Path) -> None:
    """Ctrl-C once rounds have been played: a draft of the rows is then growing."""
    deadline = time.monotonic() + 120
    while not any(path.stat().st_size > 4 for path in folder.glob(".doublesix-*")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)


def test_stopped_by_the_keyboard(run: Run, tmp_path: Path) -> None:
    out, page = tmp_path / "x.parquet", tmp_path / "x.html"
    words = ["simulate", "svoora", "--seats", "2", "--json"]
    files = ["--rounds", str(10**9), "--out", str(out), "--report", str(page)]
    with subprocess.Popen(
        [sys.executable, "-m", "doublesix", *words, *files],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        stop_midway(process, tmp_path)
        said, problem = process.communicate(timeout=60)
    assert process.returncode == 130
    report = json.loads(said)
    assert report["complete"] is False
    assert 0 < report["rounds"] < 10**9
    assert problem == (
        f"Stopped: this is the result of the first {report['rounds']} of 1000000000 asked for.\n"
        f"Not written, because only a whole result is: {out} and {page}.\n"
    )
    assert list(tmp_path.iterdir()) == []
    fewer = run(*words, "--rounds", report["rounds"]).json()
    for one in (report, fewer):
        del one["rounds_per_second"], one["complete"]
    assert report == fewer


def test_progress_on_a_terminal() -> None:
    """On a terminal there is a bar after two seconds, and it goes away."""
    master, slave = pty.openpty()
    words = ["simulate", "svoora", "--seats", "2", "--rounds", str(10**9)]
    process = subprocess.Popen(
        [sys.executable, "-m", "doublesix", *words],
        stdout=subprocess.PIPE,
        stderr=slave,
        text=True,
    )
    os.close(slave)
    seen = ""
    with process:
        while not re.search(r"\[[#-]+\] \d+ %, \d+ of 1000000000, about \d+ s left", seen):
            seen += os.read(master, 1000).decode()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        try:
            while more := os.read(master, 1000):
                seen += more.decode()
        except OSError:  # the other end is closed
            os.close(master)
    assert process.returncode == 130
    assert "\r\x1b[K" in seen
    assert "rounds a second." in seen
    assert "Stopped: " in seen
    assert "rounds a second" not in said
    assert "Who wins" in said


def test_a_bar_before_anything_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doublesix.cli.progress.is_watched", lambda: True)
    progress = Progress(load(), 10)
    progress._began = progress._shown = time.monotonic() - 60
    assert progress(0)
    assert "] 0 %, 0 of 10, about ? s left" in capsys.readouterr().err


@pytest.mark.parametrize(("patience", "told"), [(0.01, "It takes a while.\n"), (60, "")])
def test_why_nothing_seems_to_happen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, patience: float, told: str
) -> None:
    monkeypatch.setattr(on_screen, "is_watched", lambda: True)
    monkeypatch.setattr(on_screen, "_PATIENCE", patience)
    with told_if_slow("It takes a while."):
        time.sleep(0.2)
    assert capsys.readouterr().err == told


def test_nobody_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_screen, "_PATIENCE", 0.01)
    with told_if_slow("It takes a while."):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
