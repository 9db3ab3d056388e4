"""One number for each bot: Bradley and Terry's model, on the scale of Elo.

A bot 400 points above another is expected to get ten times as large a share of the wins. The
intervals come from playing the whole contest again many times with deals drawn from those that
were played: every deal is met by all pairs, so it is drawn for all of them at once.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

MIDDLE = 1500.0
"""What the bots of a contest have in the mean."""

_SCALE = 400 / np.log(10)
_DRAWN = 1000
"""So often the contest is played again."""
_LOTS = 2000
"""Deals are drawn one by one up to so many; of more, so many lots of consecutive ones are made."""
_PRIOR = 0.5
"""A win and a loss of half a deal for every two bots: who never loses is not endlessly better."""
_CLOSE = 1e-10
_TURNS = 10_000

Floats = NDArray[np.float64]
Pairs = Sequence[tuple[int, int]]


class Rating(Struct, frozen=True):
    """How strong a bot is beside the others of its contest."""

    rating: float
    interval: tuple[float, float]


def rate(bots: int, pairs: Pairs, scores: Sequence[Floats], seed: int) -> list[Rating]:
    """Rate the bots by the first one's scores in the deals that each pair has played.

    >>> [first, second] = rate(2, [(0, 1)], [np.array([1.0, 0.5, 1.0, 0.5] * 100)], seed=1)
    >>> round(first.rating - second.rating), first.interval[0] > second.interval[1]
    (190, True)
    """
    deals = max(map(len, scores))
    won, played = np.zeros((deals, len(pairs))), np.zeros((deals, len(pairs)))
    for pair, found in enumerate(scores):
        won[: len(found), pair] = found
        played[: len(found), pair] = 1
    whole = _fitted(bots, pairs, won.sum(axis=0)[None], played.sum(axis=0)[None])[0]
    lots = min(deals, _LOTS)
    starts = np.arange(lots) * deals // lots
    times = _times_drawn(lots, seed)
    drawn = _fitted(
        bots, pairs, times @ np.add.reduceat(won, starts), times @ np.add.reduceat(played, starts)
    )
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    ends = zip(whole.tolist(), low.tolist(), high.tolist(), strict=True)
    return [Rating(middle, (min(start, middle), max(end, middle))) for middle, start, end in ends]


def _times_drawn(lots: int, seed: int) -> Floats:
    """How often each lot is drawn, in as many tries as there are lots; a row for each contest."""
    chance = np.random.default_rng(seed & (1 << 64) - 1)
    return chance.multinomial(lots, np.full(lots, 1 / lots), _DRAWN).astype(np.float64)


def _fitted(bots: int, pairs: Pairs, won: Floats, played: Floats) -> Floats:
    """The most likely ratings for each row of won and played deals, by Hunter's MM algorithm
    (Annals of Statistics 32, 2004): every turn makes them likelier, and it cannot overshoot."""
    wins = np.zeros((len(won), bots))
    games = np.zeros((len(won), bots, bots))
    for pair, (first, second) in enumerate(pairs):
        wins[:, first] += won[:, pair] + _PRIOR
        wins[:, second] += played[:, pair] - won[:, pair] + _PRIOR
        games[:, first, second] = games[:, second, first] = played[:, pair] + 2 * _PRIOR
    strength = np.ones((len(won), bots))
    for _ in range(_TURNS):
        weight = games / (strength[:, :, None] + strength[:, None, :])
        better = wins / weight.sum(axis=2)
        better /= np.exp(np.log(better).mean(axis=1, keepdims=True))
        change = np.abs(np.log(better / strength)).max()
        strength = better
        if change < _CLOSE:
            break
    ratings: Floats = MIDDLE + _SCALE * np.log(strength)
    return ratings
