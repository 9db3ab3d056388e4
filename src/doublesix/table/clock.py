"""The time of a turn. A turn has its time whoever plays it, so that nobody gains any by handing
a seat to a bot and taking it back."""

from msgspec import Struct
from msgspec.structs import replace

MOST_GIFTS = 5
"""How often others may give the seat in turn more time, in one turn."""


class Clock(Struct, frozen=True, gc=False):
    """How long the turn may take. Without a limit there is no hurry."""

    limit: float | None = None
    """When the time is up, in seconds since 1970, were the clock not stopped."""
    stopped: float | None = None
    """When it was stopped; None while it runs."""
    extended: bool = False
    """Whether the seat in turn has taken more time for itself."""
    gifts: int = 0
    """How often others have given it more."""

    def turn(self, at: float, seconds: int) -> "Clock":
        """A turn begins; no seconds mean no clock.

        >>> Clock().turn(100.0, 30)
        Clock(limit=130.0, stopped=None, extended=False, gifts=0)
        """
        return Clock(at + seconds) if seconds else _OFF

    def stop(self, at: float) -> "Clock":
        """Time stands still."""
        return replace(self, stopped=at)

    def go_on(self, at: float) -> "Clock":
        """Time runs again, with as much left as there was."""
        assert self.stopped is not None
        if self.limit is None:
            return replace(self, stopped=None)
        return replace(self, stopped=None, limit=self.limit + at - self.stopped)

    def take_more(self, seconds: int) -> "Clock":
        """The seat in turn takes more time."""
        assert self.limit is not None
        return replace(self, limit=self.limit + seconds, extended=True)

    def give_more(self, seconds: int) -> "Clock":
        """Somebody else gives it more."""
        assert self.limit is not None
        return replace(self, limit=self.limit + seconds, gifts=self.gifts + 1)

    def take_over(self, at: float, seconds: int) -> "Clock":
        """A person takes over from a bot in the middle of a turn. If its time is up already, the
        person gets that of a whole turn, once."""
        if self.limit is None or self.extended:
            return self
        now = at if self.stopped is None else self.stopped
        if now < self.limit:
            return self
        return replace(self, limit=now + seconds, extended=True)


_OFF = Clock()
