"""Transcripts: the record of a game as a TOML file, read strictly and printed exactly.

>>> text = '''rules = "sebastopol"
... seats = 4
... '''
>>> write(read(text, "match.toml")) == text
True
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct

from doublesix import tiles
from doublesix.engine import SEATS, Deal, Game, State, apply, begin_round, new_game
from doublesix.errors import DoublesixError, IllegalMove, InvalidDeal, InvalidFile, InvalidInput
from doublesix.files import read_text, read_toml
from doublesix.notation.moves import read_move, read_tiles, write_event, write_tiles
from doublesix.notation.places import Places, find_places
from doublesix.rules import load

_HEAD = ("rules", "seats", "target", "names", "round")
_ROUND = ("hands", "stock", "moves")
_LONGEST_NAME = 40


class Transcript(Struct, frozen=True):
    """A match, or the part of it that was played."""

    rules: str
    """The rulebook as the file names it."""
    game: Game
    target: int | None
    """The target where the file sets one."""
    names: tuple[str, ...]
    """The seats' names, or none at all."""
    rounds: tuple[State, ...]
    """The last position of each round."""


def read_file(path: str | os.PathLike[str]) -> Transcript:
    """Read a transcript from a file."""
    file = os.fspath(path)
    return read(read_text(path, file, InvalidFile), file)


def read(text: str, file: str = "transcript") -> Transcript:
    """Read a transcript; ``file`` is what errors call it, and where its rules are looked for."""
    table = read_toml(text, file, InvalidFile)
    return _Reader(file, find_places(text)).read(table)


class _Reader:
    """Reads one file, and knows where in it things stand."""

    def __init__(self, file: str, places: Places) -> None:
        self.file = file
        self.places = places

    def read(self, table: Mapping[str, Any]) -> Transcript:
        self._known(table, _HEAD, -1)
        rules = self._text(table, "rules", -1)
        seats = self._whole(table, "seats")
        target = self._whole(table, "target") if "target" in table else None
        try:
            game = new_game(load(rules, beside=Path(self.file).parent), seats, target)
        except DoublesixError as problem:
            key = "rules" if not isinstance(problem, InvalidInput) else "seats"
            self._fail(problem, -1, "target" if "target" in problem.code else key)
        names = self._names(table, seats)
        rounds = table.get("round", [])
        if not isinstance(rounds, list) or not all(isinstance(item, dict) for item in rounds):
            self._fail(InvalidInput("not-rounds"), -1, "round")
        played: list[State] = []
        for number, item in enumerate(rounds):
            played.append(self._round(game, item, number, played[-1] if played else None))
        return Transcript(rules, game, target, names, tuple(played))

    def _round(
        self, game: Game, table: Mapping[str, Any], number: int, before: State | None
    ) -> State:
        self._known(table, _ROUND, number)
        deal = self._deal(game, table, number)
        try:
            state = begin_round(game, deal, before).state
        except InvalidDeal as problem:
            self._fail(problem, number, "hands")
        except InvalidInput as problem:
            self._fail(problem, number, "")
        moves = self._text(table, "moves", number) if "moves" in table else ""
        for offset, line in enumerate(moves.split("\n")):
            written = line.partition("#")[0].split()
            if written:
                state = self._move(state, written, number, offset)
        return state

    def _move(self, state: State, written: list[str], number: int, offset: int) -> State:
        seats = SEATS[: state.game.seats]
        seat, words = written[0], " ".join(written[1:])
        try:
            if seat not in tuple(seats):
                raise InvalidInput("not-a-seat", word=seat, seats=list(seats))
            if state.result is None and seat != seats[state.turn]:
                raise IllegalMove("wrong-seat", rule="turn", seat=seat, turn=seats[state.turn])
            return apply(state, read_move(state, words)).state
        except DoublesixError as problem:
            self._fail(problem, number, "moves", offset)

    def _deal(self, game: Game, table: Mapping[str, Any], number: int) -> Deal:
        for key in ("hands", "stock"):
            if key not in table:
                self._fail(InvalidInput("missing-key", key=key), number, "")
        top = game.tiles.top
        hands = self._texts(table, "hands", number)
        key = "hands"
        try:
            held = tuple(tiles.mask(read_tiles(hand, top)) for hand in hands)
            key = "stock"
            return Deal(held, tuple(read_tiles(self._text(table, "stock", number), top)))
        except InvalidInput as problem:
            self._fail(problem, number, key)

    def _names(self, table: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        if "names" not in table:
            return ()
        names = self._texts(table, "names", -1)
        if len(names) != seats:
            wrong = InvalidInput("wrong-number-of-names", names=len(names), seats=seats)
            self._fail(wrong, -1, "names")
        for name in names:
            if not is_name(name):
                self._fail(InvalidInput("bad-name", name=ascii(name)), -1, "names")
        return names

    def _known(self, table: Mapping[str, Any], known: tuple[str, ...], number: int) -> None:
        for key in table:
            if key not in known:
                self._fail(InvalidInput("unknown-key", key=key, known=known), number, key)

    def _text(self, table: Mapping[str, Any], key: str, number: int) -> str:
        value = table.get(key)
        if isinstance(value, str):
            return value
        code = "not-a-text" if key in table else "missing-key"
        self._fail(InvalidInput(code, key=key), number, key)

    def _texts(self, table: Mapping[str, Any], key: str, number: int) -> tuple[str, ...]:
        value = table[key]
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._fail(InvalidInput("not-texts", key=key), number, key)

    def _whole(self, table: Mapping[str, Any], key: str) -> int:
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        code = "not-a-number" if key in table else "missing-key"
        self._fail(InvalidInput(code, key=key), -1, key)

    def _fail(
        self, problem: DoublesixError, number: int, key: str, offset: int | None = None
    ) -> NoReturn:
        line = self.places.line(number, key, offset)
        if isinstance(problem, IllegalMove):
            raise InvalidFile(
                "forbidden-in-line", file=self.file, line=line, problem=problem, rule=problem.rule
            ) from None
        raise InvalidFile("in-line", file=self.file, line=line, problem=problem) from None


def is_name(name: str) -> bool:
    """Whether a seat may be called that."""
    return name.isprintable() and 0 < len(name.strip()) <= len(name) <= _LONGEST_NAME


def write(transcript: Transcript) -> str:
    """A transcript as text, always in the same form."""
    lines = [f"rules = {_quoted(transcript.rules)}", f"seats = {transcript.game.seats}"]
    if transcript.target is not None:
        lines.append(f"target = {transcript.target}")
    if transcript.names:
        lines.append(f"names = [{', '.join(map(_quoted, transcript.names))}]")
    for state in transcript.rounds:
        deal = state.round.deal
        lines += ["", "[[round]]", "hands = ["]
        lines += [f'    "{write_tiles(hand)}",' for hand in deal.hands]
        lines += ["]", f'stock = "{" ".join(map(tiles.text, deal.stock))}"', 'moves = """']
        lines += [write_event(event) for event in state.past]
        lines.append('"""')
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
