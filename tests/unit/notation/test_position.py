"""Positions on one line."""

from pathlib import Path

import pytest

from doublesix.engine import legal_moves
from doublesix.errors import DoublesixError, IllegalMove, InvalidDeal, InvalidInput, InvalidRules
from doublesix.notation.position import read_position, write_position
from doublesix.notation.transcript import read_file
from tests.unit.notation.sample import changed, position, with_moves

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

HANDS = "6-6,5-5,4-4,3-3,2-2,1-1,0-0/6-5,6-4,6-3,6-2,6-1,6-0,5-4"
STOCK = "5-3,5-2,5-1,5-0,4-3,4-2,4-1,4-0,3-2,3-1,3-0,2-1,2-0,1-0"
MOVES = "A:6-6,B:6-5:left,A:5-5:left,B:5-4:left"
LINE = f"ikea 2 - 1 0,0 0,0 - {HANDS} {STOCK} {MOVES}"
NAMES = (
    *("rules", "seats", "target", "number", "totals"),
    *("games", "leader", "hands", "stock", "moves"),
)
FIELDS = dict(zip(NAMES, LINE.split(), strict=True))


def line_with(**fields: str) -> str:
    """The sample's line with other fields."""
    return " ".join((FIELDS | fields).values())


def test_write() -> None:
    assert write_position(position()) == LINE


def test_read() -> None:
    assert read_position(LINE) == position()


def test_before_the_lead() -> None:
    state = position(with_moves())
    assert write_position(state) == line_with(moves="-")
    assert read_position(line_with(moves="-")) == state


def test_a_target_of_its_own() -> None:
    state = position(changed(("seats = 2", "seats = 2\ntarget = 75")))
    assert write_position(state) == line_with(target="75")
    assert read_position(line_with(target="75")) == state


def test_ends_may_be_left_out_and_tiles_turned() -> None:
    assert read_position(line_with(moves="A:6-6,B:5-6:left,A:5-5,B:4-5")) == position()


def test_draws_and_passes() -> None:
    stuck = "A:6-6,B:6-4:left,A:4-4:left,B:5-4:left,A:5-5:left,B:6-5:left"
    with_tile = read_position(line_with(moves=f"{stuck},A:draw:5-3,A:pass"))
    assert read_position(line_with(moves=f"{stuck},A:draw,A:pass")) == with_tile
    assert write_position(with_tile) == line_with(moves=f"{stuck},A:draw:5-3,A:pass")


def test_no_stock() -> None:
    state = read_file(TRANSCRIPTS / "t-44-sebastopol-whole-set.toml").rounds[-1]
    line = write_position(state)
    assert line.split()[-2:] == ["-", "-"]
    assert read_position(line) == state


def test_a_later_round_keeps_totals_and_number() -> None:
    state = read_file(TRANSCRIPTS / "svoora-match-to-100.toml").rounds[3]
    fields = write_position(state).split()
    assert fields[3] == "4"
    assert fields[4] == ",".join(map(str, state.round.totals))
    assert read_position(" ".join(fields)) == state


def test_games_won_are_kept() -> None:
    state = read_file(TRANSCRIPTS / "noris-three-games.toml").rounds[2]
    fields = write_position(state).split()
    assert sum(map(int, fields[5].split(","))) == 3  # one game won alone, one shared by two
    assert read_position(" ".join(fields)) == state


def test_a_leader_who_is_not_found_by_the_opening_rule() -> None:
    rounds = read_file(TRANSCRIPTS / "house-winner-leads.toml").rounds
    lines = [write_position(state) for state in rounds]
    assert [line.split()[6] for line in lines] == ["-", "B", "C", "C"]
    assert [read_position(line, beside=TRANSCRIPTS) for line in lines] == list(rounds)


def test_a_house_rules_file_with_a_blank_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "our rules.toml").write_text('extends = "ikea"\ntarget = 7\n', encoding="utf-8")
    state = read_position(line_with(rules="our%20rules.toml"), beside=tmp_path)
    assert state.game.target == 7
    assert write_position(state) == line_with(rules="our%20rules.toml")


