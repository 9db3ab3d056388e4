"""Every command with its options. What a command does is loaded only when it is asked for."""

from math import inf

from doublesix.cli.parser import Commands, Parser
from doublesix.coach.budget import ROUNDS


def add_commands(parser: Parser) -> None:
    """Add all commands."""
    commands = parser.add_commands()
    _add_rules(commands.add("rules").add_commands())
    _add_games(commands)
    _add_simulate(commands.add("simulate", "doublesix.cli.simulate:run"))
    _add_arena(commands.add("arena", "doublesix.cli.arena:run"))
    _add_train(commands.add("train", "doublesix.cli.training:run"))
    _add_exploit(commands.add("exploit", "doublesix.cli.exploit:run"))
    _add_puzzle(commands.add("puzzle", "doublesix.cli.puzzles:run"))
    _add_terminal(commands.add("terminal", "doublesix.cli.terminal:play"))
    _add_serve(commands.add("serve", "doublesix.cli.serving:serve"))
    _add_databases(commands.add("db").add_commands())
    _add_verify(commands.add("verify", "doublesix.cli.proofs:check"))


def _add_rules(commands: Commands) -> None:
    _add_json(commands.add("list", "doublesix.cli.rulebooks:list_books"))
    show = commands.add("show", "doublesix.cli.rulebooks:show")
    show.add_argument("rules", metavar="ID", help=show.say("cli.id"))
    show.add_argument("--resolved", action="store_true", help=show.say("cli.resolved"))
    _add_json(show)
    diff = commands.add("diff", "doublesix.cli.rulebooks:diff")
    diff.add_argument("a", metavar="A", help=diff.say("cli.id"))
    diff.add_argument("b", metavar="B", help=diff.say("cli.id"))
    _add_json(diff)
    check = commands.add("check", "doublesix.cli.rulebooks:check")
    check.add_argument("file", metavar="FILE", help=check.say("cli.house-file"))
    _add_json(check)


def _add_games(commands: Commands) -> None:
    _add_game(commands, "replay", "replay")
    _add_game(commands, "legal", "show_legal")
    seat = _add_game(commands, "view", "show_view")
    seat.add_argument("--seat", required=True, metavar="S", help=seat.say("cli.seat"))
    count = _add_game(commands, "perft", "count")
    count.add_argument("--depth", type=int, required=True, metavar="N", help=count.say("cli.depth"))
    count.add_argument(
        "--engine", choices=["python", "kernel"], default="python", help=count.say("cli.engine")
    )
    _add_solve(_add_game(commands, "solve", "solve", "doublesix.cli.solving"))
    _add_analyse(_add_game(commands, "analyse", "run", "doublesix.cli.analysing"))


def _add_solve(parser: Parser) -> None:
    say = parser.say
    parser.add_argument(
        "--goal", choices=["points", "win"], default="points", help=say("cli.solve.goal")
    )
    parser.add_argument("--moves", action="store_true", help=say("cli.solve.moves"))
    parser.add_argument("--nodes", type=int, metavar="N", help=say("cli.solve.nodes"))
    parser.add_argument("--seconds", type=float, metavar="S", help=say("cli.solve.seconds"))


