"""``serve``: how it is started, what it says, what it refuses, and how it stops."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from doublesix.cli import main, serving
from doublesix.table.reader import reading
from doublesix.web import Options
from tests.unit.cli.ran import Run


@contextmanager
def running(*words: object, **changes: str) -> Iterator["subprocess.Popen[str]"]:
    """The program as a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "doublesix", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | changes,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def next_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "tables.db"
    with running("--port", 0, "--db", path, "--no-browser") as process:
        said = next_line(process)
        address = re.fullmatch(r"The table is ready: (http://127\.0\.0\.1:\d+)", said)
        assert address, said
        with urllib.request.urlopen(f"{address[1]}/healthz", timeout=30) as answer:
            assert answer.status == 200
        assert next_line(process).startswith(f"Tables are kept in {path}.")
        process.send_signal(how)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "")
    assert os.listdir(tmp_path) == ["tables.db"]
    with reading(path) as reader:
        reader.audit()


def test_a_second_server_on_the_same_file_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with running("serve", "--port", 0, "--db", path, "--no-browser") as process:
        assert next_line(process).startswith("The table is ready")
        problem = run("serve", "--port", 0, "--db", path, "--no-browser").problem()
    assert problem == f"{path}: another server is using this file."


def test_a_port_that_is_taken(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        problem = run("serve", "--port", port, "--db", tmp_path / "x.db").problem()
    assert str(port) in problem
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ["--host", "300.1.1.1"],
        ["--host", "no such host"],
        ["--port", "65536"],
        ["--port", "-1"],
    ],
)
def test_places_where_nobody_can_listen(run: Run, tmp_path: Path, words: list[str]) -> None:
    assert run("serve", "--db", tmp_path / "x.db", "--port", 0, *words).problem()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--db", "/nowhere/x.db", "--port", "0"], "/nowhere/x.db: there is no such folder."),
        (["--port", "x"], "--port: 'x' is not a number. See doublesix serve --help."),
        (["--sync", "never"], "--sync: 'never' is not known here (known: 'full', 'normal')"),
        (["--pace", "-1"], "--pace: '-1' is not a number. See doublesix serve --help."),
        (["--pace", "inf"], "--pace: 'inf' is not a number. See doublesix serve --help."),
        (["--idle-minutes", "nan"], "--idle-minutes: 'nan' is not a number."),
        (["--workers", "65"], "65 is not a number of workers; it must be from 0 to 64."),
        (["please"], "these mean nothing here: please. See doublesix --help."),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, words: list[str], problem: str) -> None:
    assert run("serve", *words).problem().startswith(problem)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Options]:
    """What the server is asked for, instead of serving."""
    asked: list[Options] = []
    monkeypatch.setattr(serving, "run", lambda options, ready: asked.append(options))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return asked


@pytest.mark.parametrize(
    "words", [[], ["serve"], ["--lang", "en"], ["--lang=en"], ["--lang", "en", "serve"]]
)
def test_without_a_command_the_table_is_meant(
    asked: list[Options], tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(words) == 0
    assert asked == [Options(db=tmp_path / "doublesix" / "tables.db")]
    assert (tmp_path / "doublesix").stat().st_mode & 0o777 == 0o700


def test_every_option_arrives(asked: list[Options], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    words = (
        "--host ::1 --port 7000 --db x.db --sync normal --pace 0 --idle-minutes 2.5 --keep-days 7"
        " --workers 3"
    )
    assert main([*words.split(), "--public-url", "https://club.example"]) == 0
    assert asked == [
        Options(
            db=Path("x.db"),
            host="::1",
            port=7000,
            sync="normal",
            open_browser=True,
            pace=0.0,
            public_url="https://club.example",
            idle_minutes=2.5,
            keep_days=7.0,
            workers=3,
        )
    ]


@pytest.mark.parametrize(
    ("variable", "words", "opens"),
    [
        ("DISPLAY", [], True),
        ("WAYLAND_DISPLAY", [], True),
        ("DISPLAY", ["--no-browser"], False),
        ("SOMETHING_ELSE", [], False),
    ],
)
def test_a_browser_is_opened_where_there_is_one(
    asked: list[Options],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    words: list[str],
    opens: bool,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, ":0")
    assert main(["serve", *words]) == 0
    assert asked[0].open_browser is (opens or (sys.platform == "darwin" and not words))


def test_nobody_knows_the_home(
    run: Run, asked: list[Options], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    problem = run().problem()
    assert problem == "There is no home folder to keep the tables in; --db FILE says where."
    assert not asked


class Way(socket.socket):
    """A socket of a machine whose address in the network is known."""

    def connect(self, address: object) -> None:
        assert self.type == socket.SOCK_DGRAM, "nothing is sent"

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.20", 40000


class NoWay(Way):
    """A socket of a machine that is in no network."""

    def connect(self, address: object) -> None:
        raise OSError(101, "Network is unreachable")


@pytest.mark.parametrize(
    ("way", "words", "shared"),
    [
        (Way, ["--host", "0.0.0.0"], "http://192.168.1.20:6606"),
        (Way, ["--host", "::", "--port", "80"], "http://192.168.1.20:80"),
        (Way, ["--host", "0.0.0.0", "--port", "0"], ""),
        (Way, ["--host", "192.168.1.20"], ""),
        (Way, [], ""),
        (Way, ["--host", "0.0.0.0", "--public-url", "https://a.example"], "https://a.example"),
        (NoWay, ["--host", "0.0.0.0"], ""),
    ],
)
def test_where_others_find_a_server_that_listens_everywhere(
    asked: list[Options],
    monkeypatch: pytest.MonkeyPatch,
    way: type[socket.socket],
    words: list[str],
    shared: str,
) -> None:
    monkeypatch.setattr(socket, "socket", way)
    assert main(["serve", *words]) == 0
    assert asked[0].public_url == shared


def test_a_server_for_everybody_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serving, "run", lambda options, ready: ready("http://192.168.1.20:6606"))
    ran = run("--host", "0.0.0.0", "--db", tmp_path / "x.db")
    assert ran.out.splitlines()[:2] == [
        "The table is ready: http://192.168.1.20:6606",
        "Everybody in this network can play.",
    ]


@pytest.mark.parametrize("module", ["aiohttp", "segno"])
def test_what_is_not_installed_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    def import_missing(*_: object) -> None:
        raise ModuleNotFoundError(name=module)

    monkeypatch.setattr(serving, "run", import_missing)
    problem = run("serve", "--db", "x.db").problem()
    assert problem == f"This needs {module}, which is not installed; install doublesix[web]."
