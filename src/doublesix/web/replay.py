"""A finished match, move by move, laid out for one shape of screen. Nothing in it is hidden."""

from collections.abc import Iterator

from doublesix.draw.layout import Line
from doublesix.engine import State, Step, standing
from doublesix.engine.events import Played
from doublesix.engine.replay import replay
from doublesix.notation.telling import Company, tell_deal, tell_move
from doublesix.table.messages import Shape
from doublesix.table.sentences import Seats, company_of
from doublesix.table.state import Finished, TableState
from doublesix.table.tell import tell_result, tell_step
from doublesix.tiles import listed
from doublesix.web.schemas import Replay, ReplayedMove, ReplayedRound


def replay_match(table: TableState, shape: Shape) -> Replay:
    """The finished rounds of the match that is played or has just ended."""
    company = company_of(table)
    before = [None, *(finished.state for finished in table.rounds)]
    rounds = zip(table.rounds, before, strict=False)
    return Replay(
        id=table.id,
        match=table.match,
        rules=table.rules,
        title=table.game.rules.title,
        top=table.game.tiles.top,
        target=table.game.target,
        names=table.names,
        sides=table.game.sides,
        shape=shape,
        rounds=tuple([_round(company, each, last, shape) for each, last in rounds]),
        finished=table.phase == "over",
        winners=table.winners,
    )


def _round(
    company: Company, finished: Finished, before: State | None, shape: Shape
) -> ReplayedRound:
    state = finished.state
    result = tell_result(company, state)
    assert result is not None, "it is finished"
    here, line = state.round, Line(company.game, shape)
    return ReplayedRound(
        number=here.number,
        leader=here.leader,
        told=tell_deal(company, state, (), before),
        hands=_hands(here.deal.hands),
        stock=here.deal.stock,
        moves=tuple(_moves(company, state, line)),
        result=result,
        totals=standing(state).totals,
    )


def _moves(company: Company, state: State, line: Line) -> Iterator[ReplayedMove]:
    everybody = tuple(range(company.game.seats))
    for before, step in replay(state):
        yield _move(company, before, step, line, everybody)


def _move(company: Company, before: State, step: Step, line: Line, eyes: Seats) -> ReplayedMove:
    event, after = step.events[0], step.state
    at = line.lay(event) if isinstance(event, Played) else None
    moved = tell_step(step, "person", eyes, at)
    return ReplayedMove(
        seat=moved.seat,
        kind=moved.kind,
        tile=moved.tile,
        end=moved.end,
        at=at,
        points=moved.points,
        told=tell_move(company, before, step, eyes),
        slots=line.slots(after.ends),
        hands=_hands(after.hands),
        stock=len(after.stock),
        shown=after.ends.open,
        in_play=after.in_play,
    )


def _hands(masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(listed, masks))
