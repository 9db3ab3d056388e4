"""A search tree over what a seat may see happen, grown by rounds in worlds that may be true.

The tree and the rounds are compiled, see ``core``; here a view is written down as the numbers they
start from, and what the tree has found is read.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix.engine import Game, Move, View
from doublesix.engine.events import Drew, Passed, Played
from doublesix.engine.moves import Kind
from doublesix.kernel import core
from doublesix.kernel.batch import NO_NET, new_calc, new_work
from doublesix.kernel.equity import Reckoning, equity_of, spread_out
from doublesix.kernel.likes import pass_tells
from doublesix.kernel.lower import Lowered, lower
from doublesix.rng import mix
from doublesix.tiles import halves, mask

_WORD = (1 << 64) - 1
NO_PLAYERS = np.zeros(0, np.uint64)
_NO_PICKS = np.zeros(0, np.int64)
_NO_WORTHS = np.zeros(0, np.float64)
_DEPTH = 512
"""More moves than a round can have."""
_HOPELESS = 1 << 40
"""Visits, none of which was worth anything."""


class Tried(Struct, frozen=True):
    """What a search knows of a move."""

    move: Move
    visits: int
    worth: float
    """Between 0 and 1, to the side of the seat that searches."""


@lru_cache(maxsize=64)
def lowered_game(game: Game) -> Lowered:
    """A game as numbers; the same game comes up in every move of a match."""
    return lower(game)


class Tree:
    """A search tree for one view, whose seat is in turn."""

    def __init__(
        self,
        view: View,
        seed: int,
        room: int,
        bold: float,
        reckoning: Reckoning = Reckoning.MATCH,
    ) -> None:
        assert view.seat is not None
        self._view = view
        self._lowered = lowered_game(view.game)
        self.work = start_of(self._lowered, view)
        self.work[core.GENERATOR] = seed & _WORD
        self.work[core.GENERATOR + 2] = 1 << 40
        self.row = np.zeros(core.ROW_SIZE, np.int16)
        """How the last round ended."""
        self._dealt = np.empty(view.game.seats, np.uint64)
        self._equity = spread_out(equity_of(view.game, reckoning), self._lowered, self.work)
        self._calc = new_calc()
        self.tree = _empty_tree(view.seat, seed, room, bold)

    def play_by_thumb_rules(self) -> None:
        """Beyond the tree, play on by thumb rules and not at random."""
        self.work[core.POLICIES : core.POLICIES + self._view.game.seats] = core.HEURISTIC

    def only(self, move: Move) -> None:
        """Look at nothing but this move at the root: all others are hopeless from the start. Of two
        moves that come to the same, it must be the first."""
        words = int(self._lowered.book[core.WORDS])
        for other in self._view.legal:
            if other != move:
                self._give_up(code_of(other, words))

    def _give_up(self, code: int) -> None:
        tree = self.tree
        tree[core.TREE_COUNT] += np.uint64(1)
        node = int(tree[core.TREE_COUNT])
        tree[self._place(1, code)] = (1 << 10 | code) << 24 | node
        at = core.TREE_NODES + core.TREE_NODE * node
        tree[at + core.TREE_VISITS], tree[at + core.TREE_CHANCES] = _HOPELESS, 1

    def grow(
        self,
        worlds: NDArray[np.uint64],
        players: NDArray[np.uint64] = NO_PLAYERS,
    ) -> None:
        """One more round in each of these worlds; where they are given, with these players beyond
        the tree, those of every seat for each round."""
        core.search(
            self._lowered.book,
            self._lowered.growing,
            self.work,
            worlds.reshape(-1),
            players.reshape(-1),
            self.tree,
            self.row,
            self._dealt,
            NO_NET,
            self._calc,
            self._equity,
            _NO_PICKS,
            _NO_WORTHS,
        )

    def tried(self) -> Sequence[Tried]:
        """What is known of each legal move. Of two moves that come to the same, only the first is
        ever tried."""
        found = []
        for move in self._view.legal:
            node = self._child(1, code_of(move, int(self._lowered.book[core.WORDS])))
            at = core.TREE_NODES + core.TREE_NODE * node
            visits = int(self.tree[at + core.TREE_VISITS]) if node else 0
            worth = int(self.tree[at + core.TREE_WORTH]) / core.WHOLE / visits if visits else 0.0
            found.append(Tried(move, visits, worth))
        return found

    def worths(self) -> NDArray[np.float64]:
        """What each legal move is worth, as far as it is known."""
        return np.array([tried.worth for tried in self.tried()])

    def all_worths(self) -> NDArray[np.float64]:
        """The same, and of two moves that come to the same, both."""
        tried = self.tried()
        by_tile = {one.move.tile: one.worth for one in tried if one.visits}
        return np.array(
            [one.worth if one.visits else by_tile.get(one.move.tile, 0.0) for one in tried]
        )

    def _child(self, node: int, code: int) -> int:
        """The node that follows by a move; 0 where that was never tried."""
        return int(self.tree[self._place(node, code)]) & (1 << 24) - 1

    def _place(self, node: int, code: int) -> int:
        """Where it stands, or would stand, what follows a node by a move."""
        tree = self.tree
        key, table, last = node << 10 | code, int(tree[core.TREE_TABLE]), int(tree[core.TREE_MASK])
        place = mix(key) & last
        while (found := int(tree[table + place])) and found >> 24 != key:
            place = place + 1 & last
        return table + place


def _empty_tree(seat: int, seed: int, room: int, bold: float) -> NDArray[np.uint64]:
    slots = 1 << (2 * room).bit_length()
    nodes = core.TREE_NODES + core.TREE_NODE * (room + 2)
    tree = np.zeros(nodes + _DEPTH + slots, np.uint64)
    tree[core.TREE_COUNT], tree[core.TREE_ROOM] = 1, room
    tree[core.TREE_PATH], tree[core.TREE_TABLE] = nodes, nodes + _DEPTH
    tree[core.TREE_MASK] = slots - 1
    tree[core.TREE_SEAT], tree[core.TREE_CHANCE] = seat, ~seed & _WORD
    tree[core.TREE_BOLD] = round(1024 * bold)
    return tree


def code_of(move: Move, words: int) -> int:
    """A move as the tree names it."""
    if move.kind is Kind.PLAY:
        ends = 2 if words == 1 else 4
        return ends * move.tile + (0 if move.end is None else int(move.end))
    return core.CODE_DRAW if move.kind is Kind.DRAW else core.CODE_PASS


def start_of(lowered: Lowered, view: View) -> NDArray[np.uint64]:
    """The working memory of a round that goes on from a view: all but the hands and the stock."""
    assert view.turn is not None
    work = new_work()
    start = work[core.START :]
    start[core.ST_TURN], start[core.ST_STAGE] = view.turn, int(view.stage)
    start[core.ST_DRAWN], start[core.ST_PASSES] = view.drawn, _passes(view)
    laid = [event for event in view.past if isinstance(event, Played)]
    start[core.ST_PLAYS] = len(laid)
    start[core.ST_LAID] = mask([event.tile for event in laid])
    start[core.ST_NEXT] = view.game.tiles.size - view.stock
    if not laid:
        start[core.ST_LEADS] = mask([move.tile for move in view.legal])
    elif lowered.book[core.WORDS] == 1:
        start[core.ST_ENDS] = _narrow_ends(lowered, laid)
    else:
        start[core.ST_LINE : core.ST_LINE + 4] = _line(view)
    start[core.ST_HISTORY : core.ST_HISTORY + core.HISTORY_SIZE] = _history(view)
    start[core.ST_IN_PLAY : core.ST_IN_PLAY + len(view.in_play)] = view.in_play
    counted = [0, 0] if view.game.awards_difference else view.in_play
    before = [(total - now) & _WORD for total, now in zip(view.totals, counted, strict=True)]
    work[core.TOTALS : core.TOTALS + len(before)] = before
    return work


def _history(view: View) -> NDArray[np.uint64]:
    """What everybody has seen of the seats."""
    history = np.zeros((core.HISTORY_SIZE // 8, 8), np.uint64)
    lacks, drew_at, laid_by, drawn_by, last, showed, covered = history
    ends, tells = view.game.no_ends, pass_tells(view.game.rules)
    for event in view.past:
        if isinstance(event, Played):
            high, low = halves(event.tile)
            covers = low if event.end is None else ends.facts.shown[event.end]
            shows = high + low - covers
            last[event.seat] = shows + 1 | covers + 1 << 4
            showed[event.seat] += np.uint64(1 << 4 * shows)
            either = showed if event.end is None else covered
            either[event.seat] += np.uint64(1 << 4 * covers)
            laid_by[event.seat] |= np.uint64(1 << event.tile)
            ends = ends.grown[event.tile, event.end]
        elif isinstance(event, Drew):
            lacks[event.seat] = 0
            drew_at[event.seat] |= np.uint64(mask(ends.shown))
            drawn_by[event.seat] += np.uint64(1)
        elif isinstance(event, Passed) and tells:
            lacks[event.seat] |= np.uint64(mask(ends.shown))
    return history.reshape(-1)


def _passes(view: View) -> int:
    """Passes in a row up to now."""
    count = 0
    for event in reversed(view.past):
        if not isinstance(event, Passed):
            break
        count += 1
    return count


def _narrow_ends(lowered: Lowered, laid: Sequence[Played]) -> int:
    ends = core.NO_LINE
    for event in laid:
        ends = int(lowered.growing[ends << 6 | 2 * event.tile + (event.end or 0)])
    return ends


def _line(view: View) -> list[int]:
    facts = view.ends.facts
    return [
        sum(shown << 4 * end for end, shown in enumerate(facts.shown)),
        sum(1 << end for end, doubled in enumerate(facts.doubled) if doubled),
        sum(1 << end for end, bare in enumerate(facts.bare) if bare),
        facts.spinner if facts.spinner >= 0 else 15,
    ]
