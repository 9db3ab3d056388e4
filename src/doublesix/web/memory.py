"""What was found out once and need not be thought about again."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Memory(Generic[K]):
    """Answers to the last questions. Each is asked once, however many want to know at the same
    time; what went wrong is not remembered, since another time it may be possible."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[K, asyncio.Task[bytes]] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._found

    async def recall(self, key: K, ask: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What is remembered under this key, or else what is answered now."""
        task = self._found.get(key)
        if task is None:
            task = self._found[key] = asyncio.ensure_future(ask())
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._found.get(key) is task:
                del self._found[key]
            raise
