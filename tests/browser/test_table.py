"""What the table page itself answers for: nothing is lost, nothing is shown too early, and what
cannot be done is explained."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from doublesix.words.told import Told
from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.player import (
    READY,
    SAY,
    Player,
    note,
    noted,
    play,
    play_match,
    play_round,
    play_turns,
    sit_down,
    wait_for,
)
from tests.browser.screens import at_table

_CALL = """async ([module, name, given]) => {
  const found = await import(`/static/${module}.js`);
  return found[name](...given);
}"""


def call(page: Page, module: str, name: str, *given: Any) -> Any:
    """What a function of the page's scripts gives."""
    return page.evaluate(_CALL, [module, name, list(given)])


class TestState:
    """Messages of the server turn one state into the next."""

    @pytest.fixture
    def page(self, scripts: Page) -> Page:
        return scripts

    @staticmethod
    def now(ply: int, **more: Any) -> dict[str, Any]:
        nothing = {"stage": 0, "counts": [7, 7], "stock": 14, "drawn": 0, "shown": [], "sum": 0}
        return {"ply": ply, "turn": 0, **nothing, "in_play": [0, 0], "slots": [], **more}

    def state(self, **more: Any) -> dict[str, Any]:
        table = {"phase": "playing", "paused": False, "seats": [{"name": "Ana"}, {"name": "Bo"}]}
        now = self.now(3, legal=["6-5 left", "6-5 right", "4-0 left", "draw"])
        lead = [1, 27, [0, 0, 1, 6, 6], ""]
        around = {"number": 2, "leader": 1, "line": [lead], "told": [], "now": now}
        you = {"seats": [0], "host": True}
        return {"version": 9, "you": you, "table": {**table, **more}, "round": around}

    def test_who_is_away_for_long_is_known(self, page: Page) -> None:
        presence = {"seats": [True, False], "watchers": 2, "away": [False, True]}
        told = {"type": "presence", **presence, "host_away": True}
        after = call(page, "store", "reduce", self.state(), told)
        assert after["away"] == [False, True]
        assert after["hostAway"] is True

    def update(self, version: int, ply: int, **move: Any) -> dict[str, Any]:
        made = {"seat": 0, "kind": "pass", "by": "person", **move}
        told = [["told.passed.choice", {"name": "Ana"}]]
        return {
            "type": "update",
            "version": version,
            "round": 2,
            "move": made,
            "told": told,
            "now": self.now(ply, turn=1),
        }

    @pytest.mark.parametrize("away", [True, False])
    def test_a_bot_is_offered_for_who_is_in_turn_and_away_for_long(
        self, page: Page, away: bool
    ) -> None:
        state = self.state(settings={"clock": 0})
        state["round"]["now"]["turn"] = 1
        state |= {"away": [False, away], "hostAway": False}
        asked = page.evaluate(
            """async (state) => {
              const { deedsFor } = await import('/static/prompt.js');
              const asked = [];
              const deeds = deedsFor(state, false, { ask: (command) => asked.push(command) });
              for (const { go } of deeds) go();
              return asked;
            }""",
            state,
        )
        assert asked == ([{"type": "stand_in", "seat": 1}] if away else [])

    def test_a_tile_that_is_laid_joins_the_line_with_its_end(self, page: Page) -> None:
        laid = self.update(10, 4, kind="play", tile=26, end="left", at=[-3, 0, 0, 5, 6])
        after = call(page, "store", "reduce", self.state(), laid)
        assert after["version"] == 10
        assert after["round"]["line"][1] == [0, 26, [-3, 0, 0, 5, 6], "left"]
        assert after["round"]["now"]["ply"] == 4
        assert after["round"]["told"] == laid["told"]

    def test_what_was_heard_already_changes_nothing(self, page: Page) -> None:
        assert call(page, "store", "reduce", self.state(), self.update(9, 4)) == self.state()

    @pytest.mark.parametrize(
        ("version", "ply", "number", "missing"),
        [(10, 4, 2, False), (9, 7, 2, False), (12, 6, 2, True), (10, 4, 3, True)],
    )
    def test_a_gap_is_noticed(
        self, page: Page, version: int, ply: int, number: int, missing: bool
    ) -> None:
        update = {**self.update(version, ply), "round": number}
        assert call(page, "store", "misses", self.state(), update) is missing

    def test_what_may_be_done_is_what_the_server_says(self, page: Page) -> None:
        read = """async (state) => {
          const { choice } = await import('/static/store.js');
          const { plays, draw, pass } = choice(state);
          return [[...plays], draw, pass];
        }"""
        plays = [[26, ["left", "right"]], [10, ["left"]]]
        assert page.evaluate(read, self.state()) == [plays, True, False]
        assert page.evaluate(read, self.state(paused=True)) == [[], False, False]
        assert page.evaluate(read, self.state(phase="between")) == [[], False, False]

    def test_the_line_is_read_from_left_to_right(self, page: Page) -> None:
        lay = [[27, ""], [25, "left"], [26, "right"], [20, "left"], [21, "up"], [22, "down"]]
        line = [[0, tile, [0, 0, 0, 0, 0], end] for tile, end in lay]
        told = call(page, "board", "inOrder", line)
        assert told == {"row": [20, 25, 27, 26], "up": [21], "down": [22]}

    @pytest.mark.parametrize("window", [[390, 500], [1200, 600], [40, 30]])
    def test_the_camera_shows_the_whole_line(self, page: Page, window: list[int]) -> None:
        places = [[0, 0, 1], [3, 0, 0], [-31, 9, 0], [40, -13, 1]]
        seen = call(page, "board", "fit", places, *window)
        unit = 20 * seen["scale"]
        for x, y, turn in places:
            across, down = (1, 2) if turn else (2, 1)
            for edge, zero, length in (
                (x - across, seen["x"], window[0]),
                (x + across, seen["x"], window[0]),
                (y - down, seen["y"], window[1]),
                (y + down, seen["y"], window[1]),
            ):
                assert -0.01 <= zero + edge * unit <= length + 0.01

    def test_people_sit_clockwise(self, page: Page) -> None:
        assert call(page, "seats", "places", 4, 1) == ["right", "mine", "left", "top"]
        assert call(page, "seats", "places", 5, 0) == ["mine", "left", "top", "top", "right"]
        assert call(page, "seats", "places", 2, 1) == ["top", "mine"]

    def test_every_tile_of_the_largest_set_has_its_number(self, page: Page) -> None:
        halves = [[high, low] for high in range(13) for low in range(high + 1)]
        assert [call(page, "tile", "halves", tile) for tile in (0, 1, 2, 27, 90)] == [
            halves[tile] for tile in (0, 1, 2, 27, 90)
        ]
        assert call(page, "tile", "tileNumber", "5-6") == 26

    def test_moves_are_shown_in_order_and_those_who_are_far_behind_see_all(
        self, page: Page
    ) -> None:
        shown = page.evaluate(
            """async () => {
              const { Pace } = await import('/static/pace.js');
              const seen = [];
              const pace = new Pace(({ version }) => seen.push(version), () => false, () => false);
              const steps = [];
              for (let version = 1; version <= 8; version += 1) {
                pace.hear({ type: 'update', version });
                steps.push(seen.length);
              }
              return [seen, steps];
            }"""
        )
        assert shown == [[1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 1, 1, 1, 1, 1, 8]]


