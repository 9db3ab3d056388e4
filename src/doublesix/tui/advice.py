"""A hint: what the greedy bot would do in this seat, and why."""

from doublesix import tiles
from doublesix.bots import find_bot
from doublesix.bots.simple import points_now
from doublesix.engine import Kind, Move, View
from doublesix.rng import Rng
from doublesix.tui.picture import show_tile
from doublesix.words import Words


def advise(view: View, say: Words) -> list[str]:
    """What to do, and why."""
    move = find_bot("greedy").choose(view, Rng(0))
    if move.kind is not Kind.PLAY:
        return [say(f"terminal.advice.{move.kind.name.lower()}")]
    where = "lead" if move.end is None else move.end.word
    return [say(f"terminal.hint.{where}", tile=show_tile(move.tile)), _reason(view, move, say)]


def _reason(view: View, move: Move, say: Words) -> str:
    """The first thing that speaks for this move."""
    plays = [other for other in view.legal if other.kind is Kind.PLAY]
    points = points_now(view, move)
    if points:
        total = view.ends.grown[move.tile, move.end].total
        return say("terminal.why.points", sum=total, points=points)
    pips = view.game.pips
    others = {other.tile for other in plays} - {move.tile}
    if not others:
        return say("terminal.why.only")
    heaviest = max(pips[tile] for tile in others)
    if pips[move.tile] > heaviest:
        return say("terminal.why.heavy", count=pips[move.tile])
    if tiles.is_double(move.tile):
        return say("terminal.why.double")
    return say("terminal.why.level")
