"""What is said of a round: made up once for every audience, and kept while the round is there."""

from collections.abc import Sequence

from doublesix.engine import Step
from doublesix.engine.events import Played
from doublesix.notation.telling import Company, Told, tell_deal, tell_move
from doublesix.table.state import TableState

Seats = tuple[int, ...]
"""An audience: the seats it owns."""


def company_of(table: TableState) -> Company:
    """Those who play the round, or have played it."""
    return Company(table.game, table.names, table.bots)


def tell_round_start(table: TableState) -> tuple[Told, ...]:
    """How the round on the table was dealt, and who leads."""
    dealt = table.steps[0]
    number = dealt.state.round.number
    before = table.rounds[number - 2].state if number > 1 else None
    return tell_deal(company_of(table), dealt.state, dealt.events, before)


class Sentences:
    """The sentences of the round on one table."""

    def __init__(self) -> None:
        self._dealt: Step | None = None
        self._company: Company | None = None
        self._told: dict[Seats, list[tuple[Told, ...]]] = {}
        self._choices: dict[int, int] = {}

    def note_choices(self, ply: int, count: int) -> None:
        """After move ``ply`` there was so much to choose from."""
        self._choices[ply] = count

    def told(self, table: TableState, seats: Seats) -> list[tuple[Told, ...]]:
        """What an audience is told of every step: of the deal, of the first move, and so on. What
        stands on a screen that several share is read by all of them, as by those who watch."""
        steps = table.steps
        company = self._company
        if (
            company is None
            or steps[0] is not self._dealt
            or company.names is not table.names
            or company.bots is not table.bots
        ):
            company = self._company = company_of(table)
            self._dealt, self._told, self._choices = steps[0], {(): [tell_round_start(table)]}, {}
        public = self._told[()]
        for ply in range(len(public), len(steps)):
            public.append(tell_move(company, steps[ply - 1].state, steps[ply], ()))
        if len(seats) != 1:
            return public
        told = self._told.get(seats)
        if told is None:
            told = self._told[seats] = public[:1]
        for ply in range(len(told), len(steps)):
            told.append(self._tell(company, steps, ply, seats))
        return told

    def _tell(
        self, company: Company, steps: Sequence[Step], ply: int, seats: Seats
    ) -> tuple[Told, ...]:
        """One move; somebody else's is told as to everybody, and so is a tile that was chosen."""
        before, step = steps[ply - 1].state, steps[ply]
        choices = self._choices.get(ply - 1, 0)
        if before.turn not in seats or (choices > 1 and type(step.events[0]) is Played):
            return self._told[()][ply]
        return tell_move(company, before, step, seats, choices == 1 if choices else None)
