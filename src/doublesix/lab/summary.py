"""What a simulation tells, in numbers with intervals: for programs, for people, for the report."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from doublesix import tiles
from doublesix.engine import SEATS, Game
from doublesix.engine.events import Ended
from doublesix.kernel import core
from doublesix.lab.histogram import Counts, Histogram
from doublesix.lab.intervals import Mean, Share, mean, share
from doublesix.lab.simulation import Outcome
from doublesix.lab.tally import Tally

_ENDED = {Ended.OUT: core.OUT, Ended.BLOCKED: core.BLOCKED, Ended.TARGET: core.TARGET_REACHED}


class Side(Struct, frozen=True):
    """How one side fared."""

    side: str
    wins: Share
    """Rounds won; a shared win counts for each."""
    wins_leading: Share
    """Of the rounds it led."""
    wins_following: Share
    """Of the rounds another side led."""
    points: Mean


class Seat(Struct, frozen=True):
    """How the side of a seat fared when this seat led."""

    seat: str
    led: Share
    wins: Share


class Opening(Struct, frozen=True):
    """How the leading side fared that opened with this tile."""

    tile: str
    rounds: int
    wins: Share
    points: Mean


class Leader(Struct, frozen=True):
    """What it is worth to lead."""

    wins: Share
    """Rounds won by the side that led."""
    points: Mean
    advantage: Mean
    """What it scored in a round beyond the mean of the other sides."""


class Lengths(Struct, frozen=True):
    """How long a round is."""

    plays: Mean
    draws: Mean
    passes: Mean
    redeals: Mean


class Matches(Struct, frozen=True):
    """How whole matches went."""

    matches: int
    winner: dict[str, int]
    """Matches won by each side; a shared win counts for each."""
    sides: tuple[Share, ...]
    first_leader: Share
    """Matches won by the side that led the first round."""
    rounds: Mean
    """Rounds of a match."""


class Summary(Struct, frozen=True, omit_defaults=True):
    """All of it. Only ``rounds_per_second`` depends on where and how it was computed."""

    rules: str
    seats: int
    target: int
    policies: tuple[str, ...]
    seed: int
    complete: bool
    """False when it was stopped early; all numbers are then those of the rounds played."""
    rounds: int
    rounds_per_second: float
    ended: dict[str, int]
    winner: dict[str, int]
    """Rounds won by each side; a shared win counts for each."""
    shared: int
    """Rounds won by more than one side."""
    nobody: int
    """Rounds without a winner."""
    mean_points: float
    """What a round adds to the totals of all sides together."""
    length: Lengths
    leader: Leader
    sides: tuple[Side, ...]
    leading: tuple[Seat, ...]
    openings: tuple[Opening, ...]
    match: Matches | None = None


def summarize(outcome: Outcome) -> Summary:
    """The numbers of a simulation."""
    plan, counted = outcome.plan, outcome.tally
    game = plan.game
    by_winners = counted.outcomes.sum(axis=(0, 1))
    won = _by_side(game, by_winners)
    return Summary(
        rules=plan.rules.id,
        seats=plan.seats,
        target=game.target,
        policies=plan.policies,
        seed=plan.seed,
        complete=outcome.is_complete,
        rounds=counted.rounds,
        rounds_per_second=round(counted.rounds / max(outcome.seconds, 1e-9), 1),
        ended={str(end.value): int(counted.outcomes[:, at].sum()) for end, at in _ENDED.items()},
        winner=_named(game, won),
        shared=counted.rounds - int(by_winners[0]) - _alone(by_winners),
        nobody=int(by_winners[0]),
        mean_points=mean(counted.points).mean * len(game.sides),
        length=_lengths(counted.efforts),
        leader=_leader(game, counted),
        sides=tuple(_side(game, counted, side) for side in range(len(game.sides))),
        leading=tuple(_seat(game, counted, seat) for seat in range(game.seats)),
        openings=_openings(counted.openings),
        match=_matches(game, counted) if plan.in_matches else None,
    )


def _alone(by_winners: Counts) -> int:
    """How often a single side won."""
    masks = range(len(by_winners))
    return int(sum(by_winners[mask] for mask in masks if mask.bit_count() == 1))


def _by_side(game: Game, by_winners: Counts) -> list[int]:
    """How often each side is among the winners."""
    masks = np.arange(len(by_winners))
    return [int(by_winners[masks >> side & 1 == 1].sum()) for side in range(len(game.sides))]


def _named(game: Game, won: Sequence[int]) -> dict[str, int]:
    return {game.side_name(side): count for side, count in enumerate(won)}


def _lengths(efforts: Histogram) -> Lengths:
    return Lengths(*(mean(Histogram(efforts.low, counts)) for counts in efforts.counts))


def _leader(game: Game, counted: Tally) -> Leader:
    won = int(counted.openings.counts[:, 1].sum())
    return Leader(
        share(won, counted.rounds),
        mean(counted.openings),
        mean(counted.advantages, parts=len(game.sides) - 1),
    )


def _side(game: Game, counted: Tally, side: int) -> Side:
    leads = np.array(game.side_of) == side
    points = Histogram(counted.points.low, counted.points.counts[side])
    return Side(
        side=game.side_name(side),
        wins=_share_of(game, counted.outcomes.sum(axis=(0, 1)), side),
        wins_leading=_share_of(game, counted.outcomes[leads].sum(axis=(0, 1)), side),
        wins_following=_share_of(game, counted.outcomes[~leads].sum(axis=(0, 1)), side),
        points=mean(points),
    )


def _seat(game: Game, counted: Tally, seat: int) -> Seat:
    led = counted.outcomes[seat].sum(axis=0)
    wins = _share_of(game, led, game.side_of[seat])
    return Seat(SEATS[seat], share(int(led.sum()), counted.rounds), wins)


def _share_of(game: Game, by_winners: Counts, side: int) -> Share:
    return share(_by_side(game, by_winners)[side], int(by_winners.sum()))


def _openings(openings: Histogram) -> tuple[Opening, ...]:
    """Each tile that was led, the highest number first."""
    made = []
    for tile in reversed(range(len(openings.counts))):
        counts = openings.counts[tile]
        rounds = int(counts.sum())
        if rounds:
            won = share(int(counts[1].sum()), rounds)
            points = mean(Histogram(openings.low, counts))
            made.append(Opening(tiles.text(tile), rounds, won, points))
    return tuple(made)


def _matches(game: Game, counted: Tally) -> Matches:
    by_winners = counted.matches.sum(axis=0)
    total = int(by_winners.sum())
    won = _by_side(game, by_winners)
    first = sum(_by_side(game, led)[side] for side, led in enumerate(counted.matches))
    return Matches(
        matches=total,
        winner=_named(game, won),
        sides=tuple(share(count, total) for count in won),
        first_leader=share(first, total),
        rounds=mean(counted.match_rounds),
    )
