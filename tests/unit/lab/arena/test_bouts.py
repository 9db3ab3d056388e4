"""Deals that are the same for both bots, and what comes of them."""

from functools import partial
from itertools import count, product

import pytest

from doublesix.bots import find_bot
from doublesix.engine import PASS, Move, State, View, deal_round, view
from doublesix.engine.events import Drew, Played
from doublesix.errors import InvalidInput, UnsupportedRules
from doublesix.lab.arena import bouts
from doublesix.lab.arena.bouts import Bout, play_deal, play_part, rehearse
from doublesix.lab.arena.contest import Contest, Part
from doublesix.rng import Rng, mix
from doublesix.rules import load
from doublesix.tiles import members
from tests.record import play_round
from tests.setting import house
from tests.unit.lab.arena.players import registered

TABLES = [("block", 4), ("draw", 3), ("muggins", 2), ("noris", 5), ("ikea", 4), ("sebastopol", 4)]


def contest(book: str, seats: int, bots: tuple[str, ...], in_matches: bool = False) -> Contest:
    return Contest(load(book), seats, bots, 100, seed=7, in_matches=in_matches)


def share(played: list[Bout]) -> float:
    return sum(bout.share for bout in played) / len(played)


@pytest.mark.parametrize(("book", "seats"), TABLES)
@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize("in_matches", [False, True])
def test_a_bot_against_itself_gets_exactly_half(
    book: str, seats: int, bot: str, in_matches: bool
) -> None:
    for deal in range(2 if in_matches else 10):
        played = list(play_deal(contest(book, seats, (bot, bot), in_matches), 0, deal))
        assert share(played) == pytest.approx(0.5, abs=1e-15)
        assert sum(bout.ahead for bout in played) == pytest.approx(0, abs=1e-12)
        assert len({(bout.winners, bout.points) for bout in played}) == 1


@pytest.mark.parametrize(("book", "seats"), TABLES)
def test_exchanged_bots_exchange_their_shares(book: str, seats: int) -> None:
    for deal in range(5):
        one = list(play_deal(contest(book, seats, ("greedy", "random")), 0, deal))
        other = list(play_deal(contest(book, seats, ("random", "greedy")), 0, deal))
        assert share(one) + share(other) == pytest.approx(1)
        assert {bout.points for bout in one} == {bout.points for bout in other}


@pytest.mark.parametrize(("book", "seats"), TABLES)
def test_a_bout_is_the_round_that_the_referee_plays(book: str, seats: int) -> None:
    """The first deal of each seating, played again move by move."""
    here = contest(book, seats, ("random", "greedy"))
    game = here.game
    for bout in (bout for deal in range(3) for bout in play_deal(here, 0, deal)):
        chance = [Rng(mix(7 ^ bouts._CHANCE), bout.deal * 8 + seat) for seat in range(seats)]
        choose = partial(_choose, bout.held, chance)
        end = play_round(deal_round(game, Rng(7, bout.deal)), choose, None).end
        assert end.result is not None
        assert (bout.winners, bout.points) == (end.result.winners, end.result.points)


def _choose(held: int, chance: list[Rng], state: State, moves: tuple[Move, ...]) -> Move:
    if held >> state.game.side_of[state.turn] & 1:
        return chance[state.turn].choose(moves)
    return find_bot("greedy").choose(view(state, state.turn), chance[state.turn])


@pytest.mark.parametrize(("book", "seats"), [("block", 4), ("draw", 3), ("svoora", 2)])
def test_what_bots_draw_does_not_change_the_deal(book: str, seats: int) -> None:
    """Round for round of whole matches, every seat holds the same tiles in all seatings."""
    seen: dict[tuple[int, int], set[tuple[int, ...]]] = {}

    def wasteful(view: View, rng: Rng) -> Move:
        note(view)
        return [rng.choose(view.legal) for _ in range(9)][-1]

    def thrifty(view: View, rng: Rng) -> Move:
        note(view)
        return view.legal[0]

    def note(view: View) -> None:
        assert view.seat is not None
        own = [event for event in view.past if isinstance(event, Played | Drew)]
        drawn = {event.tile for event in own if isinstance(event, Drew) and event.seat == view.seat}
        laid = {event.tile for event in own if event.seat == view.seat and event.tile is not None}
        held = tuple(sorted({*view.hand, *laid} - drawn))
        seen.setdefault((view.number, view.seat), set()).add(held)

    with registered(wasteful=wasteful, thrifty=thrifty):
        here = contest(book, seats, ("wasteful", "thrifty"), in_matches=True)
        played = list(play_deal(here, 0, 3))
    assert min(bout.rounds for bout in played) > 1
    both = min(bout.rounds for bout in played)
    assert {number for number, _ in seen} >= set(range(1, both + 1))
    for (number, _), hands in seen.items():
        assert len(hands) == 1 or number > both
    first = deal_round(here.game, Rng(7, 3)).state
    for seat in range(seats):
        assert seen.get((1, seat), {tuple(members(first.hands[seat]))}) == {
            tuple(members(first.hands[seat]))
        }


