"""What an audience is told: everything in a snapshot, a move at a time in updates."""

from collections.abc import Iterable

import msgspec
import pytest

from doublesix import tiles
from doublesix.draw.layout import SHAPES, Placed
from doublesix.engine import legal_moves
from doublesix.notation.telling import Told
from doublesix.table import fold, tell
from doublesix.table import messages as ask
from doublesix.table.events import AnyEvent
from doublesix.table.lines import Lines
from doublesix.table.messages import (
    AnyMessage,
    RoundInfo,
    RoundScore,
    SeatInfo,
    Settings,
    Shape,
    Snapshot,
    TableInfo,
    Update,
    You,
)
from doublesix.table.table import Chair
from doublesix.table.tell import snapshot, updates
from doublesix.words import load
from tests.unit.table.desk import Desk, dealt, plan, seated

ANA = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
BO = "5-5 5-4 5-3 5-2 5-1 5-0 4-4"


def look(desk: Desk, who: str = "", shape: Shape = "wide") -> Snapshot:
    """What somebody sees, as it comes over the wire."""
    told = snapshot(desk.table, who, shape, desk.lines)
    message = msgspec.json.decode(msgspec.json.encode(told), type=AnyMessage)
    assert isinstance(message, Snapshot)
    return message


def on_table(desk: Desk, who: str = "") -> RoundInfo:
    seen = look(desk, who).round
    assert seen is not None
    return seen


def hear(desk: Desk, events: list[AnyEvent], *seats: int, shape: Shape = "wide") -> list[Update]:
    """What an audience hears of the moves that were just made."""
    told = updates(desk.table, events, seats, shape, desk.lines)
    return msgspec.json.decode(msgspec.json.encode(told), type=list[Update])


def words(told: Iterable[Told]) -> list[str]:
    return [load().retell(each) for each in told]


class TestTable:
    def test_a_table_that_waits(self) -> None:
        desk = Desk(plan("muggins", 3, chairs=(Chair("Ana"), Chair(bot="random"))))
        seen = look(desk, "ana")
        assert seen.version == desk.table.version
        assert seen.you == You((0,), host=True)
        assert (seen.round, seen.news) == (None, ())
        assert seen.table == TableInfo(
            id="t1",
            code="ABCD",
            rules="muggins",
            title="",
            top=6,
            hand=5,
            target=61,
            sides=((0,), (1,), (2,)),
            order=(0, 1, 2),
            scoring=True,
            draws=True,
            phase="waiting",
            paused=False,
            match=1,
            seats=(
                SeatInfo("Ana", taken=True, host=True),
                SeatInfo("Random", taken=True, bot="random", level=1),
                SeatInfo(),
            ),
            settings=Settings(),
            totals=(0, 0, 0),
            games=(0, 0, 0),
            scores=(),
            commitment=desk.table.commitment,
        )

    def test_who_one_is(self) -> None:
        desk = seated()
        assert look(desk, "bo").you == You((1,), host=False)
        assert look(desk).you == You((), host=False)
        assert look(desk, "cy").you == You((), host=False)

    def test_pairs_and_the_other_way_round(self) -> None:
        assert look(Desk(plan("block", 4))).table.sides == ((0, 2), (1, 3))
        assert look(Desk(plan("ikea:vi", 3))).table.order == (0, 2, 1)

    @pytest.mark.parametrize(
        ("book", "seats", "draws"),
        [("block", 2, False), ("fives-and-threes", 4, False), ("draw", 4, True)],
    )
    def test_whether_tiles_are_drawn(self, book: str, seats: int, draws: bool) -> None:
        assert look(Desk(plan(book, seats))).table.draws == draws

    def test_house_rules_have_a_title(self) -> None:
        seen = look(Desk(plan(house='extends = "muggins"\ntitle = "At home"'))).table
        assert (seen.rules, seen.title) == ("", "At home")

    def test_what_a_seat_is_doing(self) -> None:
        desk = seated(seats=3)
        desk.do("bo", ask.Mix(seat=1, entropy="ab" * 16))
        desk.do("bo", ask.Ready(seat=1))
        desk.do("cy", ask.StandIn(seat=2))
        ana, bo, cy = look(desk).table.seats
        assert bo == SeatInfo("Bo", taken=True, ready=True, mixed=True)
        assert cy == SeatInfo("Cy", taken=True, stand_in="greedy", level=2)
        desk.do("ana", ask.DealNow())
        desk.do("bo", ask.Leave(seat=1))
        ana, bo, cy = look(desk).table.seats
        assert bo == SeatInfo("Greedy", taken=True, bot="greedy", open=True, level=2)
        assert ana == SeatInfo("Ana", taken=True, host=True)

    def test_what_was_said(self) -> None:
        desk = seated()
        desk.do("bo", ask.Say(seat=1, phrase="hello"))
        assert look(desk).table.talk == desk.table.talk

    def test_scores_and_winners(self) -> None:
        desk = seated("muggins", target=10)
        while desk.table.phase != "over":
            desk.do("ana", ask.DealNow())
            desk.play_round()
        seen = look(desk).table
        assert [score.number for score in seen.scores] == [*range(1, len(seen.scores) + 1)]
        totals = (0, 0)
        for score, finished in zip(seen.scores, desk.table.rounds, strict=True):
            totals = (totals[0] + score.points[0], totals[1] + score.points[1])
            result = finished.state.result
            assert result is not None
            ended = result.ended.value
            assert score == RoundScore(
                score.number, result.points, totals, result.winners, ("Ana", "Bo"), ended
            )
        assert (seen.phase, seen.totals) == ("over", totals)
        assert seen.winners == (totals.index(max(totals)),)
        assert on_table(desk).result is not None


