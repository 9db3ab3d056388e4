"""Worlds drawn by compiled code: as many as the readable beliefs find, and the same ones."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from numpy.typing import NDArray

from doublesix import rules
from doublesix.bots.beliefs import Beliefs
from doublesix.bots.beliefs.fast import sampler
from doublesix.engine import State, View, new_game, view
from doublesix.engine.events import Drew
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.kernel import core
from doublesix.kernel.beliefs import Sampler
from doublesix.tiles import mask, members
from tests.record import play_match
from tests.setting import begin, game_of
from tests.worlds import Tried, own_deal, small_views
from tests.worlds import told as told_world

SMALL = {"set": 3, "seats": [3], "hand": {"3": 2}, "reserve": 0, "sides": "alone"}


def told(seen: View, row: NDArray[np.uint64]) -> Tried:
    """What was dealt and what was drawn, from what lies in each slot."""
    slots: Iterator[int] = iter(int(word) for word in row[core.W_SLOTS + 1 : core.W_LEFT])
    own = mask(own_deal(seen))
    dealt = tuple(own if seat == seen.seat else next(slots) for seat in range(seen.game.seats))
    drawn = tuple(
        next(slots).bit_length() - 1 if event.tile is None else event.tile
        for event in seen.past
        if isinstance(event, Drew)
    )
    return dealt, drawn


def check_rows(seen: View, worlds: Sampler, rows: int) -> Counter[Tried]:
    """Each world drawn is one that the readable beliefs know, its hands and stock included; how
    often each came."""
    known = {told_world(world): world for world in Beliefs.of(seen).worlds()}
    found: Counter[Tried] = Counter()
    for row in worlds.draw(rows, seed=rows):
        world = known[told(seen, row)]
        hands = row[core.W_HANDS : core.W_HANDS + seen.game.seats]
        stock = row[core.W_STOCK : core.W_STOCK + seen.stock]
        assert tuple(int(hand) for hand in hands) == world.hands
        assert sorted(int(tile) for tile in stock) == list(world.stock)
        found[told_world(world)] += 1
    return found


@given(small_views())
def test_the_same_worlds_whatever_the_rules(case: tuple[State, View]) -> None:
    _, seen = case
    worlds = sampler(seen)
    assert worlds.count == Beliefs.of(seen).count  # small enough to be exact
    check_rows(seen, worlds, 8)


@pytest.mark.slow
@settings(max_examples=3000)
@given(small_views())
def test_the_same_worlds_by_many_rules(case: tuple[State, View]) -> None:
    _, seen = case
    worlds = sampler(seen)
    assert worlds.count == Beliefs.of(seen).count
    check_rows(seen, worlds, 30)


def chi_square(found: Counter[Tried], cells: int) -> float:
    """How far from even the counts are, in deviations from what chance would do."""
    expected = found.total() / cells
    spread = sum((count - expected) ** 2 for count in found.values())
    spread += (cells - len(found)) * expected**2
    return float((spread / expected - (cells - 1)) / (2 * (cells - 1)) ** 0.5)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("block", {}),
        ("svoora", {}),
        ("ikea:hr", {"lead": "any"}),
        ("ikea:hr", {"equal_doubles": "redeal"}),
        ("ikea:cs", {"lead": "any"}),
        ("block", {"able_may_draw": True}),
        ("draw", {}),
    ],
)
def test_every_world_is_as_likely_as_the_next(name: str, changes: dict[str, object]) -> None:
    game = game_of(name, 3, None, **(SMALL | changes))
    tried = 0
    for seed in range(30):
        states = play_match(game, seed, 1)[0].states
        seen = view(states[len(states) // 2], seed % 3)
        count = Beliefs.of(seen).count
        if 5 <= count <= 24:
            tried += 1
            worlds = sampler(seen)
            assert worlds.count == count
            assert chi_square(check_rows(seen, worlds, 20 * count), count) < 5
    assert tried >= 3


TABLES = [(name, seats) for name in rules.BOOKS for seats in rules.load(name).seats]


@pytest.mark.parametrize(("name", "seats"), [*TABLES, ("ikea:hr", 4), ("ikea:ko", 3)])
def test_shares_of_larger_games(name: str, seats: int) -> None:
    """Each seat holds each tile about as often as the readable beliefs say, and the next tile of
    the stock is any of it."""
    game = new_game(rules.load(name), seats)
    states = play_match(game, seats, 1)[0].states
    for state in states[2 :: len(states) // 3]:
        seen = view(state, 0)
        worlds, beliefs, rows = sampler(seen), Beliefs.of(seen), 200
        assert worlds.count == pytest.approx(beliefs.count, rel=1e-9)
        found = worlds.draw(rows, seed=seats)
        for tile in range(game.tiles.size):
            for seat in range(seats):
                held = int((found[:, core.W_HANDS + seat] >> np.uint64(tile) & np.uint64(1)).sum())
                check_share(held, rows, beliefs.chance(seat, tile))
            if seen.stock:
                first = int((found[:, core.W_STOCK] == tile).sum())
                check_share(first, rows, beliefs.chance(None, tile) / seen.stock)


def check_share(count: int, rows: int, chance: float) -> None:
    assert abs(count - rows * chance) <= 6 * (rows * chance * (1 - chance)) ** 0.5 + 1e-9


def test_streams_are_told_apart_and_repeat() -> None:
    state = play_match(new_game(rules.load("draw"), 3), 1, 1)[0].states[5]
    worlds = sampler(view(state, 1))
    first = worlds.draw(50, seed=1)
    assert (worlds.draw(50, seed=1) == first).all()
    assert (worlds.draw(50, seed=1, stream=1) != first).any()
    assert (worlds.draw(50, seed=2) != first).any()


def test_room_grows_until_it_does() -> None:
    state = play_match(new_game(rules.load("ikea:hr"), 4), 1, 1)[0].states[3]
    seen = view(state, state.turn)
    worlds = sampler(seen)
    words = [int(word) for word in worlds.memory]
    cramped = Sampler(words, list(worlds.splits), room=1)
    assert len(cramped.ways) > 1
    assert cramped.count == worlds.count
    assert (cramped.draw(20, seed=1) == worlds.draw(20, seed=1)).all()
    with pytest.raises(UnsupportedRules, match="more to reckon with"):
        Sampler(words, list(worlds.splits), room=1, most=4)


def test_room_for_every_case() -> None:
    """There is no room for the first node of the second case."""
    state = play_match(new_game(rules.load("draw"), 2), 1, 1)[0].states[0]
    seen = view(state, 1 - state.turn)
    worlds = sampler(seen)
    assert int(worlds.memory[core.B_CASES]) > 1
    words = [int(word) for word in worlds.memory]
    assert Sampler(words, list(worlds.splits), room=1).count == worlds.count


def test_a_case_without_worlds_is_never_drawn() -> None:
    for seed in range(6):
        state = play_match(new_game(rules.load("draw"), 3), seed, 1)[0].states[4]
        seen = view(state, state.turn)
        beliefs, found = Beliefs.of(seen), sampler(seen).draw(60, seed)
        for seat in range(3):
            for row in found[:, core.W_HANDS + seat]:
                assert all(beliefs.number(seat, tile) for tile in members(int(row)))


def test_what_compiled_code_does_not_do() -> None:
    large = game_of("block", 2, None, set=10)
    with pytest.raises(UnsupportedRules, match="double-9"):
        sampler(view(play_match(large, 1, 1)[0].states[0], 0))


def test_a_view_that_no_round_leads_to() -> None:
    game = game_of("ikea", 2, None, set=2, seats=[2], hand={"2": 2}, sides="alone")
    seen = view(begin(game, "2-2 1-0", "2-0 2-1"), 0)
    with pytest.raises(InvalidInput, match="No round"):
        sampler(replace(seen, leader=1))
