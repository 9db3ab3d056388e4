"""A contest in tables, on a page, and in a Parquet file."""

import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

import doublesix
from doublesix import words
from doublesix.lab.arena.contest import Contest, Until
from doublesix.lab.arena.figures import cross_table, ranked, tables
from doublesix.lab.arena.holding import Outcome, hold
from doublesix.lab.arena.report import page
from doublesix.lab.arena.rows import BoutsFile
from doublesix.lab.arena.summary import Pair, Summary, Thinking, summarize
from doublesix.lab.tables import Figures
from doublesix.rules import load
from tests.unit.lab.pages import assert_alone, assert_well_formed

SAY = words.load()
DOCS = Path(__file__).parents[4] / "docs" / "arena.md"
CONTESTS = {
    "three seats": Contest(load("draw"), 3, ("random", "greedy", "random"), 40),
    "matches": Contest(load("block"), 4, ("greedy", "random"), 6, in_matches=True, target=40),
    "no points": Contest(load("noris"), 2, ("greedy", "random"), 16, until=Until()),
    "a single deal": Contest(load("ikea"), 2, ("greedy", "random"), 1),
}


@pytest.fixture(scope="module", params=CONTESTS)
def outcome(request: pytest.FixtureRequest) -> Outcome:
    return hold(CONTESTS[request.param], workers=1)


@pytest.fixture(scope="module")
def three() -> Summary:
    return summarize(hold(CONTESTS["three seats"], workers=1))


def test_the_page(outcome: Outcome) -> None:
    summary = summarize(outcome)
    text = page(outcome, summary, SAY)
    assert_well_formed(text, plots=2)
    assert_alone(text)
    for table in tables(summary, SAY):
        for row in table.rows:
            assert all(f">{cell}<" in text for cell in row)


def test_the_cross_table_has_the_best_bot_first(three: Summary) -> None:
    table = cross_table(three, Figures(SAY))
    names = [row[0] for row in table.rows]
    assert names[0] == "greedy"
    assert list(table.columns[1:]) == names
    for place, row in enumerate(table.rows):
        assert row[place + 1] == "–"
    (pair,) = (pair for pair in three.pairs if (pair.first, pair.second) == ("random", "greedy"))
    own = f"{100 * pair.wins.mean:.1f} ± "
    assert table.rows[names.index("random")][1].startswith(own)
    other = f"{100 - 100 * pair.wins.mean:.1f} ± "
    assert table.rows[0][names.index("random") + 1].startswith(other)
    assert table.marks[0][1:] == ("", "better", "better")
    assert [marks[1] for marks in table.marks] == ["", "worse", "worse"]


def test_pairs_are_turned_so_that_the_better_one_is_first(three: Summary) -> None:
    first, *_ = ranked(three)
    assert first.first == "greedy"
    (given,) = (pair for pair in three.pairs if {pair.first, pair.second} == {"greedy", "random"})
    assert given.first == "random"
    assert given.turned == first or given.turned in ranked(three)
    back = given.turned.turned
    assert back.wins.mean == pytest.approx(given.wins.mean)
    assert back.points is not None
    assert given.points is not None
    assert back.points.interval == pytest.approx(given.points.interval)


def test_every_key_of_the_result_is_documented() -> None:
    _, text = DOCS.read_text(encoding="utf-8").split("## The result with `--json`")
    for kind in (Summary, Pair, Thinking):
        for name in kind.__struct_fields__:
            assert re.search(rf"^\|[^\n]*`{name}`", text, re.MULTILINE), name


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "x.parquet"
    contest = CONTESTS["matches"]
    with BoutsFile(path, contest) as rows:
        hold(contest, workers=1, keep=rows.keep)
        assert not path.exists()
        rows.finish()
    return path


def test_the_file_holds_what_was_counted(written: Path) -> None:
    rows = pq.read_table(written).to_pylist()
    record, *_ = hold(CONTESTS["matches"], workers=1).records
    assert len(rows) == record.games == 12
    for number, (first, second) in enumerate(zip(rows[::2], rows[1::2], strict=True)):
        assert (first["held"], second["held"]) == ("A+C", "B+D")
        assert first["deal"] == second["deal"] == number
        assert (first["share"] + second["share"]) / 2 == record.scores[number]
        assert (first["round_share"] + second["round_share"]) / 2 == record.round_scores[number]
        ahead = [
            first["points_A+C"] - first["points_B+D"],
            second["points_B+D"] - second["points_A+C"],
        ]
        assert sum(ahead) / 2 == record.ahead[number]
        for row in (first, second):
            assert (row["share"] == 1) == (row["winners"] == row["held"])
            assert (row["first"], row["second"]) == ("greedy", "random")
            assert min(row["decisions_first"], row["decisions_second"], row["rounds"]) > 0
            assert min(row["cpu_ms_first"], row["cpu_ms_second"]) > 0


def test_every_column_is_documented(written: Path) -> None:
    _, text = DOCS.read_text(encoding="utf-8").split("## The Parquet file")
    schema = pq.read_schema(written)
    documented = set(re.findall(r"^\| `([a-z_]+)`", text, re.MULTILINE))
    assert documented == {re.sub(r"_[A-D]\+[A-D]$", "_", name) for name in schema.names}
    facts = {
        name.decode(): value.decode()
        for name, value in schema.metadata.items()
        if b"doublesix" in name
    }
    assert facts == {
        "doublesix.version": doublesix.__version__,
        "doublesix.rules": "block",
        "doublesix.seats": "4",
        "doublesix.target": "40",
        "doublesix.bots": "greedy,random",
        "doublesix.seed": "1",
        "doublesix.plays": "matches",
    }
    assert all(f"`{name}`" in text for name in facts)


def test_names_are_not_taken_for_marks(three: Summary) -> None:
    contest = CONTESTS["three seats"]
    wild = replace(three, bots=("<b>", *three.bots[1:]))
    text = page(Outcome(contest, (), 1.0), wild, SAY)
    assert "&lt;b&gt;" in text
    assert "<b>" not in text
