"""``doublesix terminal``: play, line by line."""

import sys
from argparse import Namespace

from doublesix.tui import Options, run
from doublesix.words import Words


def play(options: Namespace, say: Words) -> int:
    """Play in the terminal."""
    asked = Options(
        rules=options.rules,
        seats=options.seats,
        target=options.target,
        players=tuple(options.player),
        seed=options.seed,
        lang=say.language,
        resume=options.resume,
        new=options.new,
    )
    return run(asked, sys.stdin, sys.stdout)
