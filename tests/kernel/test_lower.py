"""A game as numbers: every value of every key is lowered or refused, and the tables are true."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from doublesix import rules, tiles
from doublesix.engine import Game, new_game
from doublesix.engine.ends import Ends
from doublesix.engine.scoring import points_in_play
from doublesix.errors import UnsupportedRules
from doublesix.kernel import core
from doublesix.kernel.lower import LARGEST_SET, Lowered, lower
from doublesix.rules import KEYS, Rules
from doublesix.rules.check import Contradiction
from doublesix.rules.values import Choice, Flag
from tests.kernel.parity import COMPILED, check_matches, check_rounds
from tests.setting import game_of, house

# Values of the keys that hold numbers: their bounds, and something in between.
NUMBERS: dict[str, list[Any]] = {
    "set": [1, 2, 5, 6, 7, 9],
    "seats": [[2], [3], [2, 3, 4], [8]],
    "hand": [{"2": 1, "3": 1, "4": 1, "5": 1}, {"2": 14, "3": 9, "4": 7, "5": 5}],
    "able_draw_limit": [0, 1, 2, 90],
    "reserve": [0, 1, 5, 27, 28, 90],
    "divide_by": [1, 2, 7, 100],
    "out_bonus": [0, 1, 1000],
    "in_play": [[], [1], [2, 3], [7, 100]],
    "target": [0, 1, 12, 100_000],
    "target_choices": [[], [10, 20]],
}

# What must be changed beside a key, where the change alone is not allowed or does nothing.
BESIDE: dict[str, dict[str, Any]] = {
    "set": {"seats": [2], "hand": {"2": 1}, "sides": "alone"},
    "equal_doubles": {"leader": "most_doubles"},
    "highest_tile_lead": {"no_leader": "highest_tile"},
    "second_tile_after": {"second_tile": True, "lead": "any"},
    "second_tile_unable": {"second_tile": True},
    "arms": {"spinner": "first_double"},
    "seats": {"hand": {"2": 7, "3": 5, "4": 5, "8": 3}, "sides": "alone"},
}


def values() -> Iterator[tuple[str, Any]]:
    """Every word a key may hold, yes and no, and the chosen numbers."""
    for key, kind in KEYS.items():
        if isinstance(kind, Choice):
            yield from ((key, word) for word in kind.words)
        elif isinstance(kind, Flag):
            yield from ((key, flag) for flag in (False, True))
        else:
            yield from ((key, value) for value in NUMBERS[key])


VALUES = list(values())


def houses(key: str, value: Any) -> Iterator[Rules]:
    """Each book with this one change, where it can be played."""
    for name in rules.BOOKS:
        try:
            yield house(name, {**BESIDE.get(key, {}), key: value})
        except Contradiction:
            continue


@pytest.mark.parametrize(("key", "value"), VALUES, ids=[f"{key}={value}" for key, value in VALUES])
def test_every_value_is_played_alike(key: str, value: Any) -> None:
    played = [new_game(book, book.seats[-1]) for book in houses(key, value)]
    assert played, "no book can have it"
    for game in played if COMPILED else {played[0], played[-1]}:
        check_rounds(game, seed=21, first=0, count=1)
        check_matches(game, seed=22, count=1, most_rounds=3)


@pytest.mark.parametrize("top", range(LARGEST_SET + 1, tiles.LARGEST_SET + 1))
def test_larger_sets_are_refused(top: int) -> None:
    with pytest.raises(UnsupportedRules) as refused:
        lower(game_of("block", 2, set=top))
    assert refused.value.details == {"key": "set", "top": top, "most": LARGEST_SET}
    assert f"double-{top}" in str(refused.value)


# The tables.


def test_a_tile_counts_as_the_book_counts() -> None:
    for name, seats in (("noris", 2), ("noris:hr", 2), ("block", 2), ("sebastopol", 4)):
        lowered = lower(game_of(name, seats))
        width = 2 if lowered.book[core.WORDS] == 1 else 4
        for tile, pips in enumerate(lowered.game.pips):
            word, bit = divmod(width * tile, 64)
            digits = [int(lowered.book[core.PLANES + 4 * n + word]) >> bit & 1 for n in range(5)]
            assert sum(digit << n for n, digit in enumerate(digits)) == pips
            assert lowered.book[core.COUNT + tile] == pips


def test_the_heaviest_tiles_come_first() -> None:
    book = lower(game_of("noris", 2)).book
    heavy = [int(mask) for mask in book[core.HEAVY : core.HEAVY + 28]]
    names = [tiles.text(mask.bit_length() - 1) for mask in heavy]
    assert names[:6] == ["6-6", "6-5", "6-4", "5-5", "6-3", "5-4"]
    assert sum(heavy) == (1 << 28) - 1


def test_every_sum_scores_as_the_book_scores() -> None:
    for name in ("muggins", "fives-and-threes", "block"):
        lowered = lower(game_of(name, 2))
        for total in range(96):
            scores = points_in_play(lowered.game.rules.in_play, total)
            assert lowered.book[core.SCORES + total] == scores


def code_of(game: Game, ends: Ends) -> int:
    """Two ends as the compiled engine writes them."""
    if not ends.shown:
        return core.NO_LINE
    left, right = ends.shown
    doubled = ends.facts.doubled if game.scores_in_play else (False, False)
    return left << 3 | right | doubled[0] << 6 | doubled[1] << 7


def check_ends(lowered: Lowered, ends: Ends) -> None:
    """What fits these ends, what they add up to, and what they grow into."""
    game = lowered.game
    code = code_of(game, ends)
    moves = sum(
        1 << 2 * move.tile + move.end
        for plays in ends.plays
        for move in plays
        if move.end is not None
    )
    if ends.shown:
        assert lowered.book[core.FITTING + code] == moves, ends.facts
    if ends.shown and game.scores_in_play:
        assert lowered.book[core.SUMS + code] == ends.total, ends.facts
    for plays in ends.plays:
        for move in plays:
            spot = 2 * move.tile + (move.end or 0)
            grown = ends.grown[move.tile, move.end]
            assert lowered.growing[code << 6 | spot] == code_of(game, grown), (ends.facts, move)


def has_a_double_twice(ends: Ends) -> bool:
    """Whether one double lies at both ends, which takes two sets of tiles."""
    left, right = ends.shown
    return all(ends.facts.doubled) and left == right and not any(ends.facts.bare)


@pytest.mark.parametrize("name", ["block", "muggins"])
def test_every_pair_of_ends_is_told_right(name: str) -> None:
    lowered = lower(game_of(name, 2))
    seen = {lowered.game.no_ends}
    ahead = list(seen)
    while ahead:
        ends = ahead.pop()
        check_ends(lowered, ends)
        following = {ends.grown[move.tile, move.end] for plays in ends.plays for move in plays}
        ahead += [grown for grown in following - seen if not has_a_double_twice(grown)]
        seen |= following
    assert {ends.shown for ends in seen} == {(), *product(range(7), repeat=2)}
