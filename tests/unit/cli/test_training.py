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
    games = ("--rules", f"{house}=3", "--rules", "draw:2=2")
    line = ("train", course, "--steps", 2, *games, "--net", made)
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
    assert len(marks) == len(again["marks"]), "a table that is learned more often is examined once"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--steps", 0], "--steps 0: it is a number from 1 on."),
        (["--rounds", -1], "--rounds -1: it is a number from 1 on."),
        (["--rules", "block=often"], "block=often does not say how often rules are learned"),
        (["--rules", "block:9"], "block is not played by 9; it seats 2, 3 or 4."),
        (["--rules", "block=0"], "block=0 does not say how often rules are learned"),
        (["--rules", "nowhere"], "nowhere"),
        (["--notes", "notes.jsonl"], "--notes needs a net to begin with (--from)."),
        (["--from", "nowhere.npy"], "nowhere.npy cannot be read as a net"),
    ],
)
def test_what_cannot_be_learned(
    run: Run, tmp_path: Path, words: list[object], problem: str
) -> None:
    assert problem in run("train", tmp_path / "course.npz", *words).problem()
    assert not (tmp_path / "course.npz").exists()


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A net to begin with."""
    path = tmp_path / "first.npy"
    with path.open("wb") as file:
        net.save(net.shipped(), file)
    return path


def test_a_net_goes_on_learning_from_rounds(run: Run, tmp_path: Path, first: Path) -> None:
    second = tmp_path / "second.npy"
    told = run("train", tmp_path / "course.npz", "--steps", 1, "--from", first, "--net", second)
    assert (told.status, told.err) == (0, "")
    change = net.load(second) - net.load(first)
    assert 0 < abs(change).max() < 0.1


def test_a_net_learns_from_notes(run: Run, tmp_path: Path, first: Path) -> None:
    """What was thought about once is not thought about again."""
    notes, made = tmp_path / "notes.jsonl", (tmp_path / "one.npy", tmp_path / "two.npy")
    line = ("--steps", 3, "--from", first, "--notes", notes, "--rounds", 4, "--workers", 1)
    told = run("train", tmp_path / "one.npz", *line, "--net", made[0])
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("Why one move is made more often than another: ")
    written = notes.read_bytes()
    assert written.count(b"\n") == 5
    again = run("train", tmp_path / "two.npz", *line, "--net", made[1], "--json").json()
    assert again["foreseen"] < 1
    assert made[0].read_bytes() == made[1].read_bytes()
    assert notes.read_bytes() == written
    more = run("train", tmp_path / "two.npz", *line, "--rounds", 5)
    assert "two.npz is a course with other games, steps, notes or another seed" in more.problem()
    assert notes.read_bytes().startswith(written)


def test_notes_that_are_none(run: Run, tmp_path: Path, first: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    notes.write_text("hello\n")
    told = run("train", tmp_path / "course.npz", "--from", first, "--notes", notes).problem()
    assert f"{notes}, line 1: this is no round that was thought about" in told
    assert notes.read_text() == "hello\n"
    for rounds, problem in ((1, "so few rounds teach nothing"), (3, "")):
        notes.unlink(missing_ok=True)
        line = ("--from", first, "--notes", notes, "--rounds", rounds, "--steps", 1)
        found = run("train", tmp_path / f"{rounds}.npz", *line)
        assert problem in found.problem() if problem else found.status == 0


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
