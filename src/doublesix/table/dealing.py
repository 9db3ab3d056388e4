"""The next round: who is ready, and a deal that can be checked afterwards."""

from doublesix.engine import deal_round
from doublesix.engine.events import Redealt
from doublesix.errors import Refused
from doublesix.table import messages as ask
from doublesix.table.act import Act
from doublesix.table.chance import FairRng, round_key
from doublesix.table.events import Committed, Dealt, Mixed, Readied
from doublesix.tiles import members


def mix(act: Act, command: ask.Mix) -> None:
    """A seat adds its own chance to the next deal, once."""
    seat = act.own_seat(command.seat)
    if not command.entropy:
        raise Refused("no-entropy")
    if seat.entropy and seat.entropy != command.entropy:
        raise Refused("mixed-already")
    if not seat.entropy:
        act.do(Mixed(act.now, command.seat, command.entropy))


def ready(act: Act, command: ask.Ready) -> None:
    """A seat is ready for the next round, or a new match."""
    act.never_playing()
    seat = act.own_seat(command.seat)
    if seat.stand_in:
        raise Refused("stand-in-plays")
    if not seat.ready:
        act.do(Readied(act.now, command.seat))
        deal_if_ready(act)


def deal_now(act: Act, command: ask.DealNow) -> None:
    """The host deals without waiting for those who are not ready."""
    del command
    act.only_host()
    act.never_playing()
    empty = [at for at, seat in enumerate(act.table.seats) if seat.is_empty]
    if empty:
        raise Refused("seats-empty", count=len(empty))
    _deal(act)


def deal_if_ready(act: Act) -> None:
    """Deal when no seat is empty and every person who plays is ready. Bots alone wait for the
    host: nobody would be there to see it."""
    seats = act.table.seats
    if act.playing or any(seat.is_empty for seat in seats):
        return
    waited_for = [seat.ready for seat in seats if not seat.player]
    if waited_for and all(waited_for):
        _deal(act)


def _deal(act: Act) -> None:
    table = act.table
    over = table.phase == "over"
    before = table.before
    key = round_key(
        table.id,
        table.match + over,
        before.round.number + 1 if before else 1,
        table.secret,
        [seat.entropy for seat in table.seats],
    )
    step = deal_round(table.game, FairRng(key), before)
    deal = step.state.round.deal
    act.do(
        Dealt(
            act.now,
            hands=tuple([tuple(members(hand)) for hand in deal.hands]),
            stock=deal.stock,
            redeals=tuple([each.rule for each in step.events if isinstance(each, Redealt)]),
        )
    )
    act.do(Committed(act.now, act.fresh()))
