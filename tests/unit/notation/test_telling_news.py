"""What is told of a move: to whom, and with what reason."""

from typing import Any

import msgspec
import pytest

from doublesix.engine import State, apply, legal_moves
from doublesix.notation.telling import Company, Told, tell_move
from tests.setting import begin, follow, game_of, options, read_move
from tests.unit.notation.telling import NAMES, hear, people, said

LEADS = "6-6 5-5 4-4 3-3 2-2 1-1 0-0"
"""A hand that leads 6-6 and has only one tile for most ends."""
FOLLOWS = "6-5 6-4 6-3 6-2 6-1 6-0 5-4"


def test_a_tile_that_was_chosen() -> None:
    state = follow(begin(game_of("ikea", 2), LEADS, FOLLOWS), "A 6-6")
    assert len(options(state)) > 1
    for eyes in ((), (0,), (1,), (0, 1)):
        assert hear(state, "6-4 left", eyes) == ["Bo lays 6-4 on the left."]
        assert hear(state, "6-3 right", eyes) == ["Bo lays 6-3 on the right."]


def test_only_who_may_see_the_hand_learns_that_it_was_forced() -> None:
    state = follow(begin(game_of("ikea", 2), LEADS, FOLLOWS), "A 6-6, B 6-5 left")
    assert options(state) == ["5-5 left"]
    assert hear(state, "5-5 left", (0,)) == ["Only 5-5 fits, so Ana lays it on the left."]
    for eyes in ((), (1,)):
        assert hear(state, "5-5 left", eyes) == ["Ana lays 5-5 on the left."]


def test_at_one_screen_everybody_sees_that_nobody_was_asked() -> None:
    state = begin(game_of("ikea", 2), LEADS, FOLLOWS)
    company = people(state.game, one_screen=True)
    assert hear(state, "6-6", (), company) == ["Ana must lead 6-6."]
    assert hear(state, "6-6", (1,), company) == ["Ana must lead 6-6."]


def test_of_a_bot_it_is_never_told() -> None:
    state = begin(game_of("ikea", 2), LEADS, FOLLOWS)
    for one_screen in (False, True):
        company = Company(state.game, NAMES[:2], (True, False), one_screen)
        assert hear(state, "6-6", (0, 1), company) == ["Ana leads 6-6."]


@pytest.mark.parametrize(
    ("forced", "sentence"), [(True, "told.forced.lead"), (False, "told.played.lead")]
)
def test_a_caller_that_knows_the_moves_says_so(forced: bool, sentence: str) -> None:
    state = begin(game_of("ikea", 2), LEADS, FOLLOWS)
    step = apply(state, legal_moves(state)[0])
    company = people(state.game)
    assert [told.id for told in tell_move(company, state, step, (0,), forced)] == [sentence]
    assert [told.id for told in tell_move(company, state, step, (1,), forced)] == [
        "told.played.lead"
    ]


@pytest.mark.parametrize(
    ("end", "chosen", "forced"),
    [
        ("left", "Bo lays 6-4 on the left.", "Only 6-4 fits, so Bo lays it on the left."),
        ("right", "Bo lays 6-4 on the right.", "Only 6-4 fits, so Bo lays it on the right."),
        ("up", "Bo lays 6-4 on the upper arm.", "Only 6-4 fits, so Bo lays it on the upper arm."),
        ("down", "Bo lays 6-4 on the lower arm.", "Only 6-4 fits, so Bo lays it on the lower arm."),
    ],
)
def test_all_ends_of_the_line(end: str, chosen: str, forced: str) -> None:
    game = game_of("sebastopol", 4)
    state = follow(begin(game, "6-6 6-5", "6-4 6-3"), "A 6-6")
    step = apply(state, read_move(f"6-4 {end}"))
    for known, sentence in ((False, chosen), (True, forced)):
        assert said(tell_move(people(game), state, step, (1,), known)) == [sentence]


