"""The journal: what it acknowledges is on the disk, in order, and found again."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from doublesix.errors import NotKept
from doublesix.table import journal as module
from doublesix.table.journal import Journal, Outcome, Rows, settle
from tests.unit.table.journals import Answers, game, keep, row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "with a space?" / "tables.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    path.parent.mkdir()
    with closing(Journal(path)) as journal:
        yield journal


def test_a_table_is_kept_and_found_again(journal: Journal, path: Path) -> None:
    assert journal.tables() == []
    assert keep(journal, "t", 1, [b"opened"], rows=[row()]) is None
    assert keep(journal, "t", 2, [b"one", b"two"]) is None
    assert keep(journal, "t", 4, [b"three"]) is None
    kept = [b"opened", b"one", b"two", b"three"]
    assert journal.load("t") == kept
    assert journal.tables() == [row()]
    journal.close()
    with closing(Journal(path)) as again:
        assert (again.tables(), again.load("t")) == ([row()], kept)
        assert keep(again, "t", 5, [b"four"]) is None
        assert again.load("t") == [*kept, b"four"]


def test_a_table_that_does_not_exist(journal: Journal) -> None:
    assert journal.load("t") == []
    assert journal.games("t") == []
    problem = keep(journal, "t", 1, [b"moved"])
    assert problem is not None
    assert (problem.code, problem.details) == ("journal-conflict", {"table": "t"})
    assert journal.load("t") == []


def test_a_row_takes_the_place_of_the_one_before(journal: Journal) -> None:
    keep(journal, "a", 1, [b"opened"], rows=[row("a")])
    keep(journal, "b", 1, [b"opened"], rows=[row("b")])
    changed = row("a", code="EFGH", touched=8.0, phase="playing", public=False, summary=b"new")
    assert keep(journal, "a", 2, [], rows=[changed]) is None
    assert journal.tables() == [changed, row("b")]
    assert journal.load("a") == [b"opened"]


def test_a_closed_table_is_no_longer_open(journal: Journal) -> None:
    keep(journal, "t", 1, [b"opened"], rows=[row()])
    assert keep(journal, "t", 2, [b"closed"], rows=[row(phase="closed")]) is None
    assert journal.tables() == []
    assert journal.load("t") == [b"opened", b"closed"]


def test_a_game_is_kept_with_the_events_that_end_it(journal: Journal) -> None:
    keep(journal, "t", 1, [b"opened"], rows=[row()])
    assert keep(journal, "t", 2, [b"over"], rows=[row(phase="over"), game()]) is None
    assert keep(journal, "t", 3, [b"over again"], rows=[game(match=2)]) is None
    assert journal.games("t") == [game(), game(match=2)]
    assert keep(journal, "t", 4, [], rows=[game(match=2, proof="better")]) is None
    assert journal.games("t") == [game(), game(match=2, proof="better")]


@pytest.mark.parametrize("first", [0, 1, 2, 4, 99])
def test_what_does_not_follow_is_not_kept(journal: Journal, first: int) -> None:
    keep(journal, "t", 1, [b"one", b"two"], rows=[row()])
    problem = keep(journal, "t", first, [b"late"], rows=[row(phase="closed"), game()])
    assert isinstance(problem, NotKept)
    assert str(problem).startswith("What was done last at table t does not follow what is kept")
    assert (journal.load("t"), journal.games("t")) == ([b"one", b"two"], [])
    assert journal.tables() == [row()]
    assert keep(journal, "t", 3, [b"three"]) is None


class Held:
    """A journal whose writer is held until everything of a test waits to become one group."""

    def __init__(self, journal: Journal) -> None:
        self.groups: list[list[Outcome]] = []
        self._journal = journal
        self._go = threading.Event()
        self._held = threading.Event()
        journal.deliver = self._deliver
        journal.append("held", 1, [b"x"], lambda _: None, rows=[row("held")])
        assert self._held.wait(30)

    def _deliver(self, outcomes: list[Outcome]) -> None:
        if self._held.is_set():
            self.groups.append(outcomes)
        self._held.set()
        assert self._go.wait(30)
        settle(outcomes)

    def let_go(self) -> None:
        self._go.set()


def test_what_waits_is_kept_and_answered_together(journal: Journal) -> None:
    held, answers = Held(journal), Answers()
    for number in range(40):
        journal.append(f"t{number}", 1, [b"opened"], answers, rows=[row(f"t{number}")])
    for number in range(40):
        journal.append(f"t{number}", 2, [b"one", b"two"], answers)
    held.let_go()
    assert [answers.next() for _ in range(80)] == [None] * 80
    assert [len(group) for group in held.groups] == [80]
    assert all(journal.load(f"t{number}") == [b"opened", b"one", b"two"] for number in range(40))


def test_a_crowd_makes_several_groups(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST", 7)
    held, answers = Held(journal), Answers()
    journal.append("t", 1, [b"1"], answers, rows=[row()])
    for version in range(2, 21):
        journal.append("t", version, [b"%d" % version], answers)
    held.let_go()
    assert [answers.next() for _ in range(20)] == [None] * 20
    assert [len(group) for group in held.groups] == [7, 7, 6]
    assert journal.load("t") == [b"%d" % version for version in range(1, 21)]


def test_one_that_does_not_follow_harms_no_other(journal: Journal) -> None:
    held, answers = Held(journal), Answers()
    journal.append("a", 1, [b"a1"], answers, rows=[row("a")])
    journal.append("b", 1, [b"b1"], answers, rows=[row("b")])
    journal.append("a", 3, [b"a3"], answers)
    journal.append("a", 4, [b"a4"], answers)
    journal.append("b", 2, [b"b2"], answers)
    held.let_go()
    problems = [answers.next() for _ in range(5)]
    assert [problem and problem.code for problem in problems] == [
        None,
        None,
        "journal-conflict",
        "journal-conflict",
        None,
    ]
    assert (journal.load("a"), journal.load("b")) == ([b"a1"], [b"b1", b"b2"])


def test_another_writer_cannot_win_too(journal: Journal, path: Path) -> None:
    for table in ("a", "b"):
        assert keep(journal, table, 1, [b"1"], rows=[row(table)]) is None
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO events SELECT number, 2, 'theirs' FROM tables WHERE id = 'a'")
    held, answers = Held(journal), Answers()
    journal.append("a", 2, [b"ours"], answers)
    journal.append("b", 2, [b"2"], answers)
    journal.append("a", 3, [b"ours too"], answers)
    held.let_go()
    problems = [answers.next() for _ in range(3)]
    assert [problem and problem.code for problem in problems] == [
        "journal-failed",
        None,
        "journal-conflict",
    ]
    assert journal.load("b") == [b"1", b"2"]
    assert journal.load("a") == [b"1", "theirs"]


def test_what_cannot_be_written_harms_no_other(journal: Journal) -> None:
    held, answers = Held(journal), Answers()
    journal.append("a", 1, [b"1"], answers, rows=[row("a")])
    journal.append("b", 1, [b"1"], answers, rows=[row("b", code="\ud800")])  # no letter
    journal.append("c", 1, [b"1"], answers, rows=[row("c")])
    held.let_go()
    first, second, third = (answers.next() for _ in range(3))
    assert (first, third) == (None, None)
    assert second is not None
    assert second.code == "journal-failed"
    assert [table.id for table in journal.tables()] == ["held", "a", "c"]
    assert keep(journal, "b", 1, [b"1"], rows=[row("b")]) is None


def test_a_full_disk_fails_everybody_until_there_is_room(journal: Journal, path: Path) -> None:
    assert keep(journal, "a", 1, [b"1"], rows=[row("a")]) is None
    assert keep(journal, "b", 1, [b"1"], rows=[row("b")]) is None
    held, answers = Held(journal), Answers()
    journal.append("a", 2, [b"2"], answers)
    journal.append("b", 2, [b"x" * 500_000], answers)
    journal.append("c", 1, [b"1"], answers, rows=[row("c")])
    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (200_000, before[1]))  # what a process may write; like a full disk
    try:
        held.let_go()
        problems = [answers.next() for _ in range(3)]
        again = keep(journal, "b", 2, [b"x" * 500_000])
    finally:
        setrlimit(RLIMIT_FSIZE, before)
    assert {problem and problem.code for problem in [*problems, again]} == {"journal-failed"}
    assert str(again).startswith(f"{path}: nothing can be kept there: ")
    late = keep(journal, "a", 3, [b"3"])
    assert late is not None
    assert late.code == "journal-conflict", "nothing comes after what was not kept"
    assert (journal.load("a"), journal.load("b"), journal.load("c")) == ([b"1"], [b"1"], [])
    assert keep(journal, "a", 2, [b"2"]) is None
    assert keep(journal, "c", 1, [b"1"], rows=[row("c")]) is None


def test_a_table_is_all_there_or_not_at_all(journal: Journal) -> None:
    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (100_000, before[1]))
    try:
        problem = keep(journal, "t", 1, [b"x" * 500_000], rows=[row(), game()])
    finally:
        setrlimit(RLIMIT_FSIZE, before)
    assert problem is not None
    assert (journal.tables(), journal.load("t"), journal.games("t")) == ([], [], [])


def test_more_tables_than_are_remembered(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KNOWN", 3)
    for version in (1, 2, 3):
        for number in range(6):
            rows = [row(f"t{number}")] if version == 1 else []
            assert keep(journal, f"t{number}", version, [b"%d" % version], rows) is None
    assert all(journal.load(f"t{number}") == [b"1", b"2", b"3"] for number in range(6))


def test_closing_keeps_what_waits_and_leaves_only_the_file(journal: Journal, path: Path) -> None:
    answers = Answers()
    journal.append("t", 1, [b"1"], answers, rows=[row()])
    for version in range(2, 1001):
        journal.append("t", version, [b"%d" % version], answers)
    journal.close()
    assert [answers.next() for _ in range(1000)] == [None] * 1000
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o600
    with closing(Journal(path, "normal")) as again:
        assert again.load("t") == [b"%d" % version for version in range(1, 1001)]


def test_the_disk_has_it_before_anybody_is_told(journal: Journal, path: Path) -> None:
    """What another process would read, at the moment of the answer."""
    seen: list[int] = []
    told = threading.Event()

    def look(problem: NotKept | None) -> None:
        with closing(sqlite3.connect(path)) as other:
            seen.extend(other.execute("SELECT version FROM events").fetchone())
        told.set()

    journal.append("t", 1, [b"1"], look, rows=[row()])
    assert told.wait(30)
    assert seen == [1]


def test_closing_waits_for_the_group_before(journal: Journal, path: Path) -> None:
    held, answers = Held(journal), Answers()
    journal.append("t", 1, [b"1"], answers, rows=[row()])
    closer = threading.Thread(target=journal.close)
    closer.start()
    while journal._waiting.qsize() < 2:
        pass
    held.let_go()
    closer.join()
    assert answers.next() is None
    with closing(Journal(path)) as again:
        assert again.load("t") == [b"1"]


@pytest.mark.parametrize(("sync", "level"), [("full", 2), ("normal", 1)])
def test_how_surely_it_is_written(tmp_path: Path, sync: str, level: int) -> None:
    with closing(Journal(tmp_path / "x.db", sync)) as journal:  # type: ignore[arg-type]
        asked = journal._connection.execute("PRAGMA synchronous").fetchone()
        kind = journal._connection.execute("PRAGMA journal_mode").fetchone()
    assert (asked, kind) == ((level,), ("wal",))


def test_many_threads_append_and_read_at_once(journal: Journal) -> None:
    def play(table: str) -> None:
        assert keep(journal, table, 1, [b"1"], rows=[row(table)]) is None
        for version in range(2, 60):
            assert keep(journal, table, version, [b"%d" % version]) is None
            assert len(journal.load(table)) == version

    players = [threading.Thread(target=play, args=(f"t{number}",)) for number in range(8)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    assert [len(journal.load(f"t{number}")) for number in range(8)] == [59] * 8


def test_who_cannot_hear_an_answer_does_not_keep_it_from_others(journal: Journal) -> None:
    heard = Answers()

    def deaf(problem: NotKept | None) -> None:
        raise RuntimeError("not listening")

    settle([(deaf, None), (heard, None)])
    assert heard.next() is None
    journal.append("t", 1, [b"1"], deaf, rows=[row()])
    journal.append("t", 2, [b"2"], heard)
    assert heard.next() is None


def test_what_is_known_of_a_table_without_its_events(journal: Journal) -> None:
    assert (journal.table("t"), journal.opening("t"), journal.match("t")) == (None, b"", None)
    last = game(match=2, summary=b"second")
    rows: Rows = [row(), game(summary=b"first"), last]
    assert keep(journal, "t", 1, [b"opened", b"more"], rows) is None
    assert journal.table("t") == row()
    assert journal.opening("t") == b"opened"
    assert journal.match("t") == last
    assert journal.match("t", 1) == game(summary=b"first")
    assert journal.match("t", 3) is None
    assert journal.summaries("t", 5) == [b"first", b"second"]
    assert journal.summaries("t", 1) == [b"second"]
    assert journal.games("t") == [game(summary=b"first"), last]
