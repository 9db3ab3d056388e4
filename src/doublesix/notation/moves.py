"""Moves as people write them: ``6-5 left``, ``6-5``, ``draw``, ``pass``."""

from doublesix import tiles
from doublesix.engine import DRAW, PASS, SEATS, End, Move, State, apply, lay, legal_moves
from doublesix.engine.events import Drew, Event, Passed, Played
from doublesix.errors import AmbiguousMove, IllegalMove, InvalidInput

ENDS = {end.word: end for end in End}


def read_move(state: State, written: str) -> Move:
    """The move these words mean for the seat in turn. It need not be a legal one, but a tile
    without an end must have just one place to go.

    >>> from doublesix.engine import deal_round, new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("sebastopol"), 4), Rng(1)).state
    >>> read_move(state, "6-6") == lay(27)
    True
    """
    words = written.split()
    if not words:
        raise InvalidInput("no-move")
    if len(words) > (1 if words[0] == "pass" else 2):
        raise InvalidInput("too-many-words", words=written)
    if words[0] == "pass":
        return PASS
    if words[0] == "draw":
        return _read_draw(state, words)
    tile = tiles.parse(words[0], state.game.tiles.top)
    if len(words) == 1:
        return _find_end(state, tile)
    if words[1] not in ENDS:
        raise InvalidInput("not-an-end", word=words[1], ends=list(ENDS))
    return lay(tile, ENDS[words[1]])


def _read_draw(state: State, words: list[str]) -> Move:
    """A draw; where the tile is written too, it must be the one on top of the stock."""
    if len(words) == 2:
        tile = tiles.parse(words[1], state.game.tiles.top)
        apply(state, DRAW)  # whether a tile may be drawn comes first
        if state.stock[0] != tile:
            drawn = tiles.text(state.stock[0])
            raise IllegalMove("drew-other", rule="stock", tile=tiles.text(tile), drawn=drawn)
    return DRAW


def _find_end(state: State, tile: int) -> Move:
    """The play of a tile written without an end."""
    if not state.ends.shown:
        return lay(tile)
    plays = [move for move in legal_moves(state) if move.tile == tile]
    if len(plays) == 1:
        return plays[0]
    name = tiles.text(tile)
    if plays:
        words = [move.end.word for move in plays if move.end is not None]
        raise AmbiguousMove("which-end", tile=name, ends=words)
    here = state.ends
    at = [end for end in End if end < len(here.shown) and here.shown[end] in tiles.halves(tile)]
    if at or state.result or not state.hands[state.turn] >> tile & 1:
        return lay(tile, at[0] if at else End.LEFT)
    raise IllegalMove("fits-nowhere", rule="line", tile=name, shown=here.shown)


def write_event(event: Event) -> str:
    """A move that was made, as a transcript writes it.

    >>> write_event(Played(1, 26, End.LEFT)), write_event(Drew(0, None))
    ('B 6-5 left', 'A draw')
    """
    if isinstance(event, Played):
        return f"{SEATS[event.seat]} {lay(event.tile, event.end)}"
    if isinstance(event, Drew):
        drawn = "" if event.tile is None else f" {tiles.text(event.tile)}"
        return f"{SEATS[event.seat]} draw{drawn}"
    assert isinstance(event, Passed), event
    return f"{SEATS[event.seat]} pass"


def write_tiles(hand: int) -> str:
    """A hand, heaviest tile number first.

    >>> write_tiles(0b101)
    '1-1 0-0'
    """
    return " ".join(map(tiles.text, sorted(tiles.members(hand), reverse=True)))


def read_tiles(written: str, top: int) -> list[int]:
    """Tiles written with spaces between them, each at most once."""
    found: list[int] = []
    for word in written.split():
        tile = tiles.parse(word, top)
        if tile in found:
            raise InvalidInput("tile-twice", tile=tiles.text(tile))
        found.append(tile)
    return found