class TestLongMatches:
    def test_who_played_a_round_stays_so(self) -> None:
        desk = seated("muggins")
        desk.do("ana", ask.DealNow())
        desk.play_round()
        desk.do("bo", ask.Leave(seat=1))
        desk.do("cy", ask.Sit(seat=1, name="Cy"))
        desk.do("ana", ask.DealNow())
        desk.play_round()
        seen = look(desk)
        assert [score.names for score in seen.table.scores] == [("Ana", "Bo"), ("Ana", "Cy")]
        assert seen.round is not None
        assert seen.round.result is not None
        assert seen.round.result.names == ("Ana", "Cy")

    def test_games_without_a_target_make_matches_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fold, "MOST_GAMES", 3)
        desk = seated("noris")
        for number in (1, 2, 3):
            assert look(desk).table.winners == ()
            desk.do("ana", ask.DealNow())
            desk.play_round()
            assert desk.phase == ("over" if number == 3 else "between")
        seen = look(desk).table
        most = max(seen.games)
        assert seen.winners == tuple(side for side in (0, 1) if seen.games[side] == most)
        desk.do("ana", ask.DealNow())
        assert (desk.table.match, desk.table.rounds) == (2, [])

    def test_a_sheet_has_so_many_lines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tell, "KEPT_SCORES", 2)
        desk = seated("muggins", target=100_000)
        for _ in range(3):
            desk.do("ana", ask.DealNow())
            desk.play_round()
        assert [score.number for score in look(desk).table.scores] == [2, 3]


