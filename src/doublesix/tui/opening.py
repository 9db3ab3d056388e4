"""How a match and a round begin: who plays, redeals and why, who leads and why."""

from doublesix.engine import SEATS, State
from doublesix.engine.events import Event, Redealt
from doublesix.rules.describe import name_of
from doublesix.rules.model import Direction, Lead, Leader, NextLeader, NoLeader, Rules
from doublesix.tui.picture import name_side, show_tile
from doublesix.tui.record import Record
from doublesix.words import Words


def tell_match(record: Record, say: Words) -> list[str]:
    """What is played, by whom, and which way round."""
    game = record.game
    name = name_of(game.rules, say)
    if game.target:
        lines = [say("terminal.match.target", rules=name, target=game.target)]
    else:
        lines = [say("terminal.match.games", rules=name)]
    names = [player.name for player in record.players]
    order = [0]
    while len(order) < game.seats:
        order.append(game.after[order[-1]])
    seated = [say("terminal.match.seat", name=names[seat], seat=SEATS[seat]) for seat in order]
    if game.rules.direction is Direction.COUNTER_CLOCKWISE:
        lines.append(say("terminal.match.backwards", players=say.all_of(seated)))
    else:
        lines.append(say("terminal.match.players", players=say.all_of(seated)))
    if game.in_pairs:
        first, second = (name_side(game, side, names, say) for side in range(2))
        lines.append(say("terminal.match.pairs", first=first, second=second))
    return lines


def tell_number(record: Record, state: State, say: Words) -> str:
    """Which round this is, or which game where every round is one."""
    title = "terminal.round.title" if record.game.target else "terminal.round.game"
    return say(title, number=state.round.number)


def tell_deal(record: Record, events: tuple[Event, ...], say: Words) -> list[str]:
    """The round that begins: redeals and why, the leader and why."""
    state = record.now
    assert state is not None
    here, rules = state.round, record.game.rules
    lines = [tell_number(record, state, say)]
    lines += [
        say(f"terminal.redealt.{_why_redealt(event, rules)}", **_top(rules))
        for event in events
        if isinstance(event, Redealt)
    ]
    reason = find_reason(record, state)
    name = record.name(here.leader)
    lines.append(say(f"terminal.leader.{reason}", name=name, **_top(rules)))
    if here.leads.bit_count() > 1:
        lines.append(say("terminal.leader.free", name=name))
    return lines


def _top(rules: Rules) -> dict[str, object]:
    return {"tile": show_tile(rules.tiles.double(rules.set))}


def _why_redealt(event: Redealt, rules: Rules) -> str:
    if event.rule == "no_leader" and rules.leader is Leader.TOP_DOUBLE:
        return "no_top_double"
    return event.rule


def find_reason(record: Record, state: State) -> str:
    """Why the leader leads: the value of the rule that says so, or what stands in for it."""
    rules, before = record.game.rules, record.before
    if before is not None and rules.next_leader is NextLeader.ROTATE:
        return "rotate"
    if before is not None and rules.next_leader is NextLeader.WINNER:
        return "winner" if before.result and before.result.winners else "again"
    if rules.leader is Leader.HIGHEST_TILE:
        return rules.leader.value
    if rules.lead is Lead.ANY and rules.no_leader is NoLeader.HIGHEST_TILE:
        return "double_or_tile"  # which of the two, only the leader's hand would tell
    wanted = record.game.tiles.doubles
    if rules.leader is Leader.TOP_DOUBLE:
        wanted = 1 << rules.tiles.double(rules.set)
    if any(hand & wanted for hand in state.round.deal.hands):
        return rules.leader.value
    return "no_top_double" if rules.leader is Leader.TOP_DOUBLE else "no_double"
