"""Perfect play with all tiles face up: what a round is worth, and the line that shows it.

Both sides know every hand and the order of the stock. Two goals, both seen from the first side
(A, or A and C):

``points``  what the round adds to its total minus what it adds to the other side's, all that the
            book counts: in play, for going out, for a block, bonus, rounding, exact target
``win``     1 when it alone wins the round, -1 when the other side alone does, 0 when nobody or
            both do
"""

import time
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from doublesix import tiles
from doublesix.engine import Game, Move, State, apply, legal_moves
from doublesix.engine.game import count_pips
from doublesix.engine.moves import DRAW, PASS, End, Kind, lay
from doublesix.engine.state import Stage
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.kernel import core
from doublesix.kernel.lower import Lowered, lower
from doublesix.rules.model import DrawnTile, Spinner

_FIRST_SLICE = 1 << 16
"""So many positions are looked at before the clock is, and as many fit into the first table."""
_LARGEST_TABLE = 1 << 22
_LARGEST_SLICE = 1 << 20
"""A fraction of a second, after which Ctrl-C is heard."""
_GROWTH = 4
_NARROWED_AGAIN = 4
"""Bounds are sought anew each time so many times the positions have been looked at."""
_WORD = (1 << 64) - 1
_SIDES = 2


class Goal(StrEnum):
    """What both sides play for."""

    POINTS = "points"
    WIN = "win"


