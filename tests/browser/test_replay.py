"""Finished matches: seen again move by move, kept, and shown to have been dealt fairly."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from doublesix import words
from doublesix.cli import main
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.player import Player, play_match, play_round, wait_for
from tests.browser.screens import at_table

SAY = words.load()


_FORGE = """(part) => {
  const seals = JSON.parse(localStorage.getItem('doublesix.seals'));
  for (const table of Object.values(seals)) {
    for (const name in table[part]) table[part][name] = part === 'added' ? ['ab'] : 'ab';
  }
  localStorage.setItem('doublesix.seals', JSON.stringify(seals));
}"""
"""Makes the browser remember something else than what it saw."""


_HAS_SEEN = "() => localStorage.getItem('doublesix.seals') !== null"
"""Whether this browser was there when the tiles were dealt."""


def play_two_rounds(player: Player) -> None:
    play_round(player)
    assert player.act()
    player.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    play_round(player)


@pytest.fixture
def page(visit: Visit, house: House) -> Page:
    """The replay of two rounds."""
    opened = visit()
    if "played" not in house.tables:
        bots = {"1": "greedy"}
        at_table(house, opened, "played", play_two_rounds, rules="block", bots=bots)
    opened.goto(f"{house.url}/replay/{house.tables['played']}")
    expect(opened.locator("#moves li").first).to_be_visible()
    return opened


def test_move_by_move(page: Page) -> None:
    count = page.locator("#moves li").count() - 1
    expect(page.locator("#board .laid")).to_have_count(0)
    page.locator("#next").click()
    expect(page.locator("#board .laid")).to_have_count(1)
    expect(page.locator("#position")).to_have_text(
        SAY("page.replay.position", number=1, count=count)
    )
    page.locator("#last").click()
    expect(page.locator("#next")).to_be_disabled()
    expect(page.locator("#why li").first).to_be_visible()
    page.locator("#scrubber").fill("3")
    expect(page.locator("#moves [aria-current]")).to_have_count(1)
    expect(page.locator("#moves li").nth(3).locator("[aria-current]")).to_have_count(1)
    page.locator("#moves li button").nth(2).click()
    expect(page.locator("#scrubber")).to_have_value("2")


def test_keys_and_the_play_button(page: Page) -> None:
    page.locator("main").focus()
    for key, shown in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        page.keyboard.press(key)
        expect(page.locator("#scrubber")).to_have_value(shown)
    page.locator("#speed").select_option("fast")
    page.locator("main").focus()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 60"))
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", SAY("page.replay.pause"))
    page.clock.run_for(1_200)  # two moves at 550 milliseconds each
    expect(page.locator("#scrubber")).to_have_value("2")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-label", SAY("page.replay.play"))
    page.clock.run_for(1_200)
    expect(page.locator("#scrubber")).to_have_value("2")


def test_everybodys_eyes(page: Page) -> None:
    hands = page.locator("#hands .holder-tiles")
    expect(hands.locator(".tile-down")).to_have_count(0)
    page.locator("#viewpoint").select_option("none")
    tiles = hands.locator("svg").count()
    expect(hands.locator(".tile-down")).to_have_count(tiles)
    page.locator("#viewpoint").select_option("1")
    expect(hands.nth(0).locator(".tile-down")).to_have_count(tiles // 2)
    expect(hands.nth(1).locator(".tile-down")).to_have_count(0)


def test_rounds_and_the_link_to_a_moment(page: Page, visit: Visit, house: House) -> None:
    rounds = page.locator("#round option").count()
    assert rounds == page.locator("#sheet tbody tr").count()
    page.locator("#round").select_option(str(rounds - 1))
    page.locator("#next").click()
    wait_for(page, lambda: f"round={rounds}&" in page.url)  # it has come
    page.locator("#viewpoint").select_option("1")
    other = visit(page.url.removeprefix(house.url))
    expect(other.locator("#scrubber")).to_have_value("1")
    expect(other.locator("#round")).to_have_value(str(rounds - 1))
    expect(other.locator("#viewpoint")).to_have_value("1")
    assert other.locator("#sentence").inner_text() == page.locator("#sentence").inner_text()


def test_the_round_that_was_asked_for_last_is_shown(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.locator("#next").click()
    page.route("**/replay/1?*", hold)
    page.locator("#round").select_option("1")
    expect(page.locator("#scrubber")).to_have_value("0")
    page.locator("#round").select_option("0")
    wait_for(page, lambda: held)
    page.locator("#round").select_option("1")
    expect(page.locator("#moves [aria-current]")).to_have_count(1)
    with page.expect_response("**/replay/1?*"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    expect(page.locator("#round")).to_have_value("1")
    expect(page.locator("#sheet [aria-current] th")).to_have_text("2")


def test_keys_pressed_while_a_round_is_on_its_way_move_in_that_round(page: Page) -> None:
    held: list[Route] = []
    page.locator("#next").click()
    page.route("**/replay/2?*", lambda route: held.insert(0, route))
    page.locator("#round").select_option("1")
    wait_for(page, lambda: held)
    for _ in range(3):
        page.locator("#next").click()
    page.locator("#previous").click()
    held[0].continue_()
    expect(page.locator("#sheet [aria-current] th")).to_have_text("2")
    expect(page.locator("#scrubber")).to_have_value("2")


def test_a_round_that_cannot_be_had_is_told_of(page: Page) -> None:
    page.locator("#next").click()
    page.route("**/replay/2?*", lambda route: route.abort())
    page.locator("#round").select_option("1")
    expect(page.locator("#problem")).to_have_text(SAY("error.unreachable"))
    expect(page.locator("#round")).to_have_value("0")
    expect(page.locator("#scrubber")).to_have_value("1")
    page.unroute("**/replay/2?*")
    page.locator("#round").select_option("1")
    expect(page.locator("#sheet [aria-current] th")).to_have_text("2")
    expect(page.locator("#problem")).to_be_hidden()


def test_the_link_is_copied_where_there_is_no_clipboard(page: Page) -> None:
    page.evaluate(
        """() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined });
          document.execCommand = () => {
            window.copied = document.activeElement.value;
            return true;
          };
        }"""
    )
    page.locator("#next").click()
    page.locator("#share").click()
    expect(page.locator("#shared")).to_have_text(SAY("page.common.copied"))
    assert page.evaluate("copied") == page.url


def test_the_record_and_the_proof_are_what_the_programs_read(page: Page, tmp_path: Path) -> None:
    for link, command in (("#record", "replay"), ("#proof", "verify")):
        with page.expect_download() as download:
            page.locator(link).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        assert main([command, str(file)]) == 0


def test_the_deals_are_checked_in_the_page(page: Page) -> None:
    page.locator("#verify").click()
    rounds = page.locator("#sheet tbody tr").count()
    expect(page.locator("#verdicts .sum")).to_have_text(SAY("page.fair.all-good", count=rounds))
    expect(page.locator("#verdicts .good")).to_have_count(rounds + 1)
    expect(page.locator("#verdicts .soft")).to_have_count(0 if page.evaluate(_HAS_SEEN) else 1)


def another_digit(found: re.Match[str]) -> str:
    """The same with another digit at its end."""
    return found[1] + ("1" if found[2] == "0" else "0")


SWAPPED = re.compile(r'(hands = \[\n    ")(\S+) ([^"]*",\n    ")(\S+) ')


@pytest.mark.parametrize(
    ("pattern", "replacement", "verdict"),
    [
        (r'(secret = ")(.)', another_digit, "bad-seal"),
        (r'(commitment = ")(.)', another_digit, "bad-seal"),
        (SWAPPED.pattern, r"\g<1>\g<4> \g<3>\g<2> ", "bad-deal"),
        (r"(redeals = )(\d)", another_digit, "bad-deal"),
        (r'entropy = \[\n    ".*?"', 'entropy = [\n    ""', "bad-deal"),
    ],
    ids=["secret", "seal", "hands", "redeals", "entropy"],
)
def test_a_proof_that_was_tampered_with_fails(
    page: Page, pattern: str, replacement: str | Callable[[re.Match[str]], str], verdict: str
) -> None:
    def tamper(route: Route) -> None:
        text = route.fetch().text()
        changed, times = re.subn(pattern, replacement, text, count=1)
        assert times == 1
        assert changed != text
        route.fulfill(body=changed)

    page.route("**/proof?*", tamper)
    page.locator("#verify").click()
    expect(page.locator("#verdicts .sum")).to_have_text(SAY("page.fair.some-bad"))
    expect(page.locator("#verdicts .bad").nth(1)).to_have_text(
        SAY(f"page.fair.{verdict}", number=1)
    )


def test_what_this_device_saw_and_added_before_the_deal_is_held_against_the_proof(
    visit: Visit, house: House
) -> None:
    page = visit()
    at_table(house, page, "seen", play_match, rules="noris", bots={"1": "greedy"})
    page.goto(f"{house.url}/replay/{house.tables['seen']}")
    for part, verdict in (("added", "bad-chance"), ("seals", "bad-seen")):
        page.evaluate(_FORGE, part)
        page.locator("#verify").click()
        wrong = page.locator("#verdicts .bad").nth(1)
        expect(wrong).to_have_text(SAY(f"page.fair.{verdict}", number=1))


class TestHonestDeals:
    """Whatever people do before a deal: an honest one is never called anything else."""

    @staticmethod
    def check(house: House, player: Player) -> None:
        """Fill the table with bots, play one game, and check its deal."""
        page = player.page
        page.get_by_role("button", name=SAY("page.wait.fill")).click()
        play_match(player)
        page.goto(f"{house.url}/replay/{page.url.partition('/t/')[2].partition('?')[0]}")
        page.locator("#verify").click()
        expect(page.locator("#verdicts .sum")).to_have_text(SAY("page.fair.all-good", count=1))
        expect(page.locator("#verdicts li")).to_have_count(2)

    @staticmethod
    def expect_mixed(player: Player, seat: int) -> None:
        """Wait until the chance of this seat is in."""

        def is_mixed() -> bool:
            told = [frame for frame in player.frames if '"type":"snapshot"' in frame]
            return bool(told and json.loads(told[-1])["table"]["seats"][seat].get("mixed"))

        wait_for(player.page, is_mixed)

    @pytest.mark.slow
    def test_after_changing_seats(self, visit: Visit, house: House) -> None:
        player = at_table(house, visit(), "moved", rules="noris", seats=2)
        self.expect_mixed(player, 0)
        player.page.locator('.people [data-key="move"]').first.click()
        self.expect_mixed(player, 1)
        self.check(house, player)

    @pytest.mark.slow
    def test_after_standing_up_and_sitting_down_again(self, visit: Visit, house: House) -> None:
        player = at_table(house, visit(), "stood up", rules="noris", seats=2)
        self.expect_mixed(player, 0)
        player.page.locator('.people [data-key="leave"]').first.click()
        player.page.locator('#wait .people [data-key="sit"]').first.click()
        player.page.locator("dialog[open] input").fill("Ana")
        player.page.locator("dialog[open] .primary").click()
        self.expect_mixed(player, 0)
        self.check(house, player)

    def test_with_two_windows_that_both_add_chance(self, visit: Visit, house: House) -> None:
        page = visit()
        held: list[tuple[WebSocketRoute, str]] = []

        def connect(route: WebSocketRoute) -> None:
            server = route.connect_to_server()

            def asked(message: str | bytes) -> None:
                if '"type":"mix"' in str(message) and not held:
                    held.append((server, str(message)))
                else:
                    server.send(message)

            route.on_message(asked)

        page.route_web_socket("**/ws/tables/*", connect)
        player = at_table(house, page, "two windows", rules="noris", seats=2)
        second = Player(page.context.new_page())
        second.page.goto(page.url)
        self.expect_mixed(second, 0)
        wait_for(page, lambda: held)
        ((server, late),) = held
        server.send(late)
        wait_for(page, lambda: any('"mixed-already"' in frame for frame in player.frames))
        expect(page.locator(".toast")).to_have_count(0)
        second.page.close()
        self.check(house, player)


def test_a_file_that_is_no_proof(page: Page) -> None:
    page.route("**/proof?*", lambda route: route.fulfill(body="fair = 2\n"))
    page.locator("#verify").click()
    expect(page.locator("#verdicts .bad")).to_have_text(SAY("page.fair.unreadable"))


def test_nothing_to_see_yet(visit: Visit, house: House) -> None:
    wish = {"rules": "block", "seats": 2, "name": "Ana", "token": "a3" * 32}
    page = visit(f"/replay/{house.ask('/api/tables', wish)['id']}")
    expect(page.locator("#problem")).to_have_text(SAY("error.nothing-finished"))
