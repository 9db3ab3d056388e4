"""Getting the strong bots ready: what they need is loaded, and compiled where it never was."""

from doublesix import rules
from doublesix.bots.budget import Budget
from doublesix.bots.registry import BOTS
from doublesix.engine import View, apply, deal_round, legal_moves, new_game, view
from doublesix.rng import Rng


def get_ready() -> None:
    """Let every bot that searches choose once, with two sides and with more."""
    for seats in (2, 3):
        seen = _choice(seats)
        for entry in BOTS.values():
            if entry.budget is not None:
                entry.make(Budget(rounds=1)).choose(seen, Rng(1))


def _choice(seats: int) -> View:
    """A position where there is something to choose."""
    state = deal_round(new_game(rules.load("draw"), seats), Rng(1)).state
    while len(legal_moves(state)) == 1:
        state = apply(state, legal_moves(state)[0]).state
    return view(state, state.turn)
