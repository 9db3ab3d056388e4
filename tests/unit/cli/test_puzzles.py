"""``puzzle`` on the command line: the position, the question, the answer."""

import io

import pytest

from doublesix.notation.position import read_position
from tests.unit.cli.ran import Run

BLOCK = ("puzzle", "--rules", "block", "--seed", 5)


def test_json(run: Run) -> None:
    report = run("puzzle", "--date", "2026-03-02", "--json").json()
    assert (report["rules"], report["seats"], report["level"]) == ("muggins", 2, 1)
    worths = {move["move"]: move["worth"] for move in report["moves"]}
    best = [move for move, worth in worths.items() if worth == max(worths.values())]
    assert best == report["best"]
    assert report["line"][0] == f"{report['seat']} {report['best'][0]}"
    assert run("puzzle", "--date", "2026-03-02", "--json").json() == report
    state = read_position(report["position"])
    assert "ABCD"[state.turn] == report["seat"]
    other = run(
        "puzzle", "--date", "2026-03-02", "--rules", "svoora", "--level", 3, "--json"
    ).json()
    assert (other["rules"], other["level"]) == ("svoora", 3)


@pytest.mark.parametrize(
    ("typed", "told"),
    [("5-3\n", "5-3 right is right!"), ("4-0\n", "4-0 left is not the best move."), ("", "")],
)
def test_in_words(run: Run, monkeypatch: pytest.MonkeyPatch, typed: str, told: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    ran = run(*BLOCK)
    assert (ran.status, ran.err) == (0, "")
    position, answer = ran.out.split("(Enter shows the answer):")
    assert position.startswith("Puzzle 5 – Block, level 2 of 5\nA+C play together against B+D.")
    assert "C holds [2-2] [3-1] [4-0] [5-2] [5-3] and is in turn" in position
    assert "wins\n" not in position
    assert told in answer
    assert "The best move is 5-3 right." in answer
    assert "5-2 right: loses\n  5-3 right: wins\nFor example:\n  C lays [5-3]" in answer


def test_a_slip_is_told_and_asked_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2-2\n5r\n"))
    out = run(*BLOCK).out
    assert out.count("Your move") == 2
    assert "5-3 right is right!" in out


def test_for_points(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    out = run("puzzle", "--rules", "muggins", "--seed", 1).out
    assert "brings the most points against best play?" in out
    assert "more than the others" in out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--level", 6), "6 is not a level; it must be from 1 to 5."),
        (("--date", "tomorrow"), "tomorrow is not a date; a date is written like 2026-03-02."),
        (("--rules", "ikea", "--seats", 3), "two sides"),
    ],
)
def test_problems(run: Run, words: tuple[object, ...], problem: str) -> None:
    assert problem in run("puzzle", *words).problem()
