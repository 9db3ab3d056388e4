"""The API about games that were played: only what is finished, so that nothing is given away."""

from typing import cast, get_args

from aiohttp import web

from doublesix.errors import InvalidInput, NotFound
from doublesix.table.fair import HOUSE_FILE
from doublesix.table.messages import Shape
from doublesix.table.record import write_table_proof, write_transcript
from doublesix.table.state import TableState
from doublesix.web.bodies import json_answer
from doublesix.web.lobby import LOBBY
from doublesix.web.replay import replay_match
from doublesix.web.routes import Route
from doublesix.web.schemas import MatchSummary, Replay

SHAPES: tuple[str, ...] = get_args(Shape)


async def list_games(request: web.Request) -> web.Response:
    """The matches of a table that have at least one finished round."""
    matches = await request.app[LOBBY].matches(request.match_info["table"])
    return json_answer([_summary(table) for table in matches if table.rounds])


def _summary(table: TableState) -> MatchSummary:
    now = table.standing
    return MatchSummary(
        match=table.match,
        rounds=len(table.rounds),
        finished=table.phase == "over",
        names=table.names,
        totals=now.totals,
        games=now.games,
        winners=table.winners,
    )


async def download_transcript(request: web.Request) -> web.Response:
    """The finished rounds of a match as a transcript."""
    table = await _match(request)
    return _file(write_transcript(table), f"{table.id}-{table.match}.toml")


async def download_proof(request: web.Request) -> web.Response:
    """The proof that the finished rounds of a match were dealt fairly."""
    table = await _match(request)
    return _file(write_table_proof(table), f"{table.id}-{table.match}-proof.toml")


async def download_rules(request: web.Request) -> web.Response:
    """The house rules of a table, which its transcripts and proofs refer to."""
    table = (await request.app[LOBBY].matches(request.match_info["table"]))[-1]
    if not table.house:
        raise NotFound("no-house-rules")
    return _file(table.house, HOUSE_FILE)


def _file(text: str, name: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return web.Response(text=text, headers=headers)


async def tell_replay(request: web.Request) -> web.Response:
    """The finished rounds of a match, move by move."""
    shape = request.query.get("shape", "wide")
    if shape not in SHAPES:
        raise InvalidInput("not-a-shape", shape=shape, known=list(SHAPES))
    return json_answer(replay_match(await _match(request), cast(Shape, shape)))


async def _match(request: web.Request) -> TableState:
    """The match that is asked for; the last one where none is named."""
    matches = await request.app[LOBBY].matches(request.match_info["table"])
    played = {str(table.match): table for table in matches if table.rounds}
    if not played:
        raise NotFound("nothing-finished")
    match = request.query.get("match", next(reversed(played)))
    if match not in played:
        raise NotFound("no-such-match", match=match, known=list(played))
    return played[match]


_MATCH = ("match", "lang")

ROUTES = (
    Route(path="/api/tables/{table}/games", handler=list_games, answer=list[MatchSummary]),
    Route(
        path="/api/tables/{table}/transcript",
        handler=download_transcript,
        answer="text/plain",
        query=_MATCH,
    ),
    Route(
        path="/api/tables/{table}/proof",
        handler=download_proof,
        answer="text/plain",
        query=_MATCH,
    ),
    Route(path="/api/tables/{table}/rules", handler=download_rules, answer="text/plain"),
    Route(
        path="/api/tables/{table}/replay",
        handler=tell_replay,
        answer=Replay,
        query=(*_MATCH, "shape"),
    ),
)
