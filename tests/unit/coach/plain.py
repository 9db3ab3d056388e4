"""Perfect play and every ending, worked out in the plainest way."""

from doublesix.coach.measure import measure_of, shares
from doublesix.engine import Game, State, apply, deal_round, legal_moves
from doublesix.rng import Rng


def finished(game: Game, seed: int) -> State:
    """A round by chance, to its end."""
    rng = Rng(seed)
    state = deal_round(game, rng).state
    while state.result is None:
        state = apply(state, rng.choose(legal_moves(state))).state
    return state


def share(state: State, side: int) -> float:
    """What part of the win a side has at the end of a round."""
    assert state.result is not None
    return shares(state.game, state.result, measure_of(state.game, state.round.totals))[side]


def minimax(state: State, side: int) -> float:
    """What a side gets of the win when both sides see everything and play perfectly."""
    if state.result is not None:
        return share(state, side)
    values = [minimax(apply(state, move).state, side) for move in legal_moves(state)]
    return max(values) if state.game.side_of[state.turn] == side else min(values)


def endings(state: State, side: int) -> set[float]:
    """All that a side can get of the win, whoever plays how."""
    if state.result is not None:
        return {share(state, side)}
    return set().union(*(endings(apply(state, move).state, side) for move in legal_moves(state)))
