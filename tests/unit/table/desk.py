"""A table for tests: who asks for what, with a clock and chance that tests can see through.

After everything that is asked for, done or refused, the events so far are written down, read
again and folded: the table must be the one that comes out.
"""

from collections.abc import Collection, Sequence

import pytest
from msgspec.structs import replace

from doublesix.bots import find_bot
from doublesix.engine import State, legal_moves
from doublesix.errors import Refused
from doublesix.rng import Rng
from doublesix.table import messages as ask
from doublesix.table.events import AnyEvent, Committed, Dealt, Lack, decode, encode
from doublesix.table.lines import Lines
from doublesix.table.messages import AnyCommand
from doublesix.table.play import Choice
from doublesix.table.table import Plan, Table
from doublesix.tiles import members
from tests.setting import deal_out

EVERYBODY = ("ana", "bo", "cy", "dee")
"""Who they are; each sits at the seat of that number unless a test says otherwise."""


def plan(rules: str = "ikea", seats: int = 2, **changes: object) -> Plan:
    """A table of empty seats, whose host is Ana."""
    said = {"id": "t1", "code": "ABCD", "host": "ana", "seats": seats, "rules": rules}
    return Plan(**{**said, **changes})  # type: ignore[arg-type]


class Desk:
    """A table, and all that has happened at it."""

    def __init__(self, made: Plan, careful: bool = True) -> None:
        self.careful = careful
        """Whether everything is checked at once; long games take too long for that."""
        self.now = 1_000.0
        self.secrets = 0
        self.table, self.events = Table.open(made, self.now, self.fresh)
        self.lines = Lines()
        self.check()

    def fresh(self) -> str:
        self.secrets += 1
        return f"{self.secrets:064x}"

    def check(self) -> None:
        """The journal holds the whole table."""
        if not self.careful:
            return
        kept = [decode(encode(event)) for event in self.events]
        assert kept == self.events
        assert Table.restore(kept) == self.table
        assert self.table.version == len(self.events)

    def do(self, who: str, command: AnyCommand, away: Collection[str] = ()) -> list[AnyEvent]:
        """Somebody asks for something and gets it."""
        done = self.table.handle(who, command, self.now, self.fresh, away)
        self.events += done
        self.check()
        return done

    def refuse(self, who: str, command: AnyCommand, away: Collection[str] = ()) -> str:
        """Somebody asks for something that is refused; the table stays as it is."""
        return self.refusal(who, command, away).code

    def refusal(self, who: str, command: AnyCommand, away: Collection[str] = ()) -> Refused:
        with pytest.raises(Refused) as caught:
            self.table.handle(who, command, self.now, self.fresh, away)
        assert str(caught.value), "and it can be told"
        self.check()
        return caught.value

    def tick(self) -> list[AnyEvent]:
        done = self.table.tick(self.now, self.fresh)
        self.events += done
        self.check()
        return done

    def bot_moves(self, lack: Lack | None = None) -> list[AnyEvent]:
        """The bot that has to choose does so; ``lack`` is why it could not think ahead."""
        thinker = self.table.thinker()
        assert thinker is not None
        name, view = thinker
        assert view.seat is not None
        choice = Choice(find_bot(name).choose(view, Rng(self.table.version)), lack)
        ply = len(view.past)
        done = self.table.bot_move(view.seat, view.number, ply, choice, self.now, self.fresh)
        self.events += done
        self.check()
        return done

    @property
    def state(self) -> State:
        assert self.table.state is not None
        return self.table.state

    @property
    def phase(self) -> str:
        return self.table.phase

    def deadline(self) -> float | None:
        return self.table.deadline

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.table.seats]

    def deal(self, *hands: str, stock: str = "") -> None:
        """A round with these hands, as ``tests.setting.deal_out`` deals them."""
        deal = deal_out(self.table.game, *hands, stock=stock)
        dealt = Dealt(self.now, tuple(tuple(members(hand)) for hand in deal.hands), deal.stock)
        self.events += [dealt, Committed(self.now, self.fresh())]
        self.table = Table.restore(self.events)

    def move(self, written: str, who: str = "") -> list[AnyEvent]:
        """The owner of the seat in turn moves."""
        return self.do(who or self.table.seats[self.state.turn].owner, self.moving(written))

    def moving(self, written: str, **changes: int) -> ask.MakeMove:
        """The command for the seat in turn; ``changes`` say another seat, round or ply."""
        state = self.state
        meant = ask.MakeMove(
            seat=state.turn, round=state.round.number, ply=len(state.past), move=written
        )
        return replace(meant, **changes)

    def play_round(self) -> None:
        """Everybody plays the first move they may until the round is over."""
        while self.table.phase == "playing":
            if self.table.thinker() is not None:
                self.bot_moves()
            else:
                self.move(str(legal_moves(self.state)[0]))


def seated(rules: str = "ikea", seats: int = 2, **changes: object) -> Desk:
    """A table with everybody in their seats."""
    desk = Desk(plan(rules, seats, **changes))
    for seat, who in enumerate(EVERYBODY[:seats]):
        desk.do(who, ask.Sit(seat=seat, name=who.capitalize()))
    return desk


def dealt(rules: str = "ikea", *hands: str, stock: str = "", **changes: object) -> Desk:
    """Two people in a round with these hands."""
    desk = seated(rules, **changes)  # type: ignore[arg-type]
    desk.deal(*hands, stock=stock)
    return desk


def kinds(events: Sequence[AnyEvent]) -> list[str]:
    """What happened, in short."""
    return [type(event).__name__ for event in events]
