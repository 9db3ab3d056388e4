"""What nets have learned, and what they are told about a game.

There are two: what moves are worth, and what players do who think. Each knows every game. What is
the same for all positions of a game (its rules) is worked into where its first layer begins; its
last two layers are one of twelve, by the kind of game.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import IO
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from doublesix.engine import Game
from doublesix.errors import InvalidFile, UnsupportedRules
from doublesix.kernel import core
from doublesix.rules.model import Spinner, Unable

LARGEST_SET = 6
"""The largest double of a set the net knows."""
GAME_THINGS = 64
KINDS = 12
ROWS = (core.NET_SEEN + GAME_THINGS) * core.NET_WIDTH
HEAD = core.NET_SIZE - core.N_SECOND
SIZE = ROWS + core.NET_WIDTH + KINDS * HEAD
"""How many numbers a net is: a row for each thing, where the first layer begins, the heads."""

_LONGEST_HAND = 14
_SIDES, _FEW = 2, 3
_FIRST, _SECOND, _LAST = 0.06, 0.125, 0.1
"""How far apart the numbers of a new net lie, layer by layer."""


class Net(StrEnum):
    """The nets that come with this package, by their files."""

    WORTHS = "net.npy"
    """What moves are worth."""
    DEEDS = "deeds.npy"
    """What players do who think."""


def kind_of(game: Game) -> int:
    """Which of the heads plays this game."""
    pace = 2 if game.scores_in_play else int(game.rules.unable is not Unable.PASS)
    alone = 2 + (len(game.sides) > _FEW)
    company = int(game.in_pairs) if len(game.sides) == _SIDES else alone
    return 4 * pace + company


def things_of(game: Game) -> list[int]:
    """What is so in this game, each as its row."""
    return [core.NET_SEEN + place for place in _things(game)]


def _things(game: Game) -> Iterator[int]:
    rules = game.rules
    yield game.seats - 2
    yield 7 + min(game.hand, _LONGEST_HAND)
    yield 22 + list(Unable).index(rules.unable)
    yield 29 + min(list(Spinner).index(rules.spinner), 2)
    yield 32 + (0 if game.tiles.top <= 3 else 1 if game.tiles.top < LARGEST_SET else 2)
    flags = (
        game.in_pairs,
        rules.able_may_draw,
        rules.able_may_pass,
        rules.pass_instead_of_draw,
        not game.able_must_play,
        bool(rules.reserve),
        bool(game.target),
        game.at_once,
        game.awards_difference,
        rules.exact,
        rules.divide_by > 1,
        bool(rules.out_bonus),
        rules.second_tile,
        5 in rules.in_play,
        3 in rules.in_play,
    )
    yield from (40 + place for place, flag in enumerate(flags) if flag)


def new_weights(seed: int) -> NDArray[np.float32]:
    """A net that has learned nothing."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(SIZE, np.float32)
    weights[:ROWS] = rng.normal(0, _FIRST, ROWS)
    for kind in range(KINDS):
        head = weights[_head(kind)]
        second = core.NET_WIDTH * core.NET_DEEP
        head[:second] = rng.normal(0, _SECOND, second)
        head[second + core.NET_DEEP : -1] = rng.normal(0, _LAST, core.NET_DEEP)
    return weights


def save(weights: NDArray[np.float32], file: IO[bytes]) -> None:
    """Write a net, with half the digits."""
    np.save(file, weights.astype(np.float16))


def load(path: Path) -> NDArray[np.float32]:
    """Read a net that was written."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidFile("net-unread", file=str(path), reason=str(error)) from None
    try:
        found = np.load(BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, BadZipFile):
        found = None
    if not isinstance(found, np.ndarray) or found.shape != (SIZE,):
        raise InvalidFile("net-other", file=str(path))
    return found.astype(np.float32)


@lru_cache(maxsize=len(Net))
def shipped(which: Net = Net.WORTHS) -> NDArray[np.float32]:
    """A net that comes with this package."""
    with as_file(files("doublesix.kernel") / which) as path:
        return load(path)


@lru_cache(maxsize=64)
def net_of(game: Game, which: Net = Net.WORTHS) -> NDArray[np.float32]:
    """A shipped net for a game."""
    return for_game(shipped(which), game)


def _head(kind: int) -> slice:
    first = ROWS + core.NET_WIDTH + kind * HEAD
    return slice(first, first + HEAD)


def for_game(weights: NDArray[np.float32], game: Game) -> NDArray[np.float32]:
    """The net as compiled code reads it in this game."""
    if game.tiles.top > LARGEST_SET:
        raise UnsupportedRules("net-set", key="set", top=game.tiles.top, most=LARGEST_SET)
    net = np.empty(core.NET_SIZE, np.float32)
    seen = core.NET_SEEN * core.NET_WIDTH
    things = weights[:ROWS].reshape(-1, core.NET_WIDTH)[things_of(game)]
    net[: core.N_ROWS] = weights[ROWS : ROWS + core.NET_WIDTH] + things.sum(axis=0)
    net[core.N_ROWS : core.N_ROWS + seen] = weights[:seen]
    net[core.N_SECOND :] = weights[_head(kind_of(game))]
    return net


def spread(grads: NDArray[np.float32], game: Game, into: NDArray[np.float32]) -> None:
    """Add what was found for the net of a game to what it means for the whole net."""
    seen = core.NET_SEEN * core.NET_WIDTH
    bias = grads[: core.N_ROWS]
    into[ROWS : ROWS + core.NET_WIDTH] += bias
    rows = into[:ROWS].reshape(-1, core.NET_WIDTH)
    for thing in things_of(game):
        rows[thing] += bias
    into[:seen] += grads[core.N_ROWS : core.N_ROWS + seen]
    into[_head(kind_of(game))] += grads[core.N_SECOND :]
