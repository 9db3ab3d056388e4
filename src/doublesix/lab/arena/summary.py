"""What a contest tells, in numbers with intervals: for programs, for people, for the report."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from doublesix.lab.arena.holding import Outcome
from doublesix.lab.arena.ratings import rate
from doublesix.lab.arena.record import Record, Verdict
from doublesix.lab.arena.times import Times
from doublesix.lab.intervals import Mean, mean_of

_TAIL = 0.01
_MILLISECOND = 1e6


class Pair(Struct, frozen=True, omit_defaults=True):
    """How one bot fared against another."""

    first: str
    second: str
    deals: int
    games: int
    wins: Mean
    """The first bot's share of the wins: the mean over deals, each in all its seatings."""
    draws: Mean
    """The part of the games that no side won alone; in ``wins`` they are shared."""
    verdict: Verdict
    """Whether the first bot is better, worse, even, or nobody can tell yet."""
    points: Mean | None = None
    """What a side of the first bot scored beyond one of the second, in a book with points."""
    rounds: Mean | None = None
    """The first bot's share of the won rounds, where matches are played."""

    @property
    def turned(self) -> "Pair":
        """The same, with the other bot first."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            wins=_turned(self.wins, 1.0),
            verdict=self.verdict.turned,
            points=self.points and _turned(self.points, 0.0),
            rounds=self.rounds and _turned(self.rounds, 1.0),
        )


def _turned(found: Mean, whole: float) -> Mean:
    """What is left of the whole for the other one."""
    ends = found.interval
    return Mean(whole - found.mean, ends and (whole - ends[1], whole - ends[0]))


class Thinking(Struct, frozen=True):
    """How long a bot takes for a decision, in milliseconds of a core."""

    decisions: int
    mean: float
    p99: float
    """Only one decision in a hundred takes longer."""


class Place(Struct, frozen=True):
    """Where a bot stands among the others."""

    bot: str
    rating: float
    interval: tuple[float, float]
    time: Thinking


class Step(Struct, frozen=True):
    """Two neighbours in the order."""

    upper: str
    lower: str
    verdict: Verdict
    """What is certain of the upper one, by what the two did against each other."""


class Summary(Struct, frozen=True):
    """All of it. Only ``games_per_second`` and times depend on where and how it was computed."""

    rules: str
    seats: int
    target: int
    bots: tuple[str, ...]
    seed: int
    plays: str
    deals: int
    until: str | None
    margin: float
    complete: bool
    games: int
    games_per_second: float
    places: tuple[Place, ...]
    order: tuple[Step, ...]
    pairs: tuple[Pair, ...]


def summarize(outcome: Outcome) -> Summary:
    """The numbers of a contest, of which every pair has played some deals."""
    contest = outcome.contest
    games = sum(record.games for record in outcome.records)
    places = _places(outcome)
    return Summary(
        rules=contest.rules.id,
        seats=contest.seats,
        target=contest.game.target,
        bots=contest.labels,
        seed=contest.seed,
        plays="matches" if contest.in_matches else "rounds",
        deals=contest.deals,
        until=None if contest.until is None else contest.until.word,
        margin=contest.margin,
        complete=outcome.is_complete,
        games=games,
        games_per_second=round(games / max(outcome.seconds, 1e-9), 1),
        places=places,
        order=_order(outcome, places),
        pairs=tuple(
            _pair(outcome, names, record)
            for names, record in zip(_names(outcome), outcome.records, strict=True)
        ),
    )


def _names(outcome: Outcome) -> list[tuple[str, str]]:
    labels = outcome.contest.labels
    return [(labels[first], labels[second]) for first, second in outcome.contest.pairs]


def _pair(outcome: Outcome, names: tuple[str, str], record: Record) -> Pair:
    return Pair(
        *names,
        deals=len(record.scores),
        games=record.games,
        wins=record.wins,
        draws=mean_of(record.draws),
        verdict=record.verdict,
        points=mean_of(record.ahead) if outcome.contest.rules.target else None,
        rounds=mean_of(record.round_scores) if outcome.contest.in_matches else None,
    )


def _places(outcome: Outcome) -> tuple[Place, ...]:
    """The bots, best first."""
    contest, records = outcome.contest, outcome.records
    scores = [np.array(record.scores) for record in records]
    ratings = rate(len(contest.bots), contest.pairs, scores, contest.seed)
    places = [
        Place(label, round(rating.rating, 1), _rounded(rating.interval), _thinking(outcome, bot))
        for bot, (label, rating) in enumerate(zip(contest.labels, ratings, strict=True))
    ]
    return tuple(sorted(places, key=lambda place: -place.rating))


def _rounded(ends: tuple[float, float]) -> tuple[float, float]:
    return round(ends[0], 1), round(ends[1], 1)


def _thinking(outcome: Outcome, bot: int) -> Thinking:
    spent = Times(0, {})
    for pair, record in zip(outcome.contest.pairs, outcome.records, strict=True):
        if bot in pair:
            spent += record.times[pair.index(bot)]
    return Thinking(
        spent.decisions, spent.mean / _MILLISECOND, spent.longest_but(_TAIL) / _MILLISECOND
    )


def _order(outcome: Outcome, places: Sequence[Place]) -> tuple[Step, ...]:
    """What each bot has shown against the next one."""
    names = _names(outcome)

    def verdict(upper: str, lower: str) -> Verdict:
        if (upper, lower) in names:
            return outcome.records[names.index((upper, lower))].verdict
        return outcome.records[names.index((lower, upper))].verdict.turned

    bots = [place.bot for place in places]
    return tuple(Step(upper, lower, verdict(upper, lower)) for upper, lower in pairwise(bots))
