"""The catalogue that the browser gets."""

import gzip
import re

import msgspec
import pytest

from doublesix import words
from doublesix.errors import InvalidInput
from doublesix.rules import BOOKS, load, shipped
from doublesix.rules.describe import tell_name
from doublesix.table.messages import PHRASES
from doublesix.tiles import LARGEST_SET
from doublesix.words.page import for_page
from doublesix.words.pseudo import PSEUDO

CATALOGUE = for_page("en")


OTHER_SCREENS = {
    "arena",
    "cli",
    "exploit",
    "figures",
    "parser",
    "report",
    "run",
    "simulate",
    "terminal",
    "train",
}
RULEBOOKS = {"key", "note", "rule", "show", "source"}
"""The server tells a rulebook in whole sentences."""


def test_the_page_gets_all_but_what_others_say() -> None:
    messages = words.load("en").messages
    rooms = {name.partition(".")[0] for name in CATALOGUE}
    assert not rooms & OTHER_SCREENS
    for name, message in messages.items():
        room = name.partition(".")[0]
        assert room in rooms | OTHER_SCREENS | RULEBOOKS, name
        if room in rooms:
            assert CATALOGUE[name] == message
    assert set(CATALOGUE) - set(messages) == {"language", "direction"}


def test_it_says_what_language_it_is() -> None:
    for language, way in (("en", "ltr"), ("en-XA", "ltr"), ("ar-XB", "rtl")):
        catalogue = for_page(language)
        assert (catalogue["language"], catalogue["direction"]) == (language, way)
        assert set(catalogue) == set(CATALOGUE)


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(InvalidInput):
        for_page("xx")


def test_it_is_sent_as_plain_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(CATALOGUE)) == CATALOGUE


@pytest.mark.parametrize("language", [*words.languages(), *PSEUDO])
def test_it_is_small(language: str) -> None:
    assert len(gzip.compress(msgspec.json.encode(for_page(language)))) < 24_000


def test_every_phrase_has_a_sentence() -> None:
    assert {name for name in CATALOGUE if name.startswith("phrase.")} == {
        f"phrase.{phrase}" for phrase in PHRASES
    }


def test_every_half_of_a_tile_can_be_read_out() -> None:
    for pips in range(LARGEST_SET + 1):
        assert CATALOGUE[f"page.speak.pips.{pips}"]


def test_every_rulebook_has_a_name() -> None:
    for name in shipped():
        told = tell_name(load(name))
        assert told.id in CATALOGUE
    assert all(f"book.{book}.about" in CATALOGUE for book in BOOKS)


def test_arguments_are_simple_enough_for_any_reader() -> None:
    """A name in braces, and no other braces: nothing is doubled, formatted or converted."""
    for name, message in CATALOGUE.items():
        forms = [message] if isinstance(message, str) else list(message.values())
        for form in forms:
            assert not re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", form)), name