@pytest.mark.parametrize(
    ("fields", "kind", "code"),
    [
        ({"moves": ""}, InvalidInput, "position-fields"),
        ({"moves": "- -"}, InvalidInput, "position-fields"),
        ({"rules": "chess"}, InvalidRules, "rules-unknown"),
        ({"seats": "two"}, InvalidInput, "position-number"),
        ({"seats": "-2"}, InvalidInput, "position-number"),
        ({"seats": "٢"}, InvalidInput, "position-number"),
        ({"seats": "1234567890"}, InvalidInput, "position-number"),
        ({"seats": "6"}, InvalidInput, "seats-not-allowed"),
        ({"target": "x"}, InvalidInput, "position-number"),
        ({"target": "0"}, InvalidInput, "bad-target"),
        ({"number": "x"}, InvalidInput, "position-number"),
        ({"totals": "0"}, InvalidInput, "position-sides"),
        ({"totals": "0,0,0"}, InvalidInput, "position-sides"),
        ({"totals": "0,x"}, InvalidInput, "position-number"),
        ({"games": "0"}, InvalidInput, "position-sides"),
        ({"leader": "A"}, InvalidInput, "position-leader"),
        ({"leader": "C"}, InvalidInput, "not-a-seat"),
        ({"leader": "AB"}, InvalidInput, "not-a-seat"),
        ({"hands": HANDS.replace("6-6", "7-6")}, InvalidInput, "not-in-the-set"),
        ({"hands": HANDS.replace("6-6", "5-5")}, InvalidInput, "tile-twice"),
        ({"hands": HANDS.replace("6-6", "6-5")}, InvalidDeal, "tile-twice"),
        ({"hands": HANDS.replace("6-6,", "")}, InvalidDeal, "wrong-hand"),
        ({"hands": HANDS.partition("/")[0]}, InvalidDeal, "wrong-number-of-hands"),
        ({"stock": "-"}, InvalidDeal, "tile-missing"),
        ({"stock": f"{STOCK},6-6"}, InvalidDeal, "tile-twice"),
        ({"moves": "B:6-6"}, IllegalMove, "wrong-seat"),
        ({"moves": "A:5-5"}, IllegalMove, "lead-must-be"),
        ({"moves": "A:6-6,B:6-5"}, DoublesixError, "which-end"),
        ({"moves": "A:6-6,B"}, InvalidInput, "no-move"),
        ({"moves": "A:6-6,"}, IllegalMove, "wrong-seat"),
    ],
)
def test_refused(fields: dict[str, str], kind: type[DoublesixError], code: str) -> None:
    with pytest.raises(kind) as caught:
        read_position(line_with(**fields))
    assert caught.value.code == code


def test_a_deal_that_would_be_dealt_again() -> None:
    hands = HANDS.replace("6-6,5-5,4-4,3-3,2-2,1-1,0-0", "4-0,3-2,3-1,3-0,2-1,2-0,1-0")
    stock = STOCK.replace("4-0,3-2,3-1,3-0,2-1,2-0,1-0", "6-6,5-5,4-4,3-3,2-2,1-1,0-0")
    with pytest.raises(InvalidDeal, match="no_leader") as caught:
        read_position(line_with(hands=hands, stock=stock, moves="-"))
    assert caught.value.code == "would-be-redealt"


@pytest.mark.parametrize(
    ("leader", "code"), [("-", "position-leader"), ("D", "not-a-seat"), ("AB", "not-a-seat")]
)
def test_a_leader_who_must_be_named(leader: str, code: str) -> None:
    """Where the winner of the round before leads, the hands alone do not tell who that was."""
    rounds = read_file(TRANSCRIPTS / "house-winner-leads.toml").rounds
    fields = write_position(rounds[1]).split()
    fields[6] = leader
    with pytest.raises(InvalidInput) as caught:
        read_position(" ".join(fields), beside=TRANSCRIPTS)
    assert caught.value.code == code


def test_every_legal_move_makes_a_line_that_is_read_back() -> None:
    state = position(with_moves("A 6-6"))
    for move in legal_moves(state):
        line = line_with(moves=f"A:6-6,B:{str(move).replace(' ', ':')}")
        assert write_position(read_position(line)) == line


@pytest.mark.parametrize("fields", [{"number": "0"}, {"totals": "100,3"}], ids=["round 0", "over"])
def test_rounds_that_no_match_has(fields: dict[str, str]) -> None:
    with pytest.raises(DoublesixError):
        read_position(line_with(**fields))
