"""A round looked at again: every decision, what it cost, and how the chances stood."""

from collections.abc import Sequence

from msgspec import Struct

from doublesix.coach.account import Chances, accuracy, best_of, loss_of, skill, stake_of
from doublesix.coach.budget import ROUNDS
from doublesix.coach.hindsight import open_values
from doublesix.coach.measure import Measure, measure_of, shares
from doublesix.coach.reasons import explain
from doublesix.coach.values import Valued, values_of
from doublesix.engine import Move, State, View, view
from doublesix.engine.replay import move_of, replay
from doublesix.rng import mix
from doublesix.words.told import Told

_WORST = 3
"""So many moves get a sentence."""


class Decision(Struct, frozen=True):
    """A move where there was something to choose."""

    ply: int
    """Which move of the round it was, from 0."""
    seat: int
    played: Move
    best: Move
    loss: float
    """What was thrown away, as far as the seat could know."""
    stake: float
    """What the worst move would have thrown away."""
    values: tuple[Valued, ...]
    hindsight: tuple[float, ...] | None
    """What each legal move would have been worth with all tiles face up."""
    why: Told | None
    """What speaks for the best move, where something was thrown away."""

    @property
    def hindsight_loss(self) -> float | None:
        """What was thrown away, as it came out."""
        if self.hindsight is None:
            return None
        made = [valued.move for valued in self.values].index(self.played)
        return max(self.hindsight) - self.hindsight[made]


class SeatAccount(Struct, frozen=True):
    """What a seat made of its decisions."""

    seat: int
    decisions: int
    loss: float
    stake: float
    accuracy: float | None


class SideAccount(Struct, frozen=True):
    """How a side came to its result: an even share, and what luck and skill added."""

    side: int
    result: float
    even: float
    luck: float
    skill: float


class Analysis(Struct, frozen=True):
    """A round, looked at again."""

    number: int
    measure: Measure
    budget: int
    decisions: tuple[Decision, ...]
    curve: tuple[tuple[float, ...], ...]
    """The chances of each side: before the first move, and after every one."""
    seats: tuple[SeatAccount, ...]
    sides: tuple[SideAccount, ...]
    """Nothing while the round is not over."""


def worst_of(decisions: Sequence[Decision]) -> list[Decision]:
    """Those that threw away most, at most three."""
    lost = [decision for decision in decisions if decision.loss]
    return sorted(lost, key=lambda decision: -decision.loss)[:_WORST]


def analyse(state: State, names: Sequence[str], budget: int = ROUNDS) -> Analysis:
    """Look at the round of this position again; ``budget`` rounds in the head for each move."""
    game, measure = state.game, measure_of(state.game, state.round.totals)
    chances, decisions = Chances(game), []
    curve = [chances.by_side]
    for (before, _), event in zip(replay(state), state.past, strict=True):
        seen = view(before, before.turn)
        values = values_of(seen, budget, mix(len(before.past)))
        played = move_of(event)
        if len(values) > 1:
            decisions.append(_decide(before, seen, played, values, names))
        chances.look(before.turn, next(one.worth for one in values if one.move == played))
        curve.append(chances.by_side)
    if state.result is not None:
        curve[-1] = shares(game, state.result, measure)
    return Analysis(
        number=state.round.number,
        measure=measure,
        budget=budget,
        decisions=tuple(decisions),
        curve=tuple(curve),
        seats=tuple(seat_account(seat, decisions) for seat in range(game.seats)),
        sides=_sides(state, measure, decisions),
    )


def _decide(
    before: State, seen: View, played: Move, values: Sequence[Valued], names: Sequence[str]
) -> Decision:
    hindsight = open_values(before)
    best, loss = best_of(values).move, loss_of(values, played)
    return Decision(
        ply=len(before.past),
        seat=before.turn,
        played=played,
        best=best,
        loss=loss,
        stake=stake_of(values),
        values=tuple(values),
        hindsight=None if hindsight is None else tuple(hindsight),
        why=explain(seen, best, played, names) if loss else None,
    )


def seat_account(seat: int, decisions: Sequence[Decision]) -> SeatAccount:
    """What a seat made of these decisions, of one round or of several."""
    own = [decision for decision in decisions if decision.seat == seat]
    losses, stakes = [one.loss for one in own], [one.stake for one in own]
    return SeatAccount(seat, len(own), sum(losses), sum(stakes), accuracy(losses, stakes))


def _sides(
    state: State, measure: Measure, decisions: Sequence[Decision]
) -> tuple[SideAccount, ...]:
    game = state.game
    if state.result is None:
        return ()
    lost = [
        sum(one.loss for one in decisions if game.side_of[one.seat] == side)
        for side in range(len(game.sides))
    ]
    even, made = 1 / len(game.sides), skill(lost)
    return tuple(
        SideAccount(side, result, even, result - even - made[side], made[side])
        for side, result in enumerate(shares(game, state.result, measure))
    )
