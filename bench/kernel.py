"""The compiled engine: every book, and beside other programs in one run.

    bench/run kernel [TURNS]

Everything that is compared takes turns and is charged CPU seconds, so that what else the machine
does slows all alike. ``LIMIT=path/to/limit.c`` adds the C program that plays ``pairs-seven`` and
nothing else (it needs a C compiler); OpenSpiel is played where it is installed.
"""

import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from bench.engine import PAIRS_SEVEN, play_theirs
from doublesix import rules
from doublesix.engine import new_game
from doublesix.kernel import core
from doublesix.kernel.batch import Rounds, play_rounds
from doublesix.kernel.lower import Lowered, lower

BATCH = 4096
BATCHES = 20
LIMIT_PLAYS = 22.5
"""Plays in a round of ``pairs-seven``."""


def table(name: str, seats: int) -> Lowered:
    """A rulebook at a table, ready to play."""
    return lower(new_game(rules.load(name), seats))


def play(lowered: Lowered, first: int = 0) -> Rounds:
    """One batch of rounds."""
    return play_rounds(lowered, seed=1, first=first, count=BATCH)


def rate(lowered: Lowered) -> float:
    """Rounds per CPU second over some batches."""
    start = time.process_time()
    for batch in range(BATCHES):
        play(lowered, batch * BATCH)
    return BATCH * BATCHES / (time.process_time() - start)


def compile_limit(folder: str) -> str:
    """The C program, compiled; empty where there is none."""
    source, compiler = os.environ.get("LIMIT"), shutil.which("cc") or shutil.which("gcc")
    if not source or not compiler:
        return ""
    program = str(Path(folder) / "limit")
    subprocess.run([compiler, "-O3", "-march=native", "-w", "-o", program, source], check=True)
    return program


def rate_limit(program: str) -> float:
    """What the C program's plain variant says it managed, in rounds per CPU second."""
    command = [program, "fy", "400000", "1"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(said.split()[1]) * 1e6


def rate_dominoes() -> float:
    """The PyPI library, in rounds per CPU second."""
    start = time.process_time()
    play_theirs(100)
    return 100 / (time.process_time() - start)


def open_spiel() -> Callable[[], float] | None:
    """OpenSpiel's four-seat dominoes, if it is installed."""
    try:
        import numpy as np
        import pyspiel
        from open_spiel.python.games import team_dominoes  # noqa: F401  # registers the game
    except ImportError:
        return None
    game = pyspiel.load_game("python_team_dominoes")
    chance = np.random.default_rng(1)

    def one_rate() -> float:
        start = time.process_time()
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(int(chance.choice(state.legal_actions())))
        return 20 / (time.process_time() - start)

    return one_rate


def compare(turns: int, limit: str) -> None:
    """``pairs-seven`` beside everybody else who plays it."""
    ours = table(str(PAIRS_SEVEN), 4)
    tell_statistics(ours)
    others: dict[str, Callable[[], float]] = {"PyPI dominoes 6.1": rate_dominoes}
    if limit:
        others["limit.c, fy"] = lambda: rate_limit(limit)
    if spiel := open_spiel():
        others["OpenSpiel team dominoes"] = spiel
    rate(ours)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in others}
    for _ in range(turns):
        for name, other in others.items():
            taken[name].append((rate(ours), other()))
    for name, pairs in taken.items():
        mine, theirs = median(a for a, _ in pairs), median(b for _, b in pairs)
        ratio = median(a / b for a, b in pairs)
        told = f"pairs-seven {mine:12,.0f}  {name:24} {theirs:12,.0f} rounds a CPU second"
        print(f"{told}, ratio {ratio:,.2f}")
    if not limit:
        print("limit.c: not measured; give its path as LIMIT")


