"""The exact solver beside plain minimax with the readable engine, and its lines replayed."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix import rules
from doublesix.engine import (
    Deal,
    Game,
    Move,
    State,
    apply,
    begin_round,
    deal_round,
    legal_moves,
    new_game,
)
from doublesix.engine.events import Ended
from doublesix.errors import DoublesixError, InvalidInput, UnsupportedRules
from doublesix.kernel.lower import LARGEST_SET, lower
from doublesix.kernel.solve import Goal, Limit, Search, Solution, Table, Worth, solve
from doublesix.rng import Rng
from tests.kernel.parity import COMPILED
from tests.record import PlayedRound, at_random, play_round
from tests.setting import game_of
from tests.strategies import games, played_rounds

GOALS = [goal.value for goal in Goal]
compiled = pytest.mark.skipif(not COMPILED, reason="to search a whole round takes a compiler")
TABLES = [
    (name, seats)
    for name in rules.shipped()
    for seats in rules.load(name).seats
    if seats == 2 or rules.load(name).plays_in_pairs(seats)
]
"""Every table of two sides that the shipped books and editions have."""


class TooLong(Exception):
    """Plain minimax would take too long here."""


def value(state: State, goal: str) -> int:
    """What a round that is over is worth to the first side."""
    result = state.result
    assert result is not None
    if goal == "points":
        return result.points[0] - result.points[1]
    return (0 in result.winners) - (1 in result.winners)


class Minimax:
    """Every sequence of moves to the end, position by position."""

    def __init__(self, goal: str, most: int) -> None:
        self.goal = goal
        self.left = most
        self.known: dict[tuple[object, ...], int] = {}

    def value(self, state: State) -> int:
        """What a position is worth to the first side."""
        if state.result is not None:
            return value(state, self.goal)
        key = (state.hands, state.stock, state.ends, state.turn, state.stage, state.drawn)
        key += (state.passes, state.in_play)  # type: ignore[assignment]  # one long tuple
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLong
            after = [self.value(apply(state, move).state) for move in legal_moves(state)]
            self.known[key] = min(after) if state.game.side_of[state.turn] else max(after)
        return self.known[key]


def replayed(state: State, line: tuple[Move, ...]) -> State:
    """The position after a line."""
    for move in line:
        state = apply(state, move).state
    return state


def check_whole(state: State, goal: str, found: Solution) -> None:
    """A solution agrees with itself: its line plays out to its value, and so does every move."""
    right = found.worth.low
    assert found.exact
    assert value(replayed(state, found.line), goal) == right
    assert found.best == found.line[0]
    assert [move for move, _ in found.moves] == list(legal_moves(state))
    after = {move: worth.low for move, worth in found.moves}
    assert all(worth.exact for _, worth in found.moves)
    best = min if state.game.side_of[state.turn] else max
    assert best(after.values()) == right
    assert found.best is not None
    assert after[found.best] == right


def is_right(state: State, goal: str, most: int = 3000) -> bool:
    """Compare the solver with minimax; False where that takes too long."""
    minimax = Minimax(goal, most)
    try:
        right = minimax.value(state)
    except TooLong:
        return False
    found = solve(state, goal, every_move=True)
    assert found.worth == Worth(right, right)
    check_whole(state, goal, found)
    for move, worth in found.moves:
        assert worth.low == minimax.value(apply(state, move).state)
    return True


def check_ending(played: PlayedRound, goal: str, most: int = 3000) -> int:
    """Compare positions of a round, from its last moves back; how many."""
    open_positions = [state for state in played.states if state.result is None]
    for checked, back in enumerate((1, 2, 3, 5, 8, 12, 17, 23)):
        if back > len(open_positions) or not is_right(open_positions[-back], goal, most):
            return checked
    return 8


def two_sides(game: Game) -> bool:
    return len(game.sides) == 2 and game.tiles.top <= LARGEST_SET


@settings(max_examples=120 if COMPILED else 60)
@given(played_rounds(games().filter(two_sides)), st.sampled_from(GOALS))
def test_endings_of_generated_rulebooks(played: PlayedRound, goal: str) -> None:
    check_ending(played, goal, 600)


@pytest.mark.slow
@settings(max_examples=6000)
@given(played_rounds(games().filter(two_sides)), st.sampled_from(GOALS))
def test_many_endings_of_generated_rulebooks(played: PlayedRound, goal: str) -> None:
    check_ending(played, goal)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_endings_of_shipped_books(name: str, seats: int, goal: str) -> None:
    rng = Rng(31 + len(name) + seats)  # rounds whose endings minimax can finish
    dealt = deal_round(new_game(rules.load(name), seats), rng)
    assert check_ending(play_round(dealt, at_random(rng)), goal, 1500)


SMALL: list[tuple[str, int, dict[str, Any]]] = [
    ("block", 2, {"set": 2, "hand": {"2": 3}}),
    ("block", 2, {"set": 3, "hand": {"2": 4}}),
    ("block", 4, {"set": 3, "hand": {"4": 2}}),
    ("block", 2, {"set": 2, "hand": {"2": 2}, "able_may_pass": True}),
    ("block", 2, {"set": 2, "hand": {"2": 3}, "able_may_pass": True, "all_passed": "blocked"}),
    ("draw", 2, {"set": 2, "hand": {"2": 2}, "reserve": 1}),
    ("draw", 2, {"set": 3, "hand": {"2": 2}, "reserve": 4}),
    ("svoora", 2, {"set": 3, "hand": {"2": 3}}),
    ("svoora", 2, {"set": 3, "hand": {"2": 3}, "stop_dead_rounds": True, "tie": "lightest_tile"}),
    ("ikea:ko", 2, {"set": 3, "hand": {"2": 3}}),
    ("ikea:lt", 2, {"set": 3, "hand": {"2": 3}}),
    ("noris:es", 2, {"set": 3, "hand": {"2": 3}}),
    ("noris:bg", 2, {"set": 3, "hand": {"2": 3}}),
    ("muggins", 2, {"set": 3, "hand": {"2": 3}, "in_play": [2, 3]}),
    ("muggins", 2, {"set": 3, "hand": {"2": 3}, "in_play": [1], "target": 9}),
    ("muggins", 2, {"set": 3, "hand": {"2": 3}, "in_play": [2], "target": 7, "exact": True}),
    ("muggins", 4, {"set": 3, "hand": {"4": 2}, "in_play": [2], "spinner": "first_double"}),
    ("fives-and-threes", 4, {"set": 3, "hand": {"4": 2}, "in_play": [2, 3]}),
    ("fives-and-threes", 4, {"set": 3, "hand": {"4": 2}, "in_play": [2], "exact": True,
                             "target": 3}),
    ("sebastopol", 4, {"set": 3, "hand": {"4": 2}, "no_leader": "highest_tile"}),
    ("sebastopol", 4, {"set": 3, "hand": {"4": 2}, "no_leader": "highest_tile",
                       "spinner": "first_double", "arms": "sides_first", "in_play": [3]}),
]  # fmt: skip


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("name", "seats", "changes"), SMALL)
def test_whole_deals_of_small_sets(
    name: str, seats: int, changes: dict[str, Any], goal: str
) -> None:
    sides = "pairs" if seats == 4 else "alone"
    game = game_of(name, seats, None, seats=[seats], sides=sides, **changes)
    assert all(is_right(deal_round(game, Rng(seed)).state, goal, 20_000) for seed in range(4))


def may_end_level(state: State) -> bool:
    """Whether both sides may be left with the same pips."""
    result = state.result
    if result is not None:
        return result.ended is Ended.BLOCKED and sum(result.pips[::2]) == sum(result.pips[1::2])
    return any(may_end_level(apply(state, move).state) for move in legal_moves(state))


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("tie", ["no_points", "shared", "lightest_tile"])
@pytest.mark.parametrize(("seats", "seeds"), [(2, (161, 174, 221)), (4, (111, 151, 257))])
def test_level_blocks(seats: int, seeds: tuple[int, ...], tie: str, goal: str) -> None:
    game = game_of("block", seats, tie=tie, hand={"2": 2, "3": 2, "4": 2})
    states = [deal_round(game, Rng(seed)).state for seed in seeds]
    assert all(may_end_level(state) for state in states)
    assert all(is_right(state, goal, 5000) for state in states)


@compiled
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("name", "seats"),
    [("block", 2), ("block", 4), ("svoora", 2), ("ikea", 2), ("noris", 2), ("muggins", 4),
     ("fives-and-threes", 4), ("sebastopol", 4)],
)  # fmt: skip
def test_whole_rounds_agree_with_themselves(name: str, seats: int, goal: str) -> None:
    """Too long for minimax; the lines are replayed by the readable engine. Sebastopol's table has
    to grow on the way."""
    state = deal_round(new_game(rules.load(name), seats), Rng(5)).state
    check_whole(state, goal, solve(state, goal, every_move=True))


@compiled
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("name", "seats"), [("block", 4), ("svoora", 2), ("muggins", 2), ("fives-and-threes", 4)]
)
def test_the_other_side_of_the_table(name: str, seats: int, goal: str) -> None:
    """Everybody moves on by a chair: the sides change places."""
    game = new_game(rules.load(name), seats)
    for seed in range(8):
        deal = deal_round(game, Rng(seed)).state.round.deal
        moved = Deal((*deal.hands[1:], deal.hands[0]), deal.stock)
        here, there = (solve(begin_round(game, one).state, goal).worth for one in (deal, moved))
        assert (here.low, here.high) == (-there.high, -there.low)


@compiled
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("name", "seats"), [("block", 4), ("svoora", 2), ("fives-and-threes", 4), ("sebastopol", 4)]
)
def test_a_limit_gives_bounds(name: str, seats: int, goal: str) -> None:
    """They hold the value and draw closer, and a move that is named keeps the nearer one."""
    game = new_game(rules.load(name), seats)
    state = deal_round(game, Rng(5)).state
    right = solve(state, goal).worth.low
    known = []
    for nodes in (1, 30, 300, 3000, 30_000):
        found = solve(state, goal, nodes=nodes)
        assert found.worth.low <= right <= found.worth.high
        assert found.nodes <= nodes + 1
        assert bool(found.line) <= found.exact
        assert found.best in {None, *legal_moves(state)}
        known.append(found.worth)
    assert not known[0].exact
    for wide, narrow in pairwise(known):
        assert wide.low <= narrow.low
        assert narrow.high <= wide.high


@compiled
def test_the_clock_is_a_limit_too() -> None:
    state = deal_round(new_game(rules.load("draw"), 2), Rng(1)).state
    found = solve(state, seconds=0.05)
    assert not found.exact
    assert not found.line
    assert found.nodes > 0


class SmallTable(Table):
    """Forgets nearly everything."""

    def __init__(self) -> None:
        self.rows = np.zeros((16, 2), np.uint64)

    def grow(self) -> None:
        pass


def test_a_search_goes_on_where_it_stopped() -> None:
    """Also in the middle of telling the line, when the value is known."""
    game = new_game(rules.load("block"), 4)
    telling = 0
    for seed in range(6):
        state = deal_round(game, Rng(seed)).state
        search = Search(lower(game), state, Goal.POINTS, SmallTable())
        while not search.solved:
            search.run(Limit(nodes=20))
            telling += search.worth.exact and not search.solved
        assert search.worth == solve(state).worth
        assert value(replayed(state, search.line(state)), "points") == search.worth.low
    assert telling > 6


def test_a_limit_covers_every_move() -> None:
    state = deal_round(new_game(rules.load("draw"), 2), Rng(1)).state
    found = solve(state, nodes=500, every_move=True)
    assert found.nodes <= 501
    assert [move for move, _ in found.moves] == list(legal_moves(state))
    assert not any(worth.exact for _, worth in found.moves)


def test_a_round_that_is_over() -> None:
    rng = Rng(4)
    end = play_round(deal_round(new_game(rules.load("block"), 2), rng), at_random(rng)).end
    for goal in GOALS:
        right = value(end, goal)
        assert solve(end, goal) == Solution(Goal(goal), Worth(right, right), None, (), (), 0)


def problem(state: State, *goal: str, **limits: Any) -> DoublesixError:
    with pytest.raises(DoublesixError) as caught:
        solve(state, *goal, **limits)
    return caught.value


def test_what_cannot_be_solved() -> None:
    three = deal_round(new_game(rules.load("block"), 3), Rng(1)).state
    error = problem(three)
    assert isinstance(error, UnsupportedRules)
    assert (error.code, error.details["sides"]) == ("solve-sides", 3)


@pytest.mark.parametrize(
    ("goal", "limits", "code"),
    [
        ("glory", {}, "bad-goal"),
        ("win", {"nodes": 0}, "bad-nodes"),
        ("win", {"nodes": -5}, "bad-nodes"),
        ("win", {"seconds": 0.0}, "bad-seconds"),
        ("win", {"seconds": float("nan")}, "bad-seconds"),
    ],
)
def test_strange_questions(goal: str, limits: dict[str, Any], code: str) -> None:
    state = deal_round(new_game(rules.load("block"), 2), Rng(1)).state
    error = problem(state, goal, **limits)
    assert isinstance(error, InvalidInput)
    assert error.code == code


ALIKE: list[dict[str, Any]] = [
    {"in_play": [2, 3], "target": 9, "unable": "pass", "set": 4, "hand": {"2": 6}},
    {"in_play": [1], "target": 24, "unable": "pass", "set": 4, "hand": {"2": 5}},
    {"in_play": [2], "target": 7, "exact": True, "unable": "pass", "set": 4, "hand": {"2": 6}},
    {"set": 3, "hand": {"2": 4}, "able_may_pass": True, "unable": "pass"},
    {"set": 3, "hand": {"2": 3}, "able_may_pass": True, "reserve": 3},
    {"set": 3, "hand": {"2": 4}, "able_may_pass": True, "unable": "pass", "in_play": [1]},
    {"set": 3, "hand": {"2": 3}, "able_may_draw": True, "able_draw_limit": 1, "reserve": 1},
    {"in_play": [2], "target": 7, "exact": True, "target_check": "round_end", "unable": "pass",
     "set": 4, "hand": {"2": 5}},
    {"set": 3, "hand": {"2": 3}, "unable": "draw_one", "able_may_pass": True, "reserve": 3},
]  # fmt: skip


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("changes", ALIKE)
def test_positions_that_look_alike_are_told_apart(changes: dict[str, Any], goal: str) -> None:
    """The same tiles and ends, but other points so far, or other passes and draws before."""
    game = game_of("muggins", 2, None, seats=[2], sides="alone", lead="any", **changes)
    deals = 16 if COMPILED else 6
    checked = [is_right(deal_round(game, Rng(seed)).state, goal, 6000) for seed in range(deals)]
    assert sum(checked) > (2 if COMPILED else 0)


def test_a_table_grows_up_to_its_limit_and_keeps_what_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    first = len(table.rows)
    monkeypatch.setattr("doublesix.kernel.solve._LARGEST_TABLE", first + 1)
    table.rows[5] = (first + 5, 77)
    table.grow()
    grown = len(table.rows)
    assert grown > first
    assert table.rows[first + 5].tolist() == [first + 5, 77]
    table.grow()
    assert len(table.rows) == grown
