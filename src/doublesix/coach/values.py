"""What every legal move is worth to a seat, given only what it can know: the one place where the
coach asks an evaluator.

The same worlds are drawn for every move, and a search tree grows below each of them alone, with
equally many rounds: a search that chooses would hardly look at bad moves. Where the view leaves
one world only, and there are two sides, it is solved instead.

Needs the extra ``kernel``. A game that it cannot play is refused as ``UnsupportedRules``.
"""

from math import sqrt
from operator import sub

from doublesix.bots.beliefs import Beliefs, world_state
from doublesix.bots.beliefs.fast import sampler
from doublesix.coach.budget import ROUNDS, checked
from doublesix.coach.found import Valued
from doublesix.coach.hindsight import open_values
from doublesix.coach.measure import Measure, measure_of
from doublesix.engine import View
from doublesix.kernel.beliefs import Sampler
from doublesix.kernel.equity import Reckoning
from doublesix.kernel.search import Tree
from doublesix.rng import Rng

_BOLD = 0.7
"""How curious the search is."""
_RECKONINGS = {Measure.WIN: Reckoning.ROUND, Measure.POINTS: Reckoning.POINTS}


def values_of(view: View, budget: int = ROUNDS, seed: int = 1) -> list[Valued]:
    """Every legal move of the seat in turn, in canonical order; ``budget`` rounds for each.

    >>> from doublesix.engine import deal_round, new_game, view
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("draw"), 2), Rng(3)).state
    >>> values = values_of(view(state, state.turn), 1000)
    >>> str(max(values, key=lambda valued: valued.worth).move)
    '5-5'
    """
    worlds = sampler(view)
    found = _solved(view, worlds)
    if found is None:
        found = _searched(view, worlds, checked(budget), seed)
    return found


def _solved(view: View, worlds: Sampler) -> list[Valued] | None:
    """Exactly, where nothing is hidden."""
    if round(worlds.count) != 1 or view.stock > 1:
        return None
    worths = open_values(world_state(view, Beliefs.of(view).sample(Rng(0))))
    if worths is None:
        return None
    return [Valued(move, worth, 0.0) for move, worth in zip(view.legal, worths, strict=True)]


def _searched(view: View, worlds: Sampler, budget: int, seed: int) -> list[Valued]:
    reckoning = _RECKONINGS[measure_of(view.game, _totals_before(view))]
    drawn = worlds.draw(budget, seed)
    found: list[Valued] = []
    for move in view.legal:
        tree = Tree(view, seed, budget + len(view.legal), _BOLD, reckoning=reckoning)
        tree.only(move)
        tree.grow(drawn)
        tried = next(tried for tried in tree.tried() if tried.move == move)
        if tried.visits:
            spread = sqrt(max(tried.worth * (1 - tried.worth), 1 / budget) / tried.visits)
            found.append(Valued(move, tried.worth, spread))
        else:  # the same tile at the other end comes to the same
            twin = next(valued for valued in found if valued.move.tile == move.tile)
            found.append(Valued(move, twin.worth, twin.error))
    return found


def _totals_before(view: View) -> tuple[int, ...]:
    """Each side's points when the round began."""
    if view.game.awards_difference:
        return view.totals
    return tuple(map(sub, view.totals, view.in_play))
