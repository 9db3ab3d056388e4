"""What it tells that this seat leads, and this tile.

The tile that the opening rule names may not be known; then each one it may be is a *case* of its
own. No two cases have a world in common, so that their numbers of worlds add up.
"""

from collections.abc import Iterable, Iterator

from doublesix import tiles
from doublesix.bots.beliefs.facts import Facts, Need
from doublesix.engine.opening import opens_by_rule
from doublesix.rules.model import EqualDoubles, Lead, Leader, NoLeader


class Most:
    """The leader has the most doubles, and this is its highest one; of others who have as many,
    each has only lower ones."""

    def __init__(self, leader: int, named: int, doubles: int, ties_stand: bool) -> None:
        self.leader = leader
        self.doubles = doubles
        """All doubles, as a mask."""
        self.higher = doubles & -(2 << named)
        """The doubles above the leader's highest one."""
        self.ties_stand = ties_stand


class Case:
    """Where each hidden tile may lie in one case of the opening."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.allowed = dict(facts.allowed)
        self.needs: list[Need] = list(facts.needs)
        self.most: Most | None = None
        self.possible = True

    def copy(self) -> "Case":
        other = Case(self.facts)
        other.allowed, other.needs = dict(self.allowed), list(self.needs)
        other.most, other.possible = self.most, self.possible
        return other

    def none_of(self, seats: Iterable[int], bits: int) -> "Case":
        """None of these seats was dealt any of these tiles."""
        seats = tuple(seats)
        if self.facts.view.seat in seats and self.facts.own_dealt & bits:
            self.possible = False
        slots = self.facts.slots_of(seats, 1)
        for tile in self.allowed:
            if bits >> tile & 1:
                self.allowed[tile] &= ~slots
        return self

    def dealt(self, seat: int, tile: int) -> "Case":
        """This seat was dealt this tile."""
        if tile in self.allowed:
            self.allowed[tile] &= self.facts.slots_of((seat,), 1)
        elif not (seat == self.facts.view.seat and self.facts.own_dealt >> tile & 1):
            self.possible = False
        return self

    def one_of(self, seats: Iterable[int], bits: int) -> "Case":
        """At least one of these seats was dealt one of these tiles."""
        seats = tuple(seats)
        if not (self.facts.view.seat in seats and self.facts.own_dealt & bits):
            slots = self.facts.slots_of(seats, 1)
            self.needs.append({tile: slots for tile in self.allowed if bits >> tile & 1})
        return self


def opening_cases(facts: Facts) -> Iterator[Case]:
    """The cases that are left, some of which may turn out to have no world."""
    view = facts.view
    every = Case(facts)
    cases = _by_rule(every) if opens_by_rule(view.game, view.number) else iter([every])
    return (case for case in cases if case.possible)


def _by_rule(every: Case) -> Iterator[Case]:
    view = every.facts.view
    rules, known = view.game.rules, view.game.tiles
    doubles = [known.double(pips) for pips in range(known.top, -1, -1)]
    if rules.leader is Leader.HIGHEST_TILE:
        yield from _not_one_holder(every, _heaviest(every, rules.lead))
        return
    if rules.leader is Leader.LOWEST_DOUBLE:
        doubles.reverse()
    elif rules.leader is Leader.TOP_DOUBLE:
        del doubles[1:]
    if rules.leader is Leader.MOST_DOUBLES:
        cases = _most_doubles(every, doubles)
    else:
        cases = _first_dealt(every, doubles, rules.lead)
    seats = range(view.game.seats)
    if rules.redeal_single_holder:
        others = [seat for seat in seats if seat != view.leader]
        cases = (case.one_of(others, known.doubles) for case in cases)
    yield from cases
    if rules.no_leader is NoLeader.HIGHEST_TILE:
        nobody = every.copy().none_of(seats, tiles.mask(doubles))
        yield from _not_one_holder(every, _heaviest(nobody, rules.highest_tile_lead))


def _heaviest(before: Case, lead: Lead) -> Iterator[Case]:
    size = before.facts.view.game.tiles.size
    return _first_dealt(before, sorted(range(size), key=tiles.weight, reverse=True), lead)


def _first_dealt(before: Case, order: list[int], lead: Lead) -> Iterator[Case]:
    """Of these tiles, the first that anybody was dealt was the leader's."""
    view = before.facts.view
    seats = range(view.game.seats)
    stock = view.game.tiles.size - view.game.seats * view.game.hand
    for place, tile in enumerate(order[: stock + 1]):
        if _may_be_named(before, tile, lead):
            nobodys = tiles.mask(order[:place])
            yield before.copy().none_of(seats, nobodys).dealt(view.leader, tile)


def _may_be_named(case: Case, tile: int, lead: Lead) -> bool:
    """Where the named tile is led, the lead shows which one it is."""
    led = next(iter(case.facts.played), tile)
    return lead is Lead.ANY or led == tile


def _most_doubles(every: Case, doubles: list[int]) -> Iterator[Case]:
    view = every.facts.view
    rules, known = view.game.rules, view.game.tiles
    for tile in doubles:
        if _may_be_named(every, tile, rules.lead):
            case = every.copy().dealt(view.leader, tile)
            ties_stand = rules.equal_doubles is EqualDoubles.HIGHEST_DOUBLE
            case.most = Most(view.leader, tile, known.doubles, ties_stand)
            yield case.none_of((view.leader,), case.most.higher)


def _not_one_holder(every: Case, cases: Iterator[Case]) -> Iterator[Case]:
    """Where one seat with all the doubles is a redeal: nobody was dealt one, or two seats were.

    Of the seats with doubles, the first is each in turn, and somebody after it has one too.
    """
    game = every.facts.view.game
    if not game.rules.redeal_single_holder:
        yield from cases
        return
    seats, doubles = range(game.seats), game.tiles.doubles
    for case in cases:
        yield case.copy().none_of(seats, doubles)
        for first in seats[:-1]:
            one = case.copy().none_of(seats[:first], doubles)
            yield one.one_of((first,), doubles).one_of(seats[first + 1 :], doubles)
