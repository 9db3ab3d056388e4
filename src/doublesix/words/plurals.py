"""Which plural form a number takes, by language (CLDR's categories)."""


def category(language: str, count: int) -> str:
    """The plural category of a whole number.

    >>> category("en", 1), category("en", 0), category("en", 2)
    ('one', 'other', 'other')
    """
    del language  # English is the only catalogue so far; the others bring their rules here
    return "one" if count == 1 else "other"
