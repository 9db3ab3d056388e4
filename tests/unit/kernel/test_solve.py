"""The exact solver beside plain minimax with the readable engine, and its lines replayed."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from doublesix.engine import Game, Move, State, apply, deal_round, legal_moves, new_game
from doublesix.kernel.lower import LARGEST_SET
from doublesix.kernel.solve import Goal, Solution, solve
from doublesix.rng import Rng
from tests.strategies import played_rounds, games, make_rules, sayings

MOST_POSITIONS = 3000


class TooLong(Exception):
    """Plain minimax would take too long here."""


def value(state: State, goal: str) -> int:
    """What a round that is over is worth to the first side."""
    result = state.result
    assert result is not None
    if goal == "points":
        return result.points[0] - result.points[1]
    return (0 in result.winners) - (1 in result.winners)


class Minimax:
    """Every sequence of moves to the end, position by position."""

    def __init__(self, goal: str, most: int = MOST_POSITIONS) -> None:
        self.goal = goal
        self.left = most
        self.known: dict[tuple[object, ...], int] = {}

    def value(self, state: State) -> int:
        if state.result is not None:
            return value(state, self.goal)
        key = (state.hands, state.stock, state.ends, state.turn, state.stage, state.drawn,
               state.passes, state.in_play)  # fmt: skip
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLong
            after = [self.value(apply(state, move).state) for move in legal_moves(state)]
            self.known[key] = min(after) if state.game.side_of[state.turn] else max(after)
        return self.known[key]


def replayed(state: State, line: tuple[Move, ...]) -> State:
    for move in line:
        state = apply(state, move).state
    return state


def check(state: State, goal: str) -> bool:
    """Compare the solver with minimax; False where that takes too long."""
    minimax = Minimax(goal)
    try:
        right = minimax.value(state)
    except TooLong:
        return False
    found = solve(state, goal, every_move=True)
    assert found.exact and found.worth.low == right
    assert value(replayed(state, found.line), goal) == right
    for move, worth in found.moves:
        assert worth.exact and worth.low == minimax.value(apply(state, move).state)
    return True


@st.composite
def two_sided(draw):
    said = draw(sayings())
    said["set"]=min(said["set"], LARGEST_SET)
    return said