def test_a_tile_that_does_not_fit_is_explained_by_the_rule(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "why", bots={"1": "greedy"})
    play(lambda: line_of(player) and offers_both(player), player)
    tile = page.locator("#hand .rests").first
    name = tile.get_attribute("data-tile")
    version = player.look()["version"]
    note(page, ".toast")
    tile.click()
    expect(page.locator("#assertive")).to_have_text(noted(page))
    expect(page.locator("#assertive")).to_contain_text(str(name))
    assert player.look()["version"] == version


def test_focus_is_never_lost(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "focus", rules="draw", bots={"1": "greedy"})
    rounds = 0
    while rounds < 2:
        seen = player.look()
        if seen["next"]:
            rounds += 1
            page.locator('dialog[open] [data-key="next"]').focus()
            page.keyboard.press("Enter")
            page.wait_for_function(READY)
        elif seen["fits"]:
            page.locator("#hand .fits").first.focus()
            page.keyboard.press("Enter")
            page.locator(".ends .end").first.focus()
            page.keyboard.press("Enter")
            player.wait(seen["version"])
        elif not player.move():
            page.wait_for_timeout(20)
            continue
        page.wait_for_function("() => document.activeElement !== document.body", timeout=1000)


def test_a_shared_screen_shows_no_hand_until_its_owner_has_taken_over(
    visit: Visit, house: House
) -> None:
    page = visit()
    player = at_table(house, page, "hidden", rules="draw", hot=["Bo"])
    owners = []
    for _ in range(4):
        button = page.locator("#curtain button")
        expect(button).to_be_visible()
        owners.append(button.inner_text())
        assert page.locator("#hand button").count() == 0
        button.click()
        expect(page.locator("#hand button").first).to_be_visible()
        play_until_curtain(player)
    assert owners[0] != owners[1]
    assert owners[:2] == owners[2:]


