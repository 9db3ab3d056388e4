"""Every sentence goes through the catalogue: each message exists, fits its arguments, is used."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from doublesix import tui, words
from doublesix.tui.orders import COMMANDS, read_command, read_move_words, read_yes, word
from doublesix.words import Message, Words
from tests.unit.catalogue import asked

SOURCES = sorted(Path(tui.__file__).parent.glob("*.py"))
SAID = words.load().messages
SAYS = ("say", "tell")
ERRORS = ("InvalidInput", "InvalidFile")


class Call(Struct, frozen=True):
    """A place in the source where a message is used."""

    where: str
    pattern: str
    arguments: frozenset[str]
    """The named arguments; ``**`` where there may be more."""

    def matches(self) -> list[str]:
        return [name for name in SAID if re.fullmatch(self.pattern, name)]


def patterns(node: ast.expr) -> Iterator[str]:
    """The message ids an expression may be, as regular expressions."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.IfExp):
        yield from patterns(node.body)
        yield from patterns(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+"
            for part in node.values
        ]
        yield "".join(parts)


def calls() -> Iterator[Call]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            named = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            named = node.func.id if isinstance(node.func, ast.Name) else named
            prefix = re.escape("error.") if named in ERRORS else ""
            if not prefix and named not in SAYS:
                continue
            arguments = frozenset(keyword.arg or "**" for keyword in node.keywords)
            for pattern in patterns(node.args[0]):
                yield Call(f"{path.name}:{node.lineno}", prefix + pattern, arguments)


CALLS = list(calls())


def test_there_are_calls_to_look_at() -> None:
    assert len(CALLS) > 80


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.where)
def test_every_message_exists_and_gets_its_arguments(call: Call) -> None:
    found = call.matches()
    assert found, call.pattern
    if "**" not in call.arguments:
        for name in found:
            assert asked(SAID[name]) <= call.arguments, name


def test_every_message_is_used() -> None:
    asked_later = ("terminal.ask.next", "terminal.ask.end")
    used = {name for call in CALLS for name in call.matches()}
    sources = "".join(path.read_text() for path in SOURCES)
    for name in SAID:
        if name.startswith("terminal.") and name not in used:
            assert name in asked_later or f'"{name}"' in sources, name


def test_plural_messages_count_a_number() -> None:
    for name, message in SAID.items():
        if name.startswith("terminal.") and not isinstance(message, str):
            assert set(message) == {"by", "one", "other"}, name


def test_no_sentence_in_the_source() -> None:
    """Texts with spaces belong in the catalogue; docstrings are for those who read the source."""
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        quiet = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                is_sentence = re.search(r"[a-z]{2,} [a-z]{2,}", node.value)
                assert id(node) in quiet or not is_sentence, f"{path.name}:{node.lineno}"


@pytest.fixture
def german() -> Words:
    changed: dict[str, Message] = {
        "terminal.word.left": "links|l",
        "terminal.word.undo": "zurück",
        "terminal.word.draw": "ziehen",
        "answer.yes": "ja",
        "answer.no": "nein",
    }
    return Words("xx", dict(SAID) | changed)


def test_ones_own_words_and_english_are_understood(german: Words) -> None:
    for typed in ("zurück", "ZURÜCK", "undo"):
        command = read_command(german, typed)
        assert command
        assert command.name == "undo"
    assert word(german, "undo") == "zurück"
    assert read_move_words(german, (26,), "1 links") == "6-5 left"
    assert read_move_words(german, (26,), "1 left") == "6-5 left"
    assert read_move_words(german, (26,), "ziehen") == "draw"
    assert read_move_words(german, (26,), "draw") == "draw"
    assert [read_yes(german, typed) for typed in ("j", "ja", "yes")] == [True] * 3
    assert [read_yes(german, typed) for typed in ("n", "nein", "no")] == [False] * 3


def test_no_word_means_two_commands() -> None:
    said = [form for name in COMMANDS for form in str(SAID[f"terminal.word.{name}"]).split("|")]
    assert len(said) == len(set(said))
