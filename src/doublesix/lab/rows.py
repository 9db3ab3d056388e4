"""One row a round, for research. See ``docs/simulate.md``."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from doublesix import tiles
from doublesix.engine import SEATS, Game
from doublesix.engine.events import Ended
from doublesix.kernel import core
from doublesix.kernel.batch import Rounds
from doublesix.lab.parquet import ParquetFile
from doublesix.lab.plan import Plan, checked

_ENDED = {core.OUT: Ended.OUT, core.BLOCKED: Ended.BLOCKED, core.TARGET_REACHED: Ended.TARGET}


def to_table(plan: Plan, first: int, rounds: Rounds) -> pa.Table:
    """The rounds of a chunk, the first of which, or the first match, has this number."""
    game, rows = rounds.game, rounds.rows
    columns: dict[str, Any] = {
        "stream": first + _numbers(plan, rows),
        "number": rows[:, core.NUMBER],
        "ended": _words(rows[:, core.ENDED], ["", *(str(_ENDED[key].value) for key in (1, 2, 3))]),
        "by": _words(rows[:, core.BY], list(SEATS[: game.seats])),
        "winners": _words(rows[:, core.WINNERS], winner_names(game), none=0),
        "leader": _words(rows[:, core.LEADING], list(SEATS[: game.seats])),
        "lead": _words(rows[:, core.LEAD_TILE], [tiles.text(n) for n in range(game.tiles.size)]),
        "plays": rows[:, core.PLAYS],
        "draws": rows[:, core.DRAWS],
        "passes": rows[:, core.PASSES],
        "redeals": rows[:, core.REDEALS],
    }
    for name, place in (("points", core.POINTS), ("in_play", core.IN_PLAY)):
        for side in range(len(game.sides)):
            columns[f"{name}_{game.side_name(side)}"] = rows[:, place + side]
    for seat in range(game.seats):
        columns[f"pips_{SEATS[seat]}"] = rows[:, core.PIPS + seat]
    for seat in range(game.seats):
        columns[f"dealt_{SEATS[seat]}"] = rounds.dealt[:, seat]
    return pa.table({name: _column(values) for name, values in columns.items()})


def _numbers(plan: Plan, rows: NDArray[np.int16]) -> NDArray[np.int64]:
    """The number of each round, or of the match it belongs to, within a chunk."""
    return rows[:, core.MATCH].astype(np.int64) if plan.in_matches else np.arange(len(rows))


def winner_names(game: Game) -> list[str]:
    """For each mask of sides their names; several share a win."""
    sides = range(len(game.sides))
    return [
        ",".join(game.side_name(side) for side in sides if mask >> side & 1)
        for mask in range(1 << len(game.sides))
    ]


def _words(values: NDArray[np.int16], words: list[str], none: int = -1) -> Any:
    """Numbers as the words they stand for; ``none`` stands for nothing."""
    numbers = pa.array(np.ascontiguousarray(values), mask=values == none)
    return pa.DictionaryArray.from_arrays(numbers, pa.array(words))


def _column(values: Any) -> Any:
    return pa.array(np.ascontiguousarray(values)) if isinstance(values, np.ndarray) else values


class RowsFile(ParquetFile):
    """The rounds of a plan."""

    def __init__(self, path: Path, plan: Plan) -> None:
        super().__init__(path, _facts(checked(plan)), unlike=("stream", "dealt_"))


def _facts(plan: Plan) -> dict[str, str]:
    """What the rounds were played with, as every reader of Parquet can show it."""
    return {
        "doublesix.version": plan.version,
        "doublesix.rules": plan.rules.id,
        "doublesix.seats": str(plan.seats),
        "doublesix.target": str(plan.game.target),
        "doublesix.policies": ",".join(plan.policies),
        "doublesix.seed": str(plan.seed),
        "doublesix.plays": "matches" if plan.in_matches else "rounds",
    }
