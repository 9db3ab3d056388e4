"""Beliefs: every world that agrees with a view, none other, each as likely as the next."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from doublesix import rules
from doublesix.bots.beliefs import Beliefs, World, world_state
from doublesix.bots.beliefs.facts import read_facts
from doublesix.bots.beliefs.puzzle import puzzles
from doublesix.bots.beliefs.ways import Ways, draw_below
from doublesix.engine import Game, State, View, new_game, view
from doublesix.engine.replay import replay
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.rng import Rng
from doublesix.tiles import members
from tests.conformance.secrets import shuffled, swapped_state, unseen_by
from tests.record import play_match
from tests.setting import begin, follow, game_of, hand, tiles
from tests.unit.bots.plain import plain_count
from tests.worlds import drawn, every_world, number_of, small_views, told

TABLES = [(name, seats) for name in rules.shipped() for seats in rules.load(name).seats]


def check_against_every_deal(state: State, seen: View) -> None:
    beliefs = Beliefs.of(seen)
    right = every_world(seen)
    assert beliefs.count == len(right)
    found = [told(world) for world in beliefs.worlds()]
    assert set(found) == right
    assert len(found) == len(right)
    for tile in range(seen.game.tiles.size):
        for seat in (None, *range(seen.game.seats)):
            assert beliefs.number(seat, tile) == number_of(right, state.past, seat, tile)
    world = beliefs.sample(Rng(beliefs.count))
    assert told(world) in right
    check_world(seen, world)


def check_world(seen: View, world: World) -> None:
    """The engine comes from this world's deal to a position that looks just like this."""
    state = world_state(seen, world)
    assert view(state, seen.seat) == seen
    assert state.hands == world.hands
    reached = [step.state for _, step in replay(state)]
    assert reached[-1:] == [state][: len(state.past)]


@given(small_views())
def test_all_worlds_are_found_whatever_the_rules(case: tuple[State, View]) -> None:
    check_against_every_deal(*case)


@pytest.mark.slow
@settings(max_examples=3000)
@given(small_views(most_drawn=5))
def test_all_worlds_of_many_rules_are_found(case: tuple[State, View]) -> None:
    check_against_every_deal(*case)


