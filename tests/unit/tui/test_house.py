"""House rules that no book has: what they bring about is told as well."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.tui.table import first_fit, last_question, play


def watch(folder: Path, rules: str, seats: int) -> Iterator[str]:
    """Match after match of bots under house rules."""
    house = folder / "house.toml"
    house.write_text(rules)
    players = ("greedy", "random", "greedy", "random")[:seats]
    for seed in range(60):
        done = play(folder, [], rules=str(house), players=players, seed=seed, target=60)
        yield " ".join(done.text.split())


@pytest.mark.parametrize(
    ("rules", "seats", "sentence"),
    [
        ('extends = "block"\nnext_leader = "winner"', 2, "won the last round and leads."),
        (
            'extends = "fives-and-threes"\nnext_leader = "winner"\nunable = "pass"',
            2,
            "Nobody won the last round, so",
        ),
        ('extends = "block"\nnext_leader = "rotate"', 3, "It is random's turn to lead."),
        ('extends = "block"\nleader = "highest_tile"', 2, "holds the highest tile and leads."),
        ('extends = "block"\nleader = "top_double"', 2, "Nobody holds [6-6], so the tiles are"),
        (
            'extends = "block"\nleader = "top_double"\nno_leader = "highest_tile"',
            2,
            "Nobody holds [6-6]: ",
        ),
        (
            'extends = "block"\nhand = 2\nno_leader = "highest_tile"',
            2,
            "Nobody holds a double: ",
        ),
        (
            'extends = "block"\nleader = "most_doubles"\nequal_doubles = "redeal"',
            2,
            "Several hold equally many doubles, so the tiles are dealt again.",
        ),
        ('extends = "muggins"\nexact = true', 2, "would overshoot the target: no points."),
        ('extends = "block"\nexact = true', 2, "would overshoot the target and are not written"),
        ('extends = "block"\npartner_pips = "added"', 4, "more pips in the partner's hand"),
        ('extends = "block"\nblocked_points_pairs = "minus_own"', 4, "a round never gives less"),
        ('extends = "muggins:fr"', 2, "divided by 5 and rounded to the nearest, that is"),
        ('extends = "ikea"\ntie = "lightest_tile"', 2, "has the lightest tile and wins"),
        ('extends = "ikea"\ntie = "shared"', 2, "are level with the fewest pips and win together."),
        ('extends = "ikea"', 2, "held by more than one side, so nobody wins the round."),
        ('extends = "ikea"\ndrawn_tile = "may_play"', 2, "knocks and keeps the drawn tile."),
        (
            'extends = "noris"\ntarget = 60\nout_points = "opponents"',
            2,
            "lays a second tile in the same turn.",
        ),
        (
            'extends = "svoora"\nsecond_tile = true\nsecond_tile_unable = "as_usual"',
            2,
            "goes on in the same turn.",
        ),
        ('extends = "draw"', 2, "the leading double or, if nobody has one, the highest tile"),
    ],
)
def test_what_house_rules_bring_about(
    tmp_path: Path, rules: str, seats: int, sentence: str
) -> None:
    assert any(sentence in text for text in watch(tmp_path, rules, seats))


def test_a_game_without_a_winner(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "noris"\nhand = 2\nunable = "pass"\ntie = "no_points"\n')
    players = ("Ana", "greedy")

    def rule(said: str) -> str:
        asks = "Another game?" in last_question(said)
        return "score" if asks and said.count("Another game?") == 1 else first_fit(said)

    texts = (
        play(tmp_path, rule, rules=str(house), players=players, seed=seed).text
        for seed in range(200)
    )
    text = next(text for text in texts if "Nobody wins the game." in text)
    assert "Game 1: no winner\nGames won: 0 for Ana and 0 for greedy\n" in text


def test_a_spinner_in_the_middle_of_the_line(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "muggins"\nspinner = "first_double"\nlead = "any"\n')
    players = ("Ana", "greedy")
    done = play(tmp_path, first_fit, rules=str(house), players=players, seed=2, target=20)
    assert "  Up: " in done.text
    assert "Together they count" in done.text
    assert "Any tile may be led." in done.text


def test_a_larger_set(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "ikea"\nset = 12\nhand = 12\ntarget = 30\n')
    players = ("Ana", "greedy")
    done = play(tmp_path, first_fit, rules=str(house), players=players, seed=2, target=30)
    assert "wins the match!" in done.text
    assert "\n   1. [" in done.text
    assert "\n  12. [12-" in done.text
