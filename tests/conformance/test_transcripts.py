"""Games written down by hand, each beside what came of it.

Next to ``NAME.toml`` lies ``NAME.expected.json``, what ``replay --json`` says, and for a game
that stops in the middle ``NAME.legal.json``, what ``legal --json`` says. An edition's game has
``NAME.canonical.json`` too: what the book itself makes of the same moves. Under ``refused/`` are
games with one thing that a rule forbids, and the line, the problem and the rule they must name.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from doublesix import rules, tiles
from doublesix.engine import Standing, State, apply
from doublesix.engine.events import Played
from doublesix.engine.game import count_pips
from doublesix.engine.match import place_round
from doublesix.engine.opening import Opening
from doublesix.errors import InvalidFile
from doublesix.notation.moves import read_move, write_event
from doublesix.notation.position import read_position, write_position
from doublesix.notation.report import legal_report, replay_report
from doublesix.notation.transcript import Transcript, read, read_file, write

FOLDER = Path(__file__).parents[1] / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
REFUSED = sorted(path.stem for path in FOLDER.glob("refused/*.toml"))
EDITIONS = [name for name in NAMES if name.startswith("edition-")]
EDITIONS_REFUSED = [name for name in REFUSED if name.startswith("edition-")]

# These leaflets differ in words only, so their games are the book's games.
NOTE_ONLY = {"ikea:zh-Hans", "ikea:id"}
# These leaflets only forbid what the book allows, so the difference shows in what they refuse.
STRICTER = {"ikea:cs", "ikea:sk", "draw:fr", "draw:nl"}


def expected(name: str, kind: str = "expected") -> Any:
    return json.loads((FOLDER / f"{name}.{kind}.json").read_text(encoding="utf-8"))


def has(name: str, kind: str) -> bool:
    return (FOLDER / f"{name}.{kind}.json").exists()


def open_transcript(name: str) -> Transcript:
    return read_file(FOLDER / f"{name}.toml")


def last_position(name: str) -> State:
    return open_transcript(name).rounds[-1]


def by_the_book(path: Path) -> Transcript:
    """The same file with the edition's name replaced by its book's."""
    text = path.read_text(encoding="utf-8")
    edition = read_rules(path)
    book = edition.partition(":")[0]
    return read(text.replace(f'"{edition}"', f'"{book}"'), str(path))


def read_rules(path: Path) -> str:
    """The rulebook that a file names."""
    (line,) = (line for line in path.read_text("utf-8").splitlines() if line.startswith("rules ="))
    return line.split('"')[1]


def problem_in(refused: InvalidFile) -> dict[str, object]:
    """What a refusal says, as the expectations write it."""
    problem = refused.details["problem"]
    assert isinstance(problem, Exception)
    return {
        "line": refused.details["line"],
        "code": getattr(problem, "code", None),
        "rule": getattr(problem, "details", {}).get("rule"),
    }


def positions(state: State) -> Iterator[State]:
    """Every position of a round, from the deal to this one."""
    here = state.round
    opening = Opening(here.leader, here.leads)
    before = Standing(here.totals, here.games)
    position = place_round(here.game, here.deal, opening, here.number, before).state
    yield position
    for event in state.past:
        _, _, words = write_event(event).partition(" ")
        position = apply(position, read_move(position, words)).state
        yield position


# Every game


@pytest.mark.parametrize("name", NAMES)
def test_replay(name: str) -> None:
    assert replay_report(open_transcript(name)) == expected(name)


@pytest.mark.parametrize("name", [name for name in NAMES if has(name, "legal")])
def test_legal(name: str) -> None:
    assert legal_report(last_position(name)) == expected(name, "legal")


def test_every_open_game_says_what_is_legal() -> None:
    for name in NAMES:
        is_open = expected(name)["rounds"][-1]["ended"] is None
        assert has(name, "legal") == is_open, name


@pytest.mark.parametrize("name", NAMES)
def test_printing_is_a_fixed_point(name: str) -> None:
    transcript = open_transcript(name)
    printed = write(transcript)
    again = read(printed, str(FOLDER / "printed.toml"))
    assert again == transcript
    assert write(again) == printed


@pytest.mark.parametrize("name", NAMES)
def test_positions_round_trip_at_every_ply(name: str) -> None:
    for last in open_transcript(name).rounds:
        *_, final = every = list(positions(last))
        assert final == last
        for position in every:
            line = write_position(position)
            again = read_position(line, beside=FOLDER)
            assert again == position
            assert write_position(again) == line


@pytest.mark.parametrize("name", NAMES)
def test_t_44_the_set_stays_whole(name: str) -> None:
    """T-44: hands, stock and line are the full set at every ply; 168 pips, 147 counted once."""
    for last in open_transcript(name).rounds:
        game = last.game
        whole = {("both_halves", 6): 168, ("one_half", 6): 147}
        pips = whole.get((game.rules.double_counts.value, game.rules.set))
        for position in positions(last):
            line = tiles.mask(event.tile for event in position.past if isinstance(event, Played))
            parts = [*position.hands, tiles.mask(position.stock), line]
            assert sum(parts) == game.tiles.full
            assert sum(part.bit_count() for part in parts) == game.tiles.size
            assert pips is None or sum(count_pips(game, part) for part in parts) == pips


# Games with something a rule forbids


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        open_transcript(f"refused/{name}")
    assert problem_in(caught.value) == expected(f"refused/{name}")


# Editions


@pytest.mark.parametrize("name", EDITIONS)
def test_edition_by_the_book(name: str) -> None:
    """What the book makes of an edition's game is what the file beside it says."""
    by_book = expected(name, "canonical")
    path = FOLDER / f"{name}.toml"
    if "refused" in by_book:
        with pytest.raises(InvalidFile) as caught:
            by_the_book(path)
        assert problem_in(caught.value) == by_book["refused"]
        return
    played = by_the_book(path)
    if "replay" in by_book:
        assert replay_report(played) == by_book["replay"]
        assert {**by_book["replay"], "rules": ""} != {**expected(name), "rules": ""}
    elif "legal" in by_book:
        assert legal_report(played.rounds[-1]) == by_book["legal"]
        assert by_book["legal"] != expected(name, "legal")
    else:
        assert by_book == {"same": True}
        assert {**replay_report(played), "rules": ""} == {**expected(name), "rules": ""}


