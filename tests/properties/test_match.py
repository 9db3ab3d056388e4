"""A whole match, played by chance, with illegal moves tried in between."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from doublesix.engine import (
    Game,
    Move,
    State,
    apply,
    begin_round,
    deal_round,
    legal_moves,
    standing,
)
from doublesix.engine.events import Played
from doublesix.errors import IllegalMove, InvalidInput
from doublesix.rng import Rng
from doublesix.tiles import mask
from tests.conformance.refusals import conceivable_moves
from tests.strategies import games, rulebooks, seeds, shipped_rulebooks


class Match(RuleBasedStateMachine):
    """The engine may be asked anything at any time; it must keep the match in order."""

    game: Game
    state: State
    totals: list[int]
    rounds: int

    @initialize(game=games(rulebooks() | shipped_rulebooks()), seed=seeds())
    def first_round(self, game: Game, seed: int) -> None:
        self.game = game
        self.state = deal_round(game, Rng(seed)).state
        self.totals = [0] * len(game.sides)
        self.rounds = 1

    def is_over(self) -> bool:
        return self.state.result is not None

    def has_next_round(self) -> bool:
        return self.is_over() and not (self.game.target and standing(self.state).finished)

    def make(self, move: Move) -> None:
        before = self.state
        self.state = apply(before, move).state
        assert len(self.state.past) == len(before.past) + 1
        if self.state.result is not None:
            points = self.state.result.points
            self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]

    @precondition(lambda self: not self.is_over())
    @rule(data=st.data())
    def make_a_move(self, data: st.DataObject) -> None:
        moves = legal_moves(self.state)
        assert moves, "an open round always has a move"
        self.make(data.draw(st.sampled_from(moves)))

    @precondition(lambda self: not self.is_over())
    @rule(seed=seeds(), moves=st.integers(2, 60))
    def make_several_moves(self, seed: int, moves: int) -> None:
        """So that a match gets somewhere."""
        rng = Rng(seed)
        while moves and not self.is_over():
            self.make(rng.choose(legal_moves(self.state)))
            moves -= 1

    @rule(data=st.data())
    def try_an_illegal_move(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(conceivable_moves(self.state)))
        if move not in legal_moves(self.state):
            before = self.state
            with pytest.raises(IllegalMove):
                apply(self.state, move)
            assert self.state == before

    @precondition(lambda self: not self.is_over())
    @rule(seed=seeds())
    def try_a_round_too_early(self, seed: int) -> None:
        with pytest.raises(InvalidInput) as caught:
            deal_round(self.game, Rng(seed), self.state)
        assert caught.value.code == "round-not-over"

    @precondition(lambda self: self.is_over() and not self.has_next_round())
    @rule()
    def try_a_round_too_late(self) -> None:
        with pytest.raises(InvalidInput) as caught:
            begin_round(self.game, self.state.round.deal, self.state)
        assert caught.value.code == "match-over"

    @precondition(lambda self: self.has_next_round())
    @rule(seed=seeds())
    def deal_the_next_round(self, seed: int) -> None:
        self.state = deal_round(self.game, Rng(seed), self.state).state
        self.rounds += 1

    @invariant()
    def counts_agree(self) -> None:
        now = standing(self.state)
        assert self.state.round.number == self.rounds
        if self.is_over():
            assert list(now.totals) == self.totals
        else:
            assert list(self.state.round.totals) == self.totals
            assert not now.finished
        assert sum(now.games) <= self.rounds * len(self.game.sides)

    @invariant()
    def tiles_are_all_there(self) -> None:
        laid = mask(event.tile for event in self.state.past if isinstance(event, Played))
        parts = [*self.state.hands, mask(self.state.stock), laid]
        assert sum(parts) == self.game.tiles.full
        assert sum(part.bit_count() for part in parts) == self.game.tiles.size

    @invariant()
    def the_target_decides(self) -> None:
        if self.game.target and self.is_over():
            reached = max(self.totals) >= self.game.target
            assert standing(self.state).finished == reached


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=60, stateful_step_count=40)


@pytest.mark.slow
class TestManyMatches(Match.TestCase):  # type: ignore[misc,valid-type]  # made by Hypothesis
    settings = settings(settings.get_profile("slow"), stateful_step_count=60)
