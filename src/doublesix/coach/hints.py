"""A hint for the seat in turn: what to do, and why. The same values and the same sentences as in a
game that is looked at again.

The module needs nothing; thinking needs the extra ``kernel``.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from doublesix.bots.heuristic import HeuristicBot
from doublesix.coach.account import best_of, loss_of
from doublesix.coach.budget import QUICK
from doublesix.coach.reasons import explain, reason_for, tell_play
from doublesix.engine import Move, View
from doublesix.errors import UnsupportedRules
from doublesix.rng import Rng
from doublesix.words.told import Told


class Hint(Struct, frozen=True):
    """What to do."""

    move: Move
    told: Told
    why: Told
    thought: bool
    """Whether it was thought over; else it goes by thumb rule."""


def think(view: View, names: Sequence[str], budget: int = QUICK, seed: int = 1) -> Hint:
    """A hint that is thought over, for a seat that has a choice. Goes by thumb rule where the game
    cannot be thought through."""
    from doublesix.coach.values import values_of

    try:
        values = values_of(view, budget, seed)
    except UnsupportedRules:
        return guess(view, names)
    best = best_of(values).move
    worse = [valued for valued in values if loss_of(values, valued.move)]
    why = explain(view, best, best_of(worse).move, names) if worse else None
    return _hint("suggests", best, why, thought=True)


def guess(view: View, names: Sequence[str]) -> Hint:
    """A hint by thumb rule, at once."""
    bot, rng = HeuristicBot(), Rng(0)
    best = bot.choose(view, rng)
    others = tuple(move for move in view.legal if move != best)
    why = reason_for(view, best, bot.choose(replace(view, legal=others), rng), names)
    return _hint("thumb", best, why, thought=False)


def _hint(how: str, move: Move, why: Told | None, *, thought: bool) -> Hint:
    told = Told(f"coach.hint.{how}", {"better": (tell_play(move),)})
    return Hint(move, told, why or Told("coach.why.level"), thought)
