"""Which plural form a number takes, by language.

The categories and rules are CLDR's, for whole numbers below a million, so that a browser's own
``Intl.PluralRules`` chooses the same form. A language that is not named here counts as English
does: one, and all others.
"""

from collections.abc import Callable, Mapping


def category(language: str, count: int) -> str:
    """The plural category of a whole number.

    >>> category("en", 1), category("en", 0), category("en", 2)
    ('one', 'other', 'other')
    >>> [category("sr-Latn", count) for count in (1, 3, 5, 11, 21)]
    ['one', 'few', 'other', 'other', 'one']
    """
    return _RULES.get(language.partition("-")[0], _one)(abs(count))


def _one(count: int) -> str:
    return "one" if count == 1 else "other"


def _none(count: int) -> str:
    """Nothing changes with the number."""
    del count
    return "other"


def _arabic(count: int) -> str:
    if count < 3:
        return ("zero", "one", "two")[count]
    if 3 <= count % 100 <= 10:
        return "few"
    return "many" if count % 100 >= 11 else "other"


def _czech(count: int) -> str:
    return "few" if 2 <= count <= 4 else _one(count)


def _french(count: int) -> str:
    return "one" if count <= 1 else "other"


def _hebrew(count: int) -> str:
    return "two" if count == 2 else _one(count)


def _icelandic(count: int) -> str:
    return "one" if _ends_in_one(count) else "other"


def _latvian(count: int) -> str:
    if count % 10 == 0 or _is_teen(count):
        return "zero"
    return "one" if count % 10 == 1 else "other"


def _lithuanian(count: int) -> str:
    if count % 10 == 0 or _is_teen(count):
        return "other"
    return "one" if count % 10 == 1 else "few"


def _polish(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if _ends_in_few(count) else "many"


def _romanian(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if count == 0 or 1 <= count % 100 <= 19 else "other"


def _russian(count: int) -> str:
    if _ends_in_one(count):
        return "one"
    return "few" if _ends_in_few(count) else "many"


def _serbian(count: int) -> str:
    if _ends_in_one(count):
        return "one"
    return "few" if _ends_in_few(count) else "other"


def _slovenian(count: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(count % 100, "other")


def _is_teen(count: int) -> bool:
    return 11 <= count % 100 <= 19


def _ends_in_one(count: int) -> bool:
    return count % 10 == 1 and count % 100 != 11


def _ends_in_few(count: int) -> bool:
    return 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14


_RULES: Mapping[str, Callable[[int], str]] = {
    "ar": _arabic,
    "bs": _serbian,
    "cs": _czech,
    "fr": _french,
    "he": _hebrew,
    "hr": _serbian,
    "id": _none,
    "is": _icelandic,
    "ja": _none,
    "ko": _none,
    "lt": _lithuanian,
    "lv": _latvian,
    "ms": _none,
    "pl": _polish,
    "ro": _romanian,
    "ru": _russian,
    "sk": _czech,
    "sl": _slovenian,
    "sr": _serbian,
    "th": _none,
    "uk": _russian,
    "vi": _none,
    "zh": _none,
}
