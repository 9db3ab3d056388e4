"""Rounds, one after the other."""

import copy
import pickle

import pytest

from doublesix.engine import PASS, State, begin_round, deal_round, standing
from doublesix.engine.events import Dealt, MatchEnded, Redealt, RoundEnded
from doublesix.errors import InvalidDeal, InvalidInput
from doublesix.rng import Rng
from tests.record import at_random, play_round
from tests.setting import begin, deal_out, follow, game_of

# One tile each: the leader is out at once, and the other's pips are the points.
QUICK: dict[str, object] = {"seats": [2, 3, 4], "hand": {"2": 1, "3": 1, "4": 1}}


def test_the_first_round_starts_from_nothing() -> None:
    step = deal_round(game_of("ikea", 3), Rng(1))
    here = step.state.round
    assert (here.number, here.totals, here.games) == (1, (0, 0, 0), (0, 0, 0))
    assert step.events == (Dealt(1, step.state.hands, 7, here.leader),)


def test_a_deal_comes_from_its_seed() -> None:
    game = game_of("ikea", 3)
    assert deal_round(game, Rng(5)) == deal_round(game, Rng(5))
    assert deal_round(game, Rng(5)) != deal_round(game, Rng(6))


def test_deals_the_book_refuses_are_dealt_again_with_the_same_chance() -> None:
    """Among hands of one tile most have no double: those are told as redeals."""
    game = game_of("ikea", 2, **QUICK)
    step = next(
        step for step in (deal_round(game, Rng(seed)) for seed in range(50)) if len(step.events) > 2
    )
    *redeals, dealt = step.events
    assert set(redeals) == {Redealt("no_leader")}
    assert isinstance(dealt, Dealt)


def test_a_given_deal_the_book_refuses_is_an_error() -> None:
    game = game_of("ikea", 2, **QUICK)
    with pytest.raises(InvalidDeal) as caught:
        begin_round(game, deal_out(game, "6-5", "6-4"))
    assert caught.value.code == "would-be-redealt"
    assert caught.value.details == {"rule": "no_leader"}


def test_a_given_deal_is_checked() -> None:
    game, other = game_of("ikea", 2), game_of("svoora", 2)
    with pytest.raises(InvalidDeal) as caught:
        begin_round(game, deal_out(other))
    assert caught.value.code == "wrong-hand"


def test_points_run_on() -> None:
    game = game_of("ikea", 2, **QUICK)
    first = follow(begin(game, "6-6", "5-4"), "A 6-6")
    second = begin(game, "6-5", "5-5", before=first)
    assert (second.round.number, second.round.totals) == (2, (9, 0))
    over = follow(second, "B 5-5")
    assert standing(over).totals == (9, 11)


def test_games_run_on_in_a_book_without_a_target() -> None:
    game = game_of("noris", 2, **QUICK)
    first = follow(begin(game, "6-6", "5-4"), "A 6-6")
    assert standing(first).finished
    assert standing(first).games == (1, 0)
    second = follow(begin(game, "6-5", "5-5", before=first), "B 5-5")
    assert second.round.number == 2
    assert standing(second).games == (1, 1)


def test_a_round_waits_for_the_one_before() -> None:
    game = game_of("ikea", 2)
    state = deal_round(game, Rng(1)).state
    with pytest.raises(InvalidInput) as caught:
        deal_round(game, Rng(2), state)
    assert caught.value.code == "round-not-over"
    with pytest.raises(InvalidInput) as caught:
        begin_round(game, state.round.deal, state)
    assert caught.value.code == "round-not-over"


def test_no_round_follows_the_end_of_the_match() -> None:
    game = game_of("ikea", 2, 9, **QUICK)
    over = follow(begin(game, "6-6", "5-4"), "A 6-6")
    now = standing(over)
    assert (now.finished, now.winners, now.totals) == (True, (0,), (9, 0))
    with pytest.raises(InvalidInput) as caught:
        deal_round(game, Rng(2), over)
    assert caught.value.code == "match-over"


def test_the_end_of_round_and_match_is_told() -> None:
    for target, told in ((9, [RoundEnded, MatchEnded]), (10, [RoundEnded])):
        game = game_of("ikea", 2, target, **QUICK)
        start = begin(game, "6-6", "5-4")
        played = play_round(begin_round(game, start.round.deal), at_random(Rng(1)))
        assert [type(event) for event in played.steps[-1].events[1:]] == told


