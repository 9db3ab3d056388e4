"""Every sentence of the laboratory is in the catalogue, and none is there for nothing."""

import re
from pathlib import Path

import doublesix
from doublesix import words
from doublesix.cli.exploit import COLUMNS
from doublesix.coach.analysis import analyse
from doublesix.lab import review
from doublesix.lab.arena import summary as arena
from doublesix.lab.arena.contest import Contest, Until
from doublesix.lab.arena.figures import about
from doublesix.lab.arena.holding import hold
from doublesix.lab.arena.record import Verdict
from doublesix.lab.arena.report import page as arena_page
from doublesix.lab.figures import tables
from doublesix.lab.plan import Plan
from doublesix.lab.report import page
from doublesix.lab.simulation import simulate
from doublesix.lab.summary import summarize
from doublesix.notation.transcript import read_file
from doublesix.rules import load
from doublesix.words import Words

SOURCES = sorted(
    [
        *(Path(doublesix.__file__).parent / "lab").rglob("*.py"),
        *(Path(doublesix.__file__).parent / "cli").glob("*.py"),
    ]
)
MATCH = Path(__file__).parents[2] / "transcripts" / "block-match-in-pairs-to-100.toml"
PLANS = (
    Plan(load("muggins"), 4, 60, in_matches=True, seed=2),
    Plan(load("noris"), 3, 5000),
)
CONTESTS = (
    Contest(load("draw"), 2, ("greedy", "random", "greedy"), 30, in_matches=True, target=20),
    Contest(load("block"), 2, ("random", "greedy"), 8, until=Until()),
    # A single deal has no interval.
    Contest(load("noris"), 2, ("random", "greedy"), 1),
)
VERDICTS = {
    f"{group}.{verdict.value}"
    for group in ("arena.verdict", "figures.ratings")
    for verdict in Verdict
}
"""Which of them is told hangs on the bots."""


class Listening(Words):
    """Remembers what was said."""

    def __init__(self) -> None:
        super().__init__("en", words.load().messages)
        self.heard: set[str] = set()

    def __call__(self, message_id: str, /, **arguments: object) -> str:
        self.heard.add(message_id)
        return super().__call__(message_id, **arguments)


def test_every_message_is_said() -> None:
    say = Listening()
    for plan in PLANS:
        outcome = simulate(plan)
        summary = summarize(outcome)
        tables(summary, say)
        page(outcome, summary, say)
    for contest in CONTESTS:
        held = hold(contest, workers=1)
        told = arena.summarize(held)
        arena_page(held, told, say)
        list(about(told, say))
    match = read_file(MATCH)
    rounds = tuple(analyse(state, tuple("ABCD"), 20) for state in match.rounds[:2])
    look = review.Review(match.game, tuple("ABCD"), rounds)
    review.page(look, say)
    review.match_table(look, say)
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    own = {
        name
        for name in say.messages
        if re.match(
            r"(cli\.)?(arena|exploit|run|simulate|train)\.|figures\.|report\.",
            name,
        )
    }
    named = {name for name in own if f'"{name}"' in sources}
    parser = {
        f"cli.{name}.{part}"
        for name in ("arena", "exploit", "simulate", "train")
        for part in ("help", "example")
    }
    columns = {f"exploit.column.{column}" for column in COLUMNS}
    assert own - say.heard - named - parser - columns - VERDICTS == set()