@pytest.mark.parametrize("name", EDITIONS_REFUSED)
def test_what_only_an_edition_forbids(name: str) -> None:
    """The book accepts what the edition refuses, unless both forbid it for another reason."""
    path = FOLDER / "refused" / f"{name}.toml"
    edition = read_rules(path)
    if edition in STRICTER or edition == "ikea:ko":
        assert by_the_book(path).rounds
    else:
        with pytest.raises(InvalidFile):
            by_the_book(path)


def test_every_edition_has_a_game_that_shows_its_difference() -> None:
    differs = {
        expected(name)["rules"]
        for name in EDITIONS
        if expected(name, "canonical") != {"same": True}
    }
    refuses = {read_rules(FOLDER / "refused" / f"{name}.toml") for name in EDITIONS_REFUSED}
    every = {edition for book in rules.BOOKS for edition in rules.editions(book)}
    played = {expected(name)["rules"] for name in EDITIONS}
    assert played == every
    assert differs | (refuses & STRICTER) == every - NOTE_ONLY


# The printed cases that say something about the middle of a game


@pytest.mark.parametrize(("seats", "stock"), [(2, 14), (3, 7), (4, 8), (5, 3)])
def test_t_02_stock_after_the_deal(seats: int, stock: int) -> None:
    assert len(last_position(f"t-02-ikea-stock-{seats}-seats").stock) == stock


