"""``analyse``: what should have been done, for people and for programs."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from doublesix.engine import State, apply, deal_round, legal_moves, standing
from doublesix.notation.transcript import Transcript, read_file, write
from doublesix.rng import Rng
from tests.setting import game_of
from tests.unit.cli.ran import Run

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
MATCH = TRANSCRIPTS / "block-match-in-pairs-to-100.toml"
OPEN = TRANSCRIPTS / "ikea-open.toml"
FEW = ("--budget", 50)


def test_for_programs(run: Run) -> None:
    report = run("analyse", MATCH, "--json", *FEW).json()
    assert list(report) == ["rules", "seats", "names", "rounds"]
    match = read_file(MATCH)
    assert len(report["rounds"]) == len(match.rounds)
    for told, state in zip(report["rounds"], match.rounds, strict=True):
        assert list(told) == [
            "number", "measure", "budget", "curve", "seats", "sides", "decisions", "worst"
        ]  # fmt: skip
        assert (told["number"], told["measure"], told["budget"]) == (state.round.number, "win", 50)
        assert [len(curve) for curve in told["curve"].values()] == [len(state.past) + 1] * 2
        for side in told["sides"]:
            assert side["even"] + side["luck"] + side["skill"] == pytest.approx(side["result"])
        for decision in told["decisions"]:
            values = {move["move"]: move["value"] for move in decision["moves"]}
            assert max(values, key=values.__getitem__) == decision["best"]
            assert decision["loss"] in (0, values[decision["best"]] - values[decision["played"]])
        for remark in told["worst"]:
            assert remark["why"].endswith(".")
    counts = [
        sum(told["seats"][seat]["decisions"] for told in report["rounds"]) for seat in range(4)
    ]
    assert [seat["decisions"] for seat in report["seats"]] == counts
    assert report["names"] == list(match.names)


def test_for_people(run: Run) -> None:
    ran = run("analyse", MATCH, *FEW)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Block with 4 seats\nChances are those of the side")
    rounds = len(read_file(MATCH).rounds)
    assert ran.out.count("Luck and skill") == ran.out.count("\nDecisions\n") == rounds
    assert ran.out.count("\nAccuracy\n") == rounds + 1
    assert f"All {rounds} rounds together" in ran.out
    assert re.search(r"Move \d+, Pia: .* instead of .* cost \d+\.\d %\. ", ran.out)


def test_one_round_and_one_seat(run: Run) -> None:
    report = run("analyse", MATCH, "--json", "--round", 1, "--seat", "C", *FEW).json()
    (only,) = report["rounds"]
    assert only["number"] == 1
    assert {decision["seat"] for decision in only["decisions"]} == {"C"}
    ran = run("analyse", MATCH, "--round", 1, "--seat", "C", *FEW)
    assert "rounds together" not in ran.out
    rows = ran.out.split("Decisions\n")[1].split("\n\n")[0].splitlines()[1:]
    assert rows
    assert all(row.split()[1] == "Pia" for row in rows)


def test_open_ends_that_score_are_told_of(run: Run) -> None:
    ran = run("analyse", TRANSCRIPTS / "muggins-match-to-61.toml", "--round", 1, *FEW)
    assert "making more points than the others counts as winning" in ran.out
    win = run("analyse", MATCH, "--round", 1, *FEW)
    assert "counts as winning" not in win.out


def test_a_page_and_a_picture(run: Run, tmp_path: Path) -> None:
    page, picture = tmp_path / "match.html", tmp_path / "round.svg"
    assert run("analyse", MATCH, "--out", page, *FEW).out.endswith(f"Written: {page}\n")
    text = page.read_text()
    rounds = len(read_file(MATCH).rounds)
    assert text.count("<svg") == text.count('<polyline class="curve curve-1"') == rounds
    assert "script" not in text
    assert run("analyse", MATCH, "--json", "--round", 2, "--out", picture, *FEW).status == 0
    drawn = ElementTree.fromstring(picture.read_text())
    lines = drawn.findall("{*}polyline")
    moves = len(read_file(MATCH).rounds[1].past)
    assert [len(line.attrib["points"].split()) for line in lines] == [moves + 1] * 2
    assert drawn.find("{*}style") is not None
    again = run("analyse", MATCH, "--round", 2, "--out", picture, *FEW).problem()
    assert again == f"{picture}: this file exists; --force writes over it."
    assert run("analyse", MATCH, "--round", 2, "--out", picture, "--force", *FEW).status == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--round", 9), "there is no round 9; the last one is"),
        (("--round", 0), "there is no round 0; the last one is"),
        (("--seat", "E"), "E is not a seat; the seats are A, B, C or D."),
        (("--budget", 3), "3 rounds for a move is not possible here; it may be 10 to 1000000."),
        (("--out", "x.txt"), "x.txt: a picture ends in .svg, a page in .html."),
        (("--out", "x.svg"), "x.svg: a picture shows one round; --round says which."),
    ],
)
def test_what_cannot_be_asked(run: Run, options: tuple[object, ...], sentence: str) -> None:
    assert sentence in run("analyse", MATCH, *options).problem()


def test_only_what_is_finished(run: Run, tmp_path: Path) -> None:
    nothing = run("analyse", OPEN).problem()
    assert nothing == f"{OPEN}: no round is finished, and only finished rounds are looked at."
    running = tmp_path / "running.toml"
    running.write_text(write(begun()))
    ran = run("analyse", running, *FEW)
    assert ran.out.endswith("\nRound 2 is not finished and is left out.\n")
    assert ran.out.count("Luck and skill") == 1
    asked = run("analyse", running, "--round", 2).problem()
    assert asked == f"{running}: round 2 is not finished, and only finished rounds are looked at."


def begun() -> Transcript:
    """A match whose second round has been dealt."""
    game, rng = game_of("ikea", 2), Rng(1)
    first = finished(deal_round(game, rng).state, rng)
    assert not standing(first).finished
    return Transcript("ikea", game, None, (), (first, deal_round(game, rng, first).state))


def finished(state: State, rng: Rng) -> State:
    while state.result is None:
        state = apply(state, rng.choose(legal_moves(state))).state
    return state


def test_a_set_that_is_too_large(run: Run, tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text(
        'extends = "block"\nset = 12\nhand = { 2 = 9, 3 = 9, 4 = 9 }\ntitle = "Large"\n'
    )
    game = game_of("block", 2, set=12, hand={"2": 9, "3": 9, "4": 9})
    rng = Rng(1)
    state = finished(deal_round(game, rng).state, rng)
    file = tmp_path / "match.toml"
    file.write_text(write(Transcript("./large.toml", game, None, (), (state,))))
    assert (
        "the compiled engine plays sets up to double-9, not double-12"
        in run("analyse", file).problem()
    )


def test_a_file_that_is_wrong_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(MATCH.read_text().replace("\nB ", "\nA ", 1))
    assert re.match(rf"{file}:\d+: It is the turn of seat B", run("analyse", file).problem())
