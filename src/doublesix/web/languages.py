"""Which language to answer in: what the address asks for, else what the browser prefers."""

from functools import lru_cache

from aiohttp import web

from doublesix import words
from doublesix.words import Words
from doublesix.words.pseudo import PSEUDO


def words_for(request: web.Request) -> Words:
    """The catalogue that suits whoever asks."""
    return _chosen(request.query.get("lang", ""), request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def _chosen(asked: str, accepted: str) -> Words:
    known = {*words.languages(), *PSEUDO}
    for language in (asked, *preferred(accepted)):
        if language in known:
            return words.load(language)
        general = language.partition("-")[0]
        if general in known:
            return words.load(general)
    return words.load()


def preferred(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` header, most wanted first.

    >>> preferred("fr;q=0.5, pt-BR, en;q=0.8, *;q=0.1")
    ['pt-BR', 'en', 'fr']
    """
    wanted: list[tuple[float, str]] = []
    for item in header[:1000].split(","):
        language, _, quality = item.partition(";")
        weight = _weight(quality.strip())
        if language.strip() not in {"", "*"} and weight > 0:
            wanted.append((weight, language.strip()))
    wanted.sort(key=lambda pair: -pair[0])
    return [language for _, language in wanted]


def _weight(quality: str) -> float:
    """What ``q=0.8`` says; everything that is not a number means the most."""
    try:
        return float(quality.removeprefix("q="))
    except ValueError:
        return 1.0
