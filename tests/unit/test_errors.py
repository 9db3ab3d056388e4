"""Errors: one tree, stable codes, a sentence for each, and safe to send about."""

import pickle
import re
from string import Formatter

import pytest

from doublesix import errors, words
from doublesix.errors import DoublesixError, IllegalMove, InvalidInput, InvalidRules
from tests.unit.raises import CODE, SOURCE, Site, all_sites, kinds

SITES = all_sites()
ENGLISH = words.load("en")
PAGE_CODE = re.compile(r"Refused\(\{ code: '([a-z-]+)'")


def fields_of(message: words.Message) -> set[str]:
    """The named arguments of a message, the one that counts included."""
    forms = [message] if isinstance(message, str) else list(message.values())
    named = {field for form in forms for _, field, _, _ in Formatter().parse(form) if field}
    return named if isinstance(message, str) else named | {message["by"]}


def test_every_error_is_in_the_tree() -> None:
    own = [
        kind for kind in vars(errors).values() if getattr(kind, "__module__", "") == errors.__name__
    ]
    assert {kind for kind in own if isinstance(kind, type)} <= set(kinds())
    # The three ways a move can be wrong are told apart.
    wrong = [errors.InvalidInput, errors.IllegalMove, errors.AmbiguousMove]
    assert not any(issubclass(a, b) for a in wrong for b in wrong if a is not b)


def test_the_source_makes_errors() -> None:
    assert len(SITES) > 60, "the search for them has gone blind"


@pytest.mark.parametrize("site", SITES, ids=lambda site: f"{site.place} {site.code}")
def test_every_error_has_a_sentence_and_its_arguments(site: Site) -> None:
    assert CODE.fullmatch(site.code)
    message = ENGLISH.messages[f"error.{site.code}"]
    if site.details is not None:
        assert fields_of(message) <= site.details


def test_every_sentence_has_an_error() -> None:
    told = {name.removeprefix("error.") for name in ENGLISH.messages if name.startswith("error.")}
    assert told == {site.code for site in SITES} | page_codes()


def page_codes() -> set[str]:
    """The errors that pages find out by themselves."""
    scripts = (SOURCE / "web" / "static").glob("*.js")
    return {code for script in scripts for code in PAGE_CODE.findall(script.read_text())}


def test_an_error_carries_its_code_and_details() -> None:
    error = InvalidInput("not-in-the-set", word="7-1", top=6)
    assert (error.code, error.details) == ("not-in-the-set", {"word": "7-1", "top": 6})
    assert error.args == ("not-in-the-set",)
    assert str(error) == "7-1 is not a tile of the double-6 set."


def test_an_illegal_move_names_its_rule() -> None:
    error = IllegalMove("no-drawing", rule="unable")
    assert error.rule == "unable"
    assert error.details == {"rule": "unable"}


def test_an_error_within_an_error_is_told_within_it() -> None:
    problem = InvalidInput("not-a-flag", value="1")
    error = InvalidRules("rules-bad-value", file="x.toml", key="exact", problem=problem)
    assert str(error) == "x.toml: exact: 1 is neither true nor false."


def test_without_words_an_error_is_told_barely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DoublesixError, "tell", errors._bare)
    assert str(InvalidInput("not-a-tile", word="x")) == "not-a-tile {'word': 'x'}"


PICKLED: list[DoublesixError] = [
    InvalidInput("not-a-tile", word="x"),
    IllegalMove("not-held", rule="hand", seat="A", tile="6-5"),
    errors.AmbiguousMove("which-end", tile="6-5", ends=["left", "right"]),
    errors.InvalidDeal("tile-twice", tile="6-5"),
    errors.InvalidFile("not-text", file="x.toml"),
    InvalidRules("rules-twice", file="x.toml", key="hand"),
    errors.MissingPart("missing-extra", module="numba", extra="kernel"),
]


@pytest.mark.parametrize("error", PICKLED, ids=lambda error: type(error).__name__)
def test_errors_survive_pickling(error: DoublesixError) -> None:
    inside = InvalidRules("rules-bad-value", file="x", key="hand", problem=error)
    for one in (error, inside):
        copy = pickle.loads(pickle.dumps(one))
        assert type(copy) is type(one)
        assert copy.code == one.code
        assert copy.details.keys() == one.details.keys()
        assert str(copy) == str(one)
