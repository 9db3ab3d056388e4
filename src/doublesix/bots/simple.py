"""The two simplest players: one that does not think, one that only counts pips."""

from collections.abc import Sequence

from doublesix.engine import Move, View
from doublesix.engine.moves import Kind
from doublesix.engine.scoring import points_in_play
from doublesix.rng import Rng
from doublesix.tiles import is_double


class RandomBot:
    """Any legal move, each as likely as the next."""

    name = "random"

    def choose(self, view: View, rng: Rng) -> Move:
        return rng.choose(view.legal)

    def odds(self, view: View) -> Sequence[float]:
        """Every move is as likely as the next."""
        return [1 / len(view.legal)] * len(view.legal)


class GreedyBot:
    """The play that scores most now; among equals the heaviest tile, a double first.

    It lays a tile whenever it can, and passes rather than draws where it has the choice.
    """

    name = "greedy"

    def choose(self, view: View, rng: Rng) -> Move:
        del rng  # it always knows what it wants
        return max(view.legal, key=lambda move: greedy_value(view, move))


def greedy_value(view: View, move: Move) -> tuple[int, int, int, bool]:
    """How much a greedy player likes a move."""
    if move.kind is not Kind.PLAY:
        return 0, 0, -1, move.kind is Kind.PASS
    return (1, points_now(view, move), view.game.pips[move.tile], is_double(move.tile))


def points_now(view: View, move: Move) -> int:
    """What laying this tile scores at the open ends at once."""
    after = view.ends.grown[move.tile, move.end]
    return points_in_play(view.game.rules.in_play, after.total)
