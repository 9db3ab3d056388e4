"""The two commands, ./play and ./test, and what they are made of."""

import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# sh is another shell on every system; dash is the strictest of them, where there is one.
SHELLS = [shell for shell in ("sh", "dash") if shutil.which(shell)]


@pytest.mark.parametrize("script", ["play", "test", "tools/venv.sh", "tools/programs.sh"])
@pytest.mark.parametrize("shell", SHELLS)
def test_shells_can_read(script: str, shell: str) -> None:
    subprocess.run([shell, "-n", ROOT / script], check=True)


@pytest.mark.parametrize("script", ["play", "test", ".ci/run"])
def test_commands_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository as a fresh clone would have it, in a directory with a space in its name."""
    target = tmp_path / "double six"
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listing.split("\0")):
        if (ROOT / name).exists():  # git still lists a file that was just deleted
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


def play(root: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run `play` from another directory, as its users do."""
    # Sees the copy only: not the .venv that runs this test.
    env = {key: value for key, value in os.environ.items() if key not in {"PYTHON", "PYTHONPATH"}}
    return subprocess.run(
        [root / "play", "rules", "list", "--json"],
        cwd=cwd,
        env=env,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
class TestPlay:
    def test_installs_once(self, copy: Path, tmp_path: Path) -> None:
        first = play(copy, tmp_path)
        assert first.returncode == 0, first.stderr
        assert len(first.stderr.splitlines()) == 1, "one line says that it installs"
        assert json.loads(first.stdout)
        stamp = copy / ".venv/.installed"
        installed = stamp.stat().st_mtime_ns

        second = play(copy, tmp_path)
        assert (second.returncode, second.stdout, second.stderr) == (0, first.stdout, "")
        assert stamp.stat().st_mtime_ns == installed

    def test_makes_an_unfinished_or_moved_venv_again(self, copy: Path, tmp_path: Path) -> None:
        unfinished = copy / ".venv/bin/python"
        unfinished.parent.mkdir(parents=True)
        unfinished.symlink_to("nowhere")
        assert play(copy, tmp_path).returncode == 0

        moved = copy.rename(tmp_path / "moved here")
        again = play(moved, tmp_path)
        assert again.returncode == 0, again.stderr
        assert "installing" in again.stderr

    def test_two_at_once(self, copy: Path, tmp_path: Path) -> None:
        with ThreadPoolExecutor() as pool:
            games = list(pool.map(play, [copy, copy], [tmp_path, tmp_path]))
        assert [game.returncode for game in games] == [0, 0], games
        assert sum("installing" in game.stderr for game in games) == 1


def test_says_which_python_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "python-old"
    old.write_text("#!/bin/sh\necho 3.9.2\nexit 1\n")
    old.chmod(0o755)
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    shutil.copy2(ROOT / "play", tmp_path)
    result = subprocess.run(
        [tmp_path / "play"],
        env={**os.environ, "PYTHON": str(old)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert f"Python 3.11 or newer is needed ({old} is 3.9.2)" in result.stderr


PYTHON = """#!/bin/sh
case $* in
*' pip install '*) for last; do :; done; echo "$last" >>"${0%/.venv/*}/installed" ;;
*' -m doublesix '* | *' -m doublesix') echo played ;;
*) echo 3 11 /usr ;;
esac
"""
"""In place of an interpreter: writes down what it is to install."""
WITHOUT_KERNEL = """>>"${0%/.venv/*}/installed"
    case $last in *kernel*) exit 1 ;; esac ;;"""
"""There is a part that it cannot install."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A finished plain installation, with no Python behind it."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    for name in ("play", "pyproject.toml", "constraints.txt"):
        shutil.copy2(ROOT / name, tmp_path)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON)
    python.chmod(0o755)
    write_stamp = 'describe_home; printf "%s\\n" "$home" "$(describe_parts)" . >"$stamp"'
    subprocess.run(
        ["sh", "-c", f". tools/venv.sh; {write_stamp}"],
        cwd=tmp_path,
        env={"root": str(tmp_path), "PATH": os.environ["PATH"]},
        check=True,
    )
    return tmp_path


def asked_for(installed: Path, shell: str, *words: str) -> tuple[list[str], str]:
    """What pip is asked for by this command, and what people are told."""
    log = installed / "installed"
    log.write_text("")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHON"}
    ran = subprocess.run(
        [shell, installed / "play", *words],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == "played\n"
    return log.read_text().splitlines(), ran.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_installed_when(installed: Path, shell: str) -> None:
    def installs(*words: str) -> list[str]:
        return asked_for(installed, shell, *words)[0]

    for words in (["--help"], ["--version"], ["rules", "list"], ["terminal"]):
        assert installs(*words) == [], "a plain game needs nothing more"
    assert installs() == [".[web]", ".[web,kernel]"]
    assert installs("simulate", "ikea") == [".[web,kernel,lab]"]
    for words in ([], ["serve"], ["--port", "7000"], ["solve", "x.toml"], ["rules", "list"]):
        assert installs(*words) == [], "nobody undoes what another command has installed"
    (installed / "constraints.txt").write_text("# other versions\n")
    assert installs("rules", "list") == [".[web,kernel,lab]"], "all of it is brought up to date"
    assert installs() == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_table_is_there_without_what_strong_bots_need(installed: Path, shell: str) -> None:
    python, both = installed / ".venv/bin/python", [".[web]", ".[web,kernel]"]
    python.write_text(PYTHON.replace('>>"${0%/.venv/*}/installed" ;;', WITHOUT_KERNEL))
    asked, told = asked_for(installed, shell)
    assert asked == both
    assert "going on without it" in told
    assert asked_for(installed, shell) == ([], ""), "it is not tried again every time"
    python.write_text(PYTHON)
    (installed / "constraints.txt").write_text("# other versions\n")
    assert asked_for(installed, shell)[0] == both
    assert asked_for(installed, shell) == ([], "")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (".", ".", "."),
        (".", ".[web]", ".[web]"),
        (".[web]", ".", ".[web]"),
        (".[kernel,lab]", ".[lab,web]", ".[kernel,lab,web]"),
        (".[test]", ".[kernel,lab]", ".[test]"),
        (".[web]", ".[test]", ".[web,test]"),
        (".[web,test]", ".[kernel]", ".[web,test]"),
    ],
)
def test_extras_add_up(shell: str, one: str, other: str, both: str) -> None:
    command = f". tools/venv.sh; join_extras '{one}' '{other}'"
    ran = subprocess.run(
        [shell, "-c", command],
        cwd=ROOT,
        env={"root": str(ROOT), "PATH": os.environ["PATH"]},
        check=True,
        capture_output=True,
        text=True,
    )
    assert ran.stdout == f"{both}\n"


class TestPrograms:
    """What ./test needs of the system, on a machine that has nothing but a shell."""

    @pytest.fixture
    def machine(self, tmp_path: Path) -> Path:
        shutil.copytree(ROOT / "tools", tmp_path / "tools")
        shutil.copy2(ROOT / "test", tmp_path)
        for program in ("sh", "dirname", "readlink", "chmod", "touch"):
            found = shutil.which(program)
            assert found
            self.add(tmp_path, program, f'exec {found} "$@"')
        return tmp_path

    @staticmethod
    def add(machine: Path, program: str, does: str) -> None:
        script = machine / "bin" / program
        script.parent.mkdir(exist_ok=True)
        script.write_text(f"#!/bin/sh\n{does}\n")
        script.chmod(0o755)

    @staticmethod
    def run(machine: Path) -> str:
        """Run ./test, which never gets far here, and give what it says."""
        result = subprocess.run(
            [machine / "test"],
            env={"PATH": str(machine / "bin")},
            check=False,
            capture_output=True,
            text=True,
        )
        assert result.returncode == 1
        assert result.stdout == ""
        return result.stderr

    def test_says_what_is_missing(self, machine: Path) -> None:
        self.add(machine, "id", "echo 1000")
        self.add(machine, "apt-get", "echo never >&2")
        said = self.run(machine)
        assert said.count("\n") == 1
        assert "apt install chromium node-typescript" in said
        self.add(machine, "chromium", "")
        assert "apt install node-typescript" in self.run(machine)

    def test_installs_it_once_where_it_is_root(self, machine: Path) -> None:
        self.add(machine, "id", "echo 0")
        tsc = machine / "bin" / "tsc"
        self.add(machine, "apt-get", f'echo "asked for $*"; touch "{tsc}"; chmod 755 "{tsc}"')
        self.add(machine, "chromium", "")
        said = self.run(machine)
        assert "asked for -qq -y update" in said
        assert "asked for -qq -y install --no-install-recommends node-typescript" in said
        assert "Python 3.11" in said.splitlines()[-1], "the next thing that is missing here"
        assert "asked for" not in self.run(machine)

    def test_says_that_it_could_not_be_installed(self, machine: Path) -> None:
        self.add(machine, "id", "echo 0")
        self.add(machine, "apt-get", "exit 100")
        assert "apt-get could not install" in self.run(machine).splitlines()[-1]