def _add_analyse(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("--round", type=int, metavar="N", help=say("cli.analyse.round"))
    parser.add_argument("--seat", metavar="S", help=say("cli.analyse.seat"))
    parser.add_argument(
        "--budget",
        type=int,
        default=ROUNDS,
        metavar="N",
        help=say("cli.analyse.budget", usual=ROUNDS),
    )
    parser.add_argument("--out", metavar="FILE", help=say("cli.analyse.out"))
    parser.add_argument("--force", action="store_true", help=say("cli.run.force"))
    parser.set_defaults(report=None)


def _add_game(
    commands: Commands, name: str, run: str, module: str = "doublesix.cli.games"
) -> Parser:
    parser = commands.add(name, f"{module}:{run}")
    parser.add_argument("file", metavar="FILE", help=parser.say("cli.file"))
    _add_json(parser)
    return parser


def _add_simulate(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("rules", metavar="ID", help=say("cli.id"))
    parser.add_argument(
        "--seats", type=int, required=True, metavar="N", help=say("cli.simulate.seats")
    )
    how_many = parser.add_mutually_exclusive_group(required=True)
    how_many.add_argument("--rounds", type=int, metavar="M", help=say("cli.simulate.rounds"))
    how_many.add_argument("--matches", type=int, metavar="M", help=say("cli.simulate.matches"))
    parser.add_argument(
        "--policy", default="random", metavar="NAMES", help=say("cli.simulate.policy")
    )
    parser.add_argument("--out", metavar="FILE", help=say("cli.simulate.out"))
    _add_run(parser)


def _add_arena(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("named", metavar="BOT", nargs="*", help=say("cli.arena.bots"))
    parser.add_argument("--bots", default="", metavar="A,B", help=say("cli.arena.listed"))
    parser.add_argument("--move-time", type=int, metavar="MS", help=say("cli.arena.move-time"))
    parser.add_argument("--rules", required=True, metavar="ID", help=say("cli.arena.rules"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("cli.arena.seats"))
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument("--deals", type=int, metavar="M", help=say("cli.arena.deals"))
    how_many.add_argument("--matches", type=int, metavar="M", help=say("cli.arena.matches"))
    parser.add_argument("--until", metavar="GOAL", help=say("cli.arena.until"))
    parser.add_argument(
        "--margin", type=float, default=1.0, metavar="P", help=say("cli.arena.margin")
    )
    parser.add_argument("--out", metavar="FILE", help=say("cli.arena.out"))
    _add_run(parser)


def _add_train(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("course", metavar="FILE", help=say("cli.train.course"))
    parser.add_argument(
        "--steps", type=int, default=36_000, metavar="N", help=say("cli.train.steps")
    )
    parser.add_argument(
        "--rules", action="append", default=[], metavar="FILE", help=say("cli.train.rules")
    )
    parser.add_argument("--net", metavar="FILE", help=say("cli.train.net"))
    parser.add_argument("--from", dest="begin", metavar="FILE", help=say("cli.train.from"))
    parser.add_argument("--notes", metavar="FILE", help=say("cli.train.notes"))
    parser.add_argument(
        "--rounds", type=int, default=20_000, metavar="N", help=say("cli.train.rounds")
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=say("cli.run.seed"))
    parser.add_argument("--workers", type=int, metavar="N", help=say("cli.run.workers"))
    _add_json(parser)


def _add_exploit(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("bots", metavar="BOT", nargs="+", help=say("cli.exploit.bots"))
    parser.add_argument("--rules", required=True, metavar="ID", help=say("cli.arena.rules"))
    parser.add_argument("--seeds", type=int, default=1, metavar="K", help=say("cli.exploit.seeds"))
    parser.add_argument(
        "--yardstick", type=int, default=200, metavar="N", help=say("cli.exploit.yardstick")
    )
    parser.add_argument("--keep", metavar="FOLDER", help=say("cli.exploit.keep"))
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=say("cli.run.seed"))
    parser.add_argument("--workers", type=int, metavar="N", help=say("cli.run.workers"))
    _add_json(parser)


def _add_puzzle(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("--rules", metavar="ID", help=say("cli.puzzle.rules"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("cli.puzzle.seats"))
    parser.add_argument("--level", type=int, metavar="N", help=say("cli.puzzle.level"))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--date", metavar="DATE", help=say("cli.puzzle.date"))
    which.add_argument("--seed", type=_number, metavar="S", help=say("cli.puzzle.seed"))
    _add_json(parser)


def _add_run(parser: Parser) -> None:
    """What every long run can be told."""
    say = parser.say
    parser.add_argument("--target", type=int, metavar="N", help=say("cli.run.target"))
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=say("cli.run.seed"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N", help=say("cli.run.workers"))
    where.add_argument("--cluster", metavar="ADDRESS", help=say("cli.run.cluster"))
    parser.add_argument("--report", metavar="FILE", help=say("cli.run.report"))
    parser.add_argument("--force", action="store_true", help=say("cli.run.force"))
    _add_json(parser)


def _add_terminal(parser: Parser) -> None:
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


def _add_serve(parser: Parser) -> None:
    say = parser.say
    parser.add_argument("--host", default="127.0.0.1", help=say("cli.serve.host"))
    parser.add_argument("--port", type=int, default=6606, metavar="N", help=say("cli.serve.port"))
    parser.add_argument("--db", metavar="FILE", help=say("cli.serve.db"))
    parser.add_argument(
        "--sync", choices=["full", "normal"], default="full", help=say("cli.serve.sync")
    )
    parser.add_argument("--no-browser", action="store_true", help=say("cli.serve.no-browser"))
    parser.add_argument("--public-url", default="", metavar="URL", help=say("cli.serve.public-url"))
    parser.add_argument(
        "--pace", type=_measure, default=0.9, metavar="S", help=say("cli.serve.pace")
    )
    parser.add_argument(
        "--idle-minutes", type=_measure, default=10, metavar="N", help=say("cli.serve.idle-minutes")
    )
    parser.add_argument(
        "--keep-days", type=_measure, default=90, metavar="N", help=say("cli.serve.keep-days")
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help=say("cli.serve.workers")
    )


def _measure(word: str) -> float:
    """A time that is not endless and does not run backwards."""
    value = float(word)
    if not 0 <= value < inf:
        raise ValueError
    return value


def _number(word: str) -> int:
    """A whole number that is not negative."""
    value = int(word)
    if value < 0:
        raise ValueError
    return value


def _add_databases(commands: Commands) -> None:
    check = commands.add("check", "doublesix.cli.databases:check")
    backup = commands.add("backup", "doublesix.cli.databases:copy")
    export = commands.add("export", "doublesix.cli.databases:export")
    for parser in (check, backup, export):
        parser.add_argument("file", metavar="FILE", help=parser.say("cli.db.file"))
    backup.add_argument("to", metavar="TO", help=backup.say("cli.db.backup.to"))
    export.add_argument(
        "--to", required=True, metavar="FOLDER", help=export.say("cli.db.export.to")
    )
    _add_json(check)
    _add_json(export)


def _add_verify(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=parser.say("cli.verify.file"))
    parser.add_argument("--transcript", metavar="FILE", help=parser.say("cli.verify.played"))
    _add_json(parser)


def _add_json(parser: Parser) -> None:
    """The option every command has whose result a program may read."""
    parser.add_argument("--json", action="store_true", help=parser.say("cli.json"))
