"""The arena: bots that play each other on the same deals, and which of them is stronger."""
