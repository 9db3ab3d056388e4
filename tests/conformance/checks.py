"""What every rulebook must keep to, in every round: one function a law."""

import pickle
from collections.abc import Callable

from doublesix import tiles
from doublesix.engine import apply, begin_round, legal_moves, standing
from doublesix.engine.events import (
    Dealt,
    Drew,
    MatchEnded,
    Passed,
    Played,
    Redealt,
    RoundEnded,
    Scored,
)
from doublesix.engine.line import arms
from doublesix.tiles import mask, members
from tests.conformance.tables import (
    TILES,
    expected_leads,
    hands_of,
    stock_of,
    table_for,
    text_of,
    tiles_in,
)
from tests.oracle import Line
from tests.record import PlayedRound

Check = Callable[[PlayedRound], None]


def no_tile_is_lost(played: PlayedRound) -> None:
    everything = {tile for tile in TILES if tile[0] <= played.game.rules.set}
    for state in played.states:
        lying = [TILES[event.tile] for event in state.past if isinstance(event, Played)]
        held = [tile for hand in hands_of(state) for tile in hand]
        assert sorted([*lying, *held, *stock_of(state)]) == sorted(everything)


def the_opening_rule_names_the_leader(played: PlayedRound) -> None:
    leads = expected_leads(played)
    assert played.start.turn == played.start.round.leader == leads.leader
    assert tiles_in(played.start.round.leads) == leads.tiles


def the_line_lies_as_it_was_laid(played: PlayedRound) -> None:
    rules = played.game.rules
    line = Line(rules.set, rules.spinner.value, rules.arms.value)
    laid = 0
    for state in played.states:
        for event in state.past[laid:]:
            if isinstance(event, Played):
                line.lay(TILES[event.tile], "" if event.end is None else event.end.word)
        laid = len(state.past)
        line.check_touching()
        assert state.ends.shown == tuple(line.shown().values())
        shown = dict(zip(line.shown(), state.ends.open, strict=True))
        assert {end: pips for end, pips in shown.items() if pips >= 0} == line.open()
        assert state.ends.spinner == line.spinner
        assert arms(state.past, state.ends.spinner) == (line.row, line.up, line.down)
        assert not line.row or state.ends.total == line.total()


def positions_follow_the_rules(played: PlayedRound) -> None:
    table = table_for(played)
    for state, move in zip(played.states, [*played.moves, None], strict=True):
        assert [set(hand) for hand in hands_of(state)] == table.hands
        assert stock_of(state) == table.stock
        assert list(state.in_play) == table.in_play
        assert list(standing(state).totals) == table.written()
        assert (state.result is None) == (table.outcome is None)
        if move is not None:
            doing = state.stage.name.lower()
            assert (state.turn, doing, state.drawn) == (table.turn, table.doing, table.drawn)
            assert state.passes == table.passes
            table.make(text_of(move))


def legal_moves_follow_the_rules(played: PlayedRound) -> None:
    table = table_for(played)
    for state, move in zip(played.states, [*played.moves, None], strict=True):
        assert [text_of(legal) for legal in legal_moves(state)] == table.legal()
        if move is not None:
            table.make(text_of(move))


def legal_moves_are_in_canonical_order(played: PlayedRound) -> None:
    for state in played.states:
        moves = legal_moves(state)
        keys = [(move.kind, move.tile, -1 if move.end is None else move.end) for move in moves]
        assert keys == sorted(set(keys))


def a_round_ends_as_the_rules_say(played: PlayedRound) -> None:
    table = table_for(played)
    for move in played.moves:
        table.make(text_of(move))
    outcome, result = table.outcome, played.end.result
    assert outcome
    assert result
    assert (result.ended.value, result.by) == (outcome.ended, outcome.by)
    assert set(result.winners) == outcome.winners
    assert list(result.winners) == sorted(outcome.winners)
    assert list(result.pips) == outcome.pips
    assert list(result.in_play) == outcome.in_play
    assert list(result.points) == outcome.points


def a_move_changes_nothing_but_its_answer(played: PlayedRound) -> None:
    before = pickle.dumps(played.states)
    for state in played.states:
        for move in legal_moves(state):
            assert apply(state, move) == apply(state, move)
    assert played.states == pickle.loads(before)


def the_same_moves_lead_to_the_same_end(played: PlayedRound) -> None:
    again = begin_round(played.game, played.start.round.deal, played.before)
    assert again.state == played.start
    assert again.events == played.deal.events[-1:]
    state = again.state
    for move, step in zip(played.moves, played.steps, strict=True):
        redone = apply(state, move)
        assert redone == step
        state = redone.state


def positions_survive_pickling(played: PlayedRound) -> None:
    copies = pickle.loads(pickle.dumps(played.states))
    for state, copy in zip(played.states, copies, strict=True):
        assert copy == state
        assert legal_moves(copy) == legal_moves(state)


def news_tells_what_changed(played: PlayedRound) -> None:
    """The events of a step are the move, then its points, then the end of round and match."""
    *redeals, dealt = played.deal.events
    assert all(isinstance(event, Redealt) for event in redeals)
    start = played.start
    assert dealt == Dealt(start.round.number, start.hands, len(start.stock), start.turn)
    for before, step in zip(played.states, played.steps, strict=False):
        made, *rest = step.events
        assert isinstance(made, Played | Drew | Passed)
        assert made.seat == before.turn
        assert step.state.past == (*before.past, made)
        if rest and isinstance(rest[0], Scored):
            scored = rest.pop(0)
            assert isinstance(scored, Scored)
            assert (scored.seat, scored.ends) == (made.seat, step.state.ends.total)
            gained = step.state.in_play[scored.side] - before.in_play[scored.side]
            assert scored.points == gained
        else:
            assert step.state.in_play == before.in_play
        if step.state.result is not None:
            assert rest.pop(0) == RoundEnded(step.state.result)
            now = standing(step.state)
            if now.finished:
                assert rest.pop(0) == MatchEnded(now.winners, now.totals)
        assert not rest


def a_drawn_tile_is_the_next_of_the_stock(played: PlayedRound) -> None:
    drawn = [event.tile for event in played.end.past if isinstance(event, Drew)]
    assert tuple(drawn) + played.end.stock == played.start.stock


def pips_add_up(played: PlayedRound) -> None:
    """All halves of a double-six set show 168 pips; in general top (top + 1) (top + 2) / 2."""
    top = played.game.rules.set
    for state in played.states:
        laid = mask(event.tile for event in state.past if isinstance(event, Played))
        parts = (*state.hands, mask(state.stock), laid)
        assert sum(sum(tiles.halves(tile)) for part in parts for tile in members(part)) == (
            top * (top + 1) * (top + 2) // 2
        )
