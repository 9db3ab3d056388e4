"""Languages nobody speaks: every message is there, with its arguments and plural forms."""

from string import Formatter

import pytest

from doublesix import words
from doublesix.words.page import direction
from doublesix.words.pseudo import PSEUDO, lengthen, reverse

ENGLISH = words.load("en").messages


def fields(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def own_text(text: str) -> str:
    """A message without its arguments."""
    return "".join(literal for literal, _, _, _ in Formatter().parse(text))


def test_they_are_not_listed() -> None:
    assert not set(PSEUDO) & set(words.languages())


@pytest.mark.parametrize("language", PSEUDO)
def test_every_message_is_covered(language: str) -> None:
    messages = words.load(language).messages
    assert list(messages) == list(ENGLISH)
    for name, message in ENGLISH.items():
        changed = messages[name]
        if isinstance(message, str):
            assert isinstance(changed, str)
            pairs = [(message, changed)]
        else:
            assert not isinstance(changed, str)
            assert list(changed) == list(message)
            assert changed["by"] == message["by"]
            pairs = [(message[form], changed[form]) for form in message if form != "by"]
        for before, after in pairs:
            assert fields(after) == fields(before), name
            if any(letter.isalpha() for letter in own_text(before)):
                assert after != before, name


def test_arguments_are_put_in_and_counted() -> None:
    say = words.load("en-XA")
    assert say("count.tiles", count=1) == "[1 ţîîļéé~]"
    assert say("count.tiles", count=2) == "[2 ţîîļééš~]"
    assert words.load("ar-XB")("count.tiles", count=2) == "2 \u202etiles\u202c"


@pytest.mark.parametrize("text", ["Draw", "Play to {count} points", "rhythm", "{head}, {tail}"])
def test_long_words_are_two_fifths_longer_and_between_brackets(text: str) -> None:
    longer = lengthen(text)
    assert len(longer) >= round(1.4 * len(text))
    assert longer.startswith("[")
    assert longer.endswith("]")


def test_no_letter_stays_as_it_was() -> None:
    plain = own_text(lengthen("The quick brown fox jumps over the lazy dog {name} QUIZ"))
    assert not [letter for letter in plain if letter.isascii() and letter.isalpha()]


def test_words_are_turned_round_one_by_one() -> None:
    assert reverse("It's {name}'s turn, now!") == (
        "\u202eIt's\u202c {name}'\u202es\u202c \u202eturn\u202c, \u202enow\u202c!"
    )


def test_braces_that_are_meant_stay() -> None:
    assert lengthen("a {{b}} {c}").format(c=1).count("{") == 1
    assert reverse("{{}}") == "{{}}"


def test_directions() -> None:
    assert [
        direction(language) for language in ("en", "en-XA", "ar", "ar-XB", "he", "sr-Latn")
    ] == [
        "ltr",
        "ltr",
        "rtl",
        "rtl",
        "rtl",
        "ltr",
    ]
