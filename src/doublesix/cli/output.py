"""Results on standard output."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec


def print_json(data: Any) -> None:
    """One line of JSON."""
    print(msgspec.json.encode(data).decode())


def print_lines(lines: Iterable[str]) -> None:
    """Sentences, one a line."""
    for line in lines:
        print(line)


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as their widest cell; the last one runs free."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        print("  ".join([*cells, row[-1]]).rstrip())
