"""Puzzles over the API: the same for everybody, nothing that tells the answer, and made elsewhere
than in the server."""

import asyncio
import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from doublesix.coach.puzzles import BOOKS, find_puzzle, make_puzzle, puzzle_game, puzzle_of_the_day
from doublesix.errors import InvalidInput
from doublesix.rules import load
from doublesix.web import lobby, posing, puzzles
from doublesix.web.posing import Wish
from tests.web.house import House, Visitor, problem
from tests.web.test_thinking import lacks_numba, starts_slowly, until_ready

DAY = "2026-03-02"


def is_not_asked(wish: Wish) -> bytes:
    """Stands where puzzles are made, once they need not be."""
    raise InvalidInput("no-such-puzzle", number=0)


async def posed(visitor: Visitor, query: str) -> Any:
    return await visitor.json(f"/api/puzzles?{query}")


async def test_the_puzzle_of_a_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house.open(workers=1) as visitor:
        await until_ready(visitor)
        wide = await posed(visitor, f"date={DAY}")
        tall = await posed(visitor, f"date={DAY}&shape=tall")
        today = await posed(visitor, "")
        monkeypatch.setattr(posing, "pose", is_not_asked)
        assert await posed(visitor, f"date={DAY}") == wide, "it is remembered"
        assert await posed(visitor, "") == today
        for other in ("date=2026-03-03", f"date={DAY}&level=2", f"date={DAY}&rules=ikea"):
            assert (await visitor.error(f"/api/puzzles?{other}", 400))["code"] == "no-such-puzzle"
    book, level, start = puzzle_of_the_day(date.fromisoformat(DAY))
    puzzle = find_puzzle(puzzle_game(load(book)), start, level)
    assert (wide["rules"], wide["level"], wide["number"]) == (book, level, puzzle.number)
    assert [option["move"] for option in wide["options"]] == [str(m) for m, _ in puzzle.worths]
    assert len(wide["moves"]) == len(puzzle.state.past)
    assert (tall["number"], tall["shape"]) == (wide["number"], "tall")
    assert today["rules"] in BOOKS


async def test_nothing_tells_the_answer(house: House) -> None:
    game = puzzle_game(load("block"))
    puzzle = find_puzzle(game, 1)
    async with house.open(workers=1) as visitor:
        await until_ready(visitor)
        asked = await posed(visitor, f"rules=block&number={puzzle.number}")
        other = {**asked, "options": []}
        text = json.dumps(other)
        assert set(asked) & {"best", "worths", "line", "right"} == set()
        assert len(asked["moves"]) == len(puzzle.state.past)
        for move in puzzle.line:
            assert f'"{move}"' not in text
        body = {"rules": "block", "number": puzzle.number}
        tried = [
            await visitor.post("/api/puzzles/answer", {**body, "move": option["move"]})
            for option in asked["options"]
        ]
        told = await visitor.post("/api/puzzles/answer", body)
    assert [answer["right"] for answer in tried] == [m in puzzle.best for m, _ in puzzle.worths]
    assert told["right"] is False
    assert told["best"] == [str(move) for move in puzzle.best]
    assert [one["worth"] for one in told["worths"]] == [worth for _, worth in puzzle.worths]
    assert len(told["line"]) == len(puzzle.line)
    assert told["line"][0]["tile"] == puzzle.line[0].tile
    assert told["line"][0]["at"]


async def test_books_levels_and_what_is_refused(house: House) -> None:
    game = puzzle_game(load("ikea"))
    puzzle = find_puzzle(game, 1)
    nothing = next(number for number in range(100) if make_puzzle(game, number) is None)
    async with house.open(workers=1) as visitor:
        await until_ready(visitor)
        for book in BOOKS:
            asked = await posed(visitor, f"rules={book}&level=2&number=50")
            assert (asked["rules"], asked["level"]) == (book, 2)
            assert asked["number"] >= 50
            assert bool(asked["left"]) <= (book != "block")
        for query, status, code in (
            ("rules=draw", 404, "no-puzzle-book"),
            ("rules=poker", 404, "no-puzzle-book"),
            ("level=9", 400, "bad-level"),
        ):
            assert (await visitor.error(f"/api/puzzles?{query}", status))["code"] == code
        for number, move, status, code in (
            (puzzle.number, "nonsense", 400, "not-a-tile"),
            (puzzle.number, "pass", 400, "able-may-not-pass"),
            (nothing, "pass", 404, "no-such-puzzle"),
        ):
            body = {"rules": "ikea", "number": number, "move": move}
            told = problem(await visitor.post("/api/puzzles/answer", body, status))
            assert told["code"] == code, told


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("level=x", "bad-level"),
        ("number=-1", "no-such-puzzle"),
        ("date=soon", "bad-date"),
        ("shape=round", "not-a-shape"),
    ],
)
async def test_what_means_nothing(house: House, query: str, code: str) -> None:
    async with house.open() as visitor:
        assert (await visitor.error(f"/api/puzzles?{query}", 400))["code"] == code
        body = {"rules": "ikea", "number": -1, "move": ""}
        told = problem(await visitor.post("/api/puzzles/answer", body, 400))
        assert told["code"] == "malformed"


async def test_one_address_cannot_ask_for_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "BURST", 2)
    monkeypatch.setattr(puzzles, "RATE", 1e-6)
    far = {"X-Forwarded-For": "192.0.2.7"}
    async with house.open(workers=1) as visitor:
        await until_ready(visitor)
        for _ in range(4):  # what is remembered costs nothing
            await visitor.json(f"/api/puzzles?date={DAY}", headers=far)
        body = {"rules": "block", "number": 1}
        await visitor.json("/api/puzzles?rules=block&number=1", headers=far)
        for error in (
            await visitor.error("/api/puzzles?rules=block&number=2", 429, headers=far),
            problem(await visitor.post("/api/puzzles/answer", body, 429, headers=far)),
        ):
            assert error["code"] == "too-many-puzzles"
        await visitor.json("/api/puzzles?rules=block&number=2")


async def test_while_nobody_thinks(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"rules": "block", "number": 1}
    for workers, prepare, code in (
        (1, starts_slowly, "workers-starting"),
        (1, lacks_numba, "missing-extra"),
        (0, lacks_numba, "workers-off"),
    ):
        monkeypatch.setattr(lobby, "get_ready", prepare)
        async with house.open(workers=workers) as visitor:
            while (error := await visitor.error("/api/puzzles", 503))["code"] != code:
                assert error["code"] == "workers-starting"
                await asyncio.sleep(0.05)
            told = problem(await visitor.post("/api/puzzles/answer", body, 503))
            assert told["code"] == code


_ASK = """
import asyncio, sys
from pathlib import Path
from tests.web.house import House
from tests.web.test_thinking import until_ready

async def ask(db):
    async with House(db).open(workers=1) as visitor:
        await until_ready(visitor)
        posed = await visitor.json("/api/puzzles")
        body = {"rules": posed["rules"], "number": posed["number"]}
        told = await visitor.post("/api/puzzles/answer", body)
        print(len(told["best"]) > 0, "numba" in sys.modules, "numpy" in sys.modules)

if __name__ == "__main__":
    asyncio.run(ask(Path(sys.argv[1])))
"""


def test_the_server_never_loads_the_compiled_engine(tmp_path: Path) -> None:
    script = tmp_path / "ask.py"
    script.write_text(_ASK, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, script, tmp_path / "tables.db"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=True,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "True False False\n"
