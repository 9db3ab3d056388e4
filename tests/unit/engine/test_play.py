"""What may be done in a turn, and what comes of it: each option of the rules, one by one."""

import pytest

from doublesix.engine import State, Step, apply
from doublesix.engine.events import Passed, PassReason, Scored
from doublesix.engine.state import Stage
from tests.setting import begin, follow, game_of, hand, options, read_move

# B can never play on 6-6 and never has a six to draw: all the sixes are with A.
SIXES = "6-6 6-5 6-4 6-3 6-2"
STUCK = "1-0 2-0 3-0 4-0 5-0"


def stuck(book: str = "svoora", stock: str = "2-1 3-1 6-1", **changes: object) -> State:
    """B is in turn, cannot play, and would draw 2-1, then 3-1, then 6-1, which fits."""
    game = game_of(book, 2, **{"hand": {"2": 5}, "seats": [2], "sides": "alone"} | changes)
    return follow(begin(game, SIXES, STUCK, stock=stock), "A 6-6")


def able(book: str = "svoora", **changes: object) -> State:
    """B is in turn and can play 6-1; it would draw 2-1, then 3-1."""
    game = game_of(book, 2, **{"hand": {"2": 5}, "seats": [2], "sides": "alone"} | changes)
    return follow(begin(game, SIXES, "6-1 1-0 2-0 3-0 4-0", stock="2-1 3-1 4-1"), "A 6-6")


PLAYS = ["6-1 left", "6-1 right"]


class TestAble:
    def test_must_play(self) -> None:
        assert options(able()) == PLAYS

    def test_may_pass_where_the_book_lets_it(self) -> None:
        assert options(able(able_may_pass=True)) == [*PLAYS, "pass"]

    def test_may_draw_where_the_book_lets_it_and_then_must_play(self) -> None:
        state = able(able_may_draw=True)
        assert options(state) == [*PLAYS, "draw"]
        state = follow(state, "B draw, B draw")
        assert options(state) == [*PLAYS, "draw"]
        assert state.drawn == 2
        assert follow(state, "B 6-1 left").turn == 0

    def test_may_draw_up_to_the_limit(self) -> None:
        state = able(able_may_draw=True, able_draw_limit=2)
        assert options(follow(state, "B draw")) == [*PLAYS, "draw"]
        assert options(follow(state, "B draw, B draw")) == PLAYS

    def test_may_draw_only_down_to_the_reserve(self) -> None:
        state = able(able_may_draw=True, reserve=17)
        assert len(state.stock) == 18
        assert options(follow(state, "B draw")) == PLAYS

    def test_may_draw_where_an_unable_seat_may_not(self) -> None:
        assert options(able(able_may_draw=True, unable="pass")) == [*PLAYS, "draw"]
        assert options(stuck(able_may_draw=True, unable="pass")) == ["pass"]


class TestUnable:
    def test_passes_where_nobody_draws(self) -> None:
        assert options(stuck(unable="pass")) == ["pass"]

    def test_draws_on_until_one_fits(self) -> None:
        state = stuck()
        for _ in range(3):
            assert options(state) == ["draw"]
            state = follow(state, "B draw")
        assert options(state) == PLAYS

    def test_draws_one_and_passes(self) -> None:
        state = follow(stuck(unable="draw_one"), "B draw")
        assert options(state) == ["pass"]

    def test_draws_one_and_must_play_it(self) -> None:
        state = follow(stuck(unable="draw_one", stock="6-1"), "B draw")
        assert options(state) == PLAYS

    def test_draws_one_and_may_play_it(self) -> None:
        state = stuck(unable="draw_one", stock="6-1", drawn_tile="may_play")
        assert options(state) == ["draw"]
        assert options(follow(state, "B draw")) == [*PLAYS, "pass"]

    def test_draws_one_and_may_not_play_it(self) -> None:
        state = stuck(unable="draw_one", stock="6-1", drawn_tile="may_not_play")
        state = follow(state, "B draw")
        assert options(state) == ["pass"]
        later = follow(state, "B pass, A 6-2 left")
        assert options(later) == ["2-0 left", "6-1 right"], "in the next turn it may"

    def test_may_pass_instead_of_drawing_but_not_once_it_has_drawn(self) -> None:
        state = stuck(pass_instead_of_draw=True)
        assert options(state) == ["draw", "pass"]
        assert options(follow(state, "B draw")) == ["draw"]

    def test_draws_down_to_the_reserve(self) -> None:
        state = stuck(reserve=16)
        state = follow(state, "B draw, B draw")
        assert (options(state), len(state.stock)) == (["pass"], 16)

    def test_may_still_draw_one_where_an_able_seat_draws_as_it_likes(self) -> None:
        state = stuck(unable="draw_one", able_may_draw=True)
        assert options(state) == ["draw"]
        assert options(follow(state, "B draw")) == ["pass"]
        fits = follow(stuck(unable="draw_one", able_may_draw=True, stock="6-1"), "B draw")
        assert options(fits) == [*PLAYS, "draw"], "now it is able"


