"""Rulebooks as data: the model, the shipped books and editions, and house-rules files."""

from doublesix.rules.load import BOOKS, editions, is_shipped, load, read, shipped
from doublesix.rules.model import KEYS, Rules, Source

__all__ = [
    "BOOKS",
    "KEYS",
    "Rules",
    "Source",
    "editions",
    "is_shipped",
    "load",
    "read",
    "shipped",
]
