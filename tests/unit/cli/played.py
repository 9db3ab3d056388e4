"""A file with tables in it, as a server leaves it."""

from contextlib import closing
from pathlib import Path

from doublesix.engine import legal_moves
from doublesix.table import messages as ask
from doublesix.table.events import AnyEvent, encode
from doublesix.table.journal import Journal, Rows
from doublesix.table.record import game_row
from doublesix.table.table import Chair, Plan, Table
from tests.unit.table.journals import keep, row

CHAIRS = (Chair("Ana"), Chair("Bo"))
HOUSE = 'extends = "sebastopol"\ntitle = "Ours"\nseats = [2, 4]\n[hand]\n2 = 7\n4 = 7\n'


def play(
    plan: Plan, entropy: str = "ab" * 16, rounds: int | None = None
) -> tuple[Table, list[AnyEvent]]:
    """Play a match to its end, or into the round after so many; the first seat adds its own chance
    to every deal, or nobody."""
    secrets = iter(f"{number:064x}" for number in range(1, 1000))
    table, events = Table.open(plan, 1.0, lambda: next(secrets))
    while table.phase != "over" and (len(table.rounds), table.phase) != (rounds, "playing"):
        state = table.state
        commands: list[ask.AnyCommand] = [ask.Mix(seat=0, entropy=entropy)] if entropy else []
        commands += [ask.Ready(seat=seat) for seat in range(plan.seats)]
        if state is not None and table.phase == "playing":
            move, ply = str(legal_moves(state)[0]), len(state.past)
            commands = [ask.MakeMove(seat=state.turn, round=state.round.number, ply=ply, move=move)]
        for command in commands:
            events += table.handle(plan.host, command, 2.0, lambda: next(secrets))
    return table, events


def make_file(path: Path) -> Path:
    """Two finished matches, one of them by house rules, and a table where nobody has played."""
    plans = [
        Plan("first", "ABCD", "ana", 2, "svoora", target=30, chairs=CHAIRS),
        Plan("second", "EFGH", "ana", 2, house=HOUSE, chairs=CHAIRS),
    ]
    with closing(Journal(path)) as journal:
        for plan in plans:
            table, events = play(plan)
            rows: Rows = [row(table.id, phase="over"), game_row(table)]
            assert keep(journal, table.id, 1, [encode(event) for event in events], rows) is None
        waiting = Plan("third", "IJKL", "ana", 2, "draw", chairs=CHAIRS)
        _, events = Table.open(waiting, 1.0, lambda: "00" * 32)
        keep(journal, "third", 1, [encode(event) for event in events], [row("third")])
    return path
