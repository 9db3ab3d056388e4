"""Transcripts: what is read, what is refused and in which words, what is printed."""

import os
from pathlib import Path

import pytest

from doublesix import tiles
from doublesix.errors import (
    AmbiguousMove,
    DoublesixError,
    IllegalMove,
    InvalidDeal,
    InvalidFile,
    InvalidInput,
    InvalidRules,
)
from doublesix.notation.transcript import is_name, read, read_file, write
from tests.unit.notation.sample import FILE, TEXT, changed, opened, position, with_moves

NO_ROUND = 'rules = "ikea"\nseats = 2\n'
HANDS = """hands = [
    "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
    "6-5 6-4 6-3 6-2 6-1 6-0 5-4",
]"""
STOCK = 'stock = "5-3 5-2 5-1 5-0 4-3 4-2 4-1 4-0 3-2 3-1 3-0 2-1 2-0 1-0"'
ROUND = f"[[round]]\n{HANDS}\n{STOCK}\n"

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def refusal(text: str, file: str = FILE) -> InvalidFile:
    """How a text is refused."""
    with pytest.raises(InvalidFile) as caught:
        read(text, file)
    return caught.value


def check(text: str, line: int, kind: type[DoublesixError], code: str, rule: str = "") -> None:
    """The text is refused for this problem in this line, and the sentence says all of that."""
    refused = refusal(text)
    problem = refused.details["problem"]
    assert type(problem) is kind
    assert (problem.code, refused.details["line"]) == (code, line)
    if isinstance(problem, IllegalMove):
        assert problem.rule == rule
        assert str(refused) == f"{FILE}:{line}: {problem} (rule: {rule})"
    else:
        assert str(refused) == f"{FILE}:{line}: {problem}"
        assert rule in str(problem)
    assert "\n" not in str(refused)


# What is read


def test_sample() -> None:
    transcript = opened()
    assert transcript.rules == "ikea"
    assert transcript.game.seats == 2
    assert transcript.target is None
    assert transcript.names == ("Ana", "Bo")
    (last,) = transcript.rounds
    assert len(last.past) == 4
    assert last.turn == 0


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        changed(("B 5-4", "B 4-5")),
        changed(("B 5-4", "B 5-4 left")),
        changed(("B 6-5 left", "\n  # B can do no better\n\tB  6-5   left# so\n\n")),
        changed(('moves = """\nA 6-6', 'moves = """A 6-6')),
        changed(('moves = """\n', "moves = '''\n"), ('B 5-4\n"""', "B 5-4\n'''")),
        changed(
            (
                'moves = """\nA 6-6\nB 6-5 left\nA 5-5 left\nB 5-4\n"""\n',
                'moves = "A 6-6\\nB 6-5 left\\nA 5-5 left\\nB 5-4"',
            )
        ),
        changed(
            ('hands = [\n    "', 'hands = ["'), ('0-0",\n    "', '0-0", "'), ('5-4",\n]', '5-4"]')
        ),
        changed(("6-6 5-5 4-4 3-3", "3-3 4-4 5-5 6-6")),
        f"# A game.\n{TEXT}# The end.\n",
    ],
    ids=[
        "windows lines",
        "low half first",
        "end given",
        "comments",
        "text beside key",
        "literal text",
        "one line of text",
        "one line of hands",
        "hand in any order",
        "comments around",
    ],
)
def test_other_ways_to_write_it(text: str) -> None:
    assert opened(text) == opened()


def test_a_draw_with_or_without_its_tile() -> None:
    moves = ["A 6-6", "B 6-4 left", "A 4-4 left", "B 5-4 left", "A 5-5 left", "B 6-5 left"]
    assert opened(with_moves(*moves, "A draw")) == opened(with_moves(*moves, "A draw 3-5"))


def test_the_stock_is_drawn_in_its_order() -> None:
    assert tiles.text(position().stock[0]) == "5-3"
    assert tiles.text(position().stock[-1]) == "1-0"


def test_no_rounds() -> None:
    assert opened(NO_ROUND).rounds == ()


def test_a_round_without_moves() -> None:
    assert position(NO_ROUND + ROUND).past == ()


def test_rounds_in_a_list() -> None:
    hands = HANDS.replace("\n", "").replace(",]", "]").replace("    ", "")
    text = f'{NO_ROUND}round = [{{ {hands}, {STOCK}, moves = "A 6-6" }}]\n'
    assert len(position(text).past) == 1


def test_target_and_names() -> None:
    transcript = opened(changed(("seats = 2", "seats = 2\ntarget = 75")))
    assert (transcript.target, transcript.game.target) == (75, 75)


