"""Every world a seat must reckon with: how many there are, and one of them by chance."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from doublesix.bots.beliefs.facts import Facts, read_facts
from doublesix.bots.beliefs.puzzle import Puzzle, puzzles
from doublesix.bots.beliefs.ways import Placed, Ways, draw_below
from doublesix.bots.beliefs.world import World, make_world
from doublesix.engine import View
from doublesix.engine.events import Drew
from doublesix.errors import InvalidInput
from doublesix.rng import Rng
from doublesix.tiles import mask


class Beliefs:
    """What a seat can know of the tiles it does not see.

    A world says what every seat was dealt, which tile each draw brought, and which tiles are left
    in the stock, in any order. All that agree with the view are counted, and each is as likely as
    the next: every deal is, and what players chose is not held for or against any.

    >>> from doublesix.engine import deal_round, new_game, view
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("ikea"), 2), Rng(1)).state
    >>> beliefs = Beliefs.of(view(state, 0))
    >>> beliefs.count, beliefs.chance(1, 27), round(beliefs.chance(None, 0), 3)
    (77520, 0.0, 0.65)
    """

    def __init__(self, facts: Facts, cases: list[tuple[Ways, int]]) -> None:
        self.view = facts.view
        self.facts = facts
        self.cases = cases
        """The cases that have a world, and how many each has."""
        self.count = sum(count for _, count in cases)
        """How many worlds there are."""

    @classmethod
    def of(cls, view: View) -> "Beliefs":
        """What this view tells; :class:`InvalidInput` if no round can have led to it."""
        facts = read_facts(view)
        counted = [Ways(puzzle) for puzzle in puzzles(facts)]
        cases = [(ways, ways.count * ways.puzzle.splits) for ways in counted if ways.count]
        if not cases:
            raise InvalidInput("no-world")
        return cls(facts, cases)

    def sample(self, rng: Rng) -> World:
        """A world, each equally likely; the order of its stock is by chance too."""
        ways = self._case(draw_below(rng, self.count))
        pools = _pooled(ways.puzzle, ways.sample(rng))
        slots: list[list[int]] = [[] for _ in self.facts.slots]
        for pool, held in zip(ways.puzzle.pools, pools, strict=True):
            rng.shuffle(held)
            for slot, room in zip(pool.slots, pool.rooms, strict=True):
                slots[slot] += held[:room]
                del held[:room]
        world = self._world(ways.puzzle, slots)
        rng.shuffle(stock := list(world.stock))
        return World(world.dealt, world.drawn, world.hands, tuple(stock))

    def _case(self, pick: int) -> Ways:
        """The case that the world of this number is in."""
        for ways, count in self.cases[:-1]:
            if pick < count:
                return ways
            pick -= count
        return self.cases[-1][0]

    def worlds(self) -> Iterator[World]:
        """Every world, once, with the stock in rising order. Look at ``count`` before."""
        for ways, _ in self.cases:
            for placed in ways.every():
                pools = _pooled(ways.puzzle, placed)
                for slots in _every_split(ways.puzzle, pools, len(self.facts.slots)):
                    yield self._world(ways.puzzle, slots)

    def _world(self, puzzle: Puzzle, slots: list[list[int]]) -> World:
        """The world with these tiles in question in the slots."""
        filled = [list(held) for held in slots]
        for tile, at in puzzle.fixed.items():
            filled[at].append(tile)
        view = self.view
        dealt = [0] * view.game.seats
        if view.seat is not None:
            dealt[view.seat] = self.facts.own_dealt
        drawn_at: dict[int, int] = {
            number: event.tile
            for number, event in enumerate(view.past, 1)
            if isinstance(event, Drew) and event.tile is not None
        }
        for slot, held in zip(self.facts.slots, filled, strict=True):
            if slot.owner is None:
                continue
            if slot.since:
                (drawn_at[slot.since],) = held
            else:
                dealt[slot.owner] = mask(held)
        drawn = [drawn_at[number] for number in sorted(drawn_at)]
        return make_world(view, dealt, drawn, sorted(filled[0]))

    def chance(self, seat: int | None, tile: int) -> float:
        """How likely it is that this seat holds this tile now; for None, that it is in the
        stock."""
        return self.number(seat, tile) / self.count

    def number(self, seat: int | None, tile: int) -> int:
        """In how many worlds this seat holds this tile now; for None, the stock."""
        if tile in self.facts.played:
            return 0
        if tile not in self.facts.allowed:
            return self.count if seat == self.view.seat and seat is not None else 0
        return self._numbers[tile].get(seat, 0)

    @cached_property
    def _numbers(self) -> dict[int, dict[int | None, int]]:
        """For each hidden tile and each owner, in how many worlds it got it."""
        numbers: dict[int, dict[int | None, int]] = {tile: {} for tile in self.facts.allowed}
        for ways, count in self.cases:
            puzzle = ways.puzzle
            for tile, slot in puzzle.fixed.items():
                self._add(numbers[tile], slot, count)
            for tile, shares in zip(puzzle.plan.tiles, ways.shares(), strict=True):
                for pool, share in zip(puzzle.pools, shares, strict=True):
                    for slot, room in zip(pool.slots, pool.rooms, strict=True):
                        self._add(
                            numbers[tile], slot, int(share * puzzle.splits * room / pool.room)
                        )
        return numbers

    def _add(self, numbers: dict[int | None, int], slot: int, ways: int) -> None:
        owner = self.facts.slots[slot].owner
        numbers[owner] = numbers.get(owner, 0) + ways


def _pooled(puzzle: Puzzle, placed: Placed) -> list[list[int]]:
    """The tiles in question of each pool."""
    pools: list[list[int]] = [[] for _ in puzzle.pools]
    for tile, pool in zip(puzzle.plan.tiles, placed, strict=True):
        pools[pool].append(tile)
    return pools


def _every_split(puzzle: Puzzle, pools: list[list[int]], slots: int) -> Iterator[list[list[int]]]:
    """Every way in which the pools' tiles fall to their slots."""
    rooms = [
        (at, slot, room)
        for at, pool in enumerate(puzzle.pools)
        for slot, room in zip(pool.slots, pool.rooms, strict=True)
    ]

    def fill(
        place: int, left: list[list[int]], filled: dict[int, list[int]]
    ) -> Iterator[list[list[int]]]:
        if place == len(rooms):
            yield [filled.get(slot, []) for slot in range(slots)]
            return
        pool, slot, room = rooms[place]
        for held in combinations(left[pool], room):
            rest = [*left]
            rest[pool] = [tile for tile in left[pool] if tile not in held]
            yield from fill(place + 1, rest, filled | {slot: list(held)})

    yield from fill(0, pools, {})
