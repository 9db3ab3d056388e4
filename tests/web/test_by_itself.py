"""What happens by itself: clocks, bots that stand in, knocks."""

import asyncio
from collections.abc import Callable

import pytest

from doublesix.bots import find_bot
from doublesix.engine import PASS, Move, View
from doublesix.errors import InvalidFile, NotKept
from doublesix.rng import Rng
from doublesix.table import messages as said
from doublesix.table.journal import Journal
from doublesix.web import room, thinking
from tests.web.house import House, new_token
from tests.web.players import Player, play, present
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


class BadBot:
    """A bot that has its own idea of a move."""

    def __init__(self, choose: Callable[[View, Rng], Move]) -> None:
        self.name = "bad"
        self.choose = choose


def _fails(view: View, rng: Rng) -> Move:
    raise RuntimeError("no idea")


def _passes(view: View, rng: Rng) -> Move:
    return PASS


@pytest.mark.parametrize("chosen", [_fails, _passes])
@pytest.mark.parametrize("bad", [{"random"}, {"random", "greedy"}])
async def test_a_bot_that_fails_does_not_stop_the_game(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    chosen: Callable[[View, Rng], Move],
    bad: set[str],
) -> None:
    monkeypatch.setattr(
        thinking, "find_bot", lambda name: BadBot(chosen) if name in bad else find_bot(name)
    )
    async with house.open() as visitor:
        table = await visitor.open_table(
            # Long enough for the person to have a choice, which in one round may not be so.
            token := new_token(),
            rules="block",
            target=100,
            bots={"1": "random"},
        )
        player = await visitor.connect(table, token)
        await play([player], lambda player: player.phase == "over")
        by = {heard.move.by for heard in player.heard if isinstance(heard, said.Update)}
        assert {"person", "bot"} <= by


async def test_when_the_host_is_away_for_long_the_table_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "AWAY", 0.2)
    async with house.open() as visitor:
        table, (host, bo, cy) = await sit_down(visitor, 3)
        early = await bo.ask(said.MakeHost(seat=1))
        assert isinstance(early, said.Rejected)
        assert early.code == "host-only"
        await host.socket.close()
        gone = said.Presence((False, True, True), 0, (True, False, False), host_away=True)
        await bo.until(lambda bo: bo.heard[-1] == gone)
        assert present(False, True, True) in bo.heard, "away, but not for long"
        await cy.do(said.StandIn(seat=0))
        await bo.do(said.MakeHost(seat=1))
        await bo.until(lambda bo: bo.you is not None and bo.you.host)
        await host.socket.close()
        back = await visitor.connect(table, host.token)
        assert back.you == said.You((0,), host=False)
        await bo.until(lambda bo: bo.heard[-1] == present(True, True, True))


async def test_a_table_that_cannot_be_read_again_is_let_go(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)

        def full(self: Journal, name: str, first: int, events: object, done: object) -> None:
            done(NotKept("journal-conflict", table=name))  # type: ignore[operator]

        def unread(self: Journal, name: str) -> list[bytes]:
            raise InvalidFile("journal-unread", file="x", reason="trouble")

        with monkeypatch.context() as patch:
            patch.setattr(Journal, "append", lambda self, *given: full(self, *given[:4]))
            patch.setattr(Journal, "load", unread)
            await players[0].say(said.Ready("again", seat=0))
            for player in players:
                assert await player.ended() == ("not-saved", 1011)
            async with visitor.session.ws_connect(f"/ws/tables/{table}") as opened:
                early = Player(opened, players[0].token)
                await early.say(said.Hello(token=early.token))
                assert await early.ended() == ("server-failed", 1011)
        back = await visitor.connect(table, players[0].token)
        await back.do(said.Ready("again", seat=0))


async def test_what_cannot_be_told_does_not_stop_the_server(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        with monkeypatch.context() as patch:
            patch.setattr(room.Room, "_remember", _fails)
            await players[0].say(said.Ready(seat=0))
            assert await players[1].ended() == ("server-failed", 1011)
        back = await visitor.connect(table, players[0].token)
        assert _seat(back, 0).ready, "it was kept all the same"


def _seat(player: Player, seat: int) -> said.SeatInfo:
    assert player.table is not None
    return player.table.seats[seat]
