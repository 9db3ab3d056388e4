"""A course: the same from the same seed, left and taken up again, refused where it is another."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from doublesix import rules
from doublesix.errors import InvalidFile
from doublesix.kernel import net
from doublesix.lab.learning.course import Subject, course, score_of
from doublesix.lab.learning.exam import examine
from doublesix.lab.learning.school import Plan, School
from doublesix.lab.learning.study import Desk, Task
from tests.setting import game_of


@cache
def subjects() -> list[Subject]:
    wanted = {"block:4", "block:4:match", "noris:3", "muggins:2"}
    return [subject for subject in course([]) if subject.name in wanted]


def test_a_course_has_every_book_and_edition_and_what_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "block"\ntitle = "Mine"\nseats = [4]\nhand = 7\n')
    found = {subject.name: subject for subject in course([(str(file), 2.5)])}
    assert {name for name in found if name.count(":") == 1 or ".toml" in name}
    assert all(any(name.startswith(f"{book}:") for name in found) for book in rules.shipped())
    alone, match = found[f"{file}:4"], found[f"{file}:4:match"]
    assert (alone.share, match.share) == (1.25, 1.25)
    assert (alone.game.hand, alone.game.target, match.game.target) == (7, 0, 100)
    assert "muggins:2:match" not in found


def test_two_workers_learn_what_one_does() -> None:
    alone, together = (School(subjects(), Plan(2), jobs) for jobs in (1, 2))
    steps = [*alone.run()]
    assert steps == [*together.run()]
    assert (alone.pupil.weights == together.pupil.weights).all()
    assert [*School(subjects(), Plan(2, seed=2)).run()] != steps


def test_a_course_goes_on_where_it_was_left(tmp_path: Path) -> None:
    whole = School(subjects(), Plan(2))
    steps = [*whole.run()]
    left = School(subjects(), Plan(2))
    next(left.run())
    left.save(tmp_path / "course.npz")
    taken_up = School(subjects(), Plan(2))
    taken_up.load(tmp_path / "course.npz")
    assert [*taken_up.run()] == steps[1:]
    assert (taken_up.pupil.steady == whole.pupil.steady).all()


def test_a_course_goes_on_with_the_net_it_began_as(tmp_path: Path) -> None:
    path, plan = tmp_path / "course.npz", Plan(4)
    School(subjects(), plan, 1, net.shipped()).save(path)
    School(subjects(), plan, 1, net.shipped()).load(path)
    for begin in (None, net.new_weights(7)):
        with pytest.raises(InvalidFile) as caught:
            School(subjects(), plan, 1, begin).load(path)
        assert caught.value.code == "course-other"


def test_another_course_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "course.npz"
    School(subjects(), Plan(4)).save(path)
    for other in (
        School(subjects(), Plan(5)),
        School(subjects()[:2], Plan(4)),
        School(subjects(), Plan(4, notes=3)),
    ):
        with pytest.raises(InvalidFile) as caught:
            other.load(path)
        assert caught.value.code == "course-other"


@pytest.mark.parametrize("content", [b"", b"not a course", b"PK\x03\x04 broken"])
def test_what_is_no_course(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "course.npz"
    path.write_bytes(content)
    with pytest.raises(InvalidFile) as caught:
        School(subjects(), Plan(4)).load(path)
    assert caught.value.code == "course-unread"


def test_a_file_with_other_arrays_is_no_course(tmp_path: Path) -> None:
    path = tmp_path / "course.npz"
    np.savez(path, weights=np.zeros(3))
    with pytest.raises(InvalidFile) as caught:
        School(subjects(), Plan(4)).load(path)
    assert caught.value.code == "course-other"


def test_a_net_of_another_size_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "course.npz"
    School(subjects(), Plan(4)).save(path)
    with np.load(path) as file:
        kept = dict(file)
    np.savez(path, **{**kept, "weights": kept["weights"][1:]})
    with pytest.raises(InvalidFile) as caught:
        School(subjects(), Plan(4)).load(path)
    assert caught.value.code == "course-other"


def test_scores_are_those_of_a_match_that_goes_on() -> None:
    rng = np.random.default_rng(1)
    for game in (game_of("muggins", 3), game_of("block", 2), game_of("block", 2, 1)):
        scores = [score_of(game, rng) for _ in range(200)]
        assert all(len(score) == len(game.sides) for score in scores)
        assert all(0 <= total < game.target for score in scores for total in score)
    assert score_of(game_of("noris", 4), rng) == [0, 0, 0, 0]


def test_strangers_play_by_the_thumb_rules() -> None:
    """Against them, a net that has learned nothing loses more than against itself."""
    (subject,) = [subject for subject in subjects() if subject.name == "block:4"]
    desk = Desk(subject.lowered, explore=0.0)
    weights = net.for_game(net.new_weights(5), subject.game)
    among_its_own, *alone = (
        desk.study(weights, Task([0, 0], [2] * 2000, 1, 0, side)).targets.mean()
        for side in (None, 0, 1)
    )
    assert among_its_own > 0.48
    assert max(alone) < 0.46


def test_an_exam_is_fair() -> None:
    """The shipped net beats thumb rules; a net that has learned nothing does not."""
    (subject,) = [subject for subject in subjects() if subject.name == "block:4"]
    knows = examine(subject, net.shipped(), 2000, 1)
    assert knows.percent - knows.reach > 50
    nothing = examine(subject, net.new_weights(5), 2000, 1)
    assert nothing.percent + nothing.reach < 50
