"""Who leads, and what."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.oracle.line import Tile


class Leads(NamedTuple):
    """The leader and the tiles it may lead; no leader when the tiles are dealt again."""

    leader: int | None
    tiles: frozenset[Tile]
    redeal: str = ""
    """The key of the rule that deals again."""


def find_leads(said: Mapping[str, Any], hands: Sequence[frozenset[Tile]]) -> Leads:
    """What the opening rule says about these hands."""
    doubles = [sorted(a for a, b in hand if a == b) for hand in hands]
    holders = [seat for seat, held in enumerate(doubles) if held]
    if said["redeal_single_holder"] and len(holders) == 1:
        return Leads(None, frozenset(), "redeal_single_holder")
    if said["leader"] == "highest_tile":
        return _named(hands, _highest_tile(hands), said["lead"])
    all_doubles = sorted(double for held in doubles for double in held)
    double: int | None = None
    if said["leader"] == "top_double":
        double = said["set"] if said["set"] in all_doubles else None
    elif not all_doubles:
        double = None
    elif said["leader"] == "highest_double":
        double = all_doubles[-1]
    elif said["leader"] == "lowest_double":
        double = all_doubles[0]
    elif said["leader"] == "most_doubles":
        most = max(len(held) for held in doubles)
        best = [held for held in doubles if len(held) == most]
        if len(best) > 1 and said["equal_doubles"] == "redeal":
            return Leads(None, frozenset(), "equal_doubles")
        double = max(held[-1] for held in best)
    if double is not None:
        return _named(hands, (double, double), said["lead"])
    if said["no_leader"] == "redeal":
        return Leads(None, frozenset(), "no_leader")
    return _named(hands, _highest_tile(hands), said["highest_tile_lead"])


def _highest_tile(hands: Sequence[frozenset[Tile]]) -> Tile:
    return max((tile for hand in hands for tile in hand), key=lambda tile: (sum(tile), tile[0]))


def _named(hands: Sequence[frozenset[Tile]], tile: Tile, lead: str) -> Leads:
    """The holder of the tile leads it, or anything."""
    (leader,) = (seat for seat, hand in enumerate(hands) if tile in hand)
    return Leads(leader, hands[leader] if lead == "any" else frozenset({tile}))
