"""What the tests of the journal share: rows, and a way to wait for what was appended."""

from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

from doublesix.errors import NotKept
from doublesix.table.journal import Journal, Rows
from doublesix.table.store import GameRow, TableRow


def row(table: str = "t", **changes: Any) -> TableRow:
    values: dict[str, Any] = {
        "id": table,
        "code": "ABCD",
        "opened": 1.5,
        "touched": 2.5,
        "phase": "waiting",
        "rules": "draw",
        "public": True,
        "summary": b'{"seats":2}',
    }
    return TableRow(**values | changes)


def game(table: str = "t", match: int = 1, **changes: Any) -> GameRow:
    values: dict[str, Any] = {
        "table": table,
        "match": match,
        "finished": 9.25,
        "rules": "draw",
        "seats": 2,
        "names": ("Ana", "Bo \N{SNOWMAN}"),
        "transcript": 'rules = "draw"\n',
        "proof": "fair = 1\n",
    }
    return GameRow(**values | changes)


class Answers:
    """The answers to what was appended, in the order they came."""

    def __init__(self) -> None:
        self._came: SimpleQueue[NotKept | None] = SimpleQueue()

    def __call__(self, problem: NotKept | None) -> None:
        self._came.put(problem)

    def next(self) -> NotKept | None:
        return self._came.get(timeout=30)


def keep(
    journal: Journal, table: str, first: int, events: Sequence[bytes], rows: Rows = ()
) -> NotKept | None:
    """Append and wait for the answer."""
    answers = Answers()
    journal.append(table, first, events, answers, rows)
    return answers.next()
