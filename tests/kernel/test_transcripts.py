"""Games written down by hand, followed by the compiled engine move by move."""

from pathlib import Path

import pytest

from doublesix.engine import State
from doublesix.engine.replay import replay
from doublesix.kernel import batch
from doublesix.notation.transcript import read_file
from tests.kernel.parity import check_moves, check_row, row_of

TESTS = Path(__file__).parents[1]
GAMES = sorted([*TESTS.glob("transcripts/*.toml"), *TESTS.glob("perft/*.toml")])


def states_of(last: State) -> list[State]:
    """Every position of a round, from its deal to this one."""
    return [*(before for before, _ in replay(last)), last]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_follows_every_round(path: Path) -> None:
    for number, last in enumerate(read_file(path).rounds, 1):
        where = f"{path.stem}, round {number}"
        followed = batch.follow(last)
        check_moves(followed.moves, states_of(last), where)
        check_row(followed.row, row_of(last), where)
