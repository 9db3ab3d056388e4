"""What every event does to a table. Nothing is decided here, and nothing can be refused."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from doublesix import rules, tiles
from doublesix.engine import Deal, Game, Step, apply, begin_round, new_game
from doublesix.engine.events import Redealt
from doublesix.table import events as did
from doublesix.table.chance import commitment
from doublesix.table.fair import HOUSE_FILE, RoundProof
from doublesix.table.messages import Spoken
from doublesix.table.moves import MOVES
from doublesix.table.seats import Seat
from doublesix.table.state import Finished, TableState

MOST_GAMES = 100
"""Where every round is a game of its own, so many of them make a match, for it must end."""
KEPT_COMMANDS = 64
"""Of so many commands a table remembers that it has obeyed them."""
KEPT_TALK = 30
"""How much of what was said a table remembers."""


def find_game(event: did.Opened) -> Game:
    """The game that is played at a table."""
    book = rules.read(event.house, HOUSE_FILE) if event.house else rules.load(event.rules)
    return new_game(book, event.seats, event.target)


def fold(table: TableState, event: did.Event) -> None:
    """Let this happen at the table."""
    _FOLDS[type(event)](table, event)
    table.version += 1
    table.touched = event.at
    if event.command:
        obeyed = (event.asker, event.command, table.version)
        table.obeyed = (*table.obeyed[1 - KEPT_COMMANDS :], obeyed)


def advance(table: TableState, event: did.Moved, step: Step) -> None:
    """Let a move happen, whose outcome is known already."""
    _follow(table, event, step)
    table.version += 1
    table.touched = event.at


def _put(table: TableState, at: int, seat: Seat) -> None:
    """Somebody else sits here, or the same in another way."""
    seats = list(table.seats)
    seats[at] = seat
    table.seats = tuple(seats)
    if table.phase == "playing":
        _name_players(table)


def _name_players(table: TableState) -> None:
    table.names = tuple([seat.name for seat in table.seats])
    table.bots = tuple([bool(seat.player) for seat in table.seats])


def _sat(table: TableState, event: did.Sat) -> None:
    _put(table, event.seat, Seat(name=event.name, owner=event.who))
    if table.phase == "playing":
        owners = list(table.owners)
        owners[event.seat] |= {event.who}
        table.owners = tuple(owners)
    _take_over(table, event)


def _take_over(table: TableState, event: did.Sat | did.Returned) -> None:
    """A person plays from here on where a bot did."""
    state = table.state
    if table.phase == "playing" and state is not None and state.turn == event.seat:
        table.clock = table.clock.take_over(event.at, table.settings.clock)


def _bot_sat(table: TableState, event: did.BotSat) -> None:
    _put(table, event.seat, Seat(name=event.name, bot=event.bot))


def _renamed(table: TableState, event: did.Renamed) -> None:
    _put(table, event.seat, replace(table.seats[event.seat], name=event.name))


def _left(table: TableState, event: did.Left) -> None:
    if event.removed and table.seats[event.seat].owner:
        table.shut |= {(event.seat, table.host)}
    _put(table, event.seat, Seat(name=event.name, bot=event.bot, open=bool(event.bot)))


def _swapped(table: TableState, event: did.Swapped) -> None:
    a, b = table.seats[event.a], table.seats[event.b]
    _put(table, event.a, b)
    _put(table, event.b, a)


def _hosted(table: TableState, event: did.Hosted) -> None:
    table.host = event.who


def _arranged(table: TableState, event: did.Arranged) -> None:
    other_clock = event.settings.clock != table.settings.clock
    table.settings = event.settings
    if other_clock and table.phase == "playing":
        table.clock = table.clock.turn(event.at, event.settings.clock)
        if table.paused:
            table.clock = table.clock.stop(event.at)


def _committed(table: TableState, event: did.Committed) -> None:
    table.secret = event.secret


def _mixed(table: TableState, event: did.Mixed) -> None:
    _put(table, event.seat, replace(table.seats[event.seat], entropy=event.entropy))


def _readied(table: TableState, event: did.Readied) -> None:
    _put(table, event.seat, replace(table.seats[event.seat], ready=True))


def _dealt(table: TableState, event: did.Dealt) -> None:
    if table.phase == "over":
        table.match += 1
        table.rounds = []
    deal = Deal(tuple(map(tiles.mask, event.hands)), event.stock)
    step = begin_round(table.game, deal, table.before)
    redeals = map(Redealt, event.redeals)
    table.dealt = RoundProof(
        match=table.match,
        number=step.state.round.number,
        commitment=commitment(table.secret),
        secret=table.secret,
        entropy=tuple([seat.entropy for seat in table.seats]),
        redeals=len(event.redeals),
        deal=deal,
    )
    table.secret = ""
    table.seats = tuple([replace(seat, ready=False, entropy="") for seat in table.seats])
    table.owners = tuple([frozenset({seat.owner} - {""}) for seat in table.seats])
    table.shut = frozenset()
    table.steps = [Step(step.state, (*redeals, *step.events))]
    table.phase = "playing"
    _name_players(table)
    table.clock = table.clock.turn(event.at, table.settings.clock)


def _moved(table: TableState, event: did.Moved) -> None:
    _follow(table, event, apply(table.steps[-1].state, MOVES[event.move]))


def _follow(table: TableState, event: did.Moved, step: Step) -> None:
    """The move is made: the next seat is in turn, or the round is over."""
    state = step.state
    table.steps.append(step)
    table.moved_by = event.by
    if state.result is not None:
        _finish(table)
    elif state.turn != event.seat and table.settings.clock:
        table.clock = table.clock.turn(event.at, table.settings.clock)


def _finish(table: TableState) -> None:
    assert table.dealt is not None
    state = table.steps[-1].state
    table.rounds.append(Finished(state, table.dealt, table.names))
    table.dealt = None
    enough = not table.game.target and len(table.rounds) >= MOST_GAMES
    table.phase = "over" if enough or table.winners else "between"
    table.clock = table.clock.turn(0, 0)


def _faltered(table: TableState, event: did.Faltered) -> None:
    table.lack = event.why


def _paused(table: TableState, event: did.Paused) -> None:
    table.paused = True
    table.clock = table.clock.stop(event.at)


def _resumed(table: TableState, event: did.Resumed) -> None:
    table.paused = False
    table.clock = table.clock.go_on(event.at)


def _extended(table: TableState, event: did.Extended) -> None:
    own = event.by == event.seat
    more = table.clock.take_more if own else table.clock.give_more
    table.clock = more(table.settings.clock)


def _stood_in(table: TableState, event: did.StoodIn) -> None:
    _put(table, event.seat, replace(table.seats[event.seat], stand_in=event.bot, ready=False))


def _returned(table: TableState, event: did.Returned) -> None:
    _put(table, event.seat, replace(table.seats[event.seat], stand_in=""))
    _take_over(table, event)


def _spoke(table: TableState, event: did.Spoke) -> None:
    name = table.seats[event.seat].name
    spoken = Spoken(table.version + 1, event.seat, name, event.phrase, event.text)
    table.talk = (*table.talk[1 - KEPT_TALK :], spoken)


def _closed(table: TableState, event: did.Closed) -> None:
    del event
    table.phase = "closed"


_FOLDS: Mapping[type[did.Event], Callable[[TableState, Any], None]] = {
    did.Sat: _sat,
    did.BotSat: _bot_sat,
    did.Renamed: _renamed,
    did.Left: _left,
    did.Swapped: _swapped,
    did.Hosted: _hosted,
    did.Arranged: _arranged,
    did.Committed: _committed,
    did.Mixed: _mixed,
    did.Readied: _readied,
    did.Dealt: _dealt,
    did.Moved: _moved,
    did.Faltered: _faltered,
    did.Paused: _paused,
    did.Resumed: _resumed,
    did.Extended: _extended,
    did.StoodIn: _stood_in,
    did.Returned: _returned,
    did.Spoke: _spoke,
    did.Closed: _closed,
}
