"""Where things stand in a TOML file: the standard reader does not say."""

import re
from collections.abc import Mapping

from msgspec import Struct

_HEADER = re.compile(r"\s*\[\[\s*round\s*\]\]")
_TABLE = re.compile(r"\s*\[\s*([A-Za-z0-9_-]+)\s*\]")
_KEY = re.compile(r"""\s*(?:([A-Za-z0-9_-]+)|"([^"]*)"|'([^']*)')\s*=\s*(\"{3}|'{3})?(.*)""")


class Place(Struct, frozen=True):
    """Where a key stands, and where its text begins and how it goes on."""

    line: int
    text: int
    """The line of the file with the first line of the text."""
    step: int
    """1 where the text goes on below, 0 where all of it stands on one line."""


class Places(Struct, frozen=True):
    """The place of each key: ``(round, key)``, where round -1 is the head of the file."""

    keys: Mapping[tuple[int, str], Place]
    headers: tuple[int, ...]
    """The line of each round's header."""

    def line(self, number: int, key: str = "", offset: int | None = None) -> int:
        """The line of a key, or of a line of its text; else of its round, else the first."""
        place = self.keys.get((number, key))
        if place is None and number >= 0:  # its round, or the list that holds all rounds
            if number < len(self.headers):
                return self.headers[number]
            place, offset = self.keys.get((-1, "round")), None
        if place is None:
            return 1
        return place.line if offset is None else place.text + offset * place.step


def find_places(text: str) -> Places:
    """Look through a TOML file for its rounds and keys.

    >>> places = find_places('seats = 2\\n[[round]]\\nmoves = \"\"\"\\nA 6-6\\n\"\"\"\\n')
    >>> places.line(-1, "seats"), places.line(0), places.line(0, "moves", 0)
    (1, 2, 4)
    """
    keys: dict[tuple[int, str], Place] = {}
    headers: list[int] = []
    closing = ""
    for line, written in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if closing in written else closing
        elif _HEADER.match(written):
            headers.append(line)
        elif found := _KEY.match(written):
            *names, mark, rest = found.groups()
            closing = mark if mark and mark not in rest else ""
            begins_below = bool(closing) and not rest.rstrip("\r")
            place = Place(line, line + begins_below, step=1 if closing else 0)
            keys.setdefault((len(headers) - 1, next(filter(None, names), "")), place)
        elif table := _TABLE.match(written):
            keys.setdefault((len(headers) - 1, table[1]), Place(line, line, step=0))
    return Places(keys, tuple(headers))
