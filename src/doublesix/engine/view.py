"""The only way out for what is hidden: what one seat, or a watcher, may know.

Shuffling the tiles a seat cannot see never changes its view.
"""

from msgspec import Struct
from msgspec.structs import replace

from doublesix.engine.ends import Ends
from doublesix.engine.events import Dealt, Drew, Event, Result
from doublesix.engine.game import Game
from doublesix.engine.moves import Move
from doublesix.engine.play import legal_moves
from doublesix.engine.scoring import standing
from doublesix.engine.state import Stage, State
from doublesix.errors import InvalidInput
from doublesix.tiles import members


class View(Struct, frozen=True):
    """A position as one seat sees it; ``seat`` is None for a watcher."""

    game: Game
    seat: int | None
    number: int
    """Which round of the match this is."""
    leader: int
    turn: int | None
    """The seat in turn; None when the round is over."""
    stage: Stage
    drawn: int
    hand: tuple[int, ...]
    """The seat's own tiles, lowest number first; none for a watcher."""
    counts: tuple[int, ...]
    """How many tiles each seat holds."""
    hands: tuple[tuple[int, ...], ...] | None
    """Everybody's tiles, once the round is over and hands are shown."""
    stock: int
    ends: Ends
    past: tuple[Event, ...]
    """Every move of the round; others' drawn tiles are blank."""
    in_play: tuple[int, ...]
    totals: tuple[int, ...]
    games: tuple[int, ...]
    legal: tuple[Move, ...]
    """What this seat may do now; empty unless it is in turn."""
    result: Result | None


def view(state: State, seat: int | None) -> View:
    """What this seat may know; None for somebody who only watches.

    >>> from doublesix.engine import deal_round, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("ikea"), 2), Rng(1)).state
    >>> len(view(state, 0).hand), view(state, None).hand, view(state, None).counts
    (7, (), (7, 7))
    """
    here = state.round
    if seat is not None and not 0 <= seat < here.game.seats:
        raise InvalidInput("not-a-seat", word=str(seat), seats=[*range(here.game.seats)])
    now = standing(state)
    over = state.result is not None
    return View(
        game=here.game,
        seat=seat,
        number=here.number,
        leader=here.leader,
        turn=None if over else state.turn,
        stage=_stage(state, seat),
        drawn=state.drawn,
        hand=() if seat is None else tuple(members(state.hands[seat])),
        counts=tuple(hand.bit_count() for hand in state.hands),
        hands=tuple(tuple(members(hand)) for hand in state.hands) if over else None,
        stock=len(state.stock),
        ends=state.ends,
        past=tuple(redact(event, seat) for event in state.past),
        in_play=state.in_play,
        totals=now.totals,
        games=now.games,
        legal=legal_moves(state) if seat == state.turn else (),
        result=state.result,
    )


def _stage(state: State, seat: int | None) -> Stage:
    """What the seat in turn has to do. That it must lay a second tile tells what it holds, so
    only that seat is told."""
    hidden = state.stage is Stage.SECOND and seat != state.turn
    return Stage.TURN if hidden else state.stage


def redact(event: Event, seat: int | None) -> Event:
    """The event as this seat may see it."""
    if isinstance(event, Drew) and event.seat != seat:
        return replace(event, tile=None)
    if isinstance(event, Dealt):
        hands = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
        return replace(event, hands=hands)
    return event
