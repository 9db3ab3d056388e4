"""How long a bot may think about a move."""

import re
from time import thread_time

from msgspec import Struct

from doublesix.errors import InvalidInput

_WRITTEN = re.compile(r"([1-9][0-9]{0,8})(ms|s)?")


class Budget(Struct, frozen=True):
    """So many rounds in the head, or so much time of the processor; what else the machine does
    makes no bot weaker."""

    rounds: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        if self.seconds is None:
            return str(self.rounds)
        return f"{round(self.seconds * 1000)}ms"


def read_budget(written: str, bot: str) -> Budget:
    """A budget as people write it behind the name of a bot.

    >>> read_budget("50ms", "search"), read_budget("2000", "search").rounds
    (Budget(rounds=None, seconds=0.05), 2000)
    """
    found = _WRITTEN.fullmatch(written)
    if found is None:
        raise InvalidInput("bad-budget", budget=written, bot=bot)
    amount, unit = int(found[1]), found[2]
    if unit is None:
        return Budget(rounds=amount)
    return Budget(seconds=amount if unit == "s" else amount / 1000)


class Clock:
    """A budget that is being spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._now = thread_time()
        self._until = self._now + (budget.seconds or 0.0)
        self.done = 0

    def take(self, most: int) -> int:
        """How many more rounds may be played now, at most so many; 0 when the budget is spent. The
        first ones may be played even if getting ready took all the time there was; others if about
        half of them can be, as long as they took the last time."""
        budget = self._budget
        if budget.rounds is None:
            before, self._now = self._now, thread_time()
            half = (self._now - before) / 2
            count = most if not self.done or self._now + half < self._until else 0
        else:
            count = min(most, budget.rounds - self.done)
        self.done += count
        return count
