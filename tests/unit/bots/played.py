"""Positions that players came to."""

from collections.abc import Sequence

from doublesix.bots import find_bot
from doublesix.engine import Game, State, apply, deal_round, legal_moves, view
from doublesix.rng import Rng
from tests.setting import game_of

PAIRS = game_of("block", 4, seats=[4], hand={"4": 7})


def played_by(bots: Sequence[str], seed: int, moves: int, game: Game = PAIRS) -> State:
    """A position after so many moves of these bots, one for each seat, with a choice."""
    state = deal_round(game, Rng(seed)).state
    while len(state.past) < moves or len(legal_moves(state)) == 1:
        seen = view(state, state.turn)
        state = apply(state, find_bot(bots[state.turn]).choose(seen, Rng(seed))).state
        assert state.result is None
    return state
