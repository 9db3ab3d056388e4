"""A lost network, a closed window, a server without power: nobody loses a seat or a move."""

import json
import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from doublesix.tiles import text
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.player import SAY, Player, note, noted, play, play_match, play_turns, wait_for
from tests.browser.screens import at_table


class Wire:
    """The network between a page and the server, which can be cut in the middle of a move."""

    def __init__(self, page: Page) -> None:
        self.lost: Literal["nothing", "question", "answer"] = "nothing"
        self.cuts = 0
        self.garbled = ""
        """What has this in it arrives as something that means nothing."""
        self.asked: list[str] = []
        """What the page has sent."""
        page.route_web_socket("**/ws/tables/*", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        dead = False

        def asked(message: str | bytes) -> None:
            nonlocal dead
            if dead:
                return
            self.asked.append(str(message))
            if self.garbled and self.garbled in str(message):
                server.send("{")
                return
            if self.lost == "nothing" or '"type":"move"' not in str(message):
                server.send(message)
                return
            self.cuts += 1
            dead = True
            if self.lost == "answer":
                server.send(message)
            else:
                page.close()
            self.lost = "nothing"

        def answered(message: str | bytes) -> None:
            if dead:
                page.close()
            else:
                page.send(message)

        page.on_message(asked)
        server.on_message(answered)


@pytest.mark.parametrize("lost", ["question", "answer"])
def test_the_network_is_cut_in_the_middle_of_a_move(
    visit: Visit, house: House, lost: Literal["question", "answer"]
) -> None:
    page = visit()
    wire = Wire(page)
    player = at_table(house, page, f"cut {lost}", bots={"1": "greedy"})
    play_turns(player, 2)
    held = page.locator("#hand button").count()
    wire.lost = lost
    player.lay()
    assert wire.cuts == 1
    expect(page.locator("#hand button")).to_have_count(held - 1)
    play_turns(player, 1)


def test_a_device_without_network_says_so_and_comes_back(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "offline", bots={"1": "greedy"})
    play_turns(player, 1)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
    player.lay()


def test_a_page_that_is_loaded_again_keeps_its_seat(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "reload", bots={"1": "greedy"})
    points = page.locator(".plaque .points")
    play(lambda: player.look()["fits"] and {*points.all_inner_texts()} != {"0"}, player)
    made = points.all_inner_texts()
    held = page.locator("#hand button").evaluate_all("all => all.map((tile) => tile.dataset.tile)")
    page.reload()
    expect(page.locator("#hand button")).to_have_count(len(held))
    again = page.locator("#hand button").evaluate_all("all => all.map((tile) => tile.dataset.tile)")
    assert again == held
    expect(points).to_have_text(made)
    player.lay()


class TestEnds:
    """A table that ends the connection itself is not asked again and again."""

    @staticmethod
    def refuse(page: Page, code: str) -> list[WebSocketRoute]:
        """From now on every connection of this page ends with that reason; those it opened."""
        opened: list[WebSocketRoute] = []

        def connect(route: WebSocketRoute) -> None:
            opened.append(route)
            ended = json.dumps({"type": "ended", "code": code, "details": {}})

            def greet(_: str | bytes) -> None:
                route.send(ended)
                route.close()

            route.on_message(greet)

        page.route_web_socket("**/ws/tables/*", connect)
        return opened

    def test_a_page_that_the_table_has_outgrown_asks_to_be_loaded_again(
        self, visit: Visit, house: House
    ) -> None:
        page = visit()
        at_table(house, page, "renewed", bots={"1": "greedy"})
        page.clock.install()
        opened = self.refuse(page, "old-protocol")
        page.reload()
        expect(page.locator("#standing")).to_have_text(SAY("error.old-protocol"))
        for _ in range(20):
            page.clock.run_for(1_000)
        assert len(opened) == 1
        page.get_by_role("button", name=SAY("page.net.reload")).click()
        page.wait_for_function("() => document.body?.dataset.standing === 'ended'")
        assert len(opened) == 2

    def test_whoever_is_sent_away_waits_longer_every_time(self, visit: Visit, house: House) -> None:
        page = visit()
        at_table(house, page, "away", bots={"1": "greedy"})
        page.clock.install()
        opened = self.refuse(page, "stopping")
        began = page.evaluate("Date.now()")
        page.reload()
        expect(page.locator("#connection")).to_be_visible()
        for _ in range(1000):
            if len(opened) >= 6:
                break
            page.clock.run_for(100)
        least = 0.7 * 300 * (1 + 2 + 4 + 8 + 16)
        assert page.evaluate("Date.now()") - began >= least, "0.3 s, doubled every time"


def test_what_was_said_of_the_screen_is_not_said_again(visit: Visit, house: House) -> None:
    page = visit()
    wire = Wire(page)
    player = at_table(house, page, "turned", bots={"1": "greedy"})
    play_turns(player)
    page.set_viewport_size({"width": 400, "height": 1200})
    wait_for(page, lambda: '{"type":"shape","shape":"tall"}' in wire.asked)
    asked = len(wire.asked)
    wire.lost = "question"
    player.lay()
    assert wire.cuts == 1
    assert not [message for message in wire.asked[asked:] if '"type":"shape"' in message]
    assert '"shape":"tall"' in next(one for one in wire.asked[asked:] if '"hello"' in one)


def test_what_the_table_cannot_read_is_said_once(visit: Visit, house: House) -> None:
    page = visit()
    wire = Wire(page)
    player = at_table(house, page, "garbled", bots={"1": "greedy"})
    play_turns(player)
    wire.garbled = '"type":"say"'
    page.locator("#open-talk").click()
    note(page, ".toast")
    page.get_by_role("button", name=SAY("phrase.hello")).click()
    assert noted(page)
    wire.garbled = ""
    asked = len(wire.asked)
    wire.lost = "question"
    player.lay()
    assert wire.cuts == 1
    assert not [message for message in wire.asked[asked:] if '"type":"say"' in message]


class TestWithoutPower:
    @pytest.fixture
    def house(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
        opened = House(tmp_path_factory.mktemp("house"))
        opened.open()
        yield opened
        opened.close()

    def test_a_match_goes_on_after_the_server_was_killed(self, visit: Visit, house: House) -> None:
        page = visit()
        # Who draws until a tile fits lays one in every turn, so there is a second one.
        player = at_table(house, page, "killed", rules="draw", target=1, bots={"1": "greedy"})
        play_turns(player, 1)
        version = player.look()["version"]
        house.kill()
        expect(page.locator("#connection")).to_be_visible()
        house.open()
        expect(page.locator("#connection")).to_be_hidden()
        assert player.look()["version"] >= version, "what was shown is still true"
        player.lay()
        play_match(player)


def test_who_watches_sees_no_hand(visit: Visit, house: House) -> None:
    seated = at_table(house, visit(), "watched", rules="draw", target=1, bots={"1": "random"})
    watcher = Player(visit(f"/t/{house.tables['watched']}?fast"))
    watcher.page.reload()
    expect(watcher.page.locator("#game")).to_be_visible()
    play_match(seated)
    watcher.page.wait_for_function("() => document.querySelector('dialog[open]')")
    assert not watcher.page.locator("#hand button").count()
    check_frames(watcher.frames, eyes=set())
    check_frames(seated.frames, eyes={"0"})


def check_frames(frames: list[str], eyes: set[str]) -> None:
    """No frame before the end of a round holds a tile that its receiver may not know."""
    laid: set[str] = set()
    looked = 0
    for frame in frames:
        message = json.loads(frame)
        if message["type"] == "snapshot":
            if not message["round"] or message["round"].get("result"):
                continue
            now = message["round"]["now"]
            laid = {text(tile) for _, tile, *_ in message["round"]["line"]}
        elif message["type"] == "update":
            now, move = message["now"], message["move"]
            if move["kind"] == "play":
                laid.add(text(move["tile"]))
            elif str(move["seat"]) not in eyes:
                assert "tile" not in move, frame
        else:
            continue
        looked += 1
        assert set(now.get("hands", {})) <= eyes, frame
        own = {text(tile) for hand in now.get("hands", {}).values() for tile in hand}
        assert set(re.findall(r'"(\d+-\d+)"', frame)) <= laid | own, frame
        assert eyes or "legal" not in now, frame
    assert looked > 3
