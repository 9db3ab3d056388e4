"""What each seat may know; that it is never more is for the conformance suite."""

import pytest

from doublesix.engine import DRAW, End, apply, lay, redact, view
from doublesix.engine.events import (
    Dealt,
    Drew,
    Event,
    MatchEnded,
    Passed,
    PassReason,
    Played,
    Redealt,
    Scored,
)
from doublesix.engine.state import Stage
from doublesix.errors import InvalidInput
from tests.setting import begin, deal_out, follow, game_of, hand, tiles
from tests.unit.engine.test_play import SIXES, STUCK, stuck


def test_a_seat_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    state = begin(game_of("svoora", 2), SIXES, STUCK)
    seen = view(state, 1)
    assert seen.seat == 1
    assert seen.hand == tuple(sorted(tiles(STUCK)))
    assert (seen.counts, seen.stock, seen.hands) == ((5, 5), 18, None)
    assert (seen.turn, seen.leader, seen.number) == (0, 0, 1)


def test_a_watcher_sees_no_hand() -> None:
    seen = view(begin(game_of("svoora", 2), SIXES, STUCK), None)
    assert (seen.seat, seen.hand, seen.counts, seen.legal) == (None, (), (5, 5), ())


def test_only_the_seat_in_turn_is_told_its_moves() -> None:
    state = begin(game_of("svoora", 2), SIXES, STUCK)
    assert [str(move) for move in view(state, 0).legal] == ["6-6"]
    assert view(state, 1).legal == ()


def test_a_drawn_tile_is_seen_by_who_drew_it() -> None:
    state = follow(stuck(), "B draw")
    (drawn,) = tiles("2-1")
    assert view(state, 1).past[-1] == Drew(1, drawn)
    assert view(state, 0).past[-1] == view(state, None).past[-1] == Drew(1, None)
    assert view(state, 0).drawn == 1


def test_hands_are_shown_when_the_round_is_over() -> None:
    game = game_of("ikea", 2, seats=[2], hand={"2": 1})
    over = follow(begin(game, "6-6", "5-4"), "A 6-6")
    for seat in (0, 1, None):
        seen = view(over, seat)
        assert seen.hands == ((), tuple(tiles("5-4")))
        assert (seen.turn, seen.legal, seen.result) == (None, (), over.result)
        assert seen.totals == (9, 0)


def test_nobody_is_told_that_another_holds_a_second_tile() -> None:
    state = follow(begin(game_of("noris", 2), "6-6 6-5 4-3 2-1 1-0"), "A 6-6")
    assert view(state, 0).stage is Stage.SECOND
    assert view(state, 1).stage is view(state, None).stage is Stage.TURN


def test_what_has_no_secret_is_not_changed() -> None:
    events: list[Event] = [
        Played(0, 27, None),
        Passed(1, PassReason.STOCK_EMPTY),
        Scored(0, 0, 10, 2),
        Redealt("no_leader"),
        MatchEnded((0,), (61, 3)),
    ]
    for event in events:
        assert redact(event, 0) is redact(event, None) is event


def test_a_deal_shows_each_seat_its_own_hand() -> None:
    deal = deal_out(game_of("svoora", 2), SIXES, STUCK)
    dealt = Dealt(1, deal.hands, 18, 0)
    assert redact(dealt, 1) == Dealt(1, (None, hand(STUCK)), 18, 0)
    assert redact(dealt, None) == Dealt(1, (None, None), 18, 0)


def test_a_view_follows_the_state() -> None:
    state = stuck()
    after = apply(state, DRAW).state
    assert view(after, 1).hand != view(state, 1).hand
    laid = follow(after, "B draw, B draw, B 6-1 left")
    assert view(laid, 0).ends.shown == (1, 6)
    assert view(laid, 0).past[-1] == Played(1, tiles("6-1")[0], End.LEFT)
    assert lay(tiles("6-5")[0], End.RIGHT) in view(laid, 0).legal


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    state = begin(game_of("svoora", 2), SIXES, STUCK)
    with pytest.raises(InvalidInput, match="the seats are 0 or 1"):
        view(state, seat)
