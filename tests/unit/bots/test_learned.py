"""The player that knows what a net has learned."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from doublesix.bots import find_bot, learned
from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.learned import Opinions
from doublesix.bots.likely import weighed
from doublesix.bots.searching import SearchBot
from doublesix.engine import Game, Move, State, View, apply, deal_round, legal_moves, view
from doublesix.kernel import core
from doublesix.kernel.habits import Habits
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.solve import Goal, worths
from doublesix.rng import Rng
from tests.setting import game_of
from tests.unit.bots.played import PAIRS, played_by


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
    (game_of("draw", 2), learned.TWO_WHO_MAY_DRAW),
    (game_of("ikea", 2, able_may_draw=True), learned.TWO_WHO_MAY_DRAW),
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
    """Only at a table for two, where nobody may draw at will, is there a search in all worlds
    first, only in company are moves tried by thumb rules; what nobody outweighs is done."""
    assert learned.trust_in(game) == trust
    searched = watch(monkeypatch, SearchBot, "grown")
    tried = watch(monkeypatch, learned, "try_quickly")
    views = views_of(game, 30)
    liked = [seen.legal[int(Rollouts(seen).judge().argmax())].tile for seen in views]
    for seen in views:
        assert chosen("master@2", seen) in seen.legal
    assert len(searched) == (len(views) if trust is learned.TWO else 0)
    assert len(tried) == (len(views) if trust is learned.MANY else 0)
    for net in (0.0, 1e9):
        counted = replace(trust, net=net)
        monkeypatch.setattr(learned, "trust_in", lambda game, counted=counted: counted)
        tiles = [chosen("master@2", seen).tile for seen in views]
        assert (tiles == liked) == (net > 0)


def test_the_net_counts_otherwise_in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    views = views_of(game_of("block", 3), 12)
    liked = [seen.legal[int(Rollouts(seen).judge().argmax())].tile for seen in views]
    for hasty, calm in ((1e9, 0.0), (0.0, 1e9)):
        trust = replace(learned.MANY, net=calm, net_in_haste=hasty)
        monkeypatch.setattr(learned, "trust_in", lambda game, trust=trust: trust)
        found = [chosen("master@1ms", seen).tile for seen in views]
        assert (found == liked) == (hasty > 0)


def test_in_haste_the_master_does_not_think_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighing worlds would take all the time there is."""
    state = played_by(["heuristic"] * 3, 2, 5, game_of("block", 3))
    seen, weighed = view(state, state.turn), watch(monkeypatch, Habits, "weigh")
    assert chosen("master@7ms", seen) in seen.legal
    assert not weighed
    assert chosen("master@8ms", seen) in seen.legal
    assert weighed


@pytest.mark.parametrize(
    ("seconds", "searches"), [(1e-6, False), (0.05, True)], ids=["no-time", "some-time"]
)
def test_in_haste_moves_are_tried_by_thumb_rules_before_there_is_a_search(
    monkeypatch: pytest.MonkeyPatch, seconds: float, *, searches: bool
) -> None:
    """Both count, and neither goes on for longer than there is time."""
    state = played_by(["heuristic"] * 3, 2, 5, game_of("block", 3))
    seen = view(state, state.turn)
    searched = watch(monkeypatch, SearchBot, "grown")
    worlds, rolls = sampler(seen), Rollouts(seen)
    told = rolls.judge().astype(float)
    said = learned.in_haste(Clock(Budget(seconds=seconds)), worlds, rolls, 1)
    assert len(searched) == searches
    assert said.counts > learned.MANY.net_in_haste
    assert said.mean != pytest.approx(told)


def test_where_all_tiles_are_known_the_master_hardly_errs() -> None:
    """Beside a move by chance it loses next to nothing, by perfect play of both sides."""
    lost = by_chance = 0.0
    for state, worth in known_to_all(game_of("muggins", 2), rounds=2500):
        seen = view(state, state.turn)
        lost += worth.max() - worth[seen.legal.index(chosen("master@64", seen))]
        by_chance += worth.max() - worth.mean()
    assert by_chance > 200
    assert lost < by_chance / 30


def known_to_all(game: Game, rounds: int) -> Iterator[tuple[State, NDArray[np.int64]]]:
    """Positions of thumb-rule players without a hidden tile, and what each move is worth to the
    seat in turn, where that can be found out soon and moves are not all worth the same."""
    thumb = find_bot("heuristic")
    for deal in range(rounds):
        state = deal_round(game, Rng(deal)).state
        while state.result is None:
            legal, seen = legal_moves(state), view(state, state.turn)
            if len(legal) > 1 and not state.stock and sampler(seen).count == 1:
                found = worths(state, Goal.POINTS, 20_000)
                worth = np.array([one.low for one in found]) * (-1) ** state.turn
                if all(one.exact for one in found) and worth.max() > worth.min():
                    yield state, worth
            state = apply(state, thumb.choose(seen, Rng(deal))).state


def watch(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[tuple[Any, ...]]:
    """What something is called with from now on; it does what it did."""
    does, calls = getattr(where, name), []

    def watched(*given: Any) -> Any:
        calls.append(given)
        return does(*given)

    monkeypatch.setattr(where, name, watched)
    return calls


def test_moves_are_tried_quickly_by_thumb_rules_in_the_same_worlds() -> None:
    """Whoever is likely to sit there: nobody asks the net."""
    state = played_by(["master@4"] * 3, 1, 6, game_of("svoora", 3))
    seen = view(state, state.turn)
    habits, worlds, rolls = Habits(seen), sampler(seen), Rollouts(seen)
    pools = [weighed(habits, worlds, Clock(Budget(rounds=512)), 512, 3) for _ in range(2)]
    found = learned.try_quickly(rolls, pools[0].draw, Clock(Budget(rounds=500)))
    at_once = learned.AT_ONCE // len(seen.legal)
    assert 0 < 500 % at_once < at_once, "more than one lot, and the last is smaller"
    lots = [pools[1].draw(at_once) for _ in range(500 // at_once)]
    lots.append(pools[1].draw(500 % at_once))
    drawn, players = (np.concatenate(parts) for parts in zip(*lots, strict=True))
    assert (players == core.NET).any()
    by_thumb = np.where(players == core.NET, np.uint64(core.HEURISTIC), players)
    assert 0 < rolls.span < 1
    assert found * rolls.span == pytest.approx(rolls.try_moves(drawn, by_thumb).mean(axis=0))
    assert found * rolls.span != pytest.approx(rolls.try_moves(drawn, players).mean(axis=0))


def chosen(bot: str, seen: View) -> Move:
    return find_bot(bot).choose(seen, Rng(1))
