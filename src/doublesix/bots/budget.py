"""How long a bot may think about a move."""

import re
from time import thread_time

from msgspec import Struct

from doublesix.errors import InvalidInput

_WRITTEN = re.compile(r"([1-9][0-9]{0,8})(ms|s)?")


class Budget(Struct, frozen=True):
    """So many rounds in the head, or so much time of the processor; what else the machine does
    makes a bot hardly weaker."""

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

    def __init__(self, budget: Budget, began: float | None = None) -> None:
        self.budget = budget
        self._began = thread_time() if began is None else began
        self._now = self._began
        self.done = 0

    def part(self, share: float, times: int) -> "Clock":
        """Another one, which stops when this share of the time is gone, or after so many times the
        rounds that this one may take."""
        seconds, rounds = self.budget.seconds, self.budget.rounds
        if rounds is not None:
            return Clock(Budget(rounds=times * rounds))
        return Clock(Budget(seconds=share * (seconds or 0.0)), self._began)

    @property
    def is_over(self) -> bool:
        """Whether all of it is gone."""
        if self.budget.rounds is not None:
            return self.done >= self.budget.rounds
        return thread_time() >= self._began + (self.budget.seconds or 0.0)

    def take(self, most: int) -> int:
        """How many more rounds may be played now, at most so many; 0 when the budget is spent. The
        first ones may be played even if getting ready took all the time there was; others if about
        half of them can be, as long as they took the last time."""
        budget = self.budget
        if budget.rounds is None:
            before, self._now = self._now, thread_time()
            half = (self._now - before) / 2
            until = self._began + (budget.seconds or 0.0)
            count = most if not self.done or self._now + half < until else 0
        else:
            count = min(most, budget.rounds - self.done)
        self.done += count
        return count
