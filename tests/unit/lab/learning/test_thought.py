"""What thinking finds of every move of a round, and that the round can be gone through again."""

import numpy as np
import pytest
from msgspec.structs import replace

from doublesix import rules
from doublesix.engine import Game, new_game
from doublesix.errors import InvalidInput
from doublesix.kernel.lower import lower
from doublesix.lab.learning.course import Subject
from doublesix.lab.learning.thought import WHOLE, Thinking, Thought, begin, choices, think
from tests.setting import game_of

THINKING = Thinking(net=0, worlds=32, rounds=64, strangers=0.0)


def subject_of(game: Game) -> list[Subject]:
    return [Subject("one", lower(game), 1.0, is_examined=True)]


@pytest.mark.parametrize("game", [game_of("muggins", 3), game_of("draw", 4), game_of("ikea", 5)])
def test_every_choice_of_a_round(game: Game) -> None:
    subjects = subject_of(game)
    for number in range(3):
        thought = think(subjects, THINKING, number)
        assert thought == think(subjects, THINKING, number)
        assert thought.picks != think(subjects, replace(THINKING, seed=2), number).picks
        place, state = begin(subjects, THINKING.seed, number)
        seen = [*choices(state, thought)]
        assert place == 0
        assert len(seen) == len(thought.picks) == len(thought.worths) > 1
        for view, worths in seen:
            assert view.seat == view.turn
            assert len(view.legal) == len(worths) > 1
            assert all(0 <= worth <= WHOLE for worth in worths)


def test_the_best_is_chosen_but_for_chance() -> None:
    subjects = subject_of(game_of("block", 2))
    for explore in (0.0, 0.5):
        thinking = replace(THINKING, explore=explore)
        best = [
            worths[pick] == max(worths)
            for number in range(12)
            for thought in [think(subjects, thinking, number)]
            for pick, worths in zip(thought.picks, thought.worths, strict=True)
        ]
        assert all(best) is (explore == 0.0)


def test_moves_that_come_to_the_same_are_worth_the_same() -> None:
    """A search tries only one of the two."""
    subjects, same = subject_of(new_game(rules.load("examples/pairs-seven.toml"), 4)), 0
    for number in range(6):
        thought = think(subjects, THINKING, number)
        _, state = begin(subjects, THINKING.seed, number)
        for view, worths in choices(state, thought):
            if len(set(view.ends.shown)) == 1 and view.stock == 0:
                told = dict(zip([move.tile for move in view.legal], worths, strict=True))
                assert worths == [told[move.tile] for move in view.legal]
                same += len(worths) > len(told)
    assert same


def test_nothing_is_found_where_thumb_rules_play() -> None:
    subjects, among = subject_of(game_of("draw", 3)), replace(THINKING, strangers=1.0)
    thought = think(subjects, among, 1)
    _, state = begin(subjects, among.seed, 1)
    seats: dict[bool, set[int | None]] = {True: set(), False: set()}
    for view, worths in choices(state, thought):
        seats[bool(worths)].add(view.seat)
    assert len(seats[True]) == 1
    assert len(seats[False]) == 2
    assert not seats[True] & seats[False]


def test_rounds_begin_at_all_scores() -> None:
    subjects = subject_of(game_of("muggins", 2, None))
    totals = {begin(subjects, 1, number)[1].round.totals for number in range(30)}
    assert len(totals) > 10
    assert all(0 <= total < 61 for both in totals for total in both)


def test_games_come_as_often_as_they_are_to() -> None:
    rare, often = (subject_of(game_of("block", seats))[0] for seats in (2, 3))
    subjects = [rare, replace(often, share=3.0)]
    places = np.array([begin(subjects, 1, number)[0] for number in range(400)])
    assert 0.68 < places.mean() < 0.82


@pytest.mark.parametrize("broken", ["short", "pick", "worths"])
def test_a_round_that_does_not_go_as_noted(broken: str) -> None:
    subjects = subject_of(game_of("ikea", 2))
    thought = think(subjects, THINKING, 1)
    _, state = begin(subjects, THINKING.seed, 1)
    changed = {
        "short": Thought(1, thought.picks[:1], thought.worths[:1]),
        "pick": Thought(1, [99, *thought.picks[1:]], thought.worths),
        "worths": Thought(1, thought.picks, [thought.worths[0][:1], *thought.worths[1:]]),
    }[broken]
    with pytest.raises(InvalidInput) as caught:
        [*choices(state, changed)]
    assert caught.value.code == "notes-strange"
