"""``doublesix rules``: the rulebooks there are, what they say, how they differ."""

import json
from argparse import Namespace
from typing import Any

from doublesix.cli.output import print_json, print_lines, print_table
from doublesix.rules import BOOKS, KEYS, Rules, editions, load
from doublesix.rules.describe import name_of, note_on, sections
from doublesix.words import Words


def list_books(options: Namespace, say: Words) -> int:
    """List the books."""
    if options.json:
        print_json([_listed(book, say) for book in BOOKS])
    else:
        print_table([_row(book, say) for book in BOOKS])
        print()
        print(say("cli.rules.list.editions"))
    return 0


def _listed(book: str, say: Words) -> dict[str, Any]:
    return {
        "id": book,
        "name": name_of(load(book), say),
        "seats": list(load(book).seats),
        "editions": list(editions(book)),
    }


def _row(book: str, say: Words) -> list[str]:
    seats = say.any_of([str(number) for number in load(book).seats])
    other = " ".join(editions(book))
    about = say(
        "cli.rules.list.about", name=say(f"book.{book}.name"), about=say(f"book.{book}.about")
    )
    return [book, about, say("cli.rules.list.seats", seats=seats), other]


def show(options: Namespace, say: Words) -> int:
    """Tell a rulebook."""
    rules = load(options.rules)
    if options.json:
        print_json({key: {"value": rules.plain(key), "source": rules.sources[key]} for key in KEYS})
    elif options.resolved:
        print_lines(_toml(rules, say))
    else:
        print_lines(_page(rules, say))
    return 0


def _toml(rules: Rules, say: Words) -> list[str]:
    """Every key as a house-rules file would hold it."""
    written = [f"{key} = {_toml_value(rules.plain(key))}" for key in KEYS]
    width = max(map(len, written))
    return [
        f"{line.ljust(width)}  # {say(f'source.{rules.sources[key].value}')}"
        for key, line in zip(KEYS, written, strict=True)
    ]


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {item}" for key, item in value.items()) + " }"
    return json.dumps(value)


def _page(rules: Rules, say: Words) -> list[str]:
    lines = [name_of(rules, say), *note_on(rules, say)]
    for heading, said in sections(rules, say):
        lines += ["", heading, *(f"  {sentence}" for sentence in said)]
    return [*lines, "", say("show.legend")]


def diff(options: Namespace, say: Words) -> int:
    """Tell what differs between two rulebooks."""
    a, b = load(options.a), load(options.b)
    rows = [
        {"key": key, "a": a.plain(key), "b": b.plain(key)}
        for key in KEYS
        if a.plain(key) != b.plain(key)
    ]
    if options.json:
        print_json(rows)
    elif rows:
        cells = [[row["key"], _toml_value(row["a"]), _toml_value(row["b"])] for row in rows]
        print_table([["", a.id, b.id], *cells])
    else:
        print(say("cli.rules.diff.same", a=a.id, b=b.id))
    return 0


def check(options: Namespace, say: Words) -> int:
    """Check a house-rules file."""
    rules = load(options.file)
    if options.json:
        print_json({"ok": True})
    else:
        print(say("cli.rules.check.ok", name=name_of(rules, say)))
    return 0
