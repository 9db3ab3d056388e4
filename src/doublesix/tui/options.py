"""What can be said about a game before it begins; what is left out is asked."""

from pathlib import Path

from msgspec import Struct

from doublesix import words


class Options(Struct, frozen=True, kw_only=True):
    """How the game was called up."""

    rules: str | None = None
    """A book, an edition or a path to a house-rules file."""
    seats: int | None = None
    target: int | None = None
    players: tuple[str, ...] = ()
    """Who sits at A, B and so on: a bot's name is that bot, any other is a person's name."""
    seed: int | None = None
    """What chance is drawn from; the same seed deals the same tiles."""
    lang: str = words.DEFAULT
    resume: bool = False
    """Go on with the kept game, without asking."""
    new: bool = False
    """Begin a new game, without asking about a kept one."""
    state_dir: Path | None = None
    """Where games are kept, when it is not the usual place."""
