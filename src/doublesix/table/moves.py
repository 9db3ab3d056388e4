"""Moves as clients write them."""

from doublesix.engine import DRAW, PASS, End, Move, State, lay
from doublesix.errors import InvalidInput
from doublesix.notation.moves import read_move
from doublesix.tiles import LARGEST_SET, tile_set

_TILES = range(tile_set(LARGEST_SET).size)

MOVES = {
    str(move): move
    for move in (DRAW, PASS, *(lay(tile, end) for tile in _TILES for end in (None, *End)))
}
"""Every move there is, as the journal and the messages write it."""

TEXTS = {move: text for text, move in MOVES.items()}
"""How each move is written."""


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
