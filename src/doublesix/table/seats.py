"""Who sits where, and what they are called."""

from collections.abc import Iterable

from msgspec import Struct

from doublesix.bots import read_bot
from doublesix.bots.budget import Budget
from doublesix.errors import InvalidInput, Refused
from doublesix.notation.transcript import LONGEST_NAME, is_name

_UNSEEN = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
USUAL_BOT = "greedy"
"""The bot that fills in where nobody named one."""
MOST_SECONDS, MOST_ROUNDS = 2, 1000
"""What a move may cost a bot at a table: others wait for it, and all tables share who thinks."""


class Seat(Struct, frozen=True):
    """A seat: empty, a bot's, or a person's, who may let a bot stand in."""

    name: str = ""
    owner: str = ""
    """The digest of the token that owns this seat."""
    bot: str = ""
    """The bot that sits here."""
    open: bool = False
    """Whether that bot only fills in for somebody who has left, until somebody else comes."""
    stand_in: str = ""
    """The bot that plays for the owner until the owner is back."""
    ready: bool = False
    entropy: str = ""
    """What the owner adds to the chance of the next deal."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return not self.owner and not self.bot

    @property
    def player(self) -> str:
        """The bot that plays here now; empty where a person does."""
        return self.bot or self.stand_in


def free_name(wanted: str, others: Iterable[Seat]) -> str:
    """The name as it can be had: a second Ana is Ana 2.

    >>> free_name(" Ana ", [Seat(name="ana"), Seat(name="Ana 2")])
    'Ana 3'
    """
    name = wanted.strip()
    if not is_name(name):
        raise Refused("bad-name", name=ascii(wanted))
    taken = {_looks(seat.name) for seat in others}
    free, number = name, 1
    while _looks(free) in taken:
        number += 1
        end = f" {number}"
        free = name[: LONGEST_NAME - len(end)].rstrip(f" {_UNSEEN}") + end
    return free


def _looks(name: str) -> str:
    """What two names have in common that nobody could tell apart."""
    return name.translate(dict.fromkeys(map(ord, _UNSEEN))).casefold()


def bot_name(bot: str, others: Iterable[Seat]) -> str:
    """What a bot is called at the table.

    >>> bot_name("greedy", [Seat(name="Ana"), Seat(name="Greedy")])
    'Greedy 2'
    >>> bot_name("search@2s", [])
    'Search'
    """
    entry, _ = read_bot(bot)
    return free_name(entry.name.capitalize(), others)


def bot_for_table(wanted: str) -> str:
    """The bot that is wished for, the usual one where none is named; refuses one that there is
    not, or that would think for longer than people wait.

    >>> bot_for_table(""), bot_for_table("search@500ms")
    ('greedy', 'search@500ms')
    """
    bot = wanted or USUAL_BOT
    _, budget = read_bot(bot)
    if budget is not None and not _is_small(budget):
        raise InvalidInput("big-budget", bot=bot, seconds=MOST_SECONDS, rounds=MOST_ROUNDS)
    return bot


def _is_small(budget: Budget) -> bool:
    return (budget.seconds or 0) <= MOST_SECONDS and (budget.rounds or 0) <= MOST_ROUNDS
