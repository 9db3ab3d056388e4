"""Two people at two browsers play whole matches, of every book."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from doublesix.cli import main
from doublesix.rules import BOOKS, load
from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.player import SAY, Player, play_match, sit_down

QUICK = ("block",)
"""The books of every run; the others are played by ``./test slow``."""


def open_table(visit: Visit, book: str, target: int) -> Player:
    """The host opens a table for friends, through the form."""
    page = visit(f"/#new={book}")
    player = Player(page)
    page.get_by_label(SAY("page.create.company-link")).check()
    if load(book).target:
        page.get_by_label(SAY("page.create.target-own")).check()
        page.locator("#other-target").fill(str(target))
    page.locator("#seats input").first.fill("Ana")
    page.locator("#open").click()
    page.wait_for_url("**/t/*")
    return player


def join(visit: Visit, url: str, name: str) -> Player:
    """A friend follows the link, on a phone."""
    page = visit(url.removeprefix(url[: url.index("/t/")]) + "?fast", **PHONE)
    player = Player(page)
    sit_down(page, name)
    return player


@pytest.mark.parametrize(
    "book",
    [pytest.param(book, marks=() if book in QUICK else pytest.mark.slow) for book in BOOKS],
)
def test_two_browsers_play_a_match(visit: Visit, house: House, book: str, tmp_path: Path) -> None:
    host = open_table(visit, book, target=20)
    host.page.goto(host.page.url + "?fast")
    guests = [join(visit, host.page.url.partition("?")[0], "Bo")]
    expect(host.page.get_by_text("Bo", exact=True).first).to_be_visible()
    # Where the book seats four, bots take the other chairs when the host deals.
    host.page.get_by_role("button", name=SAY("page.wait.deal")).or_(
        host.page.get_by_role("button", name=SAY("page.wait.fill"))
    ).click()
    play_match(host, *guests)

    table = host.page.url.partition("/t/")[2].partition("?")[0]
    (match,) = house.ask(f"/api/tables/{table}/games")
    assert match["rounds"] >= 1
    assert match["finished"] == bool(load(book).target)
    assert match["names"][:2] == ["Ana", "Bo"]
    record = tmp_path / "record.toml"
    with host.page.expect_download() as download:
        host.page.evaluate(f"location.assign('/api/tables/{table}/transcript?match=1')")
    download.value.save_as(record)
    assert main(["replay", str(record), "--json"]) == 0
