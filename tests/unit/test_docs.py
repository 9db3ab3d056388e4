"""The documentation tells the truth: its examples run, its made pages are up to date."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.generate import stale
from doublesix import rules
from doublesix.cli import main

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
EXAMPLES = sorted(ROOT.glob("examples/*.toml"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if ">>>" in page.read_text()], ids=name)
def test_python_examples_run(page: Path) -> None:
    ran = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert ran.attempted
    assert not ran.failed


def console_examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each command of a page with what it says it prints."""
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = example.partition("\n")
            yield command, printed


COMMANDS = [(page, *example) for page in PAGES for example in console_examples(page)]


@pytest.mark.parametrize(("page", "command", "printed"), COMMANDS, ids=lambda part: str(part)[-60:])
def test_command_examples_print_what_they_say(
    page: Path,
    command: str,
    printed: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "doublesix", page
    main(arguments)
    said = capsys.readouterr()
    if printed:
        assert said.out + said.err == printed
    else:
        assert said.out
        assert not said.err


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{name(page)}: {target}"


def test_made_pages_are_up_to_date() -> None:
    assert list(stale()) == [], "run: python -m docs.generate"


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_examples_are_sound(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if "[[round]]" in example.read_text(encoding="utf-8"):
        assert main(["replay", str(example), "--json"]) == 0
    else:
        assert rules.load(str(example)).title
    assert not capsys.readouterr().err


def test_the_format_page_shows_the_example() -> None:
    page = (ROOT / "docs" / "transcripts.md").read_text(encoding="utf-8")
    assert (ROOT / "examples" / "opening.toml").read_text(encoding="utf-8") in page
