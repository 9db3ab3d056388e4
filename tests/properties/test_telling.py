"""What is told shows nothing that is hidden: not to a watcher, not to another seat."""

from hypothesis import given

from doublesix.engine import State, apply, begin_round
from doublesix.errors import IllegalMove, InvalidDeal
from doublesix.notation.telling import Company, tell_deal, tell_move
from doublesix.rng import Rng
from tests.conformance.secrets import Swap, swapped_deal, unseen_by, watchers
from tests.record import PlayedRound
from tests.strategies import games, played_rounds, shipped_rulebooks


def company_of(played: PlayedRound) -> Company:
    seats = played.game.seats
    return Company(played.game, tuple("ABCDEFGH"[:seats]), (False,) * seats)


def other_start(played: PlayedRound, swap: Swap) -> State | None:
    """The round dealt with tiles in other places, if the same seat leads it."""
    try:
        start = begin_round(played.game, swapped_deal(played.start.round.deal, swap)).state
    except InvalidDeal:
        return None
    return start if start.turn == played.start.turn else None


def check_other_deal(played: PlayedRound, seat: int | None, swap: Swap) -> None:
    """As long as the same moves are made, the same is told of them."""
    state = other_start(played, swap)
    eyes = () if seat is None else (seat,)
    company = company_of(played)
    for before, made, move in zip(played.states, played.steps[:-1], played.moves, strict=False):
        if state is None:
            return
        try:
            step = apply(state, move)
        except IllegalMove:
            return
        if step.state.result is not None or step.state.turn != made.state.turn:
            return  # everybody sees that
        told = tell_move(company, state, step, eyes)
        assert told == tell_move(company, before, made, eyes)
        state = step.state


def check_secrets(played: PlayedRound) -> None:
    rng = Rng(len(played.moves))
    *open_states, _ = played.states
    for seat in watchers(played):
        unseen = unseen_by(open_states[-1], seat)
        for _ in range(3 if len(unseen) > 1 else 0):
            one, other = rng.choose(unseen), rng.choose(unseen)
            check_other_deal(played, seat, {one: other, other: one})


@given(played_rounds(games(shipped_rulebooks())))
def test_by_the_books(played: PlayedRound) -> None:
    check_secrets(played)


@given(played_rounds())
def test_by_any_rules(played: PlayedRound) -> None:
    check_secrets(played)


@given(played_rounds())
def test_of_a_deal_no_tile_is_told_but_the_highest_double(played: PlayedRound) -> None:
    top = played.game.tiles.top
    for told in tell_deal(company_of(played), played.start, played.deal.events, None):
        assert told.args.get("tile", f"{top}-{top}") == f"{top}-{top}"
