"""The API about games that were played: only what is finished, so that nothing is given away.

A match that is over is read as the journal keeps it. The one that is being played is written down
when somebody asks, as far as its rounds are finished and on the disk.
"""

from typing import cast, get_args

import msgspec
from aiohttp import web

from doublesix.coach.report import RoundReport
from doublesix.errors import Forbidden, InvalidInput, NotFound
from doublesix.table.fair import HOUSE_FILE
from doublesix.table.messages import Shape
from doublesix.table.store import GameRow
from doublesix.web.bodies import json_answer
from doublesix.web.limits import asker
from doublesix.web.lobby import LOBBY
from doublesix.web.replay import replay_round
from doublesix.web.routes import Route
from doublesix.web.schemas import MatchSummary, Replay, ReplayedRound

SHAPES: tuple[str, ...] = get_args(Shape)

_read_record = msgspec.json.Decoder(Replay).decode


async def list_games(request: web.Request) -> web.Response:
    """The matches of a table that have at least one finished round; the last hundred of them."""
    records = await request.app[LOBBY].records(request.match_info["table"])
    return json_answer([_summary(_read_record(record)) for record in records])


def _summary(match: Replay) -> MatchSummary:
    return MatchSummary(
        match=match.match,
        rounds=len(match.rounds),
        finished=match.finished,
        names=match.names,
        totals=match.rounds[-1].totals,
        games=match.games,
        winners=match.winners,
    )


async def download_transcript(request: web.Request) -> web.Response:
    """The finished rounds of a match as a transcript."""
    match = await _match(request)
    return _file(match.transcript, f"{match.table}-{match.match}.toml")


async def download_proof(request: web.Request) -> web.Response:
    """The proof that the finished rounds of a match were dealt fairly."""
    match = await _match(request)
    return _file(match.proof, f"{match.table}-{match.match}-proof.toml")


async def download_rules(request: web.Request) -> web.Response:
    """The house rules of a table, which its transcripts and proofs refer to."""
    house = await request.app[LOBBY].house_rules(request.match_info["table"])
    if not house:
        raise NotFound("no-house-rules")
    return _file(house, HOUSE_FILE)


def _file(text: str, name: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return web.Response(text=text, headers=headers)


async def tell_replay(request: web.Request) -> web.Response:
    """A match with its finished rounds."""
    return json_answer(msgspec.Raw((await _match(request)).summary))


async def tell_round(request: web.Request) -> web.Response:
    """A finished round of a match, move by move."""
    shape = request.query.get("shape", "wide")
    if shape not in SHAPES:
        raise InvalidInput("not-a-shape", shape=shape, known=list(SHAPES))
    match = await _match(request)
    number, house = _finished(request, match), await _house(request, match)
    told = await request.app[LOBBY].look_up(
        lambda: replay_round(match, house, number, cast(Shape, shape)),
    )
    return json_answer(msgspec.Raw(told))


async def analyse_round(request: web.Request) -> web.Response:
    """A round of a match that is over, looked at again by the coach: every decision with the value
    of each legal move, accuracy, the curve of chances, luck and skill."""
    match = await _match(request)
    number = _finished(request, match)
    if match.finished is None and _read_record(match.summary).target:
        raise Forbidden("match-goes-on")
    lobby = request.app[LOBBY]
    if not lobby.analyst.knows(match, number):
        lobby.limit_thinking(asker(request))
    found = await lobby.analyst.analyse(match, await _house(request, match), number)
    return json_answer(msgspec.Raw(found))


def _finished(request: web.Request, match: GameRow) -> int:
    """The number of the round that is asked for."""
    rounds = len(_read_record(match.summary).rounds)
    number = _number(request.match_info["round"])
    if not 1 <= number <= rounds:
        raise NotFound("no-such-round", number=request.match_info["round"], count=rounds)
    return number


async def _house(request: web.Request, match: GameRow) -> str:
    """The rules of the table, where it has its own."""
    if match.rules != HOUSE_FILE:
        return ""
    return await request.app[LOBBY].house_rules(match.table)


async def _match(request: web.Request) -> GameRow:
    """The match that is asked for; the last one where none is named."""
    lobby, table = request.app[LOBBY], request.match_info["table"]
    last = await lobby.match(table)
    if last is None:
        raise NotFound("nothing-finished")
    asked = request.query.get("match", str(last.match))
    found = last if asked == str(last.match) else await lobby.match(table, _number(asked))
    if found is None:
        raise NotFound("no-such-match", match=asked, last=last.match)
    return found


def _number(word: str) -> int:
    """A small number that somebody wrote into an address; 0 for anything else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0


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
        query=_MATCH,
    ),
    Route(
        path="/api/tables/{table}/replay/{round}",
        handler=tell_round,
        answer=ReplayedRound,
        query=(*_MATCH, "shape"),
    ),
    Route(
        path="/api/tables/{table}/replay/{round}/analysis",
        handler=analyse_round,
        answer=RoundReport,
        query=_MATCH,
    ),
)
