"""Running the program inside the test."""

import pytest

from doublesix.cli import main
from tests.unit.cli.ran import Ran, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Call with the words of a command line."""

    def run_main(*words: object) -> Ran:
        capsys.readouterr()
        status = main([str(word) for word in words])
        return Ran(status, *capsys.readouterr())

    return run_main
