"""Two to four people whose game is told, and the sentences they hear."""

from collections.abc import Collection, Iterable

from doublesix import words
from doublesix.engine import Game, State, apply
from doublesix.notation.telling import Company, Told, tell_move
from tests.setting import read_move

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal")
SAY = words.load()


def people(game: Game, *, one_screen: bool = False) -> Company:
    """People at every seat."""
    seats = game.seats
    return Company(game, NAMES[:seats], (False,) * seats, one_screen)


def said(told: Iterable[Told]) -> list[str]:
    """What was told, in English."""
    return [SAY.retell(sentence) for sentence in told]


def hear(
    state: State, move: str, eyes: Collection[int] = (), company: Company | None = None
) -> list[str]:
    """What those who may see these hands hear of a move."""
    step = apply(state, read_move(move))
    return said(tell_move(company or people(state.game), state, step, eyes))