def play_until_curtain(player: Player) -> None:
    """Play until it is the turn of the next one at this screen."""
    play(lambda: player.look()["curtain"], player, deed=Player.move)


def offers_both(player: Player) -> bool:
    """Whether the hand has a tile that fits and one that does not."""
    return bool(player.look()["fits"] and player.page.locator("#hand .rests").count())


def press_what_does_not_fit(player: Player) -> None:
    """Play until a hand has a tile that fits and one that does not, and press that one. The second
    hand has both at the latest, as a tile was led by then: nothing can have ended so soon."""
    play(lambda: offers_both(player), player)
    player.page.locator("#hand .rests").first.click()


class TestCurtain:
    """Nobody plays for somebody else, or reads what was meant for them."""

    def test_keys_do_nothing_until_it_is_lifted(self, visit: Visit, house: House) -> None:
        page = visit()
        player = at_table(house, page, "shut", rules="draw", hot=["Bo"])
        page.locator("#curtain button").click()
        play_until_curtain(player)
        version, asked = player.look()["version"], len(player.asked)
        owner = page.locator("#curtain .pass-to").inner_text()
        for key in ("d", "p", "h", "1", "ArrowLeft", "Enter"):
            page.locator("main").focus()
            page.keyboard.press(key)
            told = page.locator(".toast").all_inner_texts()
            assert told in ([], [owner]), key
        assert not [frame for frame in player.asked[asked:] if '"move"' in frame]
        assert player.look()["version"] == version
        assert page.locator("#hand button").count() == 0

    def test_what_one_was_told_is_gone_before_the_next_looks(
        self, visit: Visit, house: House
    ) -> None:
        page = visit()
        player = at_table(house, page, "hushed", rules="draw", hot=["Bo"])
        note(page, ".toast")
        press_what_does_not_fit(player)
        assert noted(page)
        player.lay()
        expect(page.locator("#curtain")).to_be_visible()
        expect(page.locator(".toast")).to_have_count(0)
        expect(page.locator("#assertive")).not_to_contain_text(re.compile(r"\d.\d"))

    def test_a_refusal_that_comes_late_is_not_read_by_the_next(
        self, visit: Visit, house: House
    ) -> None:
        page = visit()
        held: list[str] = []
        table: list[WebSocketRoute] = []

        def connect(route: WebSocketRoute) -> None:
            server = route.connect_to_server()
            table[:] = [route]

            def answered(message: str | bytes) -> None:
                if '"type":"rejected"' in str(message):
                    held.append(str(message))
                else:
                    route.send(message)

            server.on_message(answered)

        page.route_web_socket("**/ws/tables/*", connect)
        player = at_table(house, page, "late", rules="draw", hot=["Bo"])
        press_what_does_not_fit(player)
        player.lay()
        expect(page.locator("#curtain")).to_be_visible()
        (late,) = held
        note(page, ".toast")
        table[0].send(late)
        gone = {"seats": [False, False], "watchers": 0, "away": [False, False], "host_away": False}
        table[0].send(json.dumps({"type": "presence", **gone}))
        expect(page.locator(".plaque.away")).to_have_count(2)  # which was heard after it
        assert page.evaluate("noted") == []


