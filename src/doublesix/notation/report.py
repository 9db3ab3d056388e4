"""Games and positions as plain data, for programs that read JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

from doublesix import tiles
from doublesix.engine import SEATS, Game, State, View, legal_moves, standing
from doublesix.engine.events import Event
from doublesix.engine.game import count_pips
from doublesix.engine.line import Arm, arms
from doublesix.engine.moves import End
from doublesix.engine.perft import Count
from doublesix.notation.moves import write_event
from doublesix.notation.transcript import Transcript


def replay_report(transcript: Transcript) -> dict[str, Any]:
    """How every round of a transcript went and how the match stands."""
    game = transcript.game
    report: dict[str, Any] = {
        "rules": transcript.rules,
        "seats": game.seats,
        "rounds": [_round_report(state) for state in transcript.rounds],
    }
    nothing = (0,) * len(game.sides)
    now = standing(transcript.rounds[-1]) if transcript.rounds else None
    report["totals"] = _by_side(game, now.totals if now else nothing)
    report["finished"] = bool(now and now.finished)
    report["match_winner"] = (
        [game.side_name(side) for side in now.winners] if now and now.finished else None
    )
    if not game.target:
        report["games"] = _by_side(game, now.games if now else nothing)
    return report


def _round_report(state: State) -> dict[str, Any]:
    game, result = state.game, state.result
    pips = result.pips if result else [count_pips(game, hand) for hand in state.hands]
    before = state.round.totals
    points = [now - then for now, then in zip(standing(state).totals, before, strict=True)]
    return {
        "ended": result.ended.value if result else None,
        "winner": _seats_of(game, result.winners) if result else [],
        "pips": _by_seat(pips),
        "in_play": _by_side(game, state.in_play),
        "points": _by_side(game, points),
    }


def legal_report(state: State | None) -> dict[str, Any]:
    """Who is in turn and what may be done, in canonical order."""
    if state is None or state.result is not None:
        return {"seat": None, "moves": []}
    return {"seat": SEATS[state.turn], "moves": [str(move) for move in legal_moves(state)]}


def view_report(view: View) -> dict[str, Any]:
    """What one seat may know."""
    game = view.game
    row, up, down = arms(view.past, view.ends.spinner)
    report: dict[str, Any] = {
        "rules": game.rules.id,
        "seats": game.seats,
        "target": game.target or None,
        "seat": None if view.seat is None else SEATS[view.seat],
        "round": view.number,
        "leader": SEATS[view.leader],
        "turn": None if view.turn is None else SEATS[view.turn],
        "hand": _texts(view.hand),
        "counts": _by_seat(view.counts),
        "stock": view.stock,
        "ends": {end.word: shown for end, shown in zip(End, view.ends.shown, strict=False)},
        "line": {"row": _halves(row), "up": _halves(up), "down": _halves(down)},
        "past": _past(view.past),
        "in_play": _by_side(game, view.in_play),
        "totals": _by_side(game, view.totals),
        "moves": [str(move) for move in view.legal],
        "ended": view.result.ended.value if view.result else None,
    }
    if view.result and view.hands:
        report["hands"] = {SEATS[seat]: _texts(hand) for seat, hand in enumerate(view.hands)}
        report["winner"] = _seats_of(game, view.result.winners)
        report["points"] = _by_side(game, view.result.points)
    return report


def perft_report(count: Count) -> dict[str, Any]:
    """What a count of sequences found."""
    return {
        "nodes": list(count.nodes),
        "rounds_ended": count.rounds_ended,
        "points": count.points,
    }


def _by_side(game: Game, values: Sequence[int]) -> dict[str, int]:
    return {game.side_name(side): value for side, value in enumerate(values)}


def _by_seat(values: Iterable[int]) -> dict[str, int]:
    return {SEATS[seat]: value for seat, value in enumerate(values)}


def _seats_of(game: Game, sides: Iterable[int]) -> list[str]:
    return [SEATS[seat] for seat in sorted(seat for side in sides for seat in game.sides[side])]


def _texts(hand: Iterable[int]) -> list[str]:
    return [tiles.text(tile) for tile in hand]


def _halves(arm: Arm) -> list[str]:
    return [f"{first}-{second}" for first, second in arm]


def _past(past: Iterable[Event]) -> list[str]:
    return [write_event(event) for event in past]
