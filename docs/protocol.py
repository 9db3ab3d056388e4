"""The page about the protocol: every message with its fields and an example, from the types.

The examples are those of a real table, with fixed secrets instead of fresh ones.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, get_args

import msgspec

from doublesix.table import messages as said
from doublesix.table.events import AnyEvent
from doublesix.table.lines import Lines
from doublesix.table.messages import AnyCommand, AnyMessage
from doublesix.table.table import Chair, Plan, Table
from doublesix.table.tell import snapshot, updates

TOKEN = "5f1c0b6e9d2a4873b4f60e1d2c3a49585f1c0b6e9d2a4873b4f60e1d2c3a4958"
ENTROPY = "c0ffee00" * 4

HEAD = """# The protocol of a table

A client opens a WebSocket at `/ws/tables/{id}` and speaks JSON, one object a message; `type` says
what it is. This page is made from the types in `doublesix.table.messages`, which are the
contract: an unknown type, an unknown key or a value of the wrong kind is rejected. Programs may
use it as the page does; `/api/openapi.json` describes the rest of the server.

- **Who is who.** A device makes up a secret for a table (hexadecimal digits) before it does
  anything and sends it with `hello`. Whoever has the secret has the seats that were taken with
  it. It is never sent back.
- **Versions.** Everything that happens at a table has a number. `hello` names the last one a
  client has seen; it gets the moves it has missed, or a snapshot, or only `presence` where it has
  missed nothing.
- **Nothing is lost, nothing happens twice.** A command carries an `id` of the client's choice.
  `accepted` comes after what was done is on the disk. A client that hears nothing sends the same
  again, with the same id, on a new connection if need be, and gets the same answer. `rejected` is
  followed by a snapshot.
- **Moves** name the round and the ply they are meant for (`now.ply`); one for another position is
  rejected as stale. They are written as in [transcripts](transcripts.md). `now.legal` has every
  move that may be made: a client needs to know no rules.
- **Tiles** are numbers: the tile with the higher half `a` and the lower half `b` is `a * (a + 1)
  / 2 + b`. Where one lies is `[x, y, turn, first, second]`: its centre in half units (a tile is
  four long and two wide), quarter turns clockwise, the pips on its two halves. A slot is `[end,
  x, y, turn]`.
- **Sentences** are `[id, arguments]`; the catalogue at `/words/en.json` has the words.
- **Secrets.** A message holds the hands of the receiver's own seats and no others, until the
  round is over.
- A connection that is silent for a minute is closed: send `ping` now and then. One that does not
  read what it is sent is closed with `ended`, code `slow`; it may come back.
