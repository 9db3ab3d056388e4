"""A round once more, from its deal."""

from collections.abc import Iterator

from doublesix.engine.events import Drew, MoveEvent, Passed
from doublesix.engine.match import place_round
from doublesix.engine.moves import DRAW, PASS, Move, lay
from doublesix.engine.opening import Opening
from doublesix.engine.play import apply
from doublesix.engine.scoring import Standing
from doublesix.engine.state import State, Step


def replay(state: State) -> Iterator[tuple[State, Step]]:
    """Every move that led to this position: the position before it, and what came of it.

    >>> from doublesix.engine import deal_round, legal_moves, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> dealt = deal_round(new_game(load("svoora"), 2), Rng(7)).state
    >>> led = apply(dealt, legal_moves(dealt)[0])
    >>> list(replay(led.state)) == [(dealt, led)]
    True
    """
    here = state.round
    opening = Opening(here.leader, here.leads)
    now = Standing(here.totals, here.games)
    at = place_round(here.game, here.deal, opening, here.number, now).state
    for event in state.past:
        step = apply(at, move_of(event))
        yield at, step
        at = step.state


def move_of(event: MoveEvent) -> Move:
    """The move that this event tells of."""
    if isinstance(event, Drew):
        return DRAW
    return PASS if isinstance(event, Passed) else lay(event.tile, event.end)
