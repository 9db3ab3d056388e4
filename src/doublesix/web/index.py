"""What is known of a table without reading all that happened there."""

import msgspec

from doublesix.table.record import game_row, is_over
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
    """The same match as the journal keeps it."""
    return game_row(table, msgspec.json.encode(record_of(table)))


def rows_of(table: TableState, *, was_over: bool) -> list[TableRow | GameRow]:
    """What the journal keeps beside the events that have just happened, before which the match
    was over already or was not."""
    rows: list[TableRow | GameRow] = [row_of(table)]
    if is_over(table) and table.rounds and not was_over:
        rows.append(game_of(table))
    return rows
