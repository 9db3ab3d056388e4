"""The host: deals, tells, asks whoever is to choose, and keeps the game after every move."""

from doublesix.engine import Move, State, legal_moves
from doublesix.errors import InvalidFile, InvalidInput
from doublesix.notation.telling import (
    Told,
    tell_deal,
    tell_match,
    tell_match_end,
    tell_move,
    tell_number,
)
from doublesix.tui.advice import Adviser
from doublesix.tui.commands import obey
from doublesix.tui.curtain import Curtain
from doublesix.tui.orders import read_command, read_yes, word
from doublesix.tui.picture import retell
from doublesix.tui.record import Record, choose_move, deal_next, make_move, take_back
from doublesix.tui.screen import Leave, Screen
from doublesix.tui.sheet import show_round
from doublesix.tui.shelf import Shelf
from doublesix.tui.turn import Turn


class Host:
    """Leads one match from the first deal, or from where it was left, to its end."""

    def __init__(self, screen: Screen, record: Record, shelf: Shelf | None) -> None:
        self.screen = screen
        self.say = screen.say
        self.record = record
        self.shelf = shelf
        """Where the game is kept; None when only bots play, or where it cannot be kept."""
        self.is_kept = False
        self.is_worried = False
        self.curtain = Curtain(screen, record)
        self.adviser = Adviser(screen)

    def play(self) -> None:
        """Play to the end."""
        self._greet()
        while True:
            state = self.record.now
            if state is None:
                self._deal()
            elif state.result is None:
                self._take_turn(state)
            elif not self._go_on(state):
                return self._part()

    def leave(self) -> None:
        """Somebody goes before the end: keep the game and say how to go on."""
        if not self.record.people:
            self.screen.tell("terminal.left.watching", seed=self.record.seed)
        elif self.record.is_won:
            self._part()
        else:
            self._keep()
            self.screen.tell("terminal.left.kept" if self.is_kept else "terminal.left.lost")

    def _tell(self, *told: Told) -> None:
        self.screen.show(*retell(told, self.say))

    def _tell_apart(self, *told: Told) -> None:
        """The same after an empty line."""
        self.screen.show("")
        self._tell(*told)

    def _greet(self) -> None:
        self._tell_apart(*tell_match(self.record.company))
        if self.curtain.shared:
            self.screen.tell("terminal.match.shared")
        if self.record.people:
            self.screen.tell("terminal.match.help", word=word(self.say, "help"))
        state = self.record.now
        if state is not None:
            self._tell_apart(tell_number(self.record.company, state))
            if state.result is not None:
                self._tell_round(state)

    def _part(self) -> None:
        """The match is over and nobody wants more of it."""
        self._clear()
        self.screen.tell("terminal.end.seed", seed=self.record.seed)

    def _deal(self) -> None:
        self.record, step = deal_next(self.record)
        self._keep()
        told = tell_deal(self.record.company, step.state, step.events, self.record.before)
        self._tell_apart(*told)

    def _take_turn(self, state: State) -> None:
        moves = legal_moves(state)
        if len(moves) == 1:
            self._make(moves[0])
        elif self.record.players[state.turn].bot:
            self._make(choose_move(self.record))
        else:
            self.curtain.rise(self.record, state)
            turn = Turn(self.screen, self.record, state)
            turn.show()
            move = turn.ask(lambda question: self._listen(question, turn))
            if move is not None:
                self._make(move)

    def _make(self, move: Move) -> None:
        before = self.record.now
        assert before is not None
        self.record, step = make_move(self.record, move)
        self._keep()
        self.curtain.fall(step.state)
        eyes = () if self.curtain.eyes is None else (self.curtain.eyes,)
        self._tell(*tell_move(self.record.company, before, step, eyes))
        if step.state.result is not None:
            self._tell_round(step.state)

    def _tell_round(self, state: State) -> None:
        self.screen.show("", *show_round(self.record.company, state, self.say))
        if self.record.is_won:
            self._tell_apart(*tell_match_end(self.record.company, state))

    def _go_on(self, state: State) -> bool:
        """Whether there is more to play after a round."""
        if not self.record.people:
            more = bool(self.record.game.target) and not self.record.is_won
        elif self.record.is_won:
            more = self._ask_after("terminal.ask.end", wants_more=False)
        elif self.record.game.target:
            more = self._ask_after("terminal.ask.next", wants_more=True)
        else:
            more = self._ask_another()
        if more and self.record.now is state:
            self._deal()
        return more

    def _ask_after(self, message_id: str, *, wants_more: bool) -> bool:
        """A question that Enter answers, asked so that a command may be given."""
        words = {name: word(self.say, name) for name in ("undo", "save", "help")}
        while True:
            typed = self._listen(self.say(message_id, **words))
            if typed is None:
                return True
            if not typed:
                return wants_more
            self._refuse(typed)

    def _ask_another(self) -> bool:
        while True:
            typed = self._listen(self.say("terminal.ask.another", default=self.say("answer.yes")))
            if not typed:
                return True
            try:
                return read_yes(self.say, typed)
            except InvalidInput:
                self._refuse(typed)

    def _refuse(self, typed: str) -> None:
        problem = InvalidInput("not-understood", word=typed, help=word(self.say, "help"))
        self.screen.show(self.say.tell(problem))

    def _listen(self, question: str, turn: Turn | None = None) -> str | None:
        """An answer that is no command; None when the game has been taken back instead."""
        while True:
            typed = self.screen.ask(question)
            command = read_command(self.say, typed)
            if command is None:
                return typed
            if command.name == "quit":
                raise Leave
            if command.name == "undo":
                if self._take_back():
                    return None
            elif command.name in ("hint", "look"):
                self._point_out(command.name, turn)
            else:
                obey(self.screen, self.record, command)

    def _point_out(self, name: str, turn: Turn | None) -> None:
        if turn is None:
            self.screen.tell("terminal.advice.nothing")
        elif name == "hint":
            turn.hint(self.adviser)
        else:
            turn.show()

    def _take_back(self) -> bool:
        earlier = take_back(self.record)
        if earlier is None or earlier.now is None:
            self.screen.tell("terminal.undo.nothing")
            return False
        self.record = earlier
        self._keep()
        self.curtain.forget(earlier.now)
        self.curtain.fall(earlier.now)
        self.screen.tell("terminal.undo.done", name=earlier.name(earlier.now.turn))
        return True

    def _keep(self) -> None:
        """Keep the game after a move, or take it away when it is won."""
        if self.shelf is None:
            return
        try:
            if self.record.is_won:
                self.shelf.clear()
            else:
                self.shelf.keep(self.record)
            self.is_kept = True
        except InvalidFile as problem:
            self._worry(problem)

    def _clear(self) -> None:
        if self.shelf is None:
            return
        try:
            self.shelf.clear()
        except InvalidFile as problem:
            self._worry(problem)

    def _worry(self, problem: InvalidFile) -> None:
        """Say once that the game cannot be kept; that must not end it."""
        self.is_kept = False
        if not self.is_worried:
            self.screen.show(self.say.tell(problem))
            self.screen.tell("terminal.kept.cannot", word=word(self.say, "save"))
        self.is_worried = True
