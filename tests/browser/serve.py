"""Runs the real server as a process of its own: ``python -m tests.browser.serve DB PORT``."""

import sys
from pathlib import Path

from doublesix.web import Options, run


def say(address: str) -> None:
    """Tell whoever waits that the server is up."""
    print(address, flush=True)


if __name__ == "__main__":
    run(Options(db=Path(sys.argv[1]), port=int(sys.argv[2]), pace=0), on_ready=say)
