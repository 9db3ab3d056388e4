"""Two bots on one deal: every seating of them, played out by the referee.

Chance is in two streams that never meet. Deal ``n`` is stream ``n`` of the seed, as in a
simulation, whatever the bots do. What a bot draws comes from a stream of its seat, the same in
every seating: so a bot against itself plays one game several times over and gets exactly half.

Seatings of more than two sides have their first moves in common. A bot that was asked about a
position is not asked again, with the same chance, in another seating: it saves half the time,
and one that thinks for a time, and might do something else the second time, adds no chance.
"""

from collections.abc import Iterator
from copy import copy
from time import perf_counter, thread_time_ns

from msgspec import Struct

from doublesix.bots import Bot
from doublesix.engine import (
    SEATS,
    Game,
    Move,
    State,
    apply,
    deal_round,
    legal_moves,
    standing,
    view,
)
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.lab.arena.contest import Contest, Part, bots_of, seatings
from doublesix.lab.workers import check_version
from doublesix.rng import Rng, mix

LONGEST_MATCH = 10_000
"""Rounds after which a match is given up: its target may never be reached."""

_CHANCE = 0x626F7473
"""What sets the chance of bots apart from that of deals: the word ``bots``."""


class Bout(Struct, frozen=True):
    """A round, or a match, between two bots in one seating."""

    pair: int
    deal: int
    held: int
    """The sides that the first bot held, as a mask."""
    winners: tuple[int, ...]
    """The sides that won; none when nobody did."""
    points: tuple[int, ...]
    """What each side scored."""
    rounds: int
    share: float
    """The first bot's part of the win; several winners share it, without a winner all do."""
    round_share: float
    """The same, as a mean over the rounds."""
    ahead: float
    """Points of a side of the first bot beyond those of a side of the second."""
    thought: tuple[tuple[int, ...], tuple[int, ...]]
    """The nanoseconds that each decision took, of both bots."""


class Fought(Struct, frozen=True):
    """What came of a part."""

    part: Part
    bouts: tuple[Bout, ...]
    seconds: float
    """How long it took, for those who plan the next parts."""


def play_part(contest: Contest, part: Part) -> Fought:
    """Play a part. It depends on nothing but its arguments, so it can be done again elsewhere."""
    check_version(contest.version)
    began = perf_counter()
    deals = range(part.first, part.first + part.count)
    bouts = tuple(bout for deal in deals for bout in play_deal(contest, part.pair, deal))
    return Fought(part, bouts, perf_counter() - began)


def play_deal(contest: Contest, pair: int, deal: int) -> Iterator[Bout]:
    """Play a deal in every seating."""
    memory = _Memory()
    for held in seatings(len(contest.game.sides)):
        yield _Table(contest, pair, held).play(deal, memory)


class _Decision(Struct, frozen=True):
    """What a bot chose, how long that took, and its chance as it was then."""

    move: Move
    nanoseconds: int
    rng: Rng


class _Memory:
    """A position, by the moves that led to it: what bots chose there, and what follows."""

    def __init__(self) -> None:
        self.chosen: dict[str, _Decision] = {}
        self._after: dict[Move, _Memory] = {}

    def after(self, move: Move) -> "_Memory":
        """The position after a move."""
        return self._after.setdefault(move, _Memory())


class _Table:
    """Two bots, and who of them sits where."""

    def __init__(self, contest: Contest, pair: int, held: int) -> None:
        self.contest = contest
        self.game: Game = contest.game
        self.pair = pair
        self.held = held
        bots = bots_of(contest.bots)
        self.bots: list[Bot] = [bots[place] for place in contest.pairs[pair]]
        self.thought: tuple[list[int], list[int]] = ([], [])

    def play(self, deal: int, memory: _Memory) -> Bout:
        """Play a round or a match that begins with this deal."""
        seed, seats = self.contest.seed, self.game.seats
        dealer = Rng(seed, deal)
        self._memory = memory
        self._chance = [Rng(mix(seed ^ _CHANCE), deal * len(SEATS) + seat) for seat in range(seats)]
        state = self._play_round(deal_round(self.game, dealer).state)
        shares = [self._share(_winners(state))]
        while self.contest.in_matches and not standing(state).finished:
            if len(shares) == LONGEST_MATCH:
                raise UnsupportedRules("kernel-endless", key="target", most=LONGEST_MATCH)
            state = self._play_round(deal_round(self.game, dealer, state).state)
            shares.append(self._share(_winners(state)))
        now = standing(state)
        won = now.winners if self.contest.in_matches else _winners(state)
        first, second = map(tuple, self.thought)
        return Bout(
            pair=self.pair,
            deal=deal,
            held=self.held,
            winners=won,
            points=now.totals,
            rounds=len(shares),
            share=self._share(won),
            round_share=sum(shares) / len(shares),
            ahead=self._ahead(now.totals),
            thought=(first, second),
        )

    def _play_round(self, state: State) -> State:
        while state.result is None:
            moves = legal_moves(state)
            move = moves[0] if len(moves) == 1 else self._choose(state)
            state = apply(state, move).state
            self._memory = self._memory.after(move)
        return state

    def _choose(self, state: State) -> Move:
        """What the bot in turn chooses, or chose when it was asked before."""
        who = 0 if self._holds(self.game.side_of[state.turn]) else 1
        bot, known = self.bots[who], self._memory.chosen
        if bot.name not in known:
            known[bot.name] = _ask(bot, state, copy(self._chance[state.turn]))
        decision = known[bot.name]
        self._chance[state.turn] = decision.rng
        self.thought[who].append(decision.nanoseconds)
        return decision.move

    def _holds(self, side: int) -> bool:
        return bool(self.held >> side & 1)

    def _share(self, winners: tuple[int, ...]) -> float:
        among = winners or range(len(self.game.sides))
        return sum(map(self._holds, among)) / len(among)

    def _ahead(self, points: tuple[int, ...]) -> float:
        own = [made for side, made in enumerate(points) if self._holds(side)]
        others = [made for side, made in enumerate(points) if not self._holds(side)]
        return sum(own) / len(own) - sum(others) / len(others)


def _ask(bot: Bot, state: State, rng: Rng) -> _Decision:
    """Have a bot choose, from its own view."""
    seen = view(state, state.turn)
    began = thread_time_ns()
    move = bot.choose(seen, rng)
    took = thread_time_ns() - began
    if move not in seen.legal:
        raise InvalidInput("bot-illegal", name=bot.name, move=str(move))
    return _Decision(move, took, rng)


def _winners(state: State) -> tuple[int, ...]:
    assert state.result is not None
    return state.result.winners


def rehearse(contest: Contest) -> None:
    """Let every bot make one decision: what it cannot play, it says before hours of work, and
    what it has to compile is compiled once for all workers."""
    state = deal_round(contest.game, Rng(contest.seed)).state
    while state.result is None and len(legal_moves(state)) == 1:
        state = apply(state, legal_moves(state)[0]).state
    if state.result is None:
        for bot in bots_of(contest.bots):
            bot.choose(view(state, state.turn), Rng(contest.seed))
