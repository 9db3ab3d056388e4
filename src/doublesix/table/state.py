"""All that a table is at one moment: the fold of its events, and what can be asked of it."""

from typing import Literal, Self

from msgspec import Struct

from doublesix.engine import Game, Standing, State, Step, standing
from doublesix.table.chance import commitment
from doublesix.table.clock import Clock
from doublesix.table.events import By, Lack, Opened
from doublesix.table.fair import RoundProof
from doublesix.table.messages import Settings, Spoken
from doublesix.table.seats import Seat

Phase = Literal["waiting", "playing", "between", "over", "closed"]


class Finished(Struct, frozen=True):
    """A round that is over: its last position, the proof of its deal, and who has played it."""

    state: State
    proof: RoundProof
    names: tuple[str, ...]


class TableState(Struct):
    """A table. Two tables that were told the same events are equal."""

    id: str
    code: str
    rules: str
    """The id of the rulebook; empty for house rules."""
    house: str
    """The text of house rules."""
    game: Game
    target: int | None
    """The target where it is not the book's own."""
    public: bool
    host: str
    """Who the host is: the digest of a token."""
    settings: Settings
    seats: tuple[Seat, ...]
    opened: float
    touched: float
    """When the last event happened."""
    version: int = 1
    """How many events there have been."""
    phase: Phase = "waiting"
    paused: bool = False
    match: int = 1
    secret: str = ""
    """What the next deal will come from."""
    dealt: RoundProof | None = None
    """How the round that is played was dealt; nobody may know before it is over."""
    steps: list[Step] = []
    """The round that is played or has just ended: its deal and each of its moves."""
    moved_by: By = "person"
    """Who made the last of them."""
    rounds: list[Finished] = []
    """The finished rounds of this match. Those of earlier matches are not kept here: the journal
    has their transcripts and proofs."""
    names: tuple[str, ...] = ()
    """The names of those who play the round, or have played it."""
    bots: tuple[bool, ...] = ()
    """Where bots play it."""
    owners: tuple[frozenset[str], ...] = ()
    """Who has owned each seat in this round, and so has seen its tiles."""
    shut: frozenset[tuple[int, str]] = frozenset()
    """Seats that somebody, as the host, took from a person in this round, and the host."""
    lack: Lack | None = None
    """Why a bot could not think ahead, as people were told last."""
    clock: Clock = Clock()
    talk: tuple[Spoken, ...] = ()
    obeyed: tuple[tuple[str, str, int], ...] = ()
    """The last commands besides moves: who asked, the command's id, and the version that the
    first of its events made."""

    @classmethod
    def begin(cls, event: Opened, game: Game) -> Self:
        """The table as it is at first: all seats are empty."""
        return cls(
            id=event.id,
            code=event.code,
            rules=event.rules,
            house=event.house,
            game=game,
            target=event.target,
            public=event.public,
            host=event.host,
            settings=event.settings,
            seats=(Seat(),) * game.seats,
            opened=event.at,
            touched=event.at,
        )

    @property
    def state(self) -> State | None:
        """The position of the round that is played or has just ended."""
        return self.steps[-1].state if self.steps else None

    @property
    def before(self) -> State | None:
        """How the round before the next one ended; None where a match begins."""
        return self.rounds[-1].state if self.rounds and self.phase != "over" else None

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        if self.steps:
            return standing(self.steps[-1].state)
        nothing = (0,) * len(self.game.sides)
        return Standing(nothing, nothing)

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won the match; none while it goes on. Where every round is a game
        of its own, those that have won most games once it is over."""
        if self.game.target:
            return self.standing.winners
        games = self.standing.games
        if self.phase != "over" or not any(games):
            return ()
        return tuple([side for side, won in enumerate(games) if won == max(games)])

    @property
    def commitment(self) -> str:
        """What is shown of the secret of the next deal."""
        return commitment(self.secret)

    @property
    def deadline(self) -> float | None:
        """When the time of the person in turn is up; None when no clock runs."""
        limit = self.clock.limit
        if limit is None or self.paused or self.phase != "playing":
            return None
        return None if self.seats[self.steps[-1].state.turn].player else limit

    def may_see(self, who: str, at: int) -> bool:
        """Whether somebody may look into the hand of a seat in this round: nobody sees two, unless
        they have shared a screen from the start, and a host who takes somebody's seat away does
        not get it."""
        if who in self.owners[at]:
            return True
        return (at, who) not in self.shut and not any(who in owners for owners in self.owners)

    def would_move(self, who: str, at: int) -> bool:
        """Whether somebody who takes this seat has left another one since the last deal."""
        left = [
            who in owners and seat.owner != who
            for owners, seat in zip(self.owners, self.seats, strict=True)
        ]
        return any(left) and not left[at]

    def when_obeyed(self, who: str, command: str) -> int | None:
        """The version that a command has led to, if it was obeyed lately."""
        for asker, known, version in reversed(self.obeyed):
            if (asker, known) == (who, command):
                return version
        return None

    def seats_of(self, who: str) -> tuple[int, ...]:
        """The seats that somebody owns."""
        if not who:
            return ()
        return tuple([at for at, seat in enumerate(self.seats) if seat.owner == who])
