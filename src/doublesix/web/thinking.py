"""Bots at work: the quick ones in a thread, those that think ahead in a process of their own.

People wait for a bot, so whatever happens there is a move in time: where a bot cannot think, the
thumb rules choose for it, and where a bot is broken, any move is better than none.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from doublesix.bots import QUICK, find_bot
from doublesix.engine import Move, State, View, legal_moves
from doublesix.errors import DoublesixError
from doublesix.rng import Rng
from doublesix.table.events import Lack
from doublesix.table.play import Choice
from doublesix.table.seats import USUAL_BOT
from doublesix.web.workers import Workers

THREADS = 2
"""Threads that quick bots choose in."""
THUMB_RULES = "heuristic"
"""The bot that chooses for one that cannot think."""
PATIENCE = 5.0
"""Seconds that people wait for a bot to think; and that a server which was just started may take
to get ready for it."""
_PAUSE = 0.05

log = logging.getLogger(__name__)


class Thinkers:
    """All bots of a server."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(THREADS, "thinker")
        self._begun = monotonic()

    async def choose(self, bot: str, view: View, position: State) -> Choice:
        """What a bot does; it sees nothing but the view."""
        legal = legal_moves(position)
        if bot in QUICK:
            return Choice(await self._at_once((bot, USUAL_BOT), view, legal))
        if len(legal) == 1:
            return Choice(legal[0])
        thought = await self._think(bot, view, legal)
        if isinstance(thought, Move):
            return Choice(thought)
        return Choice(await self._at_once((THUMB_RULES, USUAL_BOT), view, legal), thought)

    def stop(self) -> None:
        """Nobody waits for bots any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _at_once(self, bots: Sequence[str], view: View, legal: Sequence[Move]) -> Move:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _choose_somehow, bots, view, legal)

    async def _think(self, bot: str, view: View, legal: Sequence[Move]) -> Move | Lack:
        """What a bot that thinks ahead does, or why it cannot."""
        await self._getting_ready()
        if self._workers.refusal is not None:
            return "starting" if self._is_starting else "missing"
        seed = secrets.randbits(64)
        try:
            async with asyncio.timeout(PATIENCE):
                move = await self._workers.run(choose, bot, view, seed, urgent=True)
        except (TimeoutError, DoublesixError) as problem:
            log.warning("the bot %s could not think: %r", bot, problem)
            return "busy"
        if move not in legal:
            log.error("the bot %s wants what it may not do: %s", bot, move)
            return "busy"
        return move

    async def _getting_ready(self) -> None:
        """A server that was just started may take a moment until bots can think."""
        while self._is_starting and monotonic() < self._begun + PATIENCE:
            await asyncio.sleep(_PAUSE)

    @property
    def _is_starting(self) -> bool:
        refusal = self._workers.refusal
        return refusal is not None and refusal.code == "workers-starting"


def choose(bot: str, view: View, seed: int) -> Move:
    """What a bot does with this chance; runs in a process of its own."""
    return find_bot(bot).choose(view, Rng(seed))


def _choose_somehow(bots: Sequence[str], view: View, legal: Sequence[Move]) -> Move:
    """What the first of these bots does that does something, and at worst any move; runs in a
    thread of its own."""
    for bot in bots:
        try:
            move = find_bot(bot).choose(view, Rng(secrets.randbits(64)))
        except Exception:
            log.exception("the bot %s failed", bot)
        else:
            if move in legal:
                return move
            log.error("the bot %s wants what it may not do: %s", bot, move)
    return legal[0]