def test_a_move_pressed_twice_is_meant_once(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "again", rules="draw", target=5000, bots={"1": "greedy"})
    play(lambda: player.look()["draw"], player)
    version, asked = player.look()["version"], len(player.asked)
    page.locator('#deeds [data-key="draw"]').evaluate("draw => { draw.click(); draw.click(); }")
    player.wait(version)
    assert sum('"move":"draw"' in frame for frame in player.asked[asked:]) == 1


def test_what_happens_is_announced_in_order(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "news", rules="block", bots={"1": "greedy"})
    play_turns(player, 3)
    page.locator("#open-talk").click()
    told = page.locator("#talk .history li").all_inner_texts()
    expect(page.locator("#polite p").last).to_have_text(told[-1])  # sentences are told in breaths
    heard = page.locator("#polite p").all_inner_texts()
    both = min(len(heard), len(told))
    assert both
    assert heard[-both:] == told[-both:]


def test_a_phrase_is_heard_by_everybody(visit: Visit, house: House) -> None:
    page = visit()
    at_table(house, page, "phrases", bots={"1": "greedy"})
    watcher = visit(f"/t/{house.tables['phrases']}?fast")
    expect(watcher.locator("#game")).to_be_visible()
    note(watcher, ".bubble")
    page.locator("#open-talk").click()
    page.get_by_role("button", name=SAY("phrase.good-luck")).click()
    said = SAY("page.speak.said", name="Ana", text=SAY("phrase.good-luck"))
    expect(watcher.locator("#polite")).to_contain_text(said)
    assert noted(watcher) == SAY("phrase.good-luck")


def test_a_bot_stands_in_and_gives_the_seat_back(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "stand-in", rules="block", bots={"1": "greedy"})
    play_turns(player)
    page.locator("#open-menu").click()
    page.locator('dialog[open] [data-key="pause"]').click()  # or the bots would finish the round
    page.locator('dialog[open] [data-key="bot-plays"]').click()
    expect(page.locator('dialog[open] [data-key="back"]')).to_be_visible()
    page.locator("dialog[open] header button").click()
    page.locator('#deeds [data-key="back"]').click()
    expect(page.locator('#deeds [data-key="back"]')).to_have_count(0)
    page.locator('#deeds [data-key="resume"]').click()
    expect(page.locator("#hand .fits").first).to_be_visible()
    player.lay()


def test_somebody_a_bot_plays_for_may_come_back_after_the_round(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "replaced", rules="block", bots={"1": "greedy"})
    play_turns(player)
    page.locator("#open-menu").click()
    page.locator('dialog[open] [data-key="bot-plays"]').click()
    deal = page.locator('#deeds [data-key="deal"]')
    expect(deal).to_be_attached()
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # no sheet comes over the menu
    page.locator("dialog[open] header button").click()
    expect(deal).to_have_text(SAY("page.play.next-round"))
    page.locator('#deeds [data-key="back"]').click()
    expect(page.locator('#deeds [data-key="next"]')).to_be_visible()


def open_sheet(house: House, page: Page) -> None:
    """Look at the score sheet of a match that is over."""
    at_table(house, page, "scored", play_match, target=15, bots={"1": "greedy"})
    page.reload()
    page.locator("#open-score").click()


