"""Playing many rounds at once, and following single ones, with the compiled engine.

>>> from doublesix.engine import new_game
>>> from doublesix.kernel.lower import lower
>>> from doublesix.rules import load
>>> rounds = play_rounds(lower(new_game(load("block"), 4)), seed=1, first=0, count=1000)
>>> len(rounds), int(rounds.rows[:, core.PLAYS].max()) <= 20
(1000, True)
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from doublesix import tiles
from doublesix.engine import Game, Move, State, legal_moves
from doublesix.engine.moves import Kind
from doublesix.engine.perft import Count
from doublesix.engine.replay import move_of, replay
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.kernel import core
from doublesix.kernel.likes import USUAL, Likes
from doublesix.kernel.lower import Lowered, lower
from doublesix.kernel.net import net_of
from doublesix.rng import mix
from doublesix.rules.model import NextLeader

POLICIES = {
    "random": core.RANDOM,
    "greedy": core.GREEDY,
    "heuristic": core.HEURISTIC,
    "net": core.NET,
}
"""The players the compiled engine has, by the names the bots have."""

_NO_TRACE = np.zeros(0, np.uint64)
NO_SCRIPT = np.zeros(0, np.int64)
NO_ORDERS = np.zeros(0, np.uint64)
NO_NET = np.zeros(0, np.float32)
_ROUNDS_A_MATCH = 32
"""Room for this many rounds a match at first; there is more when it runs out."""
_LONGEST_MATCH = 32_767
"""Rounds of a match that a row can number. Only a target that may never be reached has more."""
_WORD = (1 << 64) - 1


class Rounds(Struct, frozen=True):
    """What came of many rounds: a row each, see the places in ``core``, and what was dealt."""

    game: Game
    rows: NDArray[np.int16]
    dealt: NDArray[np.uint64]
    """The tiles each seat was dealt, as masks."""

    def __len__(self) -> int:
        return len(self.rows)


def play_rounds(
    lowered: Lowered,
    seed: int,
    first: int,
    count: int,
    policies: Sequence[str] = (),
    net: NDArray[np.float32] = NO_NET,
) -> Rounds:
    """Single rounds, each the first of a match; round ``n`` is stream ``n`` of the seed. Players
    with a net have the shipped one unless they are given another."""
    _check_count(count)
    rows, dealt = _room(lowered, count)
    work = _work(lowered, policies)
    net = _net(lowered, policies, net)
    _play(lowered, work, seed, first, count, True, rows, dealt, net=net)
    return _rounds(lowered, rows, dealt, count)


def play_matches(
    lowered: Lowered, seed: int, first: int, count: int, policies: Sequence[str] = ()
) -> Rounds:
    """Whole matches, round after round; match ``n`` is stream ``n`` of the seed."""
    _check_count(count)
    work = _work(lowered, policies)
    net = _net(lowered, policies)
    room = count * _ROUNDS_A_MATCH
    while True:
        rows, dealt = _room(lowered, room)
        done, played, _ = _play(lowered, work, seed, first, count, False, rows, dealt, net=net)
        if done == count:
            return _rounds(lowered, rows, dealt, played)
        if room - played > _LONGEST_MATCH:  # the rows of the match that found no room
            raise UnsupportedRules("kernel-endless", key="target", most=_LONGEST_MATCH)
        room *= 2


def _net(
    lowered: Lowered, policies: Sequence[str], given: NDArray[np.float32] = NO_NET
) -> NDArray[np.float32]:
    """The net that is played with, if anybody does."""
    return net_of(lowered.game) if "net" in policies and not len(given) else given


def _check_count(count: int) -> None:
    if count < 0:
        raise InvalidInput("kernel-count", count=count)


def _room(lowered: Lowered, rounds: int) -> tuple[NDArray[np.int16], NDArray[np.uint64]]:
    return (
        np.empty(rounds * core.ROW_SIZE, np.int16),
        np.empty(rounds * lowered.game.seats, np.uint64),
    )


def _rounds(
    lowered: Lowered, rows: NDArray[np.int16], dealt: NDArray[np.uint64], count: int
) -> Rounds:
    return Rounds(
        lowered.game,
        rows.reshape(-1, core.ROW_SIZE)[:count],
        dealt.reshape(-1, lowered.game.seats)[:count],
    )


def new_work(likes: Likes = USUAL) -> NDArray[np.uint64]:
    """Empty working memory. The thumb rules count as they are told."""
    work = np.zeros(core.WORK_SIZE, np.uint64)
    values = [value % (1 << 64) for value in astuple(likes)]
    work[core.LIKES : core.LIKES + len(values)] = values
    return work


def new_calc() -> NDArray[np.float32]:
    """Where a net calculates."""
    return np.zeros(core.CALC_SIZE, np.float32)


def _work(lowered: Lowered, policies: Sequence[str], likes: Likes = USUAL) -> NDArray[np.uint64]:
    """Working memory, with a player in each seat; random ones unless others are named."""
    work = new_work(likes)
    if policies and len(policies) != lowered.game.seats:
        raise InvalidInput("kernel-players", given=len(policies), seats=lowered.game.seats)
    for seat, name in enumerate(policies):
        if name not in POLICIES:
            raise InvalidInput("kernel-policy", name=name, known=list(POLICIES))
        work[core.POLICIES + seat] = POLICIES[name]
    return work


def _play(
    lowered: Lowered,
    work: NDArray[np.uint64],
    seed: int,
    first: int,
    count: int,
    single: bool,
    rows: NDArray[np.int16],
    dealt: NDArray[np.uint64],
    trace: NDArray[np.uint64] = _NO_TRACE,
    net: NDArray[np.float32] = NO_NET,
) -> tuple[int, int, int]:
    done, played, made = core.play(
        lowered.book,
        lowered.growing,
        work,
        NO_SCRIPT,
        -1,
        np.uint64(seed & _WORD),
        np.uint64(first & _WORD),
        count,
        single,
        -1,
        rows,
        dealt,
        trace,
        net,
        new_calc(),
        NO_ORDERS,
        NO_NET,
    )
    return int(done), int(played), int(made)


class Traced(Struct, frozen=True):
    """One move as the compiled engine made it."""

    seat: int
    move: int
    """See :func:`move_code`."""
    legal: int
    """A digest of what the seat could do, see :func:`legal_digest`."""
    digest: int
    """A digest of the position that came of it, see :func:`state_digest`."""


class Followed(Struct, frozen=True):
    """A round as the compiled engine played it: its row, and every move."""

    row: NDArray[np.int16]
    moves: tuple[Traced, ...]


def trace_round(lowered: Lowered, seed: int, stream: int, policies: Sequence[str] = ()) -> Followed:
    """The first round of a stream, move by move."""
    rows, dealt = _room(lowered, 1)
    trace = _trace_room(lowered.game)
    work = _work(lowered, policies)
    net = _net(lowered, policies)
    _, _, made = _play(lowered, work, seed, stream, 1, True, rows, dealt, trace, net)
    return _followed(rows, trace, made)


def follow(state: State) -> Followed:
    """The round a position stands in, played again by the compiled engine from its deal: the
    same moves, each given by its place among the legal ones."""
    lowered = lower(state.game)
    script = _script(state)
    rows, dealt = _room(lowered, 1)
    trace = _trace_room(state.game)
    made = _follow(lowered, state, script, len(script), rows, dealt, trace)
    return _followed(rows, trace, made)


def _follow(
    lowered: Lowered,
    state: State,
    script: NDArray[np.int64],
    limit: int,
    rows: NDArray[np.int16],
    dealt: NDArray[np.uint64],
    trace: NDArray[np.uint64],
) -> int:
    _, _, made = core.play(
        lowered.book,
        lowered.growing,
        _given(lowered, state),
        script,
        limit,
        np.uint64(0),
        np.uint64(0),
        1,
        True,
        _leader(state),
        rows,
        dealt,
        trace,
        NO_NET,
        new_calc(),
        NO_ORDERS,
        NO_NET,
    )
    return int(made)


def _given(lowered: Lowered, state: State) -> NDArray[np.uint64]:
    """Working memory that holds the deal and the totals of a round."""
    work = _work(lowered, ())
    here = state.round
    order = [tile for hand in here.deal.hands for tile in tiles.members(hand)]
    order += here.deal.stock
    work[core.ORDER : core.ORDER + len(order)] = order
    work[core.TOTALS : core.TOTALS + len(here.totals)] = [total & _WORD for total in here.totals]
    return work


def _leader(state: State) -> int:
    """The leader to tell the compiled engine; -1 where the opening rule finds it."""
    here = state.round
    by_rule = here.number == 1 or state.game.rules.next_leader is NextLeader.SAME_RULE
    return -1 if by_rule else here.leader


def _script(state: State) -> NDArray[np.int64]:
    """Each move of a round as its place among the legal ones."""
    made = [
        legal_moves(before).index(move_of(event))
        for (before, _), event in zip(replay(state), state.past, strict=True)
    ]
    return np.array(made, np.int64)


def _trace_room(game: Game) -> NDArray[np.uint64]:
    longest = 2 * game.tiles.size * (2 * game.seats + 1)
    return np.zeros(longest * core.TRACE_SIZE, np.uint64)


def _followed(rows: NDArray[np.int16], trace: NDArray[np.uint64], made: int) -> Followed:
    moves = trace[: made * core.TRACE_SIZE].reshape(made, core.TRACE_SIZE)
    return Followed(
        rows,
        tuple(
            Traced(
                int(move[core.T_SEAT]),
                int(move[core.T_MOVE]),
                int(move[core.T_LEGAL]),
                int(move[core.T_DIGEST]),
            )
            for move in moves
        ),
    )


def perft(state: State, depth: int) -> Count:
    """The same count as :func:`doublesix.engine.perft.perft`, by the compiled engine."""
    lowered = lower(state.game)
    if state.result is not None:
        return Count((0,) * depth, 0, 0)
    played = _script(state)
    script = np.zeros(len(played) + depth, np.int64)
    script[: len(played)] = played
    nodes = np.zeros(depth, np.int64)
    rows, dealt = _room(lowered, 1)
    ended, points = core.perft(
        lowered.book,
        lowered.growing,
        _given(lowered, state),
        script,
        len(played),
        _leader(state),
        rows,
        dealt,
        np.zeros((len(script) + 1) * core.TRACE_SIZE, np.uint64),
        NO_NET,
        new_calc(),
        NO_ORDERS,
        NO_NET,
        nodes,
    )
    return Count(tuple(int(count) for count in nodes), int(ended), int(points))


# What the two engines are compared by.


def move_code(move: Move) -> int:
    """A move as one number."""
    if move.kind is Kind.DRAW:
        return core.DRAW_CODE
    if move.kind is Kind.PASS:
        return core.PASS_CODE
    return move.tile * 8 + (7 if move.end is None else int(move.end))


def legal_digest(state: State) -> int:
    """What the seat in turn may do, as one number."""
    digest = 0
    for move in legal_moves(state):
        digest = _chain(digest, move_code(move))
    return digest


_ENDED = {"out": core.OUT, "blocked": core.BLOCKED, "target": core.TARGET_REACHED}


def state_digest(state: State) -> int:
    """A position as one number."""
    result = state.result
    facts = [
        *state.hands,
        len(state.stock),
        sum((shown + 1) << (5 * end) for end, shown in enumerate(state.ends.shown)),
        state.ends.total if state.game.scores_in_play else 0,
        state.turn,
        int(state.stage),
        state.drawn,
        state.passes,
        0 if result is None else _ENDED[result.ended.value],
        *state.in_play,
        *([0] * (8 - len(state.in_play))),
    ]
    digest = 0
    for fact in facts:
        digest = _chain(digest, fact)
    return digest


def _chain(digest: int, value: int) -> int:
    return (mix(digest ^ (value & _WORD)) + 0x9E3779B97F4A7C15) & _WORD
