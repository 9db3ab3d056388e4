"""``doublesix terminal``: play, line by line."""

import sys
from argparse import Namespace

from doublesix.cli.parser import Commands
from doublesix.words import Words


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add("terminal", _run)
    say = parser.say
    parser.add_argument("rules", metavar="ID", nargs="?", help=say("cli.id"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("cli.terminal.seats"))
    parser.add_argument("--target", type=int, metavar="N", help=say("cli.terminal.target"))
    parser.add_argument(
        "--player", action="append", default=[], metavar="NAME", help=say("cli.terminal.player")
    )
    parser.add_argument("--seed", type=int, metavar="S", help=say("cli.terminal.seed"))
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--resume", action="store_true", help=say("cli.terminal.resume"))
    kept.add_argument("--new", action="store_true", help=say("cli.terminal.new"))


def _run(options: Namespace, say: Words) -> int:
    from doublesix.tui import Options, run  # the other commands start faster without it

    asked = Options(
        rules=options.rules,
        seats=options.seats,
        target=options.target,
        players=tuple(options.player),
        seed=options.seed,
        lang=say.language,
        resume=options.resume,
        new=options.new,
    )
    return run(asked, sys.stdin, sys.stdout)
