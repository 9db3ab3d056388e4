"""Writes what the server and the pages say to each other as types for the pages' checker.

``python tools/message_types.py`` writes ``messages.d.ts`` from the msgspec structs; a test fails
while the file is not what it would write. Nothing of it runs in a browser.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from msgspec import Struct, inspect

from doublesix.coach.report import RoundReport
from doublesix.table import messages
from doublesix.web import schemas

FILE = Path(__file__).parents[1] / "src" / "doublesix" / "web" / "static" / "messages.d.ts"
MADE = "// Made by tools/message_types.py from the structs of the server; edit those instead.\n"

_PLAIN: dict[type[inspect.Type], str] = {
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


UNIONS = {"AnyCommand": messages.AnyCommand, "AnyMessage": messages.AnyMessage}
"""What goes over a socket."""
BODIES = [
    *[kind for kind in vars(schemas).values() if isinstance(kind, type(Struct))],
    RoundReport,
]
"""What the API is asked and what it answers."""


def text() -> str:
    """The whole file."""
    roots = [kind for union in UNIONS.values() for kind in get_args(union)]
    structs = [_struct(kind) for kind in _reached(inspect.multi_type_info([*roots, *BODIES]))]
    return "\n".join([MADE, *structs, *(_union(name, kind) for name, kind in UNIONS.items())])


def _reached(kinds: Iterable[inspect.Type]) -> Iterator[inspect.StructType]:
    """Every struct that can be met, each once, what it holds after it."""
    waiting, seen = list(kinds), set()
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, inspect.StructType):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            yield kind
        waiting += _inside(kind)


def _inside(kind: inspect.Type) -> list[inspect.Type]:
    match kind:
        case inspect.StructType():
            return [field.type for field in kind.fields]
        case inspect.UnionType():
            return list(kind.types)
        case inspect.VarTupleType() | inspect.ListType():
            return [kind.item_type]
        case inspect.TupleType():
            return list(kind.item_types)
        case inspect.DictType():
            return [kind.value_type]
        case _:
            return []


def _struct(kind: inspect.StructType) -> str:
    name = kind.cls.__name__
    about = f"/** {_summary(kind.cls)} */"
    if kind.array_like:
        parts = ", ".join(f"{field.name}: {_type(field.type)}" for field in kind.fields)
        return f"{about}\nexport type {name} = readonly [{parts}];\n"
    lines = [f'  type: "{kind.tag}";'] if kind.tag_field else []
    lines += [
        f"  {field.encode_name}{_mark(kind, field)}: {_type(field.type)};" for field in kind.fields
    ]
    return "\n".join([about, f"export interface {name} {{", *lines, "}\n"])


def _summary(cls: type) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((cls.__doc__ or "").partition("\n\n")[0].split()).replace("``", "`")


def _mark(kind: inspect.StructType, field: inspect.Field) -> str:
    """A question mark where the field may be missing: what is read strictly comes from a page,
    which need not say what goes without saying."""
    config = kind.cls.__struct_config__
    left_out = config.omit_defaults or config.forbid_unknown_fields
    return "?" if left_out and not field.required else ""


def _type(kind: inspect.Type) -> str:
    if plain := _PLAIN.get(type(kind)):
        return plain
    match kind:
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.CustomType() if kind.cls is object:
            return "unknown"
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.UnionType():
            return " | ".join(_type(part) for part in kind.types)
        case inspect.VarTupleType() | inspect.ListType():
            item = _type(kind.item_type)
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case inspect.TupleType():
            return f"readonly [{', '.join(map(_type, kind.item_types))}]"
        case inspect.DictType():
            return f"Record<string, {_type(kind.value_type)}>"
        case _:
            raise TypeError(f"no type for the page is known for {kind}")


def _union(name: str, union: object) -> str:
    parts = [f"  | {kind.__name__}" for kind in get_args(union)]
    return "\n".join([f"export type {name} =", *parts]) + ";\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
