"""One row a game of a contest, for research. See ``docs/arena.md``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from doublesix.lab.arena.bouts import Bout
from doublesix.lab.arena.contest import Contest
from doublesix.lab.parquet import ParquetFile


class BoutsFile(ParquetFile):
    """The games of a contest."""

    def __init__(self, path: Path, contest: Contest) -> None:
        super().__init__(path, _facts(contest), unlike=("cpu_",))
        self._contest = contest

    def keep(self, bouts: Sequence[Bout]) -> None:
        """Write games that follow those before."""
        self.add(to_table(self._contest, bouts))


def to_table(contest: Contest, bouts: Sequence[Bout]) -> pa.Table:
    """Games, in the order they are given."""
    game, labels, pairs = contest.game, contest.labels, contest.pairs
    names = [game.side_name(side) for side in range(len(game.sides))]

    def sides(mask: Sequence[int]) -> str | None:
        return ",".join(names[side] for side in mask) or None

    held = [[side for side in range(len(names)) if bout.held >> side & 1] for bout in bouts]
    columns = {
        "deal": pa.array([bout.deal for bout in bouts], pa.int64()),
        "first": _words([labels[pairs[bout.pair][0]] for bout in bouts]),
        "second": _words([labels[pairs[bout.pair][1]] for bout in bouts]),
        "held": _words(map(sides, held)),
        "winners": _words(sides(bout.winners) for bout in bouts),
        "share": pa.array([bout.share for bout in bouts], pa.float64()),
        "rounds": pa.array([bout.rounds for bout in bouts], pa.int32()),
        "round_share": pa.array([bout.round_share for bout in bouts], pa.float64()),
    }
    for side, name in enumerate(names):
        columns[f"points_{name}"] = pa.array([bout.points[side] for bout in bouts], pa.int32())
    for who, name in enumerate(("first", "second")):
        thought = [bout.thought[who] for bout in bouts]
        columns[f"decisions_{name}"] = pa.array([len(times) for times in thought], pa.int32())
        columns[f"cpu_ms_{name}"] = pa.array([sum(times) / 1e6 for times in thought], pa.float64())
    return pa.table(columns)


def _facts(contest: Contest) -> dict[str, str]:
    """What was played."""
    return {
        "doublesix.version": contest.version,
        "doublesix.rules": contest.rules.id,
        "doublesix.seats": str(contest.seats),
        "doublesix.target": str(contest.game.target),
        "doublesix.bots": ",".join(contest.labels),
        "doublesix.seed": str(contest.seed),
        "doublesix.plays": "matches" if contest.in_matches else "rounds",
    }


def _words(values: Iterable[str | None]) -> Any:
    """Texts of which there are few different ones."""
    return pa.array(values, pa.string()).dictionary_encode()
