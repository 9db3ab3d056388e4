"""One table as a pure state machine: commands in, events out.

It has no clock, no chance and no files of its own: the time and fresh secrets are arguments. Every
change is an event, and the events alone give the same table again.

>>> secrets = iter(f"{number:064x}" for number in range(1, 100))
>>> plan = Plan("t1", "ABCD", host="ana", seats=2, rules="ikea", chairs=(Chair("Ana"),))
>>> table, events = Table.open(plan, 0.0, lambda: next(secrets))
>>> events += table.handle("bo", messages.Sit(seat=1, name="Bo"), 1.0, lambda: next(secrets))
>>> [seat.name for seat in table.seats], table.phase
(['Ana', 'Bo'], 'waiting')
>>> Table.restore(events) == table
True
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Self

from msgspec import Struct

from doublesix import rules
from doublesix.engine import View
from doublesix.errors import DoublesixError, InvalidInput, InvalidRules, Refused
from doublesix.table import dealing, messages, play, running, seating
from doublesix.table.act import Act, Fresh
from doublesix.table.events import AnyEvent, Committed, Opened
from doublesix.table.fold import find_game, fold
from doublesix.table.messages import AnyCommand, Command, Settings
from doublesix.table.play import Choice
from doublesix.table.state import TableState


class Chair(Struct, frozen=True):
    """Who sits at a seat from the start: a person who shares the host's screen, a bot, nobody."""

    name: str = ""
    bot: str = ""


class Plan(Struct, frozen=True):
    """A table to be opened."""

    id: str
    code: str
    host: str
    """Who the host is: the digest of a token."""
    seats: int
    rules: str = ""
    """The id of a shipped rulebook; empty for house rules."""
    house: str = ""
    """The text of house rules."""
    target: int | None = None
    """The target where it is not the book's own."""
    settings: Settings = Settings()
    public: bool = False
    chairs: tuple[Chair, ...] = ()
    """The first seats; the others are empty."""


class Table(TableState):
    """A table and all that can be done with it."""

    @classmethod
    def open(cls, plan: Plan, now: float, fresh: Fresh) -> tuple[Self, list[AnyEvent]]:
        """A new table, and how it came to be. Only a shipped book is found by its name: whoever
        opens a table has no business with the files of this machine."""
        if not plan.house and not rules.is_shipped(plan.rules):
            raise InvalidRules("rules-unknown", name=plan.rules, known=rules.BOOKS)
        opened = Opened(
            now,
            id=plan.id,
            code=plan.code,
            host=plan.host,
            seats=plan.seats,
            rules="" if plan.house else plan.rules,
            house=plan.house,
            target=plan.target,
            settings=plan.settings,
            public=plan.public,
        )
        table = cls.begin(opened, find_game(opened))
        act = Act(table, plan.host, now, fresh)
        act.events.append(opened)
        for at, chair in enumerate(plan.chairs):
            if chair.bot:
                seating.put_bot(act, messages.PutBot(seat=at, bot=chair.bot))
            elif chair.name:
                seating.sit(act, messages.Sit(seat=at, name=chair.name))
        act.do(Committed(now, fresh()))
        return table, act.events

    @classmethod
    def restore(cls, events: Iterable[AnyEvent]) -> Self:
        """The table that these events, the first one its opening, have made."""
        rest = iter(events)
        opened = next(rest, None)
        if not isinstance(opened, Opened):
            raise InvalidInput("no-opening")
        table = cls.begin(opened, find_game(opened))
        for event in rest:
            fold(table, event)
        return table

    def handle(
        self,
        who: str,
        command: AnyCommand,
        now: float,
        fresh: Fresh,
        away: Collection[str] = (),
    ) -> list[AnyEvent]:
        """Do what somebody asks for. ``who`` is the digest of a token, empty for a watcher;
        ``away`` are those who have not been there for so long that others may act for them.

        Raises :class:`~doublesix.errors.Refused`, and nothing has changed. What is so already
        needs no event; what concerns only the connection is none of the table's business.
        """
        do = _COMMANDS.get(type(command))
        if do is None:
            return []
        act = Act(self, who, now, fresh)
        act.away, act.command = away, command.id
        return self._run(act, lambda act: do(act, command))

    def bot_move(  # noqa: PLR0913, PLR0917 -- the move, for which position, when
        self, seat: int, number: int, ply: int, choice: Choice, now: float, fresh: Fresh
    ) -> list[AnyEvent]:
        """A bot has chosen, in round ``number`` after ``ply`` moves. A choice that comes too late
        is refused, and harmless."""
        act = Act(self, "", now, fresh)
        return self._run(act, lambda act: play.make_bot_move(act, seat, number, ply, choice))

    def tick(self, now: float, fresh: Fresh) -> list[AnyEvent]:
        """Time has passed: what the settings say, if the person in turn has used it up."""
        act = Act(self, "", now, fresh)
        play.time_is_up(act)
        return act.events

    def thinker(self) -> tuple[str, View] | None:
        """The bot that has to choose now, and what it may see."""
        return play.thinker(self)

    def _run(self, act: Act, do: Callable[[Act], None]) -> list[AnyEvent]:
        if self.phase == "closed":
            raise Refused("table-closed")
        try:
            do(act)
        except Refused:
            raise
        except DoublesixError as problem:
            raise Refused(problem.code, **problem.details) from None
        return act.events


_COMMANDS: Mapping[type[Command], Callable[[Act, Any], None]] = {
    messages.Sit: seating.sit,
    messages.Rename: seating.rename,
    messages.Leave: seating.leave,
    messages.PutBot: seating.put_bot,
    messages.Clear: seating.clear,
    messages.Swap: seating.swap,
    messages.MakeHost: seating.make_host,
    messages.StandIn: seating.stand_in,
    messages.Back: seating.back,
    messages.Arrange: running.arrange,
    messages.Mix: dealing.mix,
    messages.Ready: dealing.ready,
    messages.DealNow: dealing.deal_now,
    messages.MakeMove: play.make_move,
    messages.Pause: running.pause,
    messages.Resume: running.resume,
    messages.MoreTime: running.more_time,
    messages.Say: running.say,
    messages.Chat: running.chat,
    messages.Close: running.close,
}