class TestPasses:
    def reason(self, state: State) -> PassReason:
        made = follow(state, "B pass").past[-1]
        assert isinstance(made, Passed)
        return made.reason

    def test_because_nobody_draws(self) -> None:
        assert self.reason(stuck(unable="pass")) is PassReason.NO_DRAWING

    def test_because_the_stock_is_out(self) -> None:
        assert self.reason(stuck(reserve=18)) is PassReason.STOCK_EMPTY

    def test_because_of_the_drawn_tile(self) -> None:
        state = follow(stuck(unable="draw_one"), "B draw")
        assert self.reason(state) is PassReason.DRAWN_TILE

    def test_by_choice_instead_of_drawing(self) -> None:
        assert self.reason(stuck(pass_instead_of_draw=True)) is PassReason.CHOICE

    def test_by_choice_though_able_which_nobody_can_tell(self) -> None:
        assert self.reason(able(able_may_pass=True)) is PassReason.CHOICE
        assert self.reason(stuck(able_may_pass=True, unable="pass")) is PassReason.CHOICE

    def test_are_counted_until_something_is_laid_or_drawn(self) -> None:
        state = able(able_may_pass=True)
        assert state.passes == 0
        state = follow(state, "B pass, A pass")
        assert state.passes == 2
        assert follow(state, "B 6-1 left").passes == 0
        state = follow(stuck(able_may_pass=True, pass_instead_of_draw=True), "B pass, A pass")
        assert state.passes == 2
        assert follow(state, "B draw").passes == 0


class TestAllPassed:
    def test_it_goes_on_and_who_can_must(self) -> None:
        state = follow(able(able_may_pass=True, all_passed="go_on"), "B pass, A pass")
        assert options(state) == PLAYS
        state = stuck(pass_instead_of_draw=True, able_may_pass=True)
        assert options(follow(state, "B pass, A pass")) == ["draw"]

    def test_who_cannot_still_passes(self) -> None:
        state = follow(stuck(able_may_pass=True, unable="pass"), "B pass, A pass")
        assert options(state) == ["pass"]
        state = follow(state, "B pass")
        assert options(state)[-1] != "pass", "but A can play and must"

    def test_or_the_round_is_blocked(self) -> None:
        state = follow(able(able_may_pass=True, all_passed="blocked"), "B pass")
        assert state.result is None
        state = follow(state, "A pass")
        assert state.result
        assert state.result.ended == "blocked"


