"""Rounds, one after the other, until the target is reached."""

from doublesix.engine.events import Dealt, Ended, Event, Redealt
from doublesix.engine.game import Game
from doublesix.engine.opening import Opening, Redeal, check_deal, find_opening, shuffle
from doublesix.engine.scoring import Standing, standing
from doublesix.engine.state import Deal, Round, Stage, State, Step
from doublesix.errors import InvalidDeal, InvalidInput
from doublesix.rng import Shuffler
from doublesix.rules.model import NextLeader


def deal_round(game: Game, rng: Shuffler, before: State | None = None) -> Step:
    """Shuffle and deal the first round, or the one after ``before``; redeal as the book says.

    >>> from doublesix.engine import new_game
    >>> from doublesix.rng import Rng
    >>> from doublesix.rules import load
    >>> state = deal_round(new_game(load("ikea"), 3), Rng(1)).state
    >>> len(state.stock), [hand.bit_count() for hand in state.hands]
    (7, [7, 7, 7])
    """
    redeals: list[Event] = []
    while True:
        deal = shuffle(game, rng)
        opening = _opening(game, deal, before)
        if isinstance(opening, Opening):
            step = _follow(game, deal, opening, before)
            return Step(step.state, (*redeals, *step.events)) if redeals else step
        redeals.append(Redealt(opening.rule))


def begin_round(game: Game, deal: Deal, before: State | None = None) -> Step:
    """Start a round from a given deal; one the book would deal again is an error."""
    check_deal(game, deal)
    opening = _opening(game, deal, before)
    if isinstance(opening, Redeal):
        raise InvalidDeal("would-be-redealt", rule=opening.rule)
    return _follow(game, deal, opening, before)


def _opening(game: Game, deal: Deal, before: State | None) -> Opening | Redeal:
    """Who leads this round, and what."""
    if before is None:
        return find_opening(game, deal.hands)
    if before.game != game:
        raise InvalidInput("other-game")
    if before.result is None:
        raise InvalidInput("round-not-over")
    if game.target and standing(before).finished:
        raise InvalidInput("match-over")
    if game.rules.next_leader is NextLeader.SAME_RULE:
        return find_opening(game, deal.hands)
    leader = _next_leader(before)
    return Opening(leader, deal.hands[leader])


def _next_leader(before: State) -> int:
    """The seat that leads after this round, where it is not the opening rule that says so."""
    here, result = before.round, before.result
    assert result is not None
    if here.game.rules.next_leader is NextLeader.ROTATE:
        return here.game.after[here.leader]
    if result.ended is not Ended.BLOCKED and result.by is not None:
        return result.by
    seats = [seat for side in result.winners for seat in here.game.sides[side]]
    return min(seats, key=lambda seat: (result.pips[seat], seat), default=here.leader)


def _follow(game: Game, deal: Deal, opening: Opening, before: State | None) -> Step:
    """The first round of a match, or the one after ``before``."""
    if before is None:
        nothing = (0,) * len(game.sides)
        return place_round(game, deal, opening, 1, Standing(nothing, nothing))
    return place_round(game, deal, opening, before.round.number + 1, standing(before))


def place_round(game: Game, deal: Deal, opening: Opening, number: int, now: Standing) -> Step:
    """The position before the lead of a round anywhere in a match."""
    here = Round(game, number, deal, opening.leader, opening.leads, now.totals, now.games)
    state = State(
        round=here,
        hands=deal.hands,
        stock=deal.stock,
        ends=game.no_ends,
        turn=opening.leader,
        stage=Stage.LEAD,
        drawn=0,
        passes=0,
        in_play=(0,) * len(game.sides),
        past=(),
        result=None,
    )
    return Step(state, (Dealt(number, deal.hands, len(deal.stock), opening.leader),))
