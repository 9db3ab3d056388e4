"""``doublesix puzzle``: a position with one best move; find it."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from datetime import date
from typing import Any

from doublesix.cli import FINE
from doublesix.cli.output import print_json, print_lines
from doublesix.cli.progress import told_if_slow
from doublesix.coach.puzzles import Puzzle, find_puzzle, puzzle_game, puzzle_of_the_day
from doublesix.engine import SEATS, Move, apply, legal_moves, view
from doublesix.errors import DoublesixError, InvalidInput
from doublesix.notation.moves import read_move, write_event
from doublesix.notation.position import write_position
from doublesix.notation.telling import Company, tell_move
from doublesix.rules import load
from doublesix.rules.describe import name_of
from doublesix.tiles import listed
from doublesix.tui.orders import read_move_words
from doublesix.tui.picture import retell, show_ends, show_line, show_tiles
from doublesix.words import Words


def run(options: Namespace, say: Words) -> int:
    """Show a puzzle, ask for the move, and tell what is best."""
    with told_if_slow(say("run.compiling")):
        puzzle = _find(options)
    if options.json:
        print_json(_report(puzzle))
        return FINE
    print_lines(_position(puzzle, say))
    move = _ask(puzzle, say)
    print_lines(_answer(puzzle, move, say))
    return FINE


def _find(options: Namespace) -> Puzzle:
    """The puzzle that is asked for: that of the day, but for what is given."""
    book, level, start = puzzle_of_the_day(_day(options.date))
    game = puzzle_game(load(book if options.rules is None else options.rules), options.seats)
    if options.seed is not None:
        return find_puzzle(game, options.seed, options.level)
    return find_puzzle(game, start, level if options.level is None else options.level)


def _day(written: str | None) -> date:
    try:
        return date.today() if written is None else date.fromisoformat(written)
    except ValueError:
        raise InvalidInput("bad-date", date=written) from None


def _report(puzzle: Puzzle) -> dict[str, Any]:
    state = puzzle.state
    return {
        "rules": state.game.rules.id,
        "seats": state.game.seats,
        "number": puzzle.number,
        "level": puzzle.level,
        "goal": puzzle.goal.value,
        "position": write_position(state),
        "seat": SEATS[state.turn],
        "moves": [{"move": str(move), "worth": worth} for move, worth in puzzle.worths],
        "best": [str(move) for move in puzzle.best],
        "line": _written(puzzle),
    }


def _written(puzzle: Puzzle) -> list[str]:
    """Best play, as a transcript would hold it."""
    state, made = puzzle.state, len(puzzle.state.past)
    for move in puzzle.line:
        state = apply(state, move).state
    return [write_event(event) for event in state.past[made:]]


def _position(puzzle: Puzzle, say: Words) -> Iterator[str]:
    state, seen = puzzle.state, view(puzzle.state, None)
    game = state.game
    rules = name_of(game.rules, say)
    yield say("cli.puzzle.title", number=puzzle.number, rules=rules, level=puzzle.level)
    if game.in_pairs:
        yield say("cli.puzzle.pairs", first=game.side_name(0), second=game.side_name(1))
    yield from show_line(seen, say)
    yield from show_ends(seen, say)
    for seat, hand in enumerate(state.hands):
        message = "cli.puzzle.in-turn" if seat == state.turn else "cli.puzzle.holds"
        yield say(message, seat=SEATS[seat], tiles=show_tiles(listed(hand)))
    if state.stock and not game.unable_passes:
        yield say("cli.puzzle.stock", tiles=show_tiles(state.stock))
    yield say(f"cli.puzzle.asks-{puzzle.goal.value}", seat=SEATS[state.turn])
    yield from (f"  {move}" for move in legal_moves(state))


def _ask(puzzle: Puzzle, say: Words) -> Move | None:
    """The move that is typed; None for who would rather see the answer."""
    state = puzzle.state
    hand = listed(state.hands[state.turn])
    while True:
        print(say("cli.puzzle.prompt"), end=" ", flush=True)
        typed = sys.stdin.readline().strip()
        if not typed:
            print()
            return None
        try:
            move = read_move(state, read_move_words(say, hand, typed))
            apply(state, move)
        except DoublesixError as problem:
            print(say.tell(problem))
        else:
            return move


def _answer(puzzle: Puzzle, move: Move | None, say: Words) -> Iterator[str]:
    if move is not None:
        yield say("cli.puzzle.right" if move in puzzle.best else "cli.puzzle.wrong", move=str(move))
    yield say("cli.puzzle.best", move=str(puzzle.line[0]))
    for made, worth in puzzle.worths:
        yield f"  {_tell_worth(puzzle, made, worth, say)}"
    yield say("cli.puzzle.line")
    yield from (f"  {line}" for line in _told(puzzle, say))


def _tell_worth(puzzle: Puzzle, move: Move, worth: int, say: Words) -> str:
    """What a move leads to, with best play by all."""
    if puzzle.goal == "points":
        return say("cli.puzzle.brings", move=str(move), count=worth)
    outcome = ("loses", "nobody", "wins")[worth + 1]
    return say(f"cli.puzzle.{outcome}", move=str(move))


def _told(puzzle: Puzzle, say: Words) -> Iterator[str]:
    state, game = puzzle.state, puzzle.state.game
    names = tuple(SEATS[: game.seats])
    company = Company(game, names, (False,) * game.seats)
    for move in puzzle.line:
        step = apply(state, move)
        yield from retell(tell_move(company, state, step, range(game.seats)), say)
        state = step.state
