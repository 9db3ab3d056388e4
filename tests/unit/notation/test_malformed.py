"""Transcripts and positions with random damage: read, or refused in one good sentence."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from doublesix.errors import DoublesixError, InvalidFile
from doublesix.notation.position import read_position, write_position
from doublesix.notation.transcript import read, read_file, write
from tests.unit.notation.sample import FILE, TEXT, position

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
GAMES = [
    TEXT,
    *(
        (TRANSCRIPTS / f"{name}.toml").read_text(encoding="utf-8")
        for name in (
            "ikea-open",
            "noris-three-games",
            "t-11-noris-draws-three",
            "t-42-draw-able-seat-draws-two",
            "t-18-muggins-line-to-check",
            "sebastopol-opening",
            "edition-ikea-vi",
        )
    ),
]
LINE = write_position(position())

WORDS = st.sampled_from(
    [
        *("A", "B", "C", "a", "draw", "pass", "left", "right", "up", "6-6", "5-6", "0-0", "7-7"),
        *("6-5-4", "-1", "6-", "-", "#", '"', "'", '"""', "'''", "=", "[", "]", "[[", "{", "}"),
        *("[[round]]", "[round]", "rules", "seats", "names", "hands", "stock", "moves", "round"),
        *("ikea", "noris:bg", "true", "1e9", "0x6", "99999999999999999999", "2026-01-01"),
        *("\\", "\\n", "\\u0000", "\\u202e", "\x00", "\x1b", "é", "山", "\u2028", "\ufeff"),
    ]
)
VALUES = st.sampled_from(
    [
        *("0", "-1", "2", "5", "2.5", "nan", "true", '""', '"x"', '"\\u0000"', "[]", "{}"),
        *('["a"]', "[[]]", "[1]", "{ a = 1 }", "1979-05-27", "07:32:00", "'''a\nb'''", "9" * 400),
    ]
)
CHARACTERS = st.characters(codec="utf-8") | st.sampled_from("\n\r\t \"'#=[]{}-,.ABCD0123456")


@st.composite
def spans(draw: DrawFn, length: int) -> tuple[int, int]:
    """Where a piece begins and ends."""
    first, second = draw(st.integers(0, length)), draw(st.integers(0, length))
    return min(first, second), max(first, second)


@st.composite
def damaged_lines(draw: DrawFn, lines: list[str]) -> list[str]:
    """Lines lost, doubled, swapped or shuffled, and values replaced."""
    at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines = list(lines)
    damage = draw(st.sampled_from(["lose", "double", "swap", "value", "word", "shuffle"]))
    if damage == "lose":
        del lines[at]
    elif damage == "double":
        lines.insert(other, lines[at])
    elif damage == "swap":
        lines[at], lines[other] = lines[other], lines[at]
    elif damage == "value":
        key, sign, _ = lines[at].partition("=")
        lines[at] = f"{key}{sign}{draw(VALUES)}"
    elif damage == "word":
        words = lines[at].split(" ")
        words[draw(st.integers(0, len(words) - 1))] = draw(WORDS)
        lines[at] = " ".join(words)
    else:
        first, last = draw(spans(len(lines)))
        lines[first:last] = draw(st.permutations(lines[first:last][:8]))
    return lines or [""]


@st.composite
def damaged_characters(draw: DrawFn, text: str) -> str:
    """A piece lost, doubled or replaced."""
    first, last = draw(spans(len(text)))
    last = min(last, first + draw(st.sampled_from([0, 1, 2, 30])))
    piece = draw(st.sampled_from(["", text[first:last] * 2]) | st.text(CHARACTERS, max_size=4))
    return text[:first] + piece + text[last:]


@st.composite
def damaged(draw: DrawFn, texts: list[str]) -> str:
    """One of the texts with some damage."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            text = "\n".join(draw(damaged_lines(text.split("\n"))))
        else:
            text = draw(damaged_characters(text))
    return text


def problem_with(text: str) -> InvalidFile | None:
    try:
        read(text, FILE)
    except InvalidFile as refused:
        return refused
    return None


def check(text: str) -> None:
    """The text is a transcript, or is refused in one line that names the file and a line of it."""
    refused = problem_with(text)
    if refused is None:
        transcript = read(text, FILE)
        printed = write(transcript)
        assert read(printed, FILE) == transcript
        assert write(read(printed, FILE)) == printed
        return
    line = refused.details["line"]
    assert isinstance(line, int)
    assert 1 <= line <= text.count("\n") + 1
    assert str(refused).startswith(f"{FILE}:{line}: ")
    assert re.search(r"[\n\r]", str(refused)) is None


def transcripts() -> SearchStrategy[str]:
    return damaged(GAMES)


@settings(max_examples=600)
@given(transcripts())
def test_damaged_transcripts(text: str) -> None:
    check(text)


@pytest.mark.slow
@settings(max_examples=20_000, derandomize=False)
@given(transcripts())
def test_damaged_transcripts_by_the_thousand(text: str) -> None:
    check(text)


@settings(max_examples=300)
@given(st.text(CHARACTERS, max_size=200))
def test_any_text(text: str) -> None:
    check(text)


@settings(max_examples=150)
@given(st.binary(max_size=200) | transcripts().map(lambda text: text.encode("utf-16")))
def test_any_bytes(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.toml"
        path.write_bytes(content)
        assert said_about(path).startswith(str(path))


def said_about(path: Path) -> str:
    """What is wrong with a file; its name when nothing is."""
    try:
        read_file(path)
    except InvalidFile as refused:
        return str(refused)
    return str(path)


@settings(max_examples=500)
@given(damaged([LINE]))
def test_damaged_positions(line: str) -> None:
    try:
        state = read_position(line)
    except DoublesixError:
        return
    written = write_position(state)
    assert read_position(written) == state
    assert write_position(read_position(written)) == written
