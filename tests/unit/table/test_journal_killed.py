"""A server is killed in the middle of everything: what it acknowledged is there."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from doublesix.table.journal import Journal
from doublesix.table.reader import reading

PLAYER = """
import sys, threading
from pathlib import Path
from doublesix.table.journal import Journal
from tests.unit.table.journals import row

journal = Journal(Path(sys.argv[1]), sys.argv[2])
out = threading.Lock()

def go_on(table, version):
    def done(problem):
        assert problem is None, problem
        with out:
            print(table, version, flush=True)
        go_on(table, version + 1)
    events = [b"%d" % version]
    journal.append(table, version, events, done, [row(table)] if version == 1 else [])

known = {table.id for table in journal.tables()}
for number in range(20):
    table = f"t{number}"
    go_on(table, len(journal.load(table)) + 1 if table in known else 1)
threading.Event().wait()
"""


@pytest.mark.parametrize("sync", ["full", "normal"])
def test_killed_again_and_again(tmp_path: Path, sync: str) -> None:
    path = tmp_path / "tables.db"
    acknowledged = {f"t{number}": 0 for number in range(20)}
    for lines in (1, 30, 300, 2000):
        root = Path(__file__).parents[3]
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, path, sync],
            cwd=root,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        for _ in range(lines):
            told = process.stdout.readline()
            assert told, "it ended by itself"
            table, version = told.split()
            acknowledged[table] = int(version)
        process.kill()
        for told in process.stdout:  # what it had said by then
            if told.endswith("\n"):
                table, version = told.split()
                acknowledged[table] = int(version)
        process.stdout.close()
        assert process.wait() == -9
        with closing(Journal(path)) as journal:
            for table, last in acknowledged.items():
                kept = journal.load(table)
                assert len(kept) >= last
                assert kept == [b"%d" % number for number in range(1, len(kept) + 1)]
        assert [each.name for each in tmp_path.iterdir()] == ["tables.db"]
        with reading(path) as reader:
            reader.audit()
    assert sum(acknowledged.values()) > 2331
