"""The kinds of value a rulebook key may hold: how each is read, checked and written."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import pairwise
from typing import Any, Protocol, get_type_hints

from doublesix.errors import InvalidInput


class Kind(Protocol):
    """Reads a raw TOML value into its typed form and writes it back."""

    def read(self, raw: object) -> Any:
        """The typed value, or :class:`InvalidInput` that says what is wrong."""

    def plain(self, value: Any) -> Any:
        """The typed value as JSON and TOML write it."""


class Choice:
    """One word of a closed list."""

    def __init__(self, words: type[StrEnum]) -> None:
        self.words = {word.value: word for word in words}

    def read(self, raw: object) -> StrEnum:
        if isinstance(raw, str) and raw in self.words:
            return self.words[raw]
        raise InvalidInput("not-a-choice", value=_shown(raw), choices=list(self.words))

    def plain(self, value: StrEnum) -> str:
        return value.value


class Flag:
    """Yes or no."""

    def read(self, raw: object) -> bool:
        if isinstance(raw, bool):
            return raw
        raise InvalidInput("not-a-flag", value=_shown(raw))

    def plain(self, value: bool) -> bool:
        return value


class Whole:
    """A whole number within bounds."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def read(self, raw: object) -> int:
        if isinstance(raw, int) and not isinstance(raw, bool) and self.least <= raw <= self.most:
            return raw
        raise InvalidInput("not-a-whole", value=_shown(raw), least=self.least, most=self.most)

    def plain(self, value: int) -> int:
        return value


class Wholes:
    """A list of whole numbers within bounds, rising, each once."""

    def __init__(self, least: int, most: int, *, empty: bool = True) -> None:
        self.whole = Whole(least, most)
        self.empty = empty

    def read(self, raw: object) -> tuple[int, ...]:
        if not isinstance(raw, list):
            raise InvalidInput("not-a-list", value=_shown(raw))
        numbers = tuple(self.whole.read(item) for item in raw)
        if not numbers and not self.empty:
            raise InvalidInput("empty-list")
        if any(a >= b for a, b in pairwise(numbers)):
            raise InvalidInput("not-rising", value=_shown(raw))
        return numbers

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


class HandSizes:
    """Tiles dealt to each seat: one number for any table, or one per number of seats.

    The typed form is pairs of (seats, tiles); seats 0 stands for any table until the
    rulebook is resolved.
    """

    def __init__(self, most_seats: int) -> None:
        self.seats = {str(seats): seats for seats in range(2, most_seats + 1)}
        self.tiles = Whole(1, 90)

    def read(self, raw: object) -> tuple[tuple[int, int], ...]:
        if not isinstance(raw, Mapping):
            return ((0, self.tiles.read(raw)),)
        for seats in raw:
            if seats not in self.seats:
                raise InvalidInput("not-a-seat-count", value=seats, known=list(self.seats))
        return tuple(sorted((self.seats[key], self.tiles.read(raw[key])) for key in raw))

    def plain(self, value: tuple[tuple[int, int], ...]) -> dict[str, int]:
        return {str(seats): tiles for seats, tiles in value}


def _shown(raw: object) -> str:
    """A raw value as the file wrote it, near enough to be recognised, cut when long."""
    try:
        said = str(raw).lower() if isinstance(raw, bool) else repr(raw)
    except ValueError:  # a number of thousands of digits, which Python does not write out
        said = "..."
    return said if len(said) <= 60 else said[:57] + "..."


def keys_of(struct: type) -> dict[str, Kind]:
    """The keys of a struct that are annotated with a kind, in order."""
    keys: dict[str, Kind] = {}
    for name, hint in get_type_hints(struct, include_extras=True).items():
        for extra in getattr(hint, "__metadata__", ()):
            keys[name] = extra
    return keys
