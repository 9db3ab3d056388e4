"""Every screen there is, and how to get there: for whoever looks at them all."""

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.player import Player, play, play_match

BROKEN = 'extends = "ikea"\ntitle = "As at home"\nhandd = 9\n'
"""House rules with something wrong in their third line."""

_KEEP = """([table, token]) => {
  const kept = JSON.parse(localStorage.getItem('doublesix.tables') ?? '{}');
  kept[table] = { token, seen: 1 };
  localStorage.setItem('doublesix.tables', JSON.stringify(kept));
}"""


def at_table(
    house: House,
    page: Page,
    name: str,
    prepare: Callable[[Player], None] | None = None,
    **plan: Any,
) -> Player:
    """Go to a table of this browser's own. The first time it is opened and played to where it is
    looked at; after that it is as it was left."""
    token = "5e" * 32
    fresh = name not in house.tables
    if fresh:
        wish = {"rules": "muggins", "seats": 2, "name": "Ana", "token": token, **plan}
        house.tables[name] = house.ask("/api/tables", wish)["id"]
    table = house.tables[name]
    page.evaluate(_KEEP, [table, token])
    player = Player(page)
    page.goto(f"{house.url}/t/{table}?fast")
    page.wait_for_function("() => document.body?.dataset.version")
    if fresh and prepare:
        prepare(player)
    return player


def play_for_a_while(player: Player) -> None:
    """Until a line is there to be looked at, and this one may add to it."""
    laid = player.page.locator(".laid")
    play(lambda: laid.count() > 8 and player.look()["fits"], player)


def expect_tiles(page: Page) -> None:
    """Wait until the tiles are dealt."""
    expect(page.locator("#hand button").first).to_be_visible()


def lobby(house: House, page: Page) -> None:
    wish = {"rules": "ikea", "seats": 3, "name": "Bo", "token": "b0" * 32, "public": True}
    house.ask("/api/tables", wish)
    at_table(house, page, "of bots", bots={"1": "greedy"})
    page.goto(house.url)
    expect(page.locator("#your-tables li").first).to_be_visible()
    expect(page.locator("#public-tables li").first).to_be_visible()


def create(house: House, page: Page) -> None:
    page.goto(f"{house.url}/#new=fives-and-threes")
    page.locator('#seat-choices input[value="4"]').check()
    page.locator('#clock-choices input[value="60"]').check()
    page.locator("#rules summary").click()
    expect(page.locator("#rules-text h3").first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def house_rules(house: House, page: Page) -> None:
    page.goto(f"{house.url}/#new")
    page.locator('#book-choices input[value="house"]').check()
    page.locator("#house-text").fill(BROKEN)
    page.locator('#company-choices input[value="here"]').check()
    expect(page.locator("#house-problem")).to_be_visible()
    page.locator("#house").scroll_into_view_if_needed()


def waiting(house: House, page: Page) -> None:
    at_table(house, page, "waiting", seats=4, hot=["Cy"])


def playing(house: House, page: Page) -> None:
    at_table(house, page, "playing", play_for_a_while, bots={"1": "greedy"})


def pairs(house: House, page: Page) -> None:
    bots = {"1": "greedy", "2": "greedy", "3": "random"}
    at_table(house, page, "pairs", play_for_a_while, rules="sebastopol", seats=4, bots=bots)


def curtain(house: House, page: Page) -> None:
    at_table(house, page, "shared", rules="draw", hot=["Cy"])
    expect(page.locator("#curtain")).to_be_visible()


def sheet(house: House, page: Page) -> None:
    at_table(house, page, "over", play_match, target=10, bots={"1": "greedy"})
    page.reload()
    page.locator("#open-score").click()
    expect(page.locator("dialog[open] table").first).to_be_visible()
    page.locator("dialog[open] tbody button").first.click()
    expect(page.locator("dialog[open] .explained li").first).to_be_visible()


def menu(house: House, page: Page) -> None:
    at_table(house, page, "of bots", bots={"1": "greedy"})
    expect_tiles(page)
    page.locator("#open-menu").click()
    expect(page.locator("dialog[open]")).to_be_visible()


def from_menu(house: House, page: Page, window: str) -> None:
    """A window that the menu leads to."""
    menu(house, page)
    page.locator(f'dialog[open] [data-key="{window}"]').click()
    expect(page.locator("dialog[open] input").first).to_be_visible()


def invite(house: House, page: Page) -> None:
    from_menu(house, page, "invite")


def device(house: House, page: Page) -> None:
    from_menu(house, page, "device")


def keys(house: House, page: Page) -> None:
    at_table(house, page, "of bots", bots={"1": "greedy"})
    expect_tiles(page)
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()


def talk(house: House, page: Page) -> None:
    at_table(house, page, "talking", bots={"1": "greedy"}, chat=True)
    expect_tiles(page)
    page.locator("#open-talk").click()
    expect(page.locator("#talk")).to_be_visible()


def replay(house: House, page: Page) -> None:
    at_table(house, page, "over", play_match, target=10, bots={"1": "greedy"})
    page.goto(f"{house.url}/replay/{house.tables['over']}#round=1&move=6")
    page.locator("#verify").click()
    expect(page.locator("#verdicts .sum")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def puzzle(house: House, page: Page) -> None:
    page.goto(f"{house.url}/puzzle?rules=ikea&number=1")
    page.locator("#options button").first.click()
    expect(page.locator("#moves button").first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def missing(house: House, page: Page) -> None:
    page.goto(f"{house.url}/t/nowhere")
    expect(page.locator("h1")).not_to_be_empty()


Screen = Callable[[House, Page], None]

SCREENS: Mapping[str, Screen] = {
    "lobby": lobby,
    "create": create,
    "house-rules": house_rules,
    "waiting": waiting,
    "playing": playing,
    "pairs": pairs,
    "curtain": curtain,
    "sheet": sheet,
    "menu": menu,
    "invite": invite,
    "device": device,
    "keys": keys,
    "talk": talk,
    "replay": replay,
    "puzzle": puzzle,
    "missing": missing,
}
