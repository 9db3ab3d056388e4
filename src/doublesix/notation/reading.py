"""Reading a TOML file strictly: every complaint names the file, the line and what is wrong."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from doublesix import tiles
from doublesix.engine import Deal, Game, new_game
from doublesix.errors import DoublesixError, IllegalMove, InvalidFile, InvalidInput
from doublesix.notation.moves import read_tiles
from doublesix.notation.places import find_places
from doublesix.rules import load

HEAD = -1
"""The number of the part that stands before the first round."""


class Reader:
    """Reads the tables of one file, and knows where in it things stand. ``number`` is a round,
    counted from 0, or :data:`HEAD`."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.places = find_places(text)

    def known(self, table: Mapping[str, Any], known: tuple[str, ...], number: int) -> None:
        """Nothing else may stand in this table."""
        for key in table:
            if key not in known:
                self.fail(InvalidInput("unknown-key", key=key, known=known), number, key)

    def rounds(self, table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The tables of the rounds."""
        rounds = table.get("round", [])
        if isinstance(rounds, list) and all(isinstance(item, dict) for item in rounds):
            return rounds
        self.fail(InvalidInput("not-rounds"), HEAD, "round")

    def text(self, table: Mapping[str, Any], key: str, number: int) -> str:
        """A text."""
        value = table.get(key)
        if isinstance(value, str):
            return value
        code = "not-a-text" if key in table else "missing-key"
        self.fail(InvalidInput(code, key=key), number, key)

    def texts(self, table: Mapping[str, Any], key: str, number: int) -> tuple[str, ...]:
        """A list of texts."""
        value = table.get(key)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        code = "not-texts" if key in table else "missing-key"
        self.fail(InvalidInput(code, key=key), number, key)

    def whole(self, table: Mapping[str, Any], key: str, number: int) -> int:
        """A whole number."""
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        code = "not-a-number" if key in table else "missing-key"
        self.fail(InvalidInput(code, key=key), number, key)

    def game(self, table: Mapping[str, Any], target: int | None = None) -> Game:
        """The game that the file names; a path to its rules starts beside the file."""
        rules = self.text(table, "rules", HEAD)
        seats = self.whole(table, "seats", HEAD)
        try:
            return new_game(load(rules, beside=Path(self.file).parent), seats, target)
        except DoublesixError as problem:
            key = "rules" if not isinstance(problem, InvalidInput) else "seats"
            self.fail(problem, HEAD, "target" if "target" in problem.code else key)

    def deal(self, top: int, table: Mapping[str, Any], number: int) -> Deal:
        """Who got what, from ``hands`` and ``stock``."""
        hands = self.texts(table, "hands", number)
        key = "hands"
        try:
            held = tuple(tiles.mask(read_tiles(hand, top)) for hand in hands)
            key = "stock"
            return Deal(held, tuple(read_tiles(self.text(table, "stock", number), top)))
        except InvalidInput as problem:
            self.fail(problem, number, key)

    def fail(
        self, problem: DoublesixError, number: int, key: str, offset: int | None = None
    ) -> NoReturn:
        """Say where it is wrong."""
        line = self.places.line(number, key, offset)
        if isinstance(problem, IllegalMove):
            raise InvalidFile(
                "forbidden-in-line", file=self.file, line=line, problem=problem, rule=problem.rule
            ) from None
        raise InvalidFile("in-line", file=self.file, line=line, problem=problem) from None
