"""The readable engine beside PyPI's ``dominoes``: random four-seat block in pairs, 7 tiles each.

Both play in one process, in turns of a second or so, and are charged CPU seconds, so a busy
machine slows both alike; the ratio of the medians is what counts. Beside it: how long loading
every rulebook takes, and a whole ``doublesix rules list``.
"""

import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import dominoes

from doublesix import rules
from doublesix.engine import apply, deal_round, legal_moves, new_game
from doublesix.rng import Rng

PAIRS_SEVEN = Path(__file__).parent.parent / "examples" / "pairs-seven.toml"
TURNS = 9


def play_ours(rounds: int) -> int:
    """Play rounds with random moves; how many moves that took."""
    game = new_game(rules.load(str(PAIRS_SEVEN)), 4)
    rng = Rng(1)
    moves = 0
    for _ in range(rounds):
        state = deal_round(game, rng).state
        while state.result is None:
            state = apply(state, rng.choose(legal_moves(state))).state
            moves += 1
    return moves


def play_theirs(rounds: int) -> int:
    """The same with the peer, which passes by itself and so counts plays only."""
    random.seed(1)
    moves = 0
    for _ in range(rounds):
        game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
        moves += len(game.moves)
    return moves


def rounds_a_second(play: Callable[[int], int], rounds: int) -> float:
    """Rounds per CPU second."""
    start = time.process_time()
    play(rounds)
    return rounds / (time.process_time() - start)


def compare(rounds: int) -> None:
    """Print the medians of both and their ratio."""
    play_ours(200), play_theirs(200)
    pairs = [
        (rounds_a_second(play_ours, rounds), rounds_a_second(play_theirs, rounds // 2))
        for _ in range(TURNS)
    ]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratios = sorted(mine / other for mine, other in pairs)
    print(f"doublesix        {ours:8,.0f} rounds per CPU second")
    print(f"dominoes 6.1     {theirs:8,.0f} rounds per CPU second")
    print(f"ratio of medians {ours / theirs:8.2f}  (turns: {ratios[0]:.2f} to {ratios[-1]:.2f})")


def time_loading() -> None:
    """Print how long it takes to load every book and edition, the first time."""
    start = time.process_time()
    names = rules.shipped()
    for name in names:
        rules.load(name)
    took = (time.process_time() - start) * 1000
    print(f"loading {len(names)} rulebooks: {took:.0f} ms of CPU (bar: 50)")


def time_listing() -> None:
    """Print what a whole ``doublesix rules list`` costs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    times = 5
    for _ in range(times):
        command = [sys.executable, "-m", "doublesix", "rules", "list"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / times
    print(f"doublesix rules list: {took:.3f} s of CPU (bar: 0.25)")


def main() -> None:
    """Run everything."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    time_loading()
    time_listing()
    compare(rounds)


if __name__ == "__main__":
    main()
