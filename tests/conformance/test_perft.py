"""Counting every sequence of moves: the engine, the stored numbers and a naive referee agree.

Beside each position ``tests/perft/NAME.toml`` lies ``NAME.json`` with a depth and what ``perft
--json`` says at that depth. The numbers were counted by the naive referee in the same folder,
so that any engine can be held against them.
"""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from doublesix import rules
from doublesix.engine.perft import perft
from doublesix.notation.report import perft_report
from doublesix.notation.transcript import read_file
from tests.perft.brute import count
from tests.perft.record import read_record, report

FOLDER = Path(__file__).parents[1] / "perft"
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))

# As much as the naive referee counts in every run; the slow tests let it count all.
FEW = 1500


def stored(name: str) -> dict[str, Any]:
    numbers: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return numbers


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.toml"


@pytest.mark.parametrize("name", NAMES)
def test_engine_counts_what_is_stored(name: str) -> None:
    numbers = stored(name)
    depth = numbers.pop("depth")
    assert perft_report(perft(read_file(path_of(name)).rounds[-1], depth)) == numbers


@pytest.mark.parametrize("name", NAMES)
def test_naive_referee_counts_what_is_stored_less_deep(name: str) -> None:
    nodes = stored(name)["nodes"]
    depth = max(1, sum(total <= FEW for total in accumulate(nodes)))
    naive = count(read_record(path_of(name)).rounds[-1][-1], depth)
    assert naive.nodes == nodes[:depth]
    assert naive._asdict() == perft_report(perft(read_file(path_of(name)).rounds[-1], depth))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_naive_referee_counts_all_that_is_stored(name: str) -> None:
    numbers = stored(name)
    depth = numbers.pop("depth")
    assert count(read_record(path_of(name)).rounds[-1][-1], depth)._asdict() == numbers


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.toml")), ids=lambda path: path.stem)
def test_naive_referee_tells_every_transcript_right(path: Path) -> None:
    """What the numbers rest on: the naive referee knows the rules."""
    said = json.loads(path.with_name(f"{path.stem}.expected.json").read_text(encoding="utf-8"))
    assert report(read_record(path)) == said


def test_every_book_is_counted_at_every_table() -> None:
    tables = {
        (read_file(path_of(name)).rules, read_file(path_of(name)).game.seats) for name in NAMES
    }
    assert tables >= {(book, seats) for book in rules.BOOKS for seats in rules.load(book).seats}


def test_the_counts_reach_the_end_of_rounds() -> None:
    reach = [name for name in NAMES if stored(name)["rounds_ended"]]
    assert len(reach) > len(NAMES) / 2
    assert all(stored(name)["points"] for name in reach if not name.startswith("noris"))