@pytest.mark.slow
def test_every_round_of_the_sheet_is_explained(visit: Visit, house: House) -> None:
    page = visit()
    open_sheet(house, page)
    rows = page.locator("dialog[open] tbody tr")
    expect(rows.first).to_be_visible()
    first = rows.first.get_by_role("button")
    first.click()
    expect(first).to_have_attribute("aria-expanded", "true")
    table = house.tables["scored"]
    result = house.ask(f"/api/tables/{table}/replay/1?match=1")["result"]
    told = [
        Told(name, {key: _fixed(value) for key, value in args.items()})
        for name, args in result["told"]
    ]
    shown = page.locator("dialog[open] .explained li").all_inner_texts()
    assert [each.replace("\N{NON-BREAKING HYPHEN}", "-") for each in shown] == [
        SAY.retell(each) for each in told
    ]
    first.click()
    expect(page.locator("dialog[open] .explained")).to_have_count(0)


def _fixed(value: Any) -> Any:
    """A list as it was before it went over the wire."""
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.slow
def test_the_sheet_says_who_is_waited_for(visit: Visit, house: House) -> None:
    players = [at_table(house, visit(), "two of us", seats=2, target=500)]
    guest = Player(visit(f"/t/{house.tables['two of us']}?fast"))
    guest.page.reload()
    sit_down(guest.page, "Bo")
    players[0].page.get_by_role("button", name=SAY("page.wait.deal")).click()
    players.append(guest)
    play_round(*players)
    footer = players[0].page.locator("dialog[open] footer")
    footer.locator('[data-key="next"]').click()
    expect(footer).to_contain_text(SAY("page.play.waiting-next", names="Bo"))
    expect(footer.locator('[data-key="deal"]')).to_have_text(SAY("page.play.deal-next"))
    expect(guest.page.locator('dialog[open] [data-key="next"]')).to_be_visible()


def test_the_sheet_names_those_who_played(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "renamed", target=1000, bots={"1": "greedy"})
    play_round(player)
    page.locator("dialog[open] header button").click()
    page.locator("#open-menu").click()
    page.locator('dialog[open] [data-key="rename"]').click()
    page.locator("dialog[open] input.input").last.fill("Zoe")
    page.locator("dialog[open] .primary").last.click()
    expect(page.locator("#seats-mine .name")).to_have_text("Zoe")
    page.locator("dialog[open] header button").click()
    page.locator("#open-score").click()
    expect(page.locator("dialog[open] .shown-hands strong").first).to_have_text("Ana")
    expect(page.locator("dialog[open] tbody .players")).to_contain_text("Ana")
    expect(page.locator("dialog[open] thead")).to_contain_text("Zoe")


def test_the_score_sheet_adds_up(visit: Visit, house: House) -> None:
    page = visit()
    open_sheet(house, page)
    expect(page.locator("dialog[open] .result")).to_be_visible()
    rows = page.locator("dialog[open] tbody tr")
    points = [row.locator("td").all_inner_texts() for row in rows.all()]
    totals = page.locator("dialog[open] tfoot tr:last-child td").all_inner_texts()
    assert [str(sum(map(int, side))) for side in zip(*points, strict=True)] == totals
    assert max(map(int, totals)) >= 15


def line_of(player: Player) -> Any:
    """The tiles that a screen shows on the table."""
    return player.page.evaluate(
        "[...document.querySelectorAll('.laid')].map((tile) => tile.dataset.tile)"
    )


def test_two_screens_of_one_person_show_the_same(visit: Visit, house: House) -> None:
    player = at_table(house, visit(), "twice", rules="block", bots={"1": "greedy"})
    other = at_table(house, visit(), "twice")
    play(lambda: player.look()["fits"] and len(line_of(player)) > 3, player)
    other.page.wait_for_function(
        "version => Number(document.body.dataset.version) >= version", arg=player.look()["version"]
    )
    assert line_of(player) == line_of(other)


