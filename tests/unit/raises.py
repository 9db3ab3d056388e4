"""Every place in the source that makes an error: its code and the details it gives."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import doublesix
import doublesix.rules.check  # has a kind of error of its own
from doublesix.errors import DoublesixError

SOURCE = Path(doublesix.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef
CODE = re.compile(r"[a-z]+(-[a-z]+)*")


class Site(NamedTuple):
    """One error as the source makes it."""

    place: str
    code: str
    details: frozenset[str] | None
    """The names of its details; None where they cannot be told from the text."""


def kinds(root: type[DoublesixError] = DoublesixError) -> Iterator[type[DoublesixError]]:
    """The whole tree of errors."""
    yield root
    for kind in root.__subclasses__():
        yield from kinds(kind)


class Module:
    """One module's syntax tree, and what its names stand for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    def sites(self, names: set[str]) -> Iterator[Site]:
        for function in self.functions:
            makers = names | set(_kinds_taken(function))
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and _name(call.func) in makers:
                    yield from self._site(call, function)

    def _site(self, call: ast.Call, function: Function) -> Iterator[Site]:
        place = f"{self.path.relative_to(SOURCE)}:{call.lineno}"
        if not call.args or any(isinstance(arg, ast.Starred) for arg in call.args):
            return  # not a code: an error made again from its parts
        codes = sorted(set(self._codes(call.args[0], function)))
        named = [keyword.arg for keyword in call.keywords]
        details = None if None in named else frozenset(filter(None, named))
        assert codes or details is None, f"{place}: which code is this?"
        for code in codes:
            yield Site(place, code, details)

    def _codes(self, value: ast.expr, function: Function) -> Iterator[str]:
        """Every code this expression may stand for."""
        match value:
            case ast.Constant(value=str(code)):
                yield code
            case ast.IfExp(body=body, orelse=orelse):
                yield from self._codes(body, function)
                yield from self._codes(orelse, function)
            case ast.Dict(values=values) | ast.Tuple(elts=values):
                for each in values:
                    yield from self._codes(each, function)
            case ast.Subscript(value=table):
                yield from self._codes(table, function)
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, default]):
                yield from self._codes(table, function)
                yield from self._codes(default, function)
            case ast.Name(id=name):
                yield from self._codes_of_name(name, function)

    def _codes_of_name(self, name: str, function: Function) -> Iterator[str]:
        taken = [arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)]
        if name in taken:
            at = taken.index(name) - (taken[0] == "self")
            for call in self._calls_of(function.name):
                given = [*call.args[at : at + 1]]
                given += [keyword.value for keyword in call.keywords if keyword.arg == name]
                for value in given:
                    if not isinstance(value, ast.Name):
                        yield from self._codes(value, function)
            return
        for node in (*ast.walk(function), *self.tree.body):
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            assigns = isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            if assigns and name in map(_name, targets):
                yield from self._codes(assigns, function)

    def _calls_of(self, function: str) -> Iterator[ast.Call]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and _name(node.func) == function:
                yield node


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _kinds_taken(function: Function) -> Iterator[str]:
    """Parameters that are a kind of error themselves."""
    for arg in function.args.args:
        if arg.annotation and "type[DoublesixError]" in ast.unparse(arg.annotation):
            yield arg.arg


def all_sites() -> list[Site]:
    """Every error the source can make."""
    modules = [Module(path) for path in sorted(SOURCE.rglob("*.py"))]
    names = {kind.__name__ for kind in kinds()}
    return [site for module in modules for site in module.sites(names)]
