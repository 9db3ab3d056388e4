"""What happened, as message ids with their arguments: every screen says it in its own words."""

from msgspec import Struct


class Told(Struct, frozen=True, array_like=True, gc=False):
    """A sentence to be said: its id in the catalogue, and what it is about."""

    id: str
    args: dict[str, str | int | list[str]]
