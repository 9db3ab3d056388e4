"""One way in which the hidden tiles may lie, and the position it makes of a view."""

from operator import sub

from msgspec import Struct
from msgspec.structs import replace

from doublesix.engine import State, View
from doublesix.engine.events import Drew, MoveEvent, Passed, Played
from doublesix.engine.opening import Opening, find_opening, opens_by_rule
from doublesix.engine.play import second_stage
from doublesix.engine.state import Deal, Round, Stage


class World(Struct, frozen=True):
    """What was dealt and drawn, and what is left to draw."""

    dealt: tuple[int, ...]
    """What each seat was dealt, as a mask."""
    drawn: tuple[int, ...]
    """The tiles drawn in this round, in order."""
    hands: tuple[int, ...]
    """What each seat holds now, as a mask."""
    stock: tuple[int, ...]
    """The tiles left, in the order they will be drawn."""


def make_world(view: View, dealt: list[int], drawn: list[int], stock: list[int]) -> World:
    """The world with this deal and these draws."""
    hands = list(dealt)
    draws = iter(drawn)
    for event in view.past:
        if isinstance(event, Drew):
            hands[event.seat] |= 1 << next(draws)
        elif isinstance(event, Played):
            hands[event.seat] ^= 1 << event.tile
    return World(tuple(dealt), tuple(drawn), tuple(hands), tuple(stock))


def world_state(view: View, world: World) -> State:
    """The position of which this is the view, if the hidden tiles lie as in this world.

    It has the same past, so that it can be played again from the deal.
    """
    past = _past(view, world)
    turn, stage = _turn(view, world, past)
    return State(
        round=_round(view, world),
        hands=world.hands,
        stock=world.stock,
        ends=view.ends,
        turn=turn,
        stage=stage,
        drawn=view.drawn,
        passes=_passes(past),
        in_play=view.in_play,
        past=past,
        result=view.result,
    )


def _past(view: View, world: World) -> tuple[MoveEvent, ...]:
    """The moves, with the tiles that were drawn."""
    draws = iter(world.drawn)
    past: list[MoveEvent] = []
    for event in view.past:
        assert isinstance(event, Played | Drew | Passed)
        past.append(replace(event, tile=next(draws)) if isinstance(event, Drew) else event)
    return tuple(past)


def _passes(past: tuple[MoveEvent, ...]) -> int:
    """Passes in a row at the end."""
    count = 0
    while count < len(past) and isinstance(past[-1 - count], Passed):
        count += 1
    return count


def _turn(view: View, world: World, past: tuple[MoveEvent, ...]) -> tuple[int, Stage]:
    """Whose turn it is, or would be if the round were not over, and what that seat has to do.
    That it is a second tile is told to its own seat only."""
    if not past:
        return view.leader, Stage.LEAD
    last = past[-1]
    if isinstance(last, Drew):
        return last.seat, Stage.TURN
    if isinstance(last, Played) and last.end is None:
        fitting = world.hands[last.seat] & view.ends.fits
        if goes_on := second_stage(view.game.rules, last.tile, fitting):
            return last.seat, goes_on
    return view.game.after[last.seat], Stage.TURN


def _round(view: View, world: World) -> Round:
    game = view.game
    opening = Opening(view.leader, world.dealt[view.leader])
    if opens_by_rule(game, view.number):
        found = find_opening(game, world.dealt)
        assert isinstance(found, Opening)
        opening = found
    totals, games = _before(view)
    deal = Deal(world.dealt, world.drawn + world.stock)
    return Round(game, view.number, deal, opening.leader, opening.leads, totals, games)


def _before(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How the match stood when the round began."""
    game, result = view.game, view.result
    if result is None:
        added = (0,) * len(game.sides) if game.awards_difference else view.in_play
        return tuple(map(sub, view.totals, added)), view.games
    games = view.games
    if not game.target:
        games = tuple(won - (side in result.winners) for side, won in enumerate(games))
    return tuple(map(sub, view.totals, result.points)), games
