"""What a simulation costs beyond the bare playing: counting, and rows for a Parquet file.

All three are done in one process, in turns over the same rounds, and are charged CPU seconds:
what else the machine does slows them alike, so the ratios are what counts.
"""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from doublesix.lab.plan import Part, Plan, checked, chunks_of
from doublesix.lab.rows import RowsFile
from doublesix.lab.simulation import play_part
from doublesix.rules import load

TABLES = (("block", 4), ("svoora", 2), ("ikea", 5), ("muggins", 2))
PART = Part(0, 1 << 17)


def play_only(plan: Plan) -> int:
    """Play rounds and forget them; how many."""
    return sum(len(rounds) for _, rounds in chunks_of(plan, PART))


def play_and_count(plan: Plan) -> int:
    """Play rounds and count what came of them."""
    return play_part(plan, PART, wants_rows=False).tally.rounds


def play_and_write(plan: Plan) -> int:
    """The same, and write a row for each."""
    with tempfile.TemporaryDirectory() as folder, RowsFile(Path(folder) / "rows", plan) as rows:
        played = play_part(plan, PART, wants_rows=True)
        rows.add(played.rows)
        rows.finish()
    return played.tally.rounds


def seconds(play: Callable[[Plan], int], plan: Plan) -> float:
    """The CPU seconds that a part takes."""
    start = time.process_time()
    play(plan)
    return time.process_time() - start


def compare(book: str, seats: int, turns: int) -> None:
    """Print what each way manages in a CPU second, and what it costs beyond playing."""
    plan = checked(Plan(load(book), seats, PART.count))
    ways = (play_only, play_and_count, play_and_write)
    for way in ways:  # warm up
        way(plan)
    rows = [[seconds(way, plan) for way in ways] for _ in range(turns)]
    bare, counted, written = (sum(column) for column in zip(*rows, strict=True))
    print(
        f"{book:8}{seats} seats: {turns * PART.count / bare:11,.0f} rounds per CPU second played,"
        f" counting costs {counted / bare - 1:4.0%} (bar: 15%), rows {written / bare - 1:4.0%}"
    )


def main() -> None:
    """Run everything."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    for book, seats in TABLES:
        compare(book, seats, turns)


if __name__ == "__main__":
    main()
