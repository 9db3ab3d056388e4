"""Rounds and matches as they were played, from the deal to the end: every position on the way."""

from collections.abc import Callable
from functools import cached_property

from doublesix.engine import Game, Move, State, Step, apply, deal_round, legal_moves, standing
from doublesix.rng import Rng

Choose = Callable[[State, tuple[Move, ...]], Move]


class PlayedRound:
    """A round: the deal, the moves, the step each of them made, and how the round before ended."""

    def __init__(self, deal: Step, before: State | None = None) -> None:
        self.deal = deal
        self.before = before
        self.moves: list[Move] = []
        self.steps: list[Step] = []

    @property
    def start(self) -> State:
        return self.deal.state

    @property
    def end(self) -> State:
        return self.steps[-1].state if self.steps else self.start

    @cached_property
    def states(self) -> list[State]:
        """Every position, the first before the lead."""
        return [self.start, *(step.state for step in self.steps)]

    @property
    def game(self) -> Game:
        return self.start.game


def at_random(rng: Rng) -> Choose:
    """Players who take any legal move."""
    return lambda state, moves: rng.choose(moves)


def most_moves(game: Game) -> int:
    """More moves than these no round can have: each tile is laid once and drawn once, and
    between two such moves everybody passes at most twice."""
    return 2 * game.tiles.size * (2 * game.seats + 1)


def play_round(deal: Step, choose: Choose, before: State | None = None) -> PlayedRound:
    """Play a round out."""
    played = PlayedRound(deal, before)
    while played.end.result is None:
        move = choose(played.end, legal_moves(played.end))
        played.steps.append(apply(played.end, move))
        played.moves.append(move)
        assert len(played.moves) <= most_moves(played.game), "the round does not end"
    return played


def play_match(game: Game, seed: int, most_rounds: int = 1000) -> list[PlayedRound]:
    """Rounds of a match, dealt and played by chance; to the end, unless that takes too long.

    In a book without a target every round is a game of its own, and there are always more.
    """
    rng = Rng(seed)
    before: State | None = None
    rounds: list[PlayedRound] = []
    while len(rounds) < most_rounds:
        played = play_round(deal_round(game, rng, before), at_random(rng), before)
        rounds.append(played)
        before = played.end
        if game.target and standing(before).finished:
            break
    return rounds
