"""What every page of the laboratory must be: well formed, and alone."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


def assert_well_formed(text: str, plots: int) -> Element:
    """Plots whose marks are all inside, and tables without holes; the page."""
    assert text.startswith("<!DOCTYPE html>\n")
    tree = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    drawn = list(tree.iter(f"{SVG}svg"))
    assert len(drawn) == plots
    for svg in drawn:
        assert svg.findtext(f"{SVG}title")
        assert svg.findtext(f"{SVG}desc")
        _, _, width, height = map(float, svg.attrib["viewBox"].split())
        for mark in svg.iter():
            for name, value in mark.attrib.items():
                if name in {"x", "x1", "x2", "cx"}:
                    assert 0 <= float(value) <= width
                if name in {"y", "y1", "y2", "cy"}:
                    assert 0 <= float(value) <= height
    assert len(list(tree.iter("table"))) >= len(drawn)
    for table in tree.iter("table"):
        columns = len(list(table.find("thead").iter("th")))  # type: ignore[union-attr]
        assert all(len(row) == columns for row in table.iter("tr"))
    return tree


def assert_alone(text: str) -> None:
    """Nothing is fetched from elsewhere, and nothing is run."""
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(script|link|img|iframe|object|embed|base|form)\b|url\(|@import", text)
    assert not re.search(r"\b(src|href|style|on\w+)=", text)
