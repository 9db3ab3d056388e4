"""Who meets whom, on which deals, and for how long."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import isfinite

from msgspec import Struct

from doublesix import __version__
from doublesix.bots import Bot, find_bot
from doublesix.engine import Game, new_game, one_round
from doublesix.errors import InvalidInput
from doublesix.rules import Rules

MOST_DEALS = 10**7
"""More deals than these nobody waits for: every one of them is remembered."""

CERTAIN = "better"
"""The word for a contest that lasts until it is certain which bot is better."""


class Until(Struct, frozen=True):
    """When two bots need not go on."""

    reach: float | None = None
    """As soon as the interval of the win share reaches no further than this to either side. If
    none is given: as soon as it is certain who is better, or that the margin is not exceeded."""

    @property
    def word(self) -> str:
        """As people write it."""
        return CERTAIN if self.reach is None else f"{100 * self.reach:g}"


class Contest(Struct, frozen=True):
    """Everything a result depends on. Plain data: it can be sent to another machine."""

    rules: Rules
    seats: int
    bots: tuple[str, ...]
    """By the names that the registry knows; a bot may stand there more than once."""
    deals: int
    """How many deals every two bots play, or how many at most."""
    until: Until | None = None
    margin: float = 0.01
    """So much more or less than half of the wins does not matter."""
    target: int | None = None
    """What matches are played to, if not the book's own target."""
    seed: int = 1
    in_matches: bool = False
    """Whether whole matches are played; otherwise single rounds, each the first of a match."""
    version: str = __version__
    """Who made the plan: an older or newer engine or bot might play it differently."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self.target is None and not self.in_matches:
            return _one_round(self.rules, self.seats)
        return game_of(self.rules, self.seats, self.target)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two bots, by their places in the list."""
        return tuple(combinations(range(len(self.bots)), 2))

    @property
    def labels(self) -> tuple[str, ...]:
        """What to call each bot; one that stands there again gets a number.

        >>> from doublesix.rules import load
        >>> Contest(load("block"), 4, ("greedy", "random", "greedy"), 10).labels
        ('greedy', 'random', 'greedy#2')
        """
        times = [self.bots[: place + 1].count(name) for place, name in enumerate(self.bots)]
        pairs = zip(self.bots, times, strict=True)
        return tuple(name if time == 1 else f"{name}#{time}" for name, time in pairs)


class Part(Struct, frozen=True):
    """Consecutive deals, to be played by two bots."""

    pair: int
    first: int
    count: int


def read_until(word: str) -> Until:
    """When to stop, as people write it: ``better``, or a number of per cent.

    >>> read_until("better"), read_until("1.5")
    (Until(reach=None), Until(reach=0.015))
    """
    if word == CERTAIN:
        return Until()
    try:
        reach = float(word) / 100
    except ValueError:
        raise InvalidInput("bad-until", word=word, certain=CERTAIN) from None
    if not 0 < reach < 0.5:
        raise InvalidInput("bad-until", word=word, certain=CERTAIN)
    return Until(reach)


def checked(contest: Contest) -> Contest:
    """The contest itself, or an error when it cannot be held."""
    if len(contest.bots) < 2:
        raise InvalidInput("few-bots")
    if not 1 <= contest.deals <= MOST_DEALS:
        raise InvalidInput("bad-deals", deals=contest.deals, most=MOST_DEALS)
    if not (isfinite(contest.margin) and 0 <= contest.margin < 0.5):
        raise InvalidInput("bad-margin", margin=f"{100 * contest.margin:g}")
    bots_of(contest.bots)
    game_of(contest.rules, contest.seats, contest.target)
    return contest


def seatings(sides: int) -> Iterator[int]:
    """How two bots fill the sides of a table, as masks of what the first of them holds.

    Two sides: once each way. More: each bot once alone among the others, at every side. Over all
    of them both hold every side equally often.

    >>> [f"{mask:03b}" for mask in seatings(3)]
    ['001', '110', '010', '101', '100', '011']
    >>> list(seatings(2))
    [1, 2]
    """
    everybody = (1 << sides) - 1
    for side in range(sides):
        yield 1 << side
        if sides > 2:
            yield everybody ^ 1 << side


@lru_cache(maxsize=8)
def game_of(rules: Rules, seats: int, target: int | None) -> Game:
    """The game, made once for all that is played of it."""
    return new_game(rules, seats, target)


@lru_cache(maxsize=8)
def _one_round(rules: Rules, seats: int) -> Game:
    """The same, for rounds: bots that think of the match play for the round."""
    return one_round(rules, seats)


@lru_cache(maxsize=8)
def bots_of(names: tuple[str, ...]) -> tuple[Bot, ...]:
    """The players, made once: some of them have much to load."""
    return tuple(map(find_bot, names))
