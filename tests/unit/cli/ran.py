"""What a run of the program leaves behind."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Ran(NamedTuple):
    """What a run left behind."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """The result, of a run in which nothing went wrong."""
        assert (self.status, self.err) == (0, "")
        assert self.out.count("\n") == 1
        assert self.out.endswith("\n")
        return json.loads(self.out)

    def problem(self) -> str:
        """The one line that says what went wrong; nothing is on standard output."""
        assert (self.status, self.out) == (2, "")
        assert self.err.count("\n") == 1
        assert self.err.startswith("doublesix: ")
        assert self.err.endswith("\n")
        assert "Traceback" not in self.err
        return self.err.removeprefix("doublesix: ").rstrip("\n")


Run = Callable[..., Ran]
