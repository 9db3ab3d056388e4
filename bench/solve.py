"""The exact solver beside the PyPI library dominoes and a plain C program, per CPU second.

Whole deals, solved from the lead on; what is timed is a call of ``solve``: the value, the best
move and the principal line. The peer's omniscient player searches some of the same deals with its
own counting (the winner gets all pips left), so that the sign of what it finds is who wins: both
must agree on that. The C program is run when ``SOLVE_C`` names a compiled one; it deals its own
tiles and counts as the peer does.
"""

import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import dominoes

from doublesix import rules, tiles
from doublesix.engine import Deal, Game, State, deal_round, new_game
from doublesix.kernel.solve import solve
from doublesix.rng import Rng

EXAMPLES = Path(__file__).parent.parent / "examples"
PAIRS_SEVEN = new_game(rules.load(str(EXAMPLES / "pairs-seven.toml")), 4)
DRAW_WHEN_UNABLE = new_game(rules.load(str(EXAMPLES / "draw-when-unable.toml")), 2)

# What is played, what for, the bars in milliseconds for the median and for 19 in 20, and the
# seconds a deal may take.
Case = tuple[str, Game, str, float | None, float | None, float]


def cases() -> list[Case]:
    """Everything that is measured."""
    return [
        ("pairs-seven", PAIRS_SEVEN, "win", 1.5, None, 60),
        ("pairs-seven", PAIRS_SEVEN, "points", 8, 25, 60),
        ("draw when unable, 2 seats", DRAW_WHEN_UNABLE, "win", None, None, 60),
        ("draw when unable, 2 seats", DRAW_WHEN_UNABLE, "points", 3, None, 60),
        ("svoora, 2 seats", new_game(rules.load("svoora"), 2), "points", None, None, 60),
        ("muggins, 2 seats", new_game(rules.load("muggins"), 2), "points", None, None, 60),
        ("muggins, pairs", new_game(rules.load("muggins"), 4), "points", None, None, 60),
        ("fives-and-threes, 2 seats", new_game(rules.load("fives-and-threes"), 2), "points",
         None, None, 60),
        ("fives-and-threes, pairs", new_game(rules.load("fives-and-threes"), 4), "points",
         None, None, 60),
        ("sebastopol", new_game(rules.load("sebastopol"), 4), "win", None, None, 2),
        ("sebastopol", new_game(rules.load("sebastopol"), 4), "points", None, None, 2),
        ("draw, 2 seats", new_game(rules.load("draw"), 2), "points", None, None, 2),
    ]  # fmt: skip


def dealt(game: Game, number: int) -> State:
    """Deal number so and so, before the lead."""
    return deal_round(game, Rng(number)).state


def solve_theirs(deal: Deal) -> int:
    """What the peer's search finds for the first side."""
    hands = [
        dominoes.Hand([dominoes.Domino(*tiles.halves(tile)) for tile in tiles.members(hand)])
        for hand in deal.hands
    ]
    lead = dominoes.Domino(6, 6)
    leader = next(seat for seat, hand in enumerate(hands) if lead in hand)
    game = dominoes.Game(dominoes.Board(), hands, [], leader, ((lead, True),), leader, None)
    game.make_move(lead, True)
    game.skinny_board()
    _, points = dominoes.search.alphabeta(game)
    return int(points)


def measure(case: Case, deals: int) -> None:
    """Print how long solving these deals took."""
    name, game, goal, median_bar, rare_bar, seconds = case
    took, unsolved, nodes = [], 0, 0
    for number in range(deals):
        state = dealt(game, number)
        start = time.process_time()
        found = solve(state, goal, seconds=seconds)
        took.append((time.process_time() - start) * 1000)
        unsolved += not found.exact
        nodes += found.nodes
    took.sort()
    bars = "".join(
        f", {what} bar {bar:g}"
        for what, bar in (("median", median_bar), ("p95", rare_bar))
        if bar is not None
    )
    print(
        f"{name:26} {goal:6} {deals:4} deals: median {statistics.median(took):8.2f} ms,"
        f" p95 {took[deals * 19 // 20]:8.2f} ms, {1000 * deals / sum(took):7.1f} per CPU second,"
        f" {nodes // deals:9,} positions"
        f"{f', {unsolved} not solved in {seconds:g} s' if unsolved else ''}{bars}",
        flush=True,
    )


def compare(deals: int) -> None:
    """Print what the peer needs for some of the deals, and what we need for the same."""
    theirs = ours = 0.0
    for number in range(deals):
        state = dealt(PAIRS_SEVEN, number)
        start = time.process_time()
        points = solve_theirs(state.round.deal)
        middle = time.process_time()
        solve(state, "points")
        end = time.process_time()
        theirs += middle - start
        ours += end - middle
        winner = solve(state, "win").worth.low
        assert winner == (points > 0) - (points < 0), f"deal {number}: {winner}, {points}"
    print(f"pairs-seven, points, the same {deals} deals, CPU seconds each:")
    print(f"doublesix     {ours / deals:10.4f}")
    print(f"dominoes 6.1  {theirs / deals:10.4f}")
    print(f"ratio         {theirs / ours:10.0f}  (bar: 500)", flush=True)


def run_c(deals: int) -> None:
    """Let the C program measure itself, if there is one."""
    program = os.environ.get("SOLVE_C")
    if program:
        print("C, plain alpha-beta: ", end="", flush=True)
        subprocess.run([program, str(deals)], check=True)
    else:
        print("C: not measured; SOLVE_C names no program")


def main() -> None:
    """Run everything: how many deals, and how many of them beside the peer."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    beside = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    for _, game, goal, *_ in cases():
        solve(dealt(game, 0), goal, nodes=1)  # compiled, or read from the cache
    run_c(deals)
    for case in cases():
        measure(case, deals if case[5] > 2 else min(deals, 20))
    compare(beside)


if __name__ == "__main__":
    main()
