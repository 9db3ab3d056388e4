"""Doublesix: dominoes exactly as the rulebook in your box says.

>>> import doublesix
>>> game = doublesix.new_game(doublesix.load("svoora"), seats=2)
>>> state = doublesix.deal_round(game, doublesix.Rng(7)).state
>>> [str(move) for move in doublesix.legal_moves(state)]
['6-6']
"""

from doublesix import words  # errors are told through it
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
    redact,
    standing,
    view,
)
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
