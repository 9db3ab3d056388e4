"""All the bots there are, weakest first."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module

from msgspec import Struct

from doublesix.bots.base import Bot
from doublesix.bots.budget import Budget, read_budget
from doublesix.bots.heuristic import HeuristicBot
from doublesix.bots.simple import GreedyBot, RandomBot
from doublesix.errors import InvalidInput, missing_extra


class Entry(Struct, frozen=True):
    """A bot on the list."""

    name: str
    level: int
    """How strong it is for people: 1 is for children, 7 for champions."""
    make: Callable[[Budget | None], Bot]
    budget: Budget | None = None
    """What a move costs it unless something else is asked for; None where it does not search."""


def _compiled(name: str, room: str = "searching") -> Callable[[Budget | None], Bot]:
    """A bot that needs the compiled engine, which is not loaded before somebody asks for it."""

    def make(budget: Budget | None) -> Bot:
        made: Bot = getattr(import_module(f"doublesix.bots.{room}"), name)(budget)
        return made

    return make


_ENTRIES = (
    Entry("random", 1, lambda _: RandomBot()),
    Entry("greedy", 2, lambda _: GreedyBot()),
    Entry("heuristic", 3, lambda _: HeuristicBot()),
    Entry("sampler", 4, _compiled("SamplerBot"), Budget(rounds=200)),
    Entry("pimc", 5, _compiled("PimcBot"), Budget(seconds=0.05)),
    Entry("search", 6, _compiled("SearchBot"), Budget(seconds=0.05)),
    Entry("master", 7, _compiled("MasterBot", "learned"), Budget(seconds=0.05)),
)

BOTS: Mapping[str, Entry] = {entry.name: entry for entry in _ENTRIES}
QUICK = tuple([entry.name for entry in _ENTRIES if entry.budget is None])
"""Those that need no time to think, and nothing but the core."""


@lru_cache(maxsize=64)
def find_bot(name: str) -> Bot:
    """The bot of that name, with its budget behind an ``@`` where it is not the usual one.

    >>> find_bot("greedy").name
    'greedy'
    """
    entry, budget = read_bot(name)
    try:
        return entry.make(budget)
    except ModuleNotFoundError as error:
        raise missing_extra(error) from error


def with_budget(name: str, written: str) -> str:
    """The bot with this budget, unless it has one or needs none.

    >>> [with_budget(name, "5ms") for name in ("search", "search@2s", "greedy")]
    ['search@5ms', 'search@2s', 'greedy']
    """
    entry, _ = read_bot(name)
    return name if entry.budget is None or "@" in name else f"{name}@{written}"


def read_bot(name: str) -> tuple[Entry, Budget | None]:
    """Which bot is meant, and what a move may cost it. Nothing is loaded.

    >>> entry, budget = read_bot("search@2s")
    >>> entry.name, entry.level, budget.seconds
    ('search', 6, 2)
    """
    kind, at, written = name.partition("@")
    if kind not in BOTS:
        raise InvalidInput("unknown-bot", name=name, known=list(BOTS))
    entry = BOTS[kind]
    if not at:
        return entry, entry.budget
    if entry.budget is None:
        raise InvalidInput("no-budget", bot=kind)
    return entry, read_budget(written, kind)
