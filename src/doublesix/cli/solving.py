"""``solve``: perfect play with all tiles face up."""

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from doublesix.cli.games import last_position
from doublesix.cli.output import print_json, print_lines
from doublesix.engine import SEATS, Move, State, apply
from doublesix.notation.moves import write_event
from doublesix.notation.transcript import read_file
from doublesix.words import Words

if TYPE_CHECKING:
    from doublesix.kernel.solve import Solution, Worth


def solve(options: Namespace, say: Words) -> int:
    """Tell what a position is worth, and the play that shows it."""
    state = last_position(read_file(options.file), options.file)
    solution = _solve(state, options)
    if options.json:
        print_json(_report(state, solution, options.moves))
    else:
        print_lines(_sentences(state, solution, say))
    return 0


def _solve(state: State, options: Namespace) -> "Solution":
    from doublesix.kernel import solve as solver

    return solver.solve(
        state,
        options.goal,
        nodes=options.nodes,
        seconds=options.seconds,
        every_move=options.moves,
    )


def _report(state: State, solution: "Solution", with_moves: bool) -> dict[str, Any]:
    report: dict[str, Any] = {
        "goal": solution.goal.value,
        "side": state.game.side_name(0),
        "seat": None if state.result else SEATS[state.turn],
        "exact": solution.exact,
        "value": solution.worth.low if solution.exact else None,
        "low": solution.worth.low,
        "high": solution.worth.high,
        "best": None if solution.best is None else str(solution.best),
        "line": _written(state, solution.line),
        "nodes": solution.nodes,
    }
    if with_moves:
        report["moves"] = [
            {"move": str(move), "low": worth.low, "high": worth.high}
            for move, worth in solution.moves
        ]
    return report


def _written(state: State, line: tuple[Move, ...]) -> list[str]:
    """A line of moves as a transcript would hold it."""
    made = len(state.past)
    for move in line:
        state = apply(state, move).state
    return [write_event(event) for event in state.past[made:]]


def _sentences(state: State, solution: "Solution", say: Words) -> Iterator[str]:
    sides = [state.game.side_name(side) for side in range(2)]
    if state.result is not None:
        yield say("cli.legal.over")
    elif solution.goal == "win":
        yield _tell_win(solution.worth, sides, say)
    else:
        yield _tell_points(solution.worth, sides, say)
    if solution.best is not None:
        yield say("cli.solve.best", seat=SEATS[state.turn], move=str(solution.best))
    if solution.line:
        yield say("cli.solve.line")
        yield from (f"  {move}" for move in _written(state, solution.line))
    if solution.moves:
        yield say("cli.solve.listed", count=len(solution.moves), side=sides[0])
        yield from (f"  {_tell_move(move, worth, say)}" for move, worth in solution.moves)
    yield say("cli.solve.looked", count=solution.nodes)


def _tell_points(worth: "Worth", sides: list[str], say: Words) -> str:
    side, other = sides if worth.low + worth.high >= 0 else sides[::-1]
    low, high = sorted((abs(worth.low), abs(worth.high)))
    if not worth.exact:
        low = low if worth.low * worth.high >= 0 else -low
        return say("cli.solve.bounds", side=side, other=other, low=low, high=high)
    if not high:
        return say("cli.solve.even", side=side, other=other)
    return say("cli.solve.more", side=side, other=other, count=high)


def _tell_win(worth: "Worth", sides: list[str], say: Words) -> str:
    side, other = sides if worth.low + worth.high >= 0 else sides[::-1]
    if worth.exact:
        message = "cli.solve.wins" if worth.low else "cli.solve.nobody"
    else:
        message = "cli.solve.loses-not" if worth.low + worth.high else "cli.solve.unknown"
    return say(message, side=side, other=other)


def _tell_move(move: Move, worth: "Worth", say: Words) -> str:
    if worth.exact:
        return say("cli.solve.worth", move=str(move), value=worth.low)
    return say("cli.solve.between", move=str(move), low=worth.low, high=worth.high)
