"""How much each thumb rule counts with the player that has some: here, so that the readable player
and the compiled one have the same. Needs nothing."""

from msgspec import Struct

from doublesix.engine import View
from doublesix.engine.events import Drew, Passed, Played
from doublesix.rules.model import DrawnTile, Rules


class Likes(Struct, frozen=True):
    """What is added for a move; the numbers were found by play, see ``bench/results.md``."""

    scored: int = 240
    """For every point that it scores at once."""
    pips: int = 2
    """For every pip that it takes out of the hand."""
    double: int = 150
    """For a double: it fits one number only, and goes early."""
    fits: int = 28
    """For every tile left in the hand that fits an end."""
    unseen: int = 20
    """Against every tile that fits an end and may be somebody else's."""
    starves: int = 6
    """For every end that the next seat, an opponent, is known to lack."""
    later: int = 40
    """For every end that a later opponent is known to lack."""


USUAL = Likes()


def pass_tells(rules: Rules) -> bool:
    """Whether a seat that passes has shown that it lacks the numbers at the ends."""
    choice = rules.able_may_pass or rules.pass_instead_of_draw
    return not choice and rules.drawn_tile is DrawnTile.MUST_PLAY


def known_lacks(view: View) -> list[int]:
    """The numbers that each seat has shown it lacks, and has drawn nothing since, as masks."""
    game = view.game
    lacks = [0] * game.seats
    ends, tells = game.no_ends, pass_tells(game.rules)
    for event in view.past:
        if isinstance(event, Played):
            ends = ends.grown[event.tile, event.end]
        elif isinstance(event, Drew):
            lacks[event.seat] = 0
        elif isinstance(event, Passed) and tells:
            for number in ends.shown:
                lacks[event.seat] |= 1 << number
    return lacks
