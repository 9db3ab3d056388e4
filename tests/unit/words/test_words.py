"""The catalogues: messages by id, with arguments, plurals and lists."""

import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from doublesix import words
from doublesix.errors import InvalidInput
from doublesix.words import Words

FOLDER = Path(words.__file__).parent


def small(**messages: words.Message) -> Words:
    joints = {
        "list.none": "none",
        "list.comma": "{head}, {tail}",
        "list.and": "{head} and {tail}",
        "list.or": "{head} or {tail}",
    }
    return Words("en", joints | messages)


def test_a_message_is_said_with_its_arguments() -> None:
    say = small(hello="Hello {name}!", bye="Bye!")
    assert say("hello", name="Ana") == "Hello Ana!"
    assert say("bye") == "Bye!"
    assert say("bye", name="Ana") == "Bye!"


def test_an_argument_is_not_read_as_a_message() -> None:
    assert small(hello="Hello {name}!")("hello", name="{name}") == "Hello {name}!"


def test_a_missing_message_or_argument_is_a_mistake_of_ours() -> None:
    say = small(hello="Hello {name}!")
    assert say.has("hello")
    assert not say.has("bye")
    with pytest.raises(KeyError):
        say("bye")
    with pytest.raises(KeyError):
        say("hello")


def test_a_message_that_counts_has_plural_forms() -> None:
    say = small(
        tiles={"by": "count", "one": "{count} tile", "other": "{count} tiles"},
        knocks={"by": "count", "other": "{count} x"},
    )
    assert [say("tiles", count=count) for count in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert say("knocks", count=1) == "1 x", "a form a language does not need may be left out"


@pytest.mark.parametrize(
    ("items", "all_of", "any_of"),
    [
        ([], "none", "none"),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a or b"),
        (["a", "b", "c", "d"], "a, b, c and d", "a, b, c or d"),
    ],
)
def test_lists(items: list[str], all_of: str, any_of: str) -> None:
    assert small().all_of(items) == all_of
    assert small().any_of(items) == any_of


def test_an_error_is_told_with_its_lists_and_inner_errors() -> None:
    say = small(
        **{
            "error.outer": "{file}: {problem} ({choices}; {pair})",
            "error.inner": "not {value}",
        }
    )
    inner = InvalidInput("inner", value=7)
    outer = InvalidInput("outer", file="x", problem=inner, choices=["a", "b"], pair=(1, 2))
    assert say.tell(outer) == "x: not 7 (a or b; 1 or 2)"


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(InvalidInput) as caught:
        words.load("xx")
    assert caught.value.code == "unknown-language"
    assert caught.value.details == {"language": "xx", "known": words.languages()}


@pytest.mark.parametrize("name", ["", ".", "..", "en/..", "EN"])
def test_a_language_is_not_a_path(name: str) -> None:
    with pytest.raises(InvalidInput):
        words.load(name)


def test_english_is_there_and_the_default() -> None:
    assert words.DEFAULT == "en"
    assert "en" in words.languages()
    assert words.load().language == "en"
    assert words.load("en") is words.load("en")


def message_ids(table: dict[str, Any], prefix: str = "") -> list[str]:
    ids = []
    for key, value in table.items():
        if isinstance(value, dict) and "by" not in value:
            ids += message_ids(value, f"{prefix}{key}.")
        else:
            ids.append(prefix + key)
    return ids


@pytest.mark.parametrize("language", words.languages())
class TestCatalogue:
    def test_no_message_is_in_two_files(self, language: str) -> None:
        files = sorted((FOLDER / language).glob("*.toml"))
        ids = [
            name
            for file in files
            for name in message_ids(tomllib.loads(file.read_text(encoding="utf-8")))
        ]
        assert len(ids) == len(set(ids))
        assert set(ids) == set(words.load(language).messages)

    def test_every_message_can_be_said(self, language: str) -> None:
        say = words.load(language)
        for name, message in say.messages.items():
            forms = {"": message} if isinstance(message, str) else dict(message)
            counted = forms.pop("by", None)
            fields = {
                form: {field for _, field, _, _ in Formatter().parse(text) if field is not None}
                for form, text in forms.items()
            }
            assert all(forms.values()), name
            assert all(field.isidentifier() for form in fields.values() for field in form), name
            if counted is not None:
                assert "other" in forms, name
                assert set(forms) <= {"zero", "one", "two", "few", "many", "other"}, name
                # "one" may say the number in a word; what else is told is told in every form.
                assert all(
                    form - {counted} == fields["other"] - {counted} for form in fields.values()
                )

    def test_pieces_of_lists_hold_both_ends(self, language: str) -> None:
        say = words.load(language)
        for name in ("comma", "and", "or"):
            assert {"head", "tail"} == {
                field
                for _, field, _, _ in Formatter().parse(str(say.messages[f"list.{name}"]))
                if field
            }