def test_a_win_is_shared() -> None:
    """A round that nobody wins is everybody's, whoever holds how many sides."""
    changes = {"blocked_points": "none", "blocked_points_pairs": "none"}
    rules = house("block", changes | {"blocked_winner": "nobody"})
    here = Contest(rules, 3, ("greedy", "random"), 100, seed=1)
    nobody = [bout for deal in range(60) for bout in play_deal(here, 0, deal) if bout.winners == ()]
    assert nobody
    for bout in nobody:
        assert bout.share == pytest.approx(bout.held.bit_count() / 3)


def test_matches_go_on_to_the_target() -> None:
    for bout in play_deal(contest("block", 4, ("greedy", "random"), in_matches=True), 0, 1):
        assert max(bout.points) >= 100
        assert bout.winners == (bout.points.index(max(bout.points)),)
        assert bout.rounds > 1
        assert 0 <= bout.round_share <= 1
        low, high = sorted(bout.points)
        assert abs(bout.ahead) == high - low


def test_only_real_decisions_are_asked_for_and_timed() -> None:
    asked: list[int] = []

    def note(view: View, rng: Rng) -> Move:
        asked.append(len(view.legal))
        assert view.turn == view.seat
        return rng.choose(view.legal)

    with registered(one=note, other=note):
        played = list(play_deal(contest("block", 4, ("one", "other")), 0, 0))
    assert min(asked) > 1
    assert len(asked) == sum(len(times) for bout in played for times in bout.thought)


@pytest.mark.parametrize(("book", "seats"), [("draw", 3), ("ikea", 4), ("noris", 5)])
def test_nobody_is_asked_twice_about_a_position(book: str, seats: int) -> None:
    """Not in another seating either; times are those of all decisions that were made."""
    asked: list[tuple[str, View]] = []

    def first(view: View, rng: Rng) -> Move:
        asked.append(("first", view))
        return rng.choose(view.legal)

    def second(view: View, rng: Rng) -> Move:
        asked.append(("second", view))
        return view.legal[-1]

    with registered(first=first, second=second):
        played = list(play_deal(contest(book, seats, ("first", "second")), 0, 2))
    assert all(one not in asked[:place] for place, one in enumerate(asked))
    assert {name for name, _ in asked} == {"first", "second"}
    assert len(asked) < sum(len(times) for bout in played for times in bout.thought)


def test_one_who_never_does_the_same_twice_gets_half_against_itself() -> None:
    """As bots do that think for a time."""
    turns = count()

    def fickle(view: View, rng: Rng) -> Move:
        return view.legal[next(turns) % len(view.legal)]

    with registered(fickle=fickle):
        for deal in range(10):
            played = list(play_deal(contest("ikea", 4, ("fickle", "fickle")), 0, deal))
            assert share(played) == pytest.approx(0.5, abs=1e-15)


def test_a_bot_that_breaks_the_rules() -> None:
    with (
        registered(cheat=lambda view, rng: PASS),
        pytest.raises(InvalidInput, match="The bot cheat made a move") as caught,
    ):
        list(play_deal(contest("block", 4, ("cheat", "random")), 0, 0))
    assert caught.value.code == "bot-illegal"


def test_a_match_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bouts, "LONGEST_MATCH", 2)
    with pytest.raises(UnsupportedRules) as caught:
        list(play_deal(contest("block", 4, ("greedy", "random"), in_matches=True), 0, 0))
    assert caught.value.code == "kernel-endless"


def test_parts_do_not_depend_on_how_they_are_cut() -> None:
    here = contest("draw", 3, ("greedy", "random"))

    def results(*parts: Part) -> list[tuple[object, ...]]:
        return [
            (bout.deal, bout.held, bout.winners, bout.points)
            for part in parts
            for bout in play_part(here, part).bouts
        ]

    assert results(Part(0, 2, 5)) == results(Part(0, 2, 1), Part(0, 3, 4))


def test_another_version_may_play_differently() -> None:
    here = Contest(load("block"), 4, ("greedy", "random"), 1, version="0.0.0")
    with pytest.raises(InvalidInput) as caught:
        play_part(here, Part(0, 0, 1))
    assert caught.value.code == "cluster-version"


def test_what_a_bot_cannot_play_it_says_before_the_contest() -> None:
    def refuse(view: View, rng: Rng) -> Move:
        raise UnsupportedRules("kernel-set", top=12, most=9)

    with registered(picky=refuse), pytest.raises(UnsupportedRules):
        rehearse(contest("block", 4, ("random", "picky")))


@pytest.mark.parametrize(("table", "seed"), list(product(TABLES, range(3))))
def test_a_rehearsal_works_at_every_table(table: tuple[str, int], seed: int) -> None:
    rehearse(Contest(load(table[0]), table[1], ("random", "greedy"), 1, seed=seed))


def test_a_match_in_a_book_without_a_target_is_a_round() -> None:
    for bout in play_deal(contest("noris", 3, ("greedy", "random"), in_matches=True), 0, 0):
        assert bout.rounds == 1
        assert bout.round_share == bout.share
