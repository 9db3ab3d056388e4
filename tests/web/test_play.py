"""Whole matches over the network: every book, with people, and with people and bots."""

import msgspec
import pytest

from doublesix import rules
from doublesix.notation import transcript
from doublesix.table import fair
from doublesix.table import messages as said
from tests.web.house import House, Visitor, new_token
from tests.web.players import Player, play


async def sit_down(visitor: Visitor, seats: int, **wishes: object) -> tuple[str, list[Player]]:
    """A table where every seat has somebody; the host first."""
    host = new_token()
    table = await visitor.open_table(host, seats=seats, **wishes)
    players = [await visitor.connect(table, host)]
    for seat in range(1, seats):
        player = await visitor.connect(table, new_token())
        await player.do(said.Sit(seat=seat, name=f"Bo{seat}"))
        await player.next(said.Snapshot)
        players.append(player)
    return table, players


def is_over(player: Player) -> bool:
    """Whether the match, or where every round is a game the second one, is over."""
    table = player.table
    assert table is not None
    return table.phase == "over" or (not table.target and len(table.scores) == 2)


BOOKS = [(book, rules.load(book).seats[0]) for book in rules.BOOKS]


@pytest.mark.parametrize(("book", "seats"), [*BOOKS, ("ikea", 5), ("muggins", 4)])
async def test_a_match_is_played_to_its_end(house: House, book: str, seats: int) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, seats, rules=book)
        watcher = await visitor.connect(table)
        await play(players, is_over)
        await watcher.until(is_over)
        last = players[0].table
        assert last is not None
        assert all(player.table == last for player in (*players, watcher))

        # What can be downloaded tells the same story.
        answer = await visitor.get(f"/api/tables/{table}/transcript")
        told = transcript.read(await answer.text())
        assert told.names == tuple(seat.name for seat in last.seats)
        ends = [state.result for state in told.rounds]
        assert [end.points for end in ends if end] == [score.points for score in last.scores]
        proof = fair.read_proof(await (await visitor.get(f"/api/tables/{table}/proof")).text())
        assert len(proof.rounds) == len(last.scores)
        assert fair.verify(proof) == []
        [match] = await visitor.json(f"/api/tables/{table}/games")
        assert match["rounds"] == len(last.scores)
        assert match["finished"] == (last.phase == "over")
        replay = await visitor.json(f"/api/tables/{table}/replay")
        assert msgspec.convert(replay["rounds"], tuple[said.RoundScore, ...]) == last.scores
        for number, state in enumerate(told.rounds, 1):
            path = f"/api/tables/{table}/replay/{number}?shape=tall"
            one = await visitor.json(path)
            assert (one["number"], one["shape"]) == (number, "tall")
            assert len(one["moves"]) == len(state.past)
            assert one["totals"] == list(last.scores[number - 1].totals)
            assert one["result"]["names"] == list(told.names)
            assert one["result"]["told"], "how its points came about can be read later"


async def test_house_rules_are_played(house: House) -> None:
    text = 'title = "Ours"\nextends = "muggins"\ntarget = 10\n'
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="", house=text)
        await play(players, is_over)
        host = players[0].table
        assert host is not None
        assert (host.rules, host.title, host.target) == ("", "Ours", 10)
        assert (await visitor.json(f"/api/tables/{table}/replay/1"))["moves"]
        answer = await visitor.get(f"/api/tables/{table}/rules")
        assert await answer.text() == text
        assert "house-rules.toml" in answer.headers["Content-Disposition"]


async def test_a_second_match_and_the_first_one_again(house: House) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules="draw", target=1)
        await play(players, is_over)
        await play(players, lambda player: is_over(player) and player.table.match == 2)  # type: ignore[union-attr]
        matches = await visitor.json(f"/api/tables/{table}/games")
        assert [(match["match"], match["finished"]) for match in matches] == [(1, True), (2, True)]
        texts = []
        for match in (1, 2):
            answer = await visitor.get(f"/api/tables/{table}/transcript?match={match}")
            texts.append(await answer.text())
        assert texts[0] != texts[1]
        latest = await (await visitor.get(f"/api/tables/{table}/transcript")).text()
        assert latest == texts[1]
        error = await visitor.error(f"/api/tables/{table}/replay?match=3", 404)
        assert error["code"] == "no-such-match"
        for number in ("0", "999", "x", "9" * 5000):
            error = await visitor.error(f"/api/tables/{table}/replay/{number}", 404)
            assert error["code"] == "no-such-round"
        for nonsense in ("-1", "x", "9" * 5000):
            error = await visitor.error(f"/api/tables/{table}/proof?match={nonsense}", 404)
            assert error["code"] == "no-such-match"


async def test_people_who_share_a_screen(house: House) -> None:
    token = new_token()
    async with house.open() as visitor:
        table = await visitor.open_table(token, rules="block", seats=2, target=20, hot=["Bo"])
        player = await visitor.connect(table, token)
        assert player.you == said.You((0, 1), host=True)
        await play([player], is_over)
        assert player.table is not None
        assert [seat.name for seat in player.table.seats] == ["Ana", "Bo"]


async def test_bots_play_along(house: House) -> None:
    token = new_token()
    bots = {"1": "greedy", "2": "random", "3": "greedy"}
    async with house.open() as visitor:
        table = await visitor.open_table(token, rules="muggins", seats=4, target=30, bots=bots)
        player = await visitor.connect(table, token)
        await play([player], is_over)
        movers = {
            (heard.move.seat, heard.move.by)
            for heard in player.heard
            if isinstance(heard, said.Update)
        }
        assert {(0, "person"), (1, "bot"), (2, "bot"), (3, "bot")} <= movers


async def test_bots_alone_wait_for_the_host(house: House) -> None:
    token = new_token()
    async with house.open() as visitor:
        bots = {"0": "greedy", "1": "random"}
        table = await visitor.open_table(token, rules="block", name="", bots=bots)
        host = await visitor.connect(table, token)
        assert host.you == said.You((), host=True)
        await host.do(said.DealNow())
        await host.until(lambda host: host.phase in {"between", "over"})
        assert host.result is not None
        await host.do(said.DealNow())
        await host.until(lambda host: host.number == 2 or host.phase == "over")
