"""The page of puzzles: tried by hand and by keyboard, on a phone, without a table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from doublesix import words
from doublesix.coach.puzzles import find_puzzle, puzzle_game
from doublesix.rules import load
from tests.browser.conftest import Visit, visiting
from tests.browser.house import House
from tests.browser.test_access import violations

SAY = words.load()
WORKERS = 1


def test_a_puzzle_is_tried_and_proved(visit: Visit, house: House) -> None:
    puzzle = find_puzzle(puzzle_game(load("block")), 1)
    page = visit()
    page.goto(house.url)
    page.get_by_role("link", name=SAY("page.lobby.puzzle-open")).click()
    expect(page.locator("#question")).not_to_be_empty()
    expect(page.locator("#title")).to_have_text(SAY("page.puzzle.today"))
    expect(page.locator("#today")).to_be_hidden()
    page.goto(f"{house.url}/puzzle?rules=block&number={puzzle.number}")
    expect(page.locator("#options button")).to_have_count(len(puzzle.worths))
    laid = page.locator("#board .laid")
    before = laid.count()
    assert before > 0
    expect(page.locator("#answer")).to_be_hidden()
    wrong = next(move for move, _ in puzzle.worths if move not in puzzle.best)
    page.locator(f'#options [data-move="{wrong}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text(SAY("page.puzzle.wrong"))
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#worths .best")).to_have_count(len(puzzle.best))
    expect(page.locator("#moves button")).to_have_count(len(puzzle.line))
    expect(laid).to_have_count(before + 1)
    page.locator("#moves button").last.click()
    played = sum(move.tile >= 0 for move in puzzle.line)
    expect(laid).to_have_count(before + played)
    page.locator("#level").select_option("2")
    page.locator("#others button").click()
    expect(page.locator("#answer")).to_be_hidden()
    following = find_puzzle(puzzle.state.game, puzzle.number + 1, 2)
    expect(page.locator("#options button")).to_have_count(len(following.worths))
    assert f"number={following.number}" in page.url
    page.locator(f'#options [data-move="{following.best[0]}"]').click()
    expect(page.locator("#verdict")).to_have_text(SAY("page.puzzle.right"))
    page.set_viewport_size({"width": 360, "height": 740})
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360


def refusal(code: str) -> Callable[[Route], None]:
    """The server's answer while it cannot think."""
    error = {"code": code, "details": {}, "text": ""}
    return lambda route: route.fulfill(status=503, json={"error": error})


def test_a_server_that_cannot_think_yet(visit: Visit, house: House) -> None:
    page = visit()
    page.route("**/api/puzzles?*", refusal("workers-starting"))
    page.goto(f"{house.url}/puzzle")
    waiting = page.locator("#waiting")
    expect(waiting).to_have_text(SAY("page.common.getting-ready"))
    page.unroute("**/api/puzzles?*")
    expect(page.locator("#question")).not_to_be_empty()
    expect(waiting).to_be_hidden()

    page.route("**/api/puzzles/answer", refusal("worker-lost"), times=1)
    page.locator("#options button").first.click()
    expect(page.locator("#problem-text")).to_have_text(SAY("error.worker-lost"))
    page.get_by_role("button", name=SAY("page.common.again")).click()
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#problem")).to_be_hidden()


def test_a_server_that_never_thinks(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    try:
        with visiting(browser, house) as visit:
            page = visit("/puzzle")
            expect(page.locator("#problem-text")).to_have_text(SAY("error.workers-off"))
            with page.expect_response("**/api/puzzles?*") as asked:
                page.get_by_role("button", name=SAY("page.common.again")).click()
            assert asked.value.status == 503
            expect(page.locator("#problem-text")).to_be_visible()
            assert violations(page) == []
    finally:
        house.close()
