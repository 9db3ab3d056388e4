"""How many rounds the coach plays in its head for every legal move. Needs nothing."""

from doublesix.errors import InvalidInput

ROUNDS = 8000
"""For a game that is looked at again."""
QUICK = 2000
"""For a hint, which somebody waits for."""
_LEAST, _MOST = 10, 1_000_000


def checked(rounds: int) -> int:
    """A number of rounds, or why it cannot be that many.

    >>> checked(ROUNDS)
    8000
    """
    if not _LEAST <= rounds <= _MOST:
        raise InvalidInput("bad-coach-budget", budget=rounds, least=_LEAST, most=_MOST)
    return rounds
