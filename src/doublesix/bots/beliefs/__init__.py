"""What a seat can know of the tiles it does not see, exactly: see ``docs/beliefs.md``."""

from doublesix.bots.beliefs.belief import Beliefs
from doublesix.bots.beliefs.world import World, world_state

__all__ = ["Beliefs", "World", "world_state"]
