"""Sitting down, leaving, swapping; bots in seats, and people who come back to theirs."""

import pytest

from doublesix.bots import BOTS
from doublesix.table import messages as ask
from doublesix.table.seats import Seat
from doublesix.table.table import Chair
from tests.unit.table.desk import EVERYBODY, Desk, kinds, plan, seated


def sitting(desk: Desk) -> list[str]:
    """Who sits where: a person's digest, or a bot."""
    return [seat.owner or seat.bot for seat in desk.table.seats]


def in_a_round(**changes: object) -> Desk:
    desk = seated(**changes)  # type: ignore[arg-type]
    desk.do("ana", ask.DealNow())
    return desk


class TestSit:
    def test_an_empty_seat(self) -> None:
        desk = Desk(plan())
        done = desk.do("bo", ask.Sit(seat=1, name=" Bo "))
        assert kinds(done) == ["Sat"]
        assert desk.table.seats[1] == Seat(name="Bo", owner="bo")

    def test_one_device_may_take_several_seats(self) -> None:
        desk = Desk(plan(seats=3))
        for seat, name in enumerate(("Ana", "Bo")):
            desk.do("ana", ask.Sit(seat=seat, name=name))
        assert desk.table.seats_of("ana") == (0, 1)

    def test_a_second_ana_is_ana_two(self) -> None:
        desk = Desk(plan(seats=4))
        for seat, name in enumerate(("Ana", "ana", "ANA", "Ana 2")):
            desk.do(EVERYBODY[seat], ask.Sit(seat=seat, name=name))
        assert desk.names == ["Ana", "ana 2", "ANA 3", "Ana 2 2"]

    def test_signs_that_are_joined(self) -> None:
        desk = Desk(plan(seats=3))
        rocket = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
        desk.do("bo", ask.Sit(seat=0, name=rocket))
        desk.do("cy", ask.Sit(seat=1, name="Bo"))
        desk.do("dee", ask.Sit(seat=2, name="B\N{ZERO WIDTH NON-JOINER}o"))
        assert desk.names == [rocket, "Bo", "B\N{ZERO WIDTH NON-JOINER}o 2"], "they look the same"

    def test_a_long_name_makes_room_for_its_number(self) -> None:
        desk = Desk(plan())
        desk.do("ana", ask.Sit(seat=0, name="x" * 40))
        desk.do("bo", ask.Sit(seat=1, name="x" * 40))
        assert desk.names == ["x" * 40, "x" * 38 + " 2"]

    @pytest.mark.parametrize("name", ["", "  ", "A\nna", "x" * 41])
    def test_no_name(self, name: str) -> None:
        assert Desk(plan()).refuse("ana", ask.Sit(seat=0, name=name)) == "bad-name"

    def test_whose_seat_it_is_not(self) -> None:
        desk = Desk(plan(seats=3, chairs=(Chair("Ana"), Chair(bot="greedy"))))
        refused = desk.refusal("bo", ask.Sit(seat=0, name="Bo"))
        assert (refused.code, refused.details) == ("seat-taken", {"name": "Ana"})
        assert desk.refuse("bo", ask.Sit(seat=1, name="Bo")) == "seat-taken"
        assert desk.refuse("ana", ask.Sit(seat=0, name="Eve")) == "seat-taken"
        assert desk.refuse("bo", ask.Sit(seat=3, name="Bo")) == "not-a-seat"
        assert desk.refuse("", ask.Sit(seat=2, name="Bo")) == "only-watching"


class TestRename:
    def test_ones_own_seat(self) -> None:
        desk = seated()
        assert kinds(desk.do("bo", ask.Rename(seat=1, name="Bob"))) == ["Renamed"]
        assert desk.names == ["Ana", "Bob"]
        assert desk.do("bo", ask.Rename(seat=1, name="bob")) != [], "small letters are a change"
        assert desk.do("bo", ask.Rename(seat=1, name=" bob ")) == [], "that is the name already"

    def test_not_anothers(self) -> None:
        desk = seated()
        assert desk.refuse("ana", ask.Rename(seat=1, name="Bob")) == "not-your-seat"
        assert desk.refuse("", ask.Rename(seat=1, name="Bob")) == "not-your-seat"
        assert desk.refuse("bo", ask.Rename(seat=1, name="\t")) == "bad-name"

    def test_the_name_of_another_gets_a_number(self) -> None:
        desk = seated()
        desk.do("bo", ask.Rename(seat=1, name="Ana"))
        assert desk.names == ["Ana", "Ana 2"]

    def test_a_name_in_a_round_is_the_name_of_its_player(self) -> None:
        desk = in_a_round()
        desk.do("bo", ask.Rename(seat=1, name="Bob"))
        assert desk.table.names == ("Ana", "Bob")


