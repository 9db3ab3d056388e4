"""Every error a caller may meet: one tree, each with a stable code and named details.

The sentences live in the word catalogues under ``error.<code>``; an error carries only
the code and the arguments, so that it can be told in any language.
"""

from collections.abc import Callable
from typing import ClassVar


def _bare(error: "DoublesixError") -> str:
    return f"{error.code} {error.details}"


class DoublesixError(Exception):
    """The root of the tree. ``code`` is stable; ``details`` are the sentence's arguments."""

    tell: ClassVar[Callable[["DoublesixError"], str]] = _bare
    """How an error becomes a sentence; the word catalogues put themselves here."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        return type(self).tell(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.details)


def _rebuild(kind: type[DoublesixError], code: str, details: dict[str, object]) -> DoublesixError:
    return kind(code, **details)


class InvalidInput(DoublesixError):
    """Something that is not even well formed: a word that is no tile, a value out of range."""


class IllegalMove(DoublesixError):
    """A well-formed move that a rule forbids; ``rule`` names the key of that rule."""

    def __init__(self, code: str, *, rule: str, **details: object) -> None:
        super().__init__(code, rule=rule, **details)

    @property
    def rule(self) -> str:
        """The key of the rule that forbids the move."""
        return str(self.details["rule"])


class AmbiguousMove(DoublesixError):
    """A move that could mean more than one: the tile fits several ends and none is named."""


class InvalidRules(DoublesixError):
    """A rulebook that cannot be played; says which file, which key and why."""


class InvalidDeal(DoublesixError):
    """A deal that is not the whole set, has a wrong hand, or would be dealt again."""


class InvalidFile(DoublesixError):
    """A file that cannot be read as what it should be; says which file and which line."""


class NotKept(DoublesixError):
    """Something that happened could not be put on the disk, so that it has not happened."""


class MissingPart(DoublesixError):
    """Something needs a package that is not installed; ``details["extra"]`` brings it."""


class Unavailable(DoublesixError):
    """Something that can be had at other times, or from another server."""


class UnsupportedRules(DoublesixError):
    """Rules that only the readable engine plays; ``details["key"]`` names the key."""


class Refused(DoublesixError):
    """A table does not do what it was asked for; nothing has changed."""


class NotFound(DoublesixError):
    """Something that was asked for by its name, and is not there."""


class Forbidden(DoublesixError):
    """Something that whoever asks may not have at all."""


class TooMuch(DoublesixError):
    """More than one visitor of a server may have, or may send."""


class Disconnected(DoublesixError):
    """Why a server ends a connection."""


_EXTRAS = {
    "numba": "kernel",
    "numpy": "kernel",
    "dask": "lab",
    "distributed": "lab",
    "pyarrow": "lab",
    "aiohttp": "web",
    "segno": "web",
}
"""What to install for a module that not everybody needs."""


def missing_extra(error: ModuleNotFoundError) -> Exception:
    """What to tell somebody who has not installed everything; other failures are our own.

    >>> missing_extra(ModuleNotFoundError(name="numba.core")).details["extra"]
    'kernel'
    """
    module = (error.name or "").partition(".")[0]
    if module not in _EXTRAS:
        return error
    return MissingPart("missing-extra", module=module, extra=_EXTRAS[module])
