"""Connections that break, servers that stop, answers that are lost: nothing is, and nothing is
done twice."""

import asyncio
from typing import Any

import pytest

from doublesix.table import messages as said
from doublesix.table.journal import Journal
from doublesix.web import room
from tests.web.house import House, new_token
from tests.web.players import Player, play, present
from tests.web.test_play import is_over, sit_down


async def deal(players: list[Player]) -> None:
    """All are ready, and everybody has been told."""
    for seat, player in enumerate(players):
        await player.do(said.Ready(seat=seat))
    for player in players:
        await player.until(lambda player: player.phase == "playing")


def mover(players: list[Player]) -> tuple[Player, said.MakeMove]:
    """Whoever is in turn, and a move to make."""
    for player in players:
        if move := player.may_move():
            return player, move
    raise AssertionError("nobody may move")


async def test_a_server_that_stops_goes_on_where_it_was(house: House) -> None:
    tokens: list[str] = []
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="svoora")
        tokens = [player.token for player in players]
        await play(players, lambda player: len(player.table.scores) == 1)  # type: ignore[union-attr]
        await deal(players)
        player, move = mover(players)
        version = await player.do(move)
        await asyncio.gather(*(one.reach(version) for one in players))
        left = [(one.table, one.number, one.now) for one in players]
    async with house.open() as visitor:
        players = [await visitor.connect(table, token) for token in tokens]
        assert [(one.table, one.number, one.now) for one in players] == left
        await play(players, is_over)


async def test_the_same_id_again_gets_the_same_answer(house: House) -> None:
    async with house.open() as visitor:
        _, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        await player.say(said.MakeMove("twice", move.seat, move.round, move.ply, move.move))
        await player.say(said.MakeMove("twice", move.seat, move.round, move.ply, move.move))
        first, second = await player.next(said.Accepted), await player.next(said.Accepted)
        assert first == second
        assert first.id == "twice"
        moved = [heard for heard in player.heard if isinstance(heard, said.Update)]
        assert [heard.version for heard in moved if heard.move.by == "person"] == [first.version]
        # A refusal is an answer as well.
        wrong = said.MakeMove("wrong", move.seat, move.round, move.ply, move.move)
        refusals = [await player.ask(wrong), await player.ask(wrong)]
        assert isinstance(refusals[0], said.Rejected)
        assert refusals[0].code == "stale-move"
        assert refusals[0] == refusals[1]


