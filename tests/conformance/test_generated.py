"""Rulebooks that nobody has printed pass the same suite."""

import pytest
from hypothesis import given, settings

from tests.conformance.suite import LAWS, check_match, check_round
from tests.record import PlayedRound
from tests.strategies import played_matches

every_law = pytest.mark.parametrize("about", LAWS)


@every_law
@settings(max_examples=70)
@given(match=played_matches(most_rounds=2))
def test_rounds_keep_the_laws(about: str, match: list[PlayedRound]) -> None:
    for played in match:
        check_round(played, about)


@given(match=played_matches(most_rounds=12))
def test_matches_end_at_the_target(match: list[PlayedRound]) -> None:
    check_match(match)


@pytest.mark.slow
@every_law
@settings(settings.get_profile("slow"))
@given(match=played_matches(most_rounds=2))
def test_many_rounds_keep_the_laws(about: str, match: list[PlayedRound]) -> None:
    for played in match:
        check_round(played, about)


@pytest.mark.slow
@settings(settings.get_profile("slow"))
@given(match=played_matches(most_rounds=12))
def test_many_matches_end_at_the_target(match: list[PlayedRound]) -> None:
    check_match(match)
