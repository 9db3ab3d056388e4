"""Rounds that players with the net play on from a view, in worlds that may be true."""

import numpy as np
from numpy.typing import NDArray

from doublesix.engine import View
from doublesix.engine.events import Played
from doublesix.kernel import core
from doublesix.kernel.batch import NO_SCRIPT, new_calc
from doublesix.kernel.equity import equity_of, spread_out
from doublesix.kernel.net import Net, net_of
from doublesix.kernel.search import NO_PLAYERS, lowered_game, start_of
from doublesix.tiles import mask, members

MOST_SHOWN = 1 << 13
"""More than what the net is shown of one position and all its moves."""


class Rollouts:
    """One view, whose seat is in turn, and players with a net in every seat."""

    def __init__(self, view: View, which: Net = Net.WORTHS) -> None:
        assert view.seat is not None
        self.view = view
        self._net = net_of(view.game, which)
        self._lowered = lowered_game(view.game)
        self._work = start_of(self._lowered, view)
        self._equity = equity_of(view.game).copy()
        self._calc = new_calc()
        self._dealt = np.zeros(8, np.uint64)
        self._tree = np.zeros(core.TREE_NODES, np.uint64)
        self._row = np.zeros(core.ROW_SIZE, np.int16)

    @property
    def span(self) -> float:
        """How much of a chance to win the match lies between what is worth 0 to a tree and what is
        worth 1 to it, for the seat in turn."""
        assert self.view.seat is not None
        spread = spread_out(self._equity, self._lowered, self._work)
        return float(spread[core.E_SPAN + self.view.game.side_of[self.view.seat]]) or 1.0

    def judge(self) -> NDArray[np.float32]:
        """What the net itself takes each legal move for: about half a point apart are winning and
        losing."""
        self._look(self._tree)
        worths: NDArray[np.float32] = self._calc[core.K_WORTHS :][: len(self.view.legal)].copy()
        return worths

    def shown(self) -> NDArray[np.uint64]:
        """What the net is shown of the position and of each legal move, as ``core.learn`` takes
        it."""
        kept = np.zeros(MOST_SHOWN, np.uint64)
        self._work[core.STOP] = 1  # what is shown is written where else the tree is
        self._look(kept)
        self._work[core.STOP] = 0
        return used(kept)

    def _look(self, kept: NDArray[np.uint64]) -> None:
        """Have the net look at what may be done."""
        world = np.zeros((1, core.WORLD_SIZE), np.uint64)
        world[0, core.W_HANDS : core.W_HANDS + self.view.game.seats] = _any_hands(self.view)
        self._work[core.POLICIES : core.POLICIES + self.view.game.seats] = core.NET
        self._work[core.START + core.ST_PICK] = core.JUDGE
        self._search(world, NO_PLAYERS, NO_SCRIPT, np.zeros(0), kept)

    def try_moves(
        self,
        worlds: NDArray[np.uint64],
        players: NDArray[np.uint64],
        moves: NDArray[np.int64] | None = None,
    ) -> NDArray[np.float64]:
        """What each legal move, or each of these, comes to in each of these worlds, with these
        players in its seats: a row for each world."""
        picks = np.arange(len(self.view.legal)) if moves is None else moves
        worths = np.empty((len(worlds), len(picks)))
        self._search(worlds, players.reshape(-1), picks, worths.reshape(-1), self._tree)
        return worths

    def _search(
        self,
        worlds: NDArray[np.uint64],
        players: NDArray[np.uint64],
        picks: NDArray[np.int64],
        worths: NDArray[np.float64],
        tree: NDArray[np.uint64],
    ) -> None:
        core.search(
            self._lowered.book, self._lowered.growing, self._work, worlds.reshape(-1), players,
            tree, self._row, self._dealt, self._net, self._calc, self._equity, picks, worths,
        )  # fmt: skip


def used(kept: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """So much of it as was written: how many moves, how much of the position, the lists."""
    stop = 2 + int(kept[1])
    for _ in range(int(kept[0])):
        stop += 1 + int(kept[stop])
    return kept[:stop].copy()


def _any_hands(view: View) -> list[int]:
    """Hands of the right size; the net is shown no more than that."""
    laid = [event.tile for event in view.past if isinstance(event, Played)]
    unseen = [*members(view.game.tiles.full & ~mask(view.hand) & ~mask(laid))]
    hands = []
    for seat, count in enumerate(view.counts):
        if seat == view.seat:
            hands.append(mask(view.hand))
        else:
            hands.append(mask(unseen[:count]))
            unseen = unseen[count:]
    return hands
