"""The program as a process of its own: status, streams, signals."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import pytest

TESTS = Path(__file__).parents[2]
GAME = TESTS / "transcripts" / "ikea-out-two-seats.toml"
PROGRAM = [sys.executable, "-m", "doublesix"]


def start(
    *words: object, stdout: int | IO[str] = subprocess.PIPE, env: Mapping[str, str] | None = None
) -> "subprocess.Popen[str]":
    arguments = [*PROGRAM, *map(str, words)]
    return subprocess.Popen(arguments, stdout=stdout, stderr=subprocess.PIPE, text=True, env=env)


def finish(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    with process:
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()  # one that does not end must not stay behind
    return process.returncode, out or "", err


def test_a_result() -> None:
    status, out, err = finish(start("replay", GAME, "--json"))
    assert (status, err) == (0, "")
    assert json.loads(out) == json.loads(GAME.with_suffix(".expected.json").read_text("utf-8"))


def test_a_problem() -> None:
    path = TESTS / "transcripts/refused/t-41-sebastopol-arms-wait.toml"
    status, out, err = finish(start("replay", path, "--json"))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    line = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))["line"]
    assert err.startswith(f"doublesix: {path}:{line}: ")
    assert err.endswith("(rule: arms)\n")


def test_a_wrong_word() -> None:
    status, out, err = finish(start("replay"))
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("words", [["rules", "list"], ["replay", GAME, "--json"], ["--help"]])
def test_nobody_reads_the_result(words: list[object]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start(*words, stdout=writing)
    os.close(writing)
    assert finish(process) == (0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a Linux device")
@pytest.mark.parametrize("words", [["rules", "list"], ["replay", GAME, "--json"]])
def test_the_result_cannot_be_written(words: list[object]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        status, _, err = finish(start(*words, stdout=full))
    assert status == 2
    assert err.startswith("doublesix: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["rules", "list"], ["rules", "show", "ikea"]])
def test_a_terminal_that_does_not_know_every_letter(words: list[object]) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    status, out, err = finish(start(*words, env=environment))
    assert (status, err) == (0, "")
    assert out.isascii()


def test_stopped_while_it_counts() -> None:
    process = start("perft", TESTS / "perft/draw-2-deal.toml", "--depth", 30, "--json")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    status, out, err = finish(process)
    assert (status, out) == (130, "")
    assert "Traceback" not in err
    assert err.count("\n") <= 1
