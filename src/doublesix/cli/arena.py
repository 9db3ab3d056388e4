"""``doublesix arena``: bots against each other on the same deals."""

import sys
from argparse import Namespace
from contextlib import ExitStack
from math import ceil
from pathlib import Path

from doublesix.bots import with_budget
from doublesix.cli.output import print_json, print_lines, print_table
from doublesix.cli.progress import Progress, is_watched, told_if_slow
from doublesix.cli.runs import check_files, tell_end
from doublesix.files import write_whole
from doublesix.lab.arena.bouts import rehearse
from doublesix.lab.arena.contest import Contest, checked, game_of, read_until, seatings
from doublesix.lab.arena.figures import about, tables
from doublesix.lab.arena.holding import Outcome, hold
from doublesix.lab.arena.report import page
from doublesix.lab.arena.summary import Summary, summarize
from doublesix.rules import Rules, load
from doublesix.rules.describe import name_of
from doublesix.words import Words

_DEALS, _MOST = 1000, 10_000
"""How many deals, and how many at most where two bots may stop early."""


def run(options: Namespace, say: Words) -> int:
    """Hold a contest, tell the result, write what was asked for."""
    check_files(options)
    contest = _contest(options)
    with told_if_slow(say("run.compiling")):
        rehearse(contest)
    outcome = _hold(options, contest, say)
    if not all(record.games for record in outcome.records):
        raise KeyboardInterrupt
    summary = summarize(outcome)
    if outcome.is_complete and options.report:
        write_whole(Path(options.report), page(outcome, summary, say).encode())
    if options.json:
        print_json(summary)
    else:
        _tell(contest, summary, say)
    stopped = say("arena.stopped", done=outcome.done, count=_most(contest))
    return tell_end(options, None if outcome.is_complete else stopped, say)


def _contest(options: Namespace) -> Contest:
    rules = load(options.rules)
    seats = rules.seats[0] if options.seats is None else options.seats
    return checked(
        Contest(
            rules,
            seats,
            _bots(options),
            _deals(options, rules, seats),
            until=None if options.until is None else read_until(options.until),
            margin=options.margin / 100,
            target=options.target,
            seed=options.seed,
            in_matches=options.matches is not None,
        )
    )


def _bots(options: Namespace) -> tuple[str, ...]:
    """Who is named, with the time they have."""
    named = [*options.named, *filter(None, options.bots.split(","))]
    time = options.move_time
    return tuple(named if time is None else [with_budget(name, f"{time}ms") for name in named])


def _deals(options: Namespace, rules: Rules, seats: int) -> int:
    """How many deals every two bots play, or at most."""
    deals, matches = options.deals, options.matches
    if matches is not None:
        sides = len(game_of(rules, seats, options.target).sides)
        deals = ceil(matches / len([*seatings(sides)]))
    if deals is None:
        deals = _DEALS if options.until is None else _MOST
    return int(deals)


def _most(contest: Contest) -> int:
    return contest.deals * len(contest.pairs)


def _hold(options: Namespace, contest: Contest, say: Words) -> Outcome:
    progress = Progress(say, _most(contest))
    with ExitStack() as stack:
        kept = None
        if options.out:
            from doublesix.lab.arena.rows import BoutsFile

            kept = stack.enter_context(BoutsFile(Path(options.out), contest))
        with progress.shown():
            outcome = hold(
                contest,
                workers=options.workers,
                cluster=options.cluster,
                keep=kept.keep if kept else None,
                watch=progress,
            )
        if kept and outcome.is_complete:
            kept.finish()
    return outcome


def _tell(contest: Contest, summary: Summary, say: Words) -> None:
    """The result for people."""
    print(say("arena.title", rules=name_of(contest.rules, say), seats=contest.seats))
    print_lines(about(summary, say))
    if is_watched():  # not part of the result, which is the same everywhere
        print(say("arena.speed", speed=round(summary.games_per_second)), file=sys.stderr)
    for table in tables(summary, say):
        print(f"\n{table.title}")
        print_table([table.columns, *table.rows])
