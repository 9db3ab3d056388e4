"""What stays of a match: a transcript that replays, and a proof."""

from pathlib import Path

from doublesix.engine import legal_moves
from doublesix.notation import transcript
from doublesix.table import messages as ask
from doublesix.table.fair import HOUSE_FILE, read_proof
from doublesix.table.record import game_row, proof_of, transcript_of
from tests.unit.table.desk import Desk, seated


def played(rounds: int, **changes: object) -> Desk:
    desk = seated("muggins", **changes)  # type: ignore[arg-type]
    for _ in range(rounds):
        desk.do("ana", ask.DealNow())
        desk.play_round()
    return desk


def test_nothing_was_played_yet() -> None:
    assert transcript_of(seated().table).rounds == ()
    assert proof_of(seated().table).rounds == ()


def test_finished_rounds_and_only_those() -> None:
    desk = played(2)
    before = game_row(desk.table)
    desk.do("ana", ask.DealNow())
    desk.move(str(legal_moves(desk.state)[0]))
    assert game_row(desk.table) == before
    read = transcript.read(before.transcript)
    assert read == transcript_of(desk.table)
    assert read.rounds == tuple(finished.state for finished in desk.table.rounds)
    assert (read.names, read.target) == (("Ana", "Bo"), None)
    assert read_proof(before.proof) == proof_of(desk.table)


def test_when_it_was_over() -> None:
    desk = played(1, target=500)
    assert game_row(desk.table).finished is None
    desk.do("ana", ask.Close())
    assert game_row(desk.table).finished == desk.table.touched
    over = played(1, target=1).table
    assert (over.phase, game_row(over).finished) == ("over", over.touched)


def test_a_target_of_its_own_and_who_played() -> None:
    desk = played(1, target=200)
    desk.do("bo", ask.Leave(seat=1))
    desk.do("cy", ask.Sit(seat=1, name="Cy"))
    read = transcript.read(game_row(desk.table).transcript)
    assert (read.names, read.target) == (("Ana", "Bo"), 200)


def test_a_new_match_begins_a_new_record() -> None:
    desk = played(1, target=1)
    desk.do("ana", ask.DealNow())
    assert transcript_of(desk.table).rounds == ()
    desk.play_round()
    assert [each.match for each in proof_of(desk.table).rounds] == [2]


def test_house_rules_lie_beside_it(tmp_path: Path) -> None:
    house = 'extends = "muggins"\nreserve = 2\n'
    desk = played(1, house=house)
    (tmp_path / HOUSE_FILE).write_text(house, encoding="utf-8")
    path = tmp_path / "match.toml"
    path.write_text(game_row(desk.table).transcript, encoding="utf-8")
    (state,) = transcript.read_file(path).rounds
    assert state.past == desk.state.past
    assert state.result == desk.state.result
