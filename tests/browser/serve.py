"""Runs the real server on its own: ``python -m tests.browser.serve DB PORT PUBLIC_URL WORKERS``."""

import sys
from pathlib import Path

from doublesix.web import Options, run


def say(address: str) -> None:
    """Tell whoever waits that the server is up."""
    print(address, flush=True)


if __name__ == "__main__":
    db, port, public_url, workers = sys.argv[1:]
    options = Options(
        db=Path(db), port=int(port), pace=0, public_url=public_url, workers=int(workers)
    )
    run(options, on_ready=say)
