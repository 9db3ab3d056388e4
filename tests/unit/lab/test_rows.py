"""The Parquet file: every round, what it was played with, and never half of it."""

import re
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import doublesix
from doublesix.errors import InvalidFile
from doublesix.lab.plan import Plan, checked
from doublesix.lab.rows import RowsFile
from doublesix.lab.simulation import simulate
from doublesix.lab.summary import summarize
from doublesix.rules import load

PLAN = Plan(load("fives-and-threes"), 4, 150_000, policies=("greedy", "random") * 2, seed=9)
DOCS = Path(__file__).parents[3] / "docs" / "simulate.md"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "x.parquet"
    with RowsFile(path, PLAN) as rows:
        simulate(PLAN, keep=rows.add)
        assert not path.exists()
        rows.finish()
    return path


def test_the_file_holds_what_was_counted(written: Path) -> None:
    table = pq.read_table(written)
    summary = summarize(simulate(PLAN))
    assert table.num_rows == summary.rounds
    counts = {row["values"]: row["counts"] for row in table["ended"].value_counts().to_pylist()}
    assert {name: count for name, count in summary.ended.items() if count} == counts
    made = sum(pc.sum(table[f"points_{name}"]).as_py() for name in ("A+C", "B+D"))
    assert made / table.num_rows == pytest.approx(summary.mean_points)
    assert table["stream"].to_pylist() == list(range(PLAN.count))
    assert [path.name for path in written.parent.iterdir()] == ["x.parquet"]


def test_the_file_knows_what_it_was_played_with(written: Path) -> None:
    facts = pq.read_schema(written).metadata
    assert {
        name.decode(): value.decode() for name, value in facts.items() if b"doublesix" in name
    } == {
        "doublesix.version": doublesix.__version__,
        "doublesix.rules": "fives-and-threes",
        "doublesix.seats": "4",
        "doublesix.target": "31",
        "doublesix.policies": "greedy,random,greedy,random",
        "doublesix.seed": "9",
        "doublesix.plays": "rounds",
    }


def test_every_column_is_documented(written: Path) -> None:
    _, page = DOCS.read_text(encoding="utf-8").split("## The Parquet file")
    schema = pq.read_schema(written)
    documented = set(re.findall(r"^\| `([a-z_]+)`", page, re.MULTILINE))
    assert documented == {re.sub(r"_[A-D](\+[A-D])?$", "_", name) for name in schema.names}
    for name in schema.metadata:
        assert b"doublesix." not in name or f"`{name.decode()}`" in page


def test_dealt_hands_are_masks_of_tiles(written: Path) -> None:
    table = pq.read_table(written).slice(0, 50).to_pylist()
    for row in table:
        hands: list[int] = [row[f"dealt_{seat}"] for seat in "ABCD"]
        assert [hand.bit_count() for hand in hands] == [7] * 4
        assert hands[0] | hands[1] | hands[2] | hands[3] == (1 << 28) - 1


def test_nothing_appears_when_it_is_given_up(tmp_path: Path) -> None:
    with RowsFile(tmp_path / "x.parquet", PLAN) as rows:
        simulate(PLAN, keep=rows.add, watch=lambda done: done == 0)
    assert list(tmp_path.iterdir()) == []


def test_nothing_appears_when_it_fails(tmp_path: Path) -> None:
    def fail() -> None:
        with RowsFile(tmp_path / "x.parquet", PLAN) as rows:
            simulate(PLAN, keep=rows.add)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_text("old")
    plan = checked(Plan(load("block"), 2, 10))
    tables: list[Any] = []
    simulate(plan, keep=tables.append)
    with RowsFile(path, plan) as rows:
        rows.add(tables[0])
        assert path.read_text() == "old"
        rows.finish()
    assert pq.read_table(path).num_rows == 10


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile) as caught:
        RowsFile(tmp_path / "nowhere" / "x.parquet", PLAN)
    assert caught.value.code == "unwritten-nowhere"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a Linux device")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    plan = checked(Plan(load("block"), 2, 10))
    tables: list[Any] = []
    simulate(plan, keep=tables.append)

    def write() -> None:
        with RowsFile(tmp_path / "x.parquet", plan) as rows:
            rows._draft.unlink()
            rows._draft.symlink_to("/dev/full")
            rows.add(tables[0])
            rows.finish()

    with pytest.raises(InvalidFile) as caught:
        write()
    assert caught.value.code == "unwritten-full"
    assert list(tmp_path.iterdir()) == []
