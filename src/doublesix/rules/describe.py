"""A rulebook in plain words, one sentence after the other."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from doublesix.rules.load import BOOKS
from doublesix.rules.model import (
    BlockedPoints,
    BlockedWinner,
    Leader,
    NoLeader,
    OutPoints,
    Rules,
    Sides,
    Source,
    Spinner,
    Tie,
    Unable,
)
from doublesix.words import Words
from doublesix.words.told import Told

GROUPS: Mapping[str, tuple[str, ...]] = {
    "table": ("set", "seats", "sides", "hand", "direction"),
    "opening": (
        "leader",
        "equal_doubles",
        "lead",
        "no_leader",
        "highest_tile_lead",
        "redeal_single_holder",
        "second_tile",
        "second_tile_after",
        "second_tile_unable",
        "next_leader",
    ),
    "turn": (
        "spinner",
        "arms",
        "able_may_draw",
        "able_draw_limit",
        "able_may_pass",
        "unable",
        "drawn_tile",
        "pass_instead_of_draw",
        "all_passed",
        "reserve",
    ),
    "round": ("blocked_when", "stop_dead_rounds", "blocked_winner", "tie", "double_counts"),
    "points": (
        "in_play",
        "out_points",
        "partner_pips",
        "blocked_points",
        "blocked_points_pairs",
        "never_negative",
        "divide_by",
        "rounding",
        "out_bonus",
        "pairs_award",
    ),
    "match": ("target", "target_choices", "target_check", "target_check_pairs", "exact"),
}
"""The keys in the order a rulebook tells them, by the heading they stand under."""


class Sentence(Struct, frozen=True):
    """What a rulebook says about one key, and where that comes from."""

    key: str
    source: Source
    text: str


def name_of(rules: Rules, say: Words) -> str:
    """What people call this rulebook.

    >>> from doublesix.rules import load
    >>> from doublesix import words
    >>> name_of(load("svoora:fr"), words.load())
    'Retro Domino as printed in French'
    """
    return say.retell(tell_name(rules))


def tell_name(rules: Rules) -> Told:
    """The same in whatever language it will be read."""
    book, colon, language = rules.id.partition(":")
    if rules.title or book not in BOOKS:
        return Told("edition.house", {"title": rules.title or rules.id})
    name = Told(f"book.{book}.name")
    if not colon:
        return name
    return Told("edition.name", {"book": (name,), "language": (Told(f"language.{language}"),)})


def note_on(rules: Rules, say: Words) -> list[str]:
    """What a leaflet prints that cannot be played, if anything."""
    message = f"note.{rules.id.replace(':', '.')}"
    return [say(message)] if say.has(message) else []


def describe(rules: Rules, say: Words) -> list[str]:
    """Everything that holds, a sentence a line, marked where it is not printed."""
    return [line for _, lines in sections(rules, say) for line in lines]


def sections(rules: Rules, say: Words) -> list[tuple[str, list[str]]]:
    """The same under headings."""
    return [
        (heading, [_marked(sentence, say) for sentence in told])
        for heading, told in sentences(rules, say)
    ]


def sentences(rules: Rules, say: Words) -> list[tuple[str, list[Sentence]]]:
    """The same, with where each sentence comes from beside it."""
    return [(say(f"group.{group}"), _about(rules, keys, say)) for group, keys in GROUPS.items()]


def differences(a: Rules, b: Rules, say: Words) -> list[tuple[list[str], list[str]]]:
    """Where two rulebooks say different things: what the one says, and the other."""
    told = []
    for keys in GROUPS.values():
        for key in keys:
            before, after = ([said.text for said in _about(rules, [key], say)] for rules in (a, b))
            if before != after:
                told.append((before, after))
    return told


def _about(rules: Rules, keys: Iterable[str], say: Words) -> list[Sentence]:
    """What a rulebook says about these keys; what makes no difference is left out."""
    return [
        Sentence(key, rules.sources[key], text)
        for key in keys
        if _matters(rules, key)
        for text in _texts(rules, key, say)
    ]


def _marked(sentence: Sentence, say: Words) -> str:
    if sentence.source is Source.PRINTED:
        return sentence.text
    return say("show.marked", sentence=sentence.text, source=say(f"source.{sentence.source.value}"))


def _matters(rules: Rules, key: str) -> bool:
    """Whether a key makes a difference in this rulebook."""
    conditions = {
        "direction": max(rules.seats) > 2,
        "equal_doubles": rules.leader is Leader.MOST_DOUBLES,
        "no_leader": rules.leader is not Leader.HIGHEST_TILE and not _all_dealt(rules),
        "highest_tile_lead": rules.no_leader is NoLeader.HIGHEST_TILE and not _all_dealt(rules),
        "second_tile_after": rules.second_tile,
        "second_tile_unable": rules.second_tile,
        "arms": rules.spinner is not Spinner.NONE,
        "able_draw_limit": rules.able_draw_limit > 0,
        "drawn_tile": rules.unable is Unable.DRAW_ONE,
        "reserve": rules.reserve > 0 and (rules.able_may_draw or rules.unable is not Unable.PASS),
        "tie": rules.blocked_winner is not BlockedWinner.NOBODY,
        "double_counts": rules.blocked_winner is not BlockedWinner.NOBODY
        or rules.out_points is not OutPoints.NONE,
        "out_points": rules.target > 0,
        "partner_pips": _pairs(rules) and rules.out_points is not OutPoints.NONE,
        "never_negative": (_pairs(rules) and rules.out_points is not OutPoints.NONE)
        or (rules.tie is Tie.SHARED and BlockedPoints.MINUS_OWN in _blocked_points(rules)),
        "blocked_points": rules.target > 0 and not _only_pairs(rules),
        "blocked_points_pairs": rules.target > 0 and _pairs(rules),
        "divide_by": rules.divide_by > 1,
        "rounding": rules.divide_by > 1,
        "out_bonus": rules.out_bonus > 0,
        "in_play": bool(rules.in_play),
        "pairs_award": _pairs(rules) and bool(rules.in_play),
        "target_choices": bool(rules.target_choices) and rules.target > 0,
        "target_check": rules.target > 0 and not _only_pairs(rules),
        "target_check_pairs": rules.target > 0 and _pairs(rules),
        "all_passed": rules.able_may_pass or rules.pass_instead_of_draw,
    }
    return conditions.get(key, True)


def _blocked_points(rules: Rules) -> set[BlockedPoints]:
    """What a blocked round gives, at any of this rulebook's tables."""
    alone = set() if _only_pairs(rules) else {rules.blocked_points}
    return alone | ({rules.blocked_points_pairs} if _pairs(rules) else set())