def tell_statistics(lowered: Lowered) -> None:
    """What a round of ``pairs-seven`` is like: 22.50 plays, 26.8 turns, 25.1 % blocked."""
    plays = turns = blocked = 0
    for batch in range(100):
        rows = play(lowered, batch * BATCH).rows
        ended = rows[:, core.ENDED] == core.BLOCKED
        plays += int(rows[:, core.PLAYS].sum())
        # The reference lets everybody pass once more before it calls a round blocked.
        turns += int((rows[:, core.PLAYS] + rows[:, core.PASSES]).sum()) + 4 * int(ended.sum())
        blocked += int(ended.sum())
    rounds = 100 * BATCH
    print(
        f"pairs-seven: {plays / rounds:.3f} plays, {turns / rounds:.2f} turns a round, "
        f"{blocked / rounds:.2%} blocked"
    )


def time_books(turns: int, limit: str) -> None:
    """Plays per CPU second of every book at every table; and what the C program manages in
    between, to tell how fast the machine is just now."""
    tables = {
        (name, seats): table(name, seats)
        for name in rules.BOOKS
        for seats in rules.load(name).seats
    }
    rates: dict[tuple[str, int], list[float]] = {where: [] for where in tables}
    limits = []
    for _ in range(turns):
        for where, lowered in tables.items():
            rates[where].append(rate(lowered))
        if limit:
            limits.append(rate_limit(limit))
    if limits:
        print(
            f"limit.c, fy, in between: {median(limits):,.0f} rounds a CPU second, "
            f"{median(limits) * LIMIT_PLAYS / 1e6:.1f} million plays"
        )
    for (name, seats), lowered in tables.items():
        plays = float(play(lowered).rows[:, core.PLAYS].mean())
        rounds = median(rates[name, seats])
        beside = [mine / theirs for mine, theirs in zip(rates[name, seats], limits, strict=False)]
        share = f", {median(beside) * plays / LIMIT_PLAYS:.2f} of limit.c" if beside else ""
        print(
            f"{name:18} {seats} seats {rounds / 1e6:5.2f} million rounds, "
            f"{rounds * plays / 1e6:5.1f} million plays a CPU second (bar: 40){share}"
        )


def time_threads(turns: int) -> None:
    """Two threads beside one, by the clock on the wall."""
    lowered = table(str(PAIRS_SEVEN), 4)

    def seconds(threads: int) -> float:
        start = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda batch: play(lowered, batch * BATCH), range(400)))
        return time.perf_counter() - start

    ratios = [seconds(1) / seconds(2) for _ in range(turns)]
    print(f"two threads do {median(ratios):.2f} times what one does (bar: 1.8 on a quiet machine)")


def time_start() -> None:
    """The first call in a new process, numba's import included, once everything is compiled; and
    the whole process."""
    code = (
        "import time; from doublesix.engine import new_game; from doublesix.rules import load;"
        "game = new_game(load('block'), 4); start = time.perf_counter();"
        "from doublesix.kernel.batch import play_rounds; from doublesix.kernel.lower import lower;"
        "play_rounds(lower(game), 1, 0, 10); print(time.perf_counter() - start)"
    )
    calls, wholes = [], []
    for _ in range(5):
        start = time.perf_counter()
        ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        wholes.append(time.perf_counter() - start)
        calls.append(float(ran.stdout))
    print(
        f"first call {median(calls):.2f} s (bar: 1), numba's import included; "
        f"the whole process {median(wholes):.2f} s"
    )


def tell_memory() -> None:
    """The peak memory after a million rounds and after five."""
    lowered = table(str(PAIRS_SEVEN), 4)
    peaks = []
    for rounds in (1_000_000, 5_000_000):
        for first in range(0, rounds, BATCH):
            play(lowered, first)
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"peak memory {peaks[0]:.0f} MB after a million rounds, {peaks[1]:.0f} MB after six")


def main() -> None:
    """Run everything."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    with tempfile.TemporaryDirectory() as folder:
        limit = compile_limit(folder)
        compare(turns, limit)
        time_books(turns, limit)
    time_threads(max(turns // 3, 1))
    time_start()
    tell_memory()


if __name__ == "__main__":
    main()
