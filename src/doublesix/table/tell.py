"""What a table tells one audience: the seats that somebody owns, or none for who only watches.

This is the only way out. Of hidden tiles, only those of the audience's own seats pass through it.
"""

from collections.abc import Sequence
from itertools import chain

from doublesix.bots import read_bot
from doublesix.draw.layout import Placed
from doublesix.engine import SEATS, Game, State, Step, legal_moves, standing
from doublesix.engine.events import Drew, Played, Scored
from doublesix.engine.state import Stage
from doublesix.notation.telling import (
    Company,
    Told,
    tell_match_end,
    tell_round,
)
from doublesix.rules.model import Unable
from doublesix.table import events as did
from doublesix.table import messages as said
from doublesix.table.lines import Lines, Shaped, end_word
from doublesix.table.moves import write
from doublesix.table.seats import Seat
from doublesix.table.sentences import Seats, company_of
from doublesix.table.state import Finished, TableState
from doublesix.tiles import listed

KEPT_SCORES = 100
"""Lines of the score sheet that everybody is shown; a match may have any number of rounds."""
_SECOND, _TURN = Stage.SECOND, Stage.TURN

KEYS = tuple(map(str, range(len(SEATS))))
"""The seats as JSON names them."""


def snapshot(
    table: TableState, who: str, shape: said.Shape, lines: Lines, news: tuple[Told, ...] = ()
) -> said.Snapshot:
    """Everything that somebody may know now."""
    seats = table.seats_of(who)
    return said.Snapshot(
        version=table.version,
        you=said.You(seats, host=bool(who) and who == table.host),
        table=lines.once(table, "table", lambda: _tell_table(table, lines)),
        round=_tell_round(table, seats, shape, lines) if table.steps else None,
        news=news,
    )


def updates(
    table: TableState, events: Sequence[did.AnyEvent], seats: Seats, shape: said.Shape, lines: Lines
) -> list[said.Update]:
    """The moves among the events of the last call, as one audience may know them."""
    line = lines.shaped(table, shape)
    told = lines.sentences.told(table, seats)
    version = table.version - len(events)
    moves = [(at, event) for at, event in enumerate(events, 1) if isinstance(event, did.Moved)]
    found = []
    for ply, (at, event) in enumerate(moves, len(table.steps) - len(moves)):
        step = table.steps[ply]
        found.append(
            said.Update(
                version=version + at,
                round=step.state.round.number,
                move=tell_step(step, event.by, seats, line.placed[ply]),
                told=told[ply],
                now=tell_now(table, ply, seats, line),
            )
        )
    return found


def _tell_table(table: TableState, lines: Lines) -> said.TableInfo:
    """All about the table that everybody may know."""
    game, now = table.game, table.standing
    return said.TableInfo(
        id=table.id,
        code=table.code,
        rules=table.rules,
        title=game.rules.title,
        top=game.tiles.top,
        hand=game.hand,
        target=game.target,
        sides=game.sides,
        order=_order(game),
        scoring=game.scores_in_play,
        draws=has_drawing(game),
        phase=table.phase,
        paused=table.paused,
        match=table.match,
        seats=tell_seats(table),
        settings=table.settings,
        totals=_totals(table),
        games=now.games,
        scores=lines.scores(table, tell_score)[-KEPT_SCORES:],
        winners=table.winners,
        commitment=table.commitment,
        talk=table.talk,
    )


def _totals(table: TableState) -> tuple[int, ...]:
    """What each side has, without what it makes in the round that is played: that is told with
    every move."""
    state = table.state
    return table.standing.totals if state is None or state.result else state.round.totals


def _order(game: Game) -> tuple[int, ...]:
    """The seats in the order of play, from the first one on."""
    order = [0]
    while (following := game.after[order[-1]]) != 0:
        order.append(following)
    return tuple(order)


def has_drawing(game: Game) -> bool:
    """Whether tiles are drawn in this game: the book allows it, and some are left to draw."""
    left = game.tiles.size - game.seats * game.hand
    allowed = game.rules.unable is not Unable.PASS or game.rules.able_may_draw
    return allowed and left > game.rules.reserve


def tell_seats(table: TableState) -> tuple[said.SeatInfo, ...]:
    """Who sits where."""
    return tuple([_tell_seat(seat, table.host) for seat in table.seats])


