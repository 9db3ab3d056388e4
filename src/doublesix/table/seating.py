"""Sitting down, leaving, and bots in seats.

A seat always has somebody while a round is played: where a person leaves, a bot fills in, and the
seat stays open for anybody who comes. A bot that the host put there keeps its seat.
"""

from doublesix.errors import Refused
from doublesix.table import messages as ask
from doublesix.table.act import Act
from doublesix.table.dealing import deal_if_ready
from doublesix.table.events import (
    Asker,
    BotSat,
    Hosted,
    Left,
    Renamed,
    Returned,
    Sat,
    StoodIn,
    Swapped,
)
from doublesix.table.seats import USUAL_BOT, Seat, bot_for_table, bot_name, free_name


def sit(act: Act, command: ask.Sit) -> None:
    """Take a seat that is empty, or open because somebody has left it."""
    seat = act.seat(command.seat)
    if not act.who:
        raise Refused("only-watching")
    if seat.owner or (seat.bot and not seat.open):
        raise Refused("seat-taken", name=seat.name)
    if act.playing and not act.table.may_see(act.who, command.seat):
        raise Refused("after-the-round")
    if act.table.phase == "between" and act.table.would_move(act.who, command.seat):
        raise Refused("after-the-match")
    name = free_name(command.name, act.others(command.seat))
    act.do(Sat(act.now, command.seat, act.who, name))


def rename(act: Act, command: ask.Rename) -> None:
    """Be called something else."""
    seat = act.own_seat(command.seat)
    name = free_name(command.name, act.others(command.seat))
    if name != seat.name:
        act.do(Renamed(act.now, command.seat, name, was=seat.name))


def leave(act: Act, command: ask.Leave) -> None:
    """Give a seat up for good."""
    _vacate(act, command.seat, act.own_seat(command.seat), removed=False)


def clear(act: Act, command: ask.Clear) -> None:
    """The host clears a seat. In a round that opens a bot's seat to whoever comes."""
    act.only_host()
    seat = act.seat(command.seat)
    if not seat.is_empty and not (act.playing and seat.open):
        _vacate(act, command.seat, seat, removed=seat.owner != act.who)


def _vacate(act: Act, at: int, seat: Seat, removed: bool) -> None:
    bot = name = ""
    if act.playing:
        bot = seat.player or USUAL_BOT
        name = seat.name if seat.bot else bot_name(bot, act.others(at))
    act.do(Left(act.now, at, seat.name, bot, name, removed))
    if seat.owner == act.table.host and not act.table.seats_of(seat.owner):
        _pass_on_hosting(act)


def _pass_on_hosting(act: Act) -> None:
    """The host has left: the first who still sits here is the host now, if there is anybody."""
    for at, seat in enumerate(act.table.seats):
        if seat.owner:
            act.do(Hosted(act.now, at, seat.owner))
            return


def put_bot(act: Act, command: ask.PutBot) -> None:
    """The host puts a bot on an empty seat, or in the place of another bot."""
    act.only_host()
    seat = act.seat(command.seat)
    if seat.owner:
        raise Refused("seat-taken", name=seat.name)
    bot = bot_for_table(command.bot)
    if (seat.bot, seat.open) != (bot, False):
        act.do(BotSat(act.now, command.seat, bot, bot_name(bot, act.others(command.seat))))
        deal_if_ready(act)


def swap(act: Act, command: ask.Swap) -> None:
    """Two seats change places: any two for the host, for others their own or an empty one."""
    act.never_playing()
    if act.table.phase == "between":
        raise Refused("after-the-match")
    seats = act.seat(command.a), act.seat(command.b)
    owners = {seat.owner for seat in seats if not seat.is_empty}
    if not act.is_host and (not act.who or owners != {act.who}):
        raise Refused("not-your-seat")
    if command.a != command.b and owners:
        act.do(Swapped(act.now, command.a, command.b))


def make_host(act: Act, command: ask.MakeHost) -> None:
    """The host hands the table over to somebody who sits at it. When the host has been away for
    long, whoever sits at it may take it over."""
    if not act.is_host and act.table.host in act.away:
        act.own_seat(command.seat)
    else:
        act.only_host()
    seat = act.seat(command.seat)
    if not seat.owner:
        raise Refused("nobody-there")
    if seat.owner != act.table.host:
        act.do(Hosted(act.now, command.seat, seat.owner))


def stand_in(act: Act, command: ask.StandIn) -> None:
    """A bot plays for somebody until they are back. For who has been away for long, anybody at
    the table may ask for one."""
    seat = act.seat(command.seat)
    may_ask = act.is_host or (seat.owner in act.away and act.table.seats_of(act.who))
    if not may_ask:
        act.own_seat(command.seat)
    if not seat.owner:
        raise Refused("nobody-there")
    bot = bot_for_table(command.bot)
    if seat.stand_in != bot:
        by: Asker = "host" if act.is_host else "other"
        act.do(StoodIn(act.now, command.seat, bot, "owner" if seat.owner == act.who else by))
        deal_if_ready(act)


def back(act: Act, command: ask.Back) -> None:
    """The owner takes the seat back."""
    seat = act.own_seat(command.seat)
    if seat.stand_in:
        act.do(Returned(act.now, command.seat))
