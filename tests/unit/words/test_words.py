"""The catalogues: messages by id, with arguments, plurals and lists."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from doublesix import words
from doublesix.errors import InvalidInput
from doublesix.words import Words
from doublesix.words.told import Told
from tests.unit.catalogue import asked

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


class TestRetelling:
    def test_numbers_and_texts(self) -> None:
        say = small(
            hello="Hello {name}!",
            tiles={"by": "count", "one": "{count} tile", "other": "{count} tiles"},
        )
        assert say.retell(Told("hello", {"name": "Ana"})) == "Hello Ana!"
        assert say.retell(Told("tiles", {"count": 1})) == "1 tile"
        assert say.retell(Told("tiles", {"count": 2})) == "2 tiles"

    def test_a_text_is_not_read_as_a_message(self) -> None:
        say = small(hello="Hello {name}!", bye="Bye!")
        assert say.retell(Told("hello", {"name": "bye"})) == "Hello bye!"
        assert say.retell(Told("hello", {"name": ("bye", "{name}")})) == "Hello bye and {name}!"

    @pytest.mark.parametrize(
        ("names", "said"),
        [
            ((), "none won"),
            (("Ana",), "Ana won"),
            (("Ana", "Bo"), "Ana and Bo won"),
            (("Ana", "Bo", "Cy"), "Ana, Bo and Cy won"),
        ],
    )
    def test_lists(self, names: tuple[str, ...], said: str) -> None:
        assert small(won="{winners} won").retell(Told("won", {"winners": names})) == said

    def test_sentences_inside_a_list(self) -> None:
        say = small(all="In all: {score}.", part="{points} for {side}")
        parts = (
            Told("part", {"points": 3, "side": ("Ana", "Cy")}),
            Told("part", {"points": 5, "side": ("Bo",)}),
        )
        assert say.retell(Told("all", {"score": parts})) == "In all: 3 for Ana and Cy and 5 for Bo."

    def test_tiles_are_shown_as_the_screen_shows_them(self) -> None:
        say = small(lay="{name} lays {tile}", hold="{tiles}", told="{all}")
        lay = Told("lay", {"name": "6-6", "tile": "6-5"})
        assert say.retell(lay) == "6-6 lays 6-5"
        assert say.retell(lay, lambda tile: f"[{tile}]") == "6-6 lays [6-5]"
        hold = Told("hold", {"tiles": ("6-5", "1-0")})
        assert say.retell(hold) == "6-5 1-0"
        assert say.retell(Told("told", {"all": (lay, hold)}), lambda tile: f"<{tile}>") == (
            "6-6 lays <6-5> and <6-5> <1-0>"
        )


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


class TestAnotherLanguage:
    """A folder more is a language more."""

    @pytest.fixture(autouse=True)
    def languages(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        for language, greeting in (("en", "Hello"), ("pl", "Witaj")):
            (tmp_path / language).mkdir()
            text = f'[error]\nhello = "{greeting} {{name}}"\n'
            (tmp_path / language / "errors.toml").write_text(text, encoding="utf-8")
        (tmp_path / "en" / "more.toml").write_text('[more]\nbye = "Bye"\n', encoding="utf-8")
        forms = 'one = "{count} kamień", few = "{count} kamienie", many = "{count} kamieni"'
        (tmp_path / "pl" / "more.toml").write_text(
            f'[count]\ntiles = {{ by = "count", {forms}, other = "{{count}} kamienia" }}\n',
            encoding="utf-8",
        )
        monkeypatch.setattr(words, "_FOLDER", tmp_path)
        words.load.cache_clear()
        yield
        words.load.cache_clear()

    def test_it_is_spoken(self) -> None:
        assert words.languages() == ("en", "pl")
        say = words.load("pl")
        assert say("error.hello", name="Ana") == "Witaj Ana"
        assert [say("count.tiles", count=count) for count in (1, 2, 5, 22)] == [
            "1 kamień",
            "2 kamienie",
            "5 kamieni",
            "22 kamienie",
        ]

    def test_what_it_lacks_is_said_in_english(self) -> None:
        assert words.load("pl")("more.bye") == "Bye"
        assert not words.load("en").has("count.tiles")


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
        assert set(ids) <= set(words.load(words.DEFAULT).messages)

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

    def test_a_message_asks_for_nothing_that_is_not_given(self, language: str) -> None:
        """What English asks for is what the code gives."""
        english = words.load(words.DEFAULT).messages
        for name, message in words.load(language).messages.items():
            assert asked(message) <= asked(english[name]), name

    def test_pieces_of_lists_hold_both_ends(self, language: str) -> None:
        say = words.load(language)
        for name in ("comma", "and", "or"):
            assert {"head", "tail"} == {
                field
                for _, field, _, _ in Formatter().parse(str(say.messages[f"list.{name}"]))
                if field
            }
