"""Worlds found by trying every deal, and small games in which that can be done."""

from collections.abc import Iterator
from itertools import combinations, permutations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from doublesix.bots.beliefs import World
from doublesix.engine import Deal, Game, State, View, apply, new_game, view
from doublesix.engine.events import Drew, MoveEvent, Passed, Played
from doublesix.engine.match import place_round
from doublesix.engine.opening import Opening, find_opening, opens_by_rule
from doublesix.engine.replay import move_of
from doublesix.engine.scoring import Standing
from doublesix.errors import IllegalMove
from doublesix.rules.check import Contradiction
from doublesix.tiles import mask
from tests.record import play_match
from tests.strategies import make_rules, sayings, seeds

Tried = tuple[tuple[int, ...], tuple[int, ...]]
"""What every seat was dealt, and the tiles drawn."""


def told(world: World) -> Tried:
    return world.dealt, world.drawn


def every_world(seen: View) -> set[Tried]:
    """All deals from which the engine comes to this very view."""
    draws = drawn(seen)
    own = own_deal(seen)
    found: set[Tried] = set()
    for hands, rest in _hands(seen, own, set(range(seen.game.tiles.size)), 0):
        for order in permutations(sorted(rest), draws):
            if _agrees(seen, hands, (*order, *sorted(rest - set(order)))):
                found.add((hands, order))
    return found


def own_deal(seen: View) -> set[int]:
    """The tiles that the seat whose view this is was dealt."""
    own = set(seen.hand)
    for event in seen.past:
        if isinstance(event, Played) and event.seat == seen.seat:
            own.add(event.tile)
    return own - {event.tile for event in seen.past if isinstance(event, Drew)}


def _hands(
    seen: View, own: set[int], left: set[int], seat: int
) -> Iterator[tuple[tuple[int, ...], set[int]]]:
    if seat == seen.game.seats:
        yield (), left
        return
    if seat == seen.seat:
        choices = [tuple(own)]
    elif seen.seat is not None and seat < seen.seat:
        choices = list(combinations(sorted(left - own), seen.game.hand))
    else:
        choices = list(combinations(sorted(left), seen.game.hand))
    for hand in choices:
        for rest, stock in _hands(seen, own, left - set(hand), seat + 1):
            yield (mask(hand), *rest), stock


def _agrees(seen: View, hands: tuple[int, ...], stock: tuple[int, ...]) -> bool:
    """Whether the same moves from this deal look the same."""
    game = seen.game
    opening = Opening(seen.leader, hands[seen.leader])
    if opens_by_rule(game, seen.number):
        found = find_opening(game, hands)
        if not isinstance(found, Opening):
            return False
        opening = found
    at = place_round(game, Deal(hands, stock), opening, seen.number, before(seen)).state
    try:
        for event in seen.past:
            assert isinstance(event, Played | Drew | Passed)
            at = apply(at, move_of(event)).state
    except IllegalMove:
        return False
    return view(at, seen.seat) == seen


def before(seen: View) -> Standing:
    """How the match stood when the round began."""
    if seen.result is not None:
        added, won = seen.result.points, seen.result.winners
    else:
        added, won = (seen.in_play, ()) if not seen.game.awards_difference else ((0, 0), ())
    totals = tuple(total - more for total, more in zip(seen.totals, added, strict=True))
    games = tuple(
        count - (side in won and not seen.game.target) for side, count in enumerate(seen.games)
    )
    return Standing(totals, games)


def number_of(found: set[Tried], past: tuple[MoveEvent, ...], seat: int | None, tile: int) -> int:
    """In how many of these worlds the seat holds the tile now; None for the stock."""
    count = 0
    for dealt, order in found:
        hands, draws = list(dealt), iter(order)
        for event in past:
            if isinstance(event, Drew):
                hands[event.seat] |= 1 << next(draws)
            elif isinstance(event, Played):
                hands[event.seat] ^= 1 << event.tile
        gone = mask(event.tile for event in past if isinstance(event, Played))
        stock = ~(sum(hands) | gone)
        count += (stock if seat is None else hands[seat]) >> tile & 1
    return count


@st.composite
def small_games(draw: DrawFn) -> Game:
    """Any rules at all, with few tiles."""
    said = draw(sayings())
    top = draw(st.sampled_from([2, 3, 3]))
    seats = draw(st.integers(2, 3))
    size = (top + 1) * (top + 2) // 2
    hand = draw(st.integers(1, min(3, size // seats)))
    said |= {"set": top, "seats": [seats], "hand": {str(seats): hand}, "sides": "alone"}
    said["reserve"] = draw(st.just(0) | st.integers(0, 4))
    try:
        book = make_rules(said)
    except Contradiction:
        book = make_rules(said | {"equal_doubles": "highest_double"})
    return new_game(book, seats)


@st.composite
def small_views(draw: DrawFn, most_drawn: int = 4) -> tuple[State, View]:
    """A position of such a game that chance came to in its first two rounds, and how a seat, or a
    watcher where there are few tiles, sees it."""
    game = draw(small_games())
    played = draw(st.sampled_from(play_match(game, draw(seeds()), 2)))
    state = draw(st.sampled_from([at for at in played.states if drawn(at) <= most_drawn]))
    seats: list[int | None] = [*range(game.seats)]
    if game.tiles.top == 2:
        seats.append(None)
    return state, view(state, draw(st.sampled_from(seats)))


def drawn(state: State | View) -> int:
    """How many tiles have been drawn."""
    return sum(isinstance(event, Drew) for event in state.past)
