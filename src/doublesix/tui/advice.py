"""Hints in the terminal: what the coach would do, and why when it is asked again."""

from doublesix.coach.hints import Hint, guess, think
from doublesix.engine import View
from doublesix.tui.picture import retell
from doublesix.tui.screen import Screen


class Adviser:
    """Remembers what it said last, so that asking again brings the reason."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._last: tuple[View, Hint] | None = None
        self._is_ready = False

    def advise(self, view: View, names: tuple[str, ...]) -> None:
        """Say what to do; the second time, why."""
        if self._last is not None and self._last[0] == view:
            self.screen.show(*retell([self._last[1].why], self.screen.say))
            return
        hint = self._think(view, names)
        self._last = view, hint
        self.screen.show(*retell([hint.told], self.screen.say))

    def _think(self, view: View, names: tuple[str, ...]) -> Hint:
        """Thought over where the compiled engine is installed; the first time that takes long."""
        if not self._is_ready:
            self.screen.tell("terminal.advice.thinks")
            self._is_ready = True
        try:
            return think(view, names)
        except ModuleNotFoundError:
            return guess(view, names)
