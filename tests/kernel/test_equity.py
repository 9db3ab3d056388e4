"""What a round is worth to the match."""

import numpy as np
import pytest

from doublesix import rules
from doublesix.engine import Game, new_game
from doublesix.kernel import core
from doublesix.kernel.batch import new_work, play_matches
from doublesix.kernel.equity import Reckoning, equity_of, spread_out
from doublesix.kernel.lower import lower
from tests.kernel.parity import COMPILED
from tests.setting import game_of


def worths(
    game: Game,
    before: list[int],
    made: list[int],
    winners: int = 0,
    reckoning: Reckoning = Reckoning.MATCH,
) -> list[float]:
    """What a round is worth in which these points were made."""
    work, row = new_work(), np.zeros(core.ROW_SIZE, np.int16)
    work[core.TOTALS : core.TOTALS + len(before)] = before
    row[core.POINTS : core.POINTS + len(made)], row[core.WINNERS] = made, winners
    equity = equity_of(game, reckoning).copy()
    core.value_round(lower(game).book, work, row, equity)
    return [float(worth) for worth in equity[core.E_WORTHS :][: len(made)]]


TABLES = [("block", 2), ("muggins", 3), *([("ikea", 5)] if COMPILED else [])]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_chances_of_all_sides_are_one(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    sides = len(game.sides)
    even = worths(game, [0] * sides, [0] * sides)
    assert even == pytest.approx([1 / sides] * sides)
    ahead = worths(game, [0] * sides, [20] + [0] * (sides - 1))
    assert sum(ahead) == pytest.approx(1)
    assert ahead[0] > even[0] > ahead[1]
    # The same lead counts more when fewer points are missing.
    nearly = [game.target // 2] * sides
    assert worths(game, nearly, [20] + [0] * (sides - 1))[0] > ahead[0]


def test_who_has_reached_the_target_has_won() -> None:
    game = game_of("muggins", 3)
    assert worths(game, [50, 55, 0], [20, 10, 0]) == [1, 0, 0]
    assert worths(game, [50, 50, 0], [20, 20, 0]) == [0.5, 0.5, 0]


def test_totals_below_nothing_are_the_worst_there_is() -> None:
    game = game_of("block", 2)
    assert worths(game, [0, 0], [0, -30]) == worths(game, [0, 0], [0, 0])


def test_without_a_target_the_round_counts() -> None:
    game = game_of("noris", 4)
    assert worths(game, [0] * 4, [0] * 4, winners=0b0100) == [0, 0, 1, 0]
    assert worths(game, [0] * 4, [0] * 4) == [0.25] * 4


def test_the_round_alone_may_be_asked_for() -> None:
    game = game_of("muggins", 2)
    asked = [worths(game, [0, 0], [5, 30], 0b01, reckoning) for reckoning in Reckoning]
    assert asked[:2] == [[1, 0], [0, 1]]
    assert 0 < asked[2][0] < 0.5 < asked[2][1] < 1
    assert worths(game, [0, 0], [5, 5], 0b01, Reckoning.POINTS) == [0.5, 0.5]


@pytest.mark.skipif(not COMPILED, reason="takes long in plain Python")
@pytest.mark.parametrize("name", ["block", "muggins", "ikea"])
def test_it_is_near_what_happens(name: str) -> None:
    """A match of two that one begins with points ahead, played out by thumb rules."""
    game = game_of(name, 2)
    for lead in (game.target // 3, 2 * game.target // 3):
        claimed = worths(game, [0, 0], [lead, 0])[0]
        found = _won_from(game, lead)
        assert found == pytest.approx(claimed, abs=0.08)
        assert claimed > 0.6


def _won_from(game: Game, lead: int) -> float:
    """How often the side that is ahead by so much wins, round after round from long matches."""
    rows = play_matches(lower(game), 1, 0, 3000, ["heuristic"] * 2).rows
    made = rows[:, core.POINTS : core.POINTS + 2].astype(int)
    rng = np.random.default_rng(1)
    won, count = 0.0, 2000
    for _ in range(count):
        totals = np.array([lead, 0])
        while totals.max() < game.target:
            pair = made[rng.integers(len(made))]
            totals = totals + (pair if rng.random() < 0.5 else pair[::-1])
        won += 0.5 if totals[0] == totals[1] else float(totals[0] > totals[1])
    return won / count


def test_a_search_looks_at_what_a_round_can_change() -> None:
    """From losing by many points to winning by many, whatever the score."""
    for game, before in ((game_of("block", 2), [0, 0]), (game_of("muggins", 3), [10, 40, 0])):
        work = new_work()
        work[core.TOTALS : core.TOTALS + len(before)] = before
        plain = equity_of(game)
        wide = spread_out(plain, lower(game), work)
        gain = int(plain[core.E_GAIN])
        found = []
        for winner in range(len(before)):
            row = np.zeros(core.ROW_SIZE, np.int16)
            row[core.POINTS + winner] = gain
            core.value_round(lower(game).book, work, row, wide)
            found.append(wide[core.E_WORTHS : core.E_WORTHS + len(before)].tolist())
        for side, column in enumerate(zip(*found, strict=True)):
            assert column[side] == pytest.approx(1)
            assert min(column) == pytest.approx(0)
    noris = game_of("noris", 4)
    assert (spread_out(equity_of(noris), lower(noris), new_work()) == equity_of(noris)).all()
