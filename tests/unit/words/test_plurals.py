"""Which form of a message a number takes."""

import pytest

from doublesix.words.plurals import category


@pytest.mark.parametrize(
    ("count", "form"), [(0, "other"), (1, "one"), (2, "other"), (11, "other"), (101, "other")]
)
def test_english(count: int, form: str) -> None:
    assert category("en", count) == form
