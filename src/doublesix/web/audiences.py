"""Who is told the same: screens of the same seats and shape get the same bytes, made once."""

from collections import deque
from collections.abc import Iterable, Sequence

from doublesix.table.events import AnyEvent, Moved
from doublesix.table.lines import Lines
from doublesix.table.messages import Shape
from doublesix.table.news import tell_news
from doublesix.table.sentences import Seats
from doublesix.table.table import Table
from doublesix.table.tell import snapshot
from doublesix.web.frames import frame
from doublesix.web.link import Link
from doublesix.web.moves import move_frames

KEPT_MOVES = 64
"""So many moves are told one by one to a screen that was away; after more it is told everything."""

Audience = tuple[Seats, Shape]
"""The seats somebody owns, and the shape of the screen."""
Parcel = tuple[list[Link], bytes]
"""What some screens are told."""


class Audiences:
    """The screens of a table, sorted by what they may know; and what they are told."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = Lines()
        self._listeners: list[Audience] = []
        self._groups: list[list[Link]] = []
        self._moves: deque[AnyEvent] = deque(maxlen=KEPT_MOVES)

    def sort(self, links: Iterable[Link]) -> None:
        """Somebody has come, gone, or sits elsewhere now."""
        table = self._table
        groups: dict[tuple[Audience, bool], list[Link]] = {}
        for link in links:
            link.seats = table.seats_of(link.who)
            is_host = bool(link.who) and link.who == table.host
            groups.setdefault(((link.seats, link.shape), is_host), []).append(link)
        self._listeners = [audience for audience, _ in groups]
        self._groups = list(groups.values())

    def tell(self, events: Sequence[AnyEvent], only_moves: bool) -> list[Parcel]:
        """What everybody is told about the events that have just happened: moves one by one, and
        how everything stands where they are not only moves within a round."""
        table, groups = self._table, self._groups
        if type(events[0]) is Moved:
            frames = move_frames(table, events, self._listeners, self._lines)
        else:
            frames = [b""] * len(groups)
        if only_moves:
            self._moves += events
        else:
            self._moves.clear()
            news = tell_news(table, events)
            for at, links in enumerate(groups):
                first = links[0]
                told = snapshot(table, first.who, first.shape, self._lines, news)
                frames[at] += frame(told)
        return list(zip(groups, frames, strict=True))

    def snapshot(self, link: Link) -> bytes:
        """Everything that this screen may know."""
        return frame(snapshot(self._table, link.who, link.shape, self._lines))

    def missed(self, link: Link, since: int) -> bytes:
        """What this screen does not know yet, which has seen the table at that version."""
        count = self._table.version - since
        if count == 0:
            return b""
        if since < 0 or not 0 < count <= len(self._moves):
            return self.snapshot(link)
        moves = list(self._moves)[-count:]
        [frames] = move_frames(self._table, moves, [(link.seats, link.shape)], self._lines)
        return frames
