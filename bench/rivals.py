"""Our bots against the players of the PyPI library ``dominoes``, on the same deals.

Four in pairs, 7 tiles each (``pairs-seven``), each deal twice with the sides exchanged. Both
engines play every round side by side and must agree, at every turn, on whose it is and what may be
laid, and in the end on who won. The rules are the same: the double six leads, who can play must, a
blocked round goes to the pair with fewer pips, and to nobody when they have the same. Only the
points differ, which are not counted here.

``bota_gorda`` lays the heaviest tile. ``probabilistic_alphabeta`` guesses hands that may be,
searches each to the end with all tiles face up, and takes the move that was best most often. One
such search takes about a second at the start of a round, and it wants to guess all hands there
are, so its own two parameters are set: from move START (of all seats, passes too) on, with SAMPLES
guesses a move; before that, bota_gorda chooses. The search tries heavy tiles first, which makes it
faster.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import dominoes

from doublesix import rules, tiles
from doublesix.bots import find_bot
from doublesix.engine import Move, State, apply, deal_round, legal_moves, one_round, view
from doublesix.engine.moves import PASS, End, lay
from doublesix.lab.intervals import mean_of
from doublesix.lab.workers import cores, on_processes
from doublesix.rng import Rng, mix

PAIRS_SEVEN = Path(__file__).parent.parent / "examples" / "pairs-seven.toml"
GAME = one_round(rules.load(str(PAIRS_SEVEN)), 4)
BAR = 60
START, SAMPLES = 8, 20

Rival = Callable[[Any], None]
"""One of their players: it puts the moves of a game in the order it likes them."""


class Played(NamedTuple):
    """What came of a deal: our share of its two rounds, and decisions and seconds of both."""

    share: float
    ours: tuple[int, float]
    theirs: tuple[int, float]


def rival(name: str, start: int = START, samples: int = SAMPLES) -> Rival:
    """One of their players."""
    if name == "bota_gorda":
        return dominoes.players.bota_gorda  # type: ignore[no-any-return]
    search = dominoes.players.probabilistic_alphabeta(
        start_move=start, sample_size=samples, player=dominoes.players.bota_gorda
    )

    def choose(game: Any) -> None:
        dominoes.players.bota_gorda(game)
        search(game)

    return choose


def their_tile(tile: int) -> Any:
    """A tile as they have it."""
    return dominoes.Domino(*tiles.halves(tile))


def their_game(state: State) -> Any:
    """The same deal at their table, before the lead."""
    hands = [dominoes.Hand([their_tile(tile) for tile in tiles.members(h)]) for h in state.hands]
    lead = their_tile(tiles.parse("6-6"))
    return dominoes.Game(dominoes.Board(), hands, [], state.turn, ((lead, True),), state.turn, None)


def our_move(theirs: tuple[Any, bool], state: State) -> Move:
    """One of their moves at our table."""
    domino, is_left = theirs
    tile = tiles.number(domino.first, domino.second)
    if not state.past:
        return lay(tile)
    return lay(tile, End.LEFT if is_left else End.RIGHT)


def check_same(state: State, game: Any) -> None:
    """Both tables must say the same about whose turn it is and what may be laid. Where both ends
    show the same number, they name only the left one."""
    assert state.turn == game.turn
    ours = set(legal_moves(state))
    if len(set(state.ends.shown)) == 1:
        ours = {move for move in ours if move.end is not End.RIGHT}
    assert ours == {our_move(move, state) for move in game.valid_moves}


def winner_there(game: Any) -> tuple[int, ...]:
    """The side that won at their table, if any did."""
    result = game.result
    if result.won:
        return (result.player % 2,)
    return () if not result.points else (0,) if result.points > 0 else (1,)


class Table:
    """Our bot at one side, their player at the other."""

    def __init__(self, bot: str, their_player: Rival) -> None:
        self.bot = find_bot(bot)
        self.rival = their_player
        self.spent = [[0, 0.0], [0, 0.0]]

    def play(self, deal: int, side: int) -> float:
        """Play a round with our bot at this side; our part of the win."""
        state = deal_round(GAME, Rng(1, deal)).state
        game = their_game(state)
        chance = [Rng(mix(1), 4 * deal + seat) for seat in range(4)]
        random.seed(deal)
        while state.result is None:
            if legal_moves(state) == (PASS,):  # they pass by themselves
                state = apply(state, PASS).state
                continue
            check_same(state, game)
            move = self._choose(state, game, GAME.side_of[state.turn] == side, chance)
            game.make_move(their_tile(move.tile), move.end is not End.RIGHT)
            state = apply(state, move).state
        assert state.result.winners == winner_there(game)
        return 0.5 if not state.result.winners else float(side in state.result.winners)

    def _choose(self, state: State, game: Any, is_ours: bool, chance: list[Rng]) -> Move:
        legal = legal_moves(state)
        if len(legal) == 1:
            return legal[0]
        began = time.thread_time()
        if is_ours:
            move = self.bot.choose(view(state, state.turn), chance[state.turn])
        else:
            self.rival(game)
            move = our_move(game.valid_moves[0], state)
        spent = self.spent[not is_ours]
        spent[0] += 1
        spent[1] += time.thread_time() - began
        return move


def play_deal(bot: str, their_player: str, start: int, samples: int, deal: int) -> Played:
    """A deal, both ways round."""
    table = Table(bot, rival(their_player, start, samples))
    share = (table.play(deal, 0) + table.play(deal, 1)) / 2
    (ours, our_time), (theirs, their_time) = table.spent
    return Played(share, (int(ours), our_time), (int(theirs), their_time))


def compare(bot: str, their_player: str, deals: int, start: int, samples: int) -> None:
    """Print who wins how often."""
    work = partial(play_deal, bot, their_player, start, samples)
    played = [one for one in on_processes(work, iter(range(deals)), cores()) if one is not None]
    wins = mean_of([one.share for one in played])
    low = wins.interval[0] if wins.interval else 0.0
    ours = _milliseconds([one.ours for one in played])
    theirs = _milliseconds([one.theirs for one in played])
    print(
        f"{bot:14} against {their_player:24} {deals:5} deals, {2 * deals} rounds:"
        f" {100 * wins.mean:5.1f} %, lower bound {100 * low:5.1f} (bar: {BAR}),"
        f" {ours:.2f} and {theirs:.2f} ms a decision",
        flush=True,
    )


def _milliseconds(spent: list[tuple[int, float]]) -> float:
    """What a decision took."""
    return 1000 * sum(took for _, took in spent) / max(sum(count for count, _ in spent), 1)


def main() -> None:
    """Run everything: bench/run rivals [BOT [DEALS [START [SAMPLES]]]]."""
    bot = sys.argv[1] if len(sys.argv) > 1 else "search"
    deals, start, samples = (
        int(sys.argv[at]) if len(sys.argv) > at else usual
        for at, usual in ((2, 200), (3, START), (4, SAMPLES))
    )
    print(f"probabilistic_alphabeta(start_move={start}, sample_size={samples}), after bota_gorda")
    for name in ("bota_gorda", "probabilistic_alphabeta"):
        compare(bot, name, deals, start, samples)


if __name__ == "__main__":
    main()
