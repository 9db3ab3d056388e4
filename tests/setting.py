"""Positions for tests, set up as at a table: hands are dealt, moves are made.

A hand is a text like ``"6-6 5-4"``. Moves are a text like ``"A 6-6, B 6-5 left, A draw"``: each
names the seat that makes it, so that a wrong turn is a failure.
"""

from collections.abc import Mapping
from typing import Any

from doublesix import rules
from doublesix.engine import (
    DRAW,
    PASS,
    SEATS,
    Deal,
    End,
    Game,
    Move,
    State,
    apply,
    begin_round,
    deal_round,
    lay,
    legal_moves,
    new_game,
)
from doublesix.rng import Rng
from doublesix.rules import KEYS, Rules
from doublesix.tiles import mask, members, parse
from tests.strategies import make_rules


def tiles(text: str) -> list[int]:
    """Tiles of any set, in the order they are written."""
    return [parse(word, top=12) for word in text.split()]


def hand(text: str) -> int:
    """A hand as a mask."""
    return mask(tiles(text))


def house(name: str, changes: Mapping[str, Any]) -> Rules:
    """A book with some keys changed, in plain values."""
    book = rules.load(name)
    return make_rules({key: book.plain(key) for key in KEYS} | dict(changes), name=f"house {name}")


def game_of(name: str, seats: int, target: int | None = None, /, **changes: Any) -> Game:
    """A game of a book, or of a house rule that changes some keys of it."""
    return new_game(house(name, changes) if changes else rules.load(name), seats, target)


def deal_out(game: Game, *hands: str, stock: str = "") -> Deal:
    """These hands; a hand left short, or not given, is filled up, lowest tiles first, and so is
    the stock after the tiles named for it."""
    held = [hand(text) for text in hands] + [0] * (game.seats - len(hands))
    drawn = tiles(stock)
    rest = list(members(game.tiles.full & ~mask(drawn) & ~sum(held)))
    for seat, bits in enumerate(held):
        missing = game.hand - bits.bit_count()
        held[seat] |= mask(rest[:missing])
        del rest[:missing]
    return Deal(tuple(held), (*drawn, *rest))


def begin(game: Game, *hands: str, stock: str = "", before: State | None = None) -> State:
    """The position before the lead."""
    return begin_round(game, deal_out(game, *hands, stock=stock), before).state


def read_move(text: str) -> Move:
    """A move from its text."""
    if text in {"draw", "pass"}:
        return DRAW if text == "draw" else PASS
    name, _, end = text.partition(" ")
    return lay(parse(name, top=12), End[end.upper()] if end else None)


def follow(state: State, moves: str) -> State:
    """The position after these moves."""
    for text in moves.replace("\n", ",").split(","):
        if text.strip():
            seat, _, move = text.strip().partition(" ")
            assert SEATS[state.turn] == seat, f"{text}: it is the turn of {SEATS[state.turn]}"
            state = apply(state, read_move(move)).state
    return state


def options(state: State) -> list[str]:
    """What the seat in turn may do, as text."""
    return [str(move) for move in legal_moves(state)]


def choices(game: Game, seed: int) -> list[State]:
    """Positions of a round by chance in which something is to be chosen."""
    rng, found = Rng(seed), []
    state = deal_round(game, rng).state
    while state.result is None:
        moves = legal_moves(state)
        if len(moves) > 1:
            found.append(state)
        state = apply(state, rng.choose(moves)).state
    return found