def test_a_path_object(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert read_file(path) == read_file(os.fspath(path)) == opened()


def test_house_rules_are_looked_for_beside_the_transcript(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('extends = "ikea"\ntarget = 7\n', encoding="utf-8")
    path = tmp_path / "match.toml"
    path.write_text(TEXT.replace('"ikea"', '"house.toml"'), encoding="utf-8")
    transcript = read_file(path)
    assert (transcript.rules, transcript.game.target) == ("house.toml", 7)
    assert read(write(transcript), str(path)) == transcript


# What is refused in the head


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("seats = 2", "seats = 2\nplayers = 2", 3, "unknown-key"),
        ("seats = 2", "seats = 2\nplayer2 = 2", 3, "unknown-key"),
        ("seats = 2", 'seats = 2\n"two words" = 2', 3, "unknown-key"),
        ("seats = 2", "seats = 2\nSeats = 2", 3, "unknown-key"),
        ('rules = "ikea"\n', "", 1, "missing-key"),
        ("seats = 2\n", "", 1, "missing-key"),
        ('"ikea"', "5", 1, "not-a-text"),
        ('"ikea"', '["ikea"]', 1, "not-a-text"),
        ("seats = 2", 'seats = "2"', 2, "not-a-number"),
        ("seats = 2", "seats = 2.0", 2, "not-a-number"),
        ("seats = 2", "seats = true", 2, "not-a-number"),
        ("seats = 2", "seats = 2026-01-02", 2, "not-a-number"),
        ("seats = 2", "seats = 6", 2, "seats-not-allowed"),
        ("seats = 2", "seats = -2", 2, "seats-not-allowed"),
        ("seats = 2", '"seats" = 6', 2, "seats-not-allowed"),
        ("seats = 2", 'seats = 2\ntarget = "75"', 3, "not-a-number"),
        ("seats = 2", "seats = 2\ntarget = 0", 3, "bad-target"),
        ("seats = 2", "seats = 2\ntarget = 100001", 3, "bad-target"),
        ('["Ana", "Bo"]', '["Ana"]', 3, "wrong-number-of-names"),
        ('["Ana", "Bo"]', "[]", 3, "wrong-number-of-names"),
        ('["Ana", "Bo"]', '"Ana"', 3, "not-texts"),
        ('["Ana", "Bo"]', '["Ana", 2]', 3, "not-texts"),
        ('"Bo"', '""', 3, "bad-name"),
        ('"Bo"', '"  "', 3, "bad-name"),
        ('"Bo"', f'"{"o" * 41}"', 3, "bad-name"),
        ('"Bo"', '"B\\no"', 3, "bad-name"),
    ],
)
def test_head(old: str, new: str, line: int, code: str) -> None:
    check(changed((old, new)), line, InvalidInput, code)


@pytest.mark.parametrize("name", ["chess", "ikea:xx", "nowhere.toml", "", ".", "base"])
def test_unknown_rules(name: str) -> None:
    check(f'seats = 2\nrules = "{name}"\n', 2, InvalidRules, "rules-unknown")


def test_a_name_too_long_for_a_file() -> None:
    check(f'rules = "{"x" * 5000}"\nseats = 2\n', 1, InvalidRules, "rules-unknown")


