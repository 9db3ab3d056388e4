"""Players that choose from what a seat may see, and nothing else."""

from doublesix.bots.base import Bot
from doublesix.bots.registry import BOTS, find_bot

__all__ = ["BOTS", "Bot", "find_bot"]
