"""``analyse``: what should have been done in a finished game."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import msgspec

from doublesix.cli.output import print_json, print_lines, print_table
from doublesix.cli.progress import told_if_slow
from doublesix.cli.runs import check_files, tell_end
from doublesix.coach.account import seat_account
from doublesix.coach.analysis import analyse
from doublesix.coach.report import report_round, report_seats
from doublesix.engine import SEATS, State
from doublesix.errors import InvalidFile, InvalidInput
from doublesix.files import write_whole
from doublesix.lab.review import (
    Review,
    about,
    match_table,
    page,
    picture,
    remarks,
    round_title,
    tables,
    title,
)
from doublesix.notation.transcript import Transcript, read_file
from doublesix.words import Words

_PAGE, _PICTURE = ".html", ".svg"


def run(options: Namespace, say: Words) -> int:
    """Look at a recorded game again, and tell what was found."""
    transcript = read_file(options.file)
    states = _rounds(transcript, options)
    seat = _seat(transcript, options.seat)
    _check_out(options, len(states))
    names = transcript.names or tuple(SEATS[: transcript.game.seats])
    with told_if_slow(say("run.compiling")):
        found = tuple(analyse(state, names, options.budget) for state in states)
    review = Review(transcript.game, names, found, seat)
    if options.out:
        made = page if options.out.endswith(_PAGE) else picture
        write_whole(Path(options.out), made(review, say).encode())
    if options.json:
        print_json(_report(transcript, review, say))
    else:
        _tell(review, say)
        _tell_left_out(transcript, options, say)
    return tell_end(options, None, say)


def _rounds(transcript: Transcript, options: Namespace) -> list[State]:
    """The finished rounds that are asked for."""
    rounds, number = transcript.rounds, options.round
    if number is not None:
        if not 1 <= number <= len(rounds):
            raise InvalidFile("round-not-there", file=options.file, number=number, last=len(rounds))
        if rounds[number - 1].result is None:
            raise InvalidFile("round-not-finished", file=options.file, number=number)
        return [rounds[number - 1]]
    finished = [state for state in rounds if state.result is not None]
    if not finished:
        raise InvalidFile("nothing-to-analyse", file=options.file)
    return finished


def _seat(transcript: Transcript, letter: str | None) -> int | None:
    seats = SEATS[: transcript.game.seats]
    if letter is not None and letter not in tuple(seats):
        raise InvalidInput("not-a-seat", word=letter, seats=list(seats))
    return None if letter is None else seats.index(letter)


def _check_out(options: Namespace, rounds: int) -> None:
    """Find what stands against writing the file before thinking."""
    if options.out is None:
        return
    if not options.out.endswith((_PAGE, _PICTURE)):
        raise InvalidInput("not-a-picture", file=options.out)
    if options.out.endswith(_PICTURE) and rounds > 1:
        raise InvalidInput("one-curve", file=options.out, option="--round")
    check_files(options)


def _report(transcript: Transcript, review: Review, say: Words) -> dict[str, Any]:
    """The result for programs."""
    game, decisions = review.game, [one for each in review.rounds for one in each.decisions]
    accounts = [seat_account(seat, decisions) for seat in range(game.seats)]
    rounds = []
    for analysis in review.rounds:
        report = report_round(game, analysis, review.seat)
        told = msgspec.to_builtins(report)
        for plain, remark in zip(told["worst"], report.worst, strict=True):
            plain["why"] = say.retell(remark.why)
        rounds.append(told)
    return {
        "rules": transcript.rules,
        "seats": report_seats(accounts),
        "names": list(review.names),
        "rounds": rounds,
    }


def _tell(review: Review, say: Words) -> None:
    """The result for people."""
    print(title(review, say))
    print_lines(about(review, say))
    for analysis in review.rounds:
        print(f"\n{round_title(analysis, say)}")
        for table in tables(review, analysis, say):
            print(f"\n{table.title}")
            print_table([table.columns, *table.rows])
        print()
        found = remarks(review, analysis, say)
        said = say("coach.told.worst", count=len(found)) if found else say("coach.told.flawless")
        print_lines([said, *(f"  {line}" for line in found)])
    if len(review.rounds) > 1:
        table = match_table(review, say)
        print(f"\n{say('coach.told.all', count=len(review.rounds))}\n\n{table.title}")
        print_table([table.columns, *table.rows])


def _tell_left_out(transcript: Transcript, options: Namespace, say: Words) -> None:
    if options.round is None and transcript.rounds[-1].result is None:
        print(f"\n{say('coach.told.left-out', number=len(transcript.rounds))}")
