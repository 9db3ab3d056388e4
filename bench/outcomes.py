"""What comes of moves, and which of the master's opinions foretold it.

Positions are those of rounds that ``search`` plays with itself. Each opinion says of every move
what it is worth; then the round is played on after each move by quick searches, the tiles lying as
they do. By least squares: how much each opinion counts for what came of it, beside the others, with
one standard error; moves that seem more than a tenth worse than the best are left out."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from doublesix import rules
from doublesix.bots import find_bot
from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.learned import grow_in
from doublesix.bots.likely import weighed
from doublesix.bots.searching import SearchBot
from doublesix.engine import (
    Game,
    State,
    View,
    apply,
    deal_round,
    legal_moves,
    new_game,
    one_round,
    view,
)
from doublesix.kernel.habits import Habits
from doublesix.kernel.rollouts import Rollouts
from doublesix.lab.named import tables_of
from doublesix.lab.workers import on_processes
from doublesix.rng import Rng

OPINIONS = ("net", "search", "tree", "rounds")
_ROUNDS, _WORLDS, _TREE, _PLAYED_OUT = 1536, 512, 2048, 48
_AFTERWARDS = find_bot("search@200")
_ONE_IN = 3
_WORSE = 0.1
_POINTS = 30
"""So many points more than others are as good as a round won, where tiles score."""
_PART = 30


def opinions(seen: View, seed: int) -> NDArray[np.float64]:
    """What each opinion says of the legal moves: a row for each."""
    worlds = sampler(seen)
    search = SearchBot.grown(seen, worlds, Clock(Budget(rounds=_ROUNDS)), seed)
    weighing, growing = (Clock(Budget(rounds=most)) for most in (_WORLDS, _TREE))
    pool = weighed(Habits(seen), worlds, weighing, _WORLDS, seed)
    rolls, tree = Rollouts(seen), grow_in(seen, pool, growing, seed)
    played_out = rolls.try_moves(*pool.draw(_PLAYED_OUT)).mean(axis=0) / rolls.span
    return np.array([rolls.judge(), search.all_worths(), tree.all_worths(), played_out])


def outcome(state: State, side: int, rng: Rng) -> float:
    """What a round comes to for a side that is played on quickly."""
    while state.result is None:
        moves = legal_moves(state)
        seen = view(state, state.turn)
        move = moves[0] if len(moves) == 1 else _AFTERWARDS.choose(seen, rng)
        state = apply(state, move).state
    if state.round.game.scores_in_play:
        made = state.result.points
        return (made[side] - float(np.mean(np.delete(made, side)))) / _POINTS
    winners = state.result.winners or range(len(state.round.game.sides))
    return (side in winners) / len(winners)


def positions(game: Game, seed: int) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Opinions and outcomes of all moves of choices by chance, both less their mean."""
    rng = Rng(seed, 1)
    for deal in range(1 << 30):
        state = deal_round(game, Rng(seed, 2 + deal)).state
        while state.result is None:
            moves = legal_moves(state)
            move = moves[0]
            if len(moves) > 1:
                seen, chance = view(state, state.turn), rng.below(1 << 60)
                if rng.below(_ONE_IN) == 0:
                    told, side = opinions(seen, chance), game.side_of[state.turn]
                    came = np.array(
                        [outcome(apply(state, one).state, side, Rng(chance)) for one in moves]
                    )
                    seems = told[1] + told[2]
                    near = seems > seems.max() - 2 * _WORSE
                    told, came = told[:, near], came[near]
                    yield told - told.mean(axis=1, keepdims=True), came - came.mean()
                move = find_bot(f"search@{_ROUNDS}").choose(seen, Rng(chance))
            state = apply(state, move).state


def part(name: str, seats: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Some positions of a table."""
    book = rules.load(name)
    game = new_game(book, seats) if book.in_play else one_round(book, seats)
    told, came = zip(*islice(positions(game, seed), _PART), strict=True)
    return np.concatenate(told, axis=1), np.concatenate(came)


def fitted(told: NDArray[np.float64], came: NDArray[np.float64], which: Sequence[int]) -> str:
    """How much these opinions count, and how much of what came of it they foretold beyond chance
    (chi squared)."""
    x = told[list(which)]
    inverse = np.linalg.inv(x @ x.T)
    counts = inverse @ (x @ came)
    rest = came - counts @ x
    noise = float(rest @ rest) / (len(rest) / 2)  # about half of the differences are free
    errors = np.sqrt(np.diag(inverse) * noise)
    foretold = float(came @ came - rest @ rest) / noise
    said = [
        f"{OPINIONS[w]} {c:5.2f} ± {e:.2f}" for w, c, e in zip(which, counts, errors, strict=True)
    ]
    return f"{', '.join(said)}; chi squared {foretold:.0f}"


def main() -> None:
    """Table by table, and over all of them."""
    parser = ArgumentParser(prog="bench/run outcomes", description=__doc__)
    parser.add_argument("games", nargs="*", help="books, or tables such as draw:2")
    parser.add_argument("--positions", type=int, default=1500, help="of each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    every = []
    tables = [table for name in asked.games or rules.BOOKS for table in tables_of(name)]
    for name, _, seats in tables:
        seeds = (asked.seed << 20 | number for number in range(-(-asked.positions // _PART)))
        results = on_processes(partial(part, name, seats), seeds, asked.workers)
        found = [result for result in results if result is not None]
        every.append(found)
        _tell(f"{name}:{seats}", found)
    if len(every) > 1:
        _tell("all", [*chain(*every)])


def _tell(name: str, found: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> None:
    told, came = (
        np.concatenate([one[0] for one in found], axis=1),
        np.concatenate([one[1] for one in found]),
    )
    print(f"{name}: {len(found) * _PART} positions", flush=True)
    for which in ((1,), (0, 1), (0, 1, 2, 3)):
        print(f"    {fitted(told, came, which)}", flush=True)


if __name__ == "__main__":
    main()
