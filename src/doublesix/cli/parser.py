"""The standard argument parser, speaking through the word catalogue."""

import argparse
from typing import Any, NoReturn

from doublesix.errors import InvalidInput
from doublesix.words import Words

# The parser's own sentences, and the messages that stand for them. They hold the
# parser's %-arguments.
_OWN_WORDS = {
    "usage: ": "parser.usage",
    "positional arguments": "parser.positional",
    "options": "parser.options",
    "show this help message and exit": "parser.help",
    "the following arguments are required: %s": "parser.required",
    "one of the arguments %s is required": "parser.one-of",
    "unrecognized arguments: %s": "parser.unrecognized",
    "invalid choice: %(value)r (choose from %(choices)s)": "parser.choice",
    "invalid %(type)s value: %(value)r": "parser.value",
    "argument %(argument_name)s: %(message)s": "parser.argument",
    "expected one argument": "parser.one",
    "ignored explicit argument %r": "parser.ignored",
    "not allowed with argument %s": "parser.not-with",
    "ambiguous option: %(option)s could match %(matches)s": "parser.ambiguous",
}


class Stop(Exception):
    """The parser has said all there is to say: help or the version was asked for."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Parser(argparse.ArgumentParser):
    """Takes a message id instead of help texts: ``<id>.help`` and ``<id>.example``."""

    def __init__(self, say: Words, message: str, **options: Any) -> None:
        argparse._ = lambda text: (  # type: ignore[attr-defined]  # its only way in
            say(_OWN_WORDS[text]) if text in _OWN_WORDS else text
        )
        super().__init__(
            description=say(f"{message}.help"),
            epilog=say("cli.for-example", command=say(f"{message}.example")),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **options,
        )
        self.say = say
        self.message = message

    def add_commands(self) -> "Commands":
        """A place for this command's commands."""
        group = self.add_subparsers(required=True, metavar=self.say("parser.command"))
        return Commands(self.say, self.message, group)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        del message  # help and version print their own; errors go through error()
        raise Stop(status)

    def error(self, message: str) -> NoReturn:
        raise InvalidInput("usage", problem=message, command=self.prog)


class Commands:
    """Adds commands, each with its help from the catalogue."""

    def __init__(self, say: Words, message: str, group: Any) -> None:
        self.say = say
        self.message = message
        self.group = group

    def add(self, name: str, run: str = "") -> Parser:
        """A new command; ``run`` is ``module:function``, what it does."""
        message = f"{self.message}.{name}"
        parser: Parser = self.group.add_parser(
            name, say=self.say, message=message, help=self.say(f"{message}.help")
        )
        if run:
            parser.set_defaults(run=run)
            add_language(parser)
        return parser


def add_language(parser: Parser) -> None:
    """The option to be spoken to in another language; :func:`main` looks for it beforehand."""
    parser.add_argument("--lang", metavar="XX", help=parser.say("cli.lang"))