def test_a_screen_that_is_turned_shows_the_line_as_it_fits_there(
    visit: Visit, house: House
) -> None:
    player = at_table(house, visit(), "turned", rules="block", bots={"1": "greedy"})
    play(lambda: player.look()["fits"] and len(line_of(player)) > 8, player)
    before, told = player.page.evaluate(_PLACES), len(player.frames)
    player.page.set_viewport_size({"width": 400, "height": 1000})
    wait_for(player.page, lambda: any('"snapshot"' in frame for frame in player.frames[told:]))
    snapshot = next(frame for frame in reversed(player.frames) if '"snapshot"' in frame)
    line = json.loads(snapshot)["round"]["line"]
    wanted = [f"translate({20 * x} {20 * y})" for _, _, (x, y, *_), *_ in line]
    player.page.wait_for_function(f"wanted => String({_PLACES}) === String(wanted)", arg=wanted)
    assert before != wanted, "a narrow screen has shorter rows"


_PLACES = "[...document.querySelectorAll('.laid')].map((tile) => tile.getAttribute('transform'))"
"""Where the tiles lie, in the order they were laid."""


def test_leaving_a_round_is_asked_again(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "leaving", rules="block", bots={"1": "greedy"})
    play_turns(player)
    page.locator("#open-menu").click()
    page.locator('dialog[open] [data-key="pause"]').click()  # or the bots would finish the round
    expect(page.locator('dialog[open] [data-key="resume"]')).to_be_visible()
    leave = page.locator('dialog[open] [data-key="leave"]')
    leave.click()
    page.get_by_role("button", name=SAY("page.common.cancel")).click()
    expect(page.locator("#hand button").first).to_be_visible()
    leave.click()
    page.locator("dialog[open] footer .danger").click()
    expect(page.locator("#hand button")).to_have_count(0)
    page.locator("dialog[open] header button").click()
    page.locator('#deeds [data-key="sit"]').click()
    page.locator("dialog[open] input").fill("Ana again")
    page.locator("dialog[open] .primary").click()
    expect(page.locator("#hand button").first).to_be_visible()


class TestOtherDevice:
    """A seat is taken along by a link, which nobody follows by mistake."""

    def test_the_same_hand_on_a_second_device(self, visit: Visit, house: House) -> None:
        player = at_table(house, visit(), "devices", rules="block", bots={"1": "greedy"})
        play_turns(player)
        player.page.locator("#open-menu").click()
        player.page.locator('dialog[open] [data-key="device"]').click()
        window = player.page.locator("dialog[open]")
        expect(window).to_contain_text(SAY("page.device.warning"))
        link = window.locator("input").input_value()
        expect(window.get_by_role("img", name=SAY("page.device.qr"))).to_be_visible()
        other = visit(link.removeprefix(house.url), **PHONE)
        expect(other.locator("#hand button").first).to_be_visible()
        assert "key" not in other.url
        hands = [
            page.locator("#hand button").evaluate_all("all => all.map((one) => one.dataset.tile)")
            for page in (player.page, other)
        ]
        assert hands[0] == hands[1]
        other.reload()
        expect(other.locator("#hand button").first).to_be_visible()

    def test_a_seat_here_is_not_given_up_unasked(self, visit: Visit, house: House) -> None:
        page = visit()
        player = at_table(house, page, "keeper", rules="block", bots={"1": "greedy"})
        play_turns(player)
        page.goto(f"{page.url}#key={'ab' * 32}")
        expect(page.locator("dialog[open]")).to_contain_text(SAY("page.device.replace"))
        page.get_by_role("button", name=SAY("page.common.cancel")).click()
        expect(page.locator("#hand button").first).to_be_visible()
        page.goto(f"{page.url}#key={'ab' * 32}")
        page.get_by_role("button", name=SAY("page.device.take")).click()
        expect(page.locator("#game")).to_be_visible()
        expect(page.locator("#hand button")).to_have_count(0)

    def test_tables_without_a_seat_are_forgotten_first(self, visit: Visit) -> None:
        kept = visit().evaluate(
            """async () => {
              const { keepToken, knownTables } = await import('/static/identity.js');
              let now = Date.now();
              Date.now = () => (now += 1);
              keepToken('seated', 'a', true);
              keepToken('watched', 'b', false);
              for (let i = 0; i < 60; i += 1) keepToken(`later-${i}`, 'c', false);
              return knownTables();
            }"""
        )
        assert len(kept) == 50
        assert "seated" in kept
        assert "watched" not in kept
        assert kept[0] == "later-59"


