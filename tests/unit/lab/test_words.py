"""Every sentence of the laboratory is in the catalogue, and none is there for nothing."""

import re
from pathlib import Path

import doublesix
from doublesix import words
from doublesix.lab.figures import tables
from doublesix.lab.plan import Plan
from doublesix.lab.report import page
from doublesix.lab.simulation import simulate
from doublesix.lab.summary import summarize
from doublesix.rules import load
from doublesix.words import Words

SOURCES = sorted(
    [
        *(Path(doublesix.__file__).parent / "lab").glob("*.py"),
        *(Path(doublesix.__file__).parent / "cli").glob("*.py"),
    ]
)
PLANS = (
    Plan(load("muggins"), 4, 60, in_matches=True, seed=2),
    Plan(load("noris"), 3, 5000),
)


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
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    own = {
        name for name in say.messages if re.match(r"simulate\.|figures\.|report\.|cli\.sim", name)
    }
    named = {name for name in own if f'"{name}"' in sources}
    parser = {"cli.simulate.help", "cli.simulate.example"}
    assert own - say.heard - named - parser == set()
