"""Drawing worlds with compiled code; ``bots/beliefs/fast.py`` writes what is asked for."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from doublesix.errors import UnsupportedRules
from doublesix.kernel import core

_WORD = (1 << 64) - 1
_FIRST_ROOM = 1 << 8
_MOST_ROOM = 1 << 20
_EDGES_A_NODE = 4


class Sampler:
    """The worlds of one view, listed. The arrays are what compiled code takes, see ``core``."""

    def __init__(
        self,
        words: Sequence[int],
        splits: Sequence[float],
        room: int = _FIRST_ROOM,
        most: int = _MOST_ROOM,
    ) -> None:
        self.memory = np.array(words, np.uint64)
        self.splits = np.array(splits, np.float64)
        """In how many ways the pools of each case fall to their slots."""
        while not self._listed(room):
            room *= 4
            if room > most:
                raise UnsupportedRules("beliefs-too-many", key="seats")

    def _listed(self, room: int) -> bool:
        """Whether this much room does."""
        self.nodes = np.empty(room * core.NODE_SIZE, np.uint64)
        self.edges = np.empty(room * _EDGES_A_NODE, np.uint64)
        self.ways = np.empty(room, np.float64)
        self.along = np.empty(room * _EDGES_A_NODE, np.float64)
        table = np.zeros(2 * room, np.uint64)
        arrays = self.memory, self.nodes, self.edges, self.ways, self.along, table
        return bool(core.build_beliefs(*arrays))

    @property
    def count(self) -> float:
        """How many worlds there are, as near as a floating point number comes."""
        places = self.memory[core.B_PLACES :][: int(self.memory[core.B_CASES])]
        roots = self.memory[places + np.uint64(core.C_ROOT)]
        return float(self.ways[roots] @ self.splits)

    def draw(self, count: int, seed: int, stream: int = 0) -> NDArray[np.uint64]:
        """So many worlds, one a row: see the places ``W_...`` in ``core``."""
        worlds = np.zeros((count, core.WORLD_SIZE), np.uint64)
        core.draw_worlds(
            self.memory,
            self.nodes,
            self.edges,
            self.ways,
            self.along,
            self.splits,
            np.uint64(seed & _WORD),
            np.uint64(stream & _WORD),
            worlds,
        )
        return worlds
