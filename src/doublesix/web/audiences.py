"""Who is told the same: screens of the same seats and shape get the same bytes, made once."""

from collections import deque
from collections.abc import Iterable, Sequence

from doublesix.table.events import AnyEvent, Moved
from doublesix.table.lines import Lines
from doublesix.table.messages import Shape
from doublesix.table.news import tell_news
from doublesix.table.table import Table
from doublesix.table.tell import snapshot
from doublesix.web.frames import frame
from doublesix.web.link import Link
from doublesix.web.moves import move_frames

KEPT_MOVES = 64
"""So many moves are told one by one to a screen that was away; after more it is told everything."""

Audience = tuple[tuple[int, ...], bool, Shape]
"""The seats somebody owns, whether that is the host, and the shape of the screen."""
Parcel = tuple[list[Link], bytes]
"""What some screens are told."""


class Audiences:
    """The screens of a table, sorted by what they may know; and what they are told."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = Lines()
        self._groups: dict[Audience, list[Link]] = {}
        self._moves: deque[Moved] = deque(maxlen=KEPT_MOVES)

    def sort(self, links: Iterable[Link]) -> None:
        """Somebody has come, gone, or sits elsewhere now."""
        table = self._table
        self._groups = {}
        for link in links:
            link.seats = table.seats_of(link.who)
            is_host = bool(link.who) and link.who == table.host
            self._groups.setdefault((link.seats, is_host, link.shape), []).append(link)

    def tell(self, events: Sequence[AnyEvent]) -> list[Parcel]:
        """What everybody is told about the events that have just happened: moves one by one, and
        all that is new where something else than a move has happened."""
        table = self._table
        moves = [event for event in events if isinstance(event, Moved)]
        only_moves = len(moves) == len(events) and table.phase == "playing"
        first_moves = bool(moves) and isinstance(events[0], Moved)
        if only_moves:
            self._moves += moves
        else:
            self._moves.clear()
        groups = self._groups
        if first_moves:
            audiences = [(seats, shape) for seats, _, shape in groups]
            frames = move_frames(table, events, audiences, self._lines)
        else:
            frames = [b""] * len(groups)
        if not only_moves:
            news = tell_news(table, events)
            for at, ((_, _, shape), links) in enumerate(groups.items()):
                frames[at] += frame(snapshot(table, links[0].who, shape, self._lines, news))
        return list(zip(groups.values(), frames, strict=True))

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
