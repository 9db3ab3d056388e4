"""One-line positions: a round so far, and where the match stood when it began.

Ten fields with a space between them: rules, seats, target, round number, totals, games,
leader, hands, stock, moves. ``-`` stands for the book's own target, for a leader the
opening rule finds, and for nothing. The whole past of the round is kept, because what
the seats have shown is part of a position.

>>> from doublesix.engine import deal_round, legal_moves, new_game
>>> from doublesix.rng import Rng
>>> state = deal_round(new_game(load("svoora"), 2), Rng(2)).state
>>> line = write_position(apply(state, legal_moves(state)[0]).state)
>>> line.split()[0], line.split()[-1]
('svoora', 'A:6-6')
>>> write_position(read_position(line)) == line
True
"""

import os
from collections.abc import Sequence
from urllib.parse import quote, unquote

from doublesix import tiles
from doublesix.engine import SEATS, Deal, Game, Standing, State, apply, new_game
from doublesix.engine.match import place_round
from doublesix.engine.opening import Opening, Redeal, check_deal, find_opening, opens_by_rule
from doublesix.errors import IllegalMove, InvalidDeal, InvalidInput
from doublesix.notation.moves import read_move, read_tiles, write_event, write_tiles
from doublesix.rules import load

_FIELDS = 10
_NONE = "-"


def write_position(state: State) -> str:
    """The position as one line of text."""
    here = state.round
    game = here.game
    fields = (
        quote(game.rules.id, safe=":/._-"),
        str(game.seats),
        _NONE if game.target == game.rules.target else str(game.target),
        str(here.number),
        _numbers(here.totals),
        _numbers(here.games),
        _NONE if opens_by_rule(game, here.number) else SEATS[here.leader],
        "/".join(write_tiles(hand).replace(" ", ",") for hand in here.deal.hands),
        ",".join(map(tiles.text, here.deal.stock)) or _NONE,
        ",".join(write_event(event).replace(" ", ":") for event in state.past) or _NONE,
    )
    return " ".join(fields)


def read_position(line: str, beside: str | os.PathLike[str] = "") -> State:
    """The position a line of text describes, every move checked on the way."""
    fields = line.split()
    if len(fields) != _FIELDS:
        raise InvalidInput("position-fields", fields=_FIELDS, found=len(fields))
    rules, seats, target, number, totals, games, leader, hands, stock, moves = fields
    game = new_game(
        load(unquote(rules), beside), _whole(seats), None if target == _NONE else _whole(target)
    )
    deal = Deal(
        tuple(tiles.mask(_tiles(hand, game)) for hand in hands.split("/")),
        tuple(_tiles("" if stock == _NONE else stock, game)),
    )
    check_deal(game, deal)
    now = Standing(_per_side(totals, game), _per_side(games, game))
    if game.target and max(now.totals) >= game.target:
        raise InvalidInput("match-over")
    opening = _leader(game, deal, leader, _round_number(number))
    state = place_round(game, deal, opening, _whole(number), now).state
    for written in [] if moves == _NONE else moves.split(","):
        seat, _, words = written.partition(":")
        if seat != SEATS[state.turn]:
            raise IllegalMove("wrong-seat", rule="turn", seat=seat, turn=SEATS[state.turn])
        state = apply(state, read_move(state, words.replace(":", " "))).state
    return state


def _leader(game: Game, deal: Deal, leader: str, number: int) -> Opening:
    seats = SEATS[: game.seats]
    if leader != _NONE and leader not in tuple(seats):
        raise InvalidInput("not-a-seat", word=leader, seats=list(seats))
    if opens_by_rule(game, number) != (leader == _NONE):
        raise InvalidInput("position-leader")
    if leader != _NONE:
        seat = seats.index(leader)
        return Opening(seat, deal.hands[seat])
    opening = find_opening(game, deal.hands)
    if isinstance(opening, Redeal):
        raise InvalidDeal("would-be-redealt", rule=opening.rule)
    return opening


def _tiles(written: str, game: Game) -> list[int]:
    return read_tiles(written.replace(",", " "), game.tiles.top)


def _numbers(values: Sequence[int]) -> str:
    return ",".join(map(str, values))


def _per_side(written: str, game: Game) -> tuple[int, ...]:
    values = tuple(map(_whole, written.split(",")))
    if len(values) != len(game.sides):
        raise InvalidInput("position-sides", word=written, sides=len(game.sides))
    return values


def _round_number(written: str) -> int:
    number = _whole(written)
    if number < 1:
        raise InvalidInput("position-number", word=written)
    return number


def _whole(written: str) -> int:
    if written.isascii() and written.isdigit() and len(written) <= 9:
        return int(written)
    raise InvalidInput("position-number", word=written)
