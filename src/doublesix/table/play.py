"""Moves: of people, of bots, of the clock, and the knocks that nobody has to decide."""

from msgspec import Struct

from doublesix.bots import find_bot
from doublesix.engine import PASS, Move, State, Step, View, apply, legal_moves, view
from doublesix.engine.events import Passed, PassReason
from doublesix.errors import Refused
from doublesix.rng import Rng
from doublesix.rules.model import DrawnTile
from doublesix.table import messages as ask
from doublesix.table.act import Act
from doublesix.table.events import By, Faltered, Lack, Moved, StoodIn
from doublesix.table.fold import advance
from doublesix.table.moves import parse, write
from doublesix.table.seats import USUAL_BOT
from doublesix.table.state import TableState

_ONLY_PASS = (PASS,)


class Choice(Struct, frozen=True):
    """What a bot wants to do."""

    move: Move
    lack: Lack | None = None
    """Why it could not think ahead, if the thumb rules have chosen for it."""


def make_move(act: Act, command: ask.MakeMove) -> None:
    """A person lays a tile, draws or passes."""
    seat = act.own_seat(command.seat)
    state = _position(act, command.round, command.ply)
    if state.turn != command.seat:
        raise Refused("not-your-turn", name=act.table.seats[state.turn].name)
    if seat.stand_in:
        raise Refused("stand-in-plays")
    _make(act, state, parse(state, command.move), "person")
    _knock(act)


def make_bot_move(act: Act, seat: int, number: int, ply: int, choice: Choice) -> None:
    """A bot has chosen; that may have taken so long that nobody waits for it any more. Where it
    could not think ahead, people are told once."""
    state = _position(act, number, ply)
    if state.turn != seat or not act.table.seats[seat].player:
        raise _stale(state)
    _make(act, state, choice.move, "bot")
    _knock(act)
    if choice.lack is not None and choice.lack != act.table.lack:
        act.do(Faltered(act.now, choice.lack))


def time_is_up(act: Act) -> None:
    """What happens when the person in turn has let the time run out."""
    table = act.table
    deadline, state = table.deadline, table.state
    if deadline is None or act.now < deadline:
        return
    assert state is not None
    if table.settings.at_zero == "bot":
        act.do(StoodIn(act.now, state.turn, USUAL_BOT, "clock"))
        return
    bot, rng = find_bot(USUAL_BOT), Rng(int(act.fresh()[:16], 16))
    seat = state.turn
    while state.turn == seat and state.result is None:
        state = _make(act, state, bot.choose(view(state, seat), rng), "clock")
    _knock(act)


def thinker(table: TableState) -> tuple[str, View] | None:
    """The bot that has to choose now, and what it may see."""
    state = table.state
    if state is None or table.phase != "playing" or table.paused:
        return None
    bot = table.seats[state.turn].player
    return (bot, view(state, state.turn)) if bot else None


def _position(act: Act, number: int, ply: int) -> State:
    """The position a move is meant for, if it is still the one on the table."""
    table = act.table
    act.only_playing()
    state = table.steps[-1].state
    if number != state.round.number or ply != len(state.past):
        raise _stale(state)
    if table.paused:
        raise Refused("paused")
    return state


def _stale(state: State) -> Refused:
    return Refused("stale-move", round=state.round.number, ply=len(state.past))


def _make(act: Act, state: State, move: Move, by: By) -> State:
    return _take(act, state, apply(state, move), move, by)


def _take(act: Act, state: State, step: Step, move: Move, by: By) -> State:
    event = Moved(act.now, state.turn, write(move), by)
    advance(act.table, event, step)
    act.events.append(event)
    return step.state


def _knock(act: Act) -> None:
    """Whoever can do nothing but pass, as everybody can see, passes at once."""
    state = act.table.steps[-1].state
    while _may_have_to_pass(state) and legal_moves(state) == _ONLY_PASS:
        step = apply(state, PASS)
        if not _is_plain(step):
            return
        state = _take(act, state, step, PASS, "knock")


def _may_have_to_pass(state: State) -> bool:
    """Nearly always a tile fits, and it is not worth looking further."""
    return state.drawn > 0 or not state.hands[state.turn] & state.ends.fits


def _is_plain(step: Step) -> bool:
    """Whether everybody knows that this seat had to pass. Where a seat may pass though it could
    play, a pass that came by itself would tell what it holds."""
    passed, rules = step.events[0], step.state.game.rules
    assert isinstance(passed, Passed)
    if passed.reason is not PassReason.DRAWN_TILE:
        return passed.reason is not PassReason.CHOICE
    if rules.drawn_tile is DrawnTile.MUST_PLAY:
        return not rules.able_may_pass
    return rules.drawn_tile is DrawnTile.MAY_NOT_PLAY
