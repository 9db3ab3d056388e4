"""What rounds are worth, computed the long way."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.oracle.line import Tile

Said = Mapping[str, Any]
Hand = frozenset[Tile]


def pips_of(said: Said, tile: Tile) -> int:
    """What a tile in the hand counts."""
    high, low = tile
    if high == low and said["double_counts"] == "one_half":
        return high
    if high == low and said["double_counts"] == "one_pip":
        return 1
    return high + low


def points_for_ends(said: Said, total: int) -> int:
    """What a sum of the open ends scores."""
    points = 0
    for divisor in said["in_play"]:
        quotient = Fraction(total, divisor)
        if quotient.denominator == 1:
            points += int(quotient)
    return points


def blocked_winners(said: Said, sides: Sequence[Sequence[int]], hands: Sequence[Hand]) -> set[int]:
    """The sides that win when nobody can go on."""
    if said["blocked_winner"] == "nobody":
        return set()
    held = [[pips_of(said, tile) for seat in side for tile in hands[seat]] for side in sides]
    fewest = min(sum(pips) for pips in held)
    best = {side for side, pips in enumerate(held) if sum(pips) == fewest}
    if len(best) == 1 or said["tie"] == "shared":
        return best
    if said["tie"] == "lightest_tile":
        lightest = min(min(held[side]) for side in best)
        best = {side for side in best if min(held[side]) == lightest}
        return best if len(best) == 1 else set()
    return set()


def round_points(said: Said, *, out: bool, pairs: bool, own: int, others: int) -> int:
    """What a side gets for winning: ``own`` and ``others`` are the pips left in the hands of
    the side itself and of all who did not win. Points in play are not part of it."""
    if out:
        how = said["out_points"]
        share = {"deducted": -own, "ignored": 0, "added": own}[said["partner_pips"]]
    else:
        how = said["blocked_points_pairs"] if pairs else said["blocked_points"]
        share = -own if how == "minus_own" else 0
    points = 0
    if how != "none":
        points = others + share
        if said["never_negative"]:
            points = max(points, 0)
        quotient = Fraction(points, said["divide_by"])
        points = ceil(quotient) if said["rounding"] == "up" else floor(quotient + Fraction(1, 2))
    return points + (said["out_bonus"] if out else 0)
