"""Every move that is not legal is refused, by a rule, in a sentence, and for a true reason."""

from collections.abc import Callable

import pytest

from doublesix import words
from doublesix.engine import DRAW, PASS, End, Move, State, apply, lay, legal_moves
from doublesix.errors import IllegalMove
from doublesix.rules import KEYS
from tests.conformance.tables import TILES, table_for, text_of
from tests.oracle import Table
from tests.record import PlayedRound

ENGLISH = words.load("en")

# What no key of a rulebook governs: dominoes itself.
GAME_ITSELF = {"round", "hand", "line"}

Truth = Callable[[Table, Move], bool]


def _able(table: Table) -> bool:
    return bool(table.plays(table.turn))


def _end(move: Move) -> str:
    return "" if move.end is None else move.end.word


TRUTHS: dict[str, Truth] = {
    "round-over": lambda table, move: table.outcome is not None,
    "lead-first": lambda table, move: table.doing == "lead" and move in (DRAW, PASS),
    "lead-has-no-end": lambda table, move: table.doing == "lead" and move.end is not None,
    "lead-must-be": lambda table, move: (
        table.doing == "lead" and TILES[move.tile] not in table.leads
    ),
    "second-tile-first": lambda table, move: table.doing == "second" and move in (DRAW, PASS),
    "not-held": lambda table, move: TILES[move.tile] not in table.hands[table.turn],
    "end-missing": lambda table, move: table.doing != "lead" and move.end is None,
    "no-such-end": lambda table, move: _end(move) not in table.line.shown(),
    "drawn-tile-waits": lambda table, move: (
        table.drawn > 0 and table.said["drawn_tile"] == "may_not_play"
    ),
    "arm-closed": lambda table, move: (
        _end(move) in table.line.shown() and _end(move) not in table.line.open()
    ),
    "does-not-fit": lambda table, move: table.line.open()[_end(move)] not in TILES[move.tile],
    "no-drawing": lambda table, move: (
        table.said["unable"] == "pass" and not table.said["able_may_draw"]
    ),
    "stock-empty": lambda table, move: not table.stock,
    "stock-reserved": lambda table, move: 0 < len(table.stock) <= table.said["reserve"],
    "drawn-already": lambda table, move: table.drawn > 0 and table.said["unable"] == "draw_one",
    "able-must-play": lambda table, move: _able(table) and not table.said["able_may_draw"],
    "draw-limit": lambda table, move: (
        _able(table) and 0 < table.said["able_draw_limit"] <= table.drawn
    ),
    "unable-may-not-draw": lambda table, move: (
        not _able(table) and table.said["unable"] == "pass" and table.said["able_may_draw"]
    ),
    "all-passed": lambda table, move: table.passes >= table.seats,
    "able-may-not-pass": lambda table, move: _able(table) and not table.said["able_may_pass"],
    "must-draw": lambda table, move: not _able(table) and "draw" in table.legal(),
}
"""When each reason is a true one."""


def conceivable_moves(state: State) -> list[Move]:
    """Every tile of the set, and one that is not in it, at every end and at none; draw; pass."""
    size = state.game.tiles.size
    numbers = range(min(size + 1, len(TILES)))
    return [*(lay(tile, end) for tile in numbers for end in (None, *End)), DRAW, PASS]


def every_other_move_is_refused(played: PlayedRound) -> None:
    table = table_for(played)
    conceivable = conceivable_moves(played.start)
    for state, made in zip(played.states, [*played.moves, None], strict=True):
        legal = set(legal_moves(state))
        reasons = {}
        for move in conceivable:
            if move not in legal:
                error = refusal_of(state, move)
                assert TRUTHS[error.code](table, move), (error.code, str(move))
                reasons[error.code] = error
        for error in reasons.values():
            check_sentence(error)
        if made is not None:
            table.make(text_of(made))


def refusal_of(state: State, move: Move) -> IllegalMove:
    try:
        apply(state, move)
    except IllegalMove as error:
        return error
    pytest.fail(f"{move} is not legal, yet it was made")


def check_sentence(error: IllegalMove) -> None:
    assert error.rule in KEYS.keys() | GAME_ITSELF
    sentence = ENGLISH.tell(error)
    assert sentence.endswith(".")
    assert "{" not in sentence
