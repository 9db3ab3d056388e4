"""Which files the journal takes, which it refuses, and that it does not touch those."""

import fcntl
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from doublesix.errors import InvalidFile
from doublesix.table import reader as module
from doublesix.table.claim import Claim
from doublesix.table.journal import Journal
from doublesix.table.reader import Counts, Reader, reading
from doublesix.table.store import VERSION
from tests.unit.table.journals import game, keep, row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound file with some tables in it."""
    path = tmp_path / "tables.db"
    with closing(Journal(path)) as journal:
        for number in range(60):
            table = f"t{number}"
            keep(journal, table, 1, [b"%d" % version for version in range(40)], rows=[row(table)])
        keep(journal, "t0", 41, [b"over"], rows=[row("t0", phase="closed"), game("t0")])
        keep(journal, "t7", 41, [b"over"], rows=[game("t7")])
    return path


def refuse(path: Path) -> InvalidFile:
    """The journal refuses a file and leaves everything as it was."""
    before = {each.name: each.read_bytes() for each in path.parent.glob("*") if each.is_file()}
    with pytest.raises(InvalidFile) as caught:
        Journal(path)
    after = {each.name: each.read_bytes() for each in path.parent.glob("*") if each.is_file()}
    assert after == before
    return caught.value


def change(at: int, data: bytes) -> Callable[[bytes], bytes]:
    return lambda whole: whole[:at] + data + whole[at + len(data) :]


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    with closing(Journal(tmp_path / "x.db")) as journal:
        assert keep(journal, "t", 1, [b"1"], rows=[row()]) is None


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda whole: b"dear diary", "journal-foreign"),
        (lambda whole: whole[:50], "journal-foreign"),
        (change(0, b"SQLite format 4"), "journal-foreign"),
        (change(68, b"geo!"), "journal-foreign"),
        (change(60, (VERSION + 1).to_bytes(4, "big")), "journal-newer"),
        (lambda whole: whole[: len(whole) // 2], "journal-damaged"),
        (lambda whole: whole[:1000], "journal-damaged"),
        (lambda whole: whole[:4096] + bytes(len(whole) - 4096), "journal-damaged"),
        (change(100, b"\xff" * 40), "journal-damaged"),
        (change(4096 * 9, b"\xff" * 200), "journal-damaged"),
    ],
    ids=[
        "diary",
        "stub",
        "not-sqlite",
        "other-program",
        "newer",
        "half",
        "page",
        "zeros",
        "schema",
        "page-9",
    ],
)
def test_a_bad_file_is_refused_and_not_touched(
    path: Path, damage: Callable[[bytes], bytes], code: str
) -> None:
    path.write_bytes(damage(path.read_bytes()))
    problem = refuse(path)
    assert problem.code == code
    assert str(problem).startswith(f"{path}: ")


def test_another_program_s_database_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.db")) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
    assert refuse(tmp_path / "x.db").code == "journal-foreign"


def test_a_file_without_its_tables_is_damaged(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE games")
    assert refuse(path).code == "journal-damaged"


def test_a_damaged_file_of_a_crash_is_refused_and_not_touched(path: Path) -> None:
    crash = (
        "import os, sqlite3, sys\n"
        "other = sqlite3.connect(sys.argv[1])\n"
        "other.execute('UPDATE tables SET touched = 3')\n"
        "other.commit()\n"
        "os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", crash, path], check=False)
    log = path.with_name("tables.db-wal")
    assert log.stat().st_size
    whole = path.read_bytes()
    path.write_bytes(change(4096 * 9, b"\xff" * 200)(whole))
    before = path.read_bytes(), log.read_bytes()
    with pytest.raises(InvalidFile) as caught:
        Journal(path)
    assert caught.value.code == "journal-damaged"
    assert (path.read_bytes(), log.read_bytes()) == before
    path.write_bytes(whole)
    with closing(Journal(path)) as journal:
        assert {table.touched for table in journal.tables()} == {3.0}
    assert [each.name for each in path.parent.iterdir()] == ["tables.db"]


def test_a_large_file_is_not_looked_through_when_it_is_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(change(4096 * 9, b"\xff" * 200)(path.read_bytes()))
    monkeypatch.setattr(module, "_SMALL", 1000)
    with closing(Journal(path)) as journal:
        problems = []
        for number in range(60):
            try:
                journal.load(f"t{number}")
            except InvalidFile as problem:
                problems.append(problem.code)
    assert set(problems) == {"journal-damaged"}, "but whoever reads the damaged part is told"


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert refuse(tmp_path / "nowhere" / "x.db").code == "unwritten-nowhere"
    assert refuse(tmp_path / "file" / "x.db").code == "unwritten-nowhere"
    assert refuse(tmp_path / ("x" * 300)).code == "unwritten"
    (tmp_path / "folder").mkdir()
    assert refuse(tmp_path / "folder").code == "file-is-folder"
    with pytest.raises(InvalidFile) as caught:
        Journal(Path("a\0b"))
    assert caught.value.code == "unwritten"


def test_a_place_where_the_file_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "no room")

    # A disk that fills up between the lock and the file.
    monkeypatch.setattr(os, "fsync", no_room)
    assert refuse(tmp_path / "x.db").code == "unwritten-full"
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (1000, before[1]))
    try:
        problem = refuse(tmp_path / "x.db")
    finally:
        setrlimit(RLIMIT_FSIZE, before)
    assert problem.code == "journal-failed"
    assert not list(tmp_path.iterdir())


def test_a_file_that_somebody_else_keeps_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k | {"timeout": 0}))
    with closing(connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InvalidFile) as caught:
            Journal(path)
        other.execute("ROLLBACK")
    assert str(caught.value) == f"{path}: nothing can be kept there: database is locked."
    assert [each.name for each in path.parent.iterdir()] == ["tables.db"]


def test_a_second_journal_is_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(path)
    with closing(Journal(path)) as first:
        for name in (path, tmp_path / "link.db"):
            with pytest.raises(InvalidFile) as caught:
                Journal(name)
            assert str(caught.value) == f"{name}: another server is using this file."
        assert keep(first, "t1", 41, [b"x"]) is None
    Journal(path).close()


def test_a_lock_that_was_taken_away_is_made_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening the lock's file and locking it, its holder ends and takes the file away."""
    lock, flock = path.with_name("tables.db-lock"), fcntl.flock
    calls = []

    def late(file: int, how: int) -> None:
        calls.append(how)
        if len(calls) == 1:
            lock.unlink()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    claim = Claim(path)
    assert len(calls) == 2
    with pytest.raises(InvalidFile):
        Claim(path)
    claim.release()
    assert not lock.exists()


