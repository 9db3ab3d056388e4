"""Thousands of files that are no rulebooks: each is refused in a sentence, none breaks anything."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import doublesix.rules
from doublesix import rules
from doublesix.errors import DoublesixError
from doublesix.rules import KEYS, Rules

FOLDER = Path(doublesix.rules.__file__).parent
SHIPPED = sorted(FOLDER.glob("*/*.toml"))

Load = Callable[[bytes], Rules | DoublesixError]


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Load:
    """Load these bytes as a house-rules file: the rules, or the error, which can be told."""
    file = tmp_path_factory.mktemp("rules") / "home.toml"

    def load_bytes(content: bytes) -> Rules | DoublesixError:
        file.write_bytes(content)
        try:
            return rules.load(str(file))
        except DoublesixError as error:
            refused = error
        assert str(refused).isprintable(), "one line, and nothing that upsets a terminal"
        return refused

    return load_bytes


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = "".join(f"\\U{ord(c):08x}" if c in '"\\' or ord(c) < 32 else c for c in value)
        return f'"{escaped}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(item)}" for key, item in value.items()) + "}"
    return str(value)


characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters.filter(lambda c: c != "\x7f"), max_size=8)
values: SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.integers(0, 100)
    | st.floats()
    | texts
    | st.sampled_from([word for kind in KEYS.values() for word in getattr(kind, "words", ())])
    | st.dates().map(lambda date: date.isoformat()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=3,
)


EXTENDS = b'extends = "ikea"\n'


@given(content=st.binary(max_size=200))
def test_random_bytes(load: Load, content: bytes) -> None:
    load(content)
    load(EXTENDS + content)


@given(content=st.text(alphabet="[]{}\"'=.,#\n \\aitrue0-6_:+ék\x00", max_size=80))
def test_random_text_that_looks_like_toml(load: Load, content: str) -> None:
    load(content.encode())
    load(EXTENDS + content.encode())


@settings(max_examples=200)
@given(
    parent=st.sampled_from(rules.shipped()),
    said=st.dictionaries(
        st.sampled_from([*KEYS, "title", "extends", "printed"]), values, max_size=3
    ),
)
def test_random_values_for_the_keys(load: Load, parent: str, said: dict[str, Any]) -> None:
    lines = [f"{key} = {toml(value)}" for key, value in said.items()]
    if "extends" not in said:
        lines.insert(0, f'extends = "{parent}"')
    outcome = load("\n".join(lines).encode())
    if isinstance(outcome, Rules):
        for key in said.keys() & KEYS.keys() - {"hand"}:
            assert outcome.plain(key) == said[key]


def mutated(rng: random.Random) -> bytes:
    """A shipped file that extends another, with bytes changed, dropped, doubled or moved."""
    content = bytearray(EXTENDS + rng.choice(SHIPPED).read_bytes())
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(content))
        match rng.randrange(5):
            case 0:
                content[at] = rng.randrange(256)
            case 1:
                del content[at]
            case 2:
                content[at:at] = content[at : at + rng.randint(1, 20)]
            case 3:
                del content[at : at + rng.randint(1, 20)]
            case _:
                content[at:at] = rng.choice([b"=", b"[", b"]", b'"', b"-", b"\n", b"0", b"1"])
    return bytes(content)


def check_mutations(load: Load, seeds: range) -> None:
    refused = sum(isinstance(load(mutated(random.Random(seed))), DoublesixError) for seed in seeds)
    assert refused > len(seeds) / 2


def test_mutated_books(load: Load) -> None:
    check_mutations(load, range(1000))


@pytest.mark.slow
def test_many_mutated_books(load: Load) -> None:
    check_mutations(load, range(1000, 50_000))
