"""Moves as clients write them."""

from doublesix.engine import DRAW, PASS, End, Kind, Move, State, lay
from doublesix.errors import InvalidInput
from doublesix.notation.moves import read_move
from doublesix.tiles import LARGEST_SET, tile_set

_PLAYS = tuple(
    tuple(str(lay(tile, end)) for end in (*End, None)) for tile in range(tile_set(LARGEST_SET).size)
)
"""For each tile, how it is laid at each end, and last how it is led."""

MOVES = {
    text: lay(tile, end)
    for tile, texts in enumerate(_PLAYS)
    for text, end in zip(texts, (*End, None), strict=True)
} | {str(move): move for move in (DRAW, PASS)}
"""Every move there is, as the journal and the messages write it."""

_PLAY, _DRAW = Kind.PLAY, Kind.DRAW


def write(move: Move) -> str:
    """A move as the journal and the messages write it: what ``str`` says, many times as fast.

    >>> write(DRAW), write(lay(27)), write(lay(26, End.LEFT))
    ('draw', '6-6', '6-5 left')
    """
    if move.kind is _PLAY:
        return _PLAYS[move.tile][-1 if move.end is None else move.end]
    return "draw" if move.kind is _DRAW else "pass"


def parse(state: State, written: str) -> Move:
    """The move these words mean for the seat in turn; the end may be left out when there is
    just one place to go."""
    move = MOVES.get(written)
    if move is not None and (move.end is not None or move.tile < 0 or not state.ends.shown):
        return move
    words = written.split()
    if words[:1] == ["draw"] and len(words) > 1:
        # A transcript may name the tile drawn. Here that would be a way to ask for it.
        raise InvalidInput("too-many-words", words=written)
    return read_move(state, written)
