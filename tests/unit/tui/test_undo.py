"""Taking back: to the last choice of a person, as often as one likes, and then the same again."""

from pathlib import Path

from msgspec.structs import replace

from doublesix.notation.transcript import read_file
from doublesix.tui.record import from_transcript, to_transcript
from tests.unit.tui.table import first_fit, last_question, play

OPTIONS = {"rules": "ikea", "target": 100, "players": ("Ana", "random"), "seed": 43, "new": True}


def test_a_record_is_made_from_any_transcript(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    play(tmp_path / "state", ["7 l", f"save {file}"], **OPTIONS)
    transcript = read_file(file)
    assert to_transcript(from_transcript(transcript)) == transcript
    nameless = from_transcript(replace(transcript, names=()))
    assert [player.name for player in nameless.players] == ["A", "B"]


def test_there_may_be_nothing_to_take_back(tmp_path: Path) -> None:
    assert "There is nothing to take back.\n" in play(tmp_path, ["undo"], **OPTIONS).text


def test_the_same_move_leads_to_the_same_game(tmp_path: Path) -> None:
    plain, undone = tmp_path / "plain.toml", tmp_path / "undone.toml"
    moves = ["7 l", "3", "5 l"]
    play(tmp_path / "a", [*moves, f"save {plain}"], **OPTIONS)
    answers = ["4 l", "undo", *moves, "undo", "undo", "undo", "undo", *moves, f"save {undone}"]
    done = play(tmp_path / "b", answers, **OPTIONS)
    assert "Taken back. It is the turn of Ana again.\n" in done.text
    assert plain.read_text() == undone.read_text()
    assert len(read_file(plain).rounds[0].past) >= 3


def test_undo_goes_back_over_bots_and_forced_moves(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    options = OPTIONS | {"players": ("Ana", "random", "greedy", "random", "greedy")}
    play(tmp_path / "a", [f"save {file}"], **options)
    start = file.read_text()
    asked: list[str] = []

    def rule(said: str) -> str:
        if "The hand of " not in said:
            return ""
        asked.append(said)
        if len(asked) <= 4:
            return first_fit(said)
        if "nothing to take back" in said:
            return "quit" if asked[-2].count("Saved") else f"save {file}.again"
        return "undo"

    play(tmp_path / "b", rule, **options)
    assert Path(f"{file}.again").read_text() == start


def test_undo_after_a_round_goes_back_into_it(tmp_path: Path) -> None:
    asked: list[str] = []

    def rule(said: str) -> str:
        if "next round" in last_question(said):
            asked.append(said)
            return ("undo", "quit")[len(asked) - 1]
        return first_fit(said)

    text = play(tmp_path, rule, **OPTIONS).text
    assert text.count("Round 1\n") == 1
    assert text.count("Score sheet:") == 2
    first, second = (part.partition("next round")[0] for part in text.split("Score sheet:")[1:])
    assert first == second


def test_undo_into_the_round_before_deals_the_same_again(tmp_path: Path) -> None:
    asked: list[str] = []

    def rule(said: str) -> str:
        if "\nRound 2\n" in said and "Taken back" not in said and "which tile" in said:
            asked.append(said)
            return "undo" if "which tile" in last_question(said) else ""
        if said.count("\nRound 2\n") == 2:
            return "quit"
        return first_fit(said)

    text = play(tmp_path, rule, **OPTIONS).text
    first, again = text.split("\nRound 2\n")[1:]
    assert first[:40] == again[:40]


def test_undo_works_after_going_on_with_a_kept_game(tmp_path: Path) -> None:
    play(tmp_path, ["7 l"], **OPTIONS)
    done = play(tmp_path, ["undo"], resume=True)
    assert "Line: [5-5]\n" in done.text.partition("Taken back")[2]
