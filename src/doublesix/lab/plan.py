"""What is to be simulated, and how it is cut into parts that can be played anywhere."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from doublesix import __version__
from doublesix.engine import Game, new_game
from doublesix.errors import InvalidInput
from doublesix.kernel.batch import Rounds, play_matches, play_rounds
from doublesix.kernel.lower import Lowered, lower
from doublesix.rules import Rules

MOST = 10**15
"""More rounds or matches than these nobody waits for."""

_CHUNK, _MATCH_CHUNK = 1 << 15, 1 << 9
"""Rounds, and matches, played in one go: what they leave behind stays in the cache."""


class Plan(Struct, frozen=True):
    """Everything a result depends on. Plain data: it can be sent to another machine."""

    rules: Rules
    seats: int
    count: int
    """How many rounds, or matches."""
    target: int | None = None
    """What matches are played to, if not the book's own target."""
    policies: tuple[str, ...] = ("random",)
    """Who plays, seat by seat; a single one is everybody's."""
    seed: int = 1
    in_matches: bool = False
    """Whether whole matches are played; otherwise single rounds, each the first of a match."""
    version: str = __version__
    """Who made the plan: an older or newer kernel might play it differently."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return _lowered(self.rules, self.seats, self.target).game


def checked(plan: Plan) -> Plan:
    """The same plan with a policy for each seat, or an error when it cannot be carried out.

    >>> from doublesix.rules import load
    >>> checked(Plan(load("svoora"), seats=3, count=1000, policies=("greedy",))).policies
    ('greedy', 'greedy', 'greedy')
    """
    if not 1 <= plan.count <= MOST:
        raise InvalidInput("bad-count", count=plan.count, most=MOST)
    policies = plan.policies or ("random",)
    if len(policies) == 1:
        policies *= plan.seats
    plan = replace(plan, policies=policies)
    _play(plan, 0, 0)  # says what is wrong with the rules, the seats or the policies
    return plan


class Part(Struct, frozen=True):
    """Consecutive rounds, or matches, of a plan."""

    first: int
    count: int


def parts_of(plan: Plan, chunks: int) -> Iterator[Part]:
    """The whole plan in parts of so many chunks; the last one may be shorter.

    >>> from doublesix.rules import load
    >>> [part.count for part in parts_of(Plan(load("ikea"), 2, 40_000), chunks=1)]
    [32768, 7232]
    """
    size = chunks * (_MATCH_CHUNK if plan.in_matches else _CHUNK)
    for first in range(0, plan.count, size):
        yield Part(first, min(size, plan.count - first))


def chunks_of(plan: Plan, part: Part) -> Iterator[tuple[int, Rounds]]:
    """Play a part, chunk by chunk, each with the number of its first round or match."""
    size = _MATCH_CHUNK if plan.in_matches else _CHUNK
    end = part.first + part.count
    for first in range(part.first, end, size):
        yield first, _play(plan, first, min(size, end - first))


def _play(plan: Plan, first: int, count: int) -> Rounds:
    lowered = _lowered(plan.rules, plan.seats, plan.target)
    play = play_matches if plan.in_matches else play_rounds
    return play(lowered, plan.seed, first, count, plan.policies)


@lru_cache(maxsize=8)
def _lowered(rules: Rules, seats: int, target: int | None) -> Lowered:
    return lower(new_game(rules, seats, target))
