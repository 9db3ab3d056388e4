"""The front door: play at once, with friends, with a code, by rules of one's own."""

import json

import pytest
from playwright.sync_api import Page, expect

from doublesix import words
from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.screens import BROKEN

SAY = words.load()
GOOD = 'extends = "ikea"\ntitle = "As at home"\nseats = [2, 3]\ntarget = 30\n'


def table_of(page: Page) -> str:
    page.wait_for_url("**/t/*")
    return page.url.partition("/t/")[2].partition("?")[0]


def test_one_click_and_the_tiles_are_dealt(visit: Visit) -> None:
    page = visit(**PHONE)
    page.locator("#play").tap()
    table_of(page)
    expect(page.locator("#hand button").first).to_be_visible()


def test_a_book_is_played_at_once_and_is_the_usual_one_from_then_on(visit: Visit) -> None:
    page = visit()
    page.locator("#name").fill("Grandma Jo")
    name = SAY("book.muggins.name")
    page.get_by_role("button", name=SAY("page.lobby.play-book-named", book=name)).click()
    table = table_of(page)
    expect(page.locator("#seats-mine")).to_contain_text("Grandma Jo")
    page.goto(page.url.partition("/t/")[0])
    expect(page.locator("#name")).to_have_value("Grandma Jo")
    expect(page.locator("#quick-game")).to_contain_text(name)
    expect(page.locator(f'#your-tables a[href="/t/{table}"]')).to_be_visible()


def test_a_table_as_it_was_set_up(visit: Visit, house: House) -> None:
    page = visit("/#new=ikea")
    page.locator('#seat-choices input[value="4"]').check()
    page.locator("#edition").select_option("ikea:ko")
    page.locator('#target-choices input[value="75"]').check()
    page.locator('#clock-choices input[value="60"]').check()
    page.locator('#at-zero-choices input[value="bot"]').check()
    page.locator("#chat").check()
    page.locator("#seats input").first.fill("Ana")
    sitters = page.locator("#seats select")
    sitters.nth(0).select_option("link")
    sitters.nth(1).select_option("here")
    page.locator("#seats input:visible").nth(1).fill("Cy")
    sitters.nth(2).select_option("bot:random")
    page.locator("#open").click()
    found = house.ask(f"/api/tables/{table_of(page)}")
    assert found["rules"] == "ikea:ko"
    assert found["target"] == 75
    assert found["settings"] == {"clock": 60, "at_zero": "bot", "chat": True}
    assert not found["public"]
    seats = [(seat.get("name", ""), seat.get("bot", "")) for seat in found["seats"]]
    assert seats[:3] == [("Ana", ""), ("", ""), ("Cy", "")]
    assert seats[3][1] == "random"


def test_house_rules_are_told_at_their_line_until_they_can_be_played(
    visit: Visit, house: House
) -> None:
    page = visit("/#new")
    page.locator('#book-choices input[value="house"]').check()
    editor, problem = page.locator("#house-text"), page.locator("#house-problem")
    editor.fill(BROKEN)
    expect(problem).to_contain_text("handd")
    expect(page.locator("#gutter .wrong")).to_have_text("3")
    expect(editor).to_have_attribute("aria-invalid", "true")
    problem.get_by_role("button").click()
    assert page.evaluate("getSelection().toString()") == "handd = 9"
    page.locator("#open").click()
    expect(page.locator("#plan-problem")).to_contain_text("handd")

    page.locator("#house-file").set_input_files(
        {"name": "home.toml", "mimeType": "text/plain", "buffer": GOOD.encode()}
    )
    expect(problem).to_be_hidden()
    expect(page.locator("#house-fine")).to_contain_text("As at home")
    expect(page.locator("#seat-choices label")).to_have_text(["2", "3"])
    page.locator("#open").click()
    found = house.ask(f"/api/tables/{table_of(page)}")
    assert (found["rules"], found["title"], found["target"]) == ("", "As at home", 30)


def test_a_code_leads_to_its_table_however_it_is_typed(visit: Visit, house: House) -> None:
    wish = {"rules": "block", "seats": 2, "name": "Ana", "token": "a1" * 32}
    opened = house.ask("/api/tables", wish)
    page = visit()
    page.locator("#code").fill("zzzzz")
    page.locator("#join button").click()
    expect(page.locator("#code-problem")).to_contain_text("ZZZZZ")
    expect(page.locator("#code")).to_have_attribute("aria-invalid", "true")
    page.locator("#code").fill(f" {opened['code'].lower()[:2]} {opened['code'][2:]}")
    page.locator("#join button").click()
    assert table_of(page) == opened["id"]


def test_public_tables_are_listed_and_private_ones_are_not(visit: Visit, house: House) -> None:
    wish = {"rules": "block", "seats": 2, "name": "Ana", "token": "a2" * 32}
    shown = house.ask("/api/tables", {**wish, "public": True})["id"]
    hidden = house.ask("/api/tables", wish)["id"]
    page = visit()
    row = page.locator("#public-tables li", has=page.locator(f'a[href="/t/{shown}"]'))
    expect(row).to_contain_text(SAY("page.lobby.free", count=1))
    expect(page.locator(f'a[href="/t/{hidden}"]')).to_have_count(0)
    row.locator("a").click()
    assert table_of(page) == shown


_FORBIDDEN = """(names) => {
  for (const name of names) {
    Object.defineProperty(window, name, { get() { throw new Error('no'); } });
  }
}"""


@pytest.mark.parametrize(
    "forbidden", [["localStorage"], ["localStorage", "sessionStorage"]], ids=["for long", "at all"]
)
def test_the_seat_is_kept_where_nothing_may_be_kept(visit: Visit, forbidden: list[str]) -> None:
    page = visit()
    page.context.add_init_script(f"({_FORBIDDEN})({json.dumps(forbidden)})")
    page.reload()
    page.locator("#play").click()
    table_of(page)
    expect(page.locator("#hand button").first).to_be_visible()
    assert "#" not in page.url
    page.reload()
    expect(page.locator("#hand button").first).to_be_visible()


def test_light_and_dark_are_remembered(visit: Visit) -> None:
    page = visit(color_scheme="light")
    page.get_by_role("button", name=SAY("page.common.theme-to-dark")).click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name=SAY("page.common.theme-to-light")).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_an_address_that_leads_nowhere(visit: Visit) -> None:
    page = visit("/t/nowhere")
    expect(page.locator("h1")).to_have_text(SAY("page.common.not-found-title"))
    page.get_by_role("link", name=SAY("page.common.home")).click()
    expect(page.locator("#play")).to_be_visible()
