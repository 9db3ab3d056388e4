"""The time of a turn: when it runs, what stops it, who gets more, and what happens at zero."""

import pytest

from doublesix.engine import legal_moves
from doublesix.table import messages as ask
from doublesix.table.clock import MOST_GIFTS, Clock
from doublesix.table.events import Moved
from doublesix.table.messages import Settings
from doublesix.table.table import Chair
from tests.unit.table.desk import Desk, kinds, plan, seated

ANA = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
BO = "5-5 5-4 5-3 5-2 5-1 5-0 4-4"


def timed(at_zero: str = "move", clock: int = 30, seats: int = 2) -> Desk:
    """A round of IKEA's rules that Ana leads; nobody can play on a six but her."""
    settings = Settings(clock=clock, at_zero=at_zero)  # type: ignore[arg-type]
    desk = seated("ikea", seats, settings=settings)
    desk.deal(ANA, BO, stock="0-0 1-0 1-1")
    return desk


class TestDeadline:
    def test_a_turn_begins_with_the_deal(self) -> None:
        desk = timed()
        assert desk.deadline() == desk.now + 30
        assert timed(clock=0).deadline() is None

    def test_the_next_seat_has_its_own_time(self) -> None:
        desk = timed()
        desk.now += 12.5
        desk.move("6-6")
        assert desk.deadline() == desk.now + 30

    def test_drawing_takes_from_the_same_turn(self) -> None:
        desk = seated("muggins", settings=Settings(clock=30))
        desk.deal(ANA, BO, stock="0-0 1-0 1-1")
        desk.move("6-6")
        begun = desk.now
        for _ in range(2):
            desk.now += 7
            desk.move("draw")
        assert desk.state.turn == 1
        assert desk.deadline() == begun + 30

    def test_a_knock_is_a_turn_too(self) -> None:
        desk = seated("block", settings=Settings(clock=30))
        desk.deal("6-6 6-5 6-4 6-3 6-2 6-1 5-5", "4-4 4-3 4-2 4-1 4-0 3-3 3-2")
        desk.now += 20
        desk.move("6-6")
        assert desk.state.turn == 0
        assert desk.deadline() == desk.now + 30

    def test_bots_have_no_deadline(self) -> None:
        desk = Desk(plan(chairs=(Chair(bot="greedy"), Chair("Ana")), settings=Settings(clock=30)))
        desk.deal(ANA, BO, stock="0-0")
        assert desk.deadline() is None
        desk.bot_moves()
        assert desk.deadline() == desk.now + 30
        desk.do("ana", ask.StandIn(seat=1))
        assert desk.deadline() is None

    def test_there_is_none_between_rounds(self) -> None:
        desk = timed()
        desk.play_round()
        assert (desk.table.phase, desk.deadline()) == ("between", None)
        assert desk.table.clock == Clock()

    def test_there_is_none_once_the_table_is_closed(self) -> None:
        desk = timed()
        desk.do("ana", ask.Close())
        assert desk.deadline() is None


class TestPause:
    def test_time_stands_still(self) -> None:
        desk = timed()
        desk.now += 10
        assert kinds(desk.do("ana", ask.Pause())) == ["Paused"]
        assert desk.do("ana", ask.Pause()) == []
        assert desk.deadline() is None
        desk.now += 1000
        assert desk.tick() == []
        assert kinds(desk.do("ana", ask.Resume())) == ["Resumed"]
        assert desk.deadline() == desk.now + 20
        assert desk.do("ana", ask.Resume()) == []

    def test_without_a_clock_too(self) -> None:
        desk = timed(clock=0)
        desk.do("ana", ask.Pause())
        desk.do("ana", ask.Resume())
        assert desk.deadline() is None

    def test_only_in_a_round(self) -> None:
        assert seated().refuse("ana", ask.Pause()) == "no-round-now"


