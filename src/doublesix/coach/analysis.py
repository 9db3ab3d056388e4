"""A round looked at again: every decision, what it cost, and how the chances stood."""

from collections.abc import Sequence

from doublesix.coach.account import Chances, best_of, loss_of, seat_account, skill, stake_of
from doublesix.coach.budget import ROUNDS
from doublesix.coach.found import Analysis, Decision, SideAccount, Valued
from doublesix.coach.hindsight import open_values
from doublesix.coach.measure import Measure, measure_of, shares
from doublesix.coach.reasons import explain
from doublesix.coach.values import values_of
from doublesix.engine import Move, State, View, view
from doublesix.engine.replay import move_of, replay
from doublesix.rng import mix


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
