"""A person's turn: the table and the hand are shown, and a move is asked for."""

from collections.abc import Callable

from doublesix.engine import Kind, Move, State, apply, view
from doublesix.errors import AmbiguousMove, DoublesixError
from doublesix.notation.moves import read_move
from doublesix.tui.advice import Adviser
from doublesix.tui.orders import read_end, read_move_words, word
from doublesix.tui.picture import show_hand, show_table
from doublesix.tui.record import Record
from doublesix.tui.screen import Screen

Listen = Callable[[str], str | None]


class Turn:
    """One choice of the seat in turn."""

    def __init__(self, screen: Screen, record: Record, state: State) -> None:
        self.screen = screen
        self.say = screen.say
        self.record = record
        self.state = state
        self.view = view(state, state.turn)

    def show(self) -> None:
        """The table and the hand."""
        names = [player.name for player in self.record.players]
        self.screen.show("", *show_table(self.view, names, self.say))
        self.screen.show("", *show_hand(self.view, names[self.state.turn], self.say))

    def hint(self, adviser: Adviser) -> None:
        """What the coach would do."""
        adviser.advise(self.view, tuple(player.name for player in self.record.players))

    def ask(self, listen: Listen) -> Move | None:
        """A legal move; None when the game has been taken back instead."""
        tile, question = "", self._question()
        while True:
            typed = listen(question)
            if typed is None:
                return None
            if not typed:
                self.show()
            try:
                if typed:
                    return self._read(typed, tile)
                tile, question = "", self._question()
            except AmbiguousMove as several:
                tile = str(several.details["tile"])
                question = self._which_end(tile, several.details["ends"])
            except DoublesixError as problem:
                self.screen.show(self.say.tell(problem))
                tile, question = "", self._question()

    def _read(self, typed: str, tile: str) -> Move:
        """The move that was typed; after a tile that fits several ends, an end will do."""
        end = read_end(self.say, typed) if tile else None
        words = f"{tile} {end}" if end else read_move_words(self.say, self.view.hand, typed)
        move = read_move(self.state, words)
        apply(self.state, move)  # what is wrong with it is told before it is made
        return move

    def _question(self) -> str:
        kinds = {move.kind for move in self.view.legal}
        asked = "-".join(kind.name.lower() for kind in Kind if kind in kinds)
        return self.say(
            f"terminal.move.{asked}",
            name=self.record.name(self.state.turn),
            draw=word(self.say, "draw"),
            knock=word(self.say, "pass"),
        )

    def _which_end(self, tile: str, ends: object) -> str:
        assert isinstance(ends, list)
        named = self.say.any_of([self.say(f"end.{end}") for end in ends])
        return self.say("terminal.ask.which-end", tile=f"[{tile}]", ends=named)
