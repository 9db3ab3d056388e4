"""What stays of a match: its transcript, and the proof of its deals. Of a round that is still
played nothing is told."""

from doublesix.notation.transcript import Transcript, write
from doublesix.table.fair import HOUSE_FILE, Proof, write_proof
from doublesix.table.state import TableState


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


def write_transcript(table: TableState) -> str:
    """The transcript as text."""
    return write(transcript_of(table))


def write_table_proof(table: TableState) -> str:
    """The proof as text."""
    return write_proof(proof_of(table))
