"""What happened at a table besides moves, in sentences for everybody."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from doublesix.notation.telling import Told
from doublesix.table import events as did
from doublesix.table.sentences import tell_round_start
from doublesix.table.state import TableState


def tell_news(table: TableState, events: Iterable[did.AnyEvent]) -> tuple[Told, ...]:
    """What the events of the last call come to. Moves are told by updates, talk is shown by
    itself, and of commitments everybody sees enough in the table."""
    told: list[Told] = []
    for event in events:
        if isinstance(event, did.Dealt):
            told += tell_round_start(table)
        elif type(event) in _NEWS:
            told.append(_NEWS[type(event)](table, event))
    return tuple(told)


def _name(table: TableState, seat: int) -> str:
    return table.seats[seat].name


def _named(message_id: str) -> Callable[[TableState, Any], Told]:
    """A sentence about the one at the seat of the event."""
    return lambda table, event: Told(message_id, {"name": _name(table, event.seat)})


def _plain(message_id: str) -> Callable[[TableState, Any], Told]:
    return lambda table, event: Told(message_id)


def _renamed(table: TableState, event: did.Renamed) -> Told:
    return Told("table.renamed", {"name": event.name, "was": event.was})


def _left(table: TableState, event: did.Left) -> Told:
    if event.bot and event.name == event.was:
        return Told("table.seat-opened", {"name": event.name})
    how = "removed" if event.removed else "left"
    if event.bot:
        return Told(f"table.{how}-bot", {"was": event.was, "name": event.name})
    return Told(f"table.{how}", {"was": event.was})


def _swapped(table: TableState, event: did.Swapped) -> Told:
    names = tuple(filter(None, (_name(table, event.a), _name(table, event.b))))
    return Told("table.swapped", {"players": names, "count": len(names)})


def _extended(table: TableState, event: did.Extended) -> Told:
    name = _name(table, event.seat)
    if event.by is None:
        return Told("table.time-by-host", {"name": name})
    if event.by == event.seat:
        return Told("table.time-taken", {"name": name})
    return Told("table.time-given", {"name": name, "giver": _name(table, event.by)})


def _stood_in(table: TableState, event: did.StoodIn) -> Told:
    told = "table.time-up" if event.by == "clock" else "table.stood-in"
    return Told(told, {"name": _name(table, event.seat)})


def _faltered(table: TableState, event: did.Faltered) -> Told:
    return Told(f"table.faltered-{event.why}")


_NEWS: Mapping[type[did.Event], Callable[[TableState, Any], Told]] = {
    did.Sat: _named("table.sat"),
    did.BotSat: _named("table.bot-sat"),
    did.Renamed: _renamed,
    did.Left: _left,
    did.Swapped: _swapped,
    did.Hosted: _named("table.hosted"),
    did.Arranged: _plain("table.arranged"),
    did.Readied: _named("table.readied"),
    did.Faltered: _faltered,
    did.Paused: _plain("table.paused"),
    did.Resumed: _plain("table.resumed"),
    did.Extended: _extended,
    did.StoodIn: _stood_in,
    did.Returned: _named("table.returned"),
    did.Closed: _plain("table.closed"),
}