class TestLeave:
    def test_before_a_round_the_seat_is_empty(self) -> None:
        desk = seated()
        assert kinds(desk.do("bo", ask.Leave(seat=1))) == ["Left"]
        assert desk.table.seats[1] == Seat()

    def test_only_ones_own(self) -> None:
        desk = seated()
        assert desk.refuse("ana", ask.Leave(seat=1)) == "not-your-seat"
        assert desk.refuse("", ask.Leave(seat=1)) == "not-your-seat"
        assert desk.refuse("ana", ask.Leave(seat=7)) == "not-a-seat"

    def test_in_a_round_a_bot_plays_on(self) -> None:
        desk = in_a_round()
        desk.do("bo", ask.Leave(seat=1))
        assert desk.table.seats[1] == Seat(name="Greedy", bot="greedy", open=True)
        assert desk.table.names == ("Ana", "Greedy")
        assert desk.table.bots == (False, True)

    def test_the_bot_that_stood_in_stays(self) -> None:
        desk = in_a_round()
        desk.do("bo", ask.StandIn(seat=1, bot="random"))
        desk.do("bo", ask.Leave(seat=1))
        assert desk.table.seats[1] == Seat(name="Random", bot="random", open=True)

    def test_anybody_may_take_over_from_that_bot(self) -> None:
        desk = in_a_round()
        hand = desk.state.hands[1]
        desk.do("bo", ask.Leave(seat=1))
        desk.do("cy", ask.Sit(seat=1, name="Cy"))
        assert desk.table.seats[1] == Seat(name="Cy", owner="cy")
        assert desk.state.hands[1] == hand
        assert desk.table.names == ("Ana", "Cy")

    def test_it_stays_open_after_the_round(self) -> None:
        desk = in_a_round()
        desk.do("bo", ask.Leave(seat=1))
        desk.play_round()
        assert desk.table.names == ("Ana", "Greedy")
        desk.do("bo", ask.Sit(seat=1, name="Bo"))
        assert desk.names == ["Ana", "Bo"]
        assert desk.table.names == ("Ana", "Greedy"), "who played the round has played it"


class TestOneHandForEverybody:
    def test_who_plays_does_not_look_into_a_second_hand(self) -> None:
        desk = in_a_round()
        desk.do("bo", ask.Leave(seat=1))
        assert desk.refuse("ana", ask.Sit(seat=1, name="Ana")) == "after-the-round"
        desk.do("bo", ask.Sit(seat=1, name="Bo"))
        assert desk.names == ["Ana", "Bo"], "who knows it already"

    def test_nor_after_leaving_the_first(self) -> None:
        desk = in_a_round()
        for who, seat in (("ana", 0), ("bo", 1)):
            desk.do(who, ask.Leave(seat=seat))
        assert desk.refuse("bo", ask.Sit(seat=0, name="Bo")) == "after-the-round"
        desk.do("cy", ask.Sit(seat=0, name="Cy"))
        desk.do("cy", ask.Leave(seat=0))
        assert desk.refuse("cy", ask.Sit(seat=1, name="Cy")) == "after-the-round"

    def test_a_host_who_only_watches_does_not_take_a_persons_seat_away(self) -> None:
        desk = Desk(plan(seats=2))
        for seat, who in enumerate(("bo", "cy")):
            desk.do(who, ask.Sit(seat=seat, name=who))
        desk.do("ana", ask.DealNow())
        desk.do("ana", ask.Clear(seat=1))
        desk.do("ana", ask.PutBot(seat=1, bot="greedy"))
        desk.do("ana", ask.Clear(seat=1))
        assert desk.refuse("ana", ask.Sit(seat=1, name="Ana")) == "after-the-round"
        desk.do("ana", ask.MakeHost(seat=0))
        assert desk.refuse("ana", ask.Sit(seat=1, name="Ana")) == "after-the-round"
        desk.do("dee", ask.Sit(seat=1, name="Dee"))

    def test_but_a_bots(self) -> None:
        desk = Desk(plan(chairs=(Chair(bot="random"), Chair(bot="random"))))
        desk.do("ana", ask.DealNow())
        desk.do("ana", ask.Clear(seat=1))
        assert kinds(desk.do("ana", ask.Sit(seat=1, name="Ana"))) == ["Sat"]

    def test_the_next_round_is_another(self) -> None:
        desk = in_a_round()
        desk.do("ana", ask.Clear(seat=1))
        desk.play_round()
        assert kinds(desk.do("ana", ask.Sit(seat=1, name="Also Ana"))) == ["Sat"]


