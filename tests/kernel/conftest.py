"""The compiled engine counts in 64-bit words that wrap, here without its compiler too."""

from collections.abc import Iterator

import numpy as np
import pytest

from doublesix.kernel import equity
from tests.kernel.parity import COMPILED


@pytest.fixture(autouse=True, scope="module")
def words_wrap() -> Iterator[None]:
    """Without the compiler numpy would warn of every word that wraps."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture(autouse=True, scope="session")
def few_rounds_where_they_take_long() -> None:
    """How soon points are made is found out by playing; without the compiler a few rounds do."""
    if not COMPILED:
        equity.SAMPLE = 4
