"""The table in words: the line of tiles, the open ends, the seats, the stock and a hand."""

from collections.abc import Iterable, Sequence

from doublesix import tiles
from doublesix.engine import SEATS, End, Game, Kind, Move, View
from doublesix.engine.ends import CLOSED
from doublesix.engine.line import Arm, arms
from doublesix.rules.model import PairsAward, Unable
from doublesix.words import Words
from doublesix.words.told import Told


def show_tile(tile: int) -> str:
    """A tile as it is shown.

    >>> show_tile(26)
    '[6-5]'
    """
    return _framed(tiles.text(tile))


def _framed(tile: str) -> str:
    return f"[{tile}]"


def show_tiles(hand: Iterable[int]) -> str:
    """Tiles in a row."""
    return " ".join(map(show_tile, hand))


def retell(told: Iterable[Told], say: Words) -> list[str]:
    """What happened, a sentence a line."""
    return [say.retell(sentence, _framed) for sentence in told]


def show_table(view: View, names: Sequence[str], say: Words) -> list[str]:
    """Everything on the table that everybody may see."""
    return [
        *show_line(view, say),
        *show_ends(view, say),
        *_seats(view, names, say),
        *_stock(view, say),
    ]


def show_line(view: View, say: Words) -> list[str]:
    """The tiles that lie, in reading order; around a spinner, arm by arm."""
    spinner = view.ends.spinner
    row, up, down = arms(view.past, spinner)
    if not row:
        return [say("terminal.line.empty")]
    if spinner < 0:
        return [say("terminal.line.row", tiles=_halves(row))]
    at = row.index((spinner, spinner))
    left = [(inner, outer) for outer, inner in reversed(row[:at])]
    lines = [say("terminal.line.spinner", tile=_halves([(spinner, spinner)]))]
    for end, arm in zip(End, (left, row[at + 1 :], up, down), strict=True):
        tiles_there = _halves(arm) if arm else say("terminal.line.bare")
        lines.append(say(f"terminal.arm.{end.word}", tiles=tiles_there))
    return lines


def _halves(arm: Arm) -> str:
    return " ".join(f"[{first}-{second}]" for first, second in arm)


def show_ends(view: View, say: Words) -> list[str]:
    """What is open, and what it counts where that scores."""
    ends = view.ends
    if not ends.shown:
        return []
    shown = say.all_of([_end(view, end, say) for end in End if end < len(ends.shown)])
    if view.game.rules.in_play:
        return [say("terminal.ends.counted", ends=shown, sum=ends.total)]
    return [say("terminal.ends.open", ends=shown)]


def _end(view: View, end: End, say: Words) -> str:
    ends = view.ends
    name, pips = say(f"end.{end.word}"), ends.shown[end]
    if ends.open[end] == CLOSED:
        return say("terminal.ends.shut", end=name, pips=pips)
    doubled = ends.facts.doubled[end] and not ends.facts.bare[end]
    if view.game.rules.in_play and doubled and pips:
        return say("terminal.ends.double", end=name, pips=pips, count=2 * pips)
    return say("terminal.ends.one", end=name, pips=pips)


def _seats(view: View, names: Sequence[str], say: Words) -> list[str]:
    """Who holds how many tiles, and how the match stands."""
    game = view.game
    lines: list[str] = []
    for seat, name in enumerate(names):
        held = say("count.tiles", count=view.counts[seat])
        if game.in_pairs:
            lines.append(say("terminal.seat.held", seat=SEATS[seat], name=name, tiles=held))
        else:
            has = _standing(view, seat, say)
            lines.append(
                say("terminal.seat.alone", seat=SEATS[seat], name=name, tiles=held, has=has)
            )
    if game.in_pairs:
        lines += [
            say(
                "terminal.seat.pair",
                side=name_side(game, side, names, say),
                has=_standing(view, side, say),
            )
            for side in range(len(game.sides))
        ]
    return lines


def _standing(view: View, side: int, say: Words) -> str:
    game = view.game
    if not game.target:
        return say("terminal.seat.won", count=view.games[side])
    points = say("count.points", count=view.totals[side])
    if game.rules.in_play and game.in_pairs and game.rules.pairs_award is PairsAward.DIFFERENCE:
        # What pairs score in play is not written before the round is over.
        return say("terminal.seat.running", points=points, count=view.in_play[side])
    return points


def name_side(game: Game, side: int, names: Sequence[str], say: Words) -> str:
    """What a side is called: a name, or the names of a pair."""
    return say.all_of([names[seat] for seat in game.sides[side]])


def _stock(view: View, say: Words) -> list[str]:
    rules = view.game.rules
    if not view.stock:
        return [say("terminal.stock.empty")]
    if rules.unable is Unable.PASS and not rules.able_may_draw:
        return [say("terminal.stock.shut", count=view.stock)]
    if rules.reserve:
        left = max(0, view.stock - rules.reserve)
        return [say("terminal.stock.reserved", count=view.stock, left=left)]
    return [say("terminal.stock.open", count=view.stock)]


def show_hand(view: View, name: str, say: Words) -> list[str]:
    """The hand, numbered from 1, with the places each tile can go."""
    lines = [say("terminal.hand.title", name=name)]
    width = len(str(len(view.hand)))
    for number, tile in enumerate(view.hand, 1):
        moves = [move for move in view.legal if move.kind is Kind.PLAY and move.tile == tile]
        lines.append(_place(str(number).rjust(width), tile, moves, say))
    return lines


def _place(number: str, tile: int, moves: list[Move], say: Words) -> str:
    shown = show_tile(tile)
    if not moves:
        return say("terminal.hand.rests", number=number, tile=shown)
    ends = [say(f"end.{move.end.word}") for move in moves if move.end is not None]
    if not ends:
        return say("terminal.hand.leads", number=number, tile=shown)
    return say("terminal.hand.fits", number=number, tile=shown, ends=say.any_of(ends))
