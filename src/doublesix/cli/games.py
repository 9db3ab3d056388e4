"""``replay``, ``legal``, ``view`` and ``perft``: what a transcript holds."""

from argparse import Namespace

from doublesix.cli.output import print_json, print_lines
from doublesix.engine import SEATS, State, view
from doublesix.engine.perft import Count, perft
from doublesix.errors import InvalidFile, InvalidInput
from doublesix.notation.report import legal_report, perft_report, replay_report, view_report
from doublesix.notation.telling import tell_scores
from doublesix.notation.transcript import Transcript, read_file
from doublesix.tui.picture import retell, show_hand, show_table
from doublesix.tui.record import from_transcript
from doublesix.tui.sheet import show_round
from doublesix.words import Words


def replay(options: Namespace, say: Words) -> int:
    """Tell how a recorded game went."""
    transcript = read_file(options.file)
    if options.json:
        print_json(replay_report(transcript))
        return 0
    company = from_transcript(transcript).company
    for state in transcript.rounds:
        if state.result is not None:
            print(say("cli.replay.round", number=state.round.number))
            print_lines(f"  {line}" for line in show_round(company, state, say))
    print_lines(retell(tell_scores(company, transcript.rounds), say))
    return 0


def show_legal(options: Namespace, say: Words) -> int:
    """Tell what the seat in turn may do."""
    transcript = read_file(options.file)
    report = legal_report(transcript.rounds[-1] if transcript.rounds else None)
    if options.json:
        print_json(report)
    elif report["seat"] is None:
        print(say("cli.legal.over"))
    else:
        print(say("cli.legal.turn", seat=report["seat"]))
        print_lines(f"  {move}" for move in report["moves"])
    return 0


def show_view(options: Namespace, say: Words) -> int:
    """Tell what one seat may know."""
    transcript = read_file(options.file)
    seats = SEATS[: transcript.game.seats]
    if options.seat not in tuple(seats):
        raise InvalidInput("not-a-seat", word=options.seat, seats=list(seats))
    seen = view(last_position(transcript, options.file), seats.index(options.seat))
    if options.json:
        print_json(view_report(seen))
        return 0
    names = transcript.names or tuple(seats)
    print_lines(show_table(seen, names, say))
    print_lines(show_hand(seen, options.seat, say))
    return 0


def count(options: Namespace, say: Words) -> int:
    """Count sequences of moves."""
    if not 1 <= options.depth <= 99:
        raise InvalidInput("bad-depth", depth=options.depth)
    state = last_position(read_file(options.file), options.file)
    counted = _count_compiled if options.engine == "kernel" else perft
    report = perft_report(counted(state, options.depth))
    if options.json:
        print_json(report)
        return 0
    for depth, nodes in enumerate(report["nodes"], 1):
        print(say("cli.perft.nodes", depth=depth, nodes=nodes))
    print(say("cli.perft.ended", count=report["rounds_ended"], points=report["points"]))
    return 0


def _count_compiled(state: State, depth: int) -> Count:
    """The same count by the compiled engine, which not every installation has."""
    from doublesix.kernel import batch

    return batch.perft(state, depth)


def last_position(transcript: Transcript, file: str) -> State:
    """The position a transcript stops at."""
    if not transcript.rounds:
        raise InvalidFile("no-round", file=file)
    return transcript.rounds[-1]
