"""Writes what comes from the data: rulebooks, the reference of keys, the protocol, pictures.

``python -m docs.generate`` writes them; a test fails while they are not what it would write.
"""

from collections.abc import Iterator
from pathlib import Path

from docs.protocol import protocol
from doublesix import words
from doublesix.draw.layout import lay_out
from doublesix.draw.svg import svg
from doublesix.engine import apply, deal_round, legal_moves, new_game
from doublesix.rng import Rng
from doublesix.rules import BOOKS, KEYS, Rules, editions, load, shipped
from doublesix.rules.describe import GROUPS, differences, name_of, note_on, sections
from doublesix.rules.values import Choice, Flag, HandSizes, Kind, Whole, Wholes

DOCS = Path(__file__).parent
SAY = words.load()
PROTOCOL_MADE = "<!-- Made by docs/generate.py from the types; edit docs/protocol.py instead. -->\n"
MADE = "<!-- Made by docs/generate.py from the rulebook data; edit that instead. -->\n"


def pages() -> dict[Path, str]:
    """Every generated page, by its path below docs."""
    made = {Path("rulebooks") / _file(name): _rulebook(load(name)) for name in shipped()}
    made[Path("rulebooks/README.md")] = _index()
    made[Path("rule-keys.md")] = _reference()
    made[Path("protocol.md")] = PROTOCOL_MADE + protocol()
    made[Path("pictures/line.svg")] = _line("muggins", 2, 22, "A line of tiles in four rows")
    made[Path("pictures/four-arms.svg")] = _line("sebastopol", 4, 3, "Four arms around double six")
    return made


def _line(book: str, seats: int, seed: int, title: str) -> str:
    """A picture of a whole round, played by chance."""
    rng = Rng(seed)
    state = deal_round(new_game(load(book), seats), rng).state
    while state.result is None:
        state = apply(state, rng.choose(legal_moves(state))).state
    line = lay_out(state.past, state.game, "square")
    return svg(line, title, slots=line.slots(state.ends))


def _file(name: str) -> str:
    return f"{name.replace(':', '-')}.md"


def _rulebook(rules: Rules) -> str:
    lines = [f"# {name_of(rules, SAY)}", "", f"`doublesix terminal {rules.id}`", ""]
    lines += [*note_on(rules, SAY), ""] if note_on(rules, SAY) else []
    if rules.parent:
        lines += _differences(rules)
    for heading, sentences in sections(rules, SAY):
        lines += [f"## {heading}", "", *(f"- {sentence}" for sentence in sentences), ""]
    return MADE + "\n".join([*lines, SAY("show.legend"), ""])


def _differences(rules: Rules) -> list[str]:
    book = load(rules.parent)
    changed = differences(book, rules, SAY)
    if not changed:
        return []
    name = name_of(book, SAY)
    lines = [f"## {SAY('show.differs', book=f'[{name}]({_file(book.id)})')}", ""]
    for before, after in changed:
        lines += [f"- {SAY('show.book-says', book=name, sentence=text)}" for text in before]
        lines += [f"- **{SAY('show.here-says', sentence=text)}**" for text in after]
    return [*lines, ""]


def _index() -> str:
    lines = ["# The rulebooks", ""]
    for book in BOOKS:
        about = SAY(f"book.{book}.about")
        lines.append(f"- [{name_of(load(book), SAY)}]({_file(book)}) (`{book}`): {about}")
        lines += [
            f"    - [{name_of(load(edition), SAY)}]({_file(edition)}) (`{edition}`)"
            for edition in editions(book)
        ]
    return MADE + "\n".join([*lines, ""])


def _reference() -> str:
    lines = ["# Every key of a rulebook", ""]
    lines.append("What a house-rules file may set; [how to write one](house-rules.md).")
    for group, keys in GROUPS.items():
        lines += [
            "",
            f"## {SAY(f'group.{group}')}",
            "",
            "| key | what it says | values |",
            "|---|---|---|",
        ]
        lines += [f"| `{key}` | {SAY(f'key.{key}')} | {_values(KEYS[key])} |" for key in keys]
    return MADE + "\n".join([*lines, ""])


def _values(kind: Kind) -> str:
    if isinstance(kind, Choice):
        return ", ".join(f'`"{word}"`' for word in kind.words)
    if isinstance(kind, Flag):
        return "`true`, `false`"
    if isinstance(kind, Whole):
        return f"{kind.least} to {kind.most}"
    if isinstance(kind, Wholes):
        return f"list of numbers, {kind.whole.least} to {kind.whole.most}"
    assert isinstance(kind, HandSizes), kind
    return "`7`, or `{ 2 = 7, 3 = 5 }`"


def stale() -> Iterator[Path]:
    """Pages that are missing, out of date, or no longer made."""
    made = pages()
    for path, text in made.items():
        file = DOCS / path
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            yield path
    for file in sorted((DOCS / "rulebooks").glob("*.md")):
        if file.relative_to(DOCS) not in made:
            yield file.relative_to(DOCS)


def main() -> None:
    """Write every page."""
    for path in list(stale()):
        (DOCS / path).unlink(missing_ok=True)
    for path, text in pages().items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
