"""The file that tables are kept in: checked, copied, written out; also beside a server."""

import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from doublesix.cli.progress import Progress
from doublesix.notation.transcript import read_file
from doublesix.table.events import Moved, encode
from doublesix.table.journal import Journal
from doublesix.table.record import game_row
from doublesix.table.table import Plan
from tests.unit.cli.played import CHAIRS, HOUSE, make_file, play
from tests.unit.cli.ran import Run
from tests.unit.table.journals import keep, row

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_file(tmp_path_factory.mktemp("made") / "tables.db")


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A file of one's own."""
    (tmp_path / "tables.db").write_bytes(made.read_bytes())
    return tmp_path / "tables.db"


def harm(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as other, other:
        assert other.execute(statement, values).rowcount == 1


class TestCheck:
    def test_a_sound_file(self, run: Run, path: Path) -> None:
        whole = path.read_bytes()
        ran = run("db", "check", path)
        assert (ran.status, ran.err) == (0, "")
        said = ran.out.splitlines()
        assert said[0] == f"{path} is sound."
        assert said[1] == "3 tables"
        assert said[3] == "2 finished games"
        found = run("db", "check", path, "--json").json()
        assert found == {"ok": True, "tables": 3, "events": int(said[2].split()[0]), "games": 2}
        assert path.read_bytes() == whole
        assert os.listdir(path.parent) == ["tables.db"]

    def test_beside_a_server(self, run: Run, path: Path) -> None:
        with closing(Journal(path)) as journal:
            assert keep(journal, "fourth", 1, [], [row("fourth")]) is None
            assert run("db", "check", path).problem() == (
                f"{path}: table fourth is damaged: what happened there cannot be played again."
            )

    @pytest.mark.parametrize(
        "event",
        [
            b"",
            b'{"event":"moved"}',
            b'{"event":"left","at":1,"seat":99}',
            encode(Moved(1.0, 0, "")),
        ],
    )
    def test_events_that_lead_nowhere(self, run: Run, path: Path, event: bytes) -> None:
        harm(path, "UPDATE events SET event = ? WHERE number = 1 AND version = 9", event)
        assert run("db", "check", path, "--json").problem() == (
            f"{path}: table first is damaged: what happened there cannot be played again."
        )

    def test_an_event_that_is_gone(self, run: Run, path: Path) -> None:
        harm(path, "DELETE FROM events WHERE number = 1 AND version = 9")
        problem = run("db", "check", path).problem()
        assert problem == f"{path}: this file is damaged; it has not been touched."

    def test_what_is_no_such_file(self, run: Run, tmp_path: Path) -> None:
        assert run("db", "check", tmp_path / "x").problem().endswith("there is no such file.")
        assert run("db", "check", tmp_path).problem().endswith("this is a folder, not a file.")
        assert run("db", "check", "a\0b").problem().endswith("this file cannot be read.")
        (tmp_path / "x").write_text("dear diary")
        problem = run("db", "check", tmp_path / "x").problem()
        assert problem.endswith("this is not a file that Doublesix keeps tables in.")


class TestBackup:
    def test_a_copy_can_take_the_place_of_the_file(self, run: Run, path: Path) -> None:
        target = path.with_name("backup.db")
        ran = run("db", "backup", path, target)
        assert ran == (0, f"Written and checked: {target}\n", "")
        assert sorted(os.listdir(path.parent)) == ["backup.db", "tables.db"]
        assert target.stat().st_mode & 0o777 == 0o600
        with closing(Journal(path)) as first, closing(Journal(target)) as second:
            assert first.tables() == second.tables()
            assert first.load("first") == second.load("first")
            assert first.games("second") == second.games("second")

    def test_beside_a_server(self, run: Run, path: Path) -> None:
        target = path.with_name("backup.db")
        with closing(Journal(path)) as journal:
            version = len(journal.load("third")) + 1
            assert keep(journal, "third", version, [b"not in the file yet, but in its log"]) is None
            assert run("db", "backup", path, target).status == 0
            assert keep(journal, "third", version + 1, [b"too late"]) is None
        with closing(Journal(target)) as copy:
            assert copy.load("third")[-1] == b"not in the file yet, but in its log"

    def test_no_file_is_written_over(self, run: Run, path: Path) -> None:
        target = path.with_name("letters.txt")
        target.write_text("dear Ana")
        problem = run("db", "backup", path, target).problem()
        assert problem.endswith("this file exists; a backup is never written over another file.")
        assert run("db", "backup", path, path).status == 2
        assert target.read_text() == "dear Ana"

    def test_a_damaged_file_is_not_copied(self, run: Run, path: Path) -> None:
        harm(path, "DELETE FROM events WHERE number = 1 AND version = 9")
        problem = run("db", "backup", path, path.with_name("backup.db")).problem()
        assert problem == f"{path}: this file is damaged; it has not been touched."
        assert os.listdir(path.parent) == ["tables.db"]

    def test_there_is_no_room(self, run: Run, path: Path) -> None:
        target = path.with_name("backup.db")
        before = getrlimit(RLIMIT_FSIZE)
        setrlimit(RLIMIT_FSIZE, (8192, before[1]))
        try:
            ran = run("db", "backup", path, target)
        finally:
            setrlimit(RLIMIT_FSIZE, before)
        assert ran.problem().startswith(f"{target}: nothing can be kept there: ")
        assert os.listdir(path.parent) == ["tables.db"]

    def test_there_is_no_such_folder(self, run: Run, path: Path) -> None:
        problem = run("db", "backup", path, path.parent / "nowhere" / "x.db").problem()
        assert problem.endswith("there is no such folder.")

    def test_stopped_by_the_keyboard(
        self, run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Progress, "__call__", lambda *_: False)
        assert run("db", "backup", path, path.with_name("backup.db")) == (130, "", "Stopped.\n")
        assert run("db", "check", path) == (130, "", "Stopped.\n")
        assert os.listdir(path.parent) == ["tables.db"]


class TestExport:
    def test_every_finished_game(self, run: Run, path: Path, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        listed = run("db", "export", path, "--to", folder, "--json").json()
        assert [(game["table"], game["match"], game["rules"]) for game in listed] == [
            ("first", 1, "svoora"),
            ("second", 1, "house-rules.toml"),
        ]
        assert all(game["names"] == ["Ana", "Bo"] and game["seats"] == 2 for game in listed)
        for game in listed:
            played = run("replay", game["transcript"], "--json").json()
            assert played["finished"]
            assert run("verify", game["proof"], "--transcript", game["transcript"]).status == 0
        files = sorted(str(each.relative_to(folder)) for each in folder.rglob("*.toml"))
        assert files == [
            "first/match-1.proof.toml",
            "first/match-1.toml",
            "second/house-rules.toml",
            "second/match-1.proof.toml",
            "second/match-1.toml",
        ]
        assert (folder / "second/house-rules.toml").read_text() == HOUSE
        again = run("db", "export", path, "--to", folder)
        assert again == (0, f"2 games are written to {folder}.\n", "")

    def test_a_match_that_is_still_played(self, run: Run, tmp_path: Path) -> None:
        path, plan = tmp_path / "x.db", Plan("t", "ABCD", "ana", 2, "draw", chairs=CHAIRS)
        table, events = play(plan, rounds=2)
        with closing(Journal(path)) as journal:
            keep(journal, "t", 1, [encode(event) for event in events], [row("t", phase="playing")])
        (game,) = run("db", "export", path, "--to", tmp_path / "games", "--json").json()
        assert (game["match"], game["finished"]) == (1, None)
        states = [finished.state for finished in table.rounds]
        assert [*read_file(Path(game["transcript"])).rounds] == states
        assert run("verify", game["proof"], "--transcript", game["transcript"]).status == 0

    def test_a_file_without_tables(self, run: Run, tmp_path: Path) -> None:
        Journal(tmp_path / "x.db").close()
        ran = run("db", "export", tmp_path / "x.db", "--to", tmp_path / "games", "--json")
        assert ran.json() == []
        assert not (tmp_path / "games").exists()

    def test_a_folder_that_cannot_be_made(self, run: Run, path: Path) -> None:
        assert run("db", "export", path, "--to", path).problem().endswith("no such folder.")

    @pytest.mark.parametrize("name", ["../up", "a/b", "", "."])
    def test_a_table_whose_name_leads_elsewhere(self, run: Run, path: Path, name: str) -> None:
        harm(path, "UPDATE tables SET id = ? WHERE id = 'first'", name)
        problem = run("db", "export", path, "--to", path.with_name("games")).problem()
        assert problem == f"{path}: this file is damaged; it has not been touched."
        assert os.listdir(path.parent) == ["tables.db"]


class TestVerify:
    @pytest.fixture
    def game(self, run: Run, path: Path, tmp_path: Path) -> Path:
        run("db", "export", path, "--to", tmp_path / "games")
        return tmp_path / "games" / "first"

    def test_in_plain_words(self, run: Run, game: Path) -> None:
        ran = run("verify", game / "match-1.proof.toml", "--transcript", game / "match-1.toml")
        assert (ran.status, ran.err) == (0, "")
        proof = tomllib.loads((game / "match-1.proof.toml").read_text())
        start = proof["round"][0]["commitment"][:16]
        said = ran.out.splitlines()
        assert said[:4] == [
            "Match 1, round 1",
            f"  The secret is the one that the table had promised before the deal: {start}...",
            "  Seat A added chance of its own.",
            "  Together they give exactly the hands and the stock that were dealt.",
        ]
        assert said[-2:] == [
            "The transcript was played with these deals.",
            f"{len(proof['round'])} rounds at table first were dealt fairly.",
        ]

    def test_deals_that_the_book_deals_again(self, run: Run, game: Path) -> None:
        ran = run("verify", game.parent / "second/match-1.proof.toml")
        assert "  The book deals again once, and it was.\n" in ran.out

    def test_for_programs(self, run: Run, game: Path) -> None:
        report = run("verify", game / "match-1.proof.toml", "--json").json()
        proof = tomllib.loads((game / "match-1.proof.toml").read_text())
        assert report == {
            "ok": True,
            "table": "first",
            "rounds": [
                {
                    "match": 1,
                    "number": number,
                    "commitment": dealt["commitment"],
                    "mixed": ["A"],
                    "redeals": dealt["redeals"],
                }
                for number, dealt in enumerate(proof["round"], 1)
            ],
            "transcript": False,
        }

    def test_a_deal_that_was_not_fair(self, run: Run, game: Path) -> None:
        proof = game / "match-1.proof.toml"
        text = proof.read_text()
        proof.write_text(text.replace('"' + "ab" * 16, '"' + "cd" * 16, 1))
        assert run("verify", proof).problem() == (
            f"{proof}: this proof does not hold. Match 1, round 1: these are not the tiles that the"
            " secret and the seats' chance give."
        )
        proof.write_text(text.replace('table = "first"', 'table = "other"'))
        assert "these are not the tiles" in run("verify", proof, "--json").problem()

    def test_nobody_added_chance(self, run: Run, game: Path) -> None:
        table, _ = play(
            Plan("quiet", "WXYZ", "ana", 2, "svoora", target=1, chairs=CHAIRS), entropy=""
        )
        proof = game / "quiet.proof.toml"
        proof.write_text(game_row(table).proof)
        ran = run("verify", proof)
        assert ran.status == 0, ran.err
        assert "  No seat added chance of its own.\n" in ran.out
        assert ran.out.endswith("1 round at table quiet was dealt fairly.\n")
        problem = run("verify", proof, "--transcript", game / "match-1.toml").problem()
        assert problem == f"{proof}: this proof has not the rounds of {game / 'match-1.toml'}."

    def test_the_transcript_of_another_game(self, run: Run, game: Path) -> None:
        one, _ = play(Plan("one", "WXYZ", "ana", 2, "svoora", target=1, chairs=CHAIRS))
        other, _ = play(Plan("other", "WXYZ", "ana", 2, "svoora", target=1, chairs=CHAIRS))
        proof, transcript = game / "one.proof.toml", game / "other.toml"
        proof.write_text(game_row(one).proof)
        transcript.write_text(game_row(other).transcript)
        problem = run("verify", proof, "--transcript", transcript).problem()
        assert problem == f"{proof}: in round 1 of {transcript} other tiles were dealt."

    def test_a_check_that_knows_nothing_of_doublesix_agrees(self, game: Path) -> None:
        def check(proof: Path) -> "subprocess.CompletedProcess[str]":
            command: list[str | Path] = [
                sys.executable,
                "-I",
                ROOT / "examples/check_deal.py",
                proof,
            ]
            return subprocess.run(command, capture_output=True, text=True, check=False)

        proofs = [
            game / "match-1.proof.toml",
            game.parent / "second/match-1.proof.toml",
            ROOT / "docs/fair-deal.proof.toml",
        ]
        for proof in proofs:
            checked = check(proof)
            assert (checked.returncode, checked.stderr) == (0, "")
            assert all(line.endswith(": fair") for line in checked.stdout.splitlines())
        text = proofs[0].read_text()
        proofs[0].write_text(text.replace("ab" * 16, "cd" * 16, 1))
        checked = check(proofs[0])
        assert checked.returncode == 1
        said = checked.stdout.splitlines()
        assert said[0] == "match 1, round 1: these are not the tiles that were dealt"
        assert said[1] == "match 1, round 2: fair"

    def test_what_is_no_proof(self, run: Run, game: Path) -> None:
        assert run("verify", game / "match-1.toml").problem().startswith(f"{game}/match-1.toml:")
        assert run("verify", "nowhere.toml").problem() == "nowhere.toml: there is no such file."
