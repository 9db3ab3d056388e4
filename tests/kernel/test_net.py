"""A net in the compiled engine: it is shown the same by both engines, learns what it is taught, and
worlds are as likely as the moves it would have made in them."""

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest
from msgspec.structs import replace

from doublesix import rules
from doublesix.bots import Bot, find_bot
from doublesix.bots.beliefs.fast import sampler
from doublesix.engine import (
    DRAW,
    PASS,
    Game,
    Move,
    State,
    View,
    apply,
    deal_round,
    legal_moves,
    new_game,
    view,
)
from doublesix.engine.ends import Ends
from doublesix.engine.events import Drew, Played
from doublesix.engine.moves import Kind
from doublesix.engine.replay import move_of, replay
from doublesix.engine.scoring import points_in_play
from doublesix.errors import UnsupportedRules
from doublesix.kernel import batch, core, net
from doublesix.kernel.habits import SHARES, Habits
from doublesix.kernel.lower import lower
from doublesix.kernel.rollouts import Rollouts
from doublesix.kernel.search import lowered_game, start_of
from doublesix.lab.learning.pupil import Pupil
from doublesix.lab.learning.study import Desk, Lesson, Task
from doublesix.rng import Rng
from doublesix.tiles import mask, members
from tests.kernel.parity import COMPILED
from tests.kernel.test_search import true_world
from tests.setting import game_of

TABLES = [(name, seats) for name in rules.BOOKS for seats in rules.load(name).seats]
FEW = TABLES if COMPILED else [("draw", 2), ("muggins", 3), ("sebastopol", 4), ("noris", 5)]
ROUNDS = 6 if COMPILED else 1


def play_on(state: State, bots: Mapping[int, Bot]) -> State:
    """To the end of the round, among these bots and players who do what the net likes best."""
    while state.result is None:
        seen = view(state, state.turn)
        if len(seen.legal) == 1:
            move = seen.legal[0]
        elif state.turn in bots:
            move = bots[state.turn].choose(seen, Rng(0))
        else:
            move = seen.legal[int(Rollouts(seen).judge().argmax())]
        state = apply(state, move).state
    return state


