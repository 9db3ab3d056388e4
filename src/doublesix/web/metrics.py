"""What a server counts, as text for Prometheus."""

import time
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds from a command's arrival until it is on its way to every screen."""

_STATM = Path("/proc/self/statm")


class Metrics:
    """Counters that only ever grow; what comes and goes is asked for when somebody looks."""

    def __init__(self) -> None:
        self.moves = 0
        self.commands = 0
        self.refused = 0
        self.malformed = 0
        self.dropped = 0
        self.unsaved = 0
        self.opened = 0
        self.groups = 0
        self._took = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def published(self, seconds: float) -> None:
        """A command has reached every screen, this long after it came."""
        self._took[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, **now: float) -> str:
        """Everything, with what there is at this moment under ``now``."""
        return "\n".join(self._lines(now)) + "\n"

    def _lines(self, now: dict[str, float]) -> Iterator[str]:
        for name, value in now.items():
            yield from _lines_of(name, "gauge", value)
        for name in (
            "moves",
            "commands",
            "refused",
            "malformed",
            "dropped",
            "unsaved",
            "opened",
            "groups",
        ):
            yield from _lines_of(f"{name}_total", "counter", getattr(self, name))
        yield "# TYPE doublesix_publish_seconds histogram"
        upto = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._took, strict=True):
            upto += count
            yield f'doublesix_publish_seconds_bucket{{le="{bound}"}} {upto}'
        yield f"doublesix_publish_seconds_sum {self._seconds:.6f}"
        yield f"doublesix_publish_seconds_count {upto}"
        yield "# TYPE process_cpu_seconds_total counter"
        yield f"process_cpu_seconds_total {time.process_time():.3f}"
        if _STATM.exists():  # not everywhere
            yield "# TYPE process_resident_memory_bytes gauge"
            yield f"process_resident_memory_bytes {resident_bytes()}"


def _lines_of(name: str, kind: str, value: float) -> Iterator[str]:
    yield f"# TYPE doublesix_{name} {kind}"
    yield f"doublesix_{name} {value}"


def resident_bytes() -> int:
    """How much memory this process has."""
    import resource

    return int(_STATM.read_text().split()[1]) * resource.getpagesize()
