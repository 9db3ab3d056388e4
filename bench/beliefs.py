"""Whether beliefs are right as often as they say, and how long they take.

Random players play; once in a round, the seat in turn says for every tile how likely each other
seat is to hold it. Beliefs hold no choice for or against anybody, but players do choose: one who
could have laid one of three tiles laid this one with a third of the chance of one who had no other.
Each position is therefore counted with the weight of the choices that were passed over (divided by
what the seat could expect of that, which only makes the figures steadier). With these weights what
is said must come true as often as said. After many moves the weights become so uneven that a few
positions would decide; from then on they are 0. The columns without weights hold every position:
they show how far random players are from players whose choices tell nothing.
"""

import os
import platform
import sys
import time
from collections.abc import Iterator

from doublesix import rules
from doublesix.bots.beliefs import Beliefs
from doublesix.bots.beliefs.fast import sampler
from doublesix.engine import Game, State, View, apply, deal_round, legal_moves, new_game, view
from doublesix.engine.events import Played
from doublesix.rng import Rng
from doublesix.tiles import mask

TABLES = (
    ("block", 2), ("block", 4), ("ikea", 3), ("ikea:hr", 4), ("ikea:ko", 2), ("noris", 2),
    ("noris:bg", 3), ("svoora", 2), ("draw", 2), ("draw", 4), ("muggins", 2), ("sebastopol", 4),
)  # fmt: skip
BINS = 10
LAST_ASKED = 24
"""Nobody is asked after so many moves."""
MOVES_WEIGHED = 8
"""Positions after more moves than these by others have no weight."""
_ROUNDING = 1e-12


class Bin:
    """What was said with about the same certainty, and what came of it."""

    def __init__(self) -> None:
        self.said = 0
        """So many times something was said."""
        self.stated = self.came = 0.0
        """The sum of the chances, and how often it was so; with weights."""
        self.weight = self.plain_stated = self.plain_came = 0.0
        self.spread = 0.0
        """The variance of what came less what was stated: what one position says hangs together,
        so that positions count, not single tiles."""

    def add(self, weight: float, stated: list[float], came: list[int]) -> None:
        """What one position says."""
        self.said += len(stated)
        self.weight += weight * len(stated)
        self.stated += weight * sum(stated)
        self.came += weight * sum(came)
        self.plain_stated += sum(stated)
        self.plain_came += sum(came)
        self.spread += (weight * (sum(came) - sum(stated))) ** 2

    @property
    def deviations(self) -> float:
        """How far off it is, in standard deviations. What a position says of all tiles in a bin may
        be right in the sum whatever comes: then there is nothing but rounding."""
        return (self.came - self.stated) / self.spread**0.5 if self.spread > _ROUNDING else 0.0


class Calibration:
    """All that was said about hidden tiles."""

    def __init__(self) -> None:
        self.positions = 0
        self.bins = [Bin() for _ in range(BINS)]
        self.wrong = 0
        """How often something was called certain or impossible, and was not."""

    def add(self, state: State, seat: int, weight: float) -> None:
        """Take in what a seat says in this position."""
        beliefs = Beliefs.of(view(state, seat))
        stated: list[list[float]] = [[] for _ in self.bins]
        came: list[list[int]] = [[] for _ in self.bins]
        for other, held in enumerate(state.hands):
            if other == seat:
                continue
            for tile in beliefs.facts.allowed:
                number, is_so = beliefs.number(other, tile), held >> tile & 1
                if number in {0, beliefs.count}:
                    self.wrong += bool(number) != is_so
                else:
                    place = number * BINS // beliefs.count
                    stated[place].append(number / beliefs.count)
                    came[place].append(is_so)
        self.positions += 1
        for one, chances, outcomes in zip(self.bins, stated, came, strict=True):
            if chances:
                one.add(weight, chances, outcomes)


def positions(game: Game, seed: int) -> Iterator[tuple[State, int, float]]:
    """Positions of random play without end, one of a round, the seat that is asked, and the weight.
    After which move to ask is settled beforehand; rounds that end before it are passed over."""
    rng = Rng(seed)
    while True:
        asked = rng.below(LAST_ASKED)
        state = deal_round(game, rng).state
        made: list[tuple[State, int]] = []
        while state.result is None and len(made) < asked:
            moves = legal_moves(state)
            made.append((state, len(moves)))
            state = apply(state, rng.choose(moves)).state
        if state.result is None:
            yield state, state.turn, weight_of(view(state, state.turn), made)


def weight_of(seen: View, made: list[tuple[State, int]]) -> float:
    """How many choices others passed over, against what this seat could expect of it."""
    weight, gone = 1.0, 0
    if sum(before.turn != seen.seat for before, _ in made) > MOVES_WEIGHED:
        return 0.0
    for (before, choices), event in zip(made, seen.past, strict=True):
        if before.turn != seen.seat:
            hidden = seen.game.tiles.full & ~(gone | mask(seen.hand))
            share = (hidden & before.ends.fits).bit_count() / max(hidden.bit_count(), 1)
            expected = before.hands[before.turn].bit_count() * share
            weight *= choices / max(expected, 1.0)
        if isinstance(event, Played):
            gone |= 1 << event.tile
    return weight


def calibrate(game: Game, count: int, seed: int) -> Calibration:
    """What is said in so many positions."""
    found = Calibration()
    source = positions(game, seed)
    for _ in range(count):
        found.add(*next(source))
    return found


def show(name: str, seats: int, found: Calibration) -> None:
    """Print all bins."""
    print(f"{name}, {seats} seats: {found.positions} positions, {found.wrong} certainties wrong")
    print("      said  times         stated  came true  off by   unweighted: stated  came true")
    for place, one in enumerate(found.bins):
        if one.said:
            weighed = " " * 30
            if one.weight:
                weighed = (
                    f"{one.stated / one.weight:9.2%}  {one.came / one.weight:9.2%}"
                    f"  {one.deviations:+5.1f} sd"
                )
            print(
                f"  {place / BINS:4.0%}-{(place + 1) / BINS:4.0%}  {one.said:10,}  {weighed}"
                f"           {one.plain_stated / one.said:7.2%}    {one.plain_came / one.said:7.2%}"
            )


def measure(name: str, seats: int) -> None:
    """How long a view takes."""
    game = new_game(rules.load(name), seats)
    source = positions(game, 1)
    read = drawn = counted = 0.0
    views, worlds = 60, 2000
    sampler(view(next(source)[0], 0)).draw(1, seed=1)
    for number in range(views):
        state, seat, _ = next(source)
        seen = view(state, seat)
        start = time.process_time()
        Beliefs.of(seen)
        counted += time.process_time() - start
        start = time.process_time()
        made = sampler(seen)
        read += time.process_time() - start
        start = time.process_time()
        made.draw(worlds, seed=number)
        drawn += time.process_time() - start
    print(
        f"{name:12}{seats} seats: counted in {counted / views * 1e6:5.0f} us; ready for compiled"
        f" code in {read / views * 1e6:4.0f} us, then {drawn / views / worlds * 1e6:.2f} us a world"
    )


def main() -> None:
    """Run everything."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    for name, seats in TABLES:
        measure(name, seats)
    for number, (name, seats) in enumerate(TABLES):
        game = new_game(rules.load(name), seats)
        show(name, seats, calibrate(game, -(-count // len(TABLES)), number))


if __name__ == "__main__":
    main()
