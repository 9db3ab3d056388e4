"""The referee: positions, moves, scoring, rounds and matches; and what each seat may see."""

from doublesix.engine.game import SEATS, Game, new_game, one_round
from doublesix.engine.match import begin_round, deal_round
from doublesix.engine.moves import DRAW, PASS, End, Kind, Move, lay
from doublesix.engine.play import apply, legal_moves
from doublesix.engine.scoring import Standing, standing
from doublesix.engine.state import Deal, State, Step
from doublesix.engine.view import View, redact, view

__all__ = [
    "DRAW",
    "PASS",
    "SEATS",
    "Deal",
    "End",
    "Game",
    "Kind",
    "Move",
    "Standing",
    "State",
    "Step",
    "View",
    "apply",
    "begin_round",
    "deal_round",
    "lay",
    "legal_moves",
    "new_game",
    "one_round",
    "redact",
    "standing",
    "view",
]
