"""Rulebooks from TOML: find them, stack them on what they extend, check the whole.

A file may hold ``extends``, ``title`` and any keys of :class:`~doublesix.rules.model.Rules`:
keys under ``[printed]`` and ``[ruling]`` carry that source, keys at the top are the house's.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from doublesix.errors import InvalidInput, InvalidRules
from doublesix.files import read_text, read_toml
from doublesix.rules.check import Contradiction, check
from doublesix.rules.model import KEYS, Rules, Source

_FOLDER = Path(__file__).parent
_BASE = "base"
"""What the books have in common; every book extends it, nobody plays it."""
BOOKS = (
    "ikea",
    "noris",
    "svoora",
    "block",
    "draw",
    "muggins",
    "fives-and-threes",
    "sebastopol",
)


_LONGEST_LINE = 500
_MOST_DOTS = 20
"""Of a line. The time that TOML takes grows with the square of a key's parts."""


class Given(Struct, frozen=True):
    """A value, where it came from, and the file that said it."""

    value: Any
    source: Source
    file: str


class Layer(Struct, frozen=True):
    """One file's own words, before anything it extends."""

    file: str
    extends: str
    title: str
    given: Mapping[str, Given]


def editions(book: str) -> tuple[str, ...]:
    """The editions of a book, by language.

    >>> editions("svoora")
    ('svoora:fr',)
    """
    names = (path.stem.split(".", 1)[1] for path in (_FOLDER / "editions").glob(f"{book}.*.toml"))
    return tuple(f"{book}:{language}" for language in sorted(names))


def shipped() -> tuple[str, ...]:
    """Every book, each followed by its editions."""
    return tuple(name for book in BOOKS for name in (book, *editions(book)))


@lru_cache(maxsize=256)  # people may ask for any name
def _shipped_file(name: str) -> Path | None:
    if name in BOOKS:
        return _FOLDER / "books" / f"{name}.toml"
    book, colon, language = name.partition(":")
    if colon and name in editions(book):
        return _FOLDER / "editions" / f"{book}.{language}.toml"
    return None


def is_shipped(name: str) -> bool:
    """Whether this is the name of a book or an edition.

    >>> is_shipped("ikea:ko"), is_shipped("house-rules.toml")
    (True, False)
    """
    return _shipped_file(name) is not None


def load(name: str, beside: str | os.PathLike[str] = "") -> Rules:
    """The rulebook of that name: a book, an edition, or a path to a house-rules file.

    A relative path is looked for beside the file that names it, when there is one.

    >>> load("ikea").hand_size(5)
    5
    >>> load("ikea:ko").drawn_tile.value
    'may_not_play'
    """
    if _shipped_file(name):
        return _load_shipped(name)
    if not name:
        raise InvalidRules("rules-unknown", name=name, known=BOOKS)
    return _resolve(name, _layers(name, Path(beside)))


@cache
def _load_shipped(name: str) -> Rules:
    return _resolve(name, _layers(name, Path()))


def read(text: str, name: str = "rules") -> Rules:
    """House rules from a text that comes from no file; errors call it ``name``.

    Whoever sent it has no business with the files of this machine, so it may extend only what
    is shipped.

    >>> read('extends = "ikea"').parent
    'ikea'
    """
    _check_lines(text, name)
    layer = _parse(text, name)
    if layer.extends and not _shipped_file(layer.extends):
        raise InvalidRules("rules-no-parent", file=name, key="extends", name=layer.extends)
    return _resolve(name, [*_layers(layer.extends, Path()), layer])


