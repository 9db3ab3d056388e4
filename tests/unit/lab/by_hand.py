"""The rows of a plan as the readable engine plays them."""

from collections.abc import Iterator
from typing import Any

from doublesix.bots import find_bot
from doublesix.engine import SEATS, Game, Move, State, deal_round, standing, view
from doublesix.engine.events import Drew, Passed, Played, Redealt
from doublesix.lab.plan import Plan
from doublesix.rng import Rng
from doublesix.tiles import text
from tests.record import Choose, PlayedRound, play_round

Row = dict[str, Any]


def rows_by_hand(plan: Plan) -> list[Row]:
    """One row a round."""
    return [row for stream in range(plan.count) for row in _stream(plan, stream)]


def _stream(plan: Plan, stream: int) -> Iterator[Row]:
    rng = Rng(plan.seed, stream)
    before: State | None = None
    while before is None or (plan.in_matches and not standing(before).finished):
        played = play_round(deal_round(plan.game, rng, before), _players(plan, rng), before)
        before = played.end
        yield {"stream": stream} | _row(played)


def _players(plan: Plan, rng: Rng) -> Choose:
    def choose(state: State, moves: tuple[Move, ...]) -> Move:
        policies = plan.policies * (plan.seats if len(plan.policies) == 1 else 1)
        return find_bot(policies[state.turn]).choose(view(state, state.turn), rng)

    return choose


def _row(played: PlayedRound) -> Row:
    game, end = played.game, played.end
    result = end.result
    assert result is not None
    events = [event for step in played.steps for event in step.events]
    lead = next(event for event in events if isinstance(event, Played))
    names = [game.side_name(side) for side in result.winners]
    return {
        "number": end.round.number,
        "ended": result.ended.value,
        "by": None if result.by is None else SEATS[result.by],
        "winners": ",".join(names) or None,
        "leader": SEATS[end.round.leader],
        "lead": text(lead.tile),
        "plays": _count(events, Played),
        "draws": _count(events, Drew),
        "passes": _count(events, Passed),
        "redeals": _count(played.deal.events, Redealt),
        **_by_side("points", game, result.points),
        **_by_side("in_play", game, result.in_play),
        **{f"pips_{SEATS[seat]}": pips for seat, pips in enumerate(result.pips)},
        **{f"dealt_{SEATS[seat]}": hand for seat, hand in enumerate(end.round.deal.hands)},
    }


def _by_side(name: str, game: Game, values: tuple[int, ...]) -> Row:
    return {f"{name}_{game.side_name(side)}": value for side, value in enumerate(values)}


def _count(events: Any, kind: type) -> int:
    return sum(isinstance(event, kind) for event in events)
