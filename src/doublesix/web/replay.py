"""Finished rounds, move by move, laid out for one shape of screen. Nothing in them is hidden.

They are made of the transcript of their match, by threads that nobody waits for at a
table; what was asked for lately is remembered.
"""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from doublesix import rules
from doublesix.draw.layout import Line
from doublesix.engine import State, Step, new_game, standing
from doublesix.engine.events import Played
from doublesix.engine.replay import replay
from doublesix.notation import transcript
from doublesix.notation.telling import Company, tell_deal, tell_move
from doublesix.notation.transcript import Transcript
from doublesix.table.messages import Shape
from doublesix.table.sentences import Seats
from doublesix.table.store import GameRow
from doublesix.table.tell import tell_result, tell_step
from doublesix.tiles import listed
from doublesix.web.schemas import Replay, ReplayedMove, ReplayedRound

_MATCHES, _ROUNDS = 16, 64
"""How many are remembered."""

_read_record = msgspec.json.Decoder(Replay).decode


def replay_round(row: GameRow, house: str, number: int, shape: Shape) -> bytes:
    """A finished round of a match as JSON; ``house`` are the rules of the table, where it has its
    own."""
    return _replayed(row.summary, row.transcript, house, number, shape)


@lru_cache(maxsize=_ROUNDS)
def _replayed(record: bytes, text: str, house: str, number: int, shape: Shape) -> bytes:
    played, names = read_match(record, text, house), round_names(record, number)
    company = Company(played.game, names, (False,) * len(names))
    before = played.rounds[number - 2] if number > 1 else None
    return msgspec.json.encode(_round(company, played.rounds[number - 1], before, shape))


@lru_cache(maxsize=_MATCHES)
def read_match(record: bytes, text: str, house: str) -> Transcript:
    """What was played, by the record and the transcript of a match."""
    about = _read_record(record)
    game = None
    if house:
        game = new_game(rules.read(house), len(about.names), about.target or None)
    return transcript.read(text, game=game)


def round_names(record: bytes, number: int) -> tuple[str, ...]:
    """Who played a round."""
    return _read_record(record).rounds[number - 1].names


def _round(company: Company, state: State, before: State | None, shape: Shape) -> ReplayedRound:
    result = tell_result(company, state)
    assert result is not None, "it is finished"
    here, line = state.round, Line(company.game, shape)
    return ReplayedRound(
        shape=shape,
        number=here.number,
        leader=here.leader,
        told=tell_deal(company, state, (), before),
        hands=hands_of(here.deal.hands),
        stock=here.deal.stock,
        moves=tuple(_moves(company, state, line)),
        result=result,
        totals=standing(state).totals,
    )


def _moves(company: Company, state: State, line: Line) -> Iterator[ReplayedMove]:
    everybody = tuple(range(company.game.seats))
    for before, step in replay(state):
        yield replayed(company, before, step, line, everybody)


def replayed(company: Company, before: State, step: Step, line: Line, eyes: Seats) -> ReplayedMove:
    """A move of which nothing is hidden; its tile is laid on the line."""
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
        hands=hands_of(after.hands),
        stock=len(after.stock),
        shown=after.ends.open,
        in_play=after.in_play,
    )


def hands_of(masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Everybody's tiles."""
    return tuple(map(listed, masks))
