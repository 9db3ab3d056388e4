"""Transcripts: the record of a game as a TOML file, read strictly and printed exactly.

>>> text = '''rules = "sebastopol"
... seats = 4
... '''
>>> write(read(text, "match.toml")) == text
True
"""

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from doublesix import tiles
from doublesix.engine import SEATS, Game, State, apply, begin_round
from doublesix.errors import DoublesixError, IllegalMove, InvalidDeal, InvalidFile, InvalidInput
from doublesix.files import read_text, read_toml
from doublesix.notation.moves import read_move, write_event, write_tiles
from doublesix.notation.reading import HEAD, Reader

_HEAD = ("rules", "seats", "target", "names", "round")
_ROUND = ("hands", "stock", "moves")
LONGEST_NAME = 40
_JOINERS = re.compile("[\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}]")


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


def read(text: str, file: str = "transcript", game: Game | None = None) -> Transcript:
    """Read a transcript; ``file`` is what errors call it, and where its rules are looked for,
    unless the game is known already."""
    table = read_toml(text, file, InvalidFile)
    return _Reader(file, text).read(table, game)


class _Reader(Reader):
    """Reads one transcript."""

    def read(self, table: Mapping[str, Any], game: Game | None) -> Transcript:
        self.known(table, _HEAD, HEAD)
        target = self.whole(table, "target", HEAD) if "target" in table else None
        game = game or self.game(table, target)
        names = self._names(table, game.seats)
        played: list[State] = []
        for number, item in enumerate(self.rounds(table)):
            played.append(self._round(game, item, number, played[-1] if played else None))
        return Transcript(table["rules"], game, target, names, tuple(played))

    def _round(
        self, game: Game, table: Mapping[str, Any], number: int, before: State | None
    ) -> State:
        self.known(table, _ROUND, number)
        deal = self.deal(game.tiles.top, table, number)
        try:
            state = begin_round(game, deal, before).state
        except InvalidDeal as problem:
            self.fail(problem, number, "hands")
        except InvalidInput as problem:
            self.fail(problem, number, "")
        moves = self.text(table, "moves", number) if "moves" in table else ""
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
            self.fail(problem, number, "moves", offset)

    def _names(self, table: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        if "names" not in table:
            return ()
        names = self.texts(table, "names", HEAD)
        if len(names) != seats:
            wrong = InvalidInput("wrong-number-of-names", names=len(names), seats=seats)
            self.fail(wrong, HEAD, "names")
        for name in names:
            if not is_name(name):
                self.fail(InvalidInput("bad-name", name=ascii(name)), HEAD, "names")
        return names


def is_name(name: str) -> bool:
    """Whether a seat may be called that."""
    return is_line(name) and 0 < len(name.strip()) <= len(name) <= LONGEST_NAME


def is_line(text: str) -> bool:
    """Whether this is one line of signs that can be seen. What joins signs or keeps them apart in
    some scripts, and makes one picture of several, may stand between them.

    >>> is_line("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"), is_line("a\N{ZERO WIDTH JOINER}")
    (True, False)
    """
    parts = _JOINERS.split(text)
    return "".join(parts).isprintable() and (len(parts) == 1 or all(parts))


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
