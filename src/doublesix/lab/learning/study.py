"""Positions to learn from: a round is played up to a choice, and then to its end after each move
that could be chosen there. The tiles lie the same every time, so that what differs is the move."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix.kernel import core
from doublesix.kernel.batch import NO_NET, NO_ORDERS, NO_SCRIPT, new_calc, new_work
from doublesix.kernel.equity import equity_of
from doublesix.kernel.lower import Lowered
from doublesix.kernel.rollouts import MOST_SHOWN, used
from doublesix.kernel.search import NO_PLAYERS

_WORD = (1 << 64) - 1


class Task(Struct, frozen=True):
    """Which positions are looked for."""

    totals: Sequence[int]
    """The score at which rounds begin."""
    stops: Sequence[int]
    """Before which choice each of them stops."""
    seed: int
    first: int
    """The stream of the first of them; the others follow."""
    alone: int | None = None
    """The only side that the net plays, while the others play by the thumb rules; or it plays all
    of them."""


class Lesson(Struct, frozen=True):
    """Positions of one game, as ``core.learn`` takes them."""

    kept: NDArray[np.uint64]
    places: NDArray[np.int64]
    targets: NDArray[np.float32]
    firsts: NDArray[np.int64]


def lesson_of(kept: Sequence[NDArray[np.uint64]], worths: Sequence[NDArray[np.floating]]) -> Lesson:
    """What the net is shown of positions, and what their moves are worth."""
    sizes = np.cumsum([0, *map(len, kept)])
    counts = np.cumsum([0, *map(len, worths)])
    return Lesson(
        np.concatenate(kept) if kept else np.zeros(0, np.uint64),
        sizes[:-1].astype(np.int64),
        np.concatenate(worths).astype(np.float32) if kept else np.zeros(0, np.float32),
        counts[:-1].astype(np.int64),
    )


class Desk:
    """Where positions of one game are looked for; one thread works at it."""

    def __init__(self, lowered: Lowered, explore: float) -> None:
        self._lowered = lowered
        self._work = new_work()
        self._work[core.EXPLORE] = round(1024 * explore)
        self._calc = new_calc()
        self._rows = np.zeros(core.ROW_SIZE, np.int16)
        self._dealt = np.zeros(8, np.uint64)
        self._kept = np.zeros(MOST_SHOWN, np.uint64)
        self._world = np.zeros(core.WORLD_SIZE, np.uint64)
        self._tree = np.zeros(core.TREE_NODES, np.uint64)
        self._worths = np.zeros(256, np.float64)
        self._picks = [np.arange(count) for count in range(256)]

    def study(self, net: NDArray[np.float32], task: Task) -> Lesson:
        """A position from each of the streams, but for rounds that end before it."""
        work, game = self._work, self._lowered.game
        for seat, side in enumerate(game.side_of):
            knows = task.alone in {None, side}
            work[core.POLICIES + seat] = core.NET if knows else core.HEURISTIC
        totals = [total & _WORD for total in task.totals]
        work[core.BEFORE : core.BEFORE + len(totals)] = totals
        equity = equity_of(game).copy()
        kept, worths = [], []
        for stream, stop in enumerate(task.stops, task.first):
            if self._stop_at(net, task.seed, stream, stop):
                kept.append(used(self._kept))
                worths.append(self._try_all(net, equity))
        return lesson_of(kept, worths)

    def _stop_at(self, net: NDArray[np.float32], seed: int, stream: int, stop: int) -> bool:
        """Play up to a choice; whether there was one."""
        self._work[core.STOP] = stop
        core.play(
            self._lowered.book, self._lowered.growing, self._work, NO_SCRIPT, -1,
            np.uint64(seed & _WORD), np.uint64(stream & _WORD), 1, True, -1,
            self._rows, self._dealt, self._kept, net, self._calc, NO_ORDERS, NO_NET,
        )  # fmt: skip
        return not self._rows[core.ENDED]

    def _try_all(
        self, net: NDArray[np.float32], equity: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """What each move is worth in the end."""
        work, world = self._work, self._world
        options = int(self._kept[0])
        world[core.W_HANDS : core.W_HANDS + 8] = self._dealt
        first, tiles = int(work[core.START + core.ST_NEXT]), int(self._lowered.book[core.TILES])
        world[core.W_STOCK : core.W_STOCK + tiles - first] = work[
            core.ORDER + first : core.ORDER + tiles
        ]
        # With a stop, what the net is shown there would be written over the small tree.
        explore, work[core.EXPLORE], work[core.STOP] = work[core.EXPLORE], 0, 0
        core.search(
            self._lowered.book, self._lowered.growing, work, world, NO_PLAYERS,
            self._tree, self._rows, self._dealt, net, self._calc, equity, self._picks[options],
            self._worths,
        )  # fmt: skip
        work[core.EXPLORE] = explore
        return self._worths[:options].copy()
