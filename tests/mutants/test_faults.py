"""The list of faults to plant has not rotted."""

import pytest

from tests.mutants.faults import FAULTS, Fault
from tests.mutants.run import SOURCE, occurrences


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_can_be_planted(fault: Fault) -> None:
    assert occurrences(fault) == 1
    planted = (SOURCE / fault.file).read_text(encoding="utf-8").replace(fault.right, fault.wrong)
    compile(planted, fault.file, "exec")
    assert fault.right != fault.wrong


def test_names_are_told_apart() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 16