class Worth(Struct, frozen=True):
    """A value, or as much as is known of it."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


class Solution(Struct, frozen=True):
    """What was found out about a position."""

    goal: Goal
    worth: Worth
    """To the first side."""
    best: Move | None
    """A move that keeps the value; when that is not known, one that is sure of the nearer bound,
    if there is any. None when the round is over, too."""
    line: tuple[Move, ...]
    """Perfect play to the end of the round; empty when a limit was reached before."""
    moves: tuple[tuple[Move, Worth], ...]
    """What every legal move leads to, in canonical order, if that was asked for."""
    nodes: int
    """How many positions were looked at."""

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.worth.exact


class Limit:
    """How many positions may be looked at, and until when; one limit may cover several searches."""

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        if nodes is not None and nodes < 1:
            raise InvalidInput("bad-nodes", nodes=nodes)
        if seconds is not None and not seconds > 0:
            raise InvalidInput("bad-seconds", seconds=str(seconds))
        self.nodes = nodes
        self.until = None if seconds is None else time.monotonic() + seconds
        self.used = 0

    def slice(self, most: int) -> int:
        """How many positions to look at before asking again; 0 when the limit is reached."""
        if self.until is not None:
            if time.monotonic() >= self.until:
                return 0
            most = min(most, max(_FIRST_SLICE, self.used // 8))
        most = min(most, _LARGEST_SLICE)
        return most if self.nodes is None else max(min(most, self.nodes - self.used), 0)


def solve(
    state: State,
    goal: str = Goal.POINTS,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    every_move: bool = False,
) -> Solution:
    """Solve a position, or say how much is known of it when a limit is reached.

    >>> from doublesix.engine import deal_round, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> solution = solve(deal_round(new_game(load("block"), 2), Rng(1)).state)
    >>> solution.exact, solution.worth.low, str(solution.best)
    (True, 21, '5-5')
    """
    if goal not in tuple(Goal):
        raise InvalidInput("bad-goal", goal=goal, known=[str(known) for known in Goal])
    if len(state.game.sides) != _SIDES:
        raise UnsupportedRules("solve-sides", key="sides", sides=len(state.game.sides))
    lowered = _lowered(state.game)
    if state.result is not None:
        return Solution(Goal(goal), _known(state, Goal(goal)), None, (), (), 0)
    limit = Limit(nodes, seconds)
    table = Table()
    search = Search(lowered, state, Goal(goal), table)
    search.run(limit)
    moves = _worths(lowered, state, Goal(goal), table, limit) if every_move else []
    line = search.line(state)
    best = line[0] if line else search.choice(state)
    return Solution(Goal(goal), search.worth, best, line, tuple(moves), limit.used)


def worths(state: State, goal: Goal, nodes: int) -> list[Worth]:
    """What every legal move of a position leads to, or as much as so many positions tell. Less work
    than to solve it: neither the best move nor the line is looked for.

    >>> from doublesix.engine import deal_round, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("block"), 2), Rng(1)).state
    >>> max(worth.low for worth in worths(state, Goal.POINTS, 100_000))
    21
    """
    found = _worths(_lowered(state.game), state, goal, Table(), Limit(nodes))
    return [worth for _, worth in found]


def _worths(
    lowered: Lowered, state: State, goal: Goal, table: "Table", limit: Limit
) -> list[tuple[Move, Worth]]:
    return [
        (move, _worth_of(lowered, apply(state, move).state, goal, table, limit))
        for move in legal_moves(state)
    ]


@lru_cache(maxsize=16)
def _lowered(game: Game) -> Lowered:
    """Lowering a game takes longer than solving many a position of it."""
    return lower(game)


def _worth_of(lowered: Lowered, state: State, goal: Goal, table: "Table", limit: Limit) -> Worth:
    if state.result is not None:
        return _known(state, goal)
    search = Search(lowered, state, goal, table)
    search.run(limit)
    return search.worth


def _known(state: State, goal: Goal) -> Worth:
    """What a round that is over was worth."""
    result = state.result
    assert result is not None
    if goal is Goal.POINTS:
        value = result.points[0] - result.points[1]
    else:
        value = (0 in result.winners) - (1 in result.winners)
    return Worth(value, value)


class Table:
    """What is known of positions that may come up again; grows with the search."""

    def __init__(self) -> None:
        self.rows = np.zeros((_FIRST_SLICE, 2), np.uint64)

    def grow(self) -> None:
        """Make room, and keep what is known."""
        if len(self.rows) >= _LARGEST_TABLE:
            return
        known = self.rows[self.rows[:, 0] != 0]
        self.rows = np.zeros((len(self.rows) * _GROWTH, 2), np.uint64)
        self.rows[known[:, 0] & np.uint64(len(self.rows) - 1)] = known


class Search:
    """The search for the value of one position; it can stop and go on."""

    def __init__(self, lowered: Lowered, state: State, goal: Goal, table: Table) -> None:
        self.lowered = lowered
        self.table = table
        self.memory = _memory(lowered, state, goal)
        self.narrows_at = 0

    def run(self, limit: Limit) -> None:
        """Search until the position is solved or the limit reached."""
        while not self.solved and self._work(limit):
            if self.nodes >= self.narrows_at:
                self._narrow(limit)
                self.narrows_at = _NARROWED_AGAIN * self.nodes
            elif not self.solved:
                self.table.grow()

    def _work(self, limit: Limit) -> bool:
        """Search for a while; False when the limit is reached."""
        budget = limit.slice(len(self.table.rows))
        if budget:
            before = self.nodes
            core.solve(self.lowered.book, self.memory, self.table.rows.reshape(-1), budget)
            limit.used += self.nodes - before
        return budget > 0

    def _narrow(self, limit: Limit) -> None:
        """A question near the value may take long: ask easier ones, so that there are bounds to
        tell when it takes too long."""
        for from_above in (True, False):
            before = None
            while before != self.worth and self.worth.low <= 0 <= self.worth.high:
                before = self.worth
                self._ask((3 * before.high + 3) // 4 if from_above else -(-3 * before.low // 4))
                self._work(limit)
        self._ask(1)

    def _ask(self, asked: int) -> None:
        """Leave the question the search is at, and ask whether the value is at least this."""
        if self.worth.exact:  # the questions now are about the line
            return
        self.memory[core.S_FRAME] = 0
        self.memory[core.S_TRIED], self.memory[core.S_FOUND] = 1, asked & _WORD

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self.memory[core.S_NODES])

    @property
    def solved(self) -> bool:
        """Whether the value and the line are known."""
        return bool(self.memory[core.S_PHASE] == core.SOLVED)

    @property
    def worth(self) -> Worth:
        low, high = self.memory[core.S_LOW : core.S_HIGH + 1].view(np.int64)
        return Worth(int(low), int(high))

    def line(self, state: State) -> tuple[Move, ...]:
        """Perfect play from this position on, if it is known to the end."""
        if not self.solved:
            return ()
        told: list[Move] = []
        count = int(self.memory[core.S_LENGTH])
        for code in self.memory[core.S_MOVES : core.S_MOVES + count]:
            state = _do_forced(state, told)
            told.append(_move(state, int(code)))
            state = apply(state, told[-1]).state
        _do_forced(state, told)
        return tuple(told)

    def choice(self, state: State) -> Move | None:
        """A move that is sure of the bound on its side, if one is known."""
        forced: list[Move] = []
        state = _do_forced(state, forced)
        if forced:
            return forced[0]
        code = int(self.memory[core.S_CHOICE])
        return None if code == core.NO_MOVE else _move(state, code)


def _do_forced(state: State, told: list[Move]) -> State:
    """The compiled search passes and draws by itself where there is nothing else to do."""
    while len(moves := legal_moves(state)) == 1 and moves[0].kind is not Kind.PLAY:
        told.append(moves[0])
        state = apply(state, moves[0]).state
    return state


def _move(state: State, code: int) -> Move:
    """A move of the compiled search."""
    kind = Kind(code >> 8)
    if kind is not Kind.PLAY:
        return DRAW if kind is Kind.DRAW else PASS
    return lay(code & 63, None if state.stage is Stage.LEAD else End(code >> 6 & 3))


def _memory(lowered: Lowered, state: State, goal: Goal) -> NDArray[np.uint64]:
    """The search's memory, with a position as its first frame."""
    game = state.game
    frames = 2 * game.tiles.size * (2 * game.seats + 1)
    memory = np.zeros(core.S_FRAMES + frames * core.FRAME_SIZE, np.uint64)
    memory[: len(game.tiles.suits)] = game.tiles.suits
    memory[core.S_LEADS] = state.round.leads
    memory[core.S_WINNING] = goal is Goal.WIN
    memory[core.S_CHOICE] = core.NO_MOVE
    memory[core.S_TOTALS : core.S_TOTALS + 2] = _words(state.round.totals)
    _write_rules(lowered, memory)
    _write_stock(lowered, state, memory)
    _write_frame(state, memory[core.S_FRAMES :])
    _write_range(lowered, goal, memory)
    return memory