def test_t_06_only_sixes_follow_6_6() -> None:
    fits = last_position("t-06-svoora-what-follows-6-6").ends.fits
    sixes = ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]
    assert [tiles.text(tile) for tile in tiles.members(fits)] == sixes


def test_t_08_the_hand_grows_by_the_whole_stock() -> None:
    *_, unable, _, _, _, _, _, _, _, passed = positions(
        last_position("t-08-svoora-draws-the-whole-stock")
    )
    assert (unable.turn, unable.hands[0].bit_count(), len(unable.stock)) == (0, 10, 7)
    assert (passed.turn, passed.hands[0].bit_count(), len(passed.stock)) == (1, 10 + 7, 0)


def test_t_10_three_left_and_the_ends() -> None:
    state = last_position("t-10-noris-second-tile")
    assert state.hands[1].bit_count() == 3
    assert state.ends.shown == (6, 2)


def test_t_11_nothing_goes_back() -> None:
    state = last_position("t-11-noris-draws-three")
    assert state.hands[0].bit_count() == 5 + 3 - 1
    assert len(state.stock) == 18 - 3


def test_t_13_nobody_can_play_and_it_is_not_over() -> None:
    state = last_position("t-13-noris-not-over-while-stock-remains")
    assert not any(hand & state.ends.fits for hand in state.hands)
    assert state.stock
    assert state.result is None


@pytest.mark.parametrize(("seats", "stock", "drawable"), [(4, 4, 2), (2, 14, 12), (3, 13, 11)])
def test_t_15_two_stay_in_stock(seats: int, stock: int, drawable: int) -> None:
    state = last_position(f"t-15-draw-{seats}-seats")
    assert len(state.round.deal.stock) == stock
    assert len(state.stock) == stock - drawable


def test_t_20_every_sum_of_the_table_comes_up() -> None:
    gives = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}
    seen = set()
    for last in open_transcript("t-20-fives-and-threes-sums").rounds:
        every = list(positions(last))
        for before, after in pairwise(every):
            if isinstance(after.past[-1], Played):
                seen.add(after.ends.total)
                got = sum(after.in_play) - sum(before.in_play)
                assert got == gives.get(after.ends.total, 0), after.past[-1]
    assert gives.keys() <= seen


def test_t_24_an_arm_goes_on_behind_a_double() -> None:
    *_, before, after = positions(last_position("t-24-sebastopol-double-on-an-arm"))
    assert len(before.ends.shown) == len(after.ends.shown) == 4
    assert before.ends.shown == after.ends.shown


# What the collection must hold


def rounds_of(book: str) -> list[dict[str, Any]]:
    """How all the rounds ended that are played by this book."""
    reports = [report for report in map(expected, NAMES) if report["rules"] == book]
    return [each for report in reports for each in report["rounds"]]


@pytest.mark.parametrize("book", rules.BOOKS)
def test_every_book_is_played_to_every_kind_of_end(book: str) -> None:
    played = rounds_of(book)
    blocked = [each for each in played if each["ended"] == "blocked"]
    assert any(each["ended"] == "out" for each in played)
    assert any(len(each["winner"]) == (2 if book == "noris" else 0) for each in blocked)
    if book != "fives-and-threes":  # where nobody wins a blocked round
        assert any(each["winner"] and len(each["winner"]) <= 2 for each in blocked)


@pytest.mark.parametrize(
    "book", [book for book in rules.BOOKS if rules.load(book).plays_in_pairs(4)]
)
def test_every_book_for_pairs_is_played_in_pairs(book: str) -> None:
    in_pairs = [each for each in rounds_of(book) if "A+C" in each["points"]]
    assert {"out", "blocked"} <= {each["ended"] for each in in_pairs}


def test_matches_are_played_to_the_end() -> None:
    whole = {
        report["rules"]
        for report in map(expected, NAMES)
        if report["finished"] and len(report["rounds"]) > 2 and "games" not in report
    }
    assert whole >= {"ikea", "svoora", "block", "muggins", "fives-and-threes", "sebastopol"}
