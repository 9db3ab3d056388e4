"""How the line of tiles lies on a table, and pictures of it."""
