"""Getting the strong bots ready: what they need is loaded, and compiled where it never was."""

from collections.abc import Iterable

from doublesix import rules
from doublesix.bots.registry import BOTS, QUICK, find_bot, read_bot
from doublesix.engine import View, apply, deal_round, legal_moves, new_game, view
from doublesix.rng import Rng


def get_ready(bots: Iterable[str] = BOTS) -> None:
    """Let every one of these bots that thinks ahead choose once, with two sides and with more."""
    kinds = sorted({read_bot(bot)[0].name for bot in bots} - set(QUICK))
    for seats in (2, 3):
        seen = _choice(seats)
        for kind in kinds:
            find_bot(f"{kind}@1").choose(seen, Rng(1))


def _choice(seats: int) -> View:
    """A position where there is something to choose."""
    state = deal_round(new_game(rules.load("draw"), seats), Rng(1)).state
    while len(legal_moves(state)) == 1:
        state = apply(state, legal_moves(state)[0]).state
    return view(state, state.turn)
