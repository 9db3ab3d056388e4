"""A match in the terminal: who sits where, the seed, and every round so far.

A record is a value. Moves, deals and taking back give a new one, and because all chance
comes from the seed, the round and the ply, the same moves always lead to the same game.
"""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from doublesix.bots import find_bot
from doublesix.engine import (
    SEATS,
    Game,
    Move,
    State,
    Step,
    apply,
    deal_round,
    legal_moves,
    standing,
    view,
)
from doublesix.engine.replay import replay as replay_round
from doublesix.notation.telling import Company
from doublesix.notation.transcript import Transcript
from doublesix.rng import Rng

_PLY = 1 << 32
"""Streams of chance: a deal has its round's number, a bot's choice has its ply above that."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat."""

    name: str
    bot: str = ""
    """The bot that plays; empty for a person."""


class Record(Struct, frozen=True):
    """The match so far."""

    rules: str
    """The rulebook by a name that means the same in every folder."""
    game: Game
    target: int | None
    """The target where it is not the book's own."""
    players: tuple[Player, ...]
    seed: int
    rounds: tuple[State, ...] = ()
    """The last position of each round."""

    @property
    def now(self) -> State | None:
        """The position; None before the first deal."""
        return self.rounds[-1] if self.rounds else None

    @property
    def before(self) -> State | None:
        """How the round before this one ended, if there was one."""
        return self.rounds[-2] if len(self.rounds) > 1 else None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.bot)

    @property
    def is_won(self) -> bool:
        """Whether the target was reached; never so in a book without one."""
        return bool(self.game.target and self.now and standing(self.now).finished)

    @property
    def company(self) -> Company:
        """Who plays, for those who tell what happens."""
        return Company(
            game=self.game,
            names=tuple(player.name for player in self.players),
            bots=tuple(bool(player.bot) for player in self.players),
            one_screen=True,
        )

    def name(self, seat: int) -> str:
        """What the one at this seat is called."""
        return self.players[seat].name


def to_transcript(record: Record) -> Transcript:
    """The record as everybody writes it."""
    names = tuple(player.name for player in record.players)
    return Transcript(record.rules, record.game, record.target, names, record.rounds)


def from_transcript(transcript: Transcript) -> Record:
    """A recorded match as one between people; seats without names go by their letters."""
    names = transcript.names or tuple(SEATS[: transcript.game.seats])
    return Record(
        rules=transcript.rules,
        game=transcript.game,
        target=transcript.target,
        players=tuple(map(Player, names)),
        seed=0,
        rounds=transcript.rounds,
    )


def deal_next(record: Record) -> tuple[Record, Step]:
    """Deal the first round, or the one after the last."""
    rng = Rng(record.seed, len(record.rounds))
    step = deal_round(record.game, rng, record.now)
    return replace(record, rounds=(*record.rounds, step.state)), step


def make_move(record: Record, move: Move) -> tuple[Record, Step]:
    """Make a move for the seat in turn; an illegal one is an error."""
    assert record.now is not None
    step = apply(record.now, move)
    return replace(record, rounds=(*record.rounds[:-1], step.state)), step


def choose_move(record: Record) -> Move:
    """What the bot in turn does."""
    state = record.now
    assert state is not None
    stream = state.round.number + _PLY * (1 + len(state.past))
    bot = find_bot(record.players[state.turn].bot)
    return bot.choose(view(state, state.turn), Rng(record.seed, stream))


def take_back(record: Record) -> Record | None:
    """The record before the last choice that a person had; None when there was none."""
    for number in range(len(record.rounds) - 1, -1, -1):
        reached = replace(record, rounds=record.rounds[: number + 1])
        for state, _ in reversed(list(replay(reached))):
            if is_choice(record, state):
                return replace(record, rounds=(*record.rounds[:number], state))
    return None


def is_choice(record: Record, state: State) -> bool:
    """Whether a person has to choose here."""
    return not record.players[state.turn].bot and len(legal_moves(state)) > 1


def replay(record: Record, ply: int = 0) -> Iterator[tuple[State, Step]]:
    """The moves of the running round from a ply on: the position before, and what came of it."""
    assert record.now is not None
    return islice(replay_round(record.now), ply, None)
