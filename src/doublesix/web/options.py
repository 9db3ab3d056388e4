"""How a server is started: what the command line and the tests may choose."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

HOST, PORT = "127.0.0.1", 6606


class Options(Struct, frozen=True, kw_only=True):
    """Everything a server may be told."""

    db: Path
    """The file that everything is kept in."""
    host: str = HOST
    port: int = PORT
    """0 takes any that is free."""
    sync: Literal["full", "normal"] = "full"
    """``full`` waits until the disk has written; ``normal`` may lose the last moments of a machine
    that loses its power, though never the file."""
    open_browser: bool = False
    pace: float = 0.9
    """Seconds that a bot seems to think; 0 for none."""
    public_url: str = ""
    """The address people reach the server by, where that is another one."""
    idle_minutes: float = 10
    """How long a table that nobody looks at stays in memory."""
    keep_days: float = 90
    """How long a table that nobody touches stays open; what was played there stays anyway."""
    workers: int = 1
    """Processes in which strong bots think; without any, they go by thumb rules."""
