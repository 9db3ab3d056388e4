"""Moves as frames say what the table tells, for every book and every audience."""

import random

import msgspec
import pytest

from doublesix import rules
from doublesix.engine import legal_moves
from doublesix.table import messages as said
from doublesix.table.events import AnyEvent
from doublesix.table.lines import Lines
from doublesix.table.play import Choice
from doublesix.table.table import Chair, Plan, Table
from doublesix.table.tell import updates
from doublesix.web.frames import frame, framed
from doublesix.web.moves import move_frames

decode = msgspec.json.Decoder(said.Update).decode
SHAPES: tuple[said.Shape, ...] = ("wide", "tall")


def texts(frames: bytes) -> list[bytes]:
    """What stands in these frames."""
    found = []
    while frames:
        size, head = frames[1], 2
        if size == 126:
            size, head = int.from_bytes(frames[2:4], "big"), 4
        found.append(frames[head : head + size])
        frames = frames[head + size :]
    return found


@pytest.mark.parametrize("clock", [0, 30])
@pytest.mark.parametrize("book", rules.shipped())
def test_every_audience_is_told_the_same_as_in_an_update(book: str, clock: int) -> None:
    chance = random.Random(f"{book} {clock}")
    seats = chance.choice(rules.load(book).seats)
    people = [f"p{seat}" for seat in range(seats)]
    plan = Plan("t", "CODE", host="p0", seats=seats, rules=book,
                settings=said.Settings(clock=clock),
                chairs=(Chair("Ana"), Chair(bot="" if clock else "greedy")))  # fmt: skip
    table, _ = Table.open(plan, 0.0, lambda: fresh(chance))
    for seat in range(1 if clock else 2, seats):
        table.handle(people[seat], said.Sit(seat=seat, name=f"N{seat}"), 1.0, lambda: fresh(chance))
    table.handle("p0", said.DealNow(), 2.0, lambda: fresh(chance))
    owners = ((), (0,), (1,), (0, seats - 1), tuple(range(seats)))
    audiences = [(own, shape) for own in owners for shape in SHAPES]
    kept, moves = Lines(), 0
    while table.phase == "playing":
        events = step(table, people, chance)
        frames = move_frames(table, events, audiences, kept)
        for (own, shape), sent in zip(audiences, frames, strict=True):
            told = updates(table, events, own, shape, Lines())
            assert [decode(text) for text in texts(sent)] == told
        moves += len(events)
    assert moves >= 5


def step(table: Table, people: list[str], chance: random.Random) -> list[AnyEvent]:
    """Somebody makes any legal move."""
    state = table.state
    assert state is not None
    move = chance.choice(legal_moves(state))
    if table.seats[state.turn].player:
        number = state.round.number
        ply = len(state.past)
        return table.bot_move(state.turn, number, ply, Choice(move), 3.0, lambda: fresh(chance))
    asked = said.MakeMove(
        seat=state.turn, round=state.round.number, ply=len(state.past), move=str(move)
    )
    return table.handle(people[state.turn], asked, 3.0, lambda: fresh(chance))


def fresh(chance: random.Random) -> str:
    return f"{chance.getrandbits(256):064x}"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_frames_of_every_size(size: int) -> None:
    sent = framed(b"x" * size)
    assert sent[0] == 0x81
    length = {126: 2, 127: 8}.get(sent[1], 0)
    told = int.from_bytes(sent[2 : 2 + length], "big") if length else sent[1]
    assert (told, len(sent)) == (size, 2 + length + size)
    assert (length == 0) == (size < 126)
    assert (length == 8) == (size >= 65_536)


def test_a_message_is_one_frame() -> None:
    assert texts(frame(said.Pong(now=7))) == [b'{"type":"pong","now":7}']
