"""The compiled engine: the twin of ``engine``, for millions of rounds. Nothing else imports numba."""