_NO_CLIPBOARD = """() => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  document.execCommand = () => {
    window.copied = document.activeElement.value;
    return true;
  };
}"""
"""As on a plain address at home, where a page may only copy what is marked."""


def test_friends_are_invited_at_any_time(visit: Visit, house: House) -> None:
    page = visit()
    player = at_table(house, page, "invited", rules="block", bots={"1": "greedy"})
    play_turns(player)
    page.evaluate(_NO_CLIPBOARD)
    page.locator("#open-menu").click()
    page.locator('dialog[open] [data-key="invite"]').click()
    window = page.locator("dialog[open]")
    code = house.ask(f"/api/tables/{house.tables['invited']}")["code"]
    expect(window.locator(".code")).to_have_text(code)
    expect(window.locator("img")).to_be_visible()
    window.get_by_role("button", name=SAY("page.common.copy")).click()
    expect(window.get_by_role("button", name=SAY("page.common.copied"))).to_be_visible()
    assert page.evaluate("copied") == f"{house.url}/t/{house.tables['invited']}"


class TestPublicAddress:
    @pytest.fixture
    def house(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
        opened = House(tmp_path_factory.mktemp("house"), "http://192.168.0.7:6606")
        opened.open()
        yield opened
        opened.close()

    def test_links_lead_to_the_address_that_others_use(self, visit: Visit, house: House) -> None:
        page = visit()
        at_table(house, page, "public", rules="block", seats=2)
        link = f"{house.public_url}/t/{house.tables['public']}"
        expect(page.get_by_label(SAY("page.wait.link")).first).to_have_value(link)
        page.locator("#open-menu").click()
        page.locator('dialog[open] [data-key="device"]').click()
        seat = page.get_by_label(SAY("page.device.link"), exact=True)
        expect(seat).to_have_value(f"{link}#key={'5e' * 32}")


def test_somebody_who_is_away_for_long_holds_nobody_up(visit: Visit, house: House) -> None:
    wish = {"rules": "block", "seats": 2, "name": "Ana", "token": "a4" * 32}
    table = house.ask("/api/tables", wish)["id"]
    page = visit()

    def connect(route: WebSocketRoute) -> None:
        def answered(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "presence":
                told |= {"away": [True, False], "host_away": True}
            route.send(json.dumps(told))

        route.connect_to_server().on_message(answered)

    page.route_web_socket("**/ws/tables/*", connect)
    player = Player(page)
    page.goto(f"{house.url}/t/{table}?fast")
    sit_down(page, "Bo")
    own = page.locator(".people").first.locator("li").nth(1)
    own.locator('[data-key="be-host"]').click()
    assert asked(player, "host")["seat"] == 1


def asked(player: Player, kind: str) -> Any:
    """Wait until the page has asked for that; what it has asked for."""
    wait_for(player.page, lambda: found(player, kind))
    return found(player, kind)[-1]


def found(player: Player, kind: str) -> list[Any]:
    """All of that kind that the page has asked for."""
    return [each for each in map(json.loads, player.asked) if each["type"] == kind]


def test_who_goes_is_missed(visit: Visit, house: House) -> None:
    at_table(house, guest := visit(), "missed", rules="block", bots={"1": "greedy"})
    watcher = visit(f"/t/{house.tables['missed']}?fast")
    expect(watcher.locator("#game")).to_be_visible()
    guest.close()
    expect(watcher.locator("#polite")).to_contain_text(SAY("page.net.went", name="Ana"))
    expect(watcher.locator(".plaque.away")).to_have_count(1)