SMALL: dict[str, Any] = {
    "set": 3,
    "seats": [2, 3],
    "hand": {"2": 3, "3": 3},
    "reserve": 0,
    "sides": "alone",
}
POLICIES: dict[str, tuple[str, dict[str, Any]]] = {
    "block": ("block", {}),
    "draw one": ("ikea", {}),
    "draw one, which waits": ("ikea:ko", {}),
    "draw one or pass": ("ikea:lt", {}),
    "one holder of doubles is a redeal": ("ikea:cs", {}),
    "most doubles": ("ikea:hr", {}),
    "most doubles, equal ones are a redeal": ("ikea:hr", {"equal_doubles": "redeal"}),
    "most doubles, any lead": ("ikea:hr", {"lead": "any", "redeal_single_holder": True}),
    "draw on": ("svoora", {}),
    "draw on down to a reserve": ("svoora", {"reserve": 2}),
    "able may draw": ("draw", {"reserve": 1}),
    "able may draw one": ("draw", {"able_draw_limit": 1}),
    "only the able draw": ("block", {"able_may_draw": True}),
    "the able draw more": ("draw", {"unable": "draw_one"}),
    "able may pass": ("block", {"able_may_pass": True}),
    "able may pass, one stuck ends it": (
        "block",
        {"able_may_pass": True, "blocked_when": "one_stuck", "all_passed": "go_on"},
    ),
    "second tile": ("noris", {}),
    "second tile, or a draw": ("noris", {"second_tile_unable": "as_usual", "lead": "any"}),
    "second tile after any lead": ("noris", {"second_tile_after": "any_lead"}),
    "second tile before anything else": (
        "draw",
        {"second_tile": True, "second_tile_unable": "as_usual", "second_tile_after": "any_lead"},
    ),
    "one stuck": ("noris:bg", {}),
    "lowest double": ("fives-and-threes", {"lead": "any"}),
    "top double": ("sebastopol", {"no_leader": "highest_tile", "highest_tile_lead": "any"}),
    "top double, never one holder": (
        "sebastopol",
        {"no_leader": "highest_tile", "redeal_single_holder": True},
    ),
    "heaviest tile": ("block", {"leader": "highest_tile", "lead": "any"}),
    "heaviest tile, never one holder": (
        "block",
        {"leader": "highest_tile", "redeal_single_holder": True},
    ),
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seats", [2, 3])
def test_all_worlds_are_found_by_every_policy(policy: str, seats: int) -> None:
    name, changes = POLICIES[policy]
    game = game_of(name, seats, None, **(SMALL | changes))
    for seed in range(4):
        played = play_match(game, seed, 2)[-1]
        for number, state in enumerate(played.states[seed % 3 :: 3]):
            if drawn(state) <= 3:
                check_against_every_deal(state, view(state, (seed + number) % seats))


def test_all_worlds_are_found_where_several_things_are_needed_at_once() -> None:
    name, changes = POLICIES["able may pass, one stuck ends it"]
    game = game_of(name, 3, None, **(SMALL | changes))
    tried = 0
    for seed in range(8):
        for state in play_match(game, seed, 1)[0].states[:-1]:
            seen = view(state, seed % 3)
            if any(puzzle.needs > 1 for puzzle in puzzles(read_facts(seen))):
                tried += 1
                check_against_every_deal(state, seen)
    assert tried >= 5


# What is known from what, by hand: two seats, the set up to 2-2, two tiles each.


def tiny(**changes: object) -> Game:
    said = {"set": 2, "seats": [2], "hand": {"2": 2}, "sides": "alone"} | changes
    return game_of("ikea", 2, None, **said)


def test_before_the_lead_only_the_opening_rule_tells() -> None:
    """A leads by its 1-1, so B has no 2-2: two of 2-0, 2-1 and 0-0, 1-0 being A's."""
    beliefs = Beliefs.of(view(begin(tiny(), "1-1 1-0", "2-0 2-1"), 0))
    assert beliefs.count == 3
    assert beliefs.chance(1, tiles("2-2")[0]) == 0
    assert beliefs.chance(None, tiles("2-2")[0]) == 1
    assert beliefs.chance(1, tiles("2-0")[0]) == beliefs.number(1, tiles("2-0")[0]) / 3 == 2 / 3
    assert beliefs.chance(0, tiles("1-1")[0]) == 1
    assert beliefs.chance(1, tiles("1-1")[0]) == 0


def test_a_draw_shows_what_was_lacking_then_and_nothing_of_what_was_drawn() -> None:
    """B cannot play on 1-1, so it was dealt two of 2-2, 2-0 and 0-0; not 2-2, or it would lead.
    It drew 2-2 or 2-1."""
    state = follow(begin(tiny(), "1-1 1-0", "2-0 0-0", stock="2-1"), "A 1-1, B draw")
    beliefs = Beliefs.of(view(state, 0))
    assert {(world.dealt[1], world.drawn) for world in beliefs.worlds()} == {
        (hand("2-0 0-0"), tuple(tiles("2-2"))),
        (hand("2-0 0-0"), tuple(tiles("2-1"))),
    }
    assert beliefs.chance(1, tiles("2-1")[0]) == 0.5


def test_a_pass_by_choice_shows_nothing() -> None:
    dealt = begin(tiny(able_may_pass=True, unable="pass"), "1-1 1-0", "2-0 2-1")
    before = Beliefs.of(view(follow(dealt, "A 1-1"), 0))
    after = Beliefs.of(view(follow(dealt, "A 1-1, B pass"), 0))
    assert before.count == after.count == 3


def test_a_round_that_goes_on_shows_that_somebody_can_play() -> None:
    """Nothing can be drawn, A has no other 3, and the round is not over: B has one, besides any
    other tile of the eight in question."""
    dealt = begin(tiny(set=3, unable="pass"), "3-3 0-0", "3-1 2-1")
    beliefs = Beliefs.of(view(follow(dealt, "A 3-3"), 0))
    assert beliefs.count == 28 - 10
    assert all(world.hands[1] & hand("3-0 3-1 3-2") for world in beliefs.worlds())


def test_when_hands_are_shown_only_old_draws_are_in_question() -> None:
    for seed in range(20):
        state = play_match(tiny(), seed, 1)[0].end
        beliefs = Beliefs.of(view(state, 0))
        assert {world.hands for world in beliefs.worlds()} == {state.hands}


# Larger games.


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_sampled_worlds_are_played_again_to_the_same_view(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    rng = Rng(seats)
    for played in play_match(game, seats, 2):
        for state in played.states[1::5]:
            for seat in {state.turn, 0}:
                seen = view(state, seat)
                check_world(seen, Beliefs.of(seen).sample(rng))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_so_is_never_held_impossible(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    for state in play_match(game, 7 + seats, 1)[0].states[::3]:
        beliefs = Beliefs.of(view(state, seats - 1))
        for seat, held in enumerate(state.hands):
            assert all(beliefs.number(seat, tile) for tile in members(held))
        assert all(beliefs.number(None, tile) for tile in state.stock)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_everything_is_somewhere(name: str, seats: int) -> None:
    """Each tile off the table is held or in the stock; each hand has its size."""
    game = new_game(rules.load(name), seats)
    state = play_match(game, 3 + seats, 1)[0].states[-4]
    beliefs = Beliefs.of(view(state, 0))
    for tile in range(game.tiles.size):
        total = sum(beliefs.number(seat, tile) for seat in (None, *range(seats)))
        assert total in {0, beliefs.count}
    for seat, held in enumerate(state.hands):
        numbers = [beliefs.number(seat, tile) for tile in range(game.tiles.size)]
        assert sum(numbers) == beliefs.count * held.bit_count()


@pytest.mark.parametrize("name", ["block", "ikea:hr", "draw", "noris:bg", "svoora"])
def test_a_plain_count_of_larger_games_finds_the_same(name: str) -> None:
    """Slot by slot, without pools, and the tiles as they come."""
    game = new_game(rules.load(name), 3)
    for seed in range(3):
        states = play_match(game, seed, 1)[0].states
        for state in states[3::6]:
            if drawn(state) <= 6:
                seen = view(state, seed)
                assert Beliefs.of(seen).count == plain_count(seen)


def test_what_cannot_be_seen_makes_no_difference() -> None:
    rng = Rng(5)
    for name in ("block", "draw", "ikea:hr"):
        game = new_game(rules.load(name), 3)
        for state in play_match(game, 1, 1)[0].states[:-1:3]:
            other = swapped_state(state, shuffled(unseen_by(state, 1), rng))
            one, two = Beliefs.of(view(state, 1)), Beliefs.of(view(other, 1))
            assert one.count == two.count
            assert one.sample(Rng(2)) == two.sample(Rng(2))


def chi_square(seen: Counter[object], cells: int) -> float:
    """How far from even the counts are, in deviations from what chance would do."""
    expected = seen.total() / cells
    spread = sum((count - expected) ** 2 for count in seen.values())
    spread += (cells - len(seen)) * expected**2
    return float((spread / expected - (cells - 1)) / (2 * (cells - 1)) ** 0.5)


@pytest.mark.parametrize("policy", ["block", "draw on", "most doubles", "only the able draw"])
def test_every_world_is_as_likely_as_the_next(policy: str) -> None:
    name, changes = POLICIES[policy]
    game = game_of(name, 3, None, **(SMALL | {"hand": {"2": 3, "3": 2}} | changes))
    rng, tried = Rng(11), 0
    for seed in range(30):
        states = play_match(game, seed, 1)[0].states
        beliefs = Beliefs.of(view(states[len(states) // 2], seed % 3))
        if 5 <= beliefs.count <= 150:
            tried += 1
            found: Counter[object] = Counter(
                told(beliefs.sample(rng)) for _ in range(20 * beliefs.count)
            )
            assert chi_square(found, beliefs.count) < 5
    assert tried >= 5


def test_the_stock_of_a_sample_is_in_any_order() -> None:
    beliefs = Beliefs.of(view(begin(tiny(), "1-1 1-0", "2-0 2-1"), 0))
    rng = Rng(1)
    found: Counter[object] = Counter(beliefs.sample(rng).stock for _ in range(1200))
    assert chi_square(found, 6) < 5  # three worlds, each in two orders


def test_a_number_below_any_bound() -> None:
    rng = Rng(3)
    assert {draw_below(rng, 1) for _ in range(9)} == {0}
    assert {draw_below(rng, 5) for _ in range(200)} == set(range(5))
    drawn_high = [draw_below(rng, 3 << 70) for _ in range(300)]
    assert chi_square(Counter(number >> 70 for number in drawn_high), 3) < 5


def test_a_view_that_no_round_leads_to() -> None:
    """Whoever has the highest double of all leads."""
    seen = view(begin(tiny(), "2-2 1-0", "2-0 2-1"), 0)
    with pytest.raises(InvalidInput, match="No round"):
        Beliefs.of(replace(seen, leader=1))


def test_more_than_can_be_counted_is_refused() -> None:
    game = new_game(rules.load("ikea:hr"), 4)
    state = play_match(game, 1, 1)[0].states[3]
    (puzzle,) = puzzles(read_facts(view(state, state.turn)))
    with pytest.raises(UnsupportedRules, match="more to reckon with"):
        Ways(puzzle, most=3)