"""

COMMANDS: Mapping[type, dict[str, Any]] = {
    said.Hello: {"token": TOKEN, "since": 12, "shape": "tall"},
    said.Reshape: {"shape": "wide"},
    said.Ping: {},
    said.Sit: {"id": "a1", "seat": 1, "name": "Bo"},
    said.Rename: {"id": "a2", "seat": 1, "name": "Bodil"},
    said.Leave: {"id": "a3", "seat": 1},
    said.PutBot: {"id": "a4", "seat": 1, "bot": "greedy"},
    said.Clear: {"id": "a5", "seat": 1},
    said.Swap: {"id": "a6", "a": 0, "b": 2},
    said.MakeHost: {"id": "a7", "seat": 1},
    said.Arrange: {"id": "a8", "clock": 30, "at_zero": "bot", "chat": True},
    said.Mix: {"id": "a9", "seat": 0, "entropy": ENTROPY},
    said.Ready: {"id": "b1", "seat": 0},
    said.DealNow: {"id": "b2"},
    said.MakeMove: {"id": "b3", "seat": 0, "round": 1, "ply": 4, "move": "6-5 left"},
    said.Pause: {"id": "b4"},
    said.Resume: {"id": "b5"},
    said.MoreTime: {"id": "b6"},
    said.StandIn: {"id": "b7", "seat": 0, "bot": "greedy"},
    said.Back: {"id": "b8", "seat": 0},
    said.Say: {"id": "b9", "seat": 0, "phrase": "well-played"},
    said.Chat: {"id": "c1", "seat": 0, "text": "Whose turn is it?"},
    said.Close: {"id": "c2"},
}

INSIDE = (
    said.You,
    said.TableInfo,
    said.SeatInfo,
    said.Settings,
    said.RoundScore,
    said.Spoken,
    said.RoundInfo,
    said.LaidTile,
    said.Now,
    said.Moved,
    said.RoundResult,
)
SAID = {"Told": "sentence", "Placed": "place", "Slot": "slot"}


def protocol() -> str:
    """The whole page."""
    told: dict[type, said.Message] = {type(message): message for message in _messages()}
    lines = [HEAD, "## What a client sends", ""]
    for kind in _members(AnyCommand):
        lines += _section(kind, kind(**COMMANDS[kind]))
    lines += ["## What a table tells", ""]
    for kind in _members(AnyMessage):
        lines += _section(kind, told[kind])
    lines += ["## What is inside", ""]
    for kind in INSIDE:
        lines += [f"### {kind.__name__}", "", _about(kind), "", *_fields(kind)]
    lines += ["Preset phrases: " + ", ".join(f"`{phrase}`" for phrase in said.PHRASES) + ".", ""]
    return "\n".join(lines)


def _members(union: UnionType) -> tuple[type[msgspec.Struct], ...]:
    return get_args(union)


def _section(kind: type[msgspec.Struct], example: object) -> list[str]:
    lines = [f"### `{kind.__struct_config__.tag}`", "", _about(kind), "", *_fields(kind)]
    told = msgspec.json.encode(example)
    shown = msgspec.json.format(told, indent=2 if len(told) > 300 else 0).decode()
    shown = re.sub(r"\[\s*([^][{}]*?)\s*\]", lambda found: f"[{' '.join(found[1].split())}]", shown)
    return [*lines, "```json", shown, "```", ""]


def _about(kind: type) -> str:
    return " ".join(inspect.getdoc(kind).split()).replace("``", "`")  # type: ignore[union-attr]


def _fields(kind: type[msgspec.Struct]) -> list[str]:
    """A table of the fields; those whose name says all have no words beside them."""
    found = list(_documented(kind))
    if not found:
        return []
    lines = ["| key | kind | |", "|---|---|---|"]
    return [*lines, *(f"| `{name}` | {shown} | {about} |" for name, shown, about in found), ""]


def _documented(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str, str]]:
    notes: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base.__module__ == said.__name__:
            notes |= _notes(inspect.getsource(base))
    for field in msgspec.structs.fields(kind):
        name = str(field.name)
        if name == "id" and issubclass(kind, said.Command):
            continue  # told once, at the top
        yield name, _kind(field.type), notes.get(name, "")


def _notes(source: str) -> dict[str, str]:
    """What the source says about each field, in the text below it."""
    notes: dict[str, str] = {}
    name = ""
    rest = iter(source.splitlines()[1:])
    for line in rest:
        text = line.strip()
        if text.startswith('"""'):
            while not (text.endswith('"""') and len(text) > 3):
                text += f" {next(rest).strip()}"
            if name:
                notes[name] = text.strip('"').replace("``", "`")
            name = ""
        elif ":" in text:
            name = text.partition(":")[0]
    return notes


def _kind(kind: Any) -> str:
    """A type as people who do not read Python would write it."""
    schema = msgspec.json.schema(kind, schema_hook=lambda _: {"type": "anything"})
    return _shown(schema).replace("|", "or")


def _shown(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return SAID.get(name) or f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_shown(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        inside = schema.get("items")
        return f"list of {_shown(inside)}" if inside else "list"
    if schema.get("type") == "object":
        return "object"
    return {"integer": "whole number", "string": "text", "boolean": "true or false"}.get(
        str(schema.get("type")), str(schema.get("type", "anything"))
    )


def _messages() -> Iterator[said.Message]:
    """What a small table tells while it is played."""
    secrets = iter(f"{number:064x}" for number in range(1, 100))

    def fresh() -> str:
        return next(secrets)

    plan = Plan(
        "k3Wq8ZtB1aXe", "R7KQM", host="ana", seats=2, rules="muggins", chairs=(Chair("Ana"),)
    )
    table, _ = Table.open(plan, 1000.0, fresh)

    def do(who: str, command: AnyCommand) -> list[AnyEvent]:
        return table.handle(who, command, 1000.0 + table.version, fresh)

    do("bo", said.Sit(seat=1, name="Bo"))
    do("ana", said.Mix(seat=0, entropy=ENTROPY))
    do("ana", said.Ready(seat=0))
    do("bo", said.Ready(seat=1))
    lines = Lines()
    made: list[AnyEvent] = []
    for _ in range(3):
        state = table.state
        assert state is not None
        turn = state.turn
        who = ("ana", "bo")[turn]
        legal = snapshot(table, who, "wide", lines).round
        assert legal is not None
        move = said.MakeMove(seat=turn, round=1, ply=len(state.past), move=legal.now.legal[0])
        made = do(who, move)
    yield snapshot(table, "ana", "wide", lines)
    yield updates(table, made, table.seats_of("ana"), "wide", lines)[0]
    yield said.Accepted("b3", table.version)
    yield said.Rejected("b3", "stale-move", {"round": 1, "ply": 4})
    yield said.Presence((True, False), 2, (False, True), host_away=False)
    yield said.Pong(1763251200000)
    yield said.Ended("slow")
