"""The chance of a fair deal: a stream that anybody can draw again, once its secret is known.

Before a deal the table commits itself to a secret by showing its SHA-256; every seat may then add
entropy of its own. The tiles are shuffled by a stream that comes from all of it together, so that
neither the server nor a seat can choose the deal on its own. ``docs/fair-deal.md`` has it in full,
with what it does not answer, for those who would rather write their own check than trust this one.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_HEADING = "doublesix fair deal 1"
_WORDS = 1 << 64


def commitment(secret: str) -> str:
    """What is shown of a secret before the deal: the SHA-256 of its bytes.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(secret)).hexdigest()


def round_key(table: str, match: int, number: int, secret: str, entropy: Sequence[str]) -> bytes:
    """The key of one round's shuffle; ``entropy`` has a text for each seat, empty where it gave
    none. Every part stands on a line of its own.

    >>> round_key("t", 1, 1, "00" * 32, ["", "ab" * 16]).hex()[:16]
    'd50d53d3a0b57fe8'
    """
    parts = (_HEADING, table, str(match), str(number), secret, *entropy)
    return sha256("".join(f"{part}\n" for part in parts).encode()).digest()


class FairRng:
    """A stream of bounded random numbers from SHA-256 in counter mode.

    >>> rng = FairRng(bytes(32))
    >>> [rng.below(28) for _ in range(5)]
    [16, 15, 13, 3, 12]
    """

    __slots__ = ("_count", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._count = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, ``bound``, each exactly as likely."""
        limit = _WORDS - _WORDS % bound
        while (word := self._next()) >= limit:
            pass  # the few words at the top would favour the low numbers
        return word % bound

    def _next(self) -> int:
        if not self._words:
            block = sha256(self._key + self._count.to_bytes(8)).digest()
            self._count += 1
            self._words = [int.from_bytes(block[at : at + 8]) for at in (24, 16, 8, 0)]
        return self._words.pop()

    def shuffle(self, items: MutableSequence[T], keep: int = 1) -> None:
        """Shuffle in place: from the last place down to place ``keep``, each takes one of the
        items not placed yet; those left over stay in front, in their order."""
        left = list(items)
        for place in range(len(left) - 1, max(keep, 1) - 1, -1):
            items[place] = left.pop(self.below(place + 1))
        items[: len(left)] = left