class TestSecondTile:
    hands = ("6-6 6-5 4-3 2-1 1-0", "5-4 5-3 5-2 5-1 5-0")

    def lead(self, *hands: str, **changes: object) -> State:
        game = game_of("noris", 2, **changes)
        return begin(game, *(hands or self.hands))

    def test_follows_a_double_in_the_same_turn(self) -> None:
        state = follow(self.lead(), "A 6-6")
        assert (state.turn, state.stage) == (0, Stage.SECOND)
        assert options(state) == ["6-5 left", "6-5 right"]
        state = follow(state, "A 6-5 right")
        assert (state.turn, state.stage) == (1, Stage.TURN)

    def test_is_not_there_and_the_turn_ends(self) -> None:
        state = follow(self.lead("6-6 5-5 4-3 2-1 1-0", "6-4"), "A 6-6")
        assert (state.turn, state.stage) == (1, Stage.TURN)

    def test_is_not_there_and_it_is_drawn_for_as_usual(self) -> None:
        state = self.lead("6-6 5-5 4-3 2-1 1-0", "6-4", second_tile_unable="as_usual")
        state = follow(state, "A 6-6")
        assert (state.turn, state.stage) == (0, Stage.TURN)
        assert options(state) == ["draw"]

    def test_does_not_follow_another_lead(self) -> None:
        no_doubles = ("6-5 6-4 4-3 2-1 1-0", "5-4 5-3 5-2 5-1 5-0")
        assert follow(self.lead(*no_doubles), "A 6-5").turn == 1

    def test_follows_any_lead_where_the_book_says(self) -> None:
        no_doubles = ("6-5 6-4 4-3 2-1 1-0", "5-4 5-3 5-2 5-1 5-0")
        state = follow(self.lead(*no_doubles, second_tile_after="any_lead"), "A 6-5")
        assert (state.turn, options(state)) == (0, ["6-4 left"])

    def test_is_not_asked_of_an_empty_hand(self) -> None:
        state = self.lead("6-6", "6-5", hand={"2": 1}, seats=[2], second_tile_unable="as_usual")
        state = follow(state, "A 6-6")
        assert state.result
        assert (state.result.ended, state.result.by) == ("out", 0)


# Two tiles each of the double-two set, 0-0 1-0 1-1 2-0 2-1 2-2, and two in stock.
TINY: dict[str, object] = {"set": 2, "seats": [2], "hand": {"2": 2}, "sides": "alone"}
SMALL: dict[str, object] = {"set": 3, "seats": [2], "hand": {"2": 4}, "sides": "alone"}


class TestBlocked:
    def end(self, state: State) -> str:
        return "" if state.result is None else state.result.ended.value

    def test_when_nobody_can_play_and_nobody_draws(self) -> None:
        state = begin(game_of("block", 2, **TINY), "2-2 0-0", "1-1 1-0")
        assert self.end(follow(state, "A 2-2")) == "blocked"

    def test_not_while_somebody_can(self) -> None:
        state = begin(game_of("block", 2, **TINY), "2-2 2-0", "1-1 1-0")
        state = follow(state, "A 2-2")
        assert (self.end(state), options(state)) == ("", ["pass"])

    def test_not_while_there_is_stock_to_draw(self) -> None:
        state = begin(game_of("svoora", 2, **TINY), "2-2 0-0", "1-1 1-0", stock="2-1 2-0")
        state = follow(state, "A 2-2")
        assert (self.end(state), options(state)) == ("", ["draw"])

    # A round of the double-three set that is dead before the last tile is drawn.
    dead = """
        B 3-3, A 3-0 left, B 1-0 left, A 3-1 right, B 2-1 left, A 3-2 left, B draw, B 1-1 right
    """

    def begin_small(self, **changes: object) -> State:
        game = game_of("svoora", 2, **SMALL, **changes)
        return begin(game, "3-2 3-1 3-0 0-0", "3-3 2-2 2-1 1-0", stock="1-1 2-0")

    def test_only_once_the_stock_is_drawn(self) -> None:
        state = follow(self.begin_small(), self.dead)
        assert (self.end(state), options(state)) == ("", ["draw"])
        state = follow(state, "A draw")
        assert self.end(state) == "blocked", "and nobody has to say pass"
        assert state.result
        assert state.result.pips == (2, 4)

    def test_or_as_soon_as_no_unseen_tile_fits(self) -> None:
        state = follow(self.begin_small(stop_dead_rounds=True), self.dead)
        assert self.end(state) == "blocked"
        assert len(state.stock) == 1
        assert state.result
        assert state.result.pips == (0, 4)

    def test_not_for_dead_while_a_tile_left_in_the_reserve_could_fit(self) -> None:
        game = game_of("svoora", 2, **TINY, stop_dead_rounds=True, reserve=1)
        state = begin(game, "2-2 0-0", "1-1 1-0", stock="2-1 2-0")
        state = follow(state, "A 2-2")
        assert (self.end(state), options(state)) == ("", ["draw"])

    def test_at_the_reserve(self) -> None:
        game = game_of("svoora", 2, **TINY, reserve=2)
        state = begin(game, "2-2 0-0", "1-1 1-0", stock="2-1 2-0")
        assert self.end(follow(state, "A 2-2")) == "blocked"

    def test_as_soon_as_one_is_stuck_where_the_book_says(self) -> None:
        for when, ended in (("all_stuck", ""), ("one_stuck", "blocked")):
            game = game_of("svoora", 2, **TINY, reserve=2, blocked_when=when)
            state = begin(game, "2-2 2-0", "1-1 1-0")
            assert self.end(follow(state, "A 2-2")) == ended

    def test_in_ikea_each_draws_one_a_turn_until_the_stock_is_out(self) -> None:
        game = game_of("ikea", 2, **{**SMALL, "hand": {"2": 3}})
        state = begin(game, "3-3 2-2 2-1", "3-1 1-1 0-0", stock="3-2 1-0 3-0 2-0")
        state = follow(
            state, "A 3-3, B 3-1 right, A 2-1 right, B draw, B 3-2 right, A draw, A pass"
        )
        state = follow(state, "B draw, B 3-0 left, A 1-0 left, B 1-1 left")
        assert (self.end(state), options(state)) == ("", ["draw"])
        assert self.end(follow(state, "A draw")) == "blocked"


