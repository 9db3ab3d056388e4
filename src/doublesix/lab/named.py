"""Which tables people mean by a name."""

from collections.abc import Iterator

from doublesix import rules
from doublesix.rules import Rules


def tables_of(name: str) -> Iterator[tuple[str, Rules, int]]:
    """The tables of a rulebook, or the one that a number behind its name tells: each with the
    book's name, the book and how many seats.

    >>> [(name, seats) for name, _, seats in tables_of("draw")]
    [('draw', 2), ('draw', 3), ('draw', 4)]
    >>> [(name, seats) for name, _, seats in tables_of("ikea:ko:2")]
    [('ikea:ko', 2)]
    """
    book, colon, seats = name.rpartition(":")
    if colon and seats.isdigit():
        yield book, rules.load(book), int(seats)
    else:
        found = rules.load(name)
        yield from ((name, found, count) for count in found.seats)
