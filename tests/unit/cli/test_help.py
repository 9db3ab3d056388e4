"""Every command tells how it is used, with an example that it understands itself."""

import shlex
from pathlib import Path

import pytest

import doublesix
from tests.unit.cli.played import make_file
from tests.unit.cli.ran import Run

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
COMMANDS = [
    "",
    "rules",
    "rules list",
    "rules show",
    "rules diff",
    "rules check",
    "replay",
    "legal",
    "view",
    "perft",
    "simulate",
    "arena",
    "exploit",
    "puzzle",
    "solve",
    "db",
    "db check",
    "db backup",
    "db export",
    "verify",
]
SMALL = 'extends = "block"\nset = 2\nseats = [2]\nsides = "alone"\nhand = 2\n'
GROUPS = ("", "rules", "db")
"""What needs a further word; the example is that of the command it names."""


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", [*COMMANDS, "serve", "terminal"])
def test_help(run: Run, command: str, flag: str) -> None:
    ran = run(*command.split(), flag)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: doublesix {command}".rstrip())
    assert ran.out.splitlines()[-1].startswith(f"example: doublesix {command}")
    assert "show this help" in ran.out


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in GROUPS])
def test_the_example_works(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = (TRANSCRIPTS / "ikea-open.toml").read_text(encoding="utf-8")
    (tmp_path / "match.toml").write_text(game, encoding="utf-8")
    (tmp_path / "house.toml").write_text('extends = "ikea"\n', encoding="utf-8")
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    make_file(tmp_path / "tables.db")
    run("db", "export", "tables.db", "--to", "games")
    (tmp_path / "games/first/match-1.proof.toml").rename(tmp_path / "match.proof.toml")
    example = run(*command.split(), "--help").out.splitlines()[-1]
    program, *words = shlex.split(example.removeprefix("example: "))
    assert program == "doublesix"
    ran = run(*words)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


def test_commands_are_listed(run: Run) -> None:
    listed = run("--help").out
    for command in (
        "rules",
        "replay",
        "legal",
        "view",
        "perft",
        "simulate",
        "arena",
        "exploit",
        "solve",
        "serve",
        "db",
        "verify",
    ):
        assert f"\n    {command} " in listed or f"\n  {command} " in listed


def test_version(run: Run) -> None:
    ran = run("--version")
    assert ran == (0, f"doublesix {doublesix.__version__}\n", "")
