"""Worlds that other seats' moves make likely, and who plays in them."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from doublesix.bots import likely
from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.likely import Lot, Pool, sought, weighed
from doublesix.engine import State, view
from doublesix.kernel import core
from doublesix.kernel.habits import Habits
from tests.setting import game_of
from tests.unit.bots.played import played_by


def pool_of(state: State) -> Pool:
    """Worlds drawn blindly, weighed."""
    seen = view(state, state.turn)
    worlds = sampler(seen).draw(256, 1)
    return Pool(Lot(worlds, Habits(seen).weigh(worlds)), seen.stock, 1)


@pytest.mark.parametrize(
    ("bots", "player"),
    [(["greedy"] * 4, core.GREEDY), (["heuristic"] * 4, core.HEURISTIC)],
    ids=["greedy", "heuristic"],
)
def test_who_plays_is_seen_from_the_moves(bots: Sequence[str], player: int) -> None:
    """Of players who know no better, more are held for what they are than in a round of others."""
    shares = []
    for others in (bots, ["random"] * 4):
        found = []
        for seed in range(8):
            state = played_by(others, seed, 14)
            _, players = pool_of(state).draw(500)
            rest = [seat for seat in range(4) if seat != state.turn]
            found.append((players[:, rest] == player).mean())
            assert (players[:, state.turn] == core.NET).all()
        shares.append(np.mean(found))
    assert shares[0] > 2 * shares[1]


def test_players_are_drawn_as_often_as_they_are_likely() -> None:
    state = played_by(["random"] * 4, 3, 14)
    seen = view(state, state.turn)
    pool = pool_of(state)
    odds = Habits(seen).weigh(pool.worlds)
    likely = np.exp(odds - np.logaddexp.reduce(odds, axis=2, keepdims=True))
    # A player with the net may be a sure or a loose one.
    wanted = np.stack([likely[..., 4], likely[..., 3], likely[..., 2], likely[..., :2].sum(-1)], -1)
    together = np.logaddexp.reduce(odds, axis=2).sum(axis=1)
    weights = np.exp(together - np.logaddexp.reduce(together))
    assert pool.weights == pytest.approx(weights)
    drawn = [pool.draw(500) for _ in range(80)]
    worlds, players = (np.concatenate(parts) for parts in zip(*drawn, strict=True))
    hands = pool.worlds[None, :, :4]
    often = (worlds[:, None, :4] == hands).all(axis=2).mean(axis=0)
    alike = (pool.worlds[:, None, :4] == hands).all(axis=2)  # a world may be there twice
    assert often == pytest.approx(weights @ alike, abs=1e-3)
    for seat in range(4):
        found = np.bincount(players[:, seat].astype(int), minlength=4) / 40_000
        assert found == pytest.approx(weights @ wanted[:, seat], abs=0.015)


def test_the_stock_of_a_likely_world_never_lies_in_the_same_order_for_long() -> None:
    """Who knew the order would know after one tile drawn what all others will be."""
    state = played_by(["heuristic"] * 3, 1, 6, game_of("draw", 3))
    seen, pool = view(state, state.turn), pool_of(state)
    first, last = core.W_STOCK, core.W_STOCK + seen.stock
    sure = pool.worlds[pool.weights.argmax()]
    drawn = np.concatenate([pool.draw(512)[0] for _ in range(4)])
    same = drawn[(drawn[:, core.W_SLOTS :] == sure[core.W_SLOTS :]).all(axis=1)]
    assert seen.stock > 5
    assert len(same) > 20
    assert (np.sort(same[:, first:last]) == np.sort(sure[first:last])).all()
    assert len(np.unique(same[:, first:last], axis=0)) > 0.9 * len(same)
    beside = np.delete(same, np.s_[first:last], axis=1)
    assert (beside == np.delete(sure, np.s_[first:last])).all(), "nothing else changes"


def test_near_the_end_the_likeliest_players_play() -> None:
    """A player with the net may be a sure or a loose one, and is one player all the same."""
    state = played_by(["heuristic"] * 4, 5, 14)
    seen, pool = view(state, state.turn), pool_of(state)
    odds = np.exp(Habits(seen).weigh(pool.worlds))
    likely = np.stack([odds[..., 4], odds[..., 3], odds[..., 2], odds[..., :2].sum(-1)], -1)
    players = pool.likely_players()
    assert (players == likely.argmax(axis=2)).all()
    assert {core.NET, core.HEURISTIC} <= set(players.reshape(-1).tolist())


def test_moves_do_not_leave_a_few_worlds_only() -> None:
    """The order of worlds stays, and who is hard to read is read as before."""
    state = played_by(["master@4"] * 4, 2, 18)
    seen = view(state, state.turn)
    worlds = sampler(seen).draw(256, 1)
    lot = Lot(worlds, Habits(seen).weigh(worlds))
    alike = [1 / (Pool(lot, 0, 1, least).weights ** 2).sum() for least in (0, 8, 64, 200)]
    as_they_are = alike[0]
    assert 8 < as_they_are < 64
    assert alike[1] == as_they_are
    assert 64 <= alike[2] < 80
    assert 128 <= alike[3] < 145, "never more than half"
    sharp, flat = (Pool(lot, 0, 1, least).weights for least in (0, 64))
    assert (np.argsort(sharp, kind="stable") == np.argsort(flat, kind="stable")).all()
    assert flat.sum() == pytest.approx(1)


CROWDS = [("draw", 2, 2), ("draw", 3, 0), ("ikea", 3, 1), ("block", 4, 0)]
"""Games, and rounds of them in which moves have told much."""


@pytest.mark.parametrize(("name", "seats", "seed"), CROWDS)
def test_worlds_that_are_sought_count_more_and_say_the_same(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, seed: int
) -> None:
    """Who is held to have which tile is what many worlds drawn blindly say, and nearer to it than
    what as many blind ones do."""
    monkeypatch.setattr(likely, "LEAST", 0)
    state = played_by(["master@4"] * seats, seed, 10, game_of(name, seats))
    seen = view(state, state.turn)
    habits, worlds = Habits(seen), sampler(seen)

    def look(way: Callable[..., Pool], count: int, number: int) -> Pool:
        return way(habits, worlds, Clock(Budget(rounds=count)), count, number)

    truth = held(look(weighed, 60_000, 5), seats)
    off, alike = [], []
    for way in (weighed, sought):
        pools = [look(way, 1024, 100 + number) for number in range(10)]
        apart = np.array([held(pool, seats) for pool in pools]) - truth
        off.append([(apart**2).mean(), (apart.mean(axis=0) ** 2).mean()])
        alike.append(np.mean([1 / (pool.weights**2).sum() for pool in pools]))
    assert alike[1] > 1.5 * alike[0]
    assert off[1][0] < off[0][0], "each one is nearer"
    assert off[1][1] < 0.5 * off[1][0], "and what they are off by is mostly chance"


def held(pool: Pool, seats: int) -> NDArray[np.float64]:
    """How likely each seat is to hold each tile."""
    tiles = pool.worlds[:, :seats, None] >> np.arange(28, dtype=np.uint64) & np.uint64(1)
    found: NDArray[np.float64] = np.einsum("w,wst->st", pool.weights, tiles.astype(float))
    return found


def test_with_no_time_for_more_one_lot_is_enough() -> None:
    state = played_by(["heuristic"] * 3, 1, 6, game_of("draw", 3))
    seen = view(state, state.turn)
    pools = [
        way(Habits(seen), sampler(seen), Clock(Budget(rounds=200)), 4096, 7)
        for way in (weighed, sought)
    ]
    assert [len(pool.worlds) for pool in pools] == [200, 200]
    assert (pools[0].worlds == pools[1].worlds).all()
    assert (pools[0].weights == pools[1].weights).all()