class TestPointsInPlay:
    hands = ("5-5 5-4 4-3 3-2 2-1 1-0 0-0", "5-0 3-3 2-2 1-1 6-0 4-0 3-0")

    def lead(self, target: int, **changes: object) -> Step:
        """A leads 5-5, which is worth two."""
        game = game_of("muggins", 2, target, **changes)
        return apply(begin(game, *self.hands), read_move("5-5"))

    def test_are_told_and_written(self) -> None:
        step = self.lead(61)
        assert step.events[1:] == (Scored(seat=0, side=0, ends=10, points=2),)
        assert step.state.in_play == (2, 0)

    def test_that_overshoot_an_exact_target_are_told_but_not_written(self) -> None:
        step = self.lead(1, exact=True)
        assert step.events[1:] == (Scored(seat=0, side=0, ends=10, points=0),)
        assert step.state.in_play == (0, 0)
        assert step.state.result is None

    def test_that_hit_an_exact_target_end_the_match(self) -> None:
        state = self.lead(2, exact=True).state
        assert state.result
        assert state.result.ended == "target"

    def test_of_earlier_plays_count_towards_an_exact_target(self) -> None:
        """B scores two, and A, who has two already, may not score two more of three."""
        state = follow(self.lead(3, exact=True).state, "B 5-0 right")
        assert state.in_play == (2, 2)
        assert follow(state, "A 0-0 right").in_play == (2, 2)

    def test_go_to_the_pair(self) -> None:
        state = begin(game_of("muggins", 4), "5-5", "5-0", "0-0", stock="6-6")
        state = follow(state, "A 5-5, B 5-0 left, C 0-0 left")
        assert state.in_play == (4, 2)


@pytest.mark.parametrize("book", ["ikea", "ikea:vi"])
def test_the_turn_passes_to_the_next_seat(book: str) -> None:
    game = game_of(book, 3)
    state = begin(game, "6-6", "6-5", "6-4")
    after_lead = follow(state, "A 6-6")
    assert after_lead.turn == (1 if book == "ikea" else 2)


def test_a_play_takes_the_tile_from_the_hand() -> None:
    state = begin(game_of("svoora", 2), SIXES, STUCK)
    after = follow(state, "A 6-6")
    assert after.hands == (hand("6-5 6-4 6-3 6-2"), hand(STUCK))
    assert after.stock == state.stock