class TestSecondTile:
    def test_it_follows(self) -> None:
        state = begin(game_of("noris", 2), "6-6 6-5 6-4 4-4", "5-5 3-3")
        assert hear(state, "6-6") == [
            "Ana leads 6-6.",
            "Ana lays a second tile in the same turn.",
        ]

    def test_there_is_none(self) -> None:
        state = begin(game_of("noris", 2), "6-6 5-5 4-4 3-3 2-2", "6-5 6-4")
        assert hear(state, "6-6") == [
            "Ana leads 6-6.",
            "Ana has no second tile that fits, so the turn is over.",
        ]

    def test_where_the_turn_goes_on_either_way_nobody_learns_which(self) -> None:
        game = game_of("noris", 2, second_tile_unable="as_usual")
        for others in ("6-5 6-4 4-4", "5-5 4-4 3-3 2-2"):
            state = begin(game, f"6-6 {others}")
            assert hear(state, "6-6") == ["Ana leads 6-6.", "Ana goes on in the same turn."]

    def test_it_is_not_owed_after_an_ordinary_tile(self) -> None:
        changes = {"second_tile_after": "double", "leader": "highest_tile", "lead": "any"}
        state = begin(game_of("noris", 2, **changes), "6-6 6-5 5-4")
        assert hear(state, "5-4") == ["Ana leads 5-4."]

    def test_it_is_owed_after_any_lead_where_the_book_says_so(self) -> None:
        changes = {"second_tile_after": "any_lead", "leader": "highest_tile", "lead": "any"}
        state = begin(game_of("noris", 2, **changes), "6-6 5-4 3-3 2-2 1-1")
        assert hear(state, "5-4")[1:] == ["Ana has no second tile that fits, so the turn is over."]

    def test_nothing_follows_the_last_tile(self) -> None:
        state = begin(game_of("noris", 2, **table_of(2, 1)), "6-6", "5-5")
        assert hear(state, "6-6") == ["Ana leads 6-6."]


class TestDrawing:
    def test_only_who_may_see_the_hand_learns_the_tile(self) -> None:
        game = game_of("svoora", 2)
        start = begin(game, "6-6 5-5 4-4", "3-3 2-2 1-1 0-0 2-1", stock="5-3")
        state = follow(start, "A 6-6")
        assert options(state) == ["draw"]
        assert hear(state, "draw", (1,)) == ["Nothing fits, so Bo draws a tile: 5-3."]
        for eyes in ((), (0,)):
            assert hear(state, "draw", eyes) == ["Nothing fits, so Bo draws a tile."]

    def test_where_the_able_may_draw_it_does_not_show_what_fits(self) -> None:
        game = game_of("draw", 2)
        able = follow(begin(game, "6-6 5-5", "6-5 4-4", stock="3-2"), "A 6-6")
        unable = follow(begin(game, "6-6 5-5", "3-3 2-2 1-1 0-0 2-1 2-0 1-0", stock="3-2"), "A 6-6")
        for eyes in ((), (0,)):
            assert hear(able, "draw", eyes) == hear(unable, "draw", eyes) == ["Bo draws a tile."]
        assert hear(able, "draw", (1,)) == ["Bo draws 3-2."]
        assert hear(unable, "draw", (1,)) == ["Nothing fits, so Bo draws a tile: 3-2."]

    def test_an_event_that_was_blanked_before_stays_blank(self) -> None:
        state = follow(begin(game_of("svoora", 2), "6-6 5-5", "3-3 2-2 1-1 0-0 2-1"), "A 6-6")
        step = apply(state, read_move("draw"))
        blank = msgspec.structs.replace(
            step, events=(msgspec.structs.replace(step.events[0], tile=None),)
        )
        (told,) = tell_move(people(state.game), state, blank, (1,))
        assert told == Told("told.drawn.forced", {"name": "Bo"})


def table_of(seats: int, hand: int) -> dict[str, Any]:
    """Rules for one table only, with hands of this size."""
    return {"seats": [seats], "hand": {str(seats): hand}}


NO_SIX = "3-3 2-2 1-1 0-0 2-1 2-0 1-0"


def unable_to(name: str, moves: str, *, stock: str = "5-3", **changes: Any) -> State:
    """B holds no six and has to follow 6-6; then these moves."""
    game = game_of(name, 2, **changes)
    return follow(begin(game, "6-6 6-5 5-5", NO_SIX, stock=stock), f"A 6-6, {moves}")


