"""What stays of a match: its transcript, and the proof of its deals. Of a round that is still
played nothing is told."""

from doublesix.notation.transcript import Transcript, write
from doublesix.table.fair import HOUSE_FILE, Proof, write_proof
from doublesix.table.state import TableState
from doublesix.table.store import GameRow


def rules_name(table: TableState) -> str:
    """The rulebook as a transcript or a proof names it. House rules lie beside it, under this
    name, so that the match can be replayed."""
    return table.rules or HOUSE_FILE


def transcript_of(table: TableState) -> Transcript:
    """The finished rounds of the match that is on the table."""
    rounds = tuple([finished.state for finished in table.rounds])
    return Transcript(rules_name(table), table.game, table.target, table.names, rounds)


def proof_of(table: TableState) -> Proof:
    """How those rounds were dealt."""
    rounds = tuple([finished.proof for finished in table.rounds])
    return Proof(table.id, rules_name(table), table.game, rounds)


def is_over(table: TableState) -> bool:
    """Whether nothing will be added to the match that is on the table."""
    return table.phase in {"over", "closed"}


def game_row(table: TableState, summary: bytes = b"") -> GameRow:
    """The match that is on the table, as the journal keeps it."""
    return GameRow(
        table=table.id,
        match=table.match,
        finished=table.touched if is_over(table) else None,
        rules=rules_name(table),
        seats=table.game.seats,
        names=table.names,
        transcript=write(transcript_of(table)),
        proof=write_proof(proof_of(table)),
        summary=summary,
    )
