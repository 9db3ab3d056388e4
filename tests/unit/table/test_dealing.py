"""Who is ready, when tiles are dealt, what follows on what, and the chance that everybody adds."""

from doublesix.table import messages as ask
from doublesix.table.chance import commitment
from doublesix.table.fair import verify
from doublesix.table.record import proof_of
from doublesix.table.table import Chair
from tests.unit.table.desk import Desk, kinds, plan, seated

MINE, YOURS = "ab" * 16, "cd" * 64


class TestReady:
    def test_when_all_are_ready_the_tiles_are_dealt(self) -> None:
        desk = seated()
        assert kinds(desk.do("ana", ask.Ready(seat=0))) == ["Readied"]
        assert desk.phase == "waiting"
        assert desk.do("ana", ask.Ready(seat=0)) == []
        assert kinds(desk.do("bo", ask.Ready(seat=1))) == ["Readied", "Dealt", "Committed"]
        assert desk.phase == "playing"
        assert not any(seat.ready for seat in desk.table.seats), "for the next round, say it again"

    def test_bots_are_always_ready(self) -> None:
        desk = Desk(plan(chairs=(Chair("Ana"), Chair(bot="greedy"))))
        desk.do("ana", ask.Ready(seat=0))
        assert desk.phase == "playing"

    def test_an_empty_seat_is_waited_for_until_a_bot_takes_it(self) -> None:
        desk = Desk(plan(seats=3, chairs=(Chair("Ana"), Chair(bot="greedy"))))
        desk.do("ana", ask.Ready(seat=0))
        assert desk.phase == "waiting"
        assert kinds(desk.do("ana", ask.PutBot(seat=2))) == ["BotSat", "Dealt", "Committed"]

    def test_somebody_a_bot_stands_in_for_is_not_waited_for(self) -> None:
        desk = seated()
        desk.do("ana", ask.Ready(seat=0))
        assert kinds(desk.do("ana", ask.StandIn(seat=1))) == ["StoodIn", "Dealt", "Committed"]

    def test_bots_alone_wait_for_the_host(self) -> None:
        desk = seated()
        desk.do("ana", ask.StandIn(seat=1))
        assert kinds(desk.do("ana", ask.StandIn(seat=0))) == ["StoodIn"]
        desk.do("ana", ask.DealNow())
        assert desk.phase == "playing"

    def test_whoever_lets_a_bot_play_is_not_ready(self) -> None:
        desk = seated()
        desk.do("bo", ask.Ready(seat=1))
        desk.do("bo", ask.StandIn(seat=1))
        assert not desk.table.seats[1].ready
        assert desk.refuse("bo", ask.Ready(seat=1)) == "stand-in-plays"

    def test_only_for_oneself_and_only_between_rounds(self) -> None:
        desk = seated()
        assert desk.refuse("bo", ask.Ready(seat=0)) == "not-your-seat"
        desk.do("ana", ask.DealNow())
        assert desk.refuse("bo", ask.Ready(seat=1)) == "not-in-a-round"


class TestDealNow:
    def test_the_host_does_not_wait(self) -> None:
        desk = seated()
        assert kinds(desk.do("ana", ask.DealNow())) == ["Dealt", "Committed"]

    def test_no_seat_may_be_empty(self) -> None:
        desk = Desk(plan(seats=3, chairs=(Chair("Ana"),)))
        refused = desk.refusal("ana", ask.DealNow())
        assert (refused.code, refused.details) == ("seats-empty", {"count": 2})

    def test_not_in_a_round(self) -> None:
        desk = seated()
        desk.do("ana", ask.DealNow())
        assert desk.refuse("ana", ask.DealNow()) == "not-in-a-round"


