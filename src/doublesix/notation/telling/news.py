"""What happens at the table, as whoever is looking may know it."""

from collections.abc import Collection

from doublesix import tiles
from doublesix.engine import End, State, Step, legal_moves
from doublesix.engine.events import Drew, Passed, PassReason, Played, Scored
from doublesix.notation.telling.company import Company
from doublesix.rules.model import DrawnTile, Rules, SecondAfter, SecondUnable
from doublesix.words.told import Told

# Every move of a busy server is told to several audiences: the ids are made up once.
_PLAYED: dict[End | None, str] = {end: f"told.played.{end.word}" for end in End}
_PLAYED[None] = "told.played.lead"
_FORCED: dict[End | None, str] = {end: f"told.forced.{end.word}" for end in End}
_FORCED[None] = "told.forced.lead"
_PASSED = {reason: f"told.passed.{reason.value}" for reason in PassReason}


def tell_move(
    company: Company,
    before: State,
    step: Step,
    eyes: Collection[int],
    forced: bool | None = None,
) -> tuple[Told, ...]:
    """A move and what it brought about, told to somebody who may see the hands of these seats.

    ``forced`` says whether the move was the only legal one, for callers that know it already.

    >>> from doublesix.engine import apply, deal_round, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> from doublesix.words import load as load_words
    >>> state = deal_round(new_game(load("ikea"), 2), Rng(1)).state
    >>> company = Company(state.game, ("Ana", "Bo"), (False, True))
    >>> step = apply(state, legal_moves(state)[0])
    >>> [load_words().retell(told) for told in tell_move(company, state, step, eyes=())]
    ['Ana leads 5-5.']
    """
    told: list[Told] = []
    for event in step.events:
        if isinstance(event, Played):
            must = _is_forced(company, before, eyes, forced)
            told.append(
                Told(
                    (_FORCED if must else _PLAYED)[event.end],
                    {"name": company.names[event.seat], "tile": tiles.text(event.tile)},
                )
            )
            if event.end is None and company.game.rules.second_tile:
                told += _tell_second(company, step.state, event)
        elif isinstance(event, Drew):
            # Where a seat that can play may draw as well, drawing does not show that nothing fits.
            must = not company.game.rules.able_may_draw or _is_forced(company, before, eyes, forced)
            told.append(_tell_drawn(company, event, eyes, must))
        elif isinstance(event, Passed):
            must = event.reason is PassReason.CHOICE and _is_forced(company, before, eyes, forced)
            told.append(_tell_passed(company, before, event, must))
        elif isinstance(event, Scored):
            told.append(_tell_scored(company, event))
    return tuple(told)


def _is_forced(company: Company, before: State, eyes: Collection[int], forced: bool | None) -> bool:
    """Whether it may be told that there was nothing to choose: it says much about a hand."""
    seat = before.turn
    if company.bots[seat] or not (company.one_screen or seat in eyes):
        return False
    return len(legal_moves(before)) == 1 if forced is None else forced


def _tell_second(company: Company, after: State, event: Played) -> list[Told]:
    """The leader's second tile in the same turn, or that there is none; where the turn goes
    on either way, nobody else learns which."""
    rules = company.game.rules
    if after.result is not None:
        return []
    named: dict[str, str | int | tuple[str | Told, ...]] = {"name": company.names[event.seat]}
    if after.turn == event.seat:
        certain = rules.second_tile_unable is SecondUnable.TURN_ENDS
        return [Told("told.second.follows" if certain else "told.second.open", named)]
    return [Told("told.second.none", named)] if _owes_second(rules, event.tile) else []


def _owes_second(rules: Rules, led: int) -> bool:
    return rules.second_tile_after is SecondAfter.ANY_LEAD or tiles.is_double(led)


def _tell_drawn(company: Company, event: Drew, eyes: Collection[int], must: bool) -> Told:
    name = company.names[event.seat]
    if event.tile is None or event.seat not in eyes:
        return Told("told.drawn.forced" if must else "told.drawn.chosen", {"name": name})
    message_id = "told.drawn-tile.forced" if must else "told.drawn-tile.chosen"
    return Told(message_id, {"name": name, "tile": tiles.text(event.tile)})


def _tell_passed(company: Company, before: State, event: Passed, must: bool) -> Told:
    name = company.names[event.seat]
    if event.reason is PassReason.STOCK_EMPTY and before.stock:
        return Told("told.passed.stock_reserved", {"name": name, "count": len(before.stock)})
    if event.reason is PassReason.DRAWN_TILE:
        return Told(_why_not_played(company.game.rules), {"name": name})
    return Told("told.passed.forced" if must else _PASSED[event.reason], {"name": name})


def _why_not_played(rules: Rules) -> str:
    """Why the drawn tile is not laid, as far as the book alone tells."""
    if rules.drawn_tile is DrawnTile.MAY_NOT_PLAY:
        return "told.passed.drawn_tile_waits"
    must = rules.drawn_tile is DrawnTile.MUST_PLAY and not rules.able_may_pass
    return "told.passed.drawn_tile" if must else "told.passed.drawn_tile_kept"


def _tell_scored(company: Company, event: Scored) -> Told:
    side = company.side(event.side)
    if not event.points:
        return Told("told.scored.overshoot", {"side": side, "sum": event.ends})
    return Told("told.scored.points", {"side": side, "sum": event.ends, "points": event.points})
