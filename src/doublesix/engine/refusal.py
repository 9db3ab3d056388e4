"""When drawing and passing are allowed, and why a move is not."""

from doublesix import tiles
from doublesix.engine.ends import CLOSED
from doublesix.engine.game import SEATS
from doublesix.engine.moves import End, Kind, Move
from doublesix.engine.state import Stage, State
from doublesix.errors import IllegalMove
from doublesix.rules.model import DrawnTile, Unable

_DRAWS_ONE, _DRAWS_ON = Unable.DRAW_ONE, Unable.DRAW_ON  # see play.py


def may_draw(state: State, able: bool) -> bool:
    """Whether the seat in turn may draw a tile."""
    rules = state.round.game.rules
    if len(state.stock) <= rules.reserve:
        return False
    if able:
        limit = rules.able_draw_limit
        return rules.able_may_draw and (not limit or state.drawn < limit)
    if rules.unable is _DRAWS_ONE:
        return state.drawn == 0
    return rules.unable is _DRAWS_ON


def may_pass(state: State, able: bool, draws: bool) -> bool:
    """Whether the seat in turn may pass, given whether it may draw."""
    rules = state.round.game.rules
    if (able or draws) and state.passes >= state.round.game.seats:
        return False
    if able:
        return rules.able_may_pass or (
            state.drawn > 0 and rules.drawn_tile is not DrawnTile.MUST_PLAY
        )
    return not draws or (rules.pass_instead_of_draw and state.drawn == 0)


def may_not_play(state: State) -> bool:
    """Whether the tile just drawn bars the seat in turn from playing at all."""
    return state.drawn > 0 and state.round.game.rules.drawn_tile is DrawnTile.MAY_NOT_PLAY


def refusal(state: State, move: Move) -> IllegalMove:
    """Why this move, which is not legal, is not: the error to raise."""
    if state.result is not None:
        return IllegalMove("round-over", rule="round", move=str(move))
    if move.kind is Kind.PLAY:
        return _no_play(state, move)
    if state.stage is Stage.LEAD:
        return _no_lead(state, "lead-first")
    if state.stage is Stage.SECOND:
        return IllegalMove("second-tile-first", rule="second_tile", seat=SEATS[state.turn])
    return _no_draw(state) if move.kind is Kind.DRAW else _no_pass(state)


def _no_lead(state: State, code: str) -> IllegalMove:
    leads = [tiles.text(tile) for tile in tiles.members(state.round.leads)]
    return IllegalMove(code, rule="lead", seat=SEATS[state.turn], leads=leads)


def _no_play(state: State, move: Move) -> IllegalMove:
    seat, name = SEATS[state.turn], tiles.text(move.tile)
    if not state.hands[state.turn] >> move.tile & 1:
        return IllegalMove("not-held", rule="hand", seat=seat, tile=name)
    if state.stage is Stage.LEAD:
        if move.end is not None:
            return IllegalMove("lead-has-no-end", rule="lead", tile=name)
        return _no_lead(state, "lead-must-be")
    if move.end is None:
        return IllegalMove("end-missing", rule="line", tile=name)
    if move.end >= len(state.ends.shown):
        return IllegalMove("no-such-end", rule="spinner", end=move.end.word)
    if may_not_play(state):
        return IllegalMove("drawn-tile-waits", rule="drawn_tile", seat=seat)
    return _no_fit(state, move.end, name)


def _no_fit(state: State, end: End, name: str) -> IllegalMove:
    if state.ends.open[end] == CLOSED:
        return IllegalMove("arm-closed", rule="arms", end=end.word)
    shown = state.ends.shown[end]
    return IllegalMove("does-not-fit", rule="line", tile=name, end=end.word, shown=shown)


def _no_draw(state: State) -> IllegalMove:
    rules = state.round.game.rules
    seat = SEATS[state.turn]
    if rules.unable is Unable.PASS and not rules.able_may_draw:
        return IllegalMove("no-drawing", rule="unable")
    if not state.stock:
        return IllegalMove("stock-empty", rule="reserve")
    if len(state.stock) <= rules.reserve:
        return IllegalMove("stock-reserved", rule="reserve", count=rules.reserve)
    able = state.hands[state.turn] & state.ends.fits
    if able and rules.able_may_draw:
        return IllegalMove("draw-limit", rule="able_draw_limit", count=rules.able_draw_limit)
    if state.drawn and rules.unable is Unable.DRAW_ONE:
        return IllegalMove("drawn-already", rule="unable", seat=seat)
    if able:
        return IllegalMove("able-must-play", rule="able_may_draw", seat=seat)
    return IllegalMove("unable-may-not-draw", rule="unable", seat=seat)


def _no_pass(state: State) -> IllegalMove:
    seat = SEATS[state.turn]
    if state.passes >= state.game.seats:
        return IllegalMove("all-passed", rule="all_passed", seat=seat)
    if state.hands[state.turn] & state.ends.fits:
        return IllegalMove("able-may-not-pass", rule="able_may_pass", seat=seat)
    return IllegalMove("must-draw", rule="unable", seat=seat)
