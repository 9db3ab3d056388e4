"""The plots of a report."""

import re
from xml.etree import ElementTree

import pytest

from doublesix.lab.plots import Bar, Curve, Words, alone, bars, curves


@pytest.mark.parametrize("last", ["9", "145–149", "100000–199999"])
def test_the_last_label_under_the_bars_is_not_cut_off(last: str) -> None:
    drawn = bars(Words("title", "about", "across"), [Bar("1", 0.5)] * 20 + [Bar(last, 0.1)])
    width = float(re.findall(r'viewBox="0 0 (\d+)', drawn)[0])
    labels = re.findall(
        r'<text class="label" x="([\d.]+)"[^>]*text-anchor="middle">([^<]+)<', drawn
    )
    assert labels
    for place, label in labels:
        assert float(place) + len(label) * 4 <= width, label
    shown = [label for _, label in labels]
    assert last in shown or len(shown) < 21, "left out only where labels are thinned"


def test_curves_share_their_steps_and_are_told_apart_without_colour() -> None:
    lines = [Curve("A", (50.0, 75.0, 100.0), (1,)), Curve("B <&", (50.0, 25.0, 0.0))]
    drawn = ElementTree.fromstring(alone(curves(Words("title", "about", "across"), lines)))
    first, second = [
        [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        for line in drawn.findall("{*}polyline")
    ]
    assert [x for x, _ in first] == [x for x, _ in second]
    assert first[0] == second[0]
    assert [y for _, y in first] == sorted((y for _, y in first), reverse=True)
    (noted,) = drawn.findall("{*}circle")
    assert (float(noted.attrib["cx"]), float(noted.attrib["cy"])) == first[1]
    assert "B <&" in [text.text for text in drawn.findall("{*}text")]
    style = drawn.findtext("{*}style") or ""
    looks = re.findall(r"\.curve-\d \{[^}]*stroke-dasharray: ([\d ]+);", style)
    assert len(looks) == len(set(looks)) == 4


def test_a_curve_without_steps() -> None:
    assert "<polyline" not in curves(Words("title", "about", "across"), [])
