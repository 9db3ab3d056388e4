"""What happens by itself: clocks, bots that stand in, knocks."""

import asyncio

from doublesix.table import messages as said
from tests.web.house import House
from tests.web.players import Player
from tests.web.test_play import sit_down
from tests.web.test_resume import deal, mover


async def test_the_clock_moves_for_who_does_not(house: House) -> None:
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2, clock=1)
        await deal(players)
        player, move = mover(players)
        assert player.now is not None
        assert player.now.deadline is not None
        seat = move.seat
        heard = await player.next(said.Update)
        assert (heard.move.seat, heard.move.by) == (seat, "clock")


async def test_at_zero_a_bot_may_take_over_until_the_owner_is_back(house: House) -> None:
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2, clock=1, at_zero="bot")
        await deal(players)
        player, move = mover(players)
        await player.until(lambda player: _seat(player, move.seat).stand_in)
        await player.do(said.Back(seat=move.seat))
        await player.until(lambda player: not _seat(player, move.seat).stand_in)
        by = {(h.move.seat, h.move.by) for h in player.heard if isinstance(h, said.Update)}
        assert by <= {(move.seat, "bot"), (0, "knock"), (1, "knock")}


async def test_no_time_passes_in_a_pause(house: House) -> None:
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2, clock=1)
        await deal(players)
        host = players[0]
        await host.do(said.Pause())
        await host.until(lambda host: host.table is not None and host.table.paused)
        version = host.version
        await asyncio.sleep(1.2)
        await host.say(said.Ping())
        await host.next(said.Pong)
        assert host.version == version
        await host.do(said.Resume())
        moved = await host.next(said.Update)
        assert moved.move.by == "clock"


async def test_a_bot_stands_in_and_gives_the_seat_back(house: House) -> None:
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        seat = move.seat
        await player.do(said.StandIn(seat=seat, bot="greedy"))
        moved = await player.next(said.Update)
        assert (moved.move.seat, moved.move.by) == (seat, "bot")
        answer = await player.ask(move)
        assert isinstance(answer, said.Rejected)
        await player.do(said.Back(seat=seat))
        await player.until(lambda player: not _seat(player, seat).stand_in)


async def test_a_bot_that_thinks_while_its_seat_is_taken_back_is_not_heard(house: House) -> None:
    async with house.open(pace=0.3) as visitor:
        _, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        await player.do(said.StandIn(seat=move.seat, bot="greedy"))
        await player.do(said.Back(seat=move.seat))
        version = player.version
        await asyncio.sleep(0.5)
        await player.say(said.Ping())
        await player.next(said.Pong)
        await player.reach(version)
        assert not any(isinstance(heard, said.Update) for heard in player.heard)
        await player.do(move)


async def test_who_leaves_is_replaced_by_a_bot(house: House) -> None:
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2)
        await deal(players)
        await players[1].do(said.Leave(seat=1))
        host = players[0]
        while host.phase == "playing":
            move = host.may_move()
            if move is not None:
                await host.do(move)
                await host.pass_by(move.ply)
            else:
                await host.hear()
        assert _seat(host, 1).bot


async def test_a_server_that_comes_back_lets_bots_go_on(house: House) -> None:
    async with house.open(pace=60.0) as visitor:
        table, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        await player.do(said.StandIn(seat=move.seat, bot="greedy"))
    async with house.open() as visitor:
        back = await visitor.connect(table, player.token)
        while not (isinstance(heard := await back.hear(), said.Update) and heard.move.by == "bot"):
            pass


def _seat(player: Player, seat: int) -> said.SeatInfo:
    assert player.table is not None
    return player.table.seats[seat]