def _tell_seat(seat: Seat, host: str) -> said.SeatInfo:
    return said.SeatInfo(
        name=seat.name,
        taken=not seat.is_empty,
        bot=seat.bot,
        open=seat.open,
        stand_in=seat.stand_in,
        level=read_bot(seat.player)[0].level if seat.player else 0,
        host=bool(seat.owner) and seat.owner == host,
        ready=seat.ready,
        mixed=bool(seat.entropy),
    )


def tell_score(finished: Finished) -> said.RoundScore:
    """A finished round as a line of the score sheet."""
    state = finished.state
    assert state.result is not None
    return said.RoundScore(
        number=state.round.number,
        points=state.result.points,
        totals=standing(state).totals,
        winners=state.result.winners,
        names=finished.names,
        ended=state.result.ended.value,
    )


def _tell_round(table: TableState, seats: Seats, shape: said.Shape, lines: Lines) -> said.RoundInfo:
    """The round that is on the table."""
    steps, line = table.steps, lines.shaped(table, shape)
    dealt, state = steps[0].state, steps[-1].state
    told = lines.sentences.told(table, seats)
    last = None
    if len(steps) > 1:
        last = tell_step(steps[-1], table.moved_by, seats, line.placed[-1])
    return said.RoundInfo(
        number=dealt.round.number,
        leader=dealt.round.leader,
        line=line.laid(state.past),
        now=tell_now(table, len(steps) - 1, seats, line),
        told=tuple(chain.from_iterable(told)),
        result=lines.once(table, "result", lambda: tell_result(company_of(table), state)),
        last=last,
    )


def tell_result(company: Company, state: State) -> said.RoundResult | None:
    """A round that is over: hands are shown. None while it is played."""
    result = state.result
    if result is None:
        return None
    told = tell_round(company, state)
    if company.game.target and standing(state).finished:
        told += tell_match_end(company, state)
    return said.RoundResult(
        ended=result.ended.value,
        by=result.by,
        winners=result.winners,
        hands=tuple(map(listed, state.hands)),
        pips=result.pips,
        points=result.points,
        told=told,
        names=company.names,
    )


def tell_step(step: Step, by: did.By, seats: Seats, at: Placed | None) -> said.Moved:
    """A move: the tile that was drawn only to the one who drew it."""
    event = step.events[0]
    if isinstance(event, Played):
        points = sum([each.points for each in step.events[1:] if isinstance(each, Scored)])
        return said.Moved(event.seat, "play", by, event.tile, end_word(event), at, points)
    if isinstance(event, Drew):
        return said.Moved(event.seat, "draw", by, event.tile if event.seat in seats else None)
    return said.Moved(step.state.past[-1].seat, "pass", by)


def tell_now(table: TableState, ply: int, seats: Seats, line: Shaped) -> said.Now:
    """What changes with every move, as it was after move ``ply``. Only the last position has
    moves that may be made, and a clock."""
    state = table.steps[ply].state
    turn = None if state.result is not None else state.turn
    deadline = table.deadline if ply == len(table.steps) - 1 else None
    hidden = state.stage is _SECOND and turn not in seats
    game = table.game
    return said.Now(
        ply=ply,
        turn=turn,
        stage=_TURN if hidden else state.stage,
        counts=tuple([hand.bit_count() for hand in state.hands]),
        stock=len(state.stock),
        drawn=state.drawn,
        shown=state.ends.open,
        sum=state.ends.total if game.scores_in_play else 0,
        in_play=state.in_play,
        slots=line.slots[ply],
        hands={KEYS[seat]: listed(state.hands[seat]) for seat in seats},
        legal=tell_legal(table, ply, seats),
        deadline=None if deadline is None else round(deadline * 1000),
        may_extend=deadline is not None and not table.clock.extended,
    )


def tell_legal(table: TableState, ply: int, seats: Seats) -> tuple[str, ...]:
    """What may be done after move ``ply``, if it is one of these seats that has to choose. A bot
    chooses by itself, and nobody does in a pause."""
    state = table.steps[ply].state
    if (
        state.turn in seats
        and ply == len(table.steps) - 1
        and table.phase == "playing"
        and not table.paused
        and not table.seats[state.turn].player
    ):
        return tuple([write(move) for move in legal_moves(state)])
    return ()
