"""A player with a few thumb rules, and an eye for what others have shown they lack."""

from collections.abc import Sequence

from doublesix.bots.simple import points_now
from doublesix.engine import Move, View
from doublesix.engine.events import Played
from doublesix.engine.moves import Kind
from doublesix.kernel.likes import USUAL, Likes, known_lacks
from doublesix.rng import Rng
from doublesix.tiles import is_double, mask

_DRAWS, _PASSES = -(10**9), -(10**9) - 1


class HeuristicBot:
    """The play that the thumb rules like best, the first among equals; it draws only when nothing
    fits, and passes only when it cannot draw."""

    name = "heuristic"

    def __init__(self, likes: Likes = USUAL) -> None:
        self._likes = likes

    def choose(self, view: View, rng: Rng) -> Move:
        del rng  # it always knows what it wants
        lacks = known_lacks(view)
        return max(view.legal, key=lambda move: self._value(view, move, lacks))

    def _value(self, view: View, move: Move, lacks: Sequence[int]) -> int:
        if move.kind is not Kind.PLAY:
            return _DRAWS if move.kind is Kind.DRAW else _PASSES
        likes, own = self._likes, mask(view.hand)
        rest = own & ~(1 << move.tile)
        after = view.ends.grown[move.tile, move.end]
        return (
            likes.scored * points_now(view, move)
            + likes.pips * view.game.pips[move.tile]
            + likes.double * is_double(move.tile)
            + likes.fits * (rest & after.fits).bit_count()
            - likes.unseen * _unseen(view, own, after.shown)
            + self._liking(view, set(after.shown), lacks)
        )

    def _liking(self, view: View, shown: set[int], lacks: Sequence[int]) -> int:
        """For what opponents are known to lack of the numbers at the ends."""
        likes, game, seat = self._likes, view.game, view.seat
        assert seat is not None
        liking, other, place = 0, game.after[seat], 0
        while other != seat:
            lacked = sum(lacks[other] >> number & 1 for number in shown)
            if game.side_of[other] != game.side_of[seat]:
                liking += (likes.later if place else likes.starves) * lacked
            other, place = game.after[other], place + 1
        return liking


def _unseen(view: View, own: int, shown: Sequence[int]) -> int:
    """How many tiles have one of these numbers and may be somebody else's."""
    suits = view.game.tiles.suits
    showing = 0
    for number in shown:
        showing |= suits[number]
    laid = mask([event.tile for event in view.past if isinstance(event, Played)])
    return (showing & ~(own | laid)).bit_count()
