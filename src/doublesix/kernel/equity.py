"""What a round is worth to the match: a table of how soon points are made.

Every side is taken to make its points by itself, round after round, as thumb-rule players do. That
is not so (in a round only one side may win), but it knows what matters: how many points are missing
to each side, and how many a round brings.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from doublesix.engine import Game
from doublesix.kernel import core
from doublesix.kernel.batch import play_rounds
from doublesix.kernel.lower import lower

_SAMPLE = 2000
_MOST_ROUNDS = 40
_NEVER = np.zeros(core.E_TABLE, np.float64)


@lru_cache(maxsize=64)
def equity_of(game: Game) -> NDArray[np.float64]:
    """The table, as compiled code reads it; where there is no target, a round is all there is."""
    if not game.target:
        return _NEVER
    rounds = play_rounds(lower(game), 1, 0, _SAMPLE, ["heuristic"] * game.seats)
    made = rounds.rows[:, core.POINTS : core.POINTS + len(game.sides)].astype(int)
    made = np.clip(made, 0, game.target)
    chances = np.bincount(made.reshape(-1), minlength=game.target + 1) / made.size
    return _table(chances, game.target)


def _table(chances: NDArray[np.float64], target: int) -> NDArray[np.float64]:
    """``chances`` has how likely each number of points is in a round."""
    mean = float(chances @ np.arange(target + 1))
    most = min(_MOST_ROUNDS, 4 + round(4 * target / max(mean, 0.1)))
    within = np.zeros((target + 1, most + 1))
    standing = np.zeros(target + 1)
    standing[0] = 1.0  # how likely it is to have so many points; the last place is the target
    within[0] = 1.0
    for rounds in range(1, most + 1):
        summed = np.convolve(standing, chances)
        standing = summed[: target + 1].copy()
        standing[target] += summed[target + 1 :].sum()
        # So many are missing: at least so many were made.
        within[:, rounds] = standing[::-1].cumsum()[::-1]
    within[:, most] = 1.0  # somebody gets there
    head = np.zeros(core.E_TABLE)
    head[core.E_ROUNDS], head[core.E_NEEDS] = most, target
    return np.concatenate([head, within.reshape(-1)])
