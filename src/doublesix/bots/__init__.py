"""Players that choose from what a seat may see, and nothing else."""

from doublesix.bots.base import Bot
from doublesix.bots.registry import BOTS, QUICK, find_bot, read_bot, with_budget

__all__ = ["BOTS", "QUICK", "Bot", "find_bot", "read_bot", "with_budget"]
