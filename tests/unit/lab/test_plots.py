"""The plots of a report."""

import re

import pytest

from doublesix.lab.plots import Bar, Words, bars


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