def test_reading_a_file_that_nobody_writes_to(path: Path) -> None:
    whole = path.read_bytes()
    with reading(path) as reader:
        assert len(reader.tables()) == 59
        assert [table.id for table in reader.tables(closed=True)] == [f"t{n}" for n in range(60)]
        assert [*reader.games("t0"), *reader.games("t7")] == [game("t0"), game("t7")]
        assert reader.count() == Counts(60, 2402, 2)
        reader.audit()
        assert [each.name for each in path.parent.iterdir()] == ["tables.db"]
    assert path.read_bytes() == whole


def test_reading_while_it_is_written_to(path: Path) -> None:
    with closing(Journal(path)) as journal, reading(path) as reader:
        assert keep(journal, "t1", 41, [b"new"]) is None
        reader.audit()
        assert reader.load("t1")[-1] == b"new"
        assert keep(journal, "t1", 42, [b"newer"]) is None


def test_a_writer_that_comes_while_it_is_read(path: Path) -> None:
    with pytest.raises(InvalidFile) as caught, reading(path), closing(Journal(path)) as journal:
        keep(journal, "t1", 41, [b"new"])
    assert caught.value.code == "journal-changed"


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InvalidFile) as caught, reading(Path("nowhere.db")):
        pass
    assert caught.value.code == "file-missing"


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM events WHERE number = 5 AND version = 20",
        "DELETE FROM events WHERE number = 5 AND version = 1",
        "DELETE FROM tables WHERE id = 't9'",
        "UPDATE games SET number = 99 WHERE number = 8",
    ],
)
def test_what_only_an_audit_finds(path: Path, harm: str) -> None:
    with closing(sqlite3.connect(path)) as other, other:
        assert other.execute(harm).rowcount
    with reading(path) as reader:
        reader.glance()
        with pytest.raises(InvalidFile) as caught:
            reader.audit()
    assert caught.value.code == "journal-damaged"


def test_a_reader_says_what_stands_in_its_way(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as nothing, pytest.raises(InvalidFile) as caught:
        Reader(nothing, tmp_path).tables()
    assert str(caught.value) == f"{tmp_path}: this file cannot be read: no such table: tables."
