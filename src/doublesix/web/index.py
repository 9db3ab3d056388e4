"""What is known of a table without reading all that happened there."""

import msgspec

from doublesix.notation.transcript import Transcript, write
from doublesix.table.fair import HOUSE_FILE, Proof, write_proof
from doublesix.table.state import TableState
from doublesix.table.store import GameRow, TableRow
from doublesix.table.tell import seat_infos
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
        seats=seat_infos(table),
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
        rules=_rules_of(table),
        seats=table.game.seats,
        names=table.names,
        transcript=write(transcript_of(table)),
        proof=write_proof(proof_of(table)),
    )


def transcript_of(table: TableState) -> Transcript:
    """What is finished of the match that is played or has just ended."""
    rounds = tuple([finished.state for finished in table.rounds])
    return Transcript(_rules_of(table), table.game, table.target, table.names, rounds)


def proof_of(table: TableState) -> Proof:
    """How its finished rounds were dealt."""
    rounds = tuple([finished.proof for finished in table.rounds])
    return Proof(table.id, _rules_of(table), table.game, rounds)


def _rules_of(table: TableState) -> str:
    return HOUSE_FILE if table.house else table.rules
