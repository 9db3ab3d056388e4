"""Questions with a default: Enter takes it, a bad answer is explained and asked again."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from doublesix.errors import DoublesixError, InvalidInput
from doublesix.tui.orders import read_command, read_number, read_yes
from doublesix.tui.screen import Leave, Screen

T = TypeVar("T")


def ask(screen: Screen, question: str, default: T, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read."""
    while True:
        typed = screen.ask(question)
        if not typed:
            return default
        command = read_command(screen.say, typed)
        if command and command.name == "quit":
            raise Leave
        if command and command.name == "help":
            screen.tell("terminal.setup.help")
            continue
        try:
            return read(typed)
        except DoublesixError as problem:
            screen.show(screen.say.tell(problem))


def ask_yes(screen: Screen, question: str, *, default: bool) -> bool:
    """Ask for yes or no."""
    return ask(screen, question, default, lambda typed: read_yes(screen.say, typed))


def ask_number(screen: Screen, question: str, default: int, choices: Sequence[int]) -> int:
    """Ask for one of these numbers."""

    def read(typed: str) -> int:
        number = read_number(typed)
        if number is None or number not in choices:
            raise InvalidInput("not-offered", word=typed, choices=list(choices))
        return number

    return ask(screen, question, default, read)
