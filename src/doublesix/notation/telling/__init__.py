"""What happened, as message ids with their arguments: every screen says it in its own words.

Which sentence is told is decided here, once, for the terminal and for the page: whether somebody
was forced, why somebody passes, why the tiles are dealt again, who leads and why, and where every
number of the score sheet comes from. :meth:`doublesix.words.Words.retell` says it.

In the arguments of a sentence

- ``tile`` is one tile and ``tiles`` are several, written as ``6-5``;
- ``name`` is one player;
- ``side``, ``winners``, ``first`` and ``second`` are lists of players' names;
- ``players``, ``score`` and ``rules`` are lists of sentences: a player with a seat, a side with
  its points, the one name of the rulebook;
- all others are numbers, but for the letter of a ``seat``.
"""

from doublesix.notation.telling.company import Company
from doublesix.notation.telling.news import tell_move
from doublesix.notation.telling.opening import tell_deal, tell_match, tell_number
from doublesix.notation.telling.sheet import (
    Sheet,
    make_sheet,
    tell_match_end,
    tell_round,
    tell_scores,
)
from doublesix.words.told import Told

__all__ = [
    "Company",
    "Sheet",
    "Told",
    "make_sheet",
    "tell_deal",
    "tell_match",
    "tell_match_end",
    "tell_move",
    "tell_number",
    "tell_round",
    "tell_scores",
]
