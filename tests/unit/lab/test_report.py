"""The page with plots: well formed, alone, and with the numbers of the simulation."""

import re
from base64 import b64encode
from hashlib import sha256
from xml.etree import ElementTree

import pytest

from doublesix import words
from doublesix.lab import plots
from doublesix.lab.figures import tables
from doublesix.lab.plan import Plan
from doublesix.lab.plots import Bar, Dot
from doublesix.lab.report import page
from doublesix.lab.simulation import simulate
from doublesix.lab.summary import summarize
from doublesix.lab.tables import Figures
from doublesix.rules import load
from tests.setting import house
from tests.unit.lab.pages import SVG, assert_alone, assert_well_formed

SAY = words.load()
PLANS = {
    "two seats": Plan(load("svoora"), 2, 3000),
    "pairs, matches": Plan(load("muggins"), 4, 100, in_matches=True),
    "no points": Plan(load("noris"), 5, 3000),
    "points below zero": Plan(house("block", {"never_negative": False}), 4, 3000),
    "a single round": Plan(load("ikea"), 3, 1),
}


@pytest.fixture(params=PLANS)
def plan(request: pytest.FixtureRequest) -> Plan:
    return PLANS[request.param]


def made(plan: Plan) -> str:
    outcome = simulate(plan)
    return page(outcome, summarize(outcome), SAY)


def test_the_page_is_well_formed(plan: Plan) -> None:
    text = made(plan)
    assert_well_formed(text, plots=7 if plan.in_matches else 6)


def test_nothing_comes_from_elsewhere(plan: Plan) -> None:
    assert_alone(made(plan))


def test_only_its_own_style_is_allowed() -> None:
    text = made(PLANS["a single round"])
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f'content="default-src &#x27;none&#x27;; style-src &#x27;sha256-{digest}&#x27;"' in text


def test_names_are_not_taken_for_marks(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("house") / "x.toml"
    path.write_text('extends = "block"\ntitle = "<script>&"\n', encoding="utf-8")
    text = made(Plan(load(str(path)), 2, 10))
    assert "&lt;script&gt;&amp;" in text
    assert "<script" not in text


def test_every_number_of_the_tables_is_there() -> None:
    outcome = simulate(PLANS["pairs, matches"])
    summary = summarize(outcome)
    text = page(outcome, summary, SAY)
    for table in tables(summary, SAY):
        for row in table.rows:
            assert all(f">{cell}<" in text for cell in row)


def test_counts_in_the_page_add_up() -> None:
    plan = PLANS["two seats"]
    tree = ElementTree.fromstring(made(plan).removeprefix("<!DOCTYPE html>\n"))
    by_title = {table.findtext("caption"): table for table in tree.iter("table")}
    for title, total in (("Points of a side in a round", 6000), ("Tiles laid in a round", 3000)):
        rows = by_title[title].iter("tr")
        counts = [row.findall("td")[0].text for row in rows if row.findall("td")]
        assert sum(int(count or 0) for count in counts) == total


WORDS = plots.Words("title", "about", "across")


def test_points_below_zero_have_bars() -> None:
    outcome = simulate(PLANS["points below zero"])
    assert outcome.tally.points.low < 0
    tree = ElementTree.fromstring(made(outcome.plan).removeprefix("<!DOCTYPE html>\n"))
    (table,) = (
        table
        for table in tree.iter("table")
        if table.findtext("caption") == "Points of a side in a round"
    )
    counts = [
        int(row.findall("td")[0].text or 0)
        for row in table.iter("tr")
        if row.find("td") is not None
    ]
    assert sum(counts) == 6000
    assert any((head.text or "").startswith("-") for head in table.iter("th"))


def test_bars_are_as_high_as_their_values() -> None:
    svg = ElementTree.fromstring(plots.bars(WORDS, [Bar("a", 10), Bar("b", 40), Bar("c", 0)]))
    heights = [float(bar.attrib["height"]) for bar in svg.iter(f"{SVG}rect")]
    assert heights[1] == pytest.approx(4 * heights[0])
    assert heights[2] == 0


def test_dots_stand_in_the_order_of_their_values() -> None:
    values = [Dot("a", 1, (0.5, 1.5)), Dot("b", 3, (2, 4)), Dot("c", 2, None)]
    svg = ElementTree.fromstring(plots.dots(WORDS, values, middle=2.0))
    places = [float(dot.attrib["cx"]) for dot in svg.iter(f"{SVG}circle")]
    assert places[0] < places[2] < places[1]
    assert places[2] == pytest.approx((places[0] + places[1]) / 2, abs=0.02)
    lines = [line for line in svg.iter(f"{SVG}line") if line.attrib["class"] == "interval"]
    assert len(lines) == 2
    (middle,) = (line for line in svg.iter(f"{SVG}line") if line.attrib["class"] == "middle")
    assert float(middle.attrib["x1"]) == places[2]


def test_one_wild_interval_does_not_squeeze_the_others() -> None:
    values = [Dot("a", 1, (0.9, 1.1)), Dot("b", 2, (1.9, 2.1)), Dot("c", 1.5, (-90.0, 90.0))]
    svg = ElementTree.fromstring(plots.dots(WORDS, values))
    places = [float(dot.attrib["cx"]) for dot in svg.iter(f"{SVG}circle")]
    assert places[1] - places[0] > 200


def test_plots_of_nothing() -> None:
    for svg in (plots.bars(WORDS, []), plots.dots(WORDS, [])):
        assert ElementTree.fromstring(svg).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0, 0), (5, 5), (-3, 8), (49.9, 50.1), (0, 1e-7)]
)
def test_ticks_hold_the_range(low: float, high: float) -> None:
    marks = plots.ticks(low, high)
    assert marks[0] <= low + 1e-9
    assert marks[-1] >= high - 1e-9
    assert 2 <= len(marks) <= 8
    assert marks == sorted(set(marks))


def test_bins_lose_nothing() -> None:
    for low in (-7, 0, 3):
        for length in (1, 40, 41, 399, 3000):
            bins = plots.binned(low, [1] * length)
            assert sum(count for _, count in bins) == length
            assert len(bins) <= 41


def test_zero_has_no_sign() -> None:
    assert Figures(SAY).number(-0.001) == "0.00"
