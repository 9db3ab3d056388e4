"""What moves are worth to a seat that sees only its own tiles, and what they came to with open
hands."""

import pytest

from doublesix import rules
from doublesix.bots.beliefs import Beliefs, world_state
from doublesix.coach.account import best_of, loss_of, stake_of
from doublesix.coach.hindsight import open_values
from doublesix.coach.values import values_of
from doublesix.engine import Game, apply, legal_moves, new_game, view
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.rng import Rng
from tests.conformance.secrets import shuffled, swapped_state, unseen_by
from tests.setting import choices, game_of
from tests.unit.coach.plain import endings, minimax

TABLES = [(name, seats) for name in rules.BOOKS for seats in rules.load(name).seats]
SMALL = {"set": 3, "hand": {"2": 4, "3": 3, "4": 2}}
WHOLE = {"set": 3, "hand": {"2": 5, "3": 3, "4": 2}}
"""Every tile is dealt to one of two seats, so that each knows what the other has."""


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_legal_move_has_a_value_that_hidden_tiles_do_not_change(
    name: str, seats: int
) -> None:
    states = choices(new_game(rules.load(name), seats), seed=seats)
    for state in (states[0], states[-1]):
        seen = view(state, state.turn)
        values = values_of(seen, 64)
        assert [valued.move for valued in values] == list(seen.legal)
        assert all(0 <= valued.worth <= 1 and valued.error >= 0 for valued in values)
        other = world_state(seen, Beliefs.of(seen).sample(Rng(7)))
        assert values_of(view(other, state.turn), 64) == values


def test_hidden_tiles_that_change_places_change_no_value() -> None:
    state = choices(game_of("draw", 4), seed=3)[3]
    swapped = swapped_state(state, shuffled(unseen_by(state, state.turn), Rng(1)))
    assert swapped.hands != state.hands
    assert view(swapped, state.turn) == view(state, state.turn)
    assert values_of(view(swapped, state.turn), 200) == values_of(view(state, state.turn), 200)


def test_one_move_surely_wins_and_another_surely_loses() -> None:
    game = game_of("block", 2, **SMALL)
    state = next(state for state in choices(game, 71) if len(state.past) == 4)
    seen, side = view(state, state.turn), game.side_of[state.turn]
    worlds = [world_state(seen, world) for world in Beliefs.of(seen).worlds()]
    known = {
        str(move): set().union(*(endings(apply(world, move).state, side) for world in worlds))
        for move in seen.legal
    }
    assert (len(worlds), known["2-1 left"], known["2-1 right"]) == (6, {1.0}, {0.0})
    values = values_of(seen, 300)
    wins, loses = [valued for valued in values if valued.move.tile == values[0].move.tile]
    assert (wins.worth, loses.worth) == (1.0, 0.0)
    assert best_of(values) == wins
    assert loss_of(values, wins.move) == 0.0
    assert loss_of(values, loses.move) == stake_of(values) == 1.0


def checked(game: Game, seeds: int) -> list[bool]:
    """Whether each decision of some rounds could be solved; what could is held against plain
    minimax."""
    solved = []
    for seed in range(seeds):
        for state in choices(game, seed):
            side = game.side_of[state.turn]
            found = open_values(state)
            plain = [minimax(apply(state, move).state, side) for move in legal_moves(state)]
            assert found in (None, plain)
            solved.append(found is not None)
    return solved


@pytest.mark.parametrize(
    ("name", "seats", "changes"),
    [
        ("block", 2, SMALL),
        ("block", 4, SMALL),
        ("muggins", 2, WHOLE),
        ("fives-and-threes", 4, SMALL),
        ("ikea", 2, {"set": 2, "hand": {"2": 2}, "seats": [2]}),
    ],
)
def test_hindsight_is_plain_minimax(name: str, seats: int, changes: dict[str, object]) -> None:
    solved = checked(game_of(name, seats, **changes), 12)
    assert len(solved) > 10
    assert all(solved)


def test_there_is_no_hindsight_where_it_would_take_too_long_or_has_no_one_answer() -> None:
    assert open_values(choices(game_of("block", 3), 1)[0]) is None
    state = choices(game_of("draw", 2), 1)[0]
    assert open_values(state, nodes=20) is None


@pytest.mark.parametrize("name", ["block", "muggins"])
def test_where_nothing_is_hidden_values_are_exact(name: str) -> None:
    game = game_of(name, 2, **WHOLE)
    decided = 0
    for seed in range(4):
        for state in choices(game, seed):
            side = game.side_of[state.turn]
            values = values_of(view(state, state.turn), 10)
            plain = [minimax(apply(state, move).state, side) for move in legal_moves(state)]
            assert [valued.worth for valued in values] == plain
            assert all(valued.error == 0 for valued in values)
            decided += 1
    assert decided


def test_where_there_are_not_two_sides_one_world_is_searched() -> None:
    game = game_of("block", 3, set=2, hand={"2": 3, "3": 2, "4": 1})
    found = [
        values_of(view(state, state.turn), 50)
        for seed in range(40)
        for state in choices(game, seed)
        if Beliefs.of(view(state, state.turn)).count == 1
    ]
    assert found
    assert all(valued.error > 0 for values in found for valued in values)


def test_two_ends_that_show_the_same_are_worth_the_same() -> None:
    for state in choices(game_of("ikea", 2), 2):
        seen = view(state, state.turn)
        if seen.ends.shown and len(set(seen.ends.shown)) == 1:
            values = values_of(seen, 64)
            by_tile = {valued.move.tile: valued.worth for valued in values}
            assert all(valued.worth == by_tile[valued.move.tile] for valued in values)
            return
    pytest.fail("both ends never showed the same")


def test_more_rounds_come_with_a_smaller_error() -> None:
    seen = next(view(state, state.turn) for state in choices(game_of("ikea", 3), 1))
    few, many = values_of(seen, 50), values_of(seen, 5000)
    assert values_of(seen, 50, seed=2) != few
    assert all(one.error > 3 * other.error for one, other in zip(few, many, strict=True))


@pytest.mark.parametrize("budget", [9, 1_000_001])
def test_budgets_that_are_none(budget: int) -> None:
    seen = next(view(state, state.turn) for state in choices(game_of("ikea", 3), 1))
    with pytest.raises(InvalidInput, match="10 to 1000000"):
        values_of(seen, budget)


def test_a_set_that_is_too_large_is_refused() -> None:
    game = game_of("block", 2, set=12, hand={"2": 9, "3": 9, "4": 9})
    state = choices(game, 1)[0]
    with pytest.raises(UnsupportedRules, match="sets up to double-9"):
        values_of(view(state, state.turn), 50)