class TestHost:
    def test_the_host_who_leaves_is_followed_by_the_first_who_sits(self) -> None:
        desk = seated(seats=3)
        assert kinds(desk.do("ana", ask.Leave(seat=0))) == ["Left", "Hosted"]
        assert desk.table.host == "bo"

    def test_not_while_the_host_has_another_seat(self) -> None:
        desk = Desk(plan(seats=3, chairs=(Chair("Ana"), Chair("Eve"))))
        desk.do("bo", ask.Sit(seat=2, name="Bo"))
        assert kinds(desk.do("ana", ask.Leave(seat=0))) == ["Left"]
        assert desk.table.host == "ana"

    def test_with_nobody_else_the_host_stays(self) -> None:
        desk = Desk(plan(chairs=(Chair("Ana"), Chair(bot="greedy"))))
        assert kinds(desk.do("ana", ask.Leave(seat=0))) == ["Left"]
        assert desk.table.host == "ana"

    def test_who_leaves_without_being_host_changes_nothing(self) -> None:
        desk = seated(seats=3)
        desk.do("bo", ask.Leave(seat=1))
        assert desk.table.host == "ana"

    def test_hosting_is_handed_over(self) -> None:
        desk = seated()
        assert kinds(desk.do("ana", ask.MakeHost(seat=1))) == ["Hosted"]
        assert desk.table.host == "bo"
        assert desk.do("bo", ask.MakeHost(seat=1)) == []
        assert desk.refuse("ana", ask.MakeHost(seat=0)) == "host-only"

    def test_whoever_sits_here_follows_a_host_who_is_away(self) -> None:
        desk = seated(seats=3)
        assert desk.refuse("bo", ask.MakeHost(seat=1)) == "host-only"
        assert desk.refuse("bo", ask.MakeHost(seat=1), away={"cy"}) == "host-only"
        assert desk.refuse("bo", ask.MakeHost(seat=2), away={"ana"}) == "not-your-seat"
        assert desk.refuse("dee", ask.MakeHost(seat=2), away={"ana"}) == "not-your-seat"
        assert kinds(desk.do("bo", ask.MakeHost(seat=1), away={"ana"})) == ["Hosted"]
        assert desk.table.host == "bo"

    def test_a_host_is_a_person(self) -> None:
        desk = Desk(plan(chairs=(Chair("Ana"), Chair(bot="greedy"))))
        assert desk.refuse("ana", ask.MakeHost(seat=1)) == "nobody-there"

    @pytest.mark.parametrize("who", ["bo", ""])
    @pytest.mark.parametrize(
        "command",
        [
            ask.PutBot(seat=0),
            ask.Clear(seat=0),
            ask.MakeHost(seat=1),
            ask.Arrange(clock=5),
            ask.DealNow(),
            ask.Pause(),
            ask.Resume(),
            ask.Close(),
        ],
    )
    def test_what_only_the_host_may_do(self, who: str, command: ask.AnyCommand) -> None:
        assert seated().refuse(who, command) == "host-only"


