"""Plant every fault in a copy of the package and see whether the tests find it: ./test mutants

The compiled engine runs without its compiler here, so that a fault takes seconds. Words after the
command choose faults by their names.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutants.faults import FAULTS, Fault

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "doublesix"
SUITE = [
    f"tests/kernel/test_{name}.py"
    for name in (
        "parity",
        "lower",
        "transcripts",
        "batch",
        "perft",
        "generated",
        "beliefs",
        "net",
        "equity",
        "search",
    )
]
_TESTS_FAILED = 1
_PATIENCE = 900
"""Seconds after which a run is given up: a fault that never ends a round shows nothing."""


class Verdict(NamedTuple):
    """What came of a run: whether it is as it should be, and the test that decided it."""

    name: str
    fine: bool
    said: str


def occurrences(fault: Fault) -> int:
    """How often the text stands in its file; a fault can be planted where it is once."""
    return (SOURCE / fault.file).read_text(encoding="utf-8").count(fault.right)


def plant(fault: Fault, package: Path) -> None:
    """Write the fault into a copy of the package."""
    path = package / fault.file
    path.write_text(
        path.read_text(encoding="utf-8").replace(fault.right, fault.wrong), encoding="utf-8"
    )


def run_suite(package: Path) -> tuple[int, str]:
    """The tests against this package, up to the first that fails: the exit status, and what
    pytest printed."""
    command = [sys.executable, "-m", "pytest", *SUITE, "-x", "-q", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1"},
        check=False,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
    )
    return ran.returncode, ran.stdout + ran.stderr


def try_fault(fault: Fault | None, folder: Path) -> Verdict:
    """Whether the tests find a fault; without one, whether they pass."""
    name = fault.name if fault else "no fault"
    if fault and occurrences(fault) != 1:
        return Verdict(name, False, f"its text stands {occurrences(fault)} times in {fault.file}")
    package = folder / re.sub(r"\W+", "-", name) / "doublesix"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    if fault:
        plant(fault, package)
    try:
        status, printed = run_suite(package)
    except subprocess.TimeoutExpired:
        return Verdict(name, False, "the tests did not end")
    if fault is None:
        return Verdict(name, status == 0, printed.strip().splitlines()[-1])
    failed = re.search(r"^FAILED (\S+)", printed, re.MULTILINE)
    if status == _TESTS_FAILED and failed:
        return Verdict(name, True, failed.group(1))
    return Verdict(name, False, "no test finds it" if status == 0 else "the tests cannot run")


def main(words: Sequence[str]) -> int:
    """Try all faults, or those that have one of the words in their names."""
    chosen = [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = pool.map(partial(try_fault, folder=Path(folder)), [None, *chosen])
        bad = 0
        for verdict in verdicts:
            bad += not verdict.fine
            mark = "ok    " if verdict.fine else "FAILED"
            print(f"{mark}  {verdict.name:36}  {verdict.said}", flush=True)
    print(f"{len(chosen)} faults planted, {bad} of {len(chosen) + 1} runs failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
