"""Bots of every strength: chosen by level, played against, and changed."""

import time
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from doublesix.bots import BOTS
from doublesix.words import load
from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.player import play_match
from tests.browser.screens import at_table

SAY = load()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One with somebody who thinks for strong bots, and is ready for it."""
    opened = House(tmp_path_factory.mktemp("house"), workers=1)
    opened.open()
    while "doublesix_workers_ready 1" not in metrics(opened):
        time.sleep(0.05)
    yield opened
    opened.close()


def metrics(house: House) -> str:
    with urllib.request.urlopen(f"{house.url}/metrics") as answer:
        return str(answer.read().decode())


def chosen(bot: str) -> str:
    """A bot as the host chooses it."""
    return SAY("page.wait.bot-choice", bot=SAY(f"bot.name.{bot}"), level=BOTS[bot].level)


def test_strong_bots_are_chosen_by_level_and_played_against(visit: Visit, house: House) -> None:
    page = visit("/#new=block", **PHONE)
    offered = page.locator("#seats select").first.locator("option")
    expect(offered).to_have_count(len(BOTS) + 2)
    for number, (name, bot) in enumerate(BOTS.items()):
        text = SAY("page.create.sits-bot", bot=SAY(f"bot.name.{name}"), level=bot.level)
        expect(offered.nth(number)).to_have_text(text)
    page.locator("#seats select").first.select_option("bot:search")
    expect(page.locator("#about-1")).to_have_text(SAY("bot.search"))

    page = visit()
    bots = {"1": "search@50", "2": "pimc@2", "3": "sampler@20"}
    player = at_table(house, page, "strong", rules="block", seats=4, target=1, bots=bots)
    played = SAY("page.play.bot-plays", bot=SAY("bot.name.search"), level=6)
    expect(page.locator(".plaque .told", has_text=played)).to_have_count(1)
    page.locator("#open-menu").click()
    marks = page.locator("dialog[open] .badge")
    for level in (4, 5, 6):
        expect(marks.get_by_text(SAY("page.wait.bot", level=level), exact=True)).to_be_visible()
    expect(page.locator("dialog[open] .which-bot").first).to_be_hidden()
    page.locator("dialog[open] header button").click()
    play_match(player)
    assert "table.faltered" not in "".join(player.frames), "they could think"

    page.locator("dialog[open] header button").click()
    page.locator("#open-menu").click()
    choice = page.locator("dialog[open] .which-bot:visible").first
    expect(choice.locator("option:checked")).to_have_text(chosen("search"))
    choice.select_option(label=chosen("random"))
    expect(page.locator("dialog[open] .person strong", has_text="Random")).to_be_visible()
    expect(choice.locator("option:checked")).to_have_text(chosen("random"))
