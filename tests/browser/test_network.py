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
from tests.browser.player import Player, play_match, play_until
from tests.browser.screens import at_table


class Wire:
    """The network between a page and the server, which can be cut in the middle of a move."""

    def __init__(self, page: Page) -> None:
        self.lost: Literal["nothing", "question", "answer"] = "nothing"
        self.cuts = 0
        page.route_web_socket("**/ws/tables/*", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        dead = False

        def asked(message: str | bytes) -> None:
            nonlocal dead
            if dead:
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
    play_until(player, [], moves=2)
    held = page.locator("#hand button").count()
    wire.lost = lost
    player.lay()
    assert wire.cuts == 1
    expect(page.locator("#hand button")).to_have_count(held - 1)
    play_until(player, [], moves=1)


def test_a_device_without_network_says_so_and_comes_back(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "offline", bots={"1": "greedy"})
    play_until(player, [], moves=1)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden(timeout=20_000)
    player.lay()


def test_a_page_that_is_loaded_again_keeps_its_seat(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "reload", bots={"1": "greedy"})
    play_until(player, [], moves=2)
    held = page.locator("#hand button").evaluate_all("all => all.map((tile) => tile.dataset.tile)")
    page.reload()
    expect(page.locator("#hand button")).to_have_count(len(held))
    again = page.locator("#hand button").evaluate_all("all => all.map((tile) => tile.dataset.tile)")
    assert again == held
    player.lay()


class TestWithoutPower:
    @pytest.fixture
    def house(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
        opened = House(tmp_path_factory.mktemp("house"))
        opened.open()
        yield opened
        opened.close()

    def test_a_match_goes_on_after_the_server_was_killed(self, visit: Visit, house: House) -> None:
        page = visit()
        player = at_table(house, page, "killed", rules="noris", bots={"1": "greedy"})
        play_until(player, [], moves=2)
        version = player.look()["version"]
        house.kill()
        expect(page.locator("#connection")).to_be_visible()
        house.open()
        expect(page.locator("#connection")).to_be_hidden(timeout=20_000)
        assert player.look()["version"] >= version, "what was shown is still true"
        player.lay()
        play_match(player)


def test_who_watches_sees_no_hand(visit: Visit, house: House) -> None:
    seated = at_table(house, visit(), "watched", rules="draw", target=1, bots={"1": "random"})
    watcher = Player(visit(f"/t/{house.tables['watched']}?fast"))
    watcher.page.reload()
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
