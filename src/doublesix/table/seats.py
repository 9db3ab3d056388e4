"""Who sits where, and what they are called."""

from collections.abc import Iterable

from msgspec import Struct

from doublesix.errors import Refused
from doublesix.notation.transcript import LONGEST_NAME, is_name

_UNSEEN = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
USUAL_BOT = "greedy"
"""The bot that fills in where nobody named one."""


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
    """
    return free_name(bot.capitalize(), others)