class TestSettings:
    def test_another_clock_starts_the_turn_anew(self) -> None:
        desk = timed(clock=0)
        desk.now += 10
        assert kinds(desk.do("ana", ask.Arrange(clock=5))) == ["Arranged"]
        assert desk.deadline() == desk.now + 5
        desk.now += 1
        desk.do("ana", ask.Arrange(clock=60))
        assert desk.deadline() == desk.now + 60
        desk.do("ana", ask.Arrange(clock=0))
        assert desk.deadline() is None

    def test_other_settings_leave_it_alone(self) -> None:
        desk = timed()
        deadline = desk.deadline()
        desk.now += 10
        desk.do("ana", ask.Arrange(at_zero="bot", chat=True))
        assert desk.deadline() == deadline
        assert desk.table.settings == Settings(clock=30, at_zero="bot", chat=True)
        assert desk.do("ana", ask.Arrange(clock=30, chat=True)) == []

    def test_in_a_pause_the_new_time_waits(self) -> None:
        desk = timed()
        desk.do("ana", ask.Pause())
        desk.now += 100
        desk.do("ana", ask.Arrange(clock=5))
        assert desk.deadline() is None
        desk.now += 100
        desk.do("ana", ask.Resume())
        assert desk.deadline() == desk.now + 5

    def test_between_rounds_they_hold_for_the_next(self) -> None:
        desk = seated()
        desk.do("ana", ask.Arrange(clock=5))
        assert desk.table.clock == Clock()
        desk.do("ana", ask.DealNow())
        assert desk.deadline() == desk.now + 5


class TestMoreTime:
    def test_the_seat_in_turn_takes_it_once(self) -> None:
        desk = timed()
        assert kinds(desk.do("ana", ask.MoreTime())) == ["Extended"]
        assert desk.deadline() == desk.now + 60
        assert desk.refuse("ana", ask.MoreTime()) == "more-time-once"
        desk.move("6-6")
        desk.do("bo", ask.MoreTime())
        assert desk.deadline() == desk.now + 60

    def test_others_give_it_up_to_five_times(self) -> None:
        desk = timed()
        for gifts in range(MOST_GIFTS):
            assert desk.deadline() == desk.now + 30 * (gifts + 1)
            desk.do("bo", ask.MoreTime())
        assert desk.refuse("bo", ask.MoreTime()) == "more-time-enough"
        desk.do("ana", ask.MoreTime())
        assert desk.deadline() == desk.now + 30 * (MOST_GIFTS + 2)

    def test_a_host_who_does_not_sit_may_give_it(self) -> None:
        desk = Desk(plan(settings=Settings(clock=30)))
        desk.do("bo", ask.Sit(seat=0, name="Bo"))
        desk.do("cy", ask.Sit(seat=1, name="Cy"))
        desk.deal(ANA, BO)
        (event,) = desk.do("ana", ask.MoreTime())
        assert (event.seat, event.by) == (0, None)  # type: ignore[union-attr]
        assert desk.deadline() == desk.now + 60

    def test_who_only_watches_may_not(self) -> None:
        assert timed().refuse("cy", ask.MoreTime()) == "only-watching"
        assert timed().refuse("", ask.MoreTime()) == "only-watching"

    def test_where_no_clock_runs_there_is_none_to_give(self) -> None:
        assert seated().refuse("ana", ask.MoreTime()) == "no-clock"
        assert timed(clock=0).refuse("ana", ask.MoreTime()) == "no-clock"
        desk = timed()
        desk.do("ana", ask.Pause())
        assert desk.refuse("ana", ask.MoreTime()) == "no-clock"


