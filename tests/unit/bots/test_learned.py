"""Worlds that a player with the net holds for likely, and who plays in them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from doublesix.bots import find_bot, learned
from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.learned import Opinions
from doublesix.bots.likely import Pool
from doublesix.bots.searching import SearchBot
from doublesix.engine import Game, Move, State, View, apply, deal_round, legal_moves, view
from doublesix.kernel import core
from doublesix.kernel.habits import Habits
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.search import Tree
from doublesix.rng import Rng
from tests.setting import game_of

PAIRS = game_of("block", 4, seats=[4], hand={"4": 7})


def played_by(bots: Sequence[str], seed: int, moves: int, game: Game = PAIRS) -> State:
    """A position after so many moves of these bots, one for each seat, with a choice."""
    state = deal_round(game, Rng(seed)).state
    while len(state.past) < moves or len(legal_moves(state)) == 1:
        seen = view(state, state.turn)
        state = apply(state, find_bot(bots[state.turn]).choose(seen, Rng(seed))).state
        assert state.result is None
    return state


def pool_of(state: State) -> Pool:
    seen = view(state, state.turn)
    worlds = sampler(seen).draw(256, 1)
    return Pool(worlds, Habits(seen).weigh(worlds), seen.stock, 1)


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
    odds = Habits(seen).weigh(worlds)
    alike = [1 / (Pool(worlds, odds, 0, 1, least).weights ** 2).sum() for least in (0, 8, 64, 200)]
    as_they_are = alike[0]
    assert 8 < as_they_are < 64
    assert alike[1] == as_they_are
    assert 64 <= alike[2] < 80
    assert 128 <= alike[3] < 145, "never more than half"
    sharp, flat = (Pool(worlds, odds, 0, 1, least).weights for least in (0, 64))
    assert (np.argsort(sharp, kind="stable") == np.argsort(flat, kind="stable")).all()
    assert flat.sum() == pytest.approx(1)


def test_opinions_count_as_much_as_the_rounds_that_led_to_them() -> None:
    """But however many these are, less than the most that such an opinion counts."""
    said = Opinions(np.array([0.2, 0.8]), 100)
    heard = np.array([1.0, 0.0])
    assert said.and_of(heard, 200, 200).mean == pytest.approx([0.6, 0.4])
    assert said.and_of(heard, 1e12, 300).mean == pytest.approx([0.8, 0.2])
    assert said.and_of(heard, 1e12, 300).counts == pytest.approx(400)


KINDS = [
    (PAIRS, learned.PAIRS),
    (game_of("draw", 3), learned.MANY),
    (game_of("ikea", 5), learned.MANY),
    (game_of("ikea", 2), learned.TWO),
    (game_of("muggins", 2), learned.SCORING),
    (game_of("fives-and-threes", 3), learned.SCORING),
    (game_of("muggins", 4), learned.SCORING),
]


def views_of(game: Game, count: int) -> list[View]:
    bots = ["random"] * game.seats
    states = [played_by(bots, seed, 4, game) for seed in range(count)]
    return [view(state, state.turn) for state in states]


@pytest.mark.parametrize(("game", "trust"), KINDS)
def test_opinions_count_as_it_is_at_the_table(
    monkeypatch: pytest.MonkeyPatch, game: Game, trust: learned.Trust
) -> None:
    """Only at a table for two is there a search in all worlds first; what nobody outweighs is
    done."""
    assert learned.trust_in(game) == trust
    grown, searched = SearchBot.grown, []

    def watched(*given: Any) -> Tree:
        searched.append(given)
        return grown(*given)

    monkeypatch.setattr(SearchBot, "grown", watched)
    views = views_of(game, 30)
    liked = [seen.legal[int(Rollouts(seen).judge().argmax())].tile for seen in views]
    once = [chosen("master@2", seen).tile for seen in views]
    assert len(searched) == (len(views) if trust is learned.TWO else 0)
    sure = replace(trust, net=1e9)
    monkeypatch.setattr(learned, "trust_in", lambda game: sure)
    assert [chosen("master@2", seen).tile for seen in views] == liked != once


def test_the_net_counts_otherwise_in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    views = views_of(game_of("block", 3), 12)
    liked = [seen.legal[int(Rollouts(seen).judge().argmax())] for seen in views]
    for hasty, calm in ((1e9, 0.0), (0.0, 1e9)):
        trust = replace(learned.MANY, net=calm, net_in_haste=hasty)
        monkeypatch.setattr(learned, "trust_in", lambda game, trust=trust: trust)
        found = [chosen("master@1ms", seen) for seen in views]
        assert (found == liked) == (hasty > 0)


def test_in_haste_the_master_does_not_think_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighing worlds would take all the time there is."""
    state = played_by(["heuristic"] * 3, 2, 5, game_of("block", 3))
    seen, weigh, weighed = view(state, state.turn), Habits.weigh, []

    def watched(habits: Habits, worlds: np.ndarray) -> np.ndarray:
        weighed.append(len(worlds))
        return weigh(habits, worlds)

    monkeypatch.setattr(Habits, "weigh", watched)
    assert chosen("master@7ms", seen) in seen.legal
    assert not weighed
    assert chosen("master@8ms", seen) in seen.legal
    assert weighed


def chosen(bot: str, seen: View) -> Move:
    return find_bot(bot).choose(seen, Rng(1))
