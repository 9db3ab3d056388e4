"""The table on the network: one process, one file, and pages that load nothing from elsewhere."""

from collections.abc import Callable

from doublesix.web.options import Options

__all__ = ["Options", "run"]


def run(options: Options, on_ready: Callable[[str], object] = print) -> None:
    """Serve until the process is told to stop; ``on_ready`` is given the address."""
    from doublesix.web.app import serve  # takes a while to import

    try:
        import uvloop
    except ImportError:  # there is none for every system
        import asyncio

        asyncio.run(serve(options, on_ready))
    else:
        uvloop.run(serve(options, on_ready))
