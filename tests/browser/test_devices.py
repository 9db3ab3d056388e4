"""The same table for fingers, for a mouse and for keys alone."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.player import READY, Player, play_match, play_turns
from tests.browser.screens import at_table

FINGER = 24
"""Pixels that a target must have at least (WCAG 2.5.8)."""


def test_a_phone_is_played_with_a_finger(visit: Visit, house: House) -> None:
    page = visit(**PHONE)
    player = at_table(house, page, "phone", bots={"1": "greedy"})
    play_turns(player, 1)
    small = page.evaluate(
        """(least) => [...document.querySelectorAll('button, a, input, select')]
          .filter((found) => found.checkVisibility() && !found.closest('.skip'))
          .filter((found) => Math.min(found.offsetWidth, found.offsetHeight) < least)
          .map((found) => found.outerHTML)""",
        FINGER,
    )
    assert small == []
    before = player.look()["version"]
    page.locator("#hand .fits").first.tap()
    page.locator(".ends .end").first.tap()
    player.wait(before)


def test_a_tile_is_dragged_to_an_end(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "drag", bots={"1": "greedy"})
    play_turns(player, 1)
    tile = page.locator("#hand .fits").first
    held = page.locator("#hand button").count()
    start = tile.bounding_box()
    assert start
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] - 40, steps=4)
    end = page.locator(".ends .end").first.bounding_box()
    assert end
    before = player.look()["version"]
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    page.mouse.up()
    player.wait(before)
    expect(page.locator("#hand button")).to_have_count(held - 1)


class Typist(Player):
    """Plays with the keyboard alone; a mouse is never touched."""

    def _move(self, seen: dict[str, Any]) -> bool:
        if seen["fits"]:
            self.lay()
        elif seen["draw"] or seen["pass"]:
            self.page.keyboard.press("d" if seen["draw"] else "p")
            self.wait(seen["version"])
        else:
            return False
        return True

    def lay(self) -> None:
        before = self.look()["version"]
        place = self.page.evaluate(
            "[...document.querySelectorAll('#hand button')].findIndex((it) => it.matches('.fits'))"
        )
        self.page.keyboard.press(str(place + 1))
        end = self.page.locator(".ends .end").first.get_attribute("data-end")
        self.page.keyboard.press(f"Arrow{end.capitalize()}" if end else str(place + 1))
        self.wait(before)

    def _go_on(self, seen: dict[str, Any]) -> bool:
        return not self.is_over and bool(seen["next"]) and self._tab_to('[data-key="next"]')

    def _tab_to(self, wanted: str) -> bool:
        for _ in range(30):
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                self.page.keyboard.press("Enter")
                self.page.wait_for_function(READY)
                return True
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never came to {wanted}")


def test_keys_alone_from_the_front_door_to_the_end_of_a_match(visit: Visit, house: House) -> None:
    page = visit()
    typed(page, "#name", "Ana")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("#hand button").first).to_be_visible()

    player = Typist(page)
    at_table(house, page, "keys", rules="block", target=20, bots={"1": "greedy"})
    play_match(player)


def typed(page: Page, wanted: str, text: str) -> None:
    """Go to a field with the Tab key and type into it."""
    expect(page.locator(wanted)).to_be_visible()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            page.keyboard.type(text)
            return
    raise AssertionError(f"the Tab key never came to {wanted}")
