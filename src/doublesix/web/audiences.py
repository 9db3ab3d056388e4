"""Who is told the same: screens of the same seats and shape get the same bytes, made once."""

from collections import deque
from collections.abc import Iterable, Sequence

from doublesix.table.events import AnyEvent, Moved
from doublesix.table.lines import Lines
from doublesix.table.messages import Shape
from doublesix.table.table import Table
from doublesix.table.tell import snapshot, tell_news, updates
from doublesix.web.frames import frame
from doublesix.web.link import Link

KEPT_MOVES = 64
"""So many moves are told one by one to a screen that was away; more, and it is told everything."""

Audience = tuple[tuple[int, ...], bool, Shape]
"""The seats somebody owns, whether that is the host, and the shape of the screen."""


class Audiences:
    """The screens of a table, sorted by what they may know; and what they are told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._lines = Lines()
        self._groups: dict[Audience, list[Link]] = {}
        self._moves: deque[Moved] = deque(maxlen=KEPT_MOVES)

    def sort(self, links: Iterable[Link]) -> None:
        """Somebody has come, gone, or sits elsewhere."""
        self._groups = {}
        for link in links:
            link.seats = self.table.seats_of(link.who)
            link.is_host = bool(link.who) and link.who == self.table.host
            group = self._groups.setdefault((link.seats, link.is_host, link.shape), [])
            group.append(link)

    def prepare(self, events: Sequence[AnyEvent]) -> list[tuple[list[Link], bytes]]:
        """What everybody is told about the last events of the table, once they are on the disk."""
        ...