class TestBots:
    def test_on_an_empty_seat_or_in_the_place_of_another(self) -> None:
        desk = Desk(plan(seats=3))
        for seat in range(3):
            desk.do("ana", ask.PutBot(seat=seat, bot="random" if seat == 2 else ""))
        assert desk.names == ["Greedy", "Greedy 2", "Random"]
        assert desk.do("ana", ask.PutBot(seat=0, bot="greedy")) == []
        assert kinds(desk.do("ana", ask.PutBot(seat=0, bot="random"))) == ["BotSat"]
        assert desk.names == ["Random 2", "Greedy 2", "Random"]

    def test_not_on_a_persons(self) -> None:
        desk = seated()
        assert desk.refuse("ana", ask.PutBot(seat=1, bot="greedy")) == "seat-taken"
        desk.do("bo", ask.Leave(seat=1))
        assert desk.refuse("ana", ask.PutBot(seat=1, bot="hal")) == "unknown-bot"
        assert desk.refuse("ana", ask.PutBot(seat=1, bot="greedy@2s")) == "no-budget"

    def test_every_bot_there_is_may_sit_but_not_think_for_ever(self) -> None:
        desk = Desk(plan(seats=2, chairs=(Chair("Ana"),)))
        for name in BOTS:
            desk.do("ana", ask.PutBot(seat=1, bot=name))
            assert (desk.table.seats[1].name, desk.table.seats[1].bot) == (name.capitalize(), name)
        desk.do("ana", ask.PutBot(seat=1, bot="search@2s"))
        assert desk.table.seats[1] == Seat(name="Search", bot="search@2s")
        desk.do("ana", ask.PutBot(seat=1, bot="pimc@1000"))
        for long in ("search@3s", "pimc@1001"):
            assert desk.refuse("ana", ask.PutBot(seat=1, bot=long)) == "big-budget"
            assert desk.refuse("ana", ask.StandIn(seat=0, bot=long)) == "big-budget"

    def test_the_host_makes_a_bot_that_fills_in_stay(self) -> None:
        desk = in_a_round()
        desk.do("bo", ask.Leave(seat=1))
        assert kinds(desk.do("ana", ask.PutBot(seat=1, bot="greedy"))) == ["BotSat"]
        assert not desk.table.seats[1].open
        assert desk.refuse("bo", ask.Sit(seat=1, name="Bo")) == "seat-taken"


class TestClear:
    def test_before_a_round_whoever_sits_there_goes(self) -> None:
        desk = Desk(plan(seats=3, chairs=(Chair("Ana"), Chair(bot="greedy"))))
        desk.do("bo", ask.Sit(seat=2, name="Bo"))
        for seat in (1, 2):
            assert kinds(desk.do("ana", ask.Clear(seat=seat))) == ["Left"]
        assert sitting(desk) == ["ana", "", ""]
        assert desk.do("ana", ask.Clear(seat=1)) == [], "nobody is there"

    def test_in_a_round_a_bot_plays_on(self) -> None:
        desk = in_a_round()
        (event,) = desk.do("ana", ask.Clear(seat=1))
        assert event.removed  # type: ignore[union-attr]
        assert desk.table.seats[1] == Seat(name="Greedy", bot="greedy", open=True)
        assert desk.do("ana", ask.Clear(seat=1)) == [], "it is open already"

    def test_in_a_round_it_opens_the_seat_of_a_bot(self) -> None:
        desk = Desk(plan(chairs=(Chair("Ana"), Chair(bot="random"))))
        desk.do("ana", ask.DealNow())
        desk.do("ana", ask.Clear(seat=1))
        assert desk.table.seats[1] == Seat(name="Random", bot="random", open=True)

    def test_the_host_who_clears_the_own_seat_leaves(self) -> None:
        desk = seated()
        left, hosted = desk.do("ana", ask.Clear(seat=0))
        assert not left.removed  # type: ignore[union-attr]
        assert hosted.who == "bo"  # type: ignore[union-attr]

    def test_there_must_be_such_a_seat(self) -> None:
        assert seated().refuse("ana", ask.Clear(seat=2)) == "not-a-seat"


