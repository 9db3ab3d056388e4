"""Notes of what players who think do: kept in a file, gone on with, refused where they are others,
and made into lessons."""

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from doublesix.errors import DoublesixError, InvalidFile
from doublesix.kernel import net
from doublesix.kernel.rollouts import Rollouts
from doublesix.lab.learning.course import course
from doublesix.lab.learning.exam import foreseen
from doublesix.lab.learning.notes import LESSON, Notes, read_notes, take_notes, taught
from doublesix.lab.learning.school import Plan, School
from doublesix.lab.learning.thought import Thinking, begin, choices, think

HOUSE = (("examples/pairs-seven.toml", 40.0),)
THINKING = Thinking(net=1, worlds=16, rounds=32)
ROUNDS = 52


@cache
def noted() -> bytes:
    """What is written about some rounds, by one worker."""
    path = Path("notes.jsonl")
    assert [*take_notes(path, HOUSE, THINKING, ROUNDS, 1)][-1] == ROUNDS
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    house = Path("examples").resolve()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(house)
    file = tmp_path / "mine.jsonl"
    file.write_bytes(noted())
    return file


def lessons(notes: Notes, count: int) -> list[tuple[int, list[int], list[float]]]:
    found = (notes.lesson(number) for number in range(count))
    return [(place, one.kept.tolist(), one.targets.tolist()) for place, one in found]


def test_a_line_for_every_round(path: Path) -> None:
    heading, *lines = path.read_text().splitlines()
    assert heading.startswith('{"thinking":{"net":1,"seed":1,"worlds":16,"rounds":32')
    assert [int(line[1:].split(",")[0]) for line in lines] == [*range(ROUNDS)]


def test_stopped_and_gone_on_with(path: Path) -> None:
    """On more cores, and with half a line at the end: it comes to the same."""
    path.write_bytes(noted()[: noted().index(b"\n[20,") + 9])
    done = [*take_notes(path, HOUSE, THINKING, ROUNDS, 2)]
    assert done[-1] == ROUNDS
    assert path.read_bytes() == noted()
    assert [*take_notes(path, HOUSE, THINKING, 3, 1)] == []
    assert path.read_bytes() == noted()


def test_stopped_before_anything_was_written(path: Path) -> None:
    path.write_bytes(b"")
    next(take_notes(path, HOUSE, THINKING, 1, 1))
    assert path.read_bytes().startswith(noted().split(b"\n")[0] + b"\n")


def test_lessons_are_what_was_noted(path: Path) -> None:
    """One of fifty rounds is set aside; thumb rules teach nothing."""
    subjects = taught(HOUSE)
    heard, aside = read_notes(path, HOUSE, 1, 2)
    positions: dict[bool, Counter[tuple[int, tuple[int, ...]]]] = {
        True: Counter(),
        False: Counter(),
    }
    for number in range(ROUNDS):
        thought = think(subjects, THINKING, number)
        place, state = begin(subjects, THINKING.seed, number)
        for seen, worths in choices(state, thought):
            if worths:
                shown = tuple(Rollouts(seen).shown().tolist())
                positions[number % 50 == 0][place, shown] += 1
    for notes, wanted in ((heard, positions[False]), (aside, positions[True])):
        assert notes.positions == wanted.total()
        found: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for place, lesson in map(notes.lesson, range(notes.lessons)):
            assert 0 < len(lesson.places) <= LESSON
            pieces = np.split(lesson.kept, lesson.places[1:])
            found.update((place, tuple(piece.tolist())) for piece in pieces)
            for shares in np.split(lesson.targets, lesson.firsts[1:]):
                assert len(shares) > 1
                assert shares.sum() == pytest.approx(1, abs=1e-5)
        assert found == wanted


def test_all_is_heard_before_it_comes_again_in_another_order(path: Path) -> None:
    heard, _ = read_notes(path, HOUSE, 1, 1)
    (same, _), (other, _) = (read_notes(path, HOUSE, seed, 1) for seed in (1, 2))
    first = lessons(heard, 2 * heard.lessons)
    assert first == lessons(same, 2 * heard.lessons)
    assert first != lessons(other, 2 * heard.lessons)
    once, again = first[: heard.lessons], first[heard.lessons :]
    assert once != again
    targets = [sorted(x for _, _, told in part for x in told) for part in (once, again)]
    assert targets[0] == targets[1]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"hello\n", "notes-broken"),
        (b"\xff\xfe\n", "notes-broken"),
        (b"{}\n", "notes-broken"),
        (None, "notes-unread"),
    ],
)
def test_a_file_that_is_no_notes(path: Path, content: bytes | None, code: str) -> None:
    path.unlink()
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    for use in (
        lambda: [*take_notes(path, HOUSE, THINKING, 60, 1)],
        lambda: read_notes(path, HOUSE, 1, 1),
    ):
        with pytest.raises(InvalidFile) as caught:
            use()
        assert caught.value.code == code
    if content is not None:
        assert path.read_bytes() == content


def test_notes_on_something_else(path: Path) -> None:
    before = path.read_bytes()
    for house, thinking in (((), THINKING), (HOUSE, replace(THINKING, net=2))):
        with pytest.raises(InvalidFile) as caught:
            [*take_notes(path, house, thinking, 60, 1)]
        assert caught.value.code == "notes-other"
    with pytest.raises(InvalidFile) as caught:
        read_notes(path, (), 1, 1)
    assert caught.value.code == "notes-other"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"[7]", "notes-broken"),
        (b'[7,["a"],[[]]]', "notes-broken"),
        (b"[7,[0],[[1,2,3,4,5,6,7,8,9]]]", "notes-strange"),
    ],
)
def test_a_damaged_line(path: Path, line: bytes, code: str) -> None:
    lines = noted().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:8], line, *lines[9:]]))
    with pytest.raises(DoublesixError) as caught:
        read_notes(path, HOUSE, 1, 1)
    assert caught.value.code == code
    if code == "notes-broken":
        assert caught.value.details["line"] == 9


def test_too_few_rounds_teach_nothing(path: Path) -> None:
    path.write_bytes(noted()[: noted().index(b"\n[1,") + 1])
    with pytest.raises(InvalidFile) as caught:
        read_notes(path, HOUSE, 1, 1)
    assert caught.value.code == "notes-few"


def test_what_is_noted_is_learned(path: Path) -> None:
    """The same on however many cores; what was heard is foreseen better than before."""
    heard, _ = read_notes(path, HOUSE, 1, 1)
    subjects, begun = course(HOUSE), net.new_weights(1)
    alone, together = (School(subjects, Plan(12), jobs, begun, heard) for jobs in (1, 2))
    assert [*alone.run()] == [*together.run()]
    assert (alone.pupil.weights == together.pupil.weights).all()
    before, after = (foreseen(subjects, one, heard) for one in (begun, alone.pupil.weights))
    assert before < 0.05
    assert before + 0.1 < after < 1
