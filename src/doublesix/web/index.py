"""What is known of a table without reading all that happened there."""

import msgspec

from doublesix.table.record import rules_name, write_table_proof, write_transcript
from doublesix.table.state import TableState
from doublesix.table.store import GameRow, TableRow
from doublesix.table.tell import tell_seats
from doublesix.web.schemas import TableSummary


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


def game_of(table: TableState) -> GameRow:
    """A match that has just ended, as the journal keeps it."""
    return GameRow(
        table=table.id,
        match=table.match,
        finished=table.touched,
        rules=rules_name(table),
        seats=table.game.seats,
        names=table.names,
        transcript=write_transcript(table),
        proof=write_table_proof(table),
    )
