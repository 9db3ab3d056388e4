"""Points: in play, for going out, for a block; and how the match stands."""

from operator import add

from msgspec import Struct

from doublesix.engine.events import Ended, Entry, Result
from doublesix.engine.game import Game, count_pips
from doublesix.engine.state import State
from doublesix.rules.model import (
    BlockedPoints,
    BlockedWinner,
    OutPoints,
    PartnerPips,
    Rounding,
    Tie,
)
from doublesix.tiles import members

_OUT, _TARGET = Ended.OUT, Ended.TARGET  # see play.py


class Standing(Struct, frozen=True, gc=False):
    """How the match stands."""

    totals: tuple[int, ...]
    """Each side's points, those written in the running round included."""
    games: tuple[int, ...]
    """Games won by each side, in a book without a target."""
    finished: bool = False
    winners: tuple[int, ...] = ()
    """The sides that won the match, once it is finished."""


def points_in_play(divisors: tuple[int, ...], total: int) -> int:
    """What a sum of open ends scores.

    >>> [points_in_play((3, 5), total) for total in (3, 5, 9, 10, 15, 16, 20, 0)]
    [1, 1, 3, 2, 8, 0, 4, 0]
    """
    return sum(total // divisor for divisor in divisors if total % divisor == 0)


def divide(points: int, divisor: int, rounding: Rounding) -> int:
    """Round points divided as the book divides them.

    >>> [divide(points, 5, Rounding.UP) for points in (0, 1, 5, 6, 11, 25)]
    [0, 1, 1, 2, 3, 5]
    >>> divide(11, 5, Rounding.NEAREST)
    2
    """
    if rounding is Rounding.UP:
        return -(-points // divisor)
    return (2 * points + divisor) // (2 * divisor)


def score_round(state: State, ended: Ended, by: int | None) -> Result:
    """Count a round that has just ended."""
    game = state.round.game
    pips = tuple([count_pips(game, hand) for hand in state.hands])
    counts = (pips[0] + pips[2], pips[1] + pips[3]) if game.in_pairs else pips
    if by is not None:
        winners: tuple[int, ...] = (game.side_of[by],)
    else:
        winners = _blocked_winners(state, counts)
    sheet: list[Entry] = []
    if game.scores_in_play:
        sheet += [Entry(side, "in_play", got) for side, got in enumerate(state.in_play) if got]
    made = [0] * len(game.sides)
    if ended is not _TARGET:
        for side in winners:
            made[side], entries = _round_points(game, side, winners, counts, ended)
            sheet += entries
    points = _award(state, made, sheet)
    return Result(ended, by, winners, pips, state.in_play, points, tuple(sheet))


def _blocked_winners(state: State, counts: tuple[int, ...]) -> tuple[int, ...]:
    """The side or sides that win a blocked round."""
    game = state.round.game
    if game.rules.blocked_winner is BlockedWinner.NOBODY:
        return ()
    fewest = min(counts)
    best = tuple(side for side, count in enumerate(counts) if count == fewest)
    if len(best) == 1 or game.rules.tie is Tie.SHARED:
        return best
    if game.rules.tie is Tie.NO_POINTS:
        return ()
    lightest = [
        min(game.pips[tile] for seat in game.sides[side] for tile in members(state.hands[seat]))
        for side in best
    ]
    holders = [side for side, tile in zip(best, lightest, strict=True) if tile == min(lightest)]
    return tuple(holders) if len(holders) == 1 else ()


def _round_points(
    game: Game, side: int, winners: tuple[int, ...], counts: tuple[int, ...], ended: Ended
) -> tuple[int, list[Entry]]:
    """What the round gives a winning side, points in play apart, and how that came about."""
    rules = game.rules
    entries: list[Entry] = []
    if ended is _OUT:
        counted, own = _out_counts(game, counts[side])
    else:
        counted, own = _blocked_counts(game, counts[side])
    points = 0
    if counted:
        points = sum(counts) - sum([counts[winner] for winner in winners])
        entries.append(Entry(side, "opponents", points))
    if counted and own:
        points += own
        entries.append(Entry(side, "partner" if ended is _OUT else "own", own))
    if points < 0 and rules.never_negative:
        points = 0
        entries.append(Entry(side, "floor", points))
    if counted and rules.divide_by > 1:
        points = divide(points, rules.divide_by, rules.rounding)
        entries.append(Entry(side, "divided", points))
    if ended is _OUT and rules.out_bonus:
        points += rules.out_bonus
        entries.append(Entry(side, "bonus", rules.out_bonus))
    return points, entries


def _out_counts(game: Game, own: int) -> tuple[bool, int]:
    """Whether the opponents' pips count when a side goes out, and its own pips' share."""
    rules = game.rules
    if rules.partner_pips is PartnerPips.DEDUCTED:
        own = -own
    elif rules.partner_pips is PartnerPips.IGNORED:
        own = 0
    return rules.out_points is OutPoints.OPPONENTS, own


def _blocked_counts(game: Game, own: int) -> tuple[bool, int]:
    """The same for a blocked round."""
    rules = game.rules
    policy = rules.blocked_points_pairs if game.in_pairs else rules.blocked_points
    return policy is not BlockedPoints.NONE, -own if policy is BlockedPoints.MINUS_OWN else 0


def _award(state: State, made: list[int], sheet: list[Entry]) -> tuple[int, ...]:
    """All that the round adds to each side's total."""
    game = state.round.game
    rules = game.rules
    scored = list(map(add, made, state.in_play))
    if game.awards_difference:
        lead = scored[0] - scored[1]
        scored = [max(lead, 0), max(-lead, 0)]
        if lead:
            sheet.append(Entry(0 if lead > 0 else 1, "difference", abs(lead)))
        written = [0, 0]
    else:
        written = list(state.in_play)
    if rules.exact:
        for side, points in enumerate(scored):
            if state.round.totals[side] + points > game.target:
                scored[side] = written[side]
                sheet.append(Entry(side, "exact", scored[side] - points))
    return tuple(scored)


def standing(state: State) -> Standing:
    """How the match stands after this position."""
    game = state.round.game
    result = state.result
    games = state.round.games
    if result is not None:
        added = result.points
    elif game.awards_difference:
        added = (0, 0)
    else:
        added = state.in_play
    totals = tuple(map(add, state.round.totals, added))
    if result is None or max(totals) < game.target:
        return Standing(totals, games)
    if not game.target:
        games = tuple(won + (side in result.winners) for side, won in enumerate(games))
        return Standing(totals, games, finished=True, winners=result.winners)
    most = max(totals)
    best = tuple(side for side, total in enumerate(totals) if total == most)
    return Standing(totals, games, finished=True, winners=best)
