"""What moves tell: how likely the seats of a view would have come to it in worlds that may be true,
whatever habits their players have, see ``docs/decisions/0017-habits.md``."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from doublesix.engine import View
from doublesix.engine.events import Drew, Passed, Played
from doublesix.engine.moves import Kind, Move
from doublesix.engine.opening import opens_by_rule
from doublesix.kernel import core
from doublesix.kernel.batch import NO_NET, NO_ORDERS, new_calc
from doublesix.kernel.net import Net, net_of
from doublesix.kernel.search import code_of, lowered_game, start_of
from doublesix.tiles import mask, members

HEAT = 0.05
"""How much worse a move may look to a net that learns what players do, and still be made."""
_HEATS = 0.02, 0.05
"""How much worse a move may look to players with the net and still be made: to those who do surely
what it likes, and to those who do so loosely."""
_MIX = 0.03
"""How many moves are by chance, whatever the habit."""
SHARES = 0.4, 0.4, 0.08, 0.06, 0.06
"""How many players have each habit, before anything is known of them."""
PLAYERS = np.array([core.NET, core.NET, core.HEURISTIC, core.GREEDY, core.RANDOM], np.uint64)
"""Who plays like somebody with each habit."""
_OWN = np.where(np.arange(core.HABITS) == core.BY_NET, 0.0, -np.inf)
_SPREAD = np.random.default_rng(1).integers(1 << 63, size=core.WORLD_SIZE, dtype=np.uint64)


class Habits:
    """One view, whose seat is in turn, and other seats whose moves are listened to: all, or these.
    Players have habits as often as ``shares`` says; if none of them goes by the net, it is not
    asked."""

    def __init__(
        self,
        view: View,
        shares: Sequence[float] = SHARES,
        seats: Collection[int] | None = None,
    ) -> None:
        assert view.seat is not None
        self.view = view
        self._lowered = lowered_game(view.game)
        self._work = start_of(self._lowered, view)
        self._shares = np.full(core.HABITS, -np.inf)
        np.log(shares, where=np.array(shares) > 0, out=self._shares)
        by_net = any(shares[: core.BY_THUMB])
        self._net = net_of(view.game, Net.DEEDS) if by_net else NO_NET
        self._policy = core.NET if by_net else core.HEURISTIC
        self._calc = new_calc()
        self._calc[core.K_HEATS : core.K_HEATS + len(_HEATS)] = _HEATS
        self._calc[core.K_MIX] = _MIX
        self._script = _script(view, int(self._lowered.book[core.WORDS]))
        self._others = {
            seat: slots
            for seat, slots in _slots_of_others(view).items()
            if seats is None or seat in seats
        }
        nothing = np.zeros(0, np.uint64), np.zeros((0, core.HABITS), np.float32)
        self._odds = dict.fromkeys(self._others, nothing)
        """For each seat, and what it may have been dealt and drawn (its name), how likely its moves
        were by every habit."""

    @property
    def heard(self) -> bool:
        """Whether any of these seats has done something."""
        return bool(self._others)

    def places(self) -> Sequence[tuple[int, Sequence[int]]]:
        """For each seat that is listened to, the places of a world that tell what it may hold: what
        it was dealt, and apart from that, if it is so, what it drew."""
        return [
            (seat, part)
            for seat, slots in self._others.items()
            for part in (slots[:1], slots[1:])
            if part
        ]

    def weigh(self, worlds: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely it is, for each world, seat and habit, that somebody has this habit and makes
        the moves that were made there, had the tiles lain so; as logarithms. A seat knows its own
        tiles only, so what it does in one world it does in every other in which it has the same.
        Who asks plays by the net."""
        odds = np.tile(self._shares, (len(worlds), self.view.game.seats, 1))
        odds[:, self.view.seat] = _OWN
        for seat, slots in self._others.items():
            names = names_of(worlds[:, slots])
            self._learn(seat, names, worlds)
            known, told = self._odds[seat]
            odds[:, seat] += told[np.searchsorted(known, names)]
        return odds

    def _learn(self, seat: int, names: NDArray[np.uint64], worlds: NDArray[np.uint64]) -> None:
        """Find out how likely the moves of one seat were with tiles not seen before."""
        known, told = self._odds[seat]
        held, first = np.unique(names, return_index=True)
        new = np.searchsorted(known, held) == np.searchsorted(known, held, "right")
        if new.any():
            at = np.searchsorted(known, held[new])
            more = self._odds_of(seat, worlds[first[new]])
            self._odds[seat] = np.insert(known, at, held[new]), np.insert(told, at, more, axis=0)

    def _odds_of(self, seat: int, worlds: NDArray[np.uint64]) -> NDArray[np.float32]:
        """How likely the moves of one seat were by every habit, in each of these worlds."""
        view, count = self.view, len(worlds)
        odds = np.zeros((count, core.HABITS), np.float32)
        self._work[core.POLICIES : core.POLICIES + view.game.seats] = core.RANDOM
        self._work[core.POLICIES + seat] = self._policy
        by_rule = opens_by_rule(view.game, view.number)
        core.play(
            self._lowered.book, self._lowered.growing, self._work, self._script, len(self._script),
            np.uint64(0), np.uint64(0), count, True, -1 if by_rule else view.leader,
            np.empty(count * core.ROW_SIZE, np.int16), np.empty(count * view.game.seats, np.uint64),
            NO_ORDERS, self._net, self._calc, _orders(view, worlds).reshape(-1),
            odds.reshape(-1),
        )  # fmt: skip
        return odds


