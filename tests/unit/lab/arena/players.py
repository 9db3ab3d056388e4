"""Bots for tests, which stand in the registry only while a test runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from doublesix.bots import Bot, find_bot
from doublesix.engine import Move, View
from doublesix.lab.arena import contest
from doublesix.rng import Rng

Choose = Callable[[View, Rng], Move]


class Playing:
    """A bot that chooses as it is told."""

    def __init__(self, name: str, choose: Choose) -> None:
        self.name = name
        self.choose = choose


@contextmanager
def registered(**bots: Choose) -> Iterator[None]:
    """While this lasts, there are these bots as well, in this process."""

    def find(name: str) -> Bot:
        return Playing(name, bots[name]) if name in bots else find_bot(name)

    contest.bots_of.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("doublesix.lab.arena.contest.find_bot", find)
        yield
    contest.bots_of.cache_clear()
