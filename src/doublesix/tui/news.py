"""What happens at the table, told in sentences to whoever is looking."""

from doublesix.engine import State, Step, legal_moves, redact
from doublesix.engine.events import Drew, Passed, PassReason, Played, Scored
from doublesix.rules.model import DrawnTile, SecondAfter, SecondUnable
from doublesix.tiles import is_double
from doublesix.tui.picture import name_side, show_tile
from doublesix.tui.record import Record
from doublesix.words import Words


def tell_step(record: Record, before: State, step: Step, eyes: int | None, say: Words) -> list[str]:
    """A move and what it brought about, as the one who looks may know it."""
    lines: list[str] = []
    for event in step.events:
        seen = redact(event, eyes)
        if isinstance(seen, Played):
            lines.append(_tell_played(record, before, seen, say))
            lines += _tell_second(record, step.state, seen, say)
        elif isinstance(seen, Drew):
            lines.append(_tell_drawn(record, before, seen, say))
        elif isinstance(seen, Passed):
            lines.append(_tell_passed(record, before, seen, say))
        elif isinstance(seen, Scored):
            lines.append(_tell_scored(record, seen, say))
    return lines


def _is_forced(record: Record, before: State) -> bool:
    """Whether a person had nothing to choose. Of a bot that is not told: it would show
    something of its hand."""
    return not record.players[before.turn].bot and len(legal_moves(before)) == 1


def _tell_played(record: Record, before: State, event: Played, say: Words) -> str:
    name, tile = record.name(event.seat), show_tile(event.tile)
    where = "lead" if event.end is None else event.end.word
    if _is_forced(record, before):
        return say(f"terminal.forced.{where}", name=name, tile=tile)
    return say(f"terminal.played.{where}", name=name, tile=tile)


def _tell_second(record: Record, after: State, event: Played, say: Words) -> list[str]:
    """The leader's second tile in the same turn, or that there is none; where the turn goes
    on either way, nobody else learns which."""
    rules, name = record.game.rules, record.name(event.seat)
    if event.end is not None or not rules.second_tile or after.result is not None:
        return []
    if after.turn == event.seat:
        certain = rules.second_tile_unable is SecondUnable.TURN_ENDS
        return [say("terminal.second.follows" if certain else "terminal.second.open", name=name)]
    owed = rules.second_tile_after is SecondAfter.ANY_LEAD or is_double(event.tile)
    return [say("terminal.second.none", name=name)] if owed else []


def _tell_drawn(record: Record, before: State, event: Drew, say: Words) -> str:
    name = record.name(event.seat)
    # Where a seat that can play may draw as well, drawing does not show that nothing fits.
    unable = not record.game.rules.able_may_draw
    how = "forced" if unable or _is_forced(record, before) else "chosen"
    if event.tile is None:
        return say(f"terminal.drawn.{how}", name=name)
    return say(f"terminal.drawn-tile.{how}", name=name, tile=show_tile(event.tile))


def _tell_passed(record: Record, before: State, event: Passed, say: Words) -> str:
    name, rules = record.name(event.seat), record.game.rules
    reason = event.reason.value
    if event.reason is PassReason.DRAWN_TILE and rules.drawn_tile is not DrawnTile.MUST_PLAY:
        waits = rules.drawn_tile is DrawnTile.MAY_NOT_PLAY
        reason = "drawn_tile_waits" if waits else "drawn_tile_kept"
    if event.reason is PassReason.STOCK_EMPTY and before.stock:
        reason = "stock_reserved"
    if event.reason is PassReason.CHOICE and _is_forced(record, before):
        reason = "forced"
    return say(f"terminal.passed.{reason}", name=name, count=len(before.stock))


def _tell_scored(record: Record, event: Scored, say: Words) -> str:
    names = [player.name for player in record.players]
    side = name_side(record.game, event.side, names, say)
    if not event.points:
        return say("terminal.scored.overshoot", side=side, sum=event.ends)
    return say("terminal.scored.points", side=side, sum=event.ends, points=event.points)
