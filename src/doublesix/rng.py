"""The one generator of chance: SplitMix64, drawn from in bounded pieces.

Written out in ``docs/randomness.md``, because every engine must draw the very same
numbers from the same seed: one seed is one deal, and with random players one game.

>>> rng = Rng(7)
>>> [rng.below(28) for _ in range(5)]
[17, 1, 21, 12, 0]
"""

from collections.abc import MutableSequence, Sequence
from typing import Protocol, TypeVar

from doublesix.errors import InvalidInput

T = TypeVar("T")

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_ROOM = 1 << 40
"""A 64-bit word serves bounded draws until their bounds multiply past this; the bias of
any single draw stays below 2**-24."""


def mix(word: int) -> int:
    """SplitMix64's output function: scatter a 64-bit word.

    >>> hex(mix(_STEP))
    '0xe220a8397b1dcdaf'
    """
    word = ((word ^ (word >> 30)) * _FIRST) & _WORD
    word = ((word ^ (word >> 27)) * _SECOND) & _WORD
    return word ^ (word >> 31)


class Shuffler(Protocol):
    """All that dealing needs of chance."""

    def shuffle(self, items: MutableSequence[T], keep: int = 1) -> None:
        """Shuffle in place; the order of the first ``keep`` items does not matter."""


class Rng:
    """A stream of bounded random numbers, set by a seed and a stream number.

    Streams of one seed are independent, so that round ``n`` of a long run can be played
    anywhere, in any order, and still be the same round.
    """

    __slots__ = ("_pool", "_span", "_state")

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._state = mix((mix((seed + _STEP) & _WORD) + (stream + 1) * _STEP) & _WORD)
        self._pool = 0
        self._span = _ROOM

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, ``bound``."""
        span = self._span * bound
        if not 0 < span <= _ROOM:
            if bound < 1:
                raise InvalidInput("nothing-to-choose")
            span = bound
            self._state = (self._state + _STEP) & _WORD
            self._pool = mix(self._state)
        self._span = span
        product = self._pool * bound
        self._pool = product & _WORD
        return product >> 64

    def choose(self, options: Sequence[T]) -> T:
        """One of the options, each equally likely. A single option costs no chance."""
        bound = len(options)
        if bound == 1:
            return options[0]
        span = self._span * bound
        if not 0 < span <= _ROOM:
            return options[self.below(bound)]
        # below(bound), written out: nearly every move of a random game comes through here
        self._span = span
        product = self._pool * bound
        self._pool = product & _WORD
        return options[product >> 64]

    def shuffle(self, items: MutableSequence[T], keep: int = 1) -> None:
        """Shuffle in place: from the last place down to place number ``keep``, each gets one of
        the items without a place yet, counted in the order they came in.

        The first ``keep`` items are then a random set in the order they came in, which is
        all a hand needs: nothing is spent on ordering it.
        """
        state, pool, span = self._state, self._pool, self._span
        rest, placed = list(items), []
        for bound in range(len(rest), max(keep, 1), -1):
            # below(bound), written out: a call for every tile would double the deal's cost
            span *= bound
            if span > _ROOM:
                span = bound
                state = (state + _STEP) & _WORD
                pool = mix(state)
            pool *= bound
            placed.append(rest.pop(pool >> 64))
            pool &= _WORD
        items[:] = [*rest, *reversed(placed)]
        self._state, self._pool, self._span = state, pool, span