class TestRound:
    def test_before_the_lead(self) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        seen = on_table(desk, "ana")
        assert (seen.number, seen.leader, seen.line, seen.last) == (1, 0, (), None)
        assert words(seen.told) == ["Round 1", "Ana holds the highest double and leads."]
        now = seen.now
        assert (now.ply, now.turn, now.stage, now.drawn) == (0, 0, 0, 0)
        assert (now.counts, now.stock, now.shown, now.sum) == ((7, 7), 14, (), 0)
        assert now.hands == {"0": tuple(sorted(map(tiles.parse, ANA.split())))}
        assert now.legal == ("6-6",)
        assert [slot.end for slot in now.slots] == [""]
        assert (now.deadline, now.may_extend) == (None, False)

    def test_others_see_no_tiles_and_have_nothing_to_do(self) -> None:
        desk = dealt("ikea", ANA, BO)
        bo, watcher = on_table(desk, "bo").now, on_table(desk).now
        assert set(bo.hands) == {"1"}
        assert (watcher.hands, watcher.legal, bo.legal) == ({}, (), ())

    def test_people_who_share_a_screen_see_all_their_hands(self) -> None:
        desk = Desk(plan(chairs=(Chair("Ana"), Chair("Bo"))))
        desk.deal(ANA, BO)
        assert set(on_table(desk, "ana").now.hands) == {"0", "1"}

    def test_the_line_and_the_last_move(self) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        desk.move("6-6")
        desk.move("draw")
        desk.move("6-0 left")
        seen = on_table(desk)
        assert [(laid.seat, laid.tile) for laid in seen.line] == [(0, 27), (0, tiles.parse("6-0"))]
        assert (seen.line[0].at.x, seen.line[0].at.y) == (0, 0)
        assert seen.last is not None
        assert (seen.last.seat, seen.last.kind, seen.last.by) == (0, "play", "person")
        assert (seen.last.tile, seen.last.end) == (tiles.parse("6-0"), "left")
        assert seen.last.at == seen.line[-1].at
        assert (seen.now.shown, seen.now.ply, seen.now.turn) == ((0, 6), 4, 1)
        assert [slot.end for slot in seen.now.slots] == ["left", "right"]
        assert len(seen.told) == 6

    def test_the_clock(self) -> None:
        desk = dealt("ikea", ANA, BO, settings=Settings(clock=30))
        now = on_table(desk).now
        assert (now.deadline, now.may_extend) == (1_030_000, True)
        desk.do("ana", ask.MoreTime())
        now = on_table(desk).now
        assert (now.deadline, now.may_extend) == (1_060_000, False)

    def test_in_a_pause_or_with_a_stand_in_nothing_may_be_done(self) -> None:
        desk = dealt("ikea", ANA, BO)
        desk.do("ana", ask.Pause())
        assert look(desk).table.paused
        assert on_table(desk, "ana").now.legal == ()
        desk.do("ana", ask.Resume())
        desk.do("ana", ask.StandIn(seat=0))
        assert on_table(desk, "ana").now.legal == ()
        desk.do("ana", ask.Back(seat=0))
        assert on_table(desk, "ana").now.legal == ("6-6",)
        desk.do("ana", ask.Close())
        assert on_table(desk, "ana").now.legal == ()

    def test_when_it_is_over_the_hands_are_shown(self) -> None:
        desk = dealt("block", ANA, BO)
        desk.play_round()
        seen = on_table(desk)
        result, now = seen.result, seen.now
        assert result is not None
        assert (now.turn, now.legal) == (None, ())
        state = desk.state
        assert result.hands == tuple(tuple(tiles.members(hand)) for hand in state.hands)
        assert state.result is not None
        assert (result.points, result.pips) == (state.result.points, state.result.pips)
        assert (result.ended, result.winners) == (state.result.ended.value, state.result.winners)
        assert words(result.told)
        assert on_table(desk, "bo").result == result

    def test_the_end_of_a_match_is_told_with_its_last_round(self) -> None:
        desk = seated("muggins", target=1)
        desk.do("ana", ask.DealNow())
        desk.play_round()
        result = on_table(desk).result
        assert result is not None
        assert [told.id for told in result.told][-2:] == ["told.end.won", "told.end.totals"]

    def test_the_second_round_says_why_its_leader_leads(self) -> None:
        desk = seated("muggins")
        for _ in range(2):
            desk.do("ana", ask.DealNow())
            desk.play_round()
        assert words(on_table(desk).told)[0] == "Round 2"

    def test_who_must_lay_a_second_tile_only_that_seat_knows(self) -> None:
        desk = dealt("noris", "6-6 6-5 6-4 6-3 6-2", "5-5 5-4 5-3 5-2 5-1")
        events = desk.move("6-6")
        assert on_table(desk, "ana").now.stage == 1
        assert on_table(desk, "bo").now.stage == on_table(desk).now.stage == 2
        assert [update.now.stage for update in hear(desk, events, 0)] == [1]
        assert [update.now.stage for update in hear(desk, events)] == [2]