def test_house_rules_with_a_mistake(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "ikea"\nhand = 0\n', encoding="utf-8")
    file = str(tmp_path / "match.toml")
    refused = refusal(f'seats = 2\nrules = "{house.name}"\n', file)
    assert str(refused).startswith(f"{file}:2: {house}: hand: ")


def test_a_target_where_the_book_has_none() -> None:
    check('rules = "noris"\nseats = 2\ntarget = 5\n', 3, InvalidInput, "no-target-here")


@pytest.mark.parametrize(
    ("written", "line"),
    [("round = 3", 3), ("round = [1]", 3), ('round = "x"', 3), ("\n[round]\nstock = ''", 4)],
)
def test_rounds_that_are_none(written: str, line: int) -> None:
    check(f"{NO_ROUND}{written}\n", line, InvalidInput, "not-rounds")


@pytest.mark.parametrize("written", ["[round]\nstock = ''", "round = []"])
def test_a_missing_key_of_the_head_is_told_of_the_first_line(written: str) -> None:
    check(f'rules = "ikea"\n{written}\n', 1, InvalidInput, "missing-key")


# What is refused in a deal


@pytest.mark.parametrize(
    ("old", "new", "line", "kind", "code"),
    [
        ("[[round]]", "[[round]]\ndeal = 1", 6, InvalidInput, "unknown-key"),
        (f"{HANDS}\n", "", 5, InvalidInput, "missing-key"),
        (f"{STOCK}\n", "", 5, InvalidInput, "missing-key"),
        (HANDS, 'hands = "6-6"', 6, InvalidInput, "not-texts"),
        (HANDS, "hands = [1, 2]", 6, InvalidInput, "not-texts"),
        (STOCK, "stock = []", 10, InvalidInput, "not-a-text"),
        ("0-0", "7-0", 6, InvalidInput, "not-in-the-set"),
        ("0-0", "00", 6, InvalidInput, "not-a-tile"),
        ("0-0", "1-1", 6, InvalidInput, "tile-twice"),
        ("4-4", "4-5", 6, InvalidDeal, "tile-twice"),
        ("0-0", "1-0", 6, InvalidDeal, "tile-twice"),
        (" 0-0", "", 6, InvalidDeal, "wrong-hand"),
        ("0-0", "0-0 1-0", 6, InvalidDeal, "wrong-hand"),
        ("5-4",  "", 6, InvalidDeal, "wrong-hand"),
        ("5-4\",", '5-4", "1-0",', 6, InvalidDeal, "wrong-number-of-hands"),
        ('    "6-5 6-4 6-3 6-2 6-1 6-0 5-4",\n', "", 6, InvalidDeal, "wrong-number-of-hands"),
        (" 1-0\"", '"', 6, InvalidDeal, "tile-missing"),
        (" 1-0\"", ' 1-0 2-0"', 10, InvalidInput, "tile-twice"),
        (" 1-0\"", ' 1-0 6-6"', 6, InvalidDeal, "tile-twice"),
        (" 1-0\"", ' 9-0"', 10, InvalidInput, "not-in-the-set"),
        (" 1-0\"", ' one"', 10, InvalidInput, "not-a-tile"),
    ],
)  # fmt: skip
def test_deal(old: str, new: str, line: int, kind: type[DoublesixError], code: str) -> None:
    deal_only = TEXT[: TEXT.index("moves")]
    check(changed((old, new), text=deal_only), line, kind, code)


def test_the_missing_tile_is_named() -> None:
    assert "1-0" in str(refusal(changed((' 1-0"', '"'))))


@pytest.mark.parametrize(
    ("rules", "rule", "swapped"),
    [("ikea", "no_leader", True), ("ikea:cs", "redeal_single_holder", False)],
)
def test_a_deal_that_would_be_dealt_again(rules: str, rule: str, swapped: bool) -> None:
    """In the sample only A holds doubles; with its hand and half the stock swapped, nobody does."""
    text = TEXT[: TEXT.index("moves")].replace('"ikea"', f'"{rules}"')
    doubles, lowest = "6-6 5-5 4-4 3-3 2-2 1-1 0-0", "4-0 3-2 3-1 3-0 2-1 2-0 1-0"
    if swapped:
        text = text.replace(doubles, "~").replace(lowest, doubles).replace("~", lowest)
    check(text, 6, InvalidDeal, "would-be-redealt", rule)


# What is refused in moves


@pytest.mark.parametrize(
    ("moves", "line", "kind", "code", "rule"),
    [
        (["A 6-6", "A 6-5 left"], 13, IllegalMove, "wrong-seat", "turn"),
        (["B 6-5"], 12, IllegalMove, "wrong-seat", "turn"),
        (["A 6-6", "A draw 5-3"], 13, IllegalMove, "wrong-seat", "turn"),
        (["A 6-6", "A 6-5"], 13, IllegalMove, "wrong-seat", "turn"),
        (["A 6-6", "A pass"], 13, IllegalMove, "wrong-seat", "turn"),
        (["A 6-6", "C 6-5 left"], 13, InvalidInput, "not-a-seat", ""),
        (["a 6-6"], 12, InvalidInput, "not-a-seat", ""),
        (["6-6"], 12, InvalidInput, "not-a-seat", ""),
        (["A"], 12, InvalidInput, "no-move", ""),
        (["", "# lead", "A # nothing"], 14, InvalidInput, "no-move", ""),
        (["A 6-6", "B 6-5 left right"], 13, InvalidInput, "too-many-words", ""),
        (["A 6-6", "B 65 left"], 13, InvalidInput, "not-a-tile", ""),
        (["A 6-6", "B 7-5 left"], 13, InvalidInput, "not-in-the-set", ""),
        (["A 6-6", "B 6-5 middle"], 13, InvalidInput, "not-an-end", ""),
        (["A 6-6", "B 6-5"], 13, AmbiguousMove, "which-end", ""),
        (["A 6-6", "B 5-4"], 13, IllegalMove, "fits-nowhere", "line"),
        (["A 6-6", "B 5-4 left"], 13, IllegalMove, "does-not-fit", "line"),
        (["A 6-6", "B 5-5"], 13, IllegalMove, "not-held", "hand"),
        (["A 6-6", "B 5-5 left"], 13, IllegalMove, "not-held", "hand"),
        (["A 6-6", "B 6-5 up"], 13, IllegalMove, "no-such-end", "spinner"),
        (["A 6-6 left"], 12, IllegalMove, "lead-has-no-end", "lead"),
        (["A 5-5"], 12, IllegalMove, "lead-must-be", "lead"),
        (["A 6-5"], 12, IllegalMove, "not-held", "hand"),
        (["A draw"], 12, IllegalMove, "lead-first", "lead"),
        (["A pass"], 12, IllegalMove, "lead-first", "lead"),
        (["A 6-6", "B draw"], 13, IllegalMove, "able-must-play", "able_may_draw"),
        (["A 6-6", "B draw 5-3"], 13, IllegalMove, "able-must-play", "able_may_draw"),
        (["A 6-6", "B pass"], 13, IllegalMove, "able-may-not-pass", "able_may_pass"),
        (["A 6-6", "B 6-4 left", "A pass"], 14, IllegalMove, "able-may-not-pass", "able_may_pass"),
        (["A 6-6", "B 6-0 left", "A 0-0", "B 6-1 left"], 15, IllegalMove, "does-not-fit", "line"),
    ],
)
def test_move(
    moves: list[str], line: int, kind: type[DoublesixError], code: str, rule: str
) -> None:
    check(with_moves(*moves), line, kind, code, rule)


A_STUCK = ["A 6-6", "B 6-4 left", "A 4-4 left", "B 5-4 left", "A 5-5 left", "B 6-5 left"]


@pytest.mark.parametrize(
    ("moves", "line", "code", "rule"),
    [
        (["A draw 5-2"], 18, "drew-other", "stock"),
        (["A pass"], 18, "must-draw", "unable"),
        (["A draw 5-3", "A draw 5-2"], 19, "drawn-already", "unable"),
        (["A draw 5-3", "A 5-3"], 19, "fits-nowhere", "line"),
    ],
)
def test_move_of_a_seat_that_cannot_play(moves: list[str], line: int, code: str, rule: str) -> None:
    check(with_moves(*A_STUCK, *moves), line, IllegalMove, code, rule)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("A 5-5 left", "A 1-1 left", 14),
        ("B 6-5 left", "# so far\n\nB 6-6 left # no", 15),
        ('moves = """\nA 6-6', 'moves = """A 5-5', 11),
        ('moves = """\nA 6-6', 'moves = """ \nA 5-5', 12),
        ('moves = """\nA 6-6', 'moves = """\n\nA 5-5', 13),
    ],
)
def test_the_line_of_a_move(old: str, new: str, line: int) -> None:
    refused = refusal(changed((old, new)))
    assert refused.details["line"] == line


