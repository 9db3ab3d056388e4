"""The catalogue for the browser: the messages that the page says, as one flat JSON object."""

from typing import Literal

from doublesix.words import DEFAULT, Message, load

_SAID = (
    "answer.",
    "book.",
    "bot.",
    "coach.",
    "count.",
    "edition.",
    "end.",
    "error.",
    "group.",
    "language.",
    "list.",
    "page.",
    "phrase.",
    "show.",
    "source.",
    "told.",
    "table.",
)
"""What the ids of the page's messages begin with."""

_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})

_TAGS = {"pt": "pt-PT"}
"""Languages that browsers mean something else by: the Portuguese rulebooks are European."""


def direction(language: str) -> Literal["ltr", "rtl"]:
    """Which way the language is written.

    >>> direction("en"), direction("ar"), direction("ar-XB")
    ('ltr', 'rtl', 'rtl')
    """
    return "rtl" if language.partition("-")[0] in _RIGHT_TO_LEFT else "ltr"


def for_page(language: str = DEFAULT) -> dict[str, Message]:
    """All that the page says in a language, by message id. Two further keys, without a dot:
    ``language`` is the tag for the browser (``lang``, plural rules, number formats), and
    ``direction`` is ``ltr`` or ``rtl``.

    >>> catalogue = for_page("en")
    >>> catalogue["language"], catalogue["direction"], catalogue["list.and"]
    ('en', 'ltr', '{head} and {tail}')
    >>> catalogue["count.tiles"]
    {'by': 'count', 'one': '{count} tile', 'other': '{count} tiles'}
    """
    messages = load(language).messages
    said = {name: message for name, message in messages.items() if name.startswith(_SAID)}
    return {
        "language": _TAGS.get(language, language),
        "direction": direction(language),
        **said,
    }
