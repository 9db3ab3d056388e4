"""``train`` on the command line."""

from pathlib import Path

import numpy as np
import pytest

from doublesix.kernel import net
from tests.unit.cli.ran import Run


def test_a_course_is_kept_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    course, made = tmp_path / "course.npz", tmp_path / "net.npy"
    house = tmp_path / "seven.toml"
    house.write_text('extends = "block"\ntitle = "Seven"\nseats = [4]\nhand = 7\n')
    line = ("train", course, "--steps", 2, "--rules", f"{house}=3", "--net", made)
    told = run(*line, "--workers", 1)
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("2 steps, ")
    assert f"{house}:4: " in told.out
    weights = np.load(made)
    assert (weights.size, weights.dtype) == (net.SIZE, np.float16)
    again = run(*line, "--json").json()
    assert (again["steps"], again["positions"]) == (2, 0)
    marks = {mark["game"]: mark for mark in again["marks"]}
    assert 0 < marks["draw:2"]["percent"] < 100
    assert not any(game.count(":") == 2 for game in marks)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--steps", 0], "0 steps cannot be taken; it is a number from 1 on."),
        (["--rules", "block=often"], "block=often does not say how often rules are learned"),
        (["--rules", "block=0"], "block=0 does not say how often rules are learned"),
        (["--rules", "nowhere"], "nowhere"),
        (["--search", 100], "--search 100: it takes a number of rounds from 1 on, and a net to"),
        (["--search", -1, "--from", "net.npy"], "--search -1: it takes a number of rounds"),
        (["--from", "nowhere.npy"], "nowhere.npy cannot be read as a net"),
    ],
)
def test_what_cannot_be_learned(
    run: Run, tmp_path: Path, words: list[object], problem: str
) -> None:
    assert problem in run("train", tmp_path / "course.npz", *words).problem()
    assert not (tmp_path / "course.npz").exists()


def test_a_net_goes_on_learning_from_a_search(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.npy", tmp_path / "second.npy"
    with first.open("wb") as file:
        net.save(net.shipped(), file)
    line = ("--steps", 1, "--from", first, "--search", 8, "--net", second)
    told = run("train", tmp_path / "course.npz", *line)
    assert (told.status, told.err) == (0, "")
    change = net.load(second) - net.load(first)
    assert 0 < abs(change).max() < 0.1


@pytest.mark.parametrize("content", [b"hello", b"", b"PK\x03\x04 broken", None])
def test_a_file_that_is_no_net(run: Run, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "net.npy"
    if content is None:
        np.save(path, np.zeros(3))
    else:
        path.write_bytes(content)
    told = run("train", tmp_path / "course.npz", "--from", path).problem()
    assert told.endswith(f"{path} is not a net as this version knows it.")


def test_a_file_that_is_no_course(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "course.npz"
    path.write_text("hello")
    assert f"{path} cannot be read as a course" in run("train", path).problem()
    assert path.read_text() == "hello"
