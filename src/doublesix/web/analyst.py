"""Finished games looked at again by the coach: in a process that thinks, once for each round."""

import msgspec

from doublesix.coach.report import RoundReport, report_round
from doublesix.table.store import GameRow
from doublesix.web.memory import Memory
from doublesix.web.replay import read_match, round_names
from doublesix.web.workers import Workers

WITHIN = 60.0
"""Seconds a round may take; it takes about one."""
KEPT = 256
"""How many rounds are remembered."""


class Analyst:
    """Asks for each round once, however many want to know, and remembers what was found."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._found: Memory[tuple[str, int, int]] = Memory(KEPT)

    def knows(self, row: GameRow, number: int) -> bool:
        """Whether this round need not be thought about any more."""
        return (row.table, row.match, number) in self._found

    async def analyse(self, row: GameRow, house: str, number: int) -> bytes:
        """A round of a match that is over, as JSON; ``house`` are the rules of its table, where it
        has its own."""
        return await self._found.recall(
            (row.table, row.match, number),
            lambda: self._workers.run(
                look_again, row.summary, row.transcript, house, number, within=WITHIN
            ),
        )


def look_again(record: bytes, text: str, house: str, number: int) -> bytes:
    """In a process that thinks: one round of a match."""
    from doublesix.coach.analysis import analyse  # needs the compiled engine

    played, names = read_match(record, text, house), round_names(record, number)
    found = analyse(played.rounds[number - 1], names)
    report: RoundReport = report_round(played.game, found)
    return msgspec.json.encode(report)
