"""Dealing, and who leads what."""

from collections.abc import Sequence

from msgspec import Struct

from doublesix import tiles
from doublesix.engine.game import SEATS, Game
from doublesix.engine.state import Deal
from doublesix.errors import InvalidDeal
from doublesix.rng import Shuffler
from doublesix.rules.model import EqualDoubles, Lead, Leader, NextLeader, NoLeader


class Opening(Struct, frozen=True, gc=False):
    """Who leads, and the tiles that may be led, as a mask."""

    leader: int
    leads: int


class Redeal(Struct, frozen=True, gc=False):
    """The deal cannot be played; ``rule`` is the key of the rule that says so."""

    rule: str


def find_opening(game: Game, hands: Sequence[int]) -> Opening | Redeal:
    """Who leads by the book's opening rule, or that the tiles are dealt again."""
    rules = game.rules
    doubles = [hand & game.tiles.doubles for hand in hands]
    if rules.redeal_single_holder and doubles.count(0) == game.seats - 1:
        return Redeal("redeal_single_holder")
    leader = rules.leader
    if leader is Leader.HIGHEST_DOUBLE:
        named = max(doubles)
    elif leader is Leader.LOWEST_DOUBLE:
        named = min((mask & -mask for mask in doubles if mask), default=0)
    elif leader is Leader.TOP_DOUBLE:
        named = max(doubles) & 1 << game.tiles.double(game.tiles.top)
    elif leader is Leader.MOST_DOUBLES:
        return _most_doubles(game, hands, doubles)
    else:
        return _highest_tile(hands, rules.lead)
    if not named:
        return _no_leader(game, hands)
    return _opening(hands, named.bit_length() - 1, rules.lead)


def opens_by_rule(game: Game, number: int) -> bool:
    """Whether it is the opening rule that says who leads round ``number`` of a match."""
    return number == 1 or game.rules.next_leader is NextLeader.SAME_RULE


def _most_doubles(game: Game, hands: Sequence[int], doubles: Sequence[int]) -> Opening | Redeal:
    """The seat with the most doubles leads its highest one."""
    most = max(mask.bit_count() for mask in doubles)
    best = [mask for mask in doubles if mask.bit_count() == most]
    if not most:
        return _no_leader(game, hands)
    if len(best) > 1 and game.rules.equal_doubles is EqualDoubles.REDEAL:
        return Redeal("equal_doubles")
    return _opening(hands, max(best).bit_length() - 1, game.rules.lead)


def _no_leader(game: Game, hands: Sequence[int]) -> Opening | Redeal:
    if game.rules.no_leader is NoLeader.REDEAL:
        return Redeal("no_leader")
    return _highest_tile(hands, game.rules.highest_tile_lead)


def _highest_tile(hands: Sequence[int], lead: Lead) -> Opening:
    dealt = (tile for hand in hands for tile in tiles.members(hand))
    return _opening(hands, max(dealt, key=tiles.weight), lead)


def _opening(hands: Sequence[int], named: int, lead: Lead) -> Opening:
    """The holder of the tile the rule names leads it, or any tile where the book says so."""
    bit = 1 << named
    leader = next(seat for seat, hand in enumerate(hands) if hand & bit)
    return Opening(leader, hands[leader] if lead is Lead.ANY else bit)


def shuffle(game: Game, rng: Shuffler) -> Deal:
    """One shuffle, dealt out: the first tiles to A, the next to B, the rest is the stock."""
    order = list(game.tiles.bits)
    hand = game.hand
    rng.shuffle(order, keep=hand)
    dealt = game.seats * hand
    return Deal(
        hands=tuple([sum(order[at : at + hand]) for at in range(0, dealt, hand)]),
        stock=tuple([bit.bit_length() - 1 for bit in order[dealt:]]),
    )


def check_deal(game: Game, deal: Deal) -> None:
    """Raise :class:`InvalidDeal` unless the deal is the whole set in hands of the right size."""
    if len(deal.hands) != game.seats:
        raise InvalidDeal("wrong-number-of-hands", hands=len(deal.hands), seats=game.seats)
    for seat, hand in enumerate(deal.hands):
        if hand.bit_count() != game.hand:
            raise InvalidDeal("wrong-hand", seat=SEATS[seat], held=hand.bit_count(), hand=game.hand)
    for tile in (*deal.stock, *(hand.bit_length() - 1 for hand in deal.hands)):
        if not 0 <= tile < game.tiles.size:
            raise InvalidDeal("strange-tile", tile=_named(tile))
    seen = 0
    for part in (*deal.hands, *(1 << tile for tile in deal.stock)):
        if seen & part:
            twice = next(tiles.members(seen & part))
            raise InvalidDeal("tile-twice", tile=tiles.text(twice))
        seen |= part
    if missing := game.tiles.full & ~seen:
        raise InvalidDeal("tile-missing", tile=tiles.text(next(tiles.members(missing))))


def _named(tile: int) -> str:
    """A tile that may be in no set at all."""
    return tiles.text(tile) if 0 <= tile < tiles.tile_set(tiles.LARGEST_SET).size else str(tile)