class TestNextLeader:
    def play(self, rule: str, seats: int = 3, **changes: object) -> State:
        """A round that A leads and wins by going out, and the deal after it."""
        game = game_of("ikea", seats, **QUICK | {"next_leader": rule} | changes)
        end = follow(begin(game, "6-6", "5-4", "2-1"), "A 6-6")
        return begin(game, "1-0", "2-0", "5-5", before=end)

    def test_by_the_same_rule(self) -> None:
        state = self.play("same_rule")
        assert (state.turn, state.round.leads.bit_count()) == (2, 1)

    def test_the_winner_leads_anything(self) -> None:
        state = self.play("winner")
        assert state.turn == 0
        assert state.round.leads == state.hands[0]

    def test_the_next_seat_leads_anything(self) -> None:
        state = self.play("rotate")
        assert state.turn == 1
        assert state.round.leads == state.hands[1]

    def test_the_next_seat_in_the_other_direction(self) -> None:
        assert self.play("rotate", direction="counter_clockwise").turn == 2

    def test_no_double_is_asked_for(self) -> None:
        game = game_of("ikea", 2, **QUICK, next_leader="rotate")
        end = follow(begin(game, "6-6", "5-4"), "A 6-6")
        assert begin(game, "6-5", "5-4", before=end).turn == 1

    def blocked(self, *hands: str, seats: int, **changes: object) -> State:
        """A round of which the first tile blocks the line; nobody draws."""
        game = game_of(
            "block",
            seats,
            **{"hand": {str(seats): 2}, "seats": [seats], "next_leader": "winner"} | changes,
        )
        end = follow(begin(game, *hands), "C 6-6")
        assert end.result
        assert end.result.ended == "blocked"
        return end

    def test_after_a_block_the_winner(self) -> None:
        end = self.blocked("5-4 5-3", "1-0 2-0", "6-6 5-5", seats=3, sides="alone")
        assert begin(end.game, before=end).turn == 1

    def test_after_a_block_the_lighter_partner(self) -> None:
        end = self.blocked("1-0 1-1", "5-4 5-3", "6-6 0-0", "4-3 5-2", seats=4)
        assert end.result
        assert end.result.winners == (0,)
        assert begin(end.game, before=end).turn == 2
        end = self.blocked("1-0 0-0", "5-4 5-3", "6-6 2-2", "4-3 5-2", seats=4)
        assert begin(end.game, before=end).turn == 0

    def test_after_a_block_the_first_of_equals(self) -> None:
        end = self.blocked(
            "5-4 5-3", "1-0 2-0", "6-6 5-5", "2-1 0-0", seats=4, sides="alone", tie="shared"
        )
        assert end.result
        assert end.result.winners == (1, 3)
        assert begin(end.game, before=end).turn == 1

    def test_after_a_block_that_nobody_won_the_same_seat(self) -> None:
        end = self.blocked("5-4 5-3", "1-0 2-0", "6-6 5-5", "2-1 0-0", seats=4, sides="alone")
        assert end.result
        assert end.result.winners == ()
        assert begin(end.game, before=end).turn == 2


def test_a_round_before_must_be_of_the_same_game() -> None:
    three = play_round(deal_round(game_of("ikea", 3, **QUICK), Rng(1)), at_random(Rng(1))).end
    with pytest.raises(InvalidInput, match="another table"):
        deal_round(game_of("ikea", 2, **QUICK), Rng(1), three)
    assert deal_round(game_of("ikea", 3, **QUICK), Rng(1), three).state.round.number == 2


def test_a_long_round_can_be_compared_hashed_sent_about_copied_and_shown() -> None:
    """Everybody passes whenever they may, so that the round takes a thousand moves."""
    game = game_of(
        "ikea",
        8,
        set=12,
        seats=[8],
        hand={"8": 5},
        able_may_pass=True,
        pass_instead_of_draw=True,
    )
    rng = Rng(17)
    end = play_round(
        deal_round(game, rng),
        lambda state, moves: PASS if PASS in moves else rng.choose(moves),
    ).end
    assert len(end.past) > 900
    for twin in (pickle.loads(pickle.dumps(end)), copy.deepcopy(end)):
        assert twin == end
        assert hash(twin) == hash(end)
    assert repr(end.past[-1]) in repr(end)
