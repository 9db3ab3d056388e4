"""The suite: all that every rulebook must pass."""

from collections.abc import Sequence

import pytest

from doublesix.engine import deal_round, standing
from doublesix.errors import InvalidInput
from doublesix.rng import Rng
from tests.conformance import checks, refusals, secrets
from tests.record import PlayedRound

LAWS: dict[str, tuple[checks.Check, ...]] = {
    "play": (
        checks.no_tile_is_lost,
        checks.pips_add_up,
        checks.the_opening_rule_names_the_leader,
        checks.the_line_lies_as_it_was_laid,
        checks.positions_follow_the_rules,
        checks.legal_moves_follow_the_rules,
        checks.legal_moves_are_in_canonical_order,
        checks.a_round_ends_as_the_rules_say,
        checks.a_drawn_tile_is_the_next_of_the_stock,
        checks.news_tells_what_changed,
    ),
    "values": (
        checks.a_move_changes_nothing_but_its_answer,
        checks.the_same_moves_lead_to_the_same_end,
        checks.positions_survive_pickling,
    ),
    "refusals": (refusals.every_other_move_is_refused,),
    "secrets": (
        secrets.a_view_does_not_depend_on_the_unseen,
        secrets.the_same_moves_look_the_same_from_another_deal,
        secrets.news_is_blank_where_it_is_secret,
        secrets.a_view_shows_a_seat_its_own,
    ),
}
"""What holds in every round, by what it is about."""


def check_round(played: PlayedRound, about: str) -> None:
    """All the laws about this hold in this round."""
    for check in LAWS[about]:
        check(played)


def check_match(rounds: Sequence[PlayedRound]) -> None:
    """Points add up from round to round; the match ends with the round that reaches the
    target, and not before; in a book without a target every round ends a game."""
    game = rounds[0].game
    totals = games = [0] * len(game.sides)
    for number, played in enumerate(rounds, start=1):
        here, result = played.start.round, played.end.result
        assert result
        assert here.number == number
        assert [list(here.totals), list(here.games)] == [totals, games]
        totals = [a + b for a, b in zip(totals, result.points, strict=True)]
        won = not game.target
        games = [n + (won and side in result.winners) for side, n in enumerate(games)]
        now = standing(played.end)
        assert [list(now.totals), list(now.games)] == [totals, games]
        if game.target:
            reached = max(totals) >= game.target
            best = [side for side, total in enumerate(totals) if total == max(totals)]
            assert now.finished == reached
            assert list(now.winners) == (best if reached else [])
            assert reached <= (number == len(rounds)), "a match that is over goes on"
            if game.rules.exact:
                assert max(totals) <= game.target
        else:
            assert now.finished
            assert now.winners == result.winners
            assert set(totals) == {0}
    if game.target and standing(rounds[-1].end).finished:
        with pytest.raises(InvalidInput) as caught:
            deal_round(game, Rng(0), rounds[-1].end)
        assert caught.value.code == "match-over"
