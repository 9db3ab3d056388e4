"""The referee: what may be done, and what comes of it.

>>> from doublesix.engine import deal_round, new_game
>>> from doublesix.rng import Rng
>>> from doublesix.rules import load
>>> state = deal_round(new_game(load("svoora"), 2), Rng(1)).state
>>> step = apply(state, legal_moves(state)[0])
>>> step.events[0].seat == state.turn, step.state.turn != state.turn
(True, True)
"""

from msgspec.structs import replace

from doublesix.engine.events import (
    Drew,
    Ended,
    Event,
    MatchEnded,
    Passed,
    PassReason,
    Played,
    RoundEnded,
    Scored,
)
from doublesix.engine.moves import DRAW, PASS, End, Kind, Move
from doublesix.engine.refusal import may_draw, may_not_play, may_pass, refusal
from doublesix.engine.scoring import points_in_play, score_round, standing
from doublesix.engine.state import Stage, State, Step
from doublesix.rules.model import AllPassed, BlockedWhen, Rules, SecondAfter, SecondUnable, Unable
from doublesix.tiles import is_double, mask

# Looking a member up in its enum costs as much as a dozen comparisons (until Python 3.12);
# what every move passes through takes these instead.
_LEAD, _TURN = Stage.LEAD, Stage.TURN
_PLAY, _DRAW, _PASS = Kind.PLAY, Kind.DRAW, Kind.PASS
_NEVER_DRAWS, _DRAWS_ONE = Unable.PASS, Unable.DRAW_ONE
_ONE_STUCK = BlockedWhen.ONE_STUCK
_ONLY_PASS = (PASS,)
_NO_DRAWING, _STOCK_EMPTY = PassReason.NO_DRAWING, PassReason.STOCK_EMPTY


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every move the seat in turn may make, in canonical order; none when the round is over."""
    if state.result is not None:
        return ()
    ends = state.ends
    stage = state.stage
    hand = state.round.leads if stage is _LEAD else state.hands[state.turn] & ends.fits
    game = state.round.game
    if not hand and game.unable_passes:
        return _ONLY_PASS
    plays = ends.plays
    if hand & (hand - 1):
        laid: list[Move] = []
        while hand:
            low = hand & -hand
            laid += plays[low.bit_length() - 1]
            hand ^= low
        moves = tuple(laid)
    else:
        moves = plays[hand.bit_length() - 1] if hand else ()
    if stage is _TURN and not (moves and game.able_must_play):
        able = bool(moves)
        draws = may_draw(state, able)
        if state.drawn and may_not_play(state):
            moves = ()
        if draws:
            moves += (DRAW,)
        if may_pass(state, able, draws):
            moves += (PASS,)
    return moves


def apply(state: State, move: Move) -> Step:
    """Make a move: the new position and what happened.

    Raises :class:`~doublesix.errors.IllegalMove` with the rule that forbids the move.
    """
    if state.result is not None:
        raise refusal(state, move)
    if move.kind is _PLAY:
        tile = move.tile
        held = state.round.leads if state.stage is _LEAD else state.hands[state.turn]
        fits = held >> tile & 1 and move in state.ends.plays[tile]
        if fits and not (state.drawn and may_not_play(state)):
            return _lay(state, tile, move.end)
    elif state.stage is _TURN:
        able = bool(state.hands[state.turn] & state.ends.fits)
        if not able and state.round.game.unable_passes and move.kind is _PASS:
            return _pass(state)
        draws = may_draw(state, able)
        if move.kind is _DRAW and draws:
            return _draw(state)
        if move.kind is _PASS and may_pass(state, able, draws):
            return _pass(state)
    raise refusal(state, move)


def _lay(state: State, tile: int, end: End | None) -> Step:
    """Lay a tile: the line grows, the ends may score, the turn or the round may end."""
    here = state.round
    game = here.game
    turn = state.turn
    after = list(state.hands)
    after[turn] = hand = after[turn] ^ (1 << tile)
    hands = tuple(after)
    ends = state.ends.grown[tile, end]
    played = Played(turn, tile, end)
    past = (*state.past, played)
    following, stage = game.after[turn], _TURN
    if end is None and (goes_on := second_stage(game.rules, tile, hand & ends.fits)):
        following, stage = turn, goes_on
    events: tuple[Event, ...] = (played,)
    in_play = state.in_play
    if game.scores_in_play:
        in_play, scored = _score_ends(state, ends.total)
        events += scored
    laid = State(here, hands, state.stock, ends, following, stage, 0, 0, in_play, past, None)
    if game.at_once and here.totals[side := game.side_of[turn]] + in_play[side] >= game.target:
        return _end(laid, Ended.TARGET, turn, events)
    if not hand:
        return _end(laid, Ended.OUT, turn, events)
    if hands[following] & ends.fits:  # nearly always: no need to look further
        return Step(laid, events)
    return _settle(laid, events)


def _score_ends(state: State, total: int) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """What each side has scored in play after the ends show this sum, and the news of it."""
    points = points_in_play(state.round.game.rules.in_play, total)
    if not points:
        return state.in_play, ()
    game = state.round.game
    side = game.side_of[state.turn]
    in_play = list(state.in_play)
    if game.rules.exact and not game.awards_difference:
        reached = state.round.totals[side] + in_play[side] + points
        points = points if reached <= game.target else 0
    in_play[side] += points
    return tuple(in_play), (Scored(state.turn, side, total, points),)


def second_stage(rules: Rules, tile: int, fitting: int) -> Stage | None:
    """What the leader still has to do in this turn after leading this tile, if anything."""
    if not rules.second_tile:
        return None
    if rules.second_tile_after is SecondAfter.DOUBLE and not is_double(tile):
        return None
    if fitting:
        return Stage.SECOND
    return Stage.TURN if rules.second_tile_unable is SecondUnable.AS_USUAL else None


def _draw(state: State) -> Step:
    """Take the next tile of the stock."""
    turn, tile = state.turn, state.stock[0]
    drew = Drew(turn, tile)
    hands = list(state.hands)
    hands[turn] |= 1 << tile
    drawn = replace(
        state,
        hands=tuple(hands),
        stock=state.stock[1:],
        drawn=state.drawn + 1,
        passes=0,
        past=(*state.past, drew),
    )
    return _settle(drawn, (drew,))


def _pass(state: State) -> Step:
    """Knock: the turn goes on."""
    game = state.round.game
    passed = Passed(state.turn, _why_pass(state))
    here = replace(
        state,
        turn=game.after[state.turn],
        drawn=0,
        passes=state.passes + 1,
        past=(*state.past, passed),
    )
    # Nothing was laid or drawn: only a rule about passing can end the round now.
    return _settle(here, (passed,)) if game.pass_may_block else Step(here, (passed,))


def _why_pass(state: State) -> PassReason:
    """Why a seat passes, as far as everybody can see: where the book lets a seat pass that
    could play, nobody learns whether this one could."""
    rules = state.round.game.rules
    if state.drawn and rules.unable is _DRAWS_ONE:
        return PassReason.DRAWN_TILE
    if rules.able_may_pass or may_draw(state, able=False):
        return PassReason.CHOICE
    return _NO_DRAWING if rules.unable is _NEVER_DRAWS else _STOCK_EMPTY


def _settle(state: State, events: tuple[Event, ...]) -> Step:
    """End the round here if it is blocked."""
    if is_blocked(state):
        return _end(state, Ended.BLOCKED, None, events)
    return Step(state, events)


def is_blocked(state: State) -> bool:
    """Whether the round cannot go on: no fitting tile in any hand and nothing to draw.

    Where a seat may pass though it could do something else, everybody may pass in a row;
    the book says whether that blocks the round too, or somebody has to go on.
    """
    game = state.round.game
    rules = game.rules
    fits = state.ends.fits
    if state.hands[state.turn] & fits and not state.passes:
        return False
    if state.passes >= game.seats and rules.all_passed is AllPassed.BLOCKED:
        return True
    if rules.stop_dead_rounds and not fits & (mask(state.stock) | _held(state)):
        return True
    if rules.unable is not _NEVER_DRAWS and len(state.stock) > rules.reserve:
        return False
    held = state.hands[state.turn] if rules.blocked_when is _ONE_STUCK else _held(state)
    return not held & fits


def _held(state: State) -> int:
    held = 0
    for hand in state.hands:
        held |= hand
    return held


def _end(state: State, ended: Ended, by: int | None, events: tuple[Event, ...]) -> Step:
    """The round is over: count, write, and see whether the match is over too."""
    result = score_round(state, ended, by)
    over = replace(state, result=result)
    now = standing(over)
    closing: tuple[Event, ...] = (RoundEnded(result),)
    if now.finished:
        closing += (MatchEnded(now.winners, now.totals),)
    return Step(over, events + closing)
