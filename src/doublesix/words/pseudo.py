"""Languages nobody speaks, made from English, to try a screen with before translators come.

``en-XA`` has long words, accents on every letter that can carry one, and brackets around each
message: what is cut off, what has no glyph, what was glued together from pieces and what never
went through the catalogue can be seen at once. ``ar-XB`` is written from right to left.
Both are readable, and neither is listed among the languages.
"""

import re
from collections.abc import Callable, Mapping
from string import Formatter

_LONGER = 1.4
"""Translations of a short English label are often this much longer."""

_ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž",
)
_VOWEL = re.compile("([aeiouAEIOU])")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OVERRIDE, _POP = "\u202e", "\u202c"


def lengthen(message: str) -> str:
    """A message with long, accented words in brackets.

    >>> lengthen("Play to {count} points")
    '[Þļååý ţöö {count} þööîîñţš~~~]'
    """
    changed = _change(message, lambda text: _VOWEL.sub(r"\1\1", text).translate(_ACCENTS))
    missing = round(len(message) * _LONGER) - len(changed) - 2
    return f"[{changed}{'~' * missing}]"


def reverse(message: str) -> str:
    """A message whose words are shown from right to left.

    >>> ascii(reverse("Play {tile}"))
    "'\\\\u202ePlay\\\\u202c {tile}'"
    """
    return _change(message, lambda text: _WORD.sub(rf"{_OVERRIDE}\g<0>{_POP}", text))


def _change(message: str, change: Callable[[str], str]) -> str:
    """The message with its own text changed, and its arguments as they are."""
    parts = [
        change(text).replace("{", "{{").replace("}", "}}")
        + ("" if field is None else f"{{{field}}}")
        for text, field, _, _ in Formatter().parse(message)
    ]
    return "".join(parts)


PSEUDO: Mapping[str, Callable[[str], str]] = {"en-XA": lengthen, "ar-XB": reverse}
"""What each of them makes of an English message."""
