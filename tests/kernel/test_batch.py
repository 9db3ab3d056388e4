"""Many rounds at once: the same rows however the work is split, and clear words for mistakes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from doublesix.errors import InvalidInput
from doublesix.kernel import batch, core
from doublesix.kernel.batch import Rounds, play_matches, play_rounds
from doublesix.kernel.lower import Lowered, lower
from tests.kernel.parity import check_rounds
from tests.setting import game_of

BLOCK = lower(game_of("block", 4))
MUGGINS = lower(game_of("muggins", 3))
ARMS = lower(game_of("sebastopol", 4))


def same(one: Rounds, *parts: Rounds) -> bool:
    """Whether the parts are the whole; matches are counted anew in each part."""
    rows = np.concatenate([part.rows for part in parts])
    dealt = np.concatenate([part.dealt for part in parts])
    columns = slice(core.NUMBER, None)
    return np.array_equal(one.rows[:, columns], rows[:, columns]) and np.array_equal(
        one.dealt, dealt
    )


@pytest.mark.parametrize("lowered", [BLOCK, MUGGINS, ARMS], ids=lambda it: it.game.rules.id)
def test_split_work_gives_the_same_rounds(lowered: Lowered) -> None:
    whole = play_rounds(lowered, seed=1, first=5, count=20)
    assert len(whole) == 20
    assert list(whole.rows[:, core.MATCH]) == list(range(20))
    parts = [play_rounds(lowered, 1, first, 5) for first in (5, 10, 15, 20)]
    assert same(whole, *parts)
    assert not same(whole, play_rounds(lowered, seed=2, first=5, count=20))


def test_split_work_gives_the_same_matches() -> None:
    whole = play_matches(MUGGINS, seed=1, first=0, count=6)
    parts = [play_matches(MUGGINS, 1, first, 2) for first in (0, 2, 4)]
    assert same(whole, *parts)
    assert set(whole.rows[:, core.MATCH]) == set(range(6))


def test_there_is_room_for_long_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_matches(BLOCK, seed=3, first=0, count=3)
    monkeypatch.setattr(batch, "_ROUNDS_A_MATCH", 1)
    again = play_matches(BLOCK, seed=3, first=0, count=3)
    assert len(again) > 3 * 2, "the room had to grow more than once"
    assert np.array_equal(whole.rows, again.rows)
    assert np.array_equal(whole.dealt, again.dealt)


def test_no_rounds_at_all() -> None:
    assert len(play_rounds(BLOCK, seed=1, first=0, count=0)) == 0
    assert len(play_matches(BLOCK, seed=1, first=0, count=0)) == 0


def test_rows_start_clean() -> None:
    """What a round leaves behind does not depend on the one before it."""
    alone = play_rounds(MUGGINS, seed=1, first=7, count=1)
    among = play_rounds(MUGGINS, seed=1, first=0, count=8)
    assert np.array_equal(alone.rows[0, core.NUMBER :], among.rows[7, core.NUMBER :])


@pytest.mark.parametrize("seed", [-1, 2**64 - 1, 2**64, 2**64 + 5, 3**90])
def test_seeds_of_any_size(seed: int) -> None:
    check_rounds(BLOCK.game, seed, first=0, count=2)


@pytest.mark.parametrize("first", [2**31, 2**40 + 3, 2**64 - 1])
def test_streams_far_out(first: int) -> None:
    check_rounds(BLOCK.game, seed=1, first=first, count=1)


def test_the_seed_and_the_stream_wrap() -> None:
    assert same(play_rounds(BLOCK, 5, 0, 3), play_rounds(BLOCK, 2**64 + 5, 0, 3))
    assert same(play_rounds(BLOCK, 5, 7, 3), play_rounds(BLOCK, 5, 2**64 + 7, 3))


@pytest.mark.parametrize("play", [play_rounds, play_matches])
def test_no_fewer_than_no_games(play: Callable[..., Rounds]) -> None:
    assert len(play(BLOCK, 1, 0, 0)) == 0
    with pytest.raises(InvalidInput, match="-1 is no number of games"):
        play(BLOCK, 1, 0, -1)


@pytest.mark.parametrize("given", [("random",), ("greedy",) * 5])
def test_a_player_for_every_seat(given: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput) as wrong:
        play_rounds(BLOCK, 1, 0, 1, given)
    assert wrong.value.code == "kernel-players"
    assert wrong.value.details == {"given": len(given), "seats": 4}
    assert str(wrong.value).startswith(f"{len(given)} player")


def test_players_that_are_not_there() -> None:
    with pytest.raises(InvalidInput) as wrong:
        play_matches(BLOCK, 1, 0, 1, ("random", "greedy", "clever", "random"))
    assert wrong.value.code == "kernel-policy"
    assert (
        str(wrong.value)
        == "The compiled engine has no player clever; it has random, greedy, heuristic or net."
    )


def test_random_players_may_be_named() -> None:
    named = play_rounds(BLOCK, 1, 0, 5, ["random"] * 4)
    assert same(named, play_rounds(BLOCK, 1, 0, 5))


def test_two_threads_at_once() -> None:
    def play(first: int) -> Rounds:
        with np.errstate(over="ignore"):  # a thread does not take over how numpy warns
            return play_rounds(MUGGINS, 9, first, 40)

    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(play, [0, 40]))
    assert same(play_rounds(MUGGINS, 9, 0, 80), *parts)
