"""The curtain between people who share one screen: who is looking, and what they have missed."""

from doublesix.engine import State
from doublesix.engine.events import Drew
from doublesix.notation.telling import tell_deal, tell_move
from doublesix.tui.orders import read_command
from doublesix.tui.picture import retell, show_tiles
from doublesix.tui.record import Record, replay
from doublesix.tui.screen import Leave, Screen


class Curtain:
    """Falls when a turn is over, rises when the next person has taken the screen.

    With one person at the table, or none, there is nothing to hide and it never falls.
    """

    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen = screen
        self.shared = len(record.people) > 1
        self.eyes = record.people[0] if len(record.people) == 1 else None
        """The seat whose tiles may be shown now."""
        self.seen: dict[int, tuple[int, int]] = {}
        """For each seat the round and the ply at which it was last asked."""

    def fall(self, state: State) -> None:
        """Hide the hand on the screen, unless its owner is still in turn."""
        if self.shared and self.eyes is not None and (state.result or state.turn != self.eyes):
            self.screen.hide()
            self.eyes = None

    def rise(self, record: Record, state: State) -> None:
        """Hand the screen to the seat in turn and tell what it has missed."""
        if self.shared and self.eyes != state.turn:
            self._hand_over(record.name(state.turn))
            self.eyes = state.turn
            self._catch_up(record, state)
        self.seen[state.turn] = (state.round.number, len(state.past))

    def forget(self, state: State) -> None:
        """Something was taken back: nobody has seen what comes after it."""
        here = (state.round.number, len(state.past))
        self.seen = {seat: min(seen, here) for seat, seen in self.seen.items()}

    def _hand_over(self, name: str) -> None:
        """Wait for Enter alone: anything else was still typed by the one before."""
        say = self.screen.say
        while typed := self.screen.ask(say("terminal.ask.hand-over", name=name)):
            command = read_command(say, typed)
            if command and command.name == "quit":
                raise Leave

    def _catch_up(self, record: Record, state: State) -> None:
        """What happened since this seat was last asked, where it cannot be read above."""
        say, seat, company = self.screen.say, state.turn, record.company
        number, ply = self.seen.get(seat, (0, 0))
        since = ply if number == state.round.number else 0
        if self.screen.hides:
            self.screen.hide()
            if not since:
                self.screen.show(*retell(tell_deal(company, state, (), record.before), say))
            for before, step in replay(record, since):
                self.screen.show(*retell(tell_move(company, before, step, (seat,)), say))
            return
        drawn = [
            event.tile
            for event in state.past[since:]
            if isinstance(event, Drew) and event.seat == seat and event.tile is not None
        ]
        if drawn:
            self.screen.tell("terminal.hand.drew", name=record.name(seat), tiles=show_tiles(drawn))
