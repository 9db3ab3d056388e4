"""A search in the compiled engine: its rounds are those of the readable engine, its tree counts
what it has tried, and it finds what is plain to see."""

import numpy as np
import pytest

from doublesix import rules
from doublesix.bots import find_bot
from doublesix.bots.beliefs.fast import sampler
from doublesix.engine import (
    Game,
    Move,
    State,
    View,
    apply,
    deal_round,
    legal_moves,
    new_game,
    one_round,
    view,
)
from doublesix.kernel import core
from doublesix.kernel.equity import Reckoning
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.search import Tree, code_of
from doublesix.kernel.solve import Goal, solve
from doublesix.rng import Rng
from tests.kernel.parity import COMPILED
from tests.setting import begin, choices, follow, game_of

TABLES = [(name, seats) for name in rules.BOOKS for seats in rules.load(name).seats]
GREEDY = find_bot("greedy")


def positions(game: Game, seed: int, count: int) -> list[State]:
    """Some positions of a round by chance in which something is to be chosen."""
    found = choices(game, seed)
    step = max(1, len(found) // count)
    return found[::step][:count]


def true_world(state: State) -> np.ndarray:
    """The hidden tiles as they really lie."""
    world = np.zeros((1, core.WORLD_SIZE), np.uint64)
    world[0, core.W_HANDS : core.W_HANDS + len(state.hands)] = state.hands
    world[0, core.W_STOCK : core.W_STOCK + len(state.stock)] = state.stock
    return world


def ends_of(state: State, first: Move) -> tuple[int, ...]:
    """How a round ends that greedy players play on after this move: winners and points."""
    state = apply(state, first).state
    while state.result is None:
        state = apply(state, GREEDY.choose(view(state, state.turn), Rng(0))).state
    result = state.result
    return (sum(1 << side for side in result.winners), *result.points, *result.pips)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rounds_go_on_as_in_the_readable_engine(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    for state in positions(game, seed=seats, count=4 if COMPILED else 1):
        seen = view(state, state.turn)
        wanted = {ends_of(state, move) for move in seen.legal}
        found = set()
        for seed in range(12 if COMPILED else 2):
            tree = Tree(seen, seed, room=0, bold=1.0)
            tree.work[core.POLICIES : core.POLICIES + seats] = core.GREEDY
            tree.grow(true_world(state))
            row = tree.row.astype(int)
            sides = len(game.sides)
            found.add(
                (
                    row[core.WINNERS],
                    *row[core.POINTS : core.POINTS + sides],
                    *row[core.PIPS : core.PIPS + seats],
                )
            )
        assert found <= wanted


def grown(seen: View, rounds: int, seed: int = 1) -> Tree:
    tree = Tree(seen, seed, room=rounds, bold=0.7)
    tree.grow(sampler(seen).draw(rounds, seed))
    return tree


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_was_tried_is_counted(name: str, seats: int) -> None:
    rounds = 400 if COMPILED else 20
    for state in positions(new_game(rules.load(name), seats), seed=1, count=3):
        tree = grown(view(state, state.turn), rounds)
        tried = tree.tried()
        assert sum(one.visits for one in tried) == rounds
        assert all(0.0 <= one.worth <= 1.0 for one in tried)
        nodes = tree.tree[core.TREE_NODES :][: core.TREE_NODE * (rounds + 2)]
        chances = nodes[core.TREE_CHANCES :: core.TREE_NODE]
        assert max(chances) == rounds  # the first move of all could be chosen every time


def test_passing_is_tried_where_it_is_a_choice() -> None:
    game = game_of("draw", 2, able_may_pass=True, able_may_draw=True)
    state = positions(game, 4, 40)[-1]
    kinds = {
        str(one.move).split()[0]: one.visits for one in grown(view(state, state.turn), 60).tried()
    }
    assert 0 < kinds["pass"] < 60


def test_moves_that_come_to_the_same_are_tried_once() -> None:
    state = follow(begin(game_of("block", 2), "6-6 6-5 6-4", "6-1 6-0 3-0"), "A 6-6")
    tree = grown(view(state, state.turn), 50)
    assert [(str(one.move), one.visits > 0) for one in tree.tried()] == [
        ("6-0 left", True),
        ("6-0 right", False),
        ("6-1 left", True),
        ("6-1 right", False),
    ]
    first, _, second, _ = tree.worths()
    assert first != second
    assert tree.all_worths().tolist() == [first, first, second, second]


def test_a_tile_at_two_ends_is_two_moves() -> None:
    """Each has its own worth, and one that was not tried yet has none."""
    dealt = begin(game_of("block", 2), "6-6 5-4 4-3", "6-5 6-4 3-0")
    state = follow(dealt, "A 6-6, B 6-5 right, A 5-4 right")
    seen = view(state, state.turn)
    assert [str(move) for move in seen.legal] == ["6-4 left", "6-4 right"]
    for rounds in (1, 200):
        tree = grown(seen, rounds)
        assert tree.all_worths().tolist() == [one.worth for one in tree.tried()]


PERFECT = [("block", 2), ("block", 4), ("draw", 2), ("svoora", 2), ("sebastopol", 4)]


@pytest.mark.parametrize(("name", "seats"), PERFECT if COMPILED else PERFECT[:1])
def test_with_all_tiles_known_it_plays_perfectly(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    late = [positions(game, seed, 20)[-1] for seed in range(8)]
    for state in late:
        seen = view(state, state.turn)
        tree = Tree(seen, 1, room=100_000, bold=0.7, reckoning=Reckoning.ROUND)
        for _ in range(10):
            tree.grow(np.repeat(true_world(state), 20_000 if COMPILED else 20, axis=0))
        chosen = max(tree.tried(), key=lambda one: one.visits).move
        solved = solve(state, Goal.WIN, every_move=True)
        assert dict(solved.moves)[chosen] == solved.worth


def test_a_tree_may_be_full() -> None:
    state = positions(game_of("block", 4), 2, 1)[0]
    seen = view(state, state.turn)
    tree = Tree(seen, 1, room=3, bold=0.7)
    tree.grow(sampler(seen).draw(64, 1))
    assert int(tree.tree[core.TREE_COUNT]) == 3


def test_the_same_seed_grows_the_same_tree() -> None:
    state = positions(game_of("muggins", 3), 3, 1)[0]
    one, other = (grown(view(state, state.turn), 100).tree for _ in range(2))
    assert (one == other).all()
    assert (one != grown(view(state, state.turn), 100, seed=2).tree).any()


def test_moves_have_names_in_the_tree() -> None:
    state = deal_round(game_of("sebastopol", 4), Rng(1)).state
    codes = [code_of(move, words) for words in (1, 4) for move in legal_moves(state)]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(("name", "seats"), [("draw", 2), ("muggins", 4), ("sebastopol", 4)])
def test_one_move_alone_may_be_looked_at(name: str, seats: int) -> None:
    rounds = 200 if COMPILED else 10
    for state in positions(new_game(rules.load(name), seats), seed=seats, count=2):
        seen = view(state, state.turn)
        worlds = sampler(seen).draw(rounds, 1)
        for move in seen.legal:
            if len(set(seen.ends.shown)) == 1:  # of two moves that are the same, one is tried
                break
            tree = Tree(seen, 1, rounds + len(seen.legal), 0.7)
            tree.only(move)
            tree.grow(worlds)
            found = {tried.move: tried for tried in tree.tried()}
            assert found.pop(move).visits == rounds
            assert all(tried.visits >= 1 << 40 and not tried.worth for tried in found.values())


@pytest.mark.parametrize("seats", [2, 3])
def test_a_worth_is_told_in_chances_to_win_the_match(seats: int) -> None:
    """The less a round matters to the match, the less lies between losing and winning it."""

    def span(game: Game) -> float:
        state = deal_round(game, Rng(1)).state
        return Rollouts(view(state, state.turn)).span

    short, long = (new_game(rules.load("muggins"), seats, target) for target in (20, 200))
    assert 0 < span(long) < span(short) < 1
    assert span(one_round(rules.load("block"), seats)) == 1
