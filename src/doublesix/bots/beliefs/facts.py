"""What a view proves about tiles it does not show.

A hidden tile lies in a *slot*: what a seat was dealt, one draw of a seat, or the stock as it is
now. A seat that could not play lacked certain tiles at that moment, so that no tile of those lies
in its slots of before; what it drew later is another matter. A seat that did what only an able one
may do had one of certain tiles: a *need*.

The engine is asked, not read twice: whether a move was open to a seat that could play, and to one
that could not, tells what the move proves.
"""

from msgspec import Struct

from doublesix.engine import State, View
from doublesix.engine.events import Drew, Passed, Played
from doublesix.engine.play import second_stage
from doublesix.engine.refusal import may_draw, may_pass
from doublesix.engine.state import Deal, Round, Stage
from doublesix.rules.model import BlockedWhen, Unable
from doublesix.tiles import mask, members

Need = dict[int, int]
"""At least one of these tiles lies in one of its slots, given as a mask."""

STOCK = 1
"""The slot of the stock, as a mask."""


class Slot(Struct, frozen=True):
    """A place for hidden tiles."""

    owner: int | None
    """The seat that got them; None for the stock."""
    since: int
    """0 for the deal, else the number of the move that drew the tile, counted from 1."""
    room: int


class Facts:
    """The slots, where each hidden tile may lie, and what is needed besides."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.slots = _slots(view)
        self.needs: list[Need] = []
        self.played = {
            event.tile: number
            for number, event in enumerate(view.past, 1)
            if isinstance(event, Played)
        }
        """The number of the move that laid each tile."""
        self.own_dealt = _own_dealt(view)
        self.allowed = self._first_allowed()
        """For each hidden tile, the slots it may lie in, as a mask."""

    def slots_of(self, seats: range | tuple[int, ...], before: int) -> int:
        """The slots these seats had before this move, as a mask."""
        return mask(
            at for at, slot in enumerate(self.slots) if slot.owner in seats and slot.since < before
        )

    def _first_allowed(self) -> dict[int, int]:
        """Everywhere, but for tiles that were laid, or shown at the end."""
        view = self.view
        own = mask(view.hand) | self.own_dealt | _own_drawn(view)
        every = (1 << len(self.slots)) - 1
        shown = {} if view.hands is None else {
            tile: seat for seat, hand in enumerate(view.hands) for tile in hand
        }  # fmt: skip
        allowed: dict[int, int] = {}
        for tile in members(view.game.tiles.full & ~own):
            if number := self.played.get(tile):
                allowed[tile] = self.slots_of((_seat(view, number),), number)
            elif view.hands is None:
                allowed[tile] = every
            elif tile in shown:
                allowed[tile] = self.slots_of((shown[tile],), len(view.past) + 1)
            else:
                allowed[tile] = STOCK
        return allowed

    def lacked(self, seat: int, before: int, fits: int) -> None:
        """Before this move, the seat held none of these tiles."""
        slots = self.slots_of((seat,), before)
        for tile in self._there(before, fits):
            self.allowed[tile] &= ~slots

    def needed(self, seats: range | tuple[int, ...], before: int, fits: int, own: int) -> None:
        """Before this move, one of the seats held one of these tiles; ``own`` is what the seat
        whose view this is held then."""
        if self.view.seat in seats and own & fits:
            return
        slots = self.slots_of(seats, before)
        self.needs.append(dict.fromkeys(self._there(before, fits), slots))

    def _there(self, before: int, fits: int) -> list[int]:
        """The hidden ones of these tiles that were not on the table yet."""
        played = self.played
        return [
            tile for tile in self.allowed if fits >> tile & 1 and played.get(tile, before) >= before
        ]


def _seat(view: View, number: int) -> int:
    event = view.past[number - 1]
    assert isinstance(event, Played | Drew | Passed)
    return event.seat


def _own_drawn(view: View) -> int:
    return mask(
        event.tile for event in view.past if isinstance(event, Drew) and event.tile is not None
    )


def _own_dealt(view: View) -> int:
    """What the seat whose view this is was dealt."""
    played = mask(
        event.tile for event in view.past if isinstance(event, Played) and event.seat == view.seat
    )
    return (mask(view.hand) | played) & ~_own_drawn(view)


def _slots(view: View) -> tuple[Slot, ...]:
    """The stock, what each other seat was dealt, and each tile another seat drew."""
    dealt = [Slot(seat, 0, view.game.hand) for seat in range(view.game.seats) if seat != view.seat]
    drawn = [
        Slot(event.seat, number, 1)
        for number, event in enumerate(view.past, 1)
        if isinstance(event, Drew) and event.seat != view.seat
    ]
    return (Slot(None, 0, view.stock), *dealt, *drawn)


def read_facts(view: View) -> Facts:
    """All that the moves of this round prove; the opening rule is left out."""
    facts = Facts(view)
    at = _blank(view, facts.own_dealt)
    for number, event in enumerate(view.past, 1):
        assert isinstance(event, Played | Drew | Passed)
        own = 0 if view.seat is None else at.hands[view.seat]
        if not isinstance(event, Played):
            _learn_from_choice(facts, at, number, event, own)
        at = _follow(view, at, event)
        if number < len(view.past) or view.result is None:
            _learn_from_going_on(facts, at, number, event)
    return facts


def _blank(view: View, own_dealt: int) -> State:
    """The position before the lead with nothing in it that is hidden."""
    game = view.game
    hands = tuple(own_dealt if seat == view.seat else 0 for seat in range(game.seats))
    stock = (0,) * (game.tiles.size - game.seats * game.hand)
    nothing = (0,) * len(game.sides)
    here = Round(game, view.number, Deal(hands, stock), view.leader, 0, nothing, nothing)
    return State(here, hands, stock, game.no_ends, view.leader, Stage.LEAD, 0, 0, nothing, (), None)


def _follow(view: View, at: State, event: Played | Drew | Passed) -> State:
    """What everybody could see of the position after this move. The seat in turn is the one that
    made the next move: after a lead it may be the leader again."""
    game, number = view.game, len(at.past) + 1
    turn = view.turn if number == len(view.past) else _seat(view, number + 1)
    hands, own = list(at.hands), event.seat == view.seat
    stock, ends, drawn = at.stock, at.ends, 0
    if isinstance(event, Played):
        ends = ends.grown[event.tile, event.end]
        hands[event.seat] ^= own << event.tile
    elif isinstance(event, Drew):
        stock, drawn = stock[1:], at.drawn + 1
        hands[event.seat] |= 0 if event.tile is None else 1 << event.tile
    return State(
        at.round,
        tuple(hands),
        stock,
        ends,
        game.after[event.seat] if turn is None else turn,
        Stage.TURN,
        drawn,
        at.passes + 1 if isinstance(event, Passed) else 0,
        at.in_play,
        (*at.past, event),
        None,
    )


def _learn_from_choice(
    facts: Facts, at: State, number: int, event: Drew | Passed, own: int
) -> None:
    """A draw or a pass may be open only to a seat that cannot play, or only to one that can."""
    able, unable = (_was_open(at, event, able) for able in (True, False))
    if _after_lead(at) and at.turn == at.round.leader:  # an able leader lays its second tile
        able = False
    if not able:
        facts.lacked(event.seat, number, at.ends.fits)
    elif not unable:
        facts.needed((event.seat,), number, at.ends.fits, own)


def _was_open(at: State, event: Drew | Passed, able: bool) -> bool:
    draws = may_draw(at, able)
    return draws if isinstance(event, Drew) else may_pass(at, able, draws)


def _after_lead(at: State) -> bool:
    return len(at.past) == 1


def _learn_from_going_on(
    facts: Facts, at: State, number: int, event: Played | Drew | Passed
) -> None:
    """A round that goes on is not blocked, and a leader who goes on can, where only an able one
    may."""
    rules, fits = at.game.rules, at.ends.fits
    own = 0 if facts.view.seat is None else at.hands[facts.view.seat]
    if _after_lead(at) and isinstance(event, Played) and second_stage(rules, event.tile, fits):
        if at.turn != event.seat:
            facts.lacked(event.seat, number + 1, fits)
        elif second_stage(rules, event.tile, 0) is None:
            facts.needed((event.seat,), number + 1, fits, own)
    if rules.unable is not Unable.PASS and len(at.stock) > rules.reserve:
        return
    one = rules.blocked_when is BlockedWhen.ONE_STUCK
    facts.needed((at.turn,) if one else range(at.game.seats), number + 1, fits, own)
