"""Puzzles over the API: the same for everybody, and nothing that tells the answer."""

import json
import sys

import pytest

from doublesix.coach.puzzles import BOOKS, find_puzzle, make_puzzle, puzzle_game, puzzle_of_the_day
from doublesix.rules import load
from doublesix.web import puzzles
from tests.web.house import House, problem

DAY = "2026-03-02"


async def test_the_puzzle_of_a_day(house: House) -> None:
    async with house.open() as visitor:
        posed = await visitor.json(f"/api/puzzles?date={DAY}")
        again = await visitor.json(f"/api/puzzles?date={DAY}&shape=tall")
        today = await visitor.json("/api/puzzles")
    book, level, start = puzzle_of_the_day(puzzles._day(DAY))
    puzzle = find_puzzle(puzzle_game(load(book)), start, level)
    assert (posed["rules"], posed["level"], posed["number"]) == (book, level, puzzle.number)
    assert [option["move"] for option in posed["options"]] == [str(m) for m, _ in puzzle.worths]
    assert len(posed["moves"]) == len(puzzle.state.past)
    assert again["number"] == posed["number"]
    assert today["rules"] in BOOKS


async def test_nothing_tells_the_answer(house: House) -> None:
    game = puzzle_game(load("block"))
    puzzle = find_puzzle(game, 1)
    async with house.open() as visitor:
        posed = await visitor.json(f"/api/puzzles?rules=block&number={puzzle.number}")
        other = {**posed, "options": []}
        text = json.dumps(other)
        assert set(posed) & {"best", "worths", "line", "right"} == set()
        assert len(posed["moves"]) == len(puzzle.state.past)
        for move in puzzle.line:
            assert f'"{move}"' not in text
        body = {"rules": "block", "number": puzzle.number}
        tried = [
            await visitor.post("/api/puzzles/answer", {**body, "move": option["move"]})
            for option in posed["options"]
        ]
        told = await visitor.post("/api/puzzles/answer", body)
    assert [answer["right"] for answer in tried] == [m in puzzle.best for m, _ in puzzle.worths]
    assert told["right"] is False
    assert told["best"] == [str(move) for move in puzzle.best]
    assert [one["worth"] for one in told["worths"]] == [worth for _, worth in puzzle.worths]
    assert len(told["line"]) == len(puzzle.line)
    assert told["line"][0]["tile"] == puzzle.line[0].tile
    assert told["line"][0]["at"]


async def test_books_levels_and_numbers(house: House) -> None:
    async with house.open() as visitor:
        for book in BOOKS:
            posed = await visitor.json(f"/api/puzzles?rules={book}&level=2&number=50")
            assert (posed["rules"], posed["level"]) == (book, 2)
            assert posed["number"] >= 50
            assert bool(posed["left"]) <= (book != "block")


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("rules=draw", 404, "no-puzzle-book"),
        ("rules=poker", 404, "no-puzzle-book"),
        ("level=9", 400, "bad-level"),
        ("level=x", 400, "bad-level"),
        ("number=-1", 400, "no-such-puzzle"),
        ("date=soon", 400, "bad-date"),
        ("shape=round", 400, "not-a-shape"),
    ],
)
async def test_refusals(house: House, query: str, status: int, code: str) -> None:
    async with house.open() as visitor:
        assert (await visitor.error(f"/api/puzzles?{query}", status))["code"] == code


async def test_refused_answers(house: House) -> None:
    game = puzzle_game(load("ikea"))
    puzzle = find_puzzle(game, 1)
    nothing = next(number for number in range(100) if make_puzzle(game, number) is None)
    async with house.open() as visitor:
        for number, move, status, code in (
            (puzzle.number, "nonsense", 400, "not-a-tile"),
            (puzzle.number, "pass", 400, "able-may-not-pass"),
            (nothing, "pass", 404, "no-such-puzzle"),
            (-1, "", 400, "malformed"),
        ):
            body = {"rules": "ikea", "number": number, "move": move}
            told = problem(await visitor.post("/api/puzzles/answer", body, status))
            assert told["code"] == code, told


async def test_one_address_cannot_ask_for_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "BURST", 2)
    monkeypatch.setattr(puzzles, "RATE", 1e-6)
    far = {"X-Forwarded-For": "192.0.2.7"}
    async with house.open() as visitor:
        for _ in range(2):
            await visitor.json("/api/puzzles", headers=far)
        error = await visitor.error("/api/puzzles", 429, headers=far)
        await visitor.json("/api/puzzles")
    assert error["code"] == "too-many-puzzles"


async def test_without_the_compiled_engine(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "doublesix.coach.puzzles")
    monkeypatch.setitem(sys.modules, "doublesix.kernel.solve", None)
    async with house.open() as visitor:
        error = await visitor.error("/api/puzzles", 503)
    assert error["code"] == "missing-extra"
    assert error["details"]["extra"] == "kernel"
