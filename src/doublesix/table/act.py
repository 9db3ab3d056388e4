"""One call of a table: who asks, when, and what has come of it so far.

A command asks everything it wants to know before it does anything, so that a refusal leaves the
table as it was.
"""

from collections.abc import Callable, Collection

from msgspec.structs import replace

from doublesix.errors import Refused
from doublesix.table.events import AnyEvent
from doublesix.table.fold import fold
from doublesix.table.seats import Seat
from doublesix.table.state import TableState

Fresh = Callable[[], str]
"""Gives 64 hex digits of secret chance."""


class Act:
    """What a command may ask of the table, and how it changes it."""

    __slots__ = ("away", "command", "events", "fresh", "now", "table", "who")

    def __init__(self, table: TableState, who: str, now: float, fresh: Fresh) -> None:
        self.table = table
        self.who = who
        self.now = now
        self.fresh = fresh
        self.away: Collection[str] = ()
        """Who has not been there for so long that others may act for them."""
        self.command = ""
        """The id of the command, where it has one."""
        self.events: list[AnyEvent] = []

    def do(self, event: AnyEvent) -> None:
        """Let this happen."""
        if self.command and not self.events:
            event = replace(event, command=self.command, asker=self.who)
        fold(self.table, event)
        self.events.append(event)

    def seat(self, at: int) -> Seat:
        """The seat of that number."""
        seats = self.table.seats
        if not 0 <= at < len(seats):
            raise Refused("not-a-seat", word=str(at), seats=[*range(len(seats))])
        return seats[at]

    def own_seat(self, at: int) -> Seat:
        """The seat of that number, which must belong to the one who asks."""
        seat = self.seat(at)
        if not self.who or seat.owner != self.who:
            raise Refused("not-your-seat")
        return seat

    def others(self, at: int) -> list[Seat]:
        """All seats but this one."""
        return [seat for other, seat in enumerate(self.table.seats) if other != at]

    @property
    def is_host(self) -> bool:
        """Whether the host asks."""
        return bool(self.who) and self.who == self.table.host

    def only_host(self) -> None:
        """Only the host may do this."""
        if not self.is_host:
            raise Refused("host-only")

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self.table.phase == "playing"

    def only_playing(self) -> None:
        """This makes sense only in a round."""
        if not self.playing:
            raise Refused("no-round-now")

    def never_playing(self) -> None:
        """This may not be done in a round."""
        if self.playing:
            raise Refused("not-in-a-round")
