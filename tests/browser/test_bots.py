"""What takes thinking: bots of every strength, chosen by level, played against, and changed; and
the coach, who gives hints and looks at a match again."""

from playwright.sync_api import expect

from doublesix.bots import BOTS
from doublesix.words import load
from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.player import Player, play, play_match
from tests.browser.screens import at_table
from tests.browser.test_access import violations

SAY = load()
WORKERS = 1

_POINTS = "lines => lines.map(line => line.getAttribute('points'))"
"""Where curves go along."""


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
    bots = {"1": "search@50", "2": "pimc@2", "3": "master@20"}
    player = at_table(house, page, "strong", rules="block", seats=4, target=1, bots=bots)
    played = SAY("page.play.bot-plays", bot=SAY("bot.name.search"), level=6)
    expect(page.locator(".plaque .told", has_text=played)).to_have_count(1)
    page.locator("#open-menu").click()
    marks = page.locator("dialog[open] .badge")
    for level in (5, 6, 7):
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


def ask_for_hints(player: Player) -> None:
    """Play a match in which nearly every turn is a choice, and ask the coach for one of them."""
    hint = player.page.locator('#deeds [data-key="hint"]')
    play(hint.is_visible, player, deed=lambda player: not hint.is_visible() and player.act())
    expect(hint).to_have_text(SAY("page.play.hint"))
    hint.click()
    expect(player.page.locator(".toast")).to_contain_text("coach suggests")
    expect(hint).to_have_text(SAY("page.play.hint-why"))
    hint.click()
    expect(player.page.locator(".toast")).not_to_contain_text("coach suggests")
    play(lambda: player.is_over, player)


def test_the_coach(visit: Visit, house: House) -> None:
    page = visit()
    bots = {"1": "greedy", "2": "greedy"}
    wish = {"rules": "draw", "seats": 3, "target": 1, "bots": bots}
    at_table(house, page, "coached", ask_for_hints, **wish)
    page.locator('dialog[open] [data-key="replay"]').click()
    page.locator("#analyse").click()
    lines = page.locator(".curve .chance")
    expect(lines).to_have_count(3)
    moves = page.locator("#moves li").count() - 1
    assert [len(each.split()) for each in lines.evaluate_all(_POINTS)] == [moves + 1] * 3
    expect(page.locator("#coach-found > :not(#coach-choice) tbody tr")).to_have_count(6)
    report = house.ask(f"/api/tables/{house.tables['coached']}/replay/1/analysis")
    for remark, shown in zip(report["worst"], page.locator(".remarks button").all(), strict=True):
        shown.click()
        expect(page.locator("#scrubber")).to_have_value(str(remark["ply"]))
        expect(page.locator("#coach-choice")).to_be_visible()
    for decision in report["decisions"]:
        page.locator("#scrubber").fill(str(decision["ply"]))
        rows = page.locator("#coach-choice tbody tr")
        expect(rows).to_have_count(len(decision["moves"]))
        expect(page.locator("#coach-choice tbody tr.won")).to_have_count(1)
    assert report["decisions"], "there was a choice to be hinted at"
    page.locator(".curve svg").click(position={"x": 3, "y": 30})
    expect(page.locator("#scrubber")).to_have_value("0")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