def _check_lines(text: str, file: str) -> None:
    """Refuse what would take long to read before it turns out to be no rulebook."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise InvalidRules("rules-long-line", file=file, line=number, most=_LONGEST_LINE)
        if line.count(".") > _MOST_DOTS and not line.lstrip().startswith("#"):
            raise InvalidRules("rules-dots", file=file, line=number, most=_MOST_DOTS)


def _layers(name: str, beside: Path) -> list[Layer]:
    """The file of that name and all it extends, the first ancestor first."""
    layers: list[Layer] = []
    seen: list[str] = []
    asked_by = ""
    while name:
        path = _find(name, beside, asked_by)
        if str(path) in seen:
            raise InvalidRules("rules-cycle", file=asked_by, key="extends", name=name)
        seen.append(str(path))
        layer = _read(path, name)
        layers.append(layer)
        asked_by, name, beside = layer.file, layer.extends, path.parent
    layers.append(_read(_FOLDER / "books" / f"{_BASE}.toml", _BASE))
    return layers[::-1]


def _find(name: str, beside: Path, asked_by: str) -> Path:
    shipped_file = _shipped_file(name)
    if shipped_file:
        return shipped_file
    # A name no file can have is the name of none, and so is a link to itself (RuntimeError).
    with suppress(OSError, ValueError, RuntimeError):
        path = (beside / name).resolve()
        if path.is_file():
            return path
    if asked_by:
        raise InvalidRules("rules-no-parent", file=asked_by, key="extends", name=name)
    raise InvalidRules("rules-unknown", name=name, known=BOOKS)


def _read(path: Path, name: str) -> Layer:
    file = name if _shipped_file(name) or name == _BASE else str(path)
    return _parse(read_text(path, file, InvalidRules), file)


def _parse(text: str, file: str) -> Layer:
    """One file, every value read and bounded, nothing unknown in it."""
    table = read_toml(text, file, InvalidRules)
    given: dict[str, Given] = {}
    for source in (Source.PRINTED, Source.RULING):
        section = table.pop(source.value, {})
        if not isinstance(section, dict):
            raise InvalidRules("rules-not-a-table", file=file, key=source.value)
        _take(given, section, source, file)
    extends = _line(table.pop("extends", ""), file, "extends")
    title = _line(table.pop("title", ""), file, "title")
    _take(given, table, Source.HOUSE, file)
    return Layer(file=file, extends=extends, title=title, given=given)


def _line(value: object, file: str, key: str) -> str:
    if isinstance(value, str) and value.isprintable():
        return value
    raise InvalidRules("rules-not-a-line", file=file, key=key)


def _take(given: dict[str, Given], section: Mapping[str, Any], source: Source, file: str) -> None:
    for key, raw in section.items():
        if key not in KEYS:
            raise InvalidRules("rules-unknown-key", file=file, key=key, near=_nearest(key))
        if key in given:
            raise InvalidRules("rules-twice", file=file, key=key)
        try:
            given[key] = Given(KEYS[key].read(raw), source, file)
        except InvalidInput as problem:
            raise InvalidRules("rules-bad-value", file=file, key=key, problem=problem) from None


def _nearest(key: str) -> list[str]:
    from difflib import get_close_matches  # only a mistake needs it

    return get_close_matches(key, KEYS, n=3, cutoff=0.0)


def _resolve(name: str, layers: Iterable[Layer]) -> Rules:
    """Stack the layers, spread the hand sizes over the seats, and check the whole."""
    given: dict[str, Given] = {}
    for layer in layers:
        given |= layer.given
    for key in KEYS:
        if key not in given:
            raise InvalidRules("rules-missing-key", file=layer.file, key=key)
    values = {key: given[key].value for key in KEYS}
    values["hand"] = _spread(values["hand"], values["seats"])
    rules = Rules(
        id=name,
        title=layer.title,
        parent=layer.extends,
        sources={key: given[key].source for key in KEYS},
        **values,
    )
    try:
        check(rules)
    except Contradiction as problem:
        blame = given[problem.key].file
        raise InvalidRules(
            "rules-bad-value", file=blame, key=problem.key, problem=problem
        ) from None
    return rules


def _spread(
    sizes: tuple[tuple[int, int], ...], seats: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """A hand size for each number of seats that has one."""
    known = dict(sizes)
    if 0 in known:
        return tuple((count, known[0]) for count in seats)
    return tuple((count, known[count]) for count in seats if count in known)
