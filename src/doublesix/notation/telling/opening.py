"""How a match and a round begin: who plays, redeals and why, who leads and why."""

from collections.abc import Iterable

from doublesix import tiles
from doublesix.engine import SEATS, State
from doublesix.engine.events import Event, Redealt
from doublesix.notation.telling.company import Company
from doublesix.rules.describe import tell_name
from doublesix.rules.model import Direction, Lead, Leader, NextLeader, NoLeader, Rules
from doublesix.words.told import Told


def tell_match(company: Company) -> tuple[Told, ...]:
    """What is played, by whom, and which way round."""
    game = company.game
    rules = (tell_name(game.rules),)
    if game.target:
        told = [Told("told.match.target", {"rules": rules, "target": game.target})]
    else:
        told = [Told("told.match.games", {"rules": rules})]
    order = [0]
    while len(order) < game.seats:
        order.append(game.after[order[-1]])
    players = tuple(
        Told("told.match.seat", {"name": company.names[seat], "seat": SEATS[seat]})
        for seat in order
    )
    backwards = game.rules.direction is Direction.COUNTER_CLOCKWISE
    told.append(
        Told("told.match.backwards" if backwards else "told.match.players", {"players": players})
    )
    if game.in_pairs:
        told.append(Told("told.match.pairs", {"first": company.side(0), "second": company.side(1)}))
    return tuple(told)


def tell_number(company: Company, state: State) -> Told:
    """Which round this is, or which game where every round is one."""
    title = "told.round.title" if company.game.target else "told.round.game"
    return Told(title, {"number": state.round.number})


def tell_deal(
    company: Company, state: State, events: Iterable[Event], before: State | None
) -> tuple[Told, ...]:
    """The round that begins: redeals and why, the leader and why. ``before`` is how the round
    before it ended; None for the first of a match."""
    rules = company.game.rules
    told = [tell_number(company, state)]
    told += [_tell_redeal(event.rule, rules) for event in events if isinstance(event, Redealt)]
    reason = _why_leads(state, before)
    told.append(_tell_leader(company, state, reason))
    if state.round.leads.bit_count() > 1 and _is_open(rules, reason):
        told.append(Told("told.leader.free"))
    return tuple(told)


def _is_open(rules: Rules, reason: str) -> bool:
    """Whether everybody may know that the leader is free: not where only a leader by the highest
    tile is bound to it, because that would tell which of the two this one is."""
    return reason != "double_or_tile" or rules.highest_tile_lead is Lead.ANY


def _tell_redeal(rule: str, rules: Rules) -> Told:
    if rule == "no_leader" and rules.leader is Leader.TOP_DOUBLE:
        return Told("told.redealt.no_top_double", {"tile": _top_double(rules)})
    return Told(f"told.redealt.{rule}")


def _tell_leader(company: Company, state: State, reason: str) -> Told:
    name, message_id = company.names[state.round.leader], f"told.leader.{reason}"
    if reason in ("top_double", "no_top_double"):
        return Told(message_id, {"name": name, "tile": _top_double(company.game.rules)})
    return Told(message_id, {"name": name})


def _top_double(rules: Rules) -> str:
    return tiles.text(rules.tiles.double(rules.set))


def _why_leads(state: State, before: State | None) -> str:
    """Why the leader leads: the value of the rule that says so, or what stands in for it."""
    rules = state.game.rules
    if before is not None and rules.next_leader is NextLeader.ROTATE:
        return "rotate"
    if before is not None and rules.next_leader is NextLeader.WINNER:
        return "winner" if before.result and before.result.winners else "again"
    if rules.leader is Leader.HIGHEST_TILE:
        return rules.leader.value
    if rules.lead is Lead.ANY and rules.no_leader is NoLeader.HIGHEST_TILE:
        return "double_or_tile"  # which of the two, only the leader's hand would tell
    wanted = rules.tiles.doubles
    if rules.leader is Leader.TOP_DOUBLE:
        wanted = 1 << rules.tiles.double(rules.set)
    if any(hand & wanted for hand in state.round.deal.hands):
        return rules.leader.value
    return "no_top_double" if rules.leader is Leader.TOP_DOUBLE else "no_double"
