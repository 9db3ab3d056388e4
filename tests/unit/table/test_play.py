"""Moves of people and bots, knocks that nobody decides, and what is too late or nobody's turn."""

import pytest

from doublesix.bots import find_bot
from doublesix.engine import DRAW, PASS, Move, lay, legal_moves
from doublesix.errors import Refused
from doublesix.rng import Rng
from doublesix.table import messages as ask
from doublesix.table.events import AnyEvent, Faltered, Moved
from doublesix.table.play import Choice
from doublesix.table.table import Chair
from doublesix.tiles import parse
from tests.unit.table.desk import Desk, dealt, kinds, plan, seated

ANA = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
BO = "5-5 5-4 5-3 5-2 5-1 5-0 4-4"


def told(events: list[AnyEvent]) -> list[tuple[int, str, str]]:
    """Who did what, and how it came about."""
    assert all(isinstance(event, Moved) for event in events)
    return [(event.seat, event.move, event.by) for event in events if isinstance(event, Moved)]


class TestMoves:
    def test_a_tile_a_draw_a_pass(self) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        assert told(desk.move("6-6")) == [(0, "6-6", "person")]
        assert told(desk.move("draw")) == [(1, "draw", "person"), (1, "pass", "knock")]
        assert told(desk.move("6-0 left")) == [(0, "6-0 left", "person")]
        assert told(desk.move("5-0 left")) == [(1, "5-0 left", "person")]
        assert desk.state.ends.shown == (5, 6)

    def test_the_end_may_be_left_out_where_only_one_fits(self) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        desk.move("6-6")
        desk.move("draw")
        desk.move("0-6 left")
        assert told(desk.move("5-0")) == [(1, "5-0 left", "person")]

    @pytest.mark.parametrize(
        ("written", "code"),
        [
            ("", "no-move"),
            ("fly", "not-a-tile"),
            ("6-5 up there", "too-many-words"),
            ("6-5 north", "not-an-end"),
            ("7-1", "not-in-the-set"),
            ("7-1 left", "not-held"),
            ("5-4 left", "not-held"),
            ("6-5", "which-end"),
            ("6-5 up", "no-such-end"),
            ("pass", "able-may-not-pass"),
            ("draw", "able-must-play"),
        ],
    )
    def test_what_is_no_move_or_none_that_is_allowed(self, written: str, code: str) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        desk.move("6-6")
        desk.move("draw")
        assert desk.refuse("ana", desk.moving(written)) == code

    @pytest.mark.parametrize("written", ["draw 0-0", "draw 1-0", " draw  6-6 "])
    def test_naming_a_tile_is_no_way_to_ask_for_the_stock(self, written: str) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        desk.move("6-6")
        refused = desk.refusal("bo", desk.moving(written))
        assert (refused.code, refused.details) == ("too-many-words", {"words": written})
        desk.move(" draw ")

    def test_the_position_must_be_the_one_on_the_table(self) -> None:
        desk = dealt("ikea", ANA, BO)
        for changes in ({"ply": 1}, {"ply": -1}, {"round": 2}, {"round": 0}):
            refused = desk.refusal("ana", desk.moving("6-6", **changes))
            assert (refused.code, refused.details) == ("stale-move", {"round": 1, "ply": 0})
        desk.move("6-6")
        assert desk.refuse("bo", ask.MakeMove(seat=1, round=1, ply=0, move="draw")) == "stale-move"

    def test_the_seat_must_be_in_turn_and_ones_own(self) -> None:
        desk = dealt("ikea", ANA, BO)
        refused = desk.refusal("bo", desk.moving("5-5", seat=1))
        assert (refused.code, refused.details) == ("not-your-turn", {"name": "Ana"})
        assert desk.refuse("bo", desk.moving("6-6")) == "not-your-seat"
        assert desk.refuse("", desk.moving("6-6")) == "not-your-seat"
        assert desk.refuse("ana", desk.moving("6-6", seat=5)) == "not-a-seat"

    def test_there_must_be_a_round(self) -> None:
        desk = seated()
        assert desk.refuse("ana", ask.MakeMove(move="6-6")) == "no-round-now"
        desk.do("ana", ask.DealNow())
        desk.play_round()
        assert desk.refuse("ana", desk.moving("pass", seat=0)) == "no-round-now"

    def test_every_round_ends_with_its_score(self) -> None:
        desk = seated("muggins")
        desk.do("ana", ask.DealNow())
        desk.play_round()
        (finished,) = desk.table.rounds
        assert finished.state is desk.table.state
        assert finished.state.result is not None
        assert desk.table.steps[0].state.past == ()
        assert len(desk.table.steps) == len(finished.state.past) + 1


