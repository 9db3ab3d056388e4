"""``doublesix simulate``: rounds by the million."""

import sys
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

from doublesix.cli import FINE, INTERRUPTED
from doublesix.cli.output import print_json, print_table
from doublesix.cli.progress import Progress, is_watched, told_if_slow
from doublesix.errors import InvalidFile
from doublesix.files import draft_of, unwritten, write_whole
from doublesix.lab.figures import players, tables
from doublesix.lab.plan import Plan, checked
from doublesix.lab.report import page
from doublesix.lab.simulation import Outcome, simulate
from doublesix.lab.summary import Summary, summarize
from doublesix.lab.tally import nothing
from doublesix.rules import load
from doublesix.rules.describe import name_of
from doublesix.words import Words


def run(options: Namespace, say: Words) -> int:
    """Simulate, tell the result, write what was asked for."""
    files = _files(options)
    with told_if_slow(say("simulate.compiling")):
        plan = _plan(options)
        nothing(plan.game)  # the counting is compiled here, the playing was for the plan
    outcome = _play(options, plan, say)
    if not outcome.done:
        raise KeyboardInterrupt
    summary = summarize(outcome)
    if outcome.is_complete and options.report:
        write_whole(Path(options.report), page(outcome, summary, say).encode())
    if options.json:
        print_json(summary)
    else:
        _tell(plan, summary, say)
    if outcome.is_complete:
        if not options.json:
            for path in files:
                print(say("simulate.written", file=path))
        return FINE
    print(say("simulate.stopped", done=outcome.done, count=plan.count), file=sys.stderr)
    if files:
        named = say.all_of([str(path) for path in files])
        print(say("simulate.not-written", files=named), file=sys.stderr)
    return INTERRUPTED


def _plan(options: Namespace) -> Plan:
    plan = Plan(
        load(options.rules),
        options.seats,
        options.matches if options.rounds is None else options.rounds,
        target=options.target,
        policies=tuple(options.policy.split(",")),
        seed=options.seed,
        in_matches=options.rounds is None,
    )
    return checked(plan)


def _play(options: Namespace, plan: Plan, say: Words) -> Outcome:
    progress = Progress(say, plan.count)
    with ExitStack() as stack:
        kept = None
        if options.out:
            from doublesix.lab.rows import RowsFile

            kept = stack.enter_context(RowsFile(Path(options.out), plan))
        with progress.shown():
            outcome = simulate(
                plan,
                workers=options.workers,
                cluster=options.cluster,
                keep=kept.add if kept else None,
                watch=progress,
            )
        if kept and outcome.is_complete:
            kept.finish()
    return outcome


def _files(options: Namespace) -> list[Path]:
    """The files to be written; what stands against it is found before hours of playing."""
    paths = [Path(given) for given in (options.out, options.report) if given is not None]
    for path in paths:
        _check_free(path, options.force)
    if len(paths) > 1 and paths[0].resolve() == paths[1].resolve():
        raise InvalidFile("same-file", file=str(paths[0]))
    return paths


def _check_free(path: Path, force: bool) -> None:
    try:
        if path.exists() and not path.is_file():
            raise InvalidFile("unwritten-folder", file=str(path))
        if path.exists() and not force:
            raise InvalidFile("file-exists", file=str(path), force="--force")
        draft = draft_of(path.resolve())
        draft.open("xb").close()
        draft.unlink()
    except (OSError, ValueError) as error:
        raise unwritten(path, error) from None


def _tell(plan: Plan, summary: Summary, say: Words) -> None:
    """The result for people."""
    print(
        say(
            "simulate.played",
            rules=name_of(plan.rules, say),
            seats=plan.seats,
            count=summary.rounds,
            players=players(summary, say),
            seed=plan.seed,
        )
    )
    if summary.match is not None:
        message = "simulate.matches" if summary.target else "simulate.games"
        print(say(message, count=summary.match.matches, target=summary.target))
    if is_watched():  # not part of the result, which is the same everywhere
        speed = round(summary.rounds_per_second)
        print(say("simulate.speed", speed=speed), file=sys.stderr)
    for table in tables(summary, say):
        print(f"\n{table.title}")
        print_table([table.columns, *table.rows])
