"""The readable engine beside PyPI's ``dominoes``: random four-seat block in pairs, 7 tiles each.

Both play in one process, in turns of fifty rounds, and are charged CPU seconds: what else the
machine does slows both alike, so the ratio of the sums is what counts. Beside it: how long loading
every rulebook takes, and a whole ``doublesix rules list``.
"""

import os
import platform
import random
import resource
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
GAME = new_game(rules.load(str(PAIRS_SEVEN)), 4)
ROUNDS, WARM_UP = 50, 500


def play_ours(rounds: int) -> int:
    """Play rounds with random moves; how many moves that took."""
    rng = Rng(random.getrandbits(64))
    moves = 0
    for _ in range(rounds):
        state = deal_round(GAME, rng).state
        while state.result is None:
            state = apply(state, rng.choose(legal_moves(state))).state
            moves += 1
    return moves


def play_theirs(rounds: int) -> int:
    """The same with the peer, which passes by itself and so counts plays only."""
    moves = 0
    for _ in range(rounds):
        game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
        moves += len(game.moves)
    return moves


def seconds(play: Callable[[int], int], rounds: int) -> float:
    """The CPU seconds that playing so many rounds takes."""
    start = time.process_time()
    play(rounds)
    return time.process_time() - start


def compare(turns: int) -> None:
    """Print what both manage in a CPU second, and the ratio."""
    play_ours(WARM_UP)
    play_theirs(WARM_UP)
    pairs = [(seconds(play_ours, ROUNDS), seconds(play_theirs, ROUNDS)) for _ in range(turns)]
    ours, theirs = (turns * ROUNDS / sum(column) for column in zip(*pairs, strict=True))
    ratios = sorted(theirs_took / ours_took for ours_took, theirs_took in pairs)
    low, middle, high = (ratios[len(ratios) * part // 20] for part in (1, 10, 19))
    print(f"doublesix     {ours:8,.0f} rounds per CPU second")
    print(f"dominoes 6.1  {theirs:8,.0f} rounds per CPU second")
    print(f"ratio         {ours / theirs:8.2f}  (bar: 2)")
    print(f"of single turns: median {middle:.2f}, nine in ten between {low:.2f} and {high:.2f}")


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
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    random.seed(1)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    time_loading()
    time_listing()
    compare(turns)


if __name__ == "__main__":
    main()
