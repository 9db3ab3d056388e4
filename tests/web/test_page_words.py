"""Every sentence that the pages ask for is in the catalogue, and each of theirs is asked for."""

import re
from pathlib import Path

import pytest

from doublesix import words
from doublesix.words.page import for_page

STATIC = Path(__file__).parents[2] / "src" / "doublesix" / "web" / "static"
SCRIPTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.html"))}
CATALOGUE = for_page()

_ID = r"[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)+"
ASKED = set(re.findall(rf"'({_ID})'", SCRIPTS)) - {path.name for path in STATIC.iterdir()}
"""Ids that stand in the scripts as they are."""
MADE = {
    re.compile(re.sub(r"\\\$\\\{.*?\\\}", "[a-z0-9_.-]+", re.escape(text)))
    for text in re.findall(r"`([a-z]+\.[^`\s]*\$\{[^`\s]*)`", SCRIPTS)
}
"""Ids that the scripts put together: what they look like."""


@pytest.mark.parametrize("page", PAGES)
def test_pages_ask_for_what_there_is(page: str) -> None:
    asked = re.findall(r'data-say(?:-[a-z-]+)?="([^"]+)"', PAGES[page])
    assert asked
    assert [name for name in asked if name not in CATALOGUE] == []


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_no_words_of_their_own(page: str) -> None:
    text = re.sub(r"<[^>]*>|\$[a-z_]+", " ", PAGES[page].replace("<!doctype html>", ""))
    assert set(text.split()) <= {"Doublesix"}
    assert not re.search(r'(?<!say-)(?:aria-label|title|placeholder|alt)="[^"]', PAGES[page])


def test_scripts_ask_for_what_there_is() -> None:
    known = set(words.load().messages)
    roots = {name.partition(".")[0] for name in known}
    asked = {name for name in ASKED if name.partition(".")[0] in roots}
    assert len(asked) > 100
    assert sorted(asked - set(CATALOGUE)) == []


def test_scripts_put_together_what_there_is() -> None:
    assert len(MADE) > 5
    for pattern in MADE:
        assert any(map(pattern.fullmatch, CATALOGUE)), pattern.pattern


def test_no_sentence_of_the_pages_is_left_over() -> None:
    asked = ASKED | {name for page in PAGES.values() for name in re.findall(r'="([^"]+)"', page)}
    ours = [name for name in CATALOGUE if name.startswith("page.")]
    assert [
        name
        for name in ours
        if name not in asked and not any(pattern.fullmatch(name) for pattern in MADE)
    ] == []
