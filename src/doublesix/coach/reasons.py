"""Why one move is better than another, in a sentence that is true of the position.

A thumb rule is named only if it speaks for the better move here, by what the seat can see; of
several the one that weighs most with the bot that goes by them. It says what differs, and claims
no more: the values come from playing on, not from thumb rules.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from doublesix import tiles
from doublesix.bots.simple import points_now
from doublesix.engine import Kind, Move, View
from doublesix.engine.ends import CLOSED
from doublesix.engine.events import Played
from doublesix.engine.scoring import points_in_play
from doublesix.kernel.likes import USUAL, known_lacks
from doublesix.tiles import is_double, mask, members
from doublesix.words.told import Told

Arguments = dict[str, str | int | tuple[str | Told, ...]]


class Reason(Struct, frozen=True):
    """A thumb rule that speaks for the better move, and how much it weighs."""

    weight: int
    told: Told


class After:
    """What a seat sees of the table after it has laid a tile."""

    def __init__(self, view: View, move: Move) -> None:
        self.tile = move.tile
        self.ends = view.ends.grown[move.tile, move.end]
        self.rest = mask(view.hand) & ~(1 << move.tile)
        self.points = points_now(view, move)


class Choice:
    """Two moves of a seat, the better one and the other."""

    def __init__(self, view: View, better: Move, other: Move, names: Sequence[str]) -> None:
        assert view.seat is not None
        self.view, self.game, self.seat, self.names = view, view.game, view.seat, names
        self.named: Arguments = {"better": (tell_play(better),), "other": (tell_play(other),)}
        self.lacks = known_lacks(view)
        laid = mask([event.tile for event in view.past if isinstance(event, Played)])
        self.unseen = view.game.tiles.full & ~(laid | mask(view.hand))

    def told(self, why: str, **arguments: str | int) -> Told:
        """A sentence about the two."""
        return Told(f"coach.why.{why}", {**self.named, **arguments})

    def is_partner(self, seat: int) -> bool:
        """Whether this other seat plays on the same side."""
        return self.game.side_of[seat] == self.game.side_of[self.seat]


def tell_play(move: Move) -> Told:
    """A move as a thing: ``6-5 on the left``, ``drawing``."""
    if move.kind is not Kind.PLAY:
        return Told(f"coach.move.{move.kind.name.lower()}")
    where = "lead" if move.end is None else move.end.word
    return Told(f"coach.move.{where}", {"tile": tiles.text(move.tile)})


def explain(view: View, better: Move, other: Move, names: Sequence[str]) -> Told:
    """Why ``better``, which is known to be better, is so for the seat that sees this."""
    found = reason_for(view, better, other, names)
    return found or Choice(view, better, other, names).told("played-on")


def reason_for(view: View, better: Move, other: Move, names: Sequence[str]) -> Told | None:
    """The thumb rule that speaks most for ``better``; None where none does."""
    choice = Choice(view, better, other, names)
    if better.kind is not Kind.PLAY:
        return None
    if other.kind is not Kind.PLAY:
        return choice.told("goes-out" if len(view.hand) == 1 else "lays")
    both = After(view, better), After(view, other)
    found = [reason for rule in _RULES if (reason := rule(choice, *both))]
    return max(found, key=lambda reason: reason.weight).told if found else None


def _scores(choice: Choice, better: After, other: After) -> Reason | None:
    more = better.points - other.points
    if more <= 0:
        return None
    told = choice.told("scores", points=better.points, less=other.points)
    return Reason(USUAL.scored * more, told)


def _gives(choice: Choice, better: After, other: After) -> Reason | None:
    """How many points the next seat may make, if it is an opponent."""
    following = choice.game.after[choice.seat]
    if choice.is_partner(following):
        return None
    most, less = _most_points(choice, other, following), _most_points(choice, better, following)
    if most <= less:
        return None
    told = choice.told("gives", name=choice.names[following], points=most, less=less)
    return Reason(USUAL.scored * (most - less) // 2, told)


def _most_points(choice: Choice, after: After, seat: int) -> int:
    """What a seat may score next with a tile that it may hold."""
    divisors, lacks = choice.game.rules.in_play, choice.lacks[seat]
    return max(
        (
            points_in_play(divisors, after.ends.grown[tile, play.end].total)
            for tile in members(choice.unseen & after.ends.fits)
            if not any(lacks >> number & 1 for number in tiles.halves(tile))
            for play in after.ends.plays[tile]
        ),
        default=0,
    )


def _doubles(choice: Choice, better: After, other: After) -> Reason | None:
    if not is_double(better.tile) or is_double(other.tile):
        return None
    return Reason(USUAL.double, choice.told("double", tile=tiles.text(better.tile)))


def _weighs(choice: Choice, better: After, other: After) -> Reason | None:
    more = choice.game.pips[better.tile] - choice.game.pips[other.tile]
    return Reason(USUAL.pips * more, choice.told("heavier", count=more)) if more > 0 else None


def _fits(choice: Choice, better: After, other: After) -> Reason | None:
    """How many of the tiles left in the hand have a place."""
    count, less = [(after.rest & after.ends.fits).bit_count() for after in (better, other)]
    if count <= less:
        return None
    return Reason(USUAL.fits * (count - less), choice.told("fits", count=count, less=less))


def _unseen(choice: Choice, better: After, other: After) -> Reason | None:
    """How many tiles that others may hold fit the ends."""
    count, more = [(choice.unseen & after.ends.fits).bit_count() for after in (better, other)]
    if count >= more:
        return None
    return Reason(USUAL.unseen * (more - count), choice.told("unseen", count=count, more=more))


def _starves(choice: Choice, better: After, other: After) -> Reason | None:
    """What an opponent could not match is better left open."""
    return _lacking(choice, "starves", _opened(better, other), partner=False)


def _helps(choice: Choice, better: After, other: After) -> Reason | None:
    """What the partner could not match is better not left open."""
    return _lacking(choice, "partner", _opened(other, better), partner=True)


def _opened(first: After, second: After) -> list[int]:
    """The numbers that are open after the first move only."""
    return sorted(set(first.ends.open) - set(second.ends.open) - {CLOSED})


def _lacking(choice: Choice, why: str, numbers: Sequence[int], *, partner: bool) -> Reason | None:
    """An opponent or a partner who has shown that it lacks one of these numbers."""
    game = choice.game
    for seat in range(game.seats):
        if seat != choice.seat and choice.is_partner(seat) is partner:
            for number in numbers:
                if choice.lacks[seat] >> number & 1:
                    is_next = seat == game.after[choice.seat]
                    told = choice.told(why, name=choice.names[seat], number=number)
                    return Reason(USUAL.starves if is_next else USUAL.later, told)
    return None


_RULES: Sequence[Callable[[Choice, After, After], Reason | None]] = (
    _scores,
    _gives,
    _doubles,
    _weighs,
    _fits,
    _unseen,
    _starves,
    _helps,
)
