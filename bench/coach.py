"""What it costs to look at a round again: ``bench/run coach [ROUNDS]``.

Rounds of every shipped book at every table, played by the bots that need no time, and the house
rule ``pairs-seven``. CPU time of one thread, everything but loading and compiling.
"""

import platform
import sys
from pathlib import Path
from time import thread_time

from doublesix import rules
from doublesix.bots import QUICK, find_bot
from doublesix.coach.analysis import analyse
from doublesix.coach.budget import ROUNDS
from doublesix.coach.found import Analysis
from doublesix.engine import SEATS, Game, State, apply, deal_round, new_game, view
from doublesix.rng import Rng

PAIRS_SEVEN = str(Path(__file__).parents[1] / "examples" / "pairs-seven.toml")
TABLES = [(name, seats) for name in rules.BOOKS for seats in rules.load(name).seats]
BAR = 2.0


def played(game: Game, seed: int) -> State:
    """A round of the quick bots, who take the seats in turn."""
    state = deal_round(game, Rng(seed)).state
    while state.result is None:
        bot = find_bot(QUICK[(state.turn + seed) % len(QUICK)])
        state = apply(state, bot.choose(view(state, state.turn), Rng(seed, len(state.past)))).state
    return state


def measure(state: State) -> tuple[float, Analysis]:
    """Seconds of the processor, and what was found."""
    began = thread_time()
    found = analyse(state, SEATS)
    return thread_time() - began, found


def tell(name: str, game: Game, rounds: int) -> None:
    """One table."""
    found = [measure(played(game, seed)) for seed in range(rounds)]
    seconds = [one for one, _ in found]
    decisions = [one for _, analysis in found for one in analysis.decisions]
    open_hands = sum(one.hindsight is not None for one in decisions)
    cost = f"mean {sum(seconds) / rounds:5.2f} s  most {max(seconds):5.2f} s"
    known = f"decisions {len(decisions) / rounds:4.1f}  with hindsight"
    print(f"{name:24} {game.seats} seats  {cost}  {known} {open_hands / len(decisions):4.0%}")


def main() -> None:
    """Everything."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"Python {platform.python_version()}, {ROUNDS} rounds in the head for every legal move")
    print(f"CPU seconds for one round, {rounds} rounds each (bar: {BAR:g} for pairs-seven)")
    for name, seats in [(PAIRS_SEVEN, 4), *TABLES]:
        game = new_game(rules.load(name), seats)
        measure(played(game, 0))  # loads what is needed
        tell(Path(name).stem if name == PAIRS_SEVEN else name, game, rounds)


if __name__ == "__main__":
    main()
