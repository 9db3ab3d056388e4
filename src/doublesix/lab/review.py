"""What the coach has found, as tables, sentences and a page with curves."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from doublesix.coach.account import seat_account
from doublesix.coach.found import Analysis, Decision, SeatAccount, worst_of
from doublesix.coach.measure import Measure
from doublesix.coach.reasons import tell_play
from doublesix.engine import Game, Move
from doublesix.lab import plots
from doublesix.lab.page import Section, make_page
from doublesix.lab.plots import Curve
from doublesix.lab.tables import Figures, Table
from doublesix.rules.describe import name_of
from doublesix.words import Words


class Review(Struct, frozen=True):
    """Rounds of a match, looked at again."""

    game: Game
    names: tuple[str, ...]
    rounds: tuple[Analysis, ...]
    seat: int | None = None
    """The seat whose decisions are told, where it is one only."""

    def decisions(self, analysis: Analysis) -> list[Decision]:
        """Those of a round that are told."""
        return [one for one in analysis.decisions if self.seat in (None, one.seat)]

    def side(self, side: int, say: Words) -> str:
        """The name of a side."""
        return say.all_of([self.names[seat] for seat in self.game.sides[side]])


def title(review: Review, say: Words) -> str:
    """What was played."""
    return say("report.title", rules=name_of(review.game.rules, say), seats=review.game.seats)


def about(review: Review, say: Words) -> Iterator[str]:
    """What the numbers mean."""
    if any(analysis.measure is Measure.POINTS for analysis in review.rounds):
        yield say("coach.told.points")
    yield say("coach.told.about")


def round_title(analysis: Analysis, say: Words) -> str:
    """Which round it is."""
    return say("report.chances.title", number=analysis.number)


def tables(review: Review, analysis: Analysis, say: Words) -> tuple[Table, ...]:
    """All numbers of a round."""
    tell = Figures(say)
    return (
        _luck_table(review, analysis, tell),
        accuracy_table(review, analysis.seats, tell),
        _decisions_table(review, analysis, tell),
    )


def match_table(review: Review, say: Words) -> Table:
    """The accuracy over all rounds."""
    decisions = [one for analysis in review.rounds for one in analysis.decisions]
    accounts = [seat_account(seat, decisions) for seat in range(review.game.seats)]
    return accuracy_table(review, accounts, Figures(say))


def accuracy_table(review: Review, accounts: Sequence[SeatAccount], tell: Figures) -> Table:
    """What each seat made of its decisions."""
    rows = [
        (
            review.names[one.seat],
            str(one.decisions),
            _percent(one.loss, tell),
            tell.say("figures.unknown") if one.accuracy is None else f"{one.accuracy:.0f}",
        )
        for one in accounts
    ]
    return tell.table("accuracy", ("seat", "decisions", "lost", "accuracy"), rows)


def _luck_table(review: Review, analysis: Analysis, tell: Figures) -> Table:
    rows = [
        (
            review.side(one.side, tell.say),
            _percent(one.result, tell),
            _percent(one.luck, tell, "+"),
            _percent(one.skill, tell, "+"),
        )
        for one in analysis.sides
    ]
    return tell.table("luck", ("side", "result", "luck", "skill"), rows)


def _decisions_table(review: Review, analysis: Analysis, tell: Figures) -> Table:
    rows = [_decision_row(review, one, tell) for one in review.decisions(analysis)]
    columns = ("move", "seat", "played", "chance", "best", "best-chance", "lost", "hindsight")
    return tell.table("decisions", columns, rows)


def _decision_row(review: Review, decision: Decision, tell: Figures) -> tuple[str, ...]:
    worth = {valued.move: valued.worth for valued in decision.values}
    came_out = decision.hindsight_loss
    return (
        str(decision.ply + 1),
        review.names[decision.seat],
        _move(decision.played, tell.say),
        _percent(worth[decision.played], tell),
        _move(decision.best, tell.say),
        _percent(worth[decision.best], tell),
        _percent(decision.loss, tell),
        tell.say("figures.unknown") if came_out is None else _percent(came_out, tell),
    )


def _percent(part: float, tell: Figures, sign: str = "") -> str:
    return tell.say("figures.percent", value=f"{100 * part + 0.0:{sign}.1f}")


def _move(move: Move, say: Words) -> str:
    return say.retell(tell_play(move))


def remarks(review: Review, analysis: Analysis, say: Words) -> list[str]:
    """A sentence for each of the worst moves."""
    return [_remark(review, one, say) for one in worst_of(review.decisions(analysis))]


def _remark(review: Review, decision: Decision, say: Words) -> str:
    assert decision.why is not None, "something was thrown away"
    return say(
        "coach.told.move",
        number=decision.ply + 1,
        name=review.names[decision.seat],
        played=_move(decision.played, say),
        best=_move(decision.best, say),
        lost=_percent(decision.loss, Figures(say)),
        why=say.retell(decision.why),
    )


def page(review: Review, say: Words) -> str:
    """The whole page."""
    return make_page(title(review, say), about(review, say), _sections(review, say), say)


def _sections(review: Review, say: Words) -> Iterator[Section]:
    for analysis in review.rounds:
        words = _words(analysis, say)
        shown = tables(review, analysis, say)
        notes = remarks(review, analysis, say) or [say("coach.told.flawless")]
        yield Section(words, _plot(review, analysis, say), shown, tuple(notes))


def picture(review: Review, say: Words) -> str:
    """The curve of the one round as a file of its own."""
    (analysis,) = review.rounds
    return plots.alone(_plot(review, analysis, say))


def _words(analysis: Analysis, say: Words) -> plots.Words:
    return plots.Words(
        round_title(analysis, say), say("report.chances.about"), say("report.chances.across")
    )


def _plot(review: Review, analysis: Analysis, say: Words) -> str:
    worst = worst_of(review.decisions(analysis))
    lines = [
        Curve(
            review.side(side, say),
            tuple(100 * at[side] for at in analysis.curve),
            tuple(one.ply + 1 for one in worst if review.game.side_of[one.seat] == side),
        )
        for side in range(len(review.game.sides))
    ]
    return plots.curves(_words(analysis, say), lines)