class TestSwap:
    def test_the_host_swaps_any_two(self) -> None:
        desk = seated(seats=3)
        desk.do("bo", ask.Ready(seat=1))
        assert kinds(desk.do("ana", ask.Swap(a=1, b=2))) == ["Swapped"]
        assert desk.names == ["Ana", "Cy", "Bo"]
        assert desk.table.seats[2].ready, "who sits there takes everything along"

    def test_others_their_own_with_an_empty_one_or_another_of_theirs(self) -> None:
        desk = Desk(plan(seats=4, chairs=(Chair("Ana"),)))
        for seat in (1, 2):
            desk.do("bo", ask.Sit(seat=seat, name="Bo"))
        assert kinds(desk.do("bo", ask.Swap(a=3, b=1))) == ["Swapped"]
        assert sitting(desk) == ["ana", "", "bo", "bo"]
        assert kinds(desk.do("bo", ask.Swap(a=3, b=2))) == ["Swapped"]
        assert desk.refuse("bo", ask.Swap(a=0, b=2)) == "not-your-seat"
        assert desk.refuse("", ask.Swap(a=1, b=2)) == "not-your-seat"
        assert desk.refuse("", ask.Swap(a=1, b=1)) == "not-your-seat"

    def test_what_changes_nothing(self) -> None:
        desk = Desk(plan(seats=3))
        assert desk.do("ana", ask.Swap(a=0, b=0)) == []
        assert desk.do("ana", ask.Swap(a=0, b=1)) == []

    def test_not_in_a_round(self) -> None:
        assert in_a_round().refuse("ana", ask.Swap(a=0, b=1)) == "not-in-a-round"

    def test_not_in_a_match(self) -> None:
        desk = in_a_round()
        desk.play_round()
        assert desk.phase == "between"
        assert desk.refuse("ana", ask.Swap(a=0, b=1)) == "after-the-match"
        desk.do("ana", ask.Leave(seat=0))
        desk.do("bo", ask.Clear(seat=1))
        assert desk.refuse("ana", ask.Sit(seat=1, name="Ana")) == "after-the-match"
        desk.do("cy", ask.Sit(seat=1, name="Cy"))
        desk.do("ana", ask.Sit(seat=0, name="Ana"))

    def test_but_after_it(self) -> None:
        desk = in_a_round(target=1)
        desk.play_round()
        assert desk.phase == "over"
        assert kinds(desk.do("ana", ask.Swap(a=0, b=1))) == ["Swapped"]

    def test_there_must_be_such_seats(self) -> None:
        assert seated().refuse("ana", ask.Swap(a=0, b=2)) == "not-a-seat"


class TestStandIn:
    def test_for_oneself_and_back(self) -> None:
        desk = in_a_round()
        assert kinds(desk.do("bo", ask.StandIn(seat=1))) == ["StoodIn"]
        assert desk.table.seats[1] == Seat(name="Bo", owner="bo", stand_in="greedy")
        assert desk.table.bots == (False, True)
        assert desk.do("bo", ask.StandIn(seat=1, bot="greedy")) == []
        assert kinds(desk.do("bo", ask.StandIn(seat=1, bot="random"))) == ["StoodIn"]
        assert kinds(desk.do("bo", ask.Back(seat=1))) == ["Returned"]
        assert desk.table.seats[1] == Seat(name="Bo", owner="bo")
        assert desk.do("bo", ask.Back(seat=1)) == []

    def test_by_the_host_for_anybody(self) -> None:
        desk = in_a_round()
        (event,) = desk.do("ana", ask.StandIn(seat=1))
        assert event.by == "host"  # type: ignore[union-attr]
        (event,) = desk.do("ana", ask.StandIn(seat=0))
        assert event.by == "owner"  # type: ignore[union-attr]

    def test_by_anybody_who_sits_here_for_who_is_away(self) -> None:
        desk = seated(seats=3)
        assert desk.refuse("cy", ask.StandIn(seat=1), away={"ana"}) == "not-your-seat"
        assert desk.refuse("dee", ask.StandIn(seat=1), away={"bo"}) == "not-your-seat"
        assert desk.refuse("", ask.StandIn(seat=1), away={"bo"}) == "not-your-seat"
        (event,) = desk.do("cy", ask.StandIn(seat=1), away={"bo"})
        assert event.by == "other"  # type: ignore[union-attr]

    def test_whom_it_is_not_for(self) -> None:
        desk = Desk(plan(seats=3, chairs=(Chair("Ana"), Chair(bot="greedy"))))
        assert desk.refuse("ana", ask.StandIn(seat=1)) == "nobody-there"
        assert desk.refuse("ana", ask.StandIn(seat=2)) == "nobody-there"
        assert desk.refuse("bo", ask.StandIn(seat=0)) == "not-your-seat"
        assert desk.refuse("ana", ask.StandIn(seat=0, bot="hal")) == "unknown-bot"
        assert desk.refuse("bo", ask.Back(seat=0)) == "not-your-seat"

    def test_the_bot_moves_and_the_owner_does_not(self) -> None:
        desk = in_a_round()
        turn = desk.state.turn
        desk.do("ana", ask.StandIn(seat=turn))
        assert desk.refuse(EVERYBODY[turn], desk.moving("pass")) == "stand-in-plays"
        moved = desk.bot_moves()[0]
        assert (moved.seat, moved.by) == (turn, "bot")  # type: ignore[union-attr]