def test_the_line_of_a_move_with_windows_lines() -> None:
    text = changed(("A 5-5 left", "A 1-1 left")).replace("\n", "\r\n")
    assert refusal(text).details["line"] == 14


def test_the_line_of_a_move_in_one_line_of_text() -> None:
    text = f'{NO_ROUND}\n{ROUND}moves = "A 6-6\\nB 5-5"\n'
    check(text, 10, IllegalMove, "not-held", "hand")


def test_the_line_of_a_move_in_a_list_of_rounds() -> None:
    hands = HANDS.replace("\n", "").replace(",]", "]").replace("    ", "")
    text = f'{NO_ROUND}\nround = [{{ {hands}, {STOCK}, moves = "A 5-5" }}]\n'
    check(text, 4, IllegalMove, "lead-must-be", "lead")


def test_moves_that_are_no_text() -> None:
    check(f"{NO_ROUND}{ROUND}moves = 1\n", 9, InvalidInput, "not-a-text")


# Rounds one after the other


def test_a_move_after_the_round_ended() -> None:
    whole = (TRANSCRIPTS / "block-out-two-seats.toml").read_text("utf-8")
    head, _, _ = whole.rpartition('"""\n')
    line = head.count("\n") + 1
    for move in ("A pass", "B pass", "A draw", "A draw 6-5", "B 6-6 left", "A 6-6"):
        check(f'{head}{move}\n"""\n', line, IllegalMove, "round-over", "round")


