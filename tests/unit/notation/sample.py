"""A small game to take apart: two seats of ikea, the first four moves.

Its lines, which errors name: 1 rules, 2 seats, 3 names, 5 the round, 6 to 9 the hands, 10 the
stock, 11 to 16 the moves.
"""

from doublesix.engine import State
from doublesix.notation.transcript import Transcript, read

FILE = "games/match.toml"

TEXT = '''\
rules = "ikea"
seats = 2
names = ["Ana", "Bo"]

[[round]]
hands = [
    "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
    "6-5 6-4 6-3 6-2 6-1 6-0 5-4",
]
stock = "5-3 5-2 5-1 5-0 4-3 4-2 4-1 4-0 3-2 3-1 3-0 2-1 2-0 1-0"
moves = """
A 6-6
B 6-5 left
A 5-5 left
B 5-4
"""
'''


def changed(*changes: tuple[str, str], text: str = TEXT) -> str:
    """The sample with each old piece replaced by its new one; every old piece is there once."""
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text


def with_moves(*lines: str, text: str = TEXT) -> str:
    """The sample with other moves; the first is in line 12."""
    head, _, rest = text.partition('moves = """\n')
    _, _, tail = rest.partition('"""\n')
    return head + 'moves = """\n' + "".join(f"{line}\n" for line in lines) + '"""\n' + tail


def position(text: str = TEXT) -> State:
    """Where the game stops."""
    return opened(text).rounds[-1]


def opened(text: str = TEXT) -> Transcript:
    return read(text, FILE)
