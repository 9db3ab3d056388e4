"""What many are told and is worked out once: the line of a table's round, laid out for every shape
of screen that somebody looks at; its sentences; and whatever else is the same for all."""

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from doublesix.draw.layout import Line, Placed, Slot
from doublesix.engine import Game, Step
from doublesix.engine.events import MoveEvent, Played
from doublesix.table.messages import LaidTile, RoundScore
from doublesix.table.sentences import Sentences
from doublesix.table.state import Finished, TableState

T = TypeVar("T")


class Shaped:
    """The line for one shape, step by step: the deal is step 0, the first move is step 1."""

    def __init__(self, game: Game, shape: str) -> None:
        self._line = Line(game, shape)
        self.placed: list[Placed | None] = []
        """Where the tile lies that a step laid, if it laid one."""
        self.slots: list[tuple[Slot, ...]] = []
        """Where a tile would lie at each open end after a step."""
        self._laid: list[LaidTile] = []
        self._laid_upto = 1

    def follow(self, steps: Sequence[Step]) -> None:
        """Lay all that was laid since."""
        for step in steps[len(self.placed) :]:
            event = step.events[0]
            if isinstance(event, Played):
                self.placed.append(self._line.lay(event))
            else:
                self.placed.append(None)
                if self.slots:  # nothing was laid: the ends are where they were
                    self.slots.append(self.slots[-1])
                    continue
            self.slots.append(self._line.slots(step.state.ends))

    def laid(self, past: Sequence[MoveEvent]) -> tuple[LaidTile, ...]:
        """The tiles that these moves have laid."""
        for ply in range(self._laid_upto, len(self.placed)):
            event, at = past[ply - 1], self.placed[ply]
            if isinstance(event, Played) and at is not None:
                self._laid.append(LaidTile(event.seat, event.tile, at, end_word(event)))
        self._laid_upto = len(self.placed)
        return tuple(self._laid)


def end_word(event: Played) -> str:
    """The end a tile was laid at, as messages name it."""
    return "" if event.end is None else event.end.word


class Lines:
    """The lines of one table; whoever serves it keeps them beside it."""

    def __init__(self) -> None:
        self.sentences = Sentences()
        self._dealt: Step | None = None
        self._shapes: dict[str, Shaped] = {}
        self._rounds: list[Finished] = []
        self._scores: list[RoundScore] = []
        self._version = 0
        self._made: dict[str, object] = {}

    def once(self, table: TableState, name: str, make: Callable[[], T]) -> T:
        """What is made of a table, which stays the same until something happens there."""
        if table.version != self._version:
            self._version = table.version
            self._made = {}
        if name not in self._made:
            self._made[name] = make()
        return cast(T, self._made[name])

    def scores(
        self, table: TableState, make: Callable[[Finished], RoundScore]
    ) -> tuple[RoundScore, ...]:
        """The lines of the score sheet of this match, each made once."""
        if table.rounds is not self._rounds:
            self._rounds, self._scores = table.rounds, []
        self._scores += map(make, table.rounds[len(self._scores) :])
        return tuple(self._scores)

    def shaped(self, table: TableState, shape: str) -> Shaped:
        """The line of the round that is on the table, up to date."""
        steps = table.steps
        if steps[0] is not self._dealt:
            self._dealt = steps[0]
            self._shapes = {}
        line = self._shapes.get(shape)
        if line is None:
            line = self._shapes[shape] = Shaped(table.game, shape)
        line.follow(steps)
        return line