class TestPassing:
    def test_no_drawing(self) -> None:
        assert hear(unable_to("block", ""), "pass") == [
            "Bo knocks: nothing fits, and there is no drawing in this game."
        ]

    def test_the_stock_is_empty(self) -> None:
        game = game_of("ikea", 2, **table_of(2, 14))
        start = begin(game, "6-6 6-5 6-4 6-3 6-2 6-1 6-0")
        assert hear(follow(start, "A 6-6"), "pass") == [
            "Bo knocks: nothing fits, and the stock is empty."
        ]

    def test_the_last_tiles_stay_in_the_stock(self) -> None:
        for reserve in (14, 20):
            assert hear(unable_to("muggins", "", reserve=reserve), "pass") == [
                "Bo knocks: nothing fits, and the last 14 tiles stay in the stock."
            ]
        game = game_of("ikea", 3, reserve=1, **table_of(3, 9))
        one = begin(game, "6-6 6-5 6-4 6-3 6-2 6-1 6-0")
        assert hear(follow(one, "A 6-6"), "pass") == [
            "Bo knocks: nothing fits, and the last tile stays in the stock."
        ]

    def test_the_drawn_tile_does_not_fit(self) -> None:
        assert hear(unable_to("ikea", "B draw"), "pass") == [
            "Bo knocks: the drawn tile does not fit either."
        ]

    def test_the_drawn_tile_waits(self) -> None:
        state = unable_to("ikea", "B draw", stock="6-3", drawn_tile="may_not_play")
        assert hear(state, "pass") == ["Bo knocks: a drawn tile may not be laid in the same turn."]

    @pytest.mark.parametrize("changes", [{"drawn_tile": "may_play"}, {"able_may_pass": True}])
    @pytest.mark.parametrize("stock", ["6-3", "5-3"])
    def test_the_drawn_tile_may_be_kept(self, stock: str, changes: dict[str, Any]) -> None:
        """Whether it fits, nobody else learns."""
        state = unable_to("ikea", "B draw", stock=stock, **changes)
        assert hear(state, "pass") == ["Bo knocks and keeps the drawn tile."]

    def test_by_choice(self) -> None:
        state = unable_to("ikea", "", pass_instead_of_draw=True)
        assert options(state) == ["draw", "pass"]
        for eyes in ((), (0,), (1,)):
            assert hear(state, "pass", eyes) == ["Bo knocks."]

    def test_what_looks_like_a_choice_may_be_none(self) -> None:
        state = unable_to("block", "", able_may_pass=True)
        assert options(state) == ["pass"]
        assert hear(state, "pass", (1,)) == ["Bo knocks: nothing fits, and nothing may be drawn."]
        for eyes in ((), (0,)):
            assert hear(state, "pass", eyes) == ["Bo knocks."]


class TestScoring:
    def test_the_ends_give_points(self) -> None:
        state = begin(game_of("muggins", 2), "5-5 5-0", "6-4")
        assert hear(state, "5-5")[1:] == ["The open ends add up to 10: 2 points for Ana."]
        state = begin(game_of("muggins", 2, leader="highest_tile", lead="any"), "6-6 5-0")
        assert hear(state, "5-0")[1:] == ["The open ends add up to 5: 1 point for Ana."]

    def test_pairs_score_together(self) -> None:
        state = begin(game_of("muggins", 4), "5-5 5-0")
        assert hear(state, "5-5")[1:] == ["The open ends add up to 10: 2 points for Ana and Cy."]

    def test_too_many_points_are_none(self) -> None:
        state = begin(game_of("muggins", 2, 1, exact=True), "5-5 5-0", "6-4")
        assert hear(state, "5-5")[1:] == [
            "The open ends add up to 10, but Ana would overshoot the target: no points."
        ]


def test_what_is_told_can_be_sent() -> None:
    state = begin(game_of("muggins", 4), "5-5 5-0")
    told = tell_move(people(state.game), state, apply(state, read_move("5-5")), ())
    sent = msgspec.json.encode(told)
    assert sent.startswith(b'[["told.played.lead",{"name":"Ana","tile":"5-5"}],["told.scored.')
    assert msgspec.json.decode(sent, type=tuple[Told, ...]) == told
