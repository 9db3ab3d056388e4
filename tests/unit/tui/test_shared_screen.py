"""Several people at one screen: nobody ever sees the tiles of another."""

import io
import re
from pathlib import Path

import pytest

from doublesix.engine.events import Drew
from doublesix.notation.transcript import Transcript, read_file
from doublesix.rules import BOOKS, load
from doublesix.tiles import members, parse
from doublesix.tui import Options, run
from tests.unit.tui.table import Person, first_fit, last_question, play

HAND_OVER = re.compile(r"Pass the screen to (\w+), then press Enter\.\n")
PUBLIC = re.compile(
    r"^(?:Line|Middle|  Left|  Right|  Up|  Down): .*$|^  \[.*$"
    r"|^.* (?:leads?|lays) \[.*$|^Only \[.* fits, so .*$|^\w+ holds \[6-6\] and leads\.$",
    re.MULTILINE,
)
"""What lies on the table and what is laid there: the only tiles that all may see."""
PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve")


def tiles_in(text: str) -> set[int]:
    return {parse(tile) for tile in re.findall(r"\[(\d-\d)\]", text)}


def play_a_round(folder: Path, rules: str, seats: int, seed: int) -> tuple[str, Transcript]:
    """One round by people alone, with everything they see, and its record."""
    file = folder / "round.toml"
    asked: list[str] = []

    def rule(said: str) -> str:
        question = last_question(said)
        if re.search(r"next round|Another game|to finish", question):
            asked.append(said)
            return f"save {file}" if len(asked) == 1 else "quit"
        if "which tile, or draw" in question and said.count("draws [") < 3:
            return "draw"
        return first_fit(said)

    target = load(rules).target or None
    done = play(folder, rule, rules=rules, players=PEOPLE[:seats], seed=seed, target=target)
    return done.text, read_file(file)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("rules", [*BOOKS, "noris:es", "ikea:ko"])
def test_only_ones_own_tiles_are_shown(tmp_path: Path, rules: str, seed: int) -> None:
    text, transcript = play_a_round(tmp_path, rules, load(rules).seats[-1], seed)
    end = transcript.rounds[0]
    before, *parts = HAND_OVER.split(re.split(r"goes out!|The round is blocked", text)[0])
    assert not tiles_in(PUBLIC.sub("", before))
    for name, part in zip(parts[::2], parts[1::2], strict=True):
        seat = PEOPLE.index(name)
        drawn = {event.tile for event in end.past if isinstance(event, Drew) and event.seat == seat}
        assert tiles_in(PUBLIC.sub("", part)) <= drawn | set(members(end.round.deal.hands[seat]))
    assert len(parts) > 3


def test_the_screen_changes_hands_before_a_hand_is_shown(tmp_path: Path) -> None:
    text, _ = play_a_round(tmp_path, "svoora", 3, 4)
    shown = [
        found[1] or found[2] for found in re.finditer(r"screen to (\w+)|The hand of (\w+)", text)
    ]
    holder = ""
    for line in re.findall(r"screen to \w+|The hand of \w+", text):
        name = line.rpartition(" ")[2]
        if line.startswith("screen"):
            holder = name
        assert name == holder
    assert len(shown) > 6


def test_forced_draws_are_shown_to_their_owner_only(tmp_path: Path) -> None:
    for seed in range(30):
        text, _ = play_a_round(tmp_path, "svoora", 2, seed)
        if "has drawn since the last turn" in text:
            break
    else:
        pytest.fail("nobody was forced to draw before a choice")
    assert re.search(r"Nothing fits, so (Ana|Bo) draws a tile\.\n", text)
    found = re.search(r"screen to (\w+).*\n(\w+) has drawn since the last turn: \[", text)
    assert found
    assert found[1] == found[2]


def test_one_person_never_passes_the_screen(tmp_path: Path) -> None:
    done = play(tmp_path, first_fit, rules="noris", players=("Ana", "greedy", "random"), seed=2)
    assert "Pass the screen" not in done.text
    assert "share this screen" not in done.text


def test_only_enter_takes_the_screen_over(tmp_path: Path) -> None:
    options = {"rules": "svoora", "players": ("Ana", "Bo"), "seed": 4}
    text = play(tmp_path, ["7 l", "xyzzy", ""], **options).text
    assert text.count("Pass the screen to") == 3
    assert text.count("The hand of") == 1
    quitting = play(tmp_path, ["quit"], new=True, **options).text
    assert "Your game is kept." in quitting
    assert "The hand of" not in quitting


def test_undo_gives_the_screen_back(tmp_path: Path) -> None:
    asked: list[str] = []

    def rule(said: str) -> str:
        if "which tile" in last_question(said):
            asked.append(said)
            return ("", "undo", "quit")[len(asked) - 1] or first_fit(said)
        return ""

    players = ("Ana", "Bo", "greedy")
    text = play(tmp_path, rule, rules="ikea", target=50, players=players, seed=5).text
    assert HAND_OVER.findall(text) == ["Ana", "Bo", "Ana"]


class Terminal(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("term", "mark"), [("xterm", "\x1b[2J"), ("dumb", "\n" * 40)])
def test_a_terminal_is_cleared_and_the_news_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, term: str, mark: str
) -> None:
    monkeypatch.setenv("TERM", term)
    output = Terminal()
    asked: list[str] = []

    def rule(said: str) -> str:
        if "which tile" in last_question(said):
            asked.append(said)
            return "quit" if len(asked) > 4 else first_fit(said)
        return ""

    options = Options(rules="svoora", players=("Ana", "Bo"), seed=4, state_dir=tmp_path)
    assert run(options, Person(output, rule), output) == 0
    pages = output.getvalue().split(mark)
    assert len(pages) > 6
    for page in pages:
        assert len(set(re.findall(r"The hand of (\w+)", page))) <= 1
        holders = set(HAND_OVER.findall(page))
        assert not holders or "The hand of" not in page
    for page in pages[5:]:
        if found := re.search(r"The hand of (\w+)", page):
            assert f"{found[1]} lays" in page


def test_what_comes_after_undo_is_news_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    output = Terminal()
    answers = iter(["6", "undo", "7", "quit"])

    def rule(said: str) -> str:
        return next(answers) if "which tile" in last_question(said) else ""

    players = ("Ana", "Bo", "greedy")
    options = Options(rules="ikea", target=50, players=players, seed=361, state_dir=tmp_path)
    run(options, Person(output, rule), output)
    page = output.getvalue().rpartition("\x1b[2J")[2]
    assert "Ana lays [6-4] on the right.\n" in page
    assert "The hand of Bo:" in page


def test_one_person_keeps_everything_on_the_screen(tmp_path: Path) -> None:
    output = Terminal()
    options = Options(rules="noris", players=("Ana", "greedy"), seed=2, state_dir=tmp_path)
    run(options, Person(output, first_fit), output)
    assert "\x1b" not in output.getvalue()
