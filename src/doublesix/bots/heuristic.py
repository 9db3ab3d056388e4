"""A player with a few thumb rules, and an eye for what others have shown they lack."""

from collections.abc import Sequence

from msgspec import Struct

from doublesix.bots.simple import points_now
from doublesix.engine import Move, View
from doublesix.engine.events import Drew, Passed, PassReason, Played
from doublesix.engine.moves import Kind
from doublesix.rng import Rng
from doublesix.tiles import halves, is_double, mask


class Weights(Struct, frozen=True):
    """How much each thumb rule counts."""

    scored: float = 12.0
    """For every point that the tile scores at once."""
    pips: float = 1.0
    """For every pip that it takes out of the hand."""
    double: float = 5.0
    """A double fits one number only: it goes early."""
    fits: float = 5.0
    """For every tile of the own hand that will fit an open end."""
    starves: float = 4.0
    """For every open end that an opponent in turn lacks, half of it for later ones."""
    starves_partner: float = 4.0
    """The same against the partner counts as much the other way."""


class HeuristicBot:
    """The play that the thumb rules like best; it draws only when nothing fits."""

    name = "heuristic"

    def __init__(self, weights: Weights = Weights()) -> None:
        self._weights = weights

    def choose(self, view: View, rng: Rng) -> Move:
        """The best by the rules; among equals any."""
        lacks = known_lacks(view)
        values = [self.value(view, move, lacks) for move in view.legal]
        best = max(values)
        return rng.choose([move for move, value in zip(view.legal, values) if value == best])

    def value(self, view: View, move: Move, lacks: Sequence[int]) -> float:
        """How much the rules like a move; ``lacks`` has the numbers each seat lacks, as masks."""
        if move.kind is not Kind.PLAY:
            return -1000.0 if move.kind is Kind.DRAW else -1001.0
        weights, game, seat = self._weights, view.game, view.seat
        assert seat is not None
        after = view.ends.grown[move.tile, move.end]
        rest = mask(view.hand) & ~(1 << move.tile)
        value = weights.scored * points_now(view, move)
        value += weights.pips * game.pips[move.tile]
        value += weights.double * is_double(move.tile)
        value += weights.fits * (rest & after.fits).bit_count()
        return value + self._starving(view, after.open, seat, lacks)

    def _starving(
        self, view: View, ends: Sequence[int], seat: int, lacks: Sequence[int]
    ) -> float:
        weights, game = self._weights, view.game
        value, share = 0.0, 1.0
        other = game.after[seat]
        while other != seat:
            starved = sum(1 for end in ends if end >= 0 and lacks[other] >> end & 1)
            partner = game.side_of[other] == game.side_of[seat]
            weight = -weights.starves_partner if partner else weights.starves
            value += share * weight * starved
            share /= 2
            other = game.after[other]
        return value


def known_lacks(view: View) -> list[int]:
    """The numbers that each seat has shown it lacks and has had no chance to draw since, as masks."""
    game = view.game
    lacks = [0] * game.seats
    ends = game.no_ends
    for event in view.past:
        if isinstance(event, Played):
            ends = ends.grown[event.tile, event.end]
        elif isinstance(event, Drew):
            lacks[event.seat] = 0
        elif isinstance(event, Passed) and event.reason is not PassReason.CHOICE:
            for end in ends.open:
                if end >= 0:
                    lacks[event.seat] |= 1 << end
    return lacks
