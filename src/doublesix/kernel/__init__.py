"""The compiled engine: the twin of ``engine``, for millions of rounds. Only it imports numba."""
