"""What is asked for is found out once, and what went wrong is not remembered."""

import asyncio

import pytest

from doublesix.errors import Unavailable
from doublesix.web.memory import Memory


class Source:
    """Somebody who knows, and counts how often they were asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.open = asyncio.Event()
        self.open.set()

    async def tell(self) -> bytes:
        self.asked += 1
        await self.open.wait()
        return b"%d" % self.asked

    async def refuse(self) -> bytes:
        self.asked += 1
        raise Unavailable("workers-starting")


async def test_many_ask_at_once_and_one_is_asked() -> None:
    memory: Memory[str] = Memory(2)
    source = Source()
    source.open.clear()
    first, *others = [asyncio.create_task(memory.recall("a", source.tell)) for _ in range(3)]
    await asyncio.sleep(0)
    first.cancel()
    source.open.set()
    assert await asyncio.gather(*others) == [b"1", b"1"], "who went away is not in the way"
    assert await memory.recall("a", source.tell) == b"1"
    assert source.asked == 1


async def test_what_was_not_possible_is_asked_again() -> None:
    memory: Memory[str] = Memory(2)
    source = Source()
    for _ in range(2):
        with pytest.raises(Unavailable):
            await memory.recall("a", source.refuse)
        assert "a" not in memory
    assert await memory.recall("a", source.tell) == b"3"


async def test_the_oldest_is_forgotten() -> None:
    memory: Memory[str] = Memory(2)
    source = Source()
    for key in "abc":
        await memory.recall(key, source.tell)
    assert [key in memory for key in "abc"] == [False, True, True]
    assert await memory.recall("a", source.tell) == b"4"
