"""The compiled engine counts in 64-bit words that wrap, here without its compiler too."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True, scope="module")
def words_wrap() -> Iterator[None]:
    """Without the compiler numpy would warn of every word that wraps."""
    with np.errstate(over="ignore"):
        yield
