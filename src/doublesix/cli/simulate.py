"""``doublesix simulate``: rounds by the million."""

import sys
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

from doublesix.cli.output import print_json, print_table
from doublesix.cli.progress import Progress, is_watched, told_if_slow
from doublesix.cli.runs import check_files, tell_end
from doublesix.files import write_whole
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
    check_files(options)
    with told_if_slow(say("run.compiling")):
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
    stopped = say("simulate.stopped", done=outcome.done, count=plan.count)
    return tell_end(options, None if outcome.is_complete else stopped, say)


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
