"""The oracle set up for what the engine plays."""

from doublesix.engine import Move, State
from doublesix.rules import KEYS, Rules
from tests.oracle import Leads, Table, find_leads
from tests.oracle.line import Tile
from tests.record import PlayedRound

TILES: list[Tile] = [(a, b) for a in range(13) for b in range(a + 1)]
"""Tile numbers, as the rules define them."""


def said_by(rules: Rules) -> dict[str, object]:
    """All that a rulebook says, in plain values."""
    return {key: rules.plain(key) for key in KEYS}


def tiles_in(bits: int) -> frozenset[Tile]:
    """A mask as a set of tiles."""
    return frozenset(tile for number, tile in enumerate(TILES) if bits >> number & 1)


def hands_of(state: State) -> list[frozenset[Tile]]:
    """Everybody's tiles."""
    return [tiles_in(hand) for hand in state.hands]


def stock_of(state: State) -> list[Tile]:
    """The stock, in the order it is drawn."""
    return [TILES[number] for number in state.stock]


def text_of(move: Move) -> str:
    """A move as the oracle writes it."""
    if move.tile < 0:
        return move.kind.name.lower()
    high, low = TILES[move.tile]
    return f"{high}-{low}" if move.end is None else f"{high}-{low} {move.end.name.lower()}"


def expected_leads(played: PlayedRound) -> Leads:
    """Who leads this round, and what, by the rules."""
    rules, hands, before = played.game.rules, hands_of(played.start), played.before
    if before is None or rules.next_leader == "same_rule":
        return find_leads(said_by(rules), hands)
    leader = _next_leader(before)
    return Leads(leader, hands[leader])


def _next_leader(before: State) -> int:
    """The seat after the last leader; or the winner: who went out or reached the target, or
    the lightest hand of a side that won a blocked round; or, if nobody won, the same leader."""
    game, result = before.game, before.result
    assert result
    if game.rules.next_leader == "rotate":
        step = 1 if game.rules.direction == "clockwise" else -1
        return (before.round.leader + step) % game.seats
    if result.by is not None:
        return result.by
    won = [seat for side in result.winners for seat in game.sides[side]]
    if not won:
        return before.round.leader
    return min(sorted(won), key=lambda seat: result.pips[seat])


def table_for(played: PlayedRound) -> Table:
    """The oracle's table, dealt as this round was."""
    start = played.start
    leads = expected_leads(played)
    assert leads.leader is not None
    return Table(
        said_by(played.game.rules),
        hands_of(start),
        stock_of(start),
        leads.leader,
        leads.tiles,
        start.round.totals,
        played.game.target,
    )
