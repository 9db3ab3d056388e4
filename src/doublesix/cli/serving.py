"""``doublesix serve``: the table on the network, and what is said when it is ready."""

import os
import socket
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from doublesix.cli.output import print_lines
from doublesix.errors import InvalidFile, InvalidInput
from doublesix.files import make_folder_of, usual_folder
from doublesix.web import Options, run
from doublesix.words import Words

_FILE = "tables.db"
_LAST_PORT = 65535
_MOST_WORKERS = 64
_EVERYWHERE = ("0.0.0.0", "::")
_FAR_AWAY = ("192.0.2.1", 9)
"""An address that is nobody's; the way there leads through the network that others are in."""


def serve(options: Namespace, say: Words) -> int:
    """Serve until told to stop."""
    if not 0 <= options.port <= _LAST_PORT:
        raise InvalidInput("bad-port", port=options.port, most=_LAST_PORT)
    if not 0 <= options.workers <= _MOST_WORKERS:
        raise InvalidInput("bad-workers", workers=options.workers, least=0, most=_MOST_WORKERS)
    asked = Options(
        db=Path(options.db) if options.db else _usual_file(),
        host=options.host,
        port=options.port,
        sync=options.sync,
        open_browser=not options.no_browser and _has_browser(),
        pace=options.pace,
        public_url=options.public_url or _shared_address(options.host, options.port),
        idle_minutes=options.idle_minutes,
        keep_days=options.keep_days,
        workers=options.workers,
    )
    run(asked, partial(_tell, asked, say))
    return 0


def _usual_file() -> Path:
    path = usual_folder() / _FILE
    if not path.is_absolute():
        raise InvalidFile("tables-homeless")
    make_folder_of(path)
    return path


def _has_browser() -> bool:
    """Whether a browser can show itself here: a server in a cupboard has none."""
    return sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _shared_address(host: str, port: int) -> str:
    """Where others in the same network find a server that listens everywhere; links and QR codes
    are to lead there. Empty where nobody knows, and for a server that others cannot reach."""
    if host not in _EVERYWHERE or not port:
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(_FAR_AWAY)  # sends nothing
            return f"http://{way.getsockname()[0]}:{port}"
    except OSError:
        return ""


def _tell(options: Options, say: Words, address: str) -> None:
    print_lines(_sentences(options, say, address))
    sys.stdout.flush()  # whoever started it may be waiting for this


def _sentences(options: Options, say: Words, address: str) -> Iterator[str]:
    yield say("cli.serve.ready", address=address)
    if options.host in _EVERYWHERE:
        yield say("cli.serve.shared")
    yield say("cli.serve.kept", file=options.db)
