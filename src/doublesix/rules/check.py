"""What a rulebook may not say: combinations that cannot be played."""

from doublesix.errors import InvalidInput
from doublesix.rules.model import (
    BlockedPoints,
    BlockedWinner,
    DrawnTile,
    EqualDoubles,
    Leader,
    NoLeader,
    OutPoints,
    PairsAward,
    Rules,
    Sides,
    TargetCheck,
    Unable,
)


class Contradiction(InvalidInput):
    """Two keys that cannot both hold; blamed on one of them."""

    def __init__(self, code: str, *, key: str, **details: object) -> None:
        super().__init__(code, key=key, **details)

    @property
    def key(self) -> str:
        """The key to blame."""
        return str(self.details["key"])


def check(rules: Rules) -> None:
    """Raise :class:`Contradiction` for the first impossible combination."""
    _check_deal(rules)
    _check_drawing(rules)
    _check_points(rules)


def _check_deal(rules: Rules) -> None:
    sizes = dict(rules.hand)
    for seats in rules.seats:
        if seats not in sizes:
            raise Contradiction("no-hand-size", key="hand", seats=seats)
        if seats * sizes[seats] > rules.tiles.size:
            raise Contradiction(
                "too-many-tiles", key="hand", seats=seats, hand=sizes[seats], size=rules.tiles.size
            )
        if not _some_deal_stands(rules, seats):
            raise Contradiction("always-redealt", key="equal_doubles", seats=seats)
    if rules.sides is Sides.PAIRS and 4 not in rules.seats:
        raise Contradiction("pairs-need-four", key="sides")


def _some_deal_stands(rules: Rules, seats: int) -> bool:
    """Whether any deal at all is left after those the book deals again.

    Only equal numbers of doubles can make all deals alike: some seat must be able to hold more
    doubles than each other, beside at least one other holder where a single one is a redeal too.
    """
    if rules.leader is not Leader.MOST_DOUBLES or rules.equal_doubles is not EqualDoubles.REDEAL:
        return True
    doubles = rules.set + 1
    dealt = seats * rules.hand_size(seats)
    fewest = max(0, doubles - (rules.tiles.size - dealt))
    if fewest == 0 and rules.no_leader is NoLeader.HIGHEST_TILE:
        return True
    fewest = max(fewest, 3 if rules.redeal_single_holder else 1)
    return fewest <= min(doubles, dealt - (seats - 1))


def _check_drawing(rules: Rules) -> None:
    if rules.able_draw_limit and not rules.able_may_draw:
        raise Contradiction("limit-without-drawing", key="able_draw_limit")
    if rules.drawn_tile is not DrawnTile.MUST_PLAY:
        if rules.unable is not Unable.DRAW_ONE:
            raise Contradiction("drawn-tile-needs-draw-one", key="drawn_tile")
        if rules.able_may_draw:
            raise Contradiction("drawn-tile-when-able", key="drawn_tile")
    if rules.pass_instead_of_draw and rules.unable is Unable.PASS:
        raise Contradiction("nothing-to-draw", key="pass_instead_of_draw")


def _check_points(rules: Rules) -> None:
    blocked = {rules.blocked_points, rules.blocked_points_pairs} != {BlockedPoints.NONE}
    if blocked and rules.blocked_winner is BlockedWinner.NOBODY:
        key = (
            "blocked_points"
            if rules.blocked_points is not BlockedPoints.NONE
            else "blocked_points_pairs"
        )
        raise Contradiction("blocked-without-winner", key=key)
    scores = bool(
        blocked or rules.out_bonus or rules.in_play or rules.out_points is not OutPoints.NONE
    )
    if scores and not rules.target:
        raise Contradiction("points-without-target", key="target")
    if rules.target and not scores:
        raise Contradiction("target-without-points", key="target")
    awards_later = rules.sides is Sides.PAIRS and rules.pairs_award is PairsAward.DIFFERENCE
    if awards_later and rules.target_check_pairs is TargetCheck.AT_ONCE:
        raise Contradiction("difference-at-once", key="target_check_pairs")
    if rules.exact and not rules.target:
        raise Contradiction("exact-without-target", key="exact")
