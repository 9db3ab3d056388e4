"""What an audience cannot see does not change a single byte of what it is told."""

from collections.abc import Iterator

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from doublesix import rules
from doublesix.engine import legal_moves
from doublesix.errors import IllegalMove, InvalidDeal
from doublesix.rng import Rng
from doublesix.table import messages as ask
from doublesix.table.events import AnyEvent, Dealt
from doublesix.table.lines import Lines
from doublesix.table.table import Chair, Table
from doublesix.table.tell import snapshot, updates
from tests.conformance.secrets import unseen_by
from tests.strategies import sayings, seeds
from tests.unit.table.desk import Desk, plan
from tests.unit.table.house import write_house

WHO = "ana"


def told(table: Table, last: list[AnyEvent]) -> tuple[bytes, bytes]:
    """All that Ana, who may own any seats or none, is told."""
    lines = Lines()
    seats = table.seats_of(WHO)
    return (
        msgspec.json.encode(snapshot(table, WHO, "wide", lines)),
        msgspec.json.encode(updates(table, last, seats, "wide", lines)),
    )


def other_worlds(desk: Desk, rng: Rng) -> Iterator[Table]:
    """The same table with two tiles that Ana cannot see in each other's places, where all that
    has happened could have happened just so."""
    table = desk.table
    state = desk.state
    unseen = set(unseen_by(state, None))
    for seat in table.seats_of(WHO):
        unseen &= set(unseen_by(state, seat))
    tiles = sorted(unseen)
    for _ in range(6 if len(tiles) > 1 else 0):
        one, other = rng.choose(tiles), rng.choose(tiles)
        swap = {one: other, other: one}
        changed = [swapped(event, swap) for event in desk.events]
        try:
            world = Table.restore(changed)
        except (IllegalMove, InvalidDeal):
            continue  # somebody could not have played like that
        if course(world) == course(table):
            yield world


def course(table: Table) -> object:
    """What everybody sees: whether it is a double that must be led, whose turn it was, and when
    the round was over."""
    leads = table.steps[0].state.round.leads
    double = leads.bit_count() == 1 and leads & table.game.tiles.doubles != 0
    return double, [(step.state.turn, step.state.result is None) for step in table.steps]


def swapped(event: AnyEvent, swap: dict[int, int]) -> AnyEvent:
    if not isinstance(event, Dealt):
        return event
    hands = tuple(tuple(swap.get(tile, tile) for tile in hand) for hand in event.hands)
    return replace(event, hands=hands, stock=tuple(swap.get(tile, tile) for tile in event.stock))


def check_round(desk: Desk, seed: int) -> int:
    """Play a round by chance and compare after some of the moves, the last included; how many
    worlds there were."""
    rng = Rng(seed)
    worlds = 0
    last = desk.do(WHO, ask.DealNow())
    while True:
        if desk.table.phase != "playing" or not rng.below(3):
            here = told(desk.table, last)
            for world in other_worlds(desk, rng):
                worlds += 1
                assert told(world, last) == here
        if desk.table.phase != "playing":
            return worlds
        if desk.table.thinker() is not None:
            last = desk.bot_moves()
        else:
            last = desk.move(str(rng.choose(legal_moves(desk.state))))


def chairs(seats: int, own: set[int]) -> tuple[Chair, ...]:
    return tuple(Chair("Ana") if seat in own else Chair(bot="random") for seat in range(seats))


def test_shipped_books() -> None:
    worlds = 0
    for number, book in enumerate(rules.BOOKS):
        seats = rules.load(book).seats[-1]
        for own in (set(), {0}, {1, seats - 1}):
            desk = Desk(plan(book, seats, chairs=chairs(seats, own)), careful=False)
            worlds += check_round(desk, number)
    assert worlds > 100, "the test has gone blind"


@settings(max_examples=12)
@given(sayings(), st.sets(st.integers(0, 7), max_size=2), seeds())
def test_books_that_nobody_has_printed(said: dict[str, object], own: set[int], seed: int) -> None:
    house = write_house(said)
    seats = rules.read(house).seats[0]
    made = plan(seats=seats, house=house, chairs=chairs(seats, own))
    check_round(Desk(made, careful=False), seed)
