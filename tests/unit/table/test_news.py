"""What happens at a table besides moves, in sentences."""

from typing import get_args

from doublesix.table import messages as ask
from doublesix.table.events import Lack
from doublesix.table.messages import Settings
from doublesix.table.news import tell_news
from doublesix.table.table import Chair
from doublesix.words import load
from tests.unit.table.desk import Desk, plan, seated


def news(desk: Desk, who: str, command: ask.AnyCommand) -> list[str]:
    told = tell_news(desk.table, desk.do(who, command))
    return [load().retell(each) for each in told]


def test_people_come_and_go() -> None:
    desk = Desk(plan(seats=3, chairs=(Chair("Ana"),)))
    assert news(desk, "bo", ask.Sit(seat=1, name="Bo")) == ["Bo sits down."]
    assert news(desk, "bo", ask.Rename(seat=1, name="Bob")) == ["Bo is called Bob now."]
    assert news(desk, "bo", ask.Swap(a=1, b=2)) == ["Bob sits somewhere else now."]
    assert news(desk, "ana", ask.Swap(a=0, b=2)) == ["Bob and Ana have changed seats."]
    assert news(desk, "ana", ask.PutBot(seat=1)) == ["Greedy, a bot, sits down."]
    assert news(desk, "ana", ask.Clear(seat=1)) == ["The host has cleared the seat of Greedy."]
    assert news(desk, "ana", ask.MakeHost(seat=0)) == ["Bob is the host now."]
    assert news(desk, "bo", ask.Leave(seat=0)) == ["Bob has left.", "Ana is the host now."]


def test_bots_that_fill_in() -> None:
    desk = Desk(plan(seats=4, chairs=(Chair("Ana"), Chair("Eve"), Chair(bot="random"))))
    desk.do("bo", ask.Sit(seat=3, name="Bo"))
    dealt = news(desk, "ana", ask.DealNow())
    assert dealt[0] == "Round 1"
    assert len(dealt) == 2
    assert news(desk, "ana", ask.Leave(seat=1)) == [
        "Eve has left. Greedy, a bot, plays on until somebody takes the seat."
    ]
    assert news(desk, "ana", ask.Clear(seat=2)) == ["Anybody may take the seat of Random, a bot."]
    assert news(desk, "ana", ask.Clear(seat=3)) == [
        "The host has cleared the seat of Bo. Greedy 2, a bot, plays on until somebody takes it."
    ]
    assert news(desk, "ana", ask.StandIn(seat=0)) == ["A bot plays for Ana for now."]
    assert news(desk, "ana", ask.Back(seat=0)) == ["Ana is back."]


def test_how_the_table_is_run() -> None:
    desk = seated()
    assert news(desk, "ana", ask.Arrange(clock=5)) == ["The host has changed the settings."]
    assert news(desk, "bo", ask.Ready(seat=1)) == ["Bo is ready."]
    assert news(desk, "bo", ask.Mix(seat=1, entropy="ab" * 16)) == []
    assert news(desk, "bo", ask.Say(seat=1, phrase="hello")) == []
    desk.do("ana", ask.DealNow())
    assert news(desk, "ana", ask.Pause()) == ["The host has paused the game."]
    assert news(desk, "ana", ask.Resume()) == ["The game goes on."]
    assert news(desk, "ana", ask.Close()) == ["The host has closed the table."]


def test_time() -> None:
    desk = Desk(plan(settings=Settings(clock=10, at_zero="bot")))
    desk.do("bo", ask.Sit(seat=0, name="Bo"))
    desk.do("cy", ask.Sit(seat=1, name="Cy"))
    desk.deal("6-6 6-5", "5-5")
    assert news(desk, "bo", ask.MoreTime()) == ["Bo takes more time."]
    assert news(desk, "cy", ask.MoreTime()) == ["Cy gives Bo more time."]
    assert news(desk, "ana", ask.MoreTime()) == ["The host gives Bo more time."]
    desk.now += 40
    (told,) = tell_news(desk.table, desk.tick())
    assert load().retell(told) == (
        "Time is up: a bot plays for Bo, who may come back at any moment."
    )


def test_bots_that_cannot_think_ahead() -> None:
    desk = Desk(plan("block", chairs=(Chair(bot="greedy"), Chair(bot="greedy"))))
    desk.do("ana", ask.DealNow())
    told: list[str] = []
    lacks = get_args(Lack)
    for lack in lacks:
        told += [load().retell(each) for each in tell_news(desk.table, desk.bot_moves(lack))]
    assert len(set(told)) == len(lacks)
    assert all("thumb rules" in sentence for sentence in told)


def test_moves_are_not_news() -> None:
    desk = seated()
    desk.deal("6-6 6-5", "5-5")
    assert news(desk, "ana", desk.moving("6-6")) == []