def _pairs(rules: Rules) -> bool:
    return rules.sides is Sides.PAIRS


def _only_pairs(rules: Rules) -> bool:
    return _pairs(rules) and rules.seats == (4,)


def _all_dealt(rules: Rules) -> bool:
    """Whether every tile is dealt at every table, so that no double can be missing."""
    return all(seats * rules.hand_size(seats) == rules.tiles.size for seats in rules.seats)


_ONLY_WHEN_TRUE = frozenset(
    {
        "redeal_single_holder",
        "second_tile",
        "able_may_draw",
        "pass_instead_of_draw",
        "stop_dead_rounds",
        "exact",
    }
)
"""Options that go without saying while they are off."""


def _texts(rules: Rules, key: str, say: Words) -> Iterator[str]:
    value = getattr(rules, key)
    if key == "hand":
        yield from _hand(rules, say)
    elif isinstance(value, StrEnum):
        yield say(f"rule.{key}.{value.value}")
    elif isinstance(value, bool):
        if value or key not in _ONLY_WHEN_TRUE:
            yield say(f"rule.{key}.{str(value).lower()}")
    elif key == "target" and not value:
        yield say("rule.no-target")
    else:
        yield say(f"rule.{key}", **_arguments(rules, key, say))


def _arguments(rules: Rules, key: str, say: Words) -> dict[str, object]:
    """What the sentence of a number or a list of numbers is told with."""
    value = getattr(rules, key)
    if key == "set":
        return {"top": value, "count": rules.tiles.size}
    if isinstance(value, tuple):
        listed = say.any_of([str(number) for number in value])
        return {"seats": listed, "divisors": listed, "targets": listed}
    return {"count": value, "divisor": value, "target": value}


def _hand(rules: Rules, say: Words) -> Iterator[str]:
    sizes = dict.fromkeys(size for _, size in rules.hand)
    if len(sizes) == 1:
        yield say("rule.hand-all", count=next(iter(sizes)))
        return
    for size in sizes:
        seats = say.any_of([str(seats) for seats, tiles in rules.hand if tiles == size])
        yield say("rule.hand-some", seats=seats, count=size)
