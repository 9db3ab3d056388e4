"""What a search teaches: of every move what it has found, at the score that was asked for."""

import numpy as np
import pytest

from doublesix.engine import Game
from doublesix.kernel import net
from doublesix.lab.learning.pupil import Pupil
from doublesix.lab.learning.study import Lesson, Task
from doublesix.lab.learning.thought import think
from tests.setting import game_of


def thought(game: Game, totals: list[int], first: int = 0, rounds: int = 64) -> Lesson:
    return think(game, Task(totals, [1] * 30, seed=1, first=first), rounds, explore=0.1)


@pytest.mark.parametrize("game", [game_of("muggins", 3), game_of("draw", 4), game_of("ikea", 5)])
def test_positions_of_whole_rounds(game: Game) -> None:
    nothing = [0] * len(game.sides)
    lesson, same, other = (thought(game, nothing, first) for first in (0, 0, 1))
    assert 30 <= len(lesson.places) < 80
    assert lesson.kept.tolist() == same.kept.tolist()
    assert lesson.targets.tolist() == same.targets.tolist()
    assert lesson.kept.tolist() != other.kept.tolist()
    moves = [int(lesson.kept[place]) for place in lesson.places]
    assert min(moves) > 1
    assert sum(moves) == len(lesson.targets)
    assert lesson.firsts.tolist() == [0, *np.cumsum(moves)[:-1].tolist()]
    assert ((lesson.targets >= 0) & (lesson.targets <= 1)).all()


def test_moves_that_come_to_the_same_are_worth_the_same() -> None:
    """The net is shown the same of them, and a search tries only one."""
    lesson, same = thought(game_of("block", 4), [0, 0], rounds=300), 0
    for place, first in zip(lesson.places, lesson.firsts, strict=True):
        at, shown = place + 2 + int(lesson.kept[place + 1]), []
        for _ in range(int(lesson.kept[place])):
            shown.append(tuple(lesson.kept[at + 1 : at + 1 + int(lesson.kept[at])].tolist()))
            at += 1 + int(lesson.kept[at])
        worths = lesson.targets[first : first + len(shown)].tolist()
        twins = [
            (worths[one], worths[two])
            for two in range(len(shown))
            for one in range(two)
            if shown[one] == shown[two]
        ]
        assert all(one == two for one, two in twins)
        same += len(twins)
    assert same


def test_the_score_is_the_one_that_was_asked_for() -> None:
    """Where a side is ahead, the net is shown that it is."""
    game = game_of("muggins", 2)
    even, ahead = (thought(game, totals) for totals in ([0, 0], [game.target - 5, 0]))
    assert even.kept[: even.places[1]].tolist() != ahead.kept[: ahead.places[1]].tolist()


def test_what_a_search_finds_can_be_learned() -> None:
    game, pupil = game_of("muggins", 3), Pupil(net.shipped().copy())
    lesson = thought(game, [0, 0, 0], rounds=400)
    errors = []
    for _ in range(40):
        heard = pupil.listen(game, lesson, 0.1)
        errors.append(heard.apart)
        pupil.note(game, heard)
        pupil.step(0.001)
    assert errors[-1] < errors[0] / 2