def test_a_round_while_the_one_before_is_open() -> None:
    check(TEXT + ROUND, 17, InvalidInput, "round-not-over")


def test_a_round_after_the_match() -> None:
    whole = (TRANSCRIPTS / "block-out-two-seats.toml").read_text("utf-8")
    text = whole.replace("seats = 2", "seats = 2\ntarget = 1")
    check(text + ROUND, text.count("\n") + 1, InvalidInput, "match-over")


def test_a_mistake_in_a_later_round() -> None:
    whole = (TRANSCRIPTS / "noris-three-games.toml").read_text("utf-8")
    before, key, moves = whole.rpartition('moves = """\n')
    text = f"{before}{key}{moves[0]} pass\n{moves}"
    check(text, before.count("\n") + 2, IllegalMove, "lead-first", "lead")


# What is no transcript at all


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("rules = ikea\n", 1),
        ('rules = "ikea"\nseats 2\n', 2),
        ('rules = "ikea"\nseats = 2\nseats = 3\n', 3),
        ('rules = "ikea"\nseats = 2\n[[round]\n', 3),
        ('rules = "ikea"\nseats = 2\n[[round]]\nmoves = """\nA 6-6\n', 6),
        ('rules = "ikea', 1),
        (f"a = {'[' * 2000}", 1),
        ("\ufeffrules = 1\n", 1),
    ],
    ids=["no quotes", "no sign", "twice", "header", "open text", "open", "deep", "bom"],
)
def test_no_toml(text: str, line: int) -> None:
    refused = refusal(text)
    assert (refused.code, refused.details["line"]) == ("not-toml", line)
    assert str(refused) == f"{FILE}:{line}: not valid TOML here."


def test_a_number_too_long_to_be_read() -> None:
    assert refusal(f'rules = "ikea"\nseats = {"9" * 5000}\n').code == "not-toml"


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"rules = \xff\n", "not-text"), (None, "file-missing")],
)
def test_no_file_of_text(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "match.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidFile) as caught:
        read_file(path)
    assert caught.value.code == code
    assert str(caught.value).startswith(f"{path}: ")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile) as caught:
        read_file(tmp_path)
    assert caught.value.code == "file-is-folder"


@pytest.mark.parametrize(
    "text",
    ['rules = "a\\nb"\nseats = 2\n', '"a\\nb" = 1\n', f'{NO_ROUND}names = ["a\\nb", "c"]\n'],
    ids=["rules", "key", "name"],
)
def test_a_refusal_is_one_line_whatever_the_file_holds(text: str) -> None:
    assert "\n" not in str(refusal(text))


# Names


@pytest.mark.parametrize("name", ["A", "Zoë", "山田", "x" * 40, "Mary Ann"])
def test_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", ["", " ", "\t", "a\nb", "x" * 41, "\x1b[2J", "\u202e"])
def test_no_names(name: str) -> None:
    assert not is_name(name)


# What is printed


def test_print() -> None:
    printed = '''\
rules = "ikea"
seats = 2
target = 75
names = ["A \\"quoted\\" \\\\ name", "Zoë"]

[[round]]
hands = [
    "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
    "6-5 6-4 6-3 6-2 6-1 6-0 5-4",
]
stock = "5-3 5-2 5-1 5-0 4-3 4-2 4-1 4-0 3-2 3-1 3-0 2-1 2-0 1-0"
moves = """
A 6-6
B 6-5 left
A 5-5 left
B 5-4 left
"""
'''
    text = changed(
        ("seats = 2", "seats = 2\ntarget = 75"),
        ('"Ana", "Bo"', '"A \\"quoted\\" \\\\ name", "Zoë"'),
    )
    assert write(opened(text)) == printed
    assert write(opened(printed)) == printed


def test_print_draws_and_passes() -> None:
    moves = [*A_STUCK, "A draw", "A pass", "B 6-3 left", "A 3-3"]
    printed = write(opened(with_moves(*moves)))
    assert "\nA draw 5-3\nA pass\nB 6-3 left\nA 3-3 left\n" in printed
    assert write(opened(printed)) == printed


def test_print_without_rounds() -> None:
    assert write(opened(NO_ROUND)) == NO_ROUND


def test_print_a_target_that_is_the_book_s_own() -> None:
    text = 'rules = "ikea"\nseats = 2\ntarget = 100\n'
    assert write(opened(text)) == text


def test_print_an_empty_round() -> None:
    printed = write(opened(NO_ROUND + ROUND))
    assert printed.endswith('moves = """\n"""\n')
    assert write(opened(printed)) == printed
