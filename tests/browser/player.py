"""Somebody at a table, who plays through the page: what can be pressed is pressed."""

from typing import Any

from playwright.sync_api import Page, WebSocket, expect

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
_CHANGED = "before => Number(document.body.dataset.version) > before"


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
        elif seen["fits"]:
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
        self.page.locator('dialog[open] [data-key="next"]').click()
        self.page.wait_for_function(READY)
        return True


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode()


def play_match(*players: Player, patience: int = 4000) -> None:
    """Let everybody play until the match is over for all of them."""
    for _ in range(patience):
        acted = [player.act() for player in players]
        if all(player.is_over for player in players):
            return
        if not any(acted):
            players[0].page.wait_for_timeout(15)
    raise AssertionError(f"no end is in sight: {[player.look() for player in players]}")


def play_until(player: Player, others: list[Player], moves: int) -> None:
    """Let everybody play until this one has made so many moves."""
    made = 0
    for _ in range(2000):
        if player.look()["fits"]:
            if made == moves:
                return
            made += 1
        acted = [each.act() for each in (player, *others)]
        if not any(acted):
            player.page.wait_for_timeout(15)
    raise AssertionError(f"it never came to move {moves}")


def sit_down(page: Page, name: str) -> None:
    """Take the first free seat of a table whose link somebody has sent."""
    page.locator("#wait button", has_text=SAY("page.wait.sit")).first.click()
    page.locator("dialog[open] input").fill(name)
    page.locator("dialog[open] button.primary").click()
    expect(page.get_by_text(name).first).to_be_visible()
