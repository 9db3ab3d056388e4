"""Rulebooks that nobody has printed, and games, deals and rounds played by them.

:func:`rulebooks` draws every key of a rulebook, within what ``rules.check`` allows, so that
an engine is tried on all that its rules can say and not only on the shipped books.
"""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from doublesix import rules
from doublesix.engine import Deal, Game, State, deal_round, new_game
from doublesix.rng import Rng
from doublesix.rules import KEYS, Rules, Source
from doublesix.rules.check import Contradiction, check
from doublesix.rules.model import MOST_SEATS
from doublesix.rules.values import Choice
from doublesix.tiles import LARGEST_SET, tile_set
from tests.record import PlayedRound, at_random, play_match, play_round

Said = dict[str, Any]
"""What a rulebook says, as TOML would write it."""


def words(key: str) -> SearchStrategy[str]:
    """Any word that this key may hold."""
    kind = KEYS[key]
    assert isinstance(kind, Choice), key
    return st.sampled_from(list(kind.words))


targets = st.integers(1, 10) | st.integers(1, 60)
"""Targets that are soon reached."""


def rising(most: int, usual: int, least_size: int = 0) -> SearchStrategy[list[int]]:
    """A rising list of a few numbers, seldom above the usual."""
    numbers = st.integers(1, usual) | st.integers(1, most)
    return st.sets(numbers, min_size=least_size, max_size=3).map(sorted)


@st.composite
def _tables(draw: DrawFn) -> Said:
    """The set, the seats and the hands, which must fit together."""
    top = draw(st.sampled_from([6] * 6 + [9] * 2) | st.integers(1, LARGEST_SET))
    size = tile_set(top).size
    most_seats = min(MOST_SEATS, size)
    seats = draw(
        st.sets(st.integers(2, min(4, most_seats)) | st.integers(2, most_seats), min_size=1)
    )
    if most_seats >= 4 and draw(st.booleans()):
        seats.add(4)  # the one table that may have pairs
    hand = {}
    for count in sorted(seats):
        most = size // count
        usual = min(most, 7)
        hand[str(count)] = draw(st.integers(min(usual, 4), usual) | st.integers(1, most))
    return {
        "set": top,
        "seats": sorted(seats),
        "hand": hand,
        "sides": draw(words("sides")) if 4 in seats else "alone",
        "direction": draw(words("direction")),
    }


@st.composite
def _openings(draw: DrawFn) -> Said:
    flag = st.booleans()
    return {
        "leader": draw(words("leader")),
        "equal_doubles": draw(words("equal_doubles")),
        "lead": draw(words("lead")),
        "no_leader": draw(words("no_leader")),
        "highest_tile_lead": draw(words("highest_tile_lead")),
        "redeal_single_holder": draw(flag),
        "next_leader": draw(words("next_leader")),
        "second_tile": draw(flag),
        "second_tile_after": draw(words("second_tile_after")),
        "second_tile_unable": draw(words("second_tile_unable")),
        "spinner": draw(words("spinner")),
        "arms": draw(words("arms")),
    }


@st.composite
def _drawings(draw: DrawFn) -> Said:
    flag = st.booleans()
    unable = draw(words("unable"))
    able_may_draw = draw(flag)
    apart = unable == "draw_one" and not able_may_draw
    return {
        "unable": unable,
        "able_may_draw": able_may_draw,
        "able_draw_limit": draw(st.integers(0, 3) | st.integers(0, 90)) if able_may_draw else 0,
        "able_may_pass": draw(flag),
        "drawn_tile": draw(words("drawn_tile")) if apart else "must_play",
        "pass_instead_of_draw": unable != "pass" and draw(flag),
        "all_passed": draw(words("all_passed")),
        "reserve": draw(st.just(0) | st.integers(0, 4) | st.integers(0, 90)),
        "blocked_when": draw(words("blocked_when")),
        "stop_dead_rounds": draw(flag),
    }


@st.composite
def _scores(draw: DrawFn) -> Said:
    """What gives points, and how many are played for: both or neither."""
    ways = st.sets(st.sampled_from(["out", "blocked", "bonus", "in_play"]), min_size=1)
    gives = draw(st.just(set()) | ways | ways | ways)
    blocked = ("none", "none")
    if "blocked" in gives:
        both = st.tuples(words("blocked_points"), words("blocked_points_pairs"))
        blocked = draw(both.filter(lambda points: points != ("none", "none")))
    return {
        "out_points": "opponents" if "out" in gives else "none",
        "out_bonus": draw(st.integers(1, 5) | st.integers(1, 1000)) if "bonus" in gives else 0,
        "in_play": draw(rising(100, 6, least_size=1)) if "in_play" in gives else [],
        "blocked_points": blocked[0],
        "blocked_points_pairs": blocked[1],
        "blocked_winner": "fewest_pips" if "blocked" in gives else draw(words("blocked_winner")),
        "target": draw(targets | st.integers(1, 100_000)) if gives else 0,
        "exact": bool(gives) and draw(st.booleans()),
        "target_check": draw(words("target_check")),
        "target_choices": draw(rising(100_000, 200)),
    }


