"""What people type: commands, moves and answers, in their own language or in English."""

import re
import unicodedata

from msgspec import Struct

from doublesix import tiles, words
from doublesix.engine import End
from doublesix.errors import InvalidInput
from doublesix.words import Words

COMMANDS = ("undo", "hint", "rules", "score", "look", "save", "help", "quit")
_ACTIONS = ("draw", "pass")
_ENDS = tuple(end.word for end in End)
_TILE = re.compile(r"\[?(\d+(?:-\d+)?)\]?\s*(.*)")
_DASHES = str.maketrans("‐‑‒–—−", "------")
_MOST_DIGITS = 9


class Command(Struct, frozen=True):
    """Something to be told or done that is no move."""

    name: str
    argument: str = ""


def word(say: Words, name: str) -> str:
    """The word to type for this, in the reader's language."""
    return _forms(say, name)[0]


def read_command(say: Words, typed: str) -> Command | None:
    """The command that was typed, if it is one."""
    first, _, rest = typed.partition(" ")
    name = _find(say, first, COMMANDS)
    return Command(name, rest.strip()) if name else None


def read_move_words(say: Words, hand: tuple[int, ...], typed: str) -> str:
    """A move as notation writes it. A tile may be given by its place in the hand.

    >>> read_move_words(words.load(), (3, 26), "2l"), read_move_words(words.load(), (3, 26), "5-6")
    ('6-5 left', '5-6')
    """
    typed = _plain(typed)
    if found := _TILE.fullmatch(typed):
        which, end = found.groups()
        tile = which if "-" in which else _numbered(hand, which)
        return f"{tile} {_find(say, end, _ENDS) or end}".strip()
    action = _find(say, typed, _ACTIONS)
    if action is None:
        raise InvalidInput("not-understood", word=typed, help=word(say, "help"))
    return action


def read_end(say: Words, typed: str) -> str | None:
    """The end that was typed, if it is one."""
    return _find(say, typed, _ENDS)


def read_yes(say: Words, typed: str) -> bool:
    """Yes or no; the first letter is enough."""
    for words_here in (say, words.load()):
        yes, no = (words_here(f"answer.{answer}").casefold() for answer in ("yes", "no"))
        meant = [answer.startswith(typed.casefold()) for answer in (yes, no)]
        if meant.count(True) == 1:
            return meant[0]
    raise InvalidInput("not-offered", word=typed, choices=[say("answer.yes"), say("answer.no")])


def read_number(typed: str) -> int | None:
    """A whole number, in any script's digits.

    >>> read_number("12"), read_number("٣"), read_number("-1"), read_number("²")
    (12, 3, None, None)
    """
    return int(typed) if typed.isdecimal() and len(typed) <= _MOST_DIGITS else None


def _numbered(hand: tuple[int, ...], typed: str) -> str:
    number = read_number(typed)
    if number is None or not 1 <= number <= len(hand):
        raise InvalidInput("no-such-place", number=typed, count=len(hand))
    return tiles.text(hand[number - 1])


def _plain(typed: str) -> str:
    """Digits of any script as 0 to 9, dashes of any length as one."""
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in typed.translate(_DASHES)
    )


def _find(say: Words, typed: str, names: tuple[str, ...]) -> str | None:
    """The name that a word stands for, in the reader's language or else in English."""
    for words_here in (say, words.load()):
        for name in names:
            if typed.casefold() in _forms(words_here, name):
                return name
    return None


def _forms(say: Words, name: str) -> list[str]:
    """The words that may be typed for this, the one to show first."""
    return say(f"terminal.word.{name}").casefold().split("|")
