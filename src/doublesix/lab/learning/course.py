"""What the net learns: which games, how often each, and at which scores."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from doublesix import rules
from doublesix.engine import Game, new_game, one_round
from doublesix.kernel.lower import Lowered, lower
from doublesix.lab.named import tables_of

_EDITION = 0.4
_TWO_SEATS = 2
"""So much more often than others a table for two is learned; a choice, not measured by itself."""
_CLOSE = 5
"""So few points are missing where every round may be the last."""


class Subject(Struct, frozen=True):
    """A game to be learned."""

    name: str
    lowered: Lowered
    share: float
    """How often, beside the others."""
    is_examined: bool
    """Whether its strength is told in the end: rounds of the books and of house rules."""

    @property
    def game(self) -> Game:
        return self.lowered.game


def course(house: Sequence[tuple[str, float]]) -> list[Subject]:
    """Every book at every table, every edition, and house rules, each with its share."""
    asked = [subject for name, share in house for subject in _tables(name, share)]
    found = [subject for book in rules.BOOKS for subject in _tables(book, 1.0)]
    for name in rules.shipped():
        if name not in rules.BOOKS:
            found += _tables(name, _EDITION / len(rules.load(name).seats), is_examined=False)
    return found + asked


def _tables(name: str, share: float, *, is_examined: bool = True) -> Iterator[Subject]:
    """A book at its tables, where a round is all there is; and in a match, if that is not the
    same."""
    for book, rulebook, seats in tables_of(name):
        alone, match = one_round(rulebook, seats), new_game(rulebook, seats)
        often = share * (_TWO_SEATS if seats == 2 else 1)
        part = often if alone == match else often / 2
        yield Subject(f"{book}:{seats}", lower(alone), part, is_examined)
        if alone != match:
            yield Subject(f"{book}:{seats}:match", lower(match), part, is_examined=False)


def score_of(game: Game, rng: np.random.Generator) -> list[int]:
    """A score at which a round may begin: often near the end, where who wins the round decides."""
    sides = len(game.sides)
    if not game.target:
        return [0] * sides
    kind = rng.random()
    if kind < (0.2 if game.scores_in_play else 0.5):
        return [int(game.target - 1 - rng.integers(min(_CLOSE, game.target))) for _ in range(sides)]
    if kind < 0.7:
        return [0] * sides
    return [int(rng.integers(game.target)) for _ in range(sides)]