@st.composite
def _sharings(draw: DrawFn, sides: str) -> Said:
    """How pairs come by their points: a difference is only known when the round is over."""
    award = draw(words("pairs_award"))
    later = sides == "pairs" and award == "difference"
    return {
        "pairs_award": award,
        "target_check_pairs": "round_end" if later else draw(words("target_check_pairs")),
        "partner_pips": draw(words("partner_pips")),
    }


@st.composite
def _countings(draw: DrawFn) -> Said:
    return {
        "tie": draw(words("tie")),
        "double_counts": draw(words("double_counts")),
        "never_negative": draw(st.booleans()),
        "divide_by": draw(st.just(1) | st.integers(1, 10) | st.integers(1, 100)),
        "rounding": draw(words("rounding")),
    }


@st.composite
def sayings(draw: DrawFn) -> Said:
    """Everything that a rulebook which can be played may say, as TOML would write it."""
    said: Said = draw(_tables())
    said |= draw(_openings()) | draw(_drawings()) | draw(_scores()) | draw(_countings())
    said |= draw(_sharings(said["sides"]))
    assert set(said) == set(KEYS), "a key is new or gone: say here how it is drawn"
    if _all_redealt(said):
        said["equal_doubles"] = "highest_double"
    return {key: said[key] for key in KEYS}


def _all_redealt(said: Said) -> bool:
    """Whether the doubles lie alike in every deal, so that none could be played."""
    try:
        make_rules(said)
    except Contradiction as problem:
        return problem.code == "always-redealt"
    return False


def make_rules(said: Mapping[str, Any], name: str = "generated") -> Rules:
    """A rulebook that says this, read and checked as if it came from a file."""
    made = Rules(
        id=name,
        title="",
        parent="",
        sources=dict.fromkeys(KEYS, Source.HOUSE),
        **{key: KEYS[key].read(raw) for key, raw in said.items()},
    )
    check(made)
    return made


def rulebooks() -> SearchStrategy[Rules]:
    """Any rulebook that can be played, all keys drawn."""
    return sayings().map(make_rules)


def shipped_rulebooks() -> SearchStrategy[Rules]:
    """The books and editions in the box."""
    return st.sampled_from(rules.shipped()).map(rules.load)


@st.composite
def games(draw: DrawFn, books: SearchStrategy[Rules] | None = None) -> Game:
    """A game of a generated rulebook, unless others are given, at one of its tables."""
    book = draw(rulebooks() if books is None else books)
    target = draw(st.none() | targets) if book.target else None
    in_pairs = book.plays_in_pairs(4) and draw(st.booleans())
    seats = 4 if in_pairs else draw(st.sampled_from(book.seats))
    return new_game(book, seats, target)


def seeds() -> SearchStrategy[int]:
    """Seeds of the generator."""
    return st.integers(0, 2**32 - 1)


def deals(game: Game) -> SearchStrategy[Deal]:
    """Deals that this game's first round may begin with."""
    return seeds().map(lambda seed: deal_round(game, Rng(seed)).state.round.deal)


@st.composite
def played_rounds(draw: DrawFn, some_games: SearchStrategy[Game] | None = None) -> PlayedRound:
    """A first round, played out by chance."""
    game = draw(games() if some_games is None else some_games)
    rng = Rng(draw(seeds()))
    return play_round(deal_round(game, rng), at_random(rng))


@st.composite
def played_matches(
    draw: DrawFn, some_games: SearchStrategy[Game] | None = None, most_rounds: int = 4
) -> list[PlayedRound]:
    """The first rounds of a match, played by chance."""
    game = draw(games() if some_games is None else some_games)
    return play_match(game, draw(seeds()), most_rounds)


@st.composite
def positions(draw: DrawFn, some_games: SearchStrategy[Game] | None = None) -> State:
    """Any position that comes up in a first round, its end included."""
    played = draw(played_rounds(some_games))
    return draw(st.sampled_from(played.states))
