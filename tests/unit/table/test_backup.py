"""A backup: one moment of the file, whatever else goes on."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from doublesix.errors import InvalidFile
from doublesix.table import backup
from doublesix.table.backup import back_up
from doublesix.table.journal import Journal
from doublesix.table.reader import reading
from tests.unit.table.journals import keep, row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with closing(Journal(path)) as journal:
        for number in range(30):
            keep(journal, f"t{number}", 1, [b"x" * 3000] * 10, [row(f"t{number}")])
    return path


def test_what_happens_meanwhile_is_not_in_it(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_STEP", 20)
    seen = []
    with closing(Journal(path)) as journal:
        assert keep(journal, "t0", 11, [b"before"]) is None

        def watch(percent: int) -> bool:
            seen.append(percent)
            assert keep(journal, "t0", 11 + len(seen), [b"meanwhile"]) is None
            return True

        back_up(path, tmp_path / "copy.db", watch)
    assert len(seen) > 5
    assert seen == sorted(seen)
    assert (seen[0] < 20, seen[-1]) == (True, 100)
    with reading(tmp_path / "copy.db") as reader:
        reader.audit()
        assert reader.load("t0")[10:] == [b"before"]
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "tables.db"]


def test_it_can_be_stopped(path: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        back_up(path, tmp_path / "copy.db", lambda percent: False)
    assert os.listdir(tmp_path) == ["tables.db"]


def test_nothing_is_written_over(path: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(InvalidFile) as caught:
        back_up(path, tmp_path / "copy.db", lambda percent: True)
    assert caught.value.code == "backup-exists"
    assert (tmp_path / "copy.db").read_text() == "mine"