async def test_an_answer_that_was_lost_is_given_again(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        other = next(one for one in players if one is not player)
        seen = player.version
        await player.say(said.MakeMove("once", move.seat, move.round, move.ply, move.move))
        await player.socket.close()  # before the answer
        await other.next(said.Update)
        again = await visitor.connect(table, player.token, since=seen)
        answer = await again.ask(said.MakeMove("once", move.seat, move.round, move.ply, move.move))
        assert isinstance(answer, said.Accepted)
        assert answer.version == seen + 1
        assert other.now is not None
        assert other.now.ply == move.ply + 1 or other.phase != "playing"


async def test_who_was_away_is_told_only_the_moves_that_were_missed(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="muggins")
        await deal(players)
        seen = players[0].version
        tokens = [player.token for player in players]
        for _ in range(3):
            player, move = mover(players)
            version = await player.do(move)
            for one in players:
                await one.reach(version)
        assert players[0].phase == "playing"
        back = Player(await visitor.session.ws_connect(f"/ws/tables/{table}"), tokens[0])
        await back.greet(since=seen)
        await back.until(lambda back: back.version == players[0].version)
        assert not any(isinstance(heard, said.Snapshot) for heard in back.heard)
        assert back.now == players[0].now
        await back.socket.close()
        # Who has seen everything is told who is there, and nothing else.
        back = await visitor.connect(table, tokens[0], since=players[0].version)
        assert isinstance(back.heard[0], said.Presence)
        # Who has seen something that never was, or nothing, is told everything.
        for since in (-1, 1, players[0].version + 5):
            back = await visitor.connect(table, tokens[0], since=since)
            assert isinstance(back.heard[0], said.Snapshot)


async def test_who_missed_the_end_of_a_round_is_told_everything(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        await deal(players)
        seen = players[0].version
        await play(players, lambda player: player.phase != "playing")
        back = await visitor.connect(table, players[0].token, since=seen)
        assert isinstance(back.heard[0], said.Snapshot)
        assert back.result is not None


async def test_a_second_screen_of_the_same_person(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        phone = await visitor.connect(table, players[0].token, shape="tall")
        await deal([*players])
        await phone.until(lambda phone: phone.phase == "playing")
        assert phone.now is not None
        assert players[0].now is not None
        assert phone.now.hands == players[0].now.hands
        await phone.say(said.Reshape(shape="square"))
        assert isinstance(await phone.next(said.Snapshot), said.Snapshot)
        turned = await phone.ask(said.Reshape("turned", shape="tall"))
        assert turned == said.Accepted("turned", phone.version)
        # Either screen may move.
        while not phone.may_move():
            player, move = mover([players[1]])
            await player.do(move)
            await phone.next(said.Update)
        own = phone.may_move()
        assert own is not None
        await phone.do(own)
        await players[0].reach(phone.version)


async def test_presence(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        watcher = await visitor.connect(table)
        everybody = present(True, True, watchers=1)
        await watcher.until(lambda one: one.heard[-1] == everybody)
        await players[1].socket.close()
        await watcher.until(lambda one: one.heard[-1] == present(True, False, watchers=1))


async def test_a_table_that_nobody_visits_leaves_memory_and_comes_back(house: House) -> None:
    async with house.open(idle_minutes=0.001) as visitor:
        table, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        version = await player.do(move)
        for one in players:
            await one.reach(version)
            await one.socket.close()
        while await visitor.metric("doublesix_tables_in_memory"):
            await asyncio.sleep(0.02)
        assert await visitor.metric("doublesix_tables_open") == 1
        back = await visitor.connect(table, players[0].token)
        assert (back.version, back.now) == (players[0].version, players[0].now)
        assert await visitor.metric("doublesix_tables_in_memory") == 1


async def test_a_closed_table_is_found_no_more_but_can_be_looked_at(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, public=True)
        await play(players, lambda player: bool(player.table and player.table.scores))
        code = (await visitor.json(f"/api/tables/{table}"))["code"]
        await players[0].do(said.Close())
        assert await visitor.json("/api/tables") == []
        assert (await visitor.error(f"/api/codes/{code}", 404))["code"] == "no-such-code"
        assert (await visitor.json(f"/api/tables/{table}"))["phase"] == "closed"
        assert len(await visitor.json(f"/api/tables/{table}/games")) == 1
        late = await visitor.connect(table, new_token())
        assert late.phase == "closed"
        answer = await late.ask(said.Sit(seat=0, name="Cy"))
        assert isinstance(answer, said.Rejected)
        assert answer.code == "table-closed"


async def test_a_match_that_is_played_can_be_replayed_and_stays_when_its_table_grows_old(
    house: House,
) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="block", target=1000)
        await play(players, lambda player: bool(player.table and player.table.scores))
        [played] = await visitor.json(f"/api/tables/{table}/games")
        text = await (await visitor.get(f"/api/tables/{table}/transcript")).text()
    assert (played["rounds"], played["finished"]) == (1, False)
    async with house.open() as visitor:  # nobody looks at it
        assert await visitor.json(f"/api/tables/{table}/games") == [played]
    async with house.open(keep_days=0) as visitor:
        while await visitor.metric("doublesix_tables_open"):
            pass
        assert await visitor.json(f"/api/tables/{table}/games") == [played]
        assert await (await visitor.get(f"/api/tables/{table}/transcript")).text() == text


async def test_a_round_is_not_replayed_before_it_is_on_the_disk(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, held = Journal.append, []

    def hold(self: Journal, *given: Any) -> None:
        held.append(lambda: append(self, *given))

    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="block", target=1000)
        await play(players, lambda player: bool(player.table and player.table.scores))
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "append", hold)
            await players[0].say(said.Ready("held", seat=0))
            while not held:
                await asyncio.sleep(0)
            asked = asyncio.ensure_future(visitor.json(f"/api/tables/{table}/games"))
            await visitor.get("/healthz")
            await asyncio.sleep(0.05)
            assert not asked.done()
        held[0]()
        [played] = await asked
        assert played["rounds"] == 1


async def test_what_was_done_before_the_server_stopped_is_not_done_again(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, chat=True)
        first = await players[1].ask(said.Chat("c1", seat=1, text="once"))
        for number in range(9):
            await players[0].ask(said.Arrange(f"s{number}", clock=number))
    async with house.open() as visitor:
        back = await visitor.connect(table, players[1].token)
        assert await back.ask(said.Chat("c1", seat=1, text="once")) == first
        assert back.table is not None
        assert len(back.table.talk) == 1
        other = await visitor.connect(table, players[0].token)
        answer = await other.ask(said.Chat("c1", seat=0, text="mine"))
        assert isinstance(answer, said.Accepted)
        await other.until(lambda one: one.table is not None and len(one.table.talk) == 2)


async def test_strangers_do_not_make_a_table_forget_its_people(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "KEPT_ANSWERS", 3)
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        refused = await players[0].ask(said.Pause("no"))
        assert isinstance(refused, said.Rejected)
        for _ in range(5):
            stranger = await visitor.connect(table, new_token())
            for number in range(5):
                await stranger.ask(said.Close(f"x{number}"))
            await stranger.socket.close()
        await deal(players)
        assert await players[0].ask(said.Pause("no")) == refused, "the same answer as before"
