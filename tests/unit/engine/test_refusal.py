"""Why a move is refused: the code, the rule, and what the sentence needs, one reason at a time.

That every refusal there is gives a true reason is for the conformance suite.
"""

import pytest

from doublesix.engine import State, apply
from doublesix.errors import IllegalMove
from tests.setting import begin, follow, game_of, read_move
from tests.unit.engine.test_play import SIXES, able, stuck


def refuse(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        apply(state, read_move(move))
    return caught.value


def lead() -> State:
    return begin(game_of("svoora", 2), SIXES, "6-1 1-0 2-0 3-0 4-0")


def second_tile() -> State:
    """A has led 6-6 and holds 6-5."""
    return follow(begin(game_of("noris", 2), "6-6 6-5 4-3 2-1 1-0"), "A 6-6")


def sebastopol() -> State:
    """A has led 6-6, B has laid 6-1 on the left, and C holds 1-1."""
    hands = ("6-6 6-5 5-5 5-4 5-3 5-2 5-1", "6-1 6-0 1-0 2-0 2-1 3-1 4-1", "6-2 1-1")
    return follow(begin(game_of("sebastopol", 4), *hands), "A 6-6, B 6-1 left")


REFUSED: list[tuple[State, str, str, str, dict[str, object]]] = [
    (lead(), "draw", "lead-first", "lead", {"seat": "A", "leads": ["6-6"]}),
    (lead(), "pass", "lead-first", "lead", {"seat": "A", "leads": ["6-6"]}),
    (lead(), "6-6 left", "lead-has-no-end", "lead", {"tile": "6-6"}),
    (lead(), "6-5", "lead-must-be", "lead", {"seat": "A", "leads": ["6-6"]}),
    (lead(), "6-1", "not-held", "hand", {"seat": "A", "tile": "6-1"}),
    (lead(), "12-12", "not-held", "hand", {"seat": "A", "tile": "12-12"}),
    (able(), "6-1", "end-missing", "line", {"tile": "6-1"}),
    (able(), "6-1 up", "no-such-end", "spinner", {"end": "up"}),
    (able(), "1-0 left", "does-not-fit", "line", {"tile": "1-0", "end": "left", "shown": 6}),
    (able(), "6-5 left", "not-held", "hand", {"seat": "B", "tile": "6-5"}),
    (able(), "draw", "able-must-play", "able_may_draw", {"seat": "B"}),
    (able(), "pass", "able-may-not-pass", "able_may_pass", {"seat": "B"}),
    (able(unable="pass"), "draw", "no-drawing", "unable", {}),
    (
        follow(able(able_may_draw=True, able_draw_limit=1), "B draw"),
        "draw",
        "draw-limit",
        "able_draw_limit",
        {"count": 1},
    ),
    (stuck(), "pass", "must-draw", "unable", {"seat": "B"}),
    (stuck(reserve=18), "draw", "stock-reserved", "reserve", {"count": 18}),
    (
        follow(stuck(unable="draw_one"), "B draw"),
        "draw",
        "drawn-already",
        "unable",
        {"seat": "B"},
    ),
    (
        follow(stuck(unable="draw_one", able_may_draw=True), "B draw"),
        "draw",
        "drawn-already",
        "unable",
        {"seat": "B"},
    ),
    (
        follow(stuck(unable="draw_one", stock="6-1", drawn_tile="may_not_play"), "B draw"),
        "6-1 left",
        "drawn-tile-waits",
        "drawn_tile",
        {"seat": "B"},
    ),
    (
        stuck(unable="pass", able_may_draw=True),
        "draw",
        "unable-may-not-draw",
        "unable",
        {"seat": "B"},
    ),
    (
        follow(able(able_may_pass=True), "B pass, A pass"),
        "pass",
        "all-passed",
        "all_passed",
        {"seat": "B"},
    ),
    (second_tile(), "pass", "second-tile-first", "second_tile", {"seat": "A"}),
    (second_tile(), "draw", "second-tile-first", "second_tile", {"seat": "A"}),
    (second_tile(), "4-3 left", "does-not-fit", "line", {"tile": "4-3", "end": "left", "shown": 6}),
    (sebastopol(), "1-1 left", "arm-closed", "arms", {"end": "left"}),
    (sebastopol(), "1-1 up", "does-not-fit", "line", {"tile": "1-1", "end": "up", "shown": 6}),
]


@pytest.mark.parametrize(("state", "move", "code", "rule", "details"), REFUSED)
def test_a_refusal_says_why(
    state: State, move: str, code: str, rule: str, details: dict[str, object]
) -> None:
    error = refuse(state, move)
    assert (error.code, error.rule) == (code, rule)
    assert error.details == details | {"rule": rule}
    sentence = str(error)
    for fact in details.values():
        assert str(fact[0] if isinstance(fact, list) else fact) in sentence


def test_an_empty_stock() -> None:
    state = begin(game_of("svoora", 2, set=2, hand={"2": 3}, seats=[2]), "2-2 2-1 2-0")
    error = refuse(follow(state, "A 2-2"), "draw")
    assert (error.code, error.rule) == ("stock-empty", "reserve")


def test_a_round_that_is_over() -> None:
    state = begin(game_of("block", 2, hand={"2": 1}, seats=[2], sides="alone"), "6-6", "0-0")
    over = follow(state, "A 6-6")
    for move in ("pass", "draw", "0-0", "0-0 left"):
        error = refuse(over, move)
        assert (error.code, error.rule) == ("round-over", "round")
        assert error.details["move"] == move
