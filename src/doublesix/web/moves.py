"""Moves as frames for several audiences at once: what all may know is worked out and written once.

A busy server does hardly anything else. What is told is that of
:func:`~doublesix.table.tell.updates`; here the parts are put together as bytes, and the tests hold
the two against each other.
"""

from collections.abc import Iterable, Sequence

import msgspec

from doublesix.engine.events import Drew
from doublesix.engine.state import Stage
from doublesix.table.events import AnyEvent, Moved
from doublesix.table.lines import Lines, Shaped
from doublesix.table.messages import Shape
from doublesix.table.sentences import Seats
from doublesix.table.state import TableState
from doublesix.table.tell import tell_legal, tell_now, tell_step
from doublesix.tiles import listed
from doublesix.web.frames import framed

_UPDATE = b'{"type":"update","version":%d,"round":%d,"move":%b,"told":%b,"now":%b%b}}'

_SECOND = Stage.SECOND
_encode = msgspec.json.Encoder().encode


def move_frames(
    table: TableState,
    events: Sequence[AnyEvent],
    audiences: Iterable[tuple[Seats, Shape]],
    lines: Lines,
) -> list[bytes]:
    """The moves among the events of the last call: for each audience one frame after the other."""
    listeners = [
        (seats, lines.shaped(table, shape), lines.sentences.told(table, seats), _Frames())
        for seats, shape in audiences
    ]
    steps = table.steps
    number = steps[-1].state.round.number
    before = table.version - len(events)
    made = [(at, event) for at, event in enumerate(events, before + 1) if type(event) is Moved]
    for ply, (version, event) in enumerate(made, len(steps) - len(made)):
        step = steps[ply]
        # What was drawn, and that a second tile is to follow, only its owner is told.
        state = step.state
        secret = type(step.events[0]) is Drew or state.stage is _SECOND
        mover = state.past[-1].seat
        last_line: Shaped | None = None
        last_told: object = None
        move = told = now = own = b""
        for seats, line, sentences, frames in listeners:
            if sentences[ply] is not last_told:
                last_told = sentences[ply]
                told = _encode(last_told)
            if secret and mover in seats:
                move = _encode(tell_step(step, event.by, seats, line.placed[ply]))
                now = _encode(tell_now(table, ply, seats, line))[:-1]
                own, last_line = b"", None
            else:
                if line is not last_line:
                    last_line = line
                    move = _encode(tell_step(step, event.by, (), line.placed[ply]))
                    now = _encode(tell_now(table, ply, (), line))[:-1]
                own = _own(table, ply, seats, lines)
            frames.append(framed(_UPDATE % (version, number, move, told, now, own)))
    return [b"".join(frames) for _, _, _, frames in listeners]


_Frames = list[bytes]


def _own(table: TableState, ply: int, seats: Seats, lines: Lines) -> bytes:
    """What only the owner of these seats may know of the position: the tiles, and what to do."""
    if not seats:
        return b""
    hands = table.steps[ply].state.hands
    held = b",".join([b'"%d":%b' % (seat, _encode(listed(hands[seat]))) for seat in seats])
    legal = tell_legal(table, ply, seats)
    if legal:
        lines.sentences.note_choices(ply, len(legal))
        return b',"hands":{%b},"legal":%b' % (held, _encode(legal))
    return b',"hands":{%b}' % held
