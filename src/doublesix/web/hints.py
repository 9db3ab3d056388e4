"""Hints at the table, for those who play against bots only: thought over in another process, or by
thumb rule while none is ready."""

from aiohttp import web

from doublesix.coach.hints import Hint, guess, think
from doublesix.engine import View, view
from doublesix.errors import Forbidden, MissingPart, NotFound, Refused, Unavailable
from doublesix.table.state import TableState
from doublesix.web.bodies import json_answer, read_body
from doublesix.web.limits import asker
from doublesix.web.lobby import LOBBY
from doublesix.web.routes import Route
from doublesix.web.schemas import AskedHint, GivenHint
from doublesix.web.socket import digest
from doublesix.web.workers import Workers

WITHIN = 5.0
"""Seconds after which a hint goes by thumb rule."""


async def give_hint(request: web.Request) -> web.Response:
    """What the coach would do in a seat of one's own that is in turn, and why; only where all
    other seats are bots', or share the screen."""
    asked, lobby = await read_body(request, AskedHint), request.app[LOBBY]
    room = await lobby.visit(request.match_info["table"])
    if room is None:
        raise NotFound("no-such-table")
    lobby.limit_thinking(asker(request))
    seen = _view(room.table, digest(asked.token), asked.seat)
    hint = await _hint(lobby.workers, seen, room.table.names)
    given = GivenHint(
        round=seen.number,
        ply=len(seen.past),
        move=str(hint.move),
        told=hint.told,
        why=hint.why,
        thought=hint.thought,
    )
    return json_answer(given)


def _view(table: TableState, who: str, seat: int) -> View:
    """What the seat sees, if it is a hint that may be given."""
    if seat not in table.seats_of(who):
        raise Forbidden("not-your-seat")
    if any(other.owner not in ("", who) for other in table.seats):
        raise Forbidden("hints-alone")
    state = table.state
    if table.phase != "playing" or state is None:
        raise Refused("no-round-now")
    if state.turn != seat:
        raise Refused("not-your-turn", name=table.names[state.turn])
    seen = view(state, seat)
    if len(seen.legal) < 2:
        raise Refused("no-choice-now")
    return seen


async def _hint(workers: Workers, seen: View, names: tuple[str, ...]) -> Hint:
    try:
        return await workers.run(think, seen, names, within=WITHIN, urgent=True)
    except (Unavailable, MissingPart):
        return guess(seen, names)


ROUTES = (
    Route(
        method="POST",
        path="/api/tables/{table}/hint",
        handler=give_hint,
        answer=GivenHint,
        body=AskedHint,
        query=("lang",),
    ),
)