class TestUpdates:
    def test_a_tile_is_laid(self) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0")
        (update,) = hear(desk, desk.move("6-6"), 1)
        assert (update.version, update.round) == (desk.table.version, 1)
        assert (update.move.seat, update.move.kind, update.move.tile) == (0, "play", 27)
        assert (update.move.end, update.move.at) == ("", Placed(0, 0, 1, 6, 6))
        assert (update.now.turn, update.now.counts, update.now.shown) == (1, (6, 7), (6, 6))
        assert update.now.legal == ("draw",)
        assert words(update.told) == ["Ana leads 6-6."]

    def test_it_is_what_a_snapshot_would_show(self) -> None:
        desk = seated("muggins", settings=Settings(clock=20))
        desk.do("ana", ask.DealNow())
        while desk.table.phase == "playing":
            desk.now += 1
            events = desk.move(str(legal_moves(desk.state)[-1]))
            for who, seats in (("ana", (0,)), ("bo", (1,)), ("", ())):
                heard = hear(desk, events, *seats)
                assert len(heard) == len(events)
                seen = on_table(desk, who)
                last = heard[-1]
                assert last.version == desk.table.version
                assert last.round == seen.number
                assert (last.now, last.move) == (seen.now, seen.last)
                told = tuple(each for update in heard for each in update.told)
                assert seen.told[-len(told) :] == told

    def test_a_drawn_tile_is_for_the_one_who_drew_it(self) -> None:
        desk = dealt("ikea", ANA, BO, stock="0-0 1-0")
        desk.move("6-6")
        events = desk.move("draw")
        mine, others = hear(desk, events, 1), hear(desk, events, 0)
        assert [update.move.kind for update in mine] == ["draw", "pass"]
        assert [update.move.by for update in mine] == ["person", "knock"]
        assert (mine[0].move.tile, others[0].move.tile) == (0, None)
        assert words(mine[0].told) == ["Nothing fits, so Bo draws a tile: 0-0."]
        assert words(others[0].told) == ["Nothing fits, so Bo draws a tile."]
        assert [update.version for update in mine] == [desk.table.version - 1, desk.table.version]
        assert [update.now.ply for update in mine] == [2, 3]
        assert (mine[0].now.legal, mine[0].now.turn) == ((), 1), "that was only a moment"

    def test_who_share_a_screen_are_told_what_all_may_read(self) -> None:
        desk = dealt("draw", "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
        desk.move("6-6")
        drew = desk.move("draw")
        (alone,), (both,), (none,) = hear(desk, drew, 1), hear(desk, drew, 0, 1), hear(desk, drew)
        assert both.told == none.told != alone.told
        assert both.now.hands.keys() == {"0", "1"}, "the tiles themselves lie face down there"
        told = [look(desk, who).round.told for who in ("bo", "")]  # type: ignore[union-attr]
        assert told[0] != told[1]

    def test_points_at_the_ends(self) -> None:
        desk = dealt("muggins", "6-6 1-1 1-0 0-0 2-0 2-1 2-2", "6-3 5-4 5-3 5-2 5-1 5-0 4-4")
        (lead,) = hear(desk, desk.move("6-6"))
        assert (lead.move.points, lead.now.sum, lead.now.in_play) == (0, 12, (0, 0))
        (scored,) = hear(desk, desk.move("6-3 left"))
        assert (scored.move.points, scored.now.sum, scored.now.in_play) == (3, 15, (0, 3))
        assert look(desk).table.totals == (0, 0), "what was made before this round"
        assert len(scored.told) == 2

    def test_a_turn_of_two_tiles_by_the_clock(self) -> None:
        settings = Settings(clock=10)
        desk = dealt("noris", "6-6 6-5 6-4 6-3 6-2", "5-5 5-4 5-3 5-2 5-1", settings=settings)
        desk.now += 10
        events = desk.tick()
        for seats in ((0,), (1,), ()):
            lead, second = hear(desk, events, *seats)[:2]
            assert (lead.move.by, second.move.by) == ("clock", "clock")
            assert (lead.move.end, second.move.end) != ("", "")
            assert lead.now.slots != second.now.slots
            assert (lead.now.deadline, second.now.deadline is None) == (None, False)

    def test_what_is_no_move_makes_no_update(self) -> None:
        desk = dealt("ikea", ANA, BO)
        assert hear(desk, desk.do("bo", ask.Say(seat=1, phrase="hello")), 0) == []


class TestShapes:
    @pytest.mark.parametrize("shape", SHAPES)
    def test_every_screen_has_its_own_line(self, shape: Shape) -> None:
        """Whoever comes late sees the line as those who were there all the time."""
        desk = seated("muggins")
        desk.do("ana", ask.DealNow())
        laid = []
        while desk.table.phase == "playing":
            events = desk.move(str(legal_moves(desk.state)[0]))
            laid += [each.move.at for each in hear(desk, events, shape=shape) if each.move.at]
        seen = look(desk, shape=shape).round
        assert seen is not None
        assert [tile.at for tile in seen.line] == laid
        desk.lines = Lines()
        assert look(desk, shape=shape).round == seen

    def test_a_new_round_has_a_new_line(self) -> None:
        desk = seated("muggins")
        for _ in range(2):
            desk.do("ana", ask.DealNow())
            assert on_table(desk).line == ()
            desk.play_round()
            assert on_table(desk).line != ()
