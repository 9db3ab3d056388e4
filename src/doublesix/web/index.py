"""What is known of a table without reading all that happened there."""

import msgspec

from doublesix.table.record import rules_name, write_table_proof, write_transcript
from doublesix.table.state import TableState
from doublesix.table.store import GameRow, TableRow
from doublesix.table.tell import tell_score, tell_seats
from doublesix.web.schemas import Replay, TableSummary


def summary_of(table: TableState) -> TableSummary:
    """A table as everybody may know it who does not look at it."""
    return TableSummary(
        id=table.id,
        code=table.code,
        rules=table.rules,
        title=table.game.rules.title,
        phase=table.phase,
        public=table.public,
        opened=table.opened,
        touched=table.touched,
        target=table.game.target,
        match=table.match,
        seats=tell_seats(table),
        settings=table.settings,
    )


def row_of(table: TableState) -> TableRow:
    """The row of a table in the journal's index."""
    return TableRow(
        id=table.id,
        code=table.code,
        opened=table.opened,
        touched=table.touched,
        phase=table.phase,
        rules=table.rules,
        public=table.public,
        summary=msgspec.json.encode(summary_of(table)),
    )


def record_of(table: TableState) -> Replay:
    """The match on the table, as far as its rounds are finished."""
    game = table.game
    return Replay(
        id=table.id,
        match=table.match,
        rules=table.rules,
        title=game.rules.title,
        top=game.tiles.top,
        target=game.target,
        names=table.names,
        sides=game.sides,
        games=table.standing.games,
        rounds=tuple(map(tell_score, table.rounds)),
        finished=table.phase == "over",
        winners=table.winners,
    )


def game_of(table: TableState) -> GameRow:
    """The same match as the journal keeps it. A game of one round is finished with it."""
    over = table.phase == "over" or not table.game.target
    return GameRow(
        table=table.id,
        match=table.match,
        finished=table.touched if over else 0.0,
        rules=rules_name(table),
        seats=table.game.seats,
        names=table.names,
        transcript=write_transcript(table),
        proof=write_table_proof(table),
        summary=msgspec.json.encode(record_of(table)),
    )
