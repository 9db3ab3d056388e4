"""The game in a terminal, line by line: nothing to draw, nothing to colour, works in a pipe."""

from doublesix.tui.options import Options
from doublesix.tui.program import run

__all__ = ["Options", "run"]