def _words(values: Sequence[int]) -> list[int]:
    return [value & _WORD for value in values]


def _write_rules(lowered: Lowered, memory: NDArray[np.uint64]) -> None:
    rules = lowered.game.rules
    by_choice = rules.able_may_pass or rules.pass_instead_of_draw
    memory[core.S_PASSES_MATTER] = by_choice or rules.drawn_tile is not DrawnTile.MUST_PLAY
    allowed = lowered.book[core.ALLOWED : core.BOOK_SIZE].reshape(-1, 4)
    by_drawn = bool((allowed != allowed[0]).any())
    memory[core.S_DRAWN_MATTERS] = by_drawn or lowered.book[core.DRAWN_WAITS]
    memory[core.S_MOST] = lowered.book[core.SCORES : core.HIGH].max()


def _write_stock(lowered: Lowered, state: State, memory: NDArray[np.uint64]) -> None:
    first = lowered.game.tiles.size - len(state.stock)
    last = int(lowered.book[core.LAST_DRAWN])
    for place, tile in enumerate(state.stock, first):
        rest = state.stock[place - first :]
        memory[core.S_STOCK + place] = tile
        memory[core.S_REST + place] = tiles.mask(rest)
        drawable = tiles.mask(rest[: max(last - place, 0)])
        memory[core.S_REST_PIPS + place] = count_pips(lowered.game, drawable)


def _write_frame(state: State, frame: NDArray[np.uint64]) -> None:
    game = state.game
    pips = [count_pips(game, hand) for hand in state.hands]
    frame[: game.seats] = state.hands
    frame[core.F_LINE] = _line(state)
    frame[core.F_TURN], frame[core.F_STAGE] = state.turn, int(state.stage)
    frame[core.F_PASSES], frame[core.F_DRAWN] = state.passes, state.drawn
    frame[core.F_NEXT] = game.tiles.size - len(state.stock)
    frame[core.F_IN_PLAY : core.F_IN_PLAY + _SIDES] = state.in_play
    frame[core.F_PIPS : core.F_PIPS + _SIDES] = sum(pips[0::2]), sum(pips[1::2])


def _line(state: State) -> int:
    """The open ends, a byte each."""
    facts = state.ends.facts
    marked = state.game.scores_in_play
    told = marked or state.game.rules.spinner is not Spinner.NONE
    line = 0x0F0F0F0F
    for end, shown in enumerate(facts.shown):
        code = shown | 16 * (marked and facts.doubled[end]) | 32 * (told and facts.bare[end])
        line ^= (code ^ 15) << 8 * end
    return line


def _write_range(lowered: Lowered, goal: Goal, memory: NDArray[np.uint64]) -> None:
    """Bounds that hold for every position."""
    most = 1
    if goal is Goal.POINTS:
        game = lowered.game
        in_play = int(memory[core.S_MOST]) * game.tiles.size
        most = 2 * count_pips(game, game.tiles.full) + game.rules.out_bonus + in_play
    memory[core.S_LOW], memory[core.S_HIGH] = -most & _WORD, most
