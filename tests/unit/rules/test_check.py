"""Combinations that cannot be played are refused, on the key that is to blame."""

import pickle
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix.rules import KEYS, Rules
from doublesix.rules.check import Contradiction
from tests.setting import house
from tests.strategies import make_rules, sayings

Changes = dict[str, Any]
NO_POINTS: Changes = {
    "out_points": "none",
    "blocked_points": "none",
    "blocked_points_pairs": "none",
}

ONE_EACH: Changes = {
    "hand": {"2": 1, "3": 1},
    "seats": [2],
    "leader": "most_doubles",
    "equal_doubles": "redeal",
}

IMPOSSIBLE: list[tuple[str, Changes, str, str]] = [
    ("ikea", {"seats": [2, 6], "hand": {"2": 7}}, "hand", "no-hand-size"),
    ("ikea", {"seats": [6], "hand": {"6": 5}}, "hand", "too-many-tiles"),
    ("ikea", {"set": 2}, "hand", "too-many-tiles"),
    ("ikea", {**ONE_EACH, "set": 1, "seats": [3]}, "equal_doubles", "always-redealt"),
    ("ikea", {**ONE_EACH, "redeal_single_holder": True}, "equal_doubles", "always-redealt"),
    ("block", {"seats": [2, 3]}, "sides", "pairs-need-four"),
    ("ikea", {"able_draw_limit": 1}, "able_draw_limit", "limit-without-drawing"),
    ("svoora", {"drawn_tile": "may_play"}, "drawn_tile", "drawn-tile-needs-draw-one"),
    ("block", {"drawn_tile": "may_not_play"}, "drawn_tile", "drawn-tile-needs-draw-one"),
    (
        "ikea",
        {"drawn_tile": "may_play", "able_may_draw": True},
        "drawn_tile",
        "drawn-tile-when-able",
    ),
    ("block", {"pass_instead_of_draw": True}, "pass_instead_of_draw", "nothing-to-draw"),
    ("ikea", {"blocked_winner": "nobody"}, "blocked_points", "blocked-without-winner"),
    (
        "ikea",
        {"blocked_winner": "nobody", "blocked_points": "none"},
        "blocked_points_pairs",
        "blocked-without-winner",
    ),
    ("ikea", {"target": 0}, "target", "points-without-target"),
    ("noris", {"out_bonus": 1}, "target", "points-without-target"),
    ("noris", {"in_play": [5]}, "target", "points-without-target"),
    ("noris", {"blocked_points": "opponents"}, "target", "points-without-target"),
    ("noris", {"blocked_points_pairs": "opponents"}, "target", "points-without-target"),
    ("noris", {"out_points": "opponents"}, "target", "points-without-target"),
    ("ikea", NO_POINTS, "target", "target-without-points"),
    ("noris", {"exact": True}, "exact", "exact-without-target"),
    (
        "fives-and-threes",
        {"target_check_pairs": "at_once"},
        "target_check_pairs",
        "difference-at-once",
    ),
]


@pytest.mark.parametrize(("book", "changes", "key", "code"), IMPOSSIBLE)
def test_impossible_rules_are_refused(book: str, changes: Changes, key: str, code: str) -> None:
    with pytest.raises(Contradiction) as caught:
        house(book, changes)
    assert (caught.value.key, caught.value.code) == (key, code)
    assert str(caught.value)


POSSIBLE: list[tuple[str, Changes]] = [
    ("ikea", {"seats": [4], "hand": {"4": 7}}),  # all 28 tiles
    ("ikea", {"seats": [7], "hand": {"7": 4}}),
    ("ikea", ONE_EACH),
    ("ikea", {**ONE_EACH, "redeal_single_holder": True, "no_leader": "highest_tile"}),
    ("ikea", {**ONE_EACH, "redeal_single_holder": True, "hand": {"2": 2}}),
    ("ikea", {"sides": "pairs"}),
    ("draw", {"able_draw_limit": 1}),
    ("ikea", {"drawn_tile": "may_play"}),
    ("ikea", {"pass_instead_of_draw": True}),
    ("fives-and-threes", {"blocked_winner": "fewest_pips"}),
    ("ikea", {**NO_POINTS, "in_play": [7]}),
    ("ikea", {**NO_POINTS, "out_bonus": 1}),
    ("ikea", {**NO_POINTS, "blocked_points_pairs": "opponents"}),
    ("ikea", {"exact": True}),
    ("fives-and-threes", {"sides": "alone", "target_check_pairs": "at_once"}),
    ("fives-and-threes", {"pairs_award": "race", "target_check_pairs": "at_once"}),
]


@pytest.mark.parametrize(("book", "changes"), POSSIBLE)
def test_possible_rules_are_not(book: str, changes: Changes) -> None:
    said = house(book, changes)
    assert all(said.plain(key) == value for key, value in changes.items())


@given(sayings(), st.data())
def test_one_key_changed_is_played_or_blamed_on_a_key(said: Changes, data: st.DataObject) -> None:
    """Whatever a second rulebook says about a key, the first with it is fine or refused."""
    key = data.draw(st.sampled_from(list(KEYS)))
    changed = said | {key: data.draw(sayings())[key]}
    outcome: Rules | Contradiction
    try:
        outcome = make_rules(changed)
    except Contradiction as problem:
        outcome = problem
    if isinstance(outcome, Rules):
        assert outcome.plain(key) == changed[key]
    else:
        assert outcome.key in KEYS
        assert str(outcome)


SHARES = [2, 3]
"""Tables small enough to try every way the doubles can lie."""


@pytest.mark.parametrize("no_leader", ["redeal", "highest_tile"])
@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("seats", SHARES)
@pytest.mark.parametrize("top", [1, 2, 3])
def test_some_deal_stands_or_the_rules_are_refused(
    top: int, seats: int, single: bool, no_leader: str
) -> None:
    """Every share of the doubles among the seats and the stock is tried."""
    size, doubles = (top + 1) * (top + 2) // 2, top + 1
    for hand in range(1, size // seats + 1):
        stock = size - seats * hand
        shares = [
            held
            for held in product(range(min(hand, doubles) + 1), repeat=seats)
            if doubles - stock <= sum(held) <= doubles
        ]
        stands = any(
            not (single and held.count(0) == seats - 1)
            and (held.count(max(held)) == 1 if max(held) else no_leader == "highest_tile")
            for held in shares
        )
        changes = ONE_EACH | {
            "set": top,
            "seats": [seats],
            "hand": {str(seats): hand},
            "redeal_single_holder": single,
            "no_leader": no_leader,
        }
        if stands:
            house("ikea", changes)
        else:
            with pytest.raises(Contradiction, match="dealt again"):
                house("ikea", changes)


def test_a_contradiction_survives_being_sent_about() -> None:
    with pytest.raises(Contradiction) as caught:
        house("ikea", {"set": 2})
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.key, str(again)) == (Contradiction, "hand", str(caught.value))
