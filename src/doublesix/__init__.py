"""Doublesix: dominoes exactly as the rulebook in your box says.

>>> import doublesix
>>> game = doublesix.new_game(doublesix.load("svoora"), seats=2)
>>> state = doublesix.deal_round(game, doublesix.Rng(2)).state
>>> [str(move) for move in doublesix.legal_moves(state)]
['6-6']
"""

from importlib import import_module
from typing import TYPE_CHECKING

from doublesix import words  # errors are told through it

if TYPE_CHECKING:
    from doublesix.engine import (
        DRAW,
        PASS,
        SEATS,
        Deal,
        End,
        Game,
        Move,
        State,
        Step,
        View,
        apply,
        begin_round,
        deal_round,
        lay,
        legal_moves,
        new_game,
        standing,
    )
    from doublesix.engine.view import redact, view
    from doublesix.errors import (
        AmbiguousMove,
        DoublesixError,
        IllegalMove,
        InvalidDeal,
        InvalidFile,
        InvalidInput,
        InvalidRules,
    )
    from doublesix.notation.position import read_position, write_position
    from doublesix.notation.transcript import Transcript
    from doublesix.notation.transcript import read_file as read_transcript
    from doublesix.notation.transcript import write as write_transcript
    from doublesix.rng import Rng
    from doublesix.rules import Rules, load, shipped

__version__ = "0.1.0"

_ROOMS = {
    "doublesix.engine": (
        "DRAW PASS SEATS Deal End Game Move State Step View apply begin_round deal_round lay "
        "legal_moves new_game redact standing view"
    ),
    "doublesix.errors": (
        "AmbiguousMove DoublesixError IllegalMove InvalidDeal InvalidFile InvalidInput InvalidRules"
    ),
    "doublesix.notation.position": "read_position write_position",
    "doublesix.notation.transcript": "Transcript read_transcript write_transcript",
    "doublesix.rng": "Rng",
    "doublesix.rules": "Rules load shipped",
}
"""Where each name lives. A room is entered when a name of it is first asked for, so that a
command that only reads rulebooks does not wait for the rest of the house."""

_NAMES_THERE = {"read_transcript": "read_file", "write_transcript": "write"}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'doublesix' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), _NAMES_THERE.get(name, name))
    globals()[name] = value
    return value


__all__ = [
    "DRAW",
    "PASS",
    "SEATS",
    "AmbiguousMove",
    "Deal",
    "DoublesixError",
    "End",
    "Game",
    "IllegalMove",
    "InvalidDeal",
    "InvalidFile",
    "InvalidInput",
    "InvalidRules",
    "Move",
    "Rng",
    "Rules",
    "State",
    "Step",
    "Transcript",
    "View",
    "apply",
    "begin_round",
    "deal_round",
    "lay",
    "legal_moves",
    "load",
    "new_game",
    "read_position",
    "read_transcript",
    "redact",
    "shipped",
    "standing",
    "view",
    "words",
    "write_position",
    "write_transcript",
]
