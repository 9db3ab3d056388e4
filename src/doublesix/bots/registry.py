"""All the bots there are, weakest first."""

from collections.abc import Mapping

from doublesix.bots.base import Bot
from doublesix.bots.simple import GreedyBot, RandomBot
from doublesix.errors import InvalidInput

BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}


def find_bot(name: str) -> Bot:
    """The bot of that name.

    >>> find_bot("greedy").name
    'greedy'
    """
    if name not in BOTS:
        raise InvalidInput("unknown-bot", name=name, known=list(BOTS))
    return BOTS[name]
