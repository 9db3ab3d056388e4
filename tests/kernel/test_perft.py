"""The compiled engine counts what is stored in ``tests/perft``."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from doublesix.engine.perft import Count, perft
from doublesix.kernel import batch
from doublesix.notation.report import perft_report
from doublesix.notation.transcript import read_file
from tests.kernel.parity import COMPILED
from tests.setting import begin, game_of

FOLDER = Path(__file__).parents[1] / "perft"
GAMES = sorted((Path(__file__).parents[1] / "transcripts").glob("*.toml"))
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))

# As much as is counted where the engine is not compiled.
FEW = 40


def stored(name: str) -> dict[str, Any]:
    numbers: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return numbers


@pytest.mark.skipif(not COMPILED, reason="so many moves need the compiler")
@pytest.mark.parametrize("name", NAMES)
def test_counts_what_is_stored(name: str) -> None:
    numbers = stored(name)
    depth = numbers.pop("depth")
    state = read_file(FOLDER / f"{name}.toml").rounds[-1]
    assert perft_report(batch.perft(state, depth)) == numbers


@pytest.mark.parametrize("name", NAMES)
def test_counts_what_the_readable_engine_counts(name: str) -> None:
    nodes = stored(name)["nodes"]
    depth = max(1, sum(total <= FEW for total in accumulate(nodes)))
    state = read_file(FOLDER / f"{name}.toml").rounds[-1]
    count = batch.perft(state, depth)
    assert count == perft(state, depth)
    assert list(count.nodes) == nodes[:depth]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_counts_from_where_written_games_stop(path: Path) -> None:
    """Most of them stop because the round is over: there is nothing left to count."""
    state = read_file(path).rounds[-1]
    assert batch.perft(state, 2) == perft(state, 2)


def test_nothing_deep_is_nothing() -> None:
    assert batch.perft(begin(game_of("block", 2)), 0) == Count((), 0, 0)
