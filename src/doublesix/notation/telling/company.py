"""Who plays: the names that sentences are told with."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from doublesix.engine import Game
from doublesix.words.told import Told


class Company(Struct, frozen=True):
    """The game and the people and bots that play it, seat by seat."""

    game: Game
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    """Whether a bot chooses at a seat. Of a bot it is never told that it was forced: that would
    show something of its hand."""
    one_screen: bool = False
    """Whether all people look at the same screen. It does not ask who has no choice, so everybody
    sees that; elsewhere only those who may see the hand are told."""

    def side(self, side: int) -> tuple[str, ...]:
        """The names of a side: one, or those of a pair."""
        return tuple([self.names[seat] for seat in self.game.sides[side]])

    def all_of(self, sides: Iterable[int]) -> tuple[str, ...]:
        """The names of several sides."""
        return tuple([name for side in sides for name in self.side(side)])

    def score(self, values: Sequence[int]) -> tuple[Told, ...]:
        """What each side has."""
        return tuple(
            Told("told.score.part", {"side": self.side(side), "points": value})
            for side, value in enumerate(values)
        )
