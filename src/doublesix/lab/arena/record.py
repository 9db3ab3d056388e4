"""What two bots have shown so far, and whether they need to go on."""

from array import array
from collections.abc import Sequence
from enum import StrEnum
from math import fsum
from typing import Final

from doublesix.lab.arena.bouts import Bout
from doublesix.lab.arena.certainty import Certainty
from doublesix.lab.arena.contest import Contest
from doublesix.lab.arena.times import Times, times
from doublesix.lab.intervals import Mean, mean_of

BLOCK: Final = 8
"""Deals between two looks at whether to stop, whoever plays them and wherever."""


class Verdict(StrEnum):
    """What is certain of two bots."""

    BETTER = "better"
    """The first one is better."""
    WORSE = "worse"
    EVEN = "even"
    """Neither is better by more than the margin."""
    OPEN = "open"

    @property
    def turned(self) -> "Verdict":
        """The same, as it is for the other bot."""
        other = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
        return other.get(self, self)


class Record:
    """The deals of a pair, in their order."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._certainty = Certainty() if contest.until else None
        self.scores = array("d")
        """The first bot's share of the wins, deal by deal: the mean over all seatings."""
        self.ahead = array("d")
        """What it was ahead in points, in the same way."""
        self.round_scores = array("d")
        """Its share of won rounds, in the same way."""
        self.draws = array("d")
        """The part of its games that no side won alone, in the same way."""
        self.games = 0
        self.times = [Times(0, {}), Times(0, {})]
        self.is_settled = False

    def add(self, bouts: Sequence[Bout]) -> Sequence[Bout]:
        """Add whole deals that follow those before; the bouts of those that still counted."""
        taken: list[Bout] = []
        by_deal: dict[int, list[Bout]] = {}
        for bout in bouts:
            by_deal.setdefault(bout.deal, []).append(bout)
        for deal in by_deal.values():
            if self.is_settled:
                break
            self._add_deal(deal)
            taken += deal
        for who in (0, 1):
            self.times[who] += times([time for bout in taken for time in bout.thought[who]])
        return taken

    def _add_deal(self, bouts: Sequence[Bout]) -> None:
        self.scores.append(_mean([bout.share for bout in bouts]))
        self.ahead.append(_mean([bout.ahead for bout in bouts]))
        self.round_scores.append(_mean([bout.round_share for bout in bouts]))
        self.draws.append(_mean([float(len(bout.winners) != 1) for bout in bouts]))
        self.games += len(bouts)
        if self._certainty:
            self._certainty.see(self.scores[-1])
        if len(self.scores) == self._contest.deals:
            self.is_settled = True
        elif self._contest.until and len(self.scores) % BLOCK == 0:
            self.is_settled = self._is_known()

    def _is_known(self) -> bool:
        assert self._contest.until
        reach = self._contest.until.reach
        if reach is None:
            return self.verdict is not Verdict.OPEN
        low, high = self.interval or (0.0, 1.0)
        return high - low <= 2 * reach

    @property
    def wins(self) -> Mean:
        """The first bot's share of the wins."""
        return Mean(mean_of(self.scores).mean, self.interval)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where its true share is: at any time where one may stop early, otherwise for this
        number of deals."""
        if self._certainty:
            return self._certainty.interval
        found = mean_of(self.scores).interval
        return found and (max(found[0], 0.0), min(found[1], 1.0))

    @property
    def verdict(self) -> Verdict:
        """What is certain."""
        if self.interval is None:
            return Verdict.OPEN
        low, high = self.interval
        if low > 0.5:
            return Verdict.BETTER
        if high < 0.5:
            return Verdict.WORSE
        is_even = 0.5 - self._contest.margin <= low and high <= 0.5 + self._contest.margin
        return Verdict.EVEN if is_even else Verdict.OPEN


def _mean(values: list[float]) -> float:
    return fsum(values) / len(values)
