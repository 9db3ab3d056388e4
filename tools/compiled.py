"""Have everything compiled that can be, so that those who come next find it done.

    python -m tools.compiled

Several processes that need the compiled engine at once would each compile it.
"""

from doublesix import rules
from doublesix.bots.ready import get_ready
from doublesix.engine import deal_round, new_game
from doublesix.kernel.batch import perft, play_rounds
from doublesix.kernel.lower import lower
from doublesix.kernel.solve import solve
from doublesix.lab.learning.course import course
from doublesix.lab.learning.school import Plan, School
from doublesix.lab.tally import tally
from doublesix.rng import Rng


def main() -> None:
    """Do a little of all that is compiled."""
    game = new_game(rules.load("block"), 4)
    state = deal_round(game, Rng(1)).state
    tally(play_rounds(lower(game), 1, 0, 8), in_matches=False)
    perft(state, 1)
    solve(state, nodes=100)
    get_ready()
    next(School(course([])[:1], Plan(steps=1)).run())


if __name__ == "__main__":
    main()
