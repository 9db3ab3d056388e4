"""Opening a table, and getting it back from its journal."""

from pathlib import Path

import pytest

from doublesix import rules
from doublesix.engine import new_game
from doublesix.errors import DoublesixError, InvalidInput, InvalidRules, Refused
from doublesix.table import events, fold, table
from doublesix.table import messages as ask
from doublesix.table.events import Committed, Opened
from doublesix.table.messages import Settings
from doublesix.table.seats import Seat
from doublesix.table.table import Chair, Plan, Table
from tests.unit.table.desk import Desk, kinds, plan

HOUSE = 'extends = "muggins"\ntitle = "Short Muggins"\ntarget = 20\n'


def test_an_empty_table() -> None:
    desk = Desk(plan("muggins", 3, code="WXYZ", public=True, settings=Settings(clock=30)))
    here = desk.table
    assert (here.id, here.code, here.host, here.public) == ("t1", "WXYZ", "ana", True)
    assert here.settings == Settings(clock=30, at_zero="move", chat=False)
    assert here.game == new_game(rules.load("muggins"), 3)
    assert here.seats == (Seat(), Seat(), Seat())
    assert (here.phase, here.match, here.version) == ("waiting", 1, 2)
    assert (here.opened, here.touched) == (1_000.0, 1_000.0)
    assert (here.state, here.before, here.deadline) == (None, None, None)
    assert (here.thinker(), here.winners) == (None, ())
    assert (here.standing.totals, here.standing.games) == ((0, 0, 0), (0, 0, 0))
    assert kinds(desk.events) == ["Opened", "Committed"]


def test_people_at_one_screen_and_bots_are_there_from_the_start() -> None:
    chairs = (Chair("Ana"), Chair(bot="random"), Chair("Grandma"), Chair())
    desk = Desk(plan("block", 4, chairs=chairs))
    assert desk.names == ["Ana", "Random", "Grandma", ""]
    assert [seat.owner for seat in desk.table.seats] == ["ana", "", "ana", ""]
    assert desk.table.seats[1] == Seat(name="Random", bot="random")
    assert desk.table.seats_of("ana") == (0, 2)
    assert desk.table.seats_of("") == ()


def test_a_target_of_ones_own() -> None:
    assert Desk(plan("muggins", target=30)).table.game.target == 30
    assert Desk(plan("muggins")).table.game.target == 61


def test_house_rules_come_as_text_and_need_no_file() -> None:
    here = Desk(plan("ignored", house=HOUSE)).table
    assert (here.rules, here.house) == ("", HOUSE)
    assert (here.game.rules.title, here.game.target) == ("Short Muggins", 20)


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (plan("tic-tac-toe"), "rules-unknown"),
        (plan("/etc/hosts"), "rules-unknown"),
        (plan(""), "rules-unknown"),
        (plan("ikea", 9), "seats-not-allowed"),
        (plan("noris", target=10), "no-target-here"),
        (plan(house="hand = 1"), "rules-missing-key"),
        (plan(house='extends = "/etc/hosts"'), "rules-no-parent"),
        (plan(chairs=(Chair(bot="deep-blue"),)), "unknown-bot"),
        (plan(chairs=(Chair("\n"),)), "bad-name"),
        (plan(chairs=(Chair(), Chair(), Chair("Cy"))), "not-a-seat"),
    ],
)
def test_what_cannot_be_opened(made: Plan, code: str) -> None:
    with pytest.raises(DoublesixError) as caught:
        Desk(made)
    assert caught.value.code == code
    assert str(caught.value)


def test_a_path_on_this_machine_is_no_rulebook(tmp_path: Path) -> None:
    path = str(tmp_path / "house.toml")
    Path(path).write_text(HOUSE, encoding="utf-8")
    assert rules.load(path).title == "Short Muggins"
    with pytest.raises(InvalidRules):
        Desk(plan(path))
    with pytest.raises(InvalidRules):
        Desk(plan(house=f'extends = "{path}"'))


class TestRestore:
    def test_a_journal_begins_with_an_opening(self) -> None:
        for broken in ([], [Committed(1.0, "00" * 32)]):
            with pytest.raises(InvalidInput) as caught:
                Table.restore(broken)
            assert caught.value.code == "no-opening"

    def test_every_event_has_a_fold(self) -> None:
        every = set(events.AnyEvent.__args__)
        assert set(fold._FOLDS) == every - {Opened}

    def test_every_command_is_done_or_concerns_the_connection(self) -> None:
        every = set(ask.AnyCommand.__args__)
        assert set(table._COMMANDS) == every - {ask.Hello, ask.Reshape, ask.Ping}


@pytest.mark.parametrize("command", [ask.Hello(), ask.Reshape(), ask.Ping()])
def test_what_concerns_the_connection_changes_nothing(command: ask.AnyCommand) -> None:
    assert Desk(plan()).do("ana", command) == []


def test_a_closed_table_does_nothing_more() -> None:
    desk = Desk(plan(chairs=(Chair("Ana"), Chair(bot="greedy"))))
    desk.do("ana", ask.DealNow())
    assert kinds(desk.do("ana", ask.Close())) == ["Closed"]
    assert desk.table.phase == "closed"
    for command in (ask.Leave(seat=0), ask.Close(), ask.DealNow(), ask.Say(phrase="hello")):
        assert desk.refuse("ana", command) == "table-closed"
    assert desk.table.thinker() is None
    assert desk.tick() == []


def test_a_refusal_of_the_engine_keeps_its_code_and_rule() -> None:
    desk = Desk(plan(chairs=(Chair("Ana"), Chair("Bo"))))
    desk.do("ana", ask.DealNow())
    refused = desk.refusal("ana", desk.moving("pass"))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.details["rule"]) == ("lead-first", "lead")
