"""Every sentence a user reads, by message id, with named arguments.

A catalogue is a folder of TOML files named after its language. Tables nest into dotted
ids. A message is a sentence with ``{named}`` arguments, or a table of plural forms: ``by``
names the argument that counts, the other keys are the language's plural categories.

>>> say = load("en")
>>> say("list.none")
'none'
>>> say("count.tiles", count=1), say("count.tiles", count=3)
('1 tile', '3 tiles')
>>> say.all_of(["left", "right", "up"])
'left, right and up'
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from doublesix.errors import DoublesixError, InvalidInput
from doublesix.words.plurals import category
from doublesix.words.pseudo import PSEUDO
from doublesix.words.told import Told

_FOLDER = Path(__file__).parent
DEFAULT = "en"

_ENDS = frozenset({"end", "ends"})
"""Details of errors that are ends of the line, which every language has its own word for."""

_LONGEST = 300
"""A text from outside that is longer is cut in the middle: the sentence must stay readable."""

Message = str | Mapping[str, str]


class Words:
    """One language's catalogue. Call it with a message id and the arguments."""

    def __init__(self, language: str, messages: Mapping[str, Message]) -> None:
        self.language = language
        self.messages = messages

    def __call__(self, message_id: str, /, **arguments: object) -> str:
        message = self.messages[message_id]
        if not isinstance(message, str):
            count = arguments[message["by"]]
            assert isinstance(count, int), message_id
            message = message.get(category(self.language, count), message["other"])
        return message.format(**arguments) if "{" in message else message

    def retell(self, told: Told, show_tile: Callable[[str], str] = str) -> str:
        """What was told, as a sentence. The page does it by the same rules:

        - a number stays one, and chooses the plural form where the message counts by it;
        - the text of ``tile`` is shown as ``show_tile`` shows a tile, and so is each text of the
          list ``tiles``, with a space between two;
        - every other text is put in as it is, never read as a message;
        - of every other list each item is said first, if it is a sentence itself, and then all
          are joined by ``list.comma`` and, before the last, ``list.and``; one item stands alone,
          and no item is ``list.none``.

        >>> points = Told("told.score.part", {"points": 3, "side": ("Ana", "Cy")})
        >>> load("en").retell(Told("told.score.games", {"score": (points,)}))
        'Games won: 3 for Ana and Cy'
        """
        said = {name: self._said(name, value, show_tile) for name, value in told.args.items()}
        return self(told.id, **said)

    def _said(
        self, name: str, value: str | int | tuple[str | Told, ...], show_tile: Callable[[str], str]
    ) -> str | int:
        if isinstance(value, int):
            return value
        if isinstance(value, str):
            return show_tile(value) if name == "tile" else value
        items = [self.retell(item, show_tile) if isinstance(item, Told) else item for item in value]
        return " ".join(map(show_tile, items)) if name == "tiles" else self.all_of(items)

    def has(self, message_id: str) -> bool:
        """Whether the catalogue has this message."""
        return message_id in self.messages

    def tell(self, error: DoublesixError) -> str:
        """An error as a sentence."""
        details = {name: self._shown(name, value) for name, value in error.details.items()}
        return self(f"error.{error.code}", **details)

    def _shown(self, name: str, value: object) -> object:
        if isinstance(value, DoublesixError):
            return self.tell(value)
        if isinstance(value, list | tuple):
            return self.any_of([str(self._shown(name, item)) for item in value])
        if name in _ENDS and f"end.{value}" in self.messages:
            return self(f"end.{value}")
        return _on_one_line(value) if isinstance(value, str) else value

    def all_of(self, items: Sequence[str]) -> str:
        """The items as a list that means all of them."""
        return self._joined(items, "list.and")

    def any_of(self, items: Sequence[str]) -> str:
        """The items as a list that means any one of them."""
        return self._joined(items, "list.or")

    def _joined(self, items: Sequence[str], last: str) -> str:
        if not items:
            return self("list.none")
        said = items[0]
        for item in items[1:-1]:
            said = self("list.comma", head=said, tail=item)
        return self(last, head=said, tail=items[-1]) if len(items) > 1 else said


def _on_one_line(text: str) -> str:
    """A text from outside without what would break the line it is told on, cut when long."""
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
    return text if len(text) <= _LONGEST else f"{text[:100]}...{text[-100:]}"


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for.

    >>> languages()
    ('en',)
    """
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/errors.toml")))


@cache
def load(language: str = DEFAULT) -> Words:
    """The catalogue of a language. What it has no message for is said in English; the languages
    of :mod:`~doublesix.words.pseudo` are made from English.

    >>> load("xx")
    Traceback (most recent call last):
    ...
    doublesix.errors.InvalidInput: There is no language xx here; there is en.
    """
    if language in PSEUDO:
        return Words(language, _disguised(load().messages, PSEUDO[language]))
    if language not in languages():
        raise InvalidInput("unknown-language", language=language, known=languages())
    own = _read(language)
    return Words(language, own if language == DEFAULT else {**load().messages, **own})


def _read(language: str) -> dict[str, Message]:
    """The messages in the folder of a language."""
    messages: dict[str, Message] = {}
    for path in sorted((_FOLDER / language).glob("*.toml")):
        messages |= _flat(tomllib.loads(path.read_text(encoding="utf-8")))
    return messages


def _disguised(
    messages: Mapping[str, Message], disguise: Callable[[str], str]
) -> dict[str, Message]:
    """The messages with every form of them changed."""
    return {
        name: disguise(message)
        if isinstance(message, str)
        else {key: form if key == "by" else disguise(form) for key, form in message.items()}
        for name, message in messages.items()
    }


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Message]:
    """Nest tables into dotted ids; a table with ``by`` is a message with plural forms."""
    messages: dict[str, Message] = {}
    for key, value in table.items():
        if isinstance(value, dict) and "by" not in value:
            messages |= _flat(value, f"{prefix}{key}.")
        else:
            messages[prefix + key] = value
    return messages


def _tell(error: DoublesixError) -> str:
    return load().tell(error)


DoublesixError.tell = _tell
