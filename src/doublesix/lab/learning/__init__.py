"""How the net learns: from rounds that it plays against itself."""