class TestKnocks:
    def test_whoever_can_only_pass_passes_at_once(self) -> None:
        desk = dealt("block", "6-6 6-5 6-4 6-3 6-2 6-1 5-5", "4-4 4-3 4-2 4-1 4-0 3-3 3-2")
        assert told(desk.move("6-6")) == [(0, "6-6", "person"), (1, "pass", "knock")]
        assert told(desk.move("6-5 left")) == [(0, "6-5 left", "person"), (1, "pass", "knock")]
        assert desk.state.turn == 0

    def test_a_drawn_tile_that_waits_is_followed_by_a_pass(self) -> None:
        """Everybody knows that nobody plays in the turn of a draw, whatever was drawn."""
        desk = dealt("ikea:ko", "6-6 6-4 6-3 6-2 6-1 6-0 0-0", BO, stock="6-5 1-0")
        desk.move("6-6")
        assert told(desk.move("draw")) == [(1, "draw", "person"), (1, "pass", "knock")]

    def test_a_drawn_tile_that_fits_must_be_played(self) -> None:
        desk = dealt("ikea", "6-6 6-4 6-3 6-2 6-1 6-0 0-0", BO, stock="6-5 1-0")
        desk.move("6-6")
        assert told(desk.move("draw")) == [(1, "draw", "person")]
        assert [str(move) for move in legal_moves(desk.state)] == ["6-5 left", "6-5 right"]

    @pytest.mark.parametrize(
        "changes", ['drawn_tile = "may_play"', "able_may_pass = true"], ids=["kept", "choice"]
    )
    def test_a_pass_that_could_be_a_choice_is_left_to_the_seat(self, changes: str) -> None:
        """A knock by itself would tell that the drawn tile does not fit."""
        house = f'extends = "ikea"\n{changes}\n'
        desk = dealt("", ANA, BO, stock="0-0 1-0", house=house)
        desk.move("6-6")
        assert told(desk.move("draw")) == [(1, "draw", "person")]
        assert legal_moves(desk.state) == (PASS,)
        assert told(desk.move("pass")) == [(1, "pass", "person")]

    def test_where_a_seat_may_pass_instead_of_drawing_it_is_asked(self) -> None:
        desk = dealt("ikea:lt", ANA, BO, stock="0-0 1-0")
        desk.move("6-6")
        assert set(legal_moves(desk.state)) == {DRAW, PASS}
        assert told(desk.move("pass")) == [(1, "pass", "person")]

    def test_bots_knock_as_everybody_does(self) -> None:
        desk = Desk(plan("block", chairs=(Chair("Ana"), Chair(bot="greedy"))))
        desk.deal("6-6 6-5 6-4 6-3 6-2 6-1 5-5", "4-4 4-3 4-2 4-1 4-0 3-3 3-2")
        assert told(desk.move("6-6"))[1:] == [(1, "pass", "knock")]


class TestBots:
    def bot_first(self) -> Desk:
        desk = Desk(plan("ikea", chairs=(Chair(bot="greedy"), Chair("Ana"))))
        desk.deal(ANA, BO, stock="0-0 1-0")
        return desk

    def refuse(self, desk: Desk, seat: int, number: int, ply: int, move: Move) -> str:
        with pytest.raises(Refused) as caught:
            desk.table.bot_move(seat, number, ply, Choice(move), desk.now, desk.fresh)
        desk.check()
        return caught.value.code

    def test_the_bot_in_turn_thinks_about_what_it_may_see(self) -> None:
        desk = self.bot_first()
        thinker = desk.table.thinker()
        assert thinker is not None
        name, view = thinker
        assert (name, view.seat, view.legal) == ("greedy", 0, (lay(27),))
        assert find_bot(name).choose(view, Rng(0)) == lay(27)
        assert told(desk.bot_moves()) == [(0, "6-6", "bot")]
        assert desk.table.thinker() is None, "it is a person's turn"

    def test_it_need_not_think_in_a_pause(self) -> None:
        desk = self.bot_first()
        desk.do("ana", ask.Pause())
        assert desk.table.thinker() is None
        assert self.refuse(desk, 0, 1, 0, lay(27)) == "paused"

    def test_what_comes_too_late_is_harmless(self) -> None:
        desk = self.bot_first()
        assert self.refuse(desk, 0, 2, 0, lay(27)) == "stale-move"
        assert self.refuse(desk, 0, 1, 1, lay(27)) == "stale-move"
        assert self.refuse(desk, 1, 1, 0, lay(27)) == "stale-move"
        desk.bot_moves()
        assert self.refuse(desk, 1, 1, 1, DRAW) == "stale-move", "a person plays there"
        assert self.refuse(seated(), 0, 1, 0, DRAW) == "no-round-now"

    def test_when_it_cannot_think_ahead_people_are_told_once(self) -> None:
        desk = Desk(plan("block", chairs=(Chair(bot="greedy"), Chair(bot="greedy"))))
        desk.do("ana", ask.DealNow())
        assert kinds(desk.bot_moves()) == ["Moved"]
        assert kinds(desk.bot_moves("starting"))[-1] == "Faltered"
        assert "Faltered" not in kinds(desk.bot_moves("starting"))
        assert desk.bot_moves("busy")[-1] == Faltered(desk.now, "busy"), "another reason"

    def test_it_is_held_to_the_rules(self) -> None:
        assert self.refuse(self.bot_first(), 0, 1, 0, lay(parse("6-5"))) == "lead-must-be"

    def test_an_owner_who_is_back_in_time_moves(self) -> None:
        desk = dealt("ikea", ANA, BO)
        desk.do("ana", ask.StandIn(seat=0))
        desk.do("ana", ask.Back(seat=0))
        assert self.refuse(desk, 0, 1, 0, lay(27)) == "stale-move"
        desk.move("6-6")


def test_in_a_pause_nobody_moves() -> None:
    desk = dealt("ikea", ANA, BO)
    desk.do("ana", ask.Pause())
    assert desk.refuse("ana", desk.moving("6-6")) == "paused"
    desk.do("ana", ask.Resume())
    desk.move("6-6")
