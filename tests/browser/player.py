"""Somebody at a table, who plays through the page: what can be pressed is pressed."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLate

from doublesix import words

SAY = words.load()

_LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (selector) => all(selector).some((found) => found.checkVisibility());
  const curtain = document.querySelector('#curtain button');
  const next = document.querySelector('dialog[open] [data-key="next"]');
  return {
    version: Number(document.body.dataset.version ?? -1),
    curtain: Boolean(curtain?.checkVisibility()),
    next: Boolean(next?.checkVisibility()),
    sheet: shown('dialog[open]'),
    fits: shown('#hand .fits') && !shown('#hand.sending'),
    draw: shown('#deeds [data-key="draw"]'),
    pass: shown('#deeds [data-key="pass"]'),
  };
}"""
"""What this screen offers at this very moment."""

READY = """() => !document.querySelector('dialog[open] [data-key="next"]')"""
"""Whether the wish for another round has been heard."""
_HEARD = f"""before => ({READY})() || Number(document.body.dataset.version) > before"""
"""The same, or something has happened since: a round in which nobody here has a choice may be over,
and its sheet lie open, before anybody looks."""
_GONE = 2000
"""Milliseconds after which a button that cannot be pressed is looked for anew."""
_CHANGED = "before => Number(document.body?.dataset.version) > before"


class Player:
    """A browser at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        """Everything the server has sent."""
        self.asked: list[str] = []
        """Everything the page has sent."""
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(_text(frame)))
        socket.on("framesent", lambda frame: self.asked.append(_text(frame)))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended; without a target, every round is a game of its own."""
        told = next((frame for frame in reversed(self.frames) if '"type":"snapshot"' in frame), "")
        phase = "over" if '"target":0,' not in told else "between"
        return f'"phase":"{phase}"' in told

    def look(self) -> dict[str, Any]:
        """What can be done now."""
        seen: dict[str, Any] = self.page.evaluate(_LOOK)
        return seen

    def act(self) -> bool:
        """Do the first thing that can be done; whether there was one."""
        seen = self.look()
        if seen["sheet"]:
            return self._go_on(seen)
        if seen["curtain"]:
            self.page.locator("#curtain button").click()
            return True
        return self._move(seen)

    def move(self) -> bool:
        """Make a move, if there is one to be made; neither a score sheet nor a curtain is touched,
        so that nothing goes by that somebody waits to see."""
        seen = self.look()
        return not seen["sheet"] and not seen["curtain"] and self._move(seen)

    def _move(self, seen: dict[str, Any]) -> bool:
        if seen["fits"]:
            self.lay()
        elif seen["draw"]:
            self._press("draw", seen["version"])
        elif seen["pass"]:
            self._press("pass", seen["version"])
        else:
            return False
        return True

    def lay(self) -> None:
        """Lay the first tile that fits, at the first end that it fits."""
        before = self.look()["version"]
        self.page.locator("#hand .fits").first.click()
        self.page.locator(".ends .end").first.click()
        self.wait(before)

    def wait(self, before: int) -> None:
        """Wait until something has happened since."""
        self.page.wait_for_function(_CHANGED, arg=before)

    def _press(self, deed: str, version: int) -> None:
        self.page.locator(f'#deeds [data-key="{deed}"]').click()
        self.wait(version)

    def _go_on(self, seen: dict[str, Any]) -> bool:
        """From the score sheet to the next round, but not to another match."""
        if self.is_over or not seen["next"]:
            return False
        try:
            self.page.locator('dialog[open] [data-key="next"]').click(timeout=_GONE)
        except TooLate:  # a wish from before was heard just now, and the button went away
            return True
        self.page.wait_for_function(_HEARD, arg=seen["version"])
        return True


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode()


def play(
    until: Callable[[], object], *players: Player, deed: Callable[[Player], bool] = Player.act
) -> None:
    """Let everybody play until that is so."""
    for _ in range(4000):
        if until():
            return
        if not any(deed(player) for player in players):
            players[0].page.wait_for_timeout(15)
    raise AssertionError(f"no end is in sight: {[player.look() for player in players]}")


def play_match(*players: Player) -> None:
    """Let everybody play until the match is over for all of them."""
    play(lambda: all(player.is_over for player in players), *players)


def play_round(*players: Player) -> None:
    """Let everybody play until the score sheet of the round lies before all of them."""
    play(lambda: all(player.look()["sheet"] for player in players), *players, deed=Player.move)


def play_turns(player: Player, turns: int = 0) -> None:
    """Let this one play that often, and until there is a tile to be laid once more."""
    made = -1

    def is_there() -> bool:
        nonlocal made
        made += bool(player.look()["fits"])
        return made == turns

    play(is_there, player)


def wait_for(page: Page, until: Callable[[], object]) -> None:
    """Wait until something is so that the page cannot be asked."""
    for _ in range(1000):
        if until():
            return
        page.wait_for_timeout(15)
    raise AssertionError("it never came to that")


_NOTE = """(wanted) => {
  window.noted = [];
  const note = (node) => {
    if (node instanceof Element && node.matches(wanted)) noted.push(node.textContent);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(note);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def note(page: Page, wanted: str) -> None:
    """From now on write down what is shown for a while there, and soon gone."""
    page.evaluate(_NOTE, wanted)


def noted(page: Page) -> str:
    """Wait until something was written down; the last of it."""
    page.wait_for_function("() => noted.length")
    return str(page.evaluate("noted.at(-1)"))


def sit_down(page: Page, name: str) -> None:
    """Take the first free seat of a table whose link somebody has sent."""
    page.locator("#wait button", has_text=SAY("page.wait.sit")).first.click()
    page.locator("dialog[open] input").fill(name)
    page.locator("dialog[open] button.primary").click()
    expect(page.get_by_text(name).first).to_be_visible()