class TestRounds:
    def test_rounds_follow_on_each_other_until_the_target(self) -> None:
        desk = seated("muggins", target=20)
        numbers = []
        while desk.phase != "over":
            desk.do("ana", ask.DealNow())
            numbers.append(desk.state.round.number)
            totals = desk.state.round.totals
            assert desk.table.standing.totals == totals
            desk.play_round()
            assert len(desk.table.rounds) == len(numbers)
        assert numbers == [*range(1, len(numbers) + 1)]
        assert len(numbers) > 1
        assert max(desk.table.standing.totals) >= 20
        assert desk.table.winners == desk.table.standing.winners != ()

    def test_then_a_new_match_begins_from_nothing(self) -> None:
        desk = seated("muggins", target=1)
        desk.do("ana", ask.DealNow())
        desk.play_round()
        assert (desk.table.phase, desk.table.match) == ("over", 1)
        for seat, who in enumerate(("ana", "bo")):
            desk.do(who, ask.Ready(seat=seat))
        assert (desk.table.phase, desk.table.match) == ("playing", 2)
        assert (desk.state.round.number, desk.state.round.totals) == (1, (0, 0))
        assert (desk.table.rounds, desk.table.winners) == ([], ())

    def test_without_a_target_every_round_is_a_game(self) -> None:
        desk = seated("noris")
        for number in (1, 2, 3):
            desk.do("ana", ask.DealNow())
            assert desk.state.round.number == number
            desk.play_round()
            assert (desk.table.phase, desk.table.match) == ("between", 1)
            assert sum(desk.table.standing.games) <= number
        assert desk.table.winners == ()
        assert len(desk.table.rounds) == 3


class TestChance:
    def test_the_commitment_is_there_before_the_deal_and_kept_by_it(self) -> None:
        desk = seated()
        shown = desk.table.commitment
        assert shown == commitment(desk.table.secret)
        desk.do("ana", ask.DealNow())
        assert desk.table.commitment != shown, (
            "the next one is there as soon as the tiles are dealt"
        )
        dealt = desk.table.dealt
        assert dealt is not None
        assert dealt.commitment == shown
        assert proof_of(desk.table).rounds == (), "nobody may know before the round is over"
        desk.play_round()
        assert desk.table.dealt is None
        assert [each.commitment for each in proof_of(desk.table).rounds] == [shown]

    def test_every_deal_can_be_checked(self) -> None:
        desk = seated("muggins", target=20)
        while desk.table.match == 1:
            if len(desk.table.rounds) % 2:
                desk.do("bo", ask.Mix(seat=1, entropy=MINE))
            desk.do("ana", ask.DealNow())
            desk.play_round()
            assert verify(proof_of(desk.table)) == []

    def test_a_seats_own_chance_changes_the_deal(self) -> None:
        deals = []
        for entropy in ("", MINE, YOURS):
            desk = seated()
            if entropy:
                assert kinds(desk.do("bo", ask.Mix(seat=1, entropy=entropy))) == ["Mixed"]
            desk.do("ana", ask.DealNow())
            assert desk.table.dealt is not None
            assert desk.table.dealt.entropy == ("", entropy)
            assert not any(seat.entropy for seat in desk.table.seats)
            deals.append(desk.state.round.deal)
        assert len(set(deals)) == 3

    def test_once_for_each_deal(self) -> None:
        desk = seated()
        desk.do("bo", ask.Mix(seat=1, entropy=MINE))
        assert desk.do("bo", ask.Mix(seat=1, entropy=MINE)) == []
        assert desk.refuse("bo", ask.Mix(seat=1, entropy=YOURS)) == "mixed-already"
        desk.do("ana", ask.DealNow())
        assert kinds(desk.do("bo", ask.Mix(seat=1, entropy=YOURS))) == ["Mixed"]

    def test_only_for_ones_own_seat_and_only_something(self) -> None:
        desk = seated()
        assert desk.refuse("ana", ask.Mix(seat=1, entropy=MINE)) == "not-your-seat"
        assert desk.refuse("bo", ask.Mix(seat=1)) == "no-entropy"

    def test_it_goes_with_the_one_who_leaves(self) -> None:
        desk = seated()
        desk.do("bo", ask.Mix(seat=1, entropy=MINE))
        desk.do("bo", ask.Leave(seat=1))
        desk.do("cy", ask.Sit(seat=1, name="Cy"))
        assert desk.table.seats[1].entropy == ""

    def test_redeals_go_on_in_the_same_stream(self) -> None:
        """Most doubles lead, and equal ones are dealt again: that comes up soon."""
        house = 'extends = "ikea:hr"\nequal_doubles = "redeal"\n'
        seen = 0
        for number in range(8):
            desk = seated(house=house)
            desk.do("bo", ask.Mix(seat=1, entropy=f"{number:032x}"))
            desk.do("ana", ask.DealNow())
            desk.play_round()
            seen += desk.table.rounds[0].proof.redeals
            assert verify(proof_of(desk.table)) == []
        assert seen
