"""The same games by both engines, compared: every move, every position, every row.

The compiled engine has faster ways for games that nobody watches, so a round is compared
twice: traced, move by move, and untraced, by the row it leaves behind.
"""

import os
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublesix.bots.registry import find_bot
from doublesix.engine import Game, State, deal_round, legal_moves, standing, view
from doublesix.engine.events import Drew, Passed, Played, Redealt
from doublesix.engine.replay import move_of
from doublesix.kernel import batch, core
from doublesix.kernel.lower import Lowered, lower
from doublesix.rng import Rng
from tests.record import Choose, PlayedRound, at_random, play_round

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
"""Whether the engine is compiled, as it always is in use. Where it is not, to find planted faults
and to see which lines are reached, it is a thousand times slower and plays a little less."""

_ENDED = {"out": core.OUT, "blocked": core.BLOCKED, "target": core.TARGET_REACHED}
_PLACES = (
    "MATCH",
    "NUMBER",
    "ENDED",
    "BY",
    "WINNERS",
    "LEADING",
    "LEAD_TILE",
    "PLAYS",
    "DRAWS",
    "PASSES",
    "REDEALS",
    "POINTS",
    "IN_PLAY",
    "PIPS",
)


class Seeded(NamedTuple):
    """A game and the chance it is played with; the players are random unless others are named."""

    game: Game
    seed: int
    stream: int = 0
    policies: tuple[str, ...] = ()

    def __str__(self) -> str:
        return (
            f"{self.game.rules.id}, {self.game.seats} seats, target {self.game.target}, "
            f"seed {self.seed}, stream {self.stream}, {' '.join(self.policies) or 'all random'}"
        )


# What the readable engine does.


def play_match(table: Seeded, most_rounds: int) -> list[PlayedRound]:
    """The first rounds of a match; it may be over before there are so many."""
    rng = Rng(table.seed, table.stream)
    choose = _players(table, rng)
    rounds: list[PlayedRound] = []
    before: State | None = None
    while len(rounds) < most_rounds and not (before and standing(before).finished):
        rounds.append(play_round(deal_round(table.game, rng, before), choose, before))
        before = rounds[-1].end
    return rounds


def _players(table: Seeded, rng: Rng) -> Choose:
    if not table.policies:
        return at_random(rng)
    bots = [find_bot(name) for name in table.policies]
    return lambda state, _: bots[state.turn].choose(view(state, state.turn), rng)


def row_of(state: State, match: int = 0, number: int = 1, redeals: int = 0) -> list[int]:
    """The row that a round leaves behind which ended, or stopped, in this position."""
    row = np.zeros(core.ROW_SIZE, np.int64)
    past, result = state.past, state.result
    row[core.MATCH], row[core.NUMBER], row[core.REDEALS] = match, number, redeals
    row[core.LEADING], row[core.BY] = state.round.leader, -1
    if past and isinstance(past[0], Played):
        row[core.LEAD_TILE] = past[0].tile
    for place, kind in ((core.PLAYS, Played), (core.DRAWS, Drew), (core.PASSES, Passed)):
        row[place] = sum(isinstance(event, kind) for event in past)
    _fill(row, core.IN_PLAY, state.in_play)
    if result is not None:
        row[core.ENDED] = _ENDED[result.ended.value]
        if result.by is not None:
            row[core.BY] = result.by
        row[core.WINNERS] = sum(1 << side for side in result.winners)
        _fill(row, core.POINTS, result.points)
        _fill(row, core.PIPS, result.pips)
    return [int(value) for value in row]


def _fill(row: NDArray[np.int64], first: int, values: Sequence[int]) -> None:
    row[first : first + len(values)] = values


def _row_of(played: PlayedRound, match: int, number: int) -> list[int]:
    redeals = sum(isinstance(event, Redealt) for event in played.deal.events)
    return row_of(played.end, match, number, redeals)


# Whether the compiled engine does the same.


def check_moves(moves: Sequence[batch.Traced], states: Sequence[State], where: str) -> None:
    """Every move of a round: who made it, what else was legal, and what came of it."""
    for ply, (traced, (before, after)) in enumerate(zip(moves, pairwise(states), strict=False)):
        at = f"{where}, ply {ply}"
        legal = [str(move) for move in legal_moves(before)]
        made = move_of(after.past[-1])
        assert traced.seat == before.turn, f"{at}: seat {before.turn} is in turn"
        assert traced.legal == batch.legal_digest(before), f"{at}: legal are {legal}"
        assert traced.move == batch.move_code(made), f"{at}: the move is {made}"
        assert traced.digest == batch.state_digest(after), f"{at}: {made} leads to {after}"
    assert len(moves) == len(states) - 1, f"{where}: a round of {len(states) - 1} moves"


def check_row(row: NDArray[np.int16], expected: Sequence[int], where: str) -> None:
    """Every number that a round leaves behind."""
    for place, (given, wanted) in enumerate(zip(row.tolist(), expected, strict=True)):
        name = max((name for name in _PLACES if _place(name) <= place), key=_place)
        assert given == wanted, f"{where}: {name} {place - _place(name)} of {row.tolist()}"


def _place(name: str) -> int:
    place: int = getattr(core, name)
    return place


def _check_deal(dealt: NDArray[np.uint64], played: PlayedRound, where: str) -> None:
    hands = tuple(int(hand) for hand in dealt)
    assert hands == played.start.hands, f"{where}: other hands were dealt"


def check_rounds(
    game: Game, seed: int, first: int, count: int, policies: tuple[str, ...] = ()
) -> None:
    """Single rounds, traced and untraced."""
    lowered = lower(game)
    rounds = batch.play_rounds(lowered, seed, first, count, policies)
    assert len(rounds) == count
    for match in range(count):
        table = Seeded(game, seed, first + match, policies)
        (played,) = play_match(table, most_rounds=1)
        check_row(rounds.rows[match], _row_of(played, match, 1), str(table))
        _check_deal(rounds.dealt[match], played, str(table))
        traced = batch.trace_round(lowered, seed, first + match, policies)
        check_moves(traced.moves, played.states, f"{table}, traced")
        check_row(traced.row, _row_of(played, 0, 1), f"{table}, traced")


def check_matches(
    game: Game, seed: int, count: int, most_rounds: int, policies: tuple[str, ...] = ()
) -> None:
    """Matches, round after round: the compiled engine stops where the readable one does. Of a
    match with more rounds than the most, only those are compared."""
    lowered = lower(game)
    for match in range(count):
        table = Seeded(game, seed, match, policies)
        played = play_match(table, most_rounds)
        rounds, over = _first_rounds(lowered, table, len(played))
        for at, each in enumerate(played):
            where = f"{table}, round {at + 1}"
            check_row(rounds.rows[at], _row_of(each, 0, at + 1), where)
            _check_deal(rounds.dealt[at], each, where)
        assert over == standing(played[-1].end).finished, f"{table}: over after {len(played)}"


def _first_rounds(lowered: Lowered, table: Seeded, most: int) -> tuple[batch.Rounds, bool]:
    """So many rounds of a match, and whether it was over then."""
    rows, dealt = batch._room(lowered, most)
    work = batch._work(lowered, table.policies)
    done, _, _ = batch._play(lowered, work, table.seed, table.stream, 1, False, rows, dealt)
    return batch._rounds(lowered, rows, dealt, most), done == 1