class TestTakingOver:
    """A turn has its time, whoever plays it."""

    def test_nobody_gains_time_by_letting_a_bot_in(self) -> None:
        desk = timed()
        deadline = desk.deadline()
        desk.now += 25
        desk.do("ana", ask.StandIn(seat=0))
        desk.do("ana", ask.Back(seat=0))
        assert desk.deadline() == deadline

    def test_nor_by_leaving_and_sitting_down_again(self) -> None:
        desk = timed()
        deadline = desk.deadline()
        desk.now += 25
        desk.do("ana", ask.Leave(seat=0))
        desk.do("ana", ask.Sit(seat=0, name="Ana"))
        assert desk.deadline() == deadline

    def test_whose_time_is_up_gets_that_of_a_turn_once(self) -> None:
        desk = timed("bot")
        desk.now += 31
        desk.tick()
        desk.do("ana", ask.Back(seat=0))
        assert desk.deadline() == desk.now + 30
        assert desk.refuse("ana", ask.MoreTime()) == "more-time-once"
        deadline = desk.deadline()
        desk.now += 31
        desk.tick()
        desk.do("ana", ask.Back(seat=0))
        assert desk.deadline() == deadline, "long past"
        assert kinds(desk.tick()) == ["StoodIn"]

    def test_in_a_pause_the_time_is_what_it_was(self) -> None:
        desk = timed("bot")
        desk.now += 31
        desk.tick()
        desk.do("ana", ask.Pause())
        desk.now += 100
        desk.do("ana", ask.Back(seat=0))
        desk.now += 100
        desk.do("ana", ask.Resume())
        assert desk.deadline() == desk.now + 30

    def test_a_newcomer_has_the_time_that_is_left(self) -> None:
        desk = timed()
        deadline = desk.deadline()
        desk.do("ana", ask.Leave(seat=0))
        desk.now += 10
        desk.do("cy", ask.Sit(seat=0, name="Cy"))
        assert desk.deadline() == deadline

    def test_who_is_not_in_turn_changes_nothing(self) -> None:
        desk = timed()
        clock = desk.table.clock
        desk.now += 31
        desk.do("bo", ask.StandIn(seat=1))
        desk.do("bo", ask.Back(seat=1))
        assert desk.table.clock == clock

    def test_without_a_clock_there_is_nothing_to_take_over(self) -> None:
        desk = timed(clock=0)
        desk.do("ana", ask.StandIn(seat=0))
        desk.do("ana", ask.Back(seat=0))
        assert desk.table.clock == Clock()


class TestZero:
    def test_nothing_happens_before(self) -> None:
        desk = timed()
        desk.now += 29.9
        assert desk.tick() == []
        assert timed(clock=0).tick() == []
        assert seated().tick() == []

    def test_the_clock_moves_once(self) -> None:
        desk = timed()
        desk.now += 30
        (moved,) = desk.tick()
        assert isinstance(moved, Moved)
        assert (moved.seat, moved.move, moved.by) == (0, "6-6", "clock")
        assert desk.table.seats[0].player == "", "the person plays on"
        assert desk.deadline() == desk.now + 30

    def test_until_the_turn_is_over_and_then_others_may_knock(self) -> None:
        desk = timed()
        desk.move("6-6")
        desk.now += 30
        moves = [(each.seat, each.move, each.by) for each in desk.tick() if isinstance(each, Moved)]
        assert moves == [(1, "draw", "clock"), (1, "pass", "clock")]

    def test_a_lead_with_its_second_tile_is_one_turn(self) -> None:
        desk = seated("noris", settings=Settings(clock=10))
        desk.deal("6-6 6-5 6-4 6-3 6-2", "5-5 5-4 5-3 5-2 5-1")
        desk.now += 10
        moves = [each for each in desk.tick() if isinstance(each, Moved)]
        assert [(each.seat, each.by) for each in moves[:2]] == [(0, "clock")] * 2
        assert desk.state.turn == 1

    def test_it_may_end_the_round(self) -> None:
        desk = timed()
        while desk.table.phase == "playing":
            desk.now += 30
            assert desk.tick()
        assert desk.tick() == []

    def test_or_a_bot_plays_on(self) -> None:
        desk = timed("bot")
        desk.now += 30
        (event,) = desk.tick()
        assert (event.by, event.bot) == ("clock", "greedy")  # type: ignore[union-attr]
        assert desk.deadline() is None
        thinker = desk.table.thinker()
        assert thinker is not None
        assert thinker[0] == "greedy"
        assert desk.tick() == []
        desk.bot_moves()
        desk.do("ana", ask.Back(seat=0))
        assert desk.table.seats[0].player == ""


@pytest.mark.parametrize("clock", [0, 7])
def test_a_whole_round_with_and_without_a_clock(clock: int) -> None:
    desk = seated("fives-and-threes", settings=Settings(clock=clock))
    desk.do("ana", ask.DealNow())
    while desk.table.phase == "playing":
        assert (desk.deadline() is None) == (clock == 0)
        desk.now += 1.25
        desk.move(str(legal_moves(desk.state)[0]))
