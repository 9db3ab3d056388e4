"""A contest as one page with plots."""

from collections.abc import Iterator

from doublesix.lab import plots
from doublesix.lab.arena.figures import (
    about,
    cross_table,
    pair_name,
    pairs_table,
    ranked,
    ratings_table,
    times_table,
)
from doublesix.lab.arena.holding import Outcome
from doublesix.lab.arena.summary import Pair, Summary
from doublesix.lab.page import Section, make_page, section_words
from doublesix.lab.plots import Dot
from doublesix.lab.tables import Figures
from doublesix.rules.describe import name_of
from doublesix.words import Words


def page(outcome: Outcome, summary: Summary, say: Words) -> str:
    """The whole page."""
    title = say("arena.title", rules=name_of(outcome.contest.rules, say), seats=summary.seats)
    return make_page(title, about(summary, say), _sections(summary, say), say)


def _sections(summary: Summary, say: Words) -> Iterator[Section]:
    tell = Figures(say)
    rated = [Dot(place.bot, place.rating, place.interval) for place in summary.places]
    words = section_words("ratings", say)
    yield Section(
        words, plots.dots(words, rated), (ratings_table(summary, tell), times_table(summary, tell))
    )
    met = [_share_dot(pair, say) for pair in ranked(summary)]
    words = section_words("pairs", say)
    tables = (cross_table(summary, tell), pairs_table(summary, tell))
    yield Section(words, plots.dots(words, met, 50.0), tables)


def _share_dot(pair: Pair, say: Words) -> Dot:
    ends = pair.wins.interval
    interval = ends and (100 * ends[0], 100 * ends[1])
    return Dot(pair_name(pair, say), 100 * pair.wins.mean, interval)
