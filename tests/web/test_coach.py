"""The coach on the network: finished games looked at again, and hints for those among bots."""

import asyncio
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from doublesix.coach.report import RoundReport
from doublesix.notation.transcript import read
from doublesix.table import messages as said
from doublesix.web import lobby
from tests.web.house import House, Visitor, new_token, problem
from tests.web.players import Player, play
from tests.web.test_play import is_over, sit_down
from tests.web.test_resume import deal, mover


async def ready(visitor: Visitor, path: str) -> bytes:
    """What the coach says, once it is ready."""
    while True:
        answer = await visitor.session.get(path)
        if answer.status != 503:
            assert answer.status == 200, await answer.text()
            return await answer.read()
        assert (await answer.json())["error"]["code"] == "workers-starting"
        await asyncio.sleep(0.2)


async def choice(player: Player) -> None:
    """Play until there is something to choose, in another round if need be."""
    await play([player], lambda player: player.now and len(player.now.legal or ()) > 1)


async def test_a_match_that_is_over(house: House) -> None:
    async with house.open(workers=1) as visitor:
        token = new_token()
        table = await visitor.open_table(token, rules="block", target=1, bots={"1": "greedy"})
        player = await visitor.connect(table, token)
        body = {"token": token, "seat": 0}
        await play([player], is_over)
        path = f"/api/tables/{table}/replay/1/analysis"
        found, again = await asyncio.gather(ready(visitor, path), ready(visitor, path))
        assert found == again == await ready(visitor, path)
        report = msgspec.json.decode(found, type=RoundReport)
        text = await (await visitor.get(f"/api/tables/{table}/transcript")).text()
        (state, *_) = read(text).rounds
        assert len(report.curve["A"]) == len(state.past) + 1
        assert {decision.seat for decision in report.decisions} <= {"A", "B"}
        for side in report.sides:
            assert side.even + side.luck + side.skill == pytest.approx(side.result)
        missing = await visitor.error(f"/api/tables/{table}/replay/99/analysis", 404)
        assert missing["code"] == "no-such-round"
        over = problem(await visitor.post(f"/api/tables/{table}/hint", body, 400))
        assert over["code"] == "no-round-now"


async def test_a_hint_that_is_thought_over(house: House) -> None:
    async with house.open(workers=1) as visitor:
        token = new_token()
        table = await visitor.open_table(token, rules="draw", bots={"1": "greedy"})
        player = await visitor.connect(table, token)
        await choice(player)
        given: dict[str, Any] = {"thought": False}
        while not given["thought"]:  # until the coach is ready, it goes by thumb rule
            given = await visitor.post(f"/api/tables/{table}/hint", {"token": token, "seat": 0})
            await asyncio.sleep(0.2)
        assert player.now is not None
        assert given["move"] in (player.now.legal or ())
        assert (given["round"], given["ply"]) == (player.number, player.now.ply)
        assert given["told"][0] == "coach.hint.suggests"


async def test_hints_go_by_thumb_rule_where_nobody_thinks(house: House) -> None:
    async with house.open() as visitor:
        token = new_token()
        table = await visitor.open_table(token, rules="ikea", bots={"1": "greedy"})
        player = await visitor.connect(table, token)
        asked = f"/api/tables/{table}/hint"
        body = {"token": token, "seat": 0}
        early = problem(await visitor.post(asked, body, 400))
        assert early["code"] == "no-round-now"
        await choice(player)
        given = await visitor.post(asked, body)
        assert player.now is not None
        assert given["move"] in (player.now.legal or ())
        assert not given["thought"]
        other = problem(await visitor.post(asked, {"token": new_token(), "seat": 0}, 403))
        assert other["code"] == "not-your-seat"
        bot = problem(await visitor.post(asked, {"token": token, "seat": 1}, 403))
        assert bot["code"] == "not-your-seat"
        nowhere = problem(await visitor.post("/api/tables/nothing/hint", body, 404))
        assert nowhere["code"] == "no-such-table"


async def test_no_hints_among_people_and_none_out_of_turn(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2)
        await deal(players)
        player, move = mover(players)
        body = {"token": player.token, "seat": move.seat}
        told = problem(await visitor.post(f"/api/tables/{table}/hint", body, 403))
        assert told["code"] == "hints-alone"
        token = new_token()
        shared = await visitor.open_table(token, seats=2, hot=["Bo"])
        host = await visitor.connect(shared, token)
        for seat in (0, 1):
            await host.ask(said.Ready(seat=seat))
        await host.until(lambda host: host.phase == "playing" and host.now)
        assert host.now is not None
        turn = host.now.turn
        assert turn is not None
        late = await visitor.post(
            f"/api/tables/{shared}/hint", {"token": token, "seat": 1 - turn}, 400
        )
        assert problem(late)["code"] == "not-your-turn"
        while len(host.now.legal or ()) != 1:
            made = host.may_move()
            assert made is not None
            await host.do(made)
            await host.pass_by(made.ply)
        only = await visitor.post(
            f"/api/tables/{shared}/hint", {"token": token, "seat": host.now.turn}, 400
        )
        assert problem(only)["code"] == "no-choice-now"


async def test_a_match_that_goes_on_is_not_looked_at(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="svoora")
        await play(players, lambda player: player.table and player.table.scores)
        error = await visitor.error(f"/api/tables/{table}/replay/1/analysis", 403)
        assert error["code"] == "match-goes-on"


async def test_where_every_round_is_a_game_a_finished_one_may_be(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="noris")
        await play(players, lambda player: player.table and player.table.scores)
        error = await visitor.error(f"/api/tables/{table}/replay/1/analysis", 503)
        assert error["code"] == "workers-off"


async def test_nobody_asks_the_coach_without_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "THINK_RATE", 1e-6)
    async with house.open() as visitor:
        table = await visitor.open_table()
        asked, body = f"/api/tables/{table}/hint", {"token": new_token(), "seat": 0}
        stranger = {"X-Forwarded-For": "198.51.100.7"}
        for _ in range(int(lobby.THINK_BURST)):
            await visitor.post(asked, body, 403, headers=stranger)
        told = problem(await visitor.post(asked, body, 429, headers=stranger))
        assert told["code"] == "too-many-thoughts"
        await visitor.post(asked, body, 403)


def test_the_server_and_the_terminal_start_without_the_compiled_engine() -> None:
    code = "import doublesix.web.app, doublesix.tui.host, sys; print('numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == "False\n"
