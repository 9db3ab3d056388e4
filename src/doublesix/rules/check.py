"""What a rulebook may not say: combinations that cannot be played."""

from doublesix.errors import InvalidInput
from doublesix.rules.model import (
    BlockedPoints,
    BlockedWinner,
    DrawnTile,
    OutPoints,
    PairsAward,
    Rules,
    Sides,
    TargetCheck,
    Unable,
)


class Contradiction(InvalidInput):
    """Two keys that cannot both hold; blamed on one of them."""

    def __init__(self, key: str, code: str, **details: object) -> None:
        super().__init__(code, **details)
        self.key = key


def check(rules: Rules) -> None:
    """Raise :class:`Contradiction` for the first impossible combination."""
    _check_deal(rules)
    _check_drawing(rules)
    _check_points(rules)


def _check_deal(rules: Rules) -> None:
    sizes = dict(rules.hand)
    for seats in rules.seats:
        if seats not in sizes:
            raise Contradiction("hand", "no-hand-size", seats=seats)
        if seats * sizes[seats] > rules.tiles.size:
            raise Contradiction(
                "hand", "too-many-tiles", seats=seats, hand=sizes[seats], size=rules.tiles.size
            )
    if rules.sides is Sides.PAIRS and 4 not in rules.seats:
        raise Contradiction("sides", "pairs-need-four")


def _check_drawing(rules: Rules) -> None:
    if rules.able_draw_limit and not rules.able_may_draw:
        raise Contradiction("able_draw_limit", "limit-without-drawing")
    if rules.drawn_tile is not DrawnTile.MUST_PLAY:
        if rules.unable is not Unable.DRAW_ONE:
            raise Contradiction("drawn_tile", "drawn-tile-needs-draw-one")
        if rules.able_may_draw:
            raise Contradiction("drawn_tile", "drawn-tile-when-able")
    if rules.pass_instead_of_draw and rules.unable is Unable.PASS:
        raise Contradiction("pass_instead_of_draw", "nothing-to-draw")


def _check_points(rules: Rules) -> None:
    blocked = {rules.blocked_points, rules.blocked_points_pairs} != {BlockedPoints.NONE}
    if blocked and rules.blocked_winner is BlockedWinner.NOBODY:
        key = (
            "blocked_points"
            if rules.blocked_points is not BlockedPoints.NONE
            else "blocked_points_pairs"
        )
        raise Contradiction(key, "blocked-without-winner")
    scores = bool(
        blocked or rules.out_bonus or rules.in_play or rules.out_points is not OutPoints.NONE
    )
    if scores and not rules.target:
        raise Contradiction("target", "points-without-target")
    if rules.target and not scores:
        raise Contradiction("target", "target-without-points")
    awards_later = rules.sides is Sides.PAIRS and rules.pairs_award is PairsAward.DIFFERENCE
    if awards_later and rules.target_check_pairs is TargetCheck.AT_ONCE:
        raise Contradiction("target_check_pairs", "difference-at-once")
    if rules.exact and not rules.target:
        raise Contradiction("exact", "exact-without-target")
