"""Bots that think ahead, at real tables: in processes of their own, and by thumb rules where
those are not ready, not there, or have died."""

import asyncio
import os
from collections.abc import Callable
from multiprocessing import active_children
from typing import Any

import pytest
from msgspec.structs import replace

from doublesix.bots.ready import get_ready
from doublesix.engine import PASS, Move, View
from doublesix.table import messages as said
from doublesix.table.events import By
from doublesix.web import lobby, thinking
from tests.web.house import House, Visitor, new_token
from tests.web.players import Player, play
from tests.web.test_play import sit_down
from tests.web.test_resume import deal, mover
from tests.web.test_workers import sleep

TOLD = "table.faltered-"


def nothing() -> None:
    """Needs no preparation."""


def lacks_numba() -> None:
    raise ModuleNotFoundError(name="numba")


def starts_slowly() -> None:
    sleep(600.0)


def dies(bot: str, view: View, seed: int) -> Move:
    os._exit(1)


def ponders(bot: str, view: View, seed: int) -> Move:
    sleep(600.0)
    return view.legal[0]


def passes(bot: str, view: View, seed: int) -> Move:
    return PASS


async def strong_table(visitor: Visitor, bot: str = "search@50", **wishes: Any) -> Player:
    """Somebody at a table with a strong bot."""
    wanted = {"rules": "block", "target": 1, "bots": {"1": bot}}
    table = await visitor.open_table(token := new_token(), **{**wanted, **wishes})
    return await visitor.connect(table, token)


async def until_ready(visitor: Visitor) -> None:
    while not await visitor.metric("doublesix_workers_ready"):
        await asyncio.sleep(0.05)


def news(player: Player) -> list[str]:
    """What was told of bots that could not think."""
    told = [one for heard in player.heard if isinstance(heard, said.Snapshot) for one in heard.news]
    return [one.id for one in told if one.id.startswith(TOLD)]


def movers(player: Player) -> set[By]:
    """Who moved, besides the table itself."""
    return {heard.move.by for heard in player.heard if isinstance(heard, said.Update)} - {"knock"}


async def test_bots_that_think_ahead_play_a_match(house: House) -> None:
    async with house.open(workers=1) as visitor:
        await until_ready(visitor)
        bots = {"1": "sampler@20", "2": "pimc@2", "3": "search@50"}
        player = await strong_table(visitor, seats=4, bots=bots)
        assert player.table is not None
        seats = [(seat.name, seat.bot, seat.level) for seat in player.table.seats]
        assert seats[1:] == [
            ("Sampler", "sampler@20", 4),
            ("Pimc", "pimc@2", 5),
            ("Search", "search@50", 6),
        ]
        await play([player], lambda player: player.phase == "over")
        assert movers(player) == {"person", "bot"}
        assert news(player) == []


@pytest.mark.parametrize(
    ("workers", "prepare", "patience", "why"),
    [
        (0, get_ready, 0.0, "missing"),
        (1, lacks_numba, 60.0, "missing"),
        (1, starts_slowly, 0.1, "starting"),
    ],
)
async def test_where_they_cannot_think_thumb_rules_choose_and_people_are_told_once(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    workers: int,
    prepare: Callable[[], None],
    patience: float,
    why: str,
) -> None:
    monkeypatch.setattr(lobby, "get_ready", prepare)
    monkeypatch.setattr(thinking, "PATIENCE", patience)
    async with house.open(workers=workers) as visitor:
        player = await strong_table(visitor, rules="draw", target=50)
        await play([player], lambda player: player.phase == "over")
        assert movers(player) == {"person", "bot"}
        assert news(player) == [f"{TOLD}{why}"]


@pytest.mark.parametrize("broken", [dies, ponders, passes])
async def test_one_that_dies_hangs_or_cheats_does_not_stop_the_game(
    house: House, monkeypatch: pytest.MonkeyPatch, broken: Callable[..., Move]
) -> None:
    monkeypatch.setattr(lobby, "get_ready", nothing)
    monkeypatch.setattr(thinking, "choose", broken)
    monkeypatch.setattr(thinking, "PATIENCE", 0.1)
    async with house.open(workers=1) as visitor:
        await until_ready(visitor)
        player = await strong_table(visitor, rules="draw", target=20)
        await play([player], lambda player: player.phase == "over")
        assert movers(player) == {"person", "bot"}
        assert news(player)[:1] == [f"{TOLD}busy"]


@pytest.fixture
def pondering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot that thinks ahead does so for very long."""
    monkeypatch.setattr(lobby, "get_ready", nothing)
    monkeypatch.setattr(thinking, "choose", ponders)
    monkeypatch.setattr(thinking, "PATIENCE", 600.0)


async def let_one_think(visitor: Visitor) -> tuple[Player, said.MakeMove]:
    """Somebody for whom a bot thinks, and what they would do themselves."""
    await until_ready(visitor)
    _, players = await sit_down(visitor, 2, rules="draw")
    await deal(players)
    while True:
        player, move = mover(players)
        if player.now is not None and len(player.now.legal) > 1:
            await player.do(said.StandIn(seat=move.seat, bot="search"))
            return player, move
        await player.do(move)
        for one in players:
            await one.pass_by(move.ply)


@pytest.mark.usefixtures("pondering")
async def test_while_one_thinks_the_table_goes_on_and_its_answer_is_not_waited_for(
    house: House,
) -> None:
    async with house.open(workers=1) as visitor:
        player, move = await let_one_think(visitor)
        await player.do(said.Say(seat=move.seat, phrase="thinking"))
        await player.do(said.Back(seat=move.seat))
        await player.do(move)
        await player.pass_by(move.ply)
        assert movers(player) == {"person"}
        assert news(player) == []


@pytest.mark.usefixtures("pondering")
async def test_another_bot_in_its_place_chooses_by_itself(house: House) -> None:
    async with house.open(workers=1) as visitor:
        player, move = await let_one_think(visitor)
        await player.do(said.StandIn(seat=move.seat, bot="greedy"))
        await player.pass_by(move.ply)
        assert movers(player) <= {"person", "bot"}
        assert "bot" in movers(player)


@pytest.mark.usefixtures("pondering")
async def test_a_server_stops_while_one_thinks(house: House) -> None:
    async with house.open(workers=1) as visitor:
        player, move = await let_one_think(visitor)
        assert active_children(), "it is at work"
    assert active_children() == []
    async with house.open() as visitor:
        table = player.table
        assert table is not None
        back = await visitor.connect(table.id, player.token)
        await back.do(said.Back("back", seat=move.seat))
        await back.do(replace(move, id="move"))
