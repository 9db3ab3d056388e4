"""What gets installed: pinned plainly, and with every book in the box."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def read_pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_constraints_are_plain_pins() -> None:
    # No address, no path, no hash: the file must work with any registry.
    for pin in read_pins():
        assert re.fullmatch(r"[a-z0-9-]+==[0-9.]+", pin)


def test_every_requirement_is_bounded_and_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    requirements = sum(extras.values(), start=project["dependencies"])
    pinned = {pin.partition("==")[0] for pin in read_pins()}
    for requirement in requirements:
        if not requirement.startswith("doublesix["):
            match = re.match(r"([a-z-]+)>=[0-9.]+,<[0-9.]+(;|$)", requirement)
            assert match, requirement
            assert match[1] in pinned


def test_wheel_holds_the_whole_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    source = ROOT / "src"
    files = {file.relative_to(source) for file in source.rglob("*") if file.is_file()}
    assert packed == {str(file) for file in files if "__pycache__" not in file.parts}
