"""Tests here are coroutines: each gets a loop of its own, the one the server uses."""

import inspect
from pathlib import Path

import pytest
import uvloop

from tests.web.house import House


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    uvloop.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A server that can be opened, closed and opened again."""
    return House(tmp_path / "tables.db")
