"""Which form of a message a number takes.

The numbers are CLDR's own samples for whole numbers, category by category.
"""

import pytest

from doublesix.words.plurals import category

SAMPLES = {
    "en": "one: 1; other: 0 2 10 11 100 101",
    "nl": "one: 1; other: 0 2 11 21",
    "ar": "zero: 0; one: 1; two: 2; few: 3 10 103 110 1003; many: 11 26 99 111; other: 100 102 200",
    "bs": "one: 1 21 31 101; few: 2 4 22 24; other: 0 5 11 12 14 19 111",
    "cs": "one: 1; few: 2 3 4; other: 0 5 11 22 102",
    "fr": "one: 0 1; other: 2 11 100",
    "he": "one: 1; two: 2; other: 0 3 12 22",
    "hr": "one: 1 21 101; few: 2 3 4 22; other: 0 5 11 12 13 14 111 112",
    "id": "other: 0 1 2 11",
    "is": "one: 1 21 31 101; other: 0 2 11 16 111",
    "ja": "other: 0 1 2 11",
    "ko": "other: 0 1 2 11",
    "lt": "one: 1 21 31 101; few: 2 9 22 29 102; other: 0 10 11 19 20 111 112",
    "lv": "zero: 0 10 11 20 30 111 119; one: 1 21 31 101; other: 2 9 22 29 102",
    "ms": "other: 0 1 2 11",
    "pl": "one: 1; few: 2 4 22 24 102; many: 0 5 11 12 14 21 112",
    "ro": "one: 1; few: 0 2 16 19 101 119; other: 20 35 100 120",
    "ru": "one: 1 21 31 101; few: 2 4 22 24; many: 0 5 11 12 14 19 111 112",
    "sk": "one: 1; few: 2 3 4; other: 0 5 22",
    "sl": "one: 1 101 201; two: 2 102; few: 3 4 103 104; other: 0 5 11 12 100 105",
    "sr-Latn": "one: 1 21 101; few: 2 4 22; other: 0 5 11 14",
    "th": "other: 0 1 2 11",
    "uk": "one: 1 21 101; few: 2 4 22; many: 0 5 11 14",
    "vi": "other: 0 1 2 11",
    "zh-Hant": "other: 0 1 2 11",
    "en-XA": "one: 1; other: 0 2",
    "ar-XB": "one: 1; many: 11",
    "xx": "one: 1; other: 0 2 21",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_the_samples(language: str) -> None:
    for form in SAMPLES[language].split("; "):
        name, _, counts = form.partition(": ")
        for count in map(int, counts.split()):
            assert category(language, count) == name, count


def test_a_number_below_nothing_counts_as_one_above() -> None:
    assert category("en", -1) == "one"
    assert category("pl", -3) == "few"
