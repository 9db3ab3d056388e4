"""An analysis as plain data, for programs and for the page; ``docs/coach.md`` describes it."""

from collections.abc import Sequence

from msgspec import Struct

from doublesix.coach.found import Analysis, Decision, SeatAccount, worst_of
from doublesix.engine import SEATS, Game
from doublesix.words.told import Told


class MoveReport(Struct, frozen=True):
    """A legal move and what it was worth."""

    move: str
    value: float
    error: float
    hindsight: float | None


class DecisionReport(Struct, frozen=True):
    """A move where there was something to choose."""

    ply: int
    """Which move of the round it was, from 0."""
    seat: str
    played: str
    best: str
    loss: float
    hindsight_loss: float | None
    moves: tuple[MoveReport, ...]


class RemarkReport(Struct, frozen=True):
    """One of the worst moves, and what speaks for the better one."""

    ply: int
    seat: str
    played: str
    best: str
    loss: float
    why: Told


class SeatReport(Struct, frozen=True):
    """What a seat made of its decisions."""

    seat: str
    decisions: int
    loss: float
    accuracy: float | None


class SideReport(Struct, frozen=True):
    """How a side came to its result: an even share, luck and skill add up to it."""

    side: str
    result: float
    even: float
    luck: float
    skill: float


class RoundReport(Struct, frozen=True):
    """A round, looked at again."""

    number: int
    measure: str
    budget: int
    curve: dict[str, list[float]]
    """The chances of each side: before the first move, and after every one."""
    seats: list[SeatReport]
    sides: list[SideReport]
    decisions: list[DecisionReport]
    worst: list[RemarkReport]


def report_round(game: Game, analysis: Analysis, seat: int | None = None) -> RoundReport:
    """A round; the decisions of one seat only, where one is named."""
    names = [game.side_name(side) for side in range(len(game.sides))]
    decisions = [one for one in analysis.decisions if seat in (None, one.seat)]
    return RoundReport(
        number=analysis.number,
        measure=analysis.measure.value,
        budget=analysis.budget,
        curve={name: [at[side] for at in analysis.curve] for side, name in enumerate(names)},
        seats=report_seats(analysis.seats),
        sides=[
            SideReport(names[one.side], one.result, one.even, one.luck, one.skill)
            for one in analysis.sides
        ],
        decisions=[_decision(one) for one in decisions],
        worst=[_remark(one) for one in worst_of(decisions)],
    )


def report_seats(accounts: Sequence[SeatAccount]) -> list[SeatReport]:
    """What the seats made of their decisions, in one round or in several."""
    return [SeatReport(SEATS[one.seat], one.decisions, one.loss, one.accuracy) for one in accounts]


def _decision(decision: Decision) -> DecisionReport:
    hindsight = decision.hindsight or (None,) * len(decision.values)
    return DecisionReport(
        ply=decision.ply,
        seat=SEATS[decision.seat],
        played=str(decision.played),
        best=str(decision.best),
        loss=decision.loss,
        hindsight_loss=decision.hindsight_loss,
        moves=tuple(
            MoveReport(str(valued.move), valued.worth, valued.error, came_out)
            for valued, came_out in zip(decision.values, hindsight, strict=True)
        ),
    )


def _remark(decision: Decision) -> RemarkReport:
    assert decision.why is not None, "something was thrown away"
    return RemarkReport(
        ply=decision.ply,
        seat=SEATS[decision.seat],
        played=str(decision.played),
        best=str(decision.best),
        loss=decision.loss,
        why=decision.why,
    )