def played(game: Game, seed: int) -> State:
    """A round among them."""
    return play_on(deal_round(game, Rng(seed)).state, {})


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_both_engines_play_the_net_the_same(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    for seed in range(ROUNDS):
        found = batch.trace_round(lower(game), seed, 0, ["net"] * seats)
        wanted = [batch.move_code(move_of(event)) for event in played(game, seed).past]
        assert [move.move for move in found.moves] == wanted


def choices(state: State) -> list[State]:
    """The positions of a round in which something was to be chosen."""
    return [before for before, _ in replay(state) if len(legal_moves(before)) > 1]


def shown(game: Game, seed: int, choice: int) -> list[set[int]]:
    """What the net is shown of each move, before this choice of a round."""
    desk = Desk(lowered_game(game), explore=0.0)
    task = Task([0] * len(game.sides), [choice], seed=seed, first=0)
    kept = desk.study(net.net_of(game), task).kept.tolist()
    moves, at = [], 2 + kept[1]
    for _ in range(kept[0]):
        moves.append({*kept[at + 1 : at + 1 + kept[at]]})
        at += 1 + kept[at]
    return moves


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_a_view_is_shown_to_the_net_as_the_round_was(name: str, seats: int) -> None:
    game = new_game(rules.load(name), seats)
    desk, weights = Desk(lowered_game(game), explore=0.0), net.net_of(game)
    for number, state in enumerate(choices(played(game, 1)), 1):
        task = Task([0] * len(game.sides), [number], seed=1, first=0)
        there = Rollouts(view(state, state.turn))
        assert there.shown().tolist() == desk.study(weights, task).kept.tolist()
        if not COMPILED:
            break


def ways_to_score(game: Game, ends: Ends, held: int, lacks: int) -> set[int]:
    """How many of these tiles score each number of points, eight and more being one, four and more
    being four; as the net's things count them."""
    made = Counter(
        min(points_in_play(game.rules.in_play, ends.grown[move.tile, move.end].total), 8)
        for tile in members(held)
        for move in ends.plays[tile]
        if move.end is not None and not lacks >> ends.shown[move.end] & 1
    )
    return {4 * (points - 1) + min(ways, 4) - 1 for points, ways in made.items() if points}


@pytest.mark.parametrize(
    "game",
    [
        game_of("muggins", 2, able_may_draw=True),
        game_of("fives-and-threes", 4),
        new_game(rules.load("examples/all-fives-with-a-spinner.toml"), 2),
    ],
)
def test_the_net_is_shown_who_may_score(game: Game) -> None:
    replies, told = 0, 0
    for seed in range(ROUNDS):
        made = [*enumerate(choices(played(game, seed)), 1)]
        for number, state in made if COMPILED else made[2:8:5]:
            seen = view(state, state.turn)
            other = game.after[state.turn]
            lacks = int(start_of(lowered_game(game), seen)[core.START + core.ST_HISTORY + other])
            unseen = game.tiles.full & ~mask(seen.hand) & ~mask(tiles_laid(state))
            for move, things in zip(seen.legal, shown(game, seed, number), strict=True):
                ends, own = seen.ends, mask(seen.hand)
                if move.kind is Kind.PLAY:
                    ends, own = ends.grown[move.tile, move.end], own & ~(1 << move.tile)
                wanted = {core.F_REPLIES + way for way in ways_to_score(game, ends, unseen, lacks)}
                wanted |= {core.F_FOLLOWS + way for way in ways_to_score(game, ends, own, 0)}
                assert {thing for thing in things if thing >= core.F_REPLIES} == wanted
                replies += len(wanted)
                told += lacks > 0
    assert replies
    assert told or game.seats == 2 or not COMPILED


def tiles_laid(state: State) -> list[int]:
    return [event.tile for event in state.past if isinstance(event, Played)]


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_rounds_go_on_among_the_players_that_are_given(name: str, seats: int) -> None:
    """With the net in all seats, and with those who lay the heaviest in all others."""
    game, greedy = new_game(rules.load(name), seats), find_bot("greedy")
    found = choices(played(game, seats))
    for state in (found[len(found) // 3], found[-2]):
        seen = view(state, state.turn)
        players = np.full((2, seats), core.GREEDY, np.uint64)
        players[0], players[1, state.turn] = core.NET, core.NET
        worths = Rollouts(seen).try_moves(np.repeat(true_world(state), 2, axis=0), players)
        others = {seat: greedy for seat in range(seats) if seat != state.turn}
        check_worths(state, worths[0], {})
        check_worths(state, worths[1], others)


def check_worths(state: State, worths: np.ndarray, bots: Mapping[int, Bot]) -> None:
    """What moves are worth is what they come to when these bots have the seats, the net others."""
    game, side = state.game, state.game.side_of[state.turn]
    for move, worth in zip(legal_moves(state), worths, strict=True):
        result = play_on(apply(state, move).state, bots).result
        assert result is not None
        if not game.target:
            everybody = range(len(game.sides))
            winners = result.winners or everybody
            assert worth == pytest.approx((side in winners) / len(winners))
        elif len(game.sides) == 2 and result.points[0] != result.points[1]:
            better = result.points[side] > result.points[1 - side]
            assert (worth > 0.5) == better or state.round.totals != (0, 0)


def does_so(before: State, move: Move, liked: Move) -> bool:
    """Whether a move is the one that is liked, or lays its tile at another end with its number."""
    if move == liked or Kind.PLAY not in (move.kind, liked.kind) or not before.past:
        return move == liked
    shown = before.ends.facts.shown
    return move.tile == liked.tile and shown[move.end or 0] == shown[liked.end or 0]


def shown_by(state: State, seen: View) -> np.ndarray:
    """How likely the others made their moves by each habit, one move after the other."""
    together = np.tile(np.log(SHARES), (state.game.seats, 1))
    for before, _ in replay(state):
        moves = legal_moves(before)
        if before.turn == seen.seat or len(moves) == 1:
            continue
        there = view(before, before.turn)
        made = move_of(state.past[len(before.past)])
        worths = Rollouts(there, net.Net.DEEDS).judge().astype(float)
        by_net = [np.exp((worths - worths.max()) / heat) for heat in (0.02, 0.05)]
        shares = [share[moves.index(made)] / share.sum() for share in by_net]
        shares += [
            does_so(before, made, find_bot(name).choose(there, Rng(0)))
            for name in ("heuristic", "greedy")
        ]
        together[before.turn, :4] += np.log(0.97 * np.array(shares) + 0.03 / len(moves))
        together[before.turn, 4] -= np.log(len(moves))
    return together


def chance_round(game: Game) -> State:
    """The last position but one of a round by chance."""
    rng = Rng(game.seats)
    state = deal_round(game, rng).state
    found = [state]
    while state.result is None:
        found.append(state)
        state = apply(state, rng.choose(legal_moves(state))).state
    return found[-2]


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_worlds_are_as_likely_as_the_moves_in_them(name: str, seats: int) -> None:
    check_odds(chance_round(new_game(rules.load(name), seats)))


def test_who_may_pass_instead_of_drawing_tells_something_too() -> None:
    game = game_of("ikea", 3, pass_instead_of_draw=True)
    state = chance_round(game)
    unable = [before for before, _ in replay(state) if legal_moves(before) == (DRAW, PASS)]
    assert {move_of(state.past[len(before.past)]) for before in unable} == {DRAW, PASS}
    check_odds(state)


def check_odds(state: State) -> None:
    """Hold what the compiled engine says of the true world against the readable one."""
    seats, seen = state.game.seats, view(state, state.turn)
    worlds = sampler(seen).draw(3, 1)
    worlds[0] = true_slots(state, worlds[0])
    odds = Habits(seen).weigh(worlds)
    others = [seat for seat in range(seats) if seat != state.turn]
    assert odds[0, others] == pytest.approx(shown_by(state, seen)[others], abs=1e-3)
    assert (odds <= 0).all()
    assert odds[:, state.turn].tolist() == [[0.0, *[-np.inf] * 4]] * 3
    check_without_net(seen, worlds, odds)


def check_without_net(seen: View, worlds: np.ndarray, odds: np.ndarray) -> None:
    """Who knows no net, and listens to one seat, hears the same of it by other habits."""
    shares, (first, *rest) = (
        (0.0, 0.0, 0.2, 0.3, 0.5),
        np.flatnonzero(odds[0, :, 1] > -np.inf).tolist(),
    )
    heard = Habits(seen, shares, [first]).weigh(worlds)
    assert (heard[:, first, :2] == -np.inf).all()
    wanted = odds[:, first, 2:] - np.log(SHARES[2:]) + np.log(shares[2:])
    assert heard[:, first, 2:] == pytest.approx(wanted)
    assert (heard[:, rest, 2:] == np.log(shares[2:])).all()


def test_what_hands_tell_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the worlds come, one after the other or all at once, and twice."""
    state = chance_round(game_of("ikea", 3))
    seen = view(state, state.turn)
    worlds = sampler(seen).draw(12, 1)
    wanted = Habits(seen).weigh(worlds)
    assert len(np.unique(wanted, axis=0)) > 1
    habits, found_out = Habits(seen), Habits._odds_of
    hands: dict[int, list[list[int]]] = {seat: [] for seat in range(3) if seat != state.turn}

    def note(self: Habits, seat: int, worlds: np.ndarray) -> np.ndarray:
        hands[seat] += worlds[:, self._others[seat]].tolist()
        return found_out(self, seat, worlds)

    monkeypatch.setattr(Habits, "_odds_of", note)
    for part in (slice(5, 9), slice(3, 12), slice(0, 12), slice(0, 12)):
        assert (habits.weigh(worlds[part]) == wanted[part]).all()
    assert all(1 < len(found) < len(worlds) for found in hands.values())
    assert all(len({*map(tuple, found)}) == len(found) for found in hands.values())


def true_slots(state: State, world: np.ndarray) -> np.ndarray:
    """The world as it is: the slots are the stock, what others were dealt, what they drew."""
    world = world.copy()
    world[: core.W_SLOTS] = true_world(state)[0, : core.W_SLOTS]
    slot = core.W_SLOTS
    for seat, dealt in enumerate(state.round.deal.hands):
        if seat != state.turn:
            slot += 1
            world[slot] = dealt
    for event in state.past:
        if isinstance(event, Drew) and event.seat != state.turn:
            slot += 1
            assert event.tile is not None
            world[slot] = 1 << event.tile
    return world


def test_before_the_first_move_all_worlds_are_alike() -> None:
    state = deal_round(game_of("block", 2), Rng(1)).state
    assert not any(isinstance(event, Played) for event in state.past)
    seen = view(state, state.turn)
    odds = Habits(seen).weigh(sampler(seen).draw(4, 1))
    assert (odds[:, 1 - state.turn] == np.log(SHARES)).all()


def test_a_set_the_net_does_not_know() -> None:
    game = game_of("block", 2, set=9, hand={"2": 9, "3": 9, "4": 9})
    with pytest.raises(UnsupportedRules) as caught:
        net.for_game(net.shipped(), game)
    assert caught.value.code == "net-set"


def test_every_kind_of_game_has_its_head() -> None:
    kinds = {net.kind_of(new_game(rules.load(name), seats)) for name, seats in TABLES}
    assert kinds <= set(range(net.KINDS))
    assert len(kinds) >= 8
    things = [set(net.things_of(new_game(rules.load(name), seats))) for name, seats in TABLES]
    assert all(
        core.NET_SEEN <= thing < core.NET_SEEN + net.GAME_THINGS for t in things for thing in t
    )
    assert len({frozenset(found) for found in things}) > 10


# Learning.


def lesson(game: Game, count: int) -> Lesson:
    desk = Desk(lowered_game(game), explore=0.2)
    task = Task([0] * len(game.sides), [2] * count, seed=3, first=0)
    return desk.study(net.for_game(net.new_weights(1), game), task)


def test_blame_is_what_a_change_would_bring() -> None:
    """The slope that is found, beside how the error really changes."""
    game = game_of("muggins", 2)
    taught = lesson(game, 3 if COMPILED else 1)
    weights = net.new_weights(1)

    def error(changed: np.ndarray) -> float:
        made = net.for_game(changed.astype(np.float32), game)
        calc, grads = np.zeros(core.LEARN_SIZE, np.float32), np.zeros(core.NET_SIZE, np.float32)
        apart, _ = core.learn(
            taught.kept, taught.places, taught.targets, taught.firsts, made, calc, grads, 0.0, 0.0
        )
        return float(apart) / 2 / len(taught.places)

    pupil = Pupil(weights)
    pupil.note(game, pupil.listen(game, taught, 0.0))
    slope = pupil.found()
    step = 0.002 * slope / np.linalg.norm(slope)
    rise = error(weights + step) - error(weights - step)
    assert rise == pytest.approx(2 * 0.002 * float(np.linalg.norm(slope)), rel=0.05)


def test_blame_where_it_is_told_how_often_moves_are_made() -> None:
    """The slope of how unlikely they are by the net, in units of the heat; none, where the net says
    just that."""
    game, heat = game_of("muggins", 2), 0.05
    taught = lesson(game, 1)
    weights, count = net.new_weights(1), int(taught.kept[0])
    often = np.arange(1, count + 1, dtype=np.float32) / (count * (count + 1) / 2)

    def apart(changed: np.ndarray, told: np.ndarray) -> np.ndarray:
        made = net.for_game(changed.astype(np.float32), game)
        calc, grads = np.zeros(core.LEARN_SIZE, np.float32), np.zeros(core.NET_SIZE, np.float32)
        core.learn(taught.kept, taught.places, told, taught.firsts, made, calc, grads, 0.0, heat)
        return calc[core.K_OFF : core.K_OFF + count].astype(float)

    def unlikely(changed: np.ndarray) -> float:
        return float(-(often * np.log(apart(changed, often) + often)).sum())

    assert count > 1
    says = (apart(weights, often) + often).astype(np.float32)
    assert says.sum() == pytest.approx(1, abs=1e-5)
    assert apart(weights, says) == pytest.approx(0, abs=1e-6)
    pupil = Pupil(weights)
    pupil.note(game, pupil.listen(game, replace(taught, targets=often), heat=heat))
    slope = pupil.found()
    step = 0.0005 * slope / np.linalg.norm(slope)
    rise = unlikely(weights + step) - unlikely(weights - step)
    assert rise * heat == pytest.approx(2 * 0.0005 * float(np.linalg.norm(slope)), rel=0.05)


def test_what_is_taught_again_and_again_is_learned() -> None:
    game = game_of("block", 4)
    taught = lesson(game, 20 if COMPILED else 2)
    pupil = Pupil(net.new_weights(1))
    errors = []
    for _ in range(60 if COMPILED else 4):
        heard = pupil.listen(game, taught, 0.5)
        errors.append(heard.apart + 0.5 * heard.mean)
        pupil.note(game, heard)
        pupil.step(0.003)
    assert errors[-1] < errors[0] / 2


def test_a_step_without_a_lesson_changes_nothing() -> None:
    weights = net.new_weights(1)
    pupil = Pupil(weights.copy())
    pupil.step(0.1)
    assert (pupil.weights == weights).all()
    assert pupil.steps == 0


def test_rounds_that_end_too_early_teach_nothing() -> None:
    game = game_of("block", 2)
    desk = Desk(lowered_game(game), explore=0.0)
    weights = net.for_game(net.new_weights(1), game)
    found = desk.study(weights, Task([0, 0], [60, 60], seed=1, first=0))
    assert not len(found.places)
    assert not len(found.kept)
