"""What a seat cannot see never shows: not in a view, not in an event."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from doublesix.engine import Deal, State, apply, begin_round, redact, view
from doublesix.engine.events import Dealt, Drew, Played
from doublesix.engine.state import Round
from doublesix.errors import IllegalMove, InvalidDeal
from doublesix.rng import Rng
from doublesix.tiles import mask, members
from tests.record import PlayedRound

Swap = Mapping[int, int]
"""Which tile takes the place of which."""


def unseen_by(state: State, seat: int | None) -> list[int]:
    """The tiles that this seat cannot see; after the round, when hands are shown, the stock."""
    if state.result is not None:
        return list(state.stock)
    seen = mask(event.tile for event in state.past if isinstance(event, Played))
    if seat is not None:
        seen |= state.hands[seat]
    return list(members(state.game.tiles.full & ~seen))


def swapped_mask(bits: int, swap: Swap) -> int:
    return mask(swap.get(tile, tile) for tile in members(bits))


def swapped_deal(deal: Deal, swap: Swap) -> Deal:
    hands = tuple(swapped_mask(hand, swap) for hand in deal.hands)
    return Deal(hands, tuple(swap.get(tile, tile) for tile in deal.stock))


def swapped_state(state: State, swap: Swap) -> State:
    """The same position with unseen tiles in other places."""
    here: Round = replace(state.round, deal=swapped_deal(state.round.deal, swap))
    past = tuple(
        Drew(event.seat, swap.get(event.tile, event.tile))
        if isinstance(event, Drew) and event.tile is not None
        else event
        for event in state.past
    )
    return replace(
        state,
        round=here,
        hands=tuple(swapped_mask(hand, swap) for hand in state.hands),
        stock=tuple(swap.get(tile, tile) for tile in state.stock),
        past=past,
    )


def shuffled(unseen: Sequence[int], rng: Rng) -> Swap:
    others = list(unseen)
    rng.shuffle(others)
    return dict(zip(unseen, others, strict=True))


def watchers(played: PlayedRound) -> list[int | None]:
    return [*range(played.game.seats), None]


def a_view_does_not_depend_on_the_unseen(played: PlayedRound) -> None:
    rng = Rng(len(played.moves))
    for state in played.states[len(played.moves) % 2 :: 2]:  # every other one, the last included
        for seat in watchers(played):
            swap = shuffled(unseen_by(state, seat), rng)
            assert view(swapped_state(state, swap), seat) == view(state, seat)


def the_same_moves_look_the_same_from_another_deal(played: PlayedRound) -> None:
    """Two unseen tiles change places in the deal. If the very same moves can still be made, the
    seat sees the very same round, every position and every event of it."""
    rng = Rng(len(played.moves))
    *open_states, _ = played.states
    for seat in watchers(played):
        unseen = unseen_by(open_states[-1], seat)
        for _ in range(3 if len(unseen) > 1 else 0):
            one, other = rng.choose(unseen), rng.choose(unseen)
            check_other_deal(played, seat, {one: other, other: one})


def check_other_deal(played: PlayedRound, seat: int | None, swap: Swap) -> None:
    deal = swapped_deal(played.start.round.deal, swap)
    try:
        step = begin_round(played.game, deal, played.before)
    except InvalidDeal:
        return
    if step.state.turn != played.start.turn:
        return
    state = step.state
    assert view(state, seat) == view(played.start, seat)
    for ply, (move, made) in enumerate(zip(played.moves[:-1], played.steps, strict=False)):
        try:
            step = apply(state, move)
        except IllegalMove:
            return
        state = step.state
        if state.result is not None or state.turn != made.state.turn:
            return  # blocked already, or the leader has no second tile: everybody sees that
        assert [redact(event, seat) for event in step.events] == [
            redact(event, seat) for event in made.events
        ]
        if (ply + len(played.moves)) % 3 == 0:
            assert view(state, seat) == view(made.state, seat)


def news_is_blank_where_it_is_secret(played: PlayedRound) -> None:
    events = [*played.deal.events, *(event for step in played.steps for event in step.events)]
    for seat in watchers(played):
        for event in events:
            seen = redact(event, seat)
            if isinstance(event, Drew):
                assert seen == Drew(event.seat, event.tile if event.seat == seat else None)
            elif isinstance(event, Dealt):
                hands = [hand if owner == seat else None for owner, hand in enumerate(event.hands)]
                assert seen == replace(event, hands=tuple(hands))
            else:
                assert seen is event


def a_view_shows_a_seat_its_own(played: PlayedRound) -> None:
    for state in played.states:
        counts = tuple(hand.bit_count() for hand in state.hands)
        for seat in watchers(played):
            seen = view(state, seat)
            assert mask(seen.hand) == (0 if seat is None else state.hands[seat])
            assert (seen.counts, seen.stock) == (counts, len(state.stock))
            assert (seen.hands is not None) == (state.result is not None)
