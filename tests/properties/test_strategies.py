"""The generators reach everything the rules can say, and most of what can happen in a round."""

from collections import defaultdict

import pytest
from hypothesis import Phase, given, settings

from doublesix.engine.events import Passed, PassReason, Redealt
from doublesix.engine.state import Stage
from doublesix.rules import KEYS, Rules
from doublesix.rules.model import MOST_SEATS
from doublesix.rules.values import Choice, Flag
from doublesix.tiles import LARGEST_SET
from tests.record import PlayedRound
from tests.strategies import played_matches, rulebooks


def test_rulebooks_say_all_there_is_to_say() -> None:
    said: defaultdict[str, set[object]] = defaultdict(set)

    @settings(max_examples=200, phases=[Phase.generate])
    @given(rulebooks())
    def collect(book: Rules) -> None:
        for key in KEYS:
            value = book.plain(key)
            said[key].update(value if isinstance(value, list | dict) else [value])

    collect()
    for key, kind in KEYS.items():
        if isinstance(kind, Choice):
            assert said[key] == set(kind.words), key
        elif isinstance(kind, Flag):
            assert said[key] == {False, True}, key
        else:
            assert len(said[key]) > 3, key
    assert said["seats"] == set(range(2, MOST_SEATS + 1))
    assert said["set"] >= {1, 2, 6, 9, LARGEST_SET}
    assert 0 in said["target"]


def happenings(played: PlayedRound) -> set[object]:
    """What can be told of a round, beyond its moves."""
    result = played.end.result
    assert result
    told: set[object] = {result.ended.value}
    told |= {entry.reason for entry in result.sheet}
    told |= {event.reason for event in played.end.past if isinstance(event, Passed)}
    told |= {event.rule for event in played.deal.events if isinstance(event, Redealt)}
    told |= {"a second tile" for state in played.states if state.stage is Stage.SECOND}
    told |= {f"{len(state.ends.shown)} ends" for state in played.states}
    told |= {"a shut arm" for state in played.states if -1 in state.ends.open}
    told |= {"many draws" for state in played.states if state.drawn > 1}
    if not result.winners:
        told.add("no winner")
    if len(result.winners) > 1:
        told.add("a shared win")
    if any(points < 0 for points in result.points):
        told.add("less than nothing")
    if played.before is not None:
        told.add("another round")
    return told


EVERYTHING = {
    *("out", "blocked", "target"),
    *("opponents", "partner", "own", "floor", "divided", "bonus", "in_play", "difference", "exact"),
    *PassReason,
    *("no_leader", "equal_doubles", "redeal_single_holder"),
    *("a second tile", "0 ends", "2 ends", "4 ends", "a shut arm", "many draws"),
    *("no winner", "a shared win", "less than nothing", "another round"),
}


RARE: set[object] = {"floor", "less than nothing"}


def check_happenings(examples: int, missing: set[object]) -> None:
    seen: set[object] = set()

    @settings(max_examples=examples, phases=[Phase.generate])
    @given(played_matches(most_rounds=3))
    def collect(match: list[PlayedRound]) -> None:
        for played in match:
            seen.update(happenings(played))

    collect()
    assert seen | missing == EVERYTHING


def test_rounds_see_nearly_all_there_is_to_see() -> None:
    check_happenings(250, missing=RARE)


@pytest.mark.slow
def test_many_rounds_see_it_all() -> None:
    check_happenings(5000, missing=set())
