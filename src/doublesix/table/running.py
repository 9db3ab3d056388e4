"""How a table is run: settings, pauses, time, what is said, and its end."""

from msgspec.structs import replace

from doublesix.errors import Refused
from doublesix.notation.transcript import is_line
from doublesix.table import messages as ask
from doublesix.table.act import Act
from doublesix.table.clock import MOST_GIFTS
from doublesix.table.events import Arranged, Closed, Extended, Paused, Resumed, Spoke


def arrange(act: Act, command: ask.Arrange) -> None:
    """The host changes the settings that are given."""
    act.only_host()
    given = {"clock": command.clock, "at_zero": command.at_zero, "chat": command.chat}
    changed = {name: value for name, value in given.items() if value is not None}
    settings = replace(act.table.settings, **changed)
    if settings != act.table.settings:
        act.do(Arranged(act.now, settings))


def pause(act: Act, command: ask.Pause) -> None:
    """The host stops the round."""
    del command
    act.only_host()
    act.only_playing()
    if not act.table.paused:
        act.do(Paused(act.now))


def resume(act: Act, command: ask.Resume) -> None:
    """The host lets it go on."""
    del command
    act.only_host()
    if act.table.paused:
        act.do(Resumed(act.now))


def more_time(act: Act, command: ask.MoreTime) -> None:
    """More time for the person in turn: taken, once a turn, or given by anybody at the table."""
    del command
    table, own = act.table, act.table.seats_of(act.who)
    if not own and not act.is_host:
        raise Refused("only-watching")
    state = table.state
    if state is None or table.deadline is None:
        raise Refused("no-clock")
    turn = state.turn
    if turn in own:
        if table.clock.extended:
            raise Refused("more-time-once")
        act.do(Extended(act.now, turn, by=turn))
    elif table.clock.gifts >= MOST_GIFTS:
        raise Refused("more-time-enough", count=MOST_GIFTS)
    else:
        act.do(Extended(act.now, turn, by=own[0] if own else None))


def say(act: Act, command: ask.Say) -> None:
    """One of the preset phrases."""
    act.own_seat(command.seat)
    if command.phrase not in ask.PHRASES:
        raise Refused("not-a-phrase", phrase=command.phrase, known=ask.PHRASES)
    act.do(Spoke(act.now, command.seat, phrase=command.phrase))


def chat(act: Act, command: ask.Chat) -> None:
    """Words of one's own, where the host lets people chat."""
    act.own_seat(command.seat)
    if not act.table.settings.chat:
        raise Refused("no-chat")
    text = command.text.strip()
    if not text or not is_line(text):
        raise Refused("bad-text")
    act.do(Spoke(act.now, command.seat, text=text))


def close(act: Act, command: ask.Close) -> None:
    """The host gives the table up."""
    del command
    act.only_host()
    act.do(Closed(act.now))
