"""What is told and what the catalogue says fit each other: no sentence is missing, none is there
for nothing, and each gets exactly the arguments it asks for."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from doublesix import words
from doublesix.engine import standing
from doublesix.notation.telling import (
    Company,
    Told,
    tell_deal,
    tell_match,
    tell_match_end,
    tell_move,
    tell_round,
    tell_scores,
)
from doublesix.rules import load, shipped
from doublesix.words.pseudo import PSEUDO
from tests.record import PlayedRound, play_match
from tests.setting import game_of
from tests.unit.catalogue import asked
from tests.unit.notation.telling import people

SAID = words.load().messages
SMALL = {"seats": [2], "sides": "alone", "hand": {"2": 2}}
"""Few tiles: rounds that are soon blocked, deals without a double."""
UNPAID = {"blocked_points": "none", "blocked_points_pairs": "none"}

HOUSE: list[tuple[str, int, dict[str, Any]]] = [
    ("block", 2, {"next_leader": "winner", "tie": "no_points", **SMALL}),
    ("block", 3, {"next_leader": "rotate", "leader": "highest_tile"}),
    ("block", 2, {"leader": "top_double"}),
    ("block", 2, {"leader": "top_double", "no_leader": "highest_tile"}),
    ("block", 2, {"no_leader": "highest_tile", **SMALL}),
    ("block", 2, {"leader": "most_doubles", "equal_doubles": "redeal"}),
    ("block", 2, {"able_may_pass": True, "exact": True}),
    ("block", 4, {"partner_pips": "added"}),
    ("block", 2, {"tie": "lightest_tile", **SMALL}),
    ("block", 2, {"tie": "shared", **SMALL}),
    ("block", 4, {"blocked_points_pairs": "minus_own", "out_bonus": 3}),
    ("block", 2, {"sides": "alone", "blocked_winner": "nobody", **UNPAID}),
    ("muggins", 2, {"exact": True}),
    ("muggins", 2, {"rounding": "nearest", "target_check": "at_once"}),
    ("ikea", 2, {"tie": "shared", "redeal_single_holder": True, "reserve": 3}),
    ("ikea", 2, {"drawn_tile": "may_play", "direction": "counter_clockwise"}),
    ("ikea", 2, {"drawn_tile": "may_not_play"}),
    ("noris", 2, {"unable": "pass", "tie": "no_points", **SMALL}),
    ("svoora", 2, {"second_tile": True, "second_tile_unable": "as_usual"}),
]


def matches() -> Iterator[list[PlayedRound]]:
    """Every book and edition at every table, and house rules for what none of them has."""
    for name in shipped():
        rules = load(name)
        for seats in rules.seats:
            yield play_match(game_of(name, seats, 40 if rules.target else None), 1, 4)
    for name, seats, changes in HOUSE:
        game = game_of(name, seats, None if name == "noris" else 20, **changes)
        yield from (play_match(game, seed, 4) for seed in range(120))


def listen(company: Company, rounds: list[PlayedRound]) -> Iterator[Told]:
    """All that is told of a match, to everybody."""
    yield from tell_match(company)
    for played in rounds:
        yield from tell_deal(company, played.start, played.deal.events, played.before)
        for before, step in zip(played.states, played.steps, strict=False):
            for eyes in ((), range(company.game.seats)):
                yield from tell_move(company, before, step, eyes)
        yield from tell_round(company, played.end)
        yield from tell_scores(company, [played.states[len(played.states) // 2]])
    yield from tell_scores(company, [played.end for played in rounds])
    if company.game.target and standing(rounds[-1].end).finished:
        yield from tell_match_end(company, rounds[-1].end)


def with_inner(told: Told) -> Iterator[Told]:
    """A sentence and those inside it."""
    yield told
    for value in told.args.values():
        if isinstance(value, tuple):
            for item in value:
                if isinstance(item, Told):
                    yield from with_inner(item)


@cache
def heard() -> dict[str, Told]:
    """One of each sentence that is told in many matches."""
    found: dict[str, Told] = {}
    for rounds in matches():
        for told in listen(people(rounds[0].game), rounds):
            for inner in with_inner(told):
                alike = found.setdefault(inner.id, inner)
                assert set(inner.args) == set(alike.args)
    return found


def test_every_sentence_is_told() -> None:
    assert {name for name in SAID if name.startswith("told.")} - set(heard()) == set()


def test_every_sentence_gets_what_it_asks_for() -> None:
    for name, told in heard().items():
        assert set(told.args) == asked(SAID[name]), name


def test_arguments_are_what_their_names_say() -> None:
    tile = re.compile(r"\d+-\d+")
    lists = {"side", "winners", "first", "second", "players", "score", "rules", "tiles"}
    lists |= {"book", "language"}
    texts = {"name", "seat", "tile", "title"}
    for name, told in heard().items():
        for argument, value in told.args.items():
            kind = tuple if argument in lists else str if argument in texts else int
            assert type(value) is kind, f"{name}: {argument}"
            if argument == "tile":
                assert tile.fullmatch(str(value))
            if argument == "tiles":
                assert isinstance(value, tuple)
                assert all(tile.fullmatch(str(item)) for item in value)


@pytest.mark.parametrize("language", [*words.languages(), *PSEUDO])
def test_every_sentence_can_be_said(language: str) -> None:
    say = words.load(language)
    for told in heard().values():
        sentence = say.retell(told, lambda tile: f"<{tile}>")
        assert "{" not in sentence
        if "tile" in told.args:
            assert f"<{told.args['tile']}>" in sentence
