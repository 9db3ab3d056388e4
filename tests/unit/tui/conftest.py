"""What all tests of the terminal game share."""

import os

import pytest


@pytest.fixture(autouse=True)
def _swift_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk after every move of many matches would take minutes."""
    monkeypatch.setattr(os, "fsync", lambda file: None)
