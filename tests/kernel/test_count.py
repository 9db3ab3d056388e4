"""Counts of many rounds are those of counting them one by one."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from doublesix.engine import new_game
from doublesix.kernel import core
from doublesix.kernel.batch import play_rounds
from doublesix.kernel.lower import lower
from doublesix.rules import load


def counted(table: NDArray[np.int64], *lows: int) -> Counter[tuple[int, ...]]:
    """What a table of counts holds, by its indexes with their beginnings added."""
    return Counter(
        {
            tuple(int(at) + low for at, low in zip(place, lows, strict=True)): int(table[place])
            for place in zip(*table.nonzero(), strict=True)
        }
    )


@pytest.mark.parametrize(("name", "seats"), [("svoora", 2), ("ikea", 5), ("muggins", 4)])
def test_counts_are_those_of_one_by_one(name: str, seats: int) -> None:
    game = new_game(load(name), seats)
    rows = play_rounds(lower(game), seed=3, first=0, count=200).rows
    sides = len(game.sides)
    points = rows[:, core.POINTS : core.POINTS + sides]
    efforts = rows[:, core.PLAYS : core.REDEALS + 1]
    facts = rows[:, core.ENDED : core.LEAD_TILE + 1]
    side_of = np.array(game.side_of)
    low, outcomes, made, openings, least, advantages, spent = core.count_rows(
        facts, efforts, points, side_of, game.tiles.size
    )
    by_hand: dict[str, Counter[tuple[int, ...]]] = {
        part: Counter() for part in ("outcomes", "made", "openings", "advantages", "spent")
    }
    for row in rows.tolist():
        leader, winners = row[core.LEADING], row[core.WINNERS]
        side = game.side_of[leader]
        got = row[core.POINTS : core.POINTS + sides]
        by_hand["outcomes"][leader, row[core.ENDED], winners] += 1
        for each, own in enumerate(got):
            by_hand["made"][each, own] += 1
        by_hand["openings"][row[core.LEAD_TILE], winners >> side & 1, got[side]] += 1
        by_hand["advantages"][(got[side] * sides - sum(got),)] += 1
        for kind in range(4):
            by_hand["spent"][kind, row[core.PLAYS + kind]] += 1
    assert counted(outcomes, 0, 0, 0) == by_hand["outcomes"]
    assert counted(made, 0, low) == by_hand["made"]
    assert counted(openings, 0, 0, low) == by_hand["openings"]
    assert counted(advantages, least) == by_hand["advantages"]
    assert counted(spent, 0, 0) == by_hand["spent"]