def names_of(tiles: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A number for each row, which no other tiles in the same places have but by a rare chance."""
    named: NDArray[np.uint64] = (tiles * _SPREAD[: tiles.shape[1]]).sum(axis=1)
    return named


def _script(view: View, words: int) -> NDArray[np.int64]:
    """The moves of the round, each as a tile and an end."""
    codes = []
    for event in view.past:
        if isinstance(event, Played):
            codes.append(code_of(Move(Kind.PLAY, event.tile, event.end), words))
        else:
            codes.append(core.CODE_DRAW if isinstance(event, Drew) else core.CODE_PASS)
    return np.array(codes, np.int64) + core.BY_CODE


def _slots_of_others(view: View) -> dict[int, list[int]]:
    """Where a world has the tiles of each other seat that has done something: those it was dealt,
    then those it drew, see ``_orders``."""
    seats = [seat for seat in range(view.game.seats) if seat != view.seat]
    drew = [event.seat for event in view.past if isinstance(event, Drew) and event.tile is None]
    moved = {event.seat for event in view.past if isinstance(event, Played | Drew | Passed)}
    slots: dict[int, list[int]] = {seat: [] for seat in seats if seat in moved}
    for slot, seat in enumerate([*seats, *drew], core.W_SLOTS + 1):
        if seat in slots:
            slots[seat].append(slot)
    return slots


def _orders(view: View, worlds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """All tiles of each world in the order they were dealt and drawn, and will be. The slots of a
    world are in the order of ``bots/beliefs/facts.py``: the stock, what other seats were dealt,
    what they drew."""
    count, game = len(worlds), view.game
    drew = [event for event in view.past if isinstance(event, Drew)]
    mine = mask(event.tile for event in drew if event.tile is not None)
    laid = [e.tile for e in view.past if isinstance(e, Played) and e.seat == view.seat]
    own = [*members((mask(view.hand) | mask(laid)) & ~mine)]
    orders = np.empty((count, game.tiles.size), np.uint64)
    slots = worlds[:, core.W_SLOTS :]
    at = slot = 0
    for seat in range(game.seats):
        if seat == view.seat:
            orders[:, at : at + game.hand] = own
        else:
            slot += 1
            bits = slots[:, slot, None] >> np.arange(game.tiles.size, dtype=np.uint64)
            tiles = np.nonzero(bits & np.uint64(1))[1]
            orders[:, at : at + game.hand] = tiles.reshape(count, game.hand)
        at += game.hand
    for event in drew:
        if event.tile is not None:
            orders[:, at] = event.tile
        else:
            slot += 1
            orders[:, at] = np.log2(slots[:, slot].astype(np.float64)).round()
        at += 1
    orders[:, at:] = worlds[:, core.W_STOCK : core.W_STOCK + view.stock]
    return orders
