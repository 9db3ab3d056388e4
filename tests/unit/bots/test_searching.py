"""The bots that think ahead: legal everywhere, the same for the same seed, blind to what is hidden,
and better than those that do not."""

import numpy as np
import pytest

from doublesix import rules
from doublesix.bots import find_bot
from doublesix.bots.beliefs import Beliefs, world_state
from doublesix.bots.beliefs.fast import sampler
from doublesix.bots.budget import Budget, Clock
from doublesix.bots.learned import FEW
from doublesix.bots.searching import SearchBot, blindly, grow, hopeful, is_sure, listening
from doublesix.engine import Game, State, apply, deal_round, lay, legal_moves, new_game, view
from doublesix.kernel.habits import Habits
from doublesix.kernel.search import Tree, Tried
from doublesix.rng import Rng
from tests.setting import choices, game_of

BOTS = ["heuristic", "sampler@64", "pimc@2", "search@64", "master@8"]
TABLES = [(name, seats) for name in rules.BOOKS for seats in rules.load(name).seats]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_choice_at_every_table_that_hidden_tiles_do_not_change(
    name: str, seats: int, bot: str
) -> None:
    player, rng = find_bot(bot), Rng(7)
    states = choices(new_game(rules.load(name), seats), seed=seats)
    for state in (states[0], states[len(states) // 2], states[-1]):
        seen = view(state, state.turn)
        chosen = player.choose(seen, Rng(5))
        assert chosen in seen.legal
        other = world_state(seen, Beliefs.of(seen).sample(rng))
        assert player.choose(view(other, state.turn), Rng(5)) == chosen


@pytest.mark.parametrize("bot", BOTS[1:])
def test_who_has_no_choice_does_not_think(bot: str) -> None:
    state = deal_round(game_of("ikea", 2), Rng(1)).state
    (only,) = legal_moves(state)
    rng = Rng(3)
    assert find_bot(bot).choose(view(state, state.turn), rng) == only
    assert rng.below(1000) == Rng(3).below(1000)


def test_a_set_that_is_too_large_is_played_by_thumb_rules() -> None:
    game = game_of("block", 2, set=12, hand={"2": 9, "3": 9, "4": 9})
    state = choices(game, 1)[0]
    seen = view(state, state.turn)
    chosen = find_bot("heuristic").choose(seen, Rng(1))
    assert all(find_bot(bot).choose(seen, Rng(1)) == chosen for bot in BOTS[1:])


@pytest.mark.parametrize("bot", ["search@2ms", "master@2ms"])
def test_time_may_be_given_instead_of_rounds(bot: str) -> None:
    state = choices(game_of("block", 4), 3)[0]
    seen = view(state, state.turn)
    assert find_bot(bot).choose(seen, Rng(1)) in seen.legal


def test_a_search_that_is_sure_takes_no_more_time() -> None:
    most, took = 20 * 4096, []
    for state in choices(game_of("block", 4), 2):
        seen, clock = view(state, state.turn), Clock(Budget(rounds=most))
        tree, worlds = Tree(seen, 1, 2 * most, SearchBot.bold), sampler(seen)
        grow(tree, blindly(worlds, clock, 1), clock)
        took.append(clock.done)
        sure = max(tree.tried(), key=lambda tried: tried.worth).move
        tree.grow(worlds.draw(most, 2))
        assert max(tree.tried(), key=lambda tried: tried.worth).move == sure or took[-1] == most
    assert min(took) < most / 4
    assert max(took) > 2 * min(took)


def test_worlds_in_which_a_partner_would_have_done_what_he_did_are_likely() -> None:
    """And what he would have done are thumb rules, more or less."""
    blind: list[float] = []
    heard: list[float] = []
    for seed in range(12):
        state = played(game_of("block", 4, seats=[4], hand={"4": 7}), seed, 14)
        seen, partner = view(state, state.turn), (state.turn + 2) % 4
        worlds, clock = sampler(seen), Clock(Budget(rounds=1024))
        drawn = [
            draw(512)
            for draw in (blindly(worlds, clock, seed), listening(seen, worlds, clock, seed))
        ]
        by_thumb = Habits(seen, (0, 0, 1, 0, 0), [partner])
        for found, told in zip(drawn, (blind, heard), strict=True):
            told.append(by_thumb.weigh(found)[:, partner, 2].mean())
    assert np.mean(heard) > np.mean(blind) + 0.5
    assert np.greater(heard, blind).mean() > 0.8


@pytest.mark.parametrize(
    ("name", "seats", "moves"), [("ikea", 4, 8), ("block", 2, 3), ("block", 4, 1)]
)
def test_where_no_partner_has_done_anything_there_is_nothing_to_listen_to(
    name: str, seats: int, moves: int
) -> None:
    state = played(game_of(name, seats), 1, moves)
    seen, clock = view(state, state.turn), Clock(Budget(rounds=64))
    worlds = sampler(seen)
    assert (listening(seen, worlds, clock, 3)(64) == blindly(worlds, clock, 3)(64)).all()


def played(game: Game, seed: int, moves: int) -> State:
    """A position with a choice after at least so many moves by thumb rules."""
    state, bot = deal_round(game, Rng(seed)).state, find_bot("heuristic")
    while len(state.past) < moves or len(legal_moves(state)) == 1:
        state = apply(state, bot.choose(view(state, state.turn), Rng(seed))).state
        assert state.result is None
    return state


@pytest.mark.parametrize(
    ("worths", "visits", "sure"),
    [
        ([0.5, 0.45], 1000, False),
        ([0.45, 0.5], 10_000, True),
        ([0.5, 0.45, 0.499], 10_000, False),
        ([0.5], 1, True),
    ],
)
def test_sure_is_who_knows_that_the_others_are_worse(
    worths: list[float], visits: int, *, sure: bool
) -> None:
    tried = [Tried(lay(tile), visits, worth) for tile, worth in enumerate(worths)]
    never = Tried(lay(20), 0, 0.0)
    assert is_sure([*tried, never]) == sure


def test_with_tiles_the_net_does_not_know_the_master_searches() -> None:
    game = game_of("block", 2, set=9, hand={"2": 9, "3": 9, "4": 9})
    seen = view(state := choices(game, 1)[0], state.turn)
    search, master = find_bot("search@200"), find_bot("master@200")
    assert master.choose(seen, Rng(1)) == search.choose(seen, Rng(1))


def test_near_the_end_the_master_leaves_nothing_to_chance() -> None:
    few = 0
    for seed in range(6):
        for state in choices(game_of("sebastopol", 4), seed):
            seen = view(state, state.turn)
            if Beliefs.of(seen).count <= FEW:
                few += 1
                chosen = {
                    find_bot(f"master@{1 + chance}").choose(seen, Rng(chance))
                    for chance in range(3)
                }
                assert len(chosen) == 1
    assert few > 5


@pytest.mark.parametrize(("rounds", "kept"), [(63, [True, True, True]), (64, [True, False, True])])
def test_a_move_that_is_surely_worse_is_given_up(rounds: int, kept: list[bool]) -> None:
    chance = np.random.default_rng(1).random(rounds)
    won = chance < 0.6
    tried = np.stack([won, chance < 0.1, np.roll(won, 1)], axis=1).astype(float)
    assert hopeful(tried, np.array([0.6, 0.1, 0.58])).tolist() == kept


def test_of_two_moves_that_come_to_the_same_one_is_tried_on() -> None:
    won = np.random.default_rng(1).random(100) < 0.5
    tried = np.stack([won, won], axis=1).astype(float)
    assert hopeful(tried, tried.mean(axis=0)).tolist() == [True, False]
