"""The cases every build must pass (specification, section 6), played with dealt hands and real
moves. Rounds that must end on given pips were searched for by machine and are replayed here.
"""

import pytest

from doublesix import rules, tiles
from doublesix.engine import Game, State, apply, new_game, standing
from doublesix.engine.events import Ended, Played, Result
from doublesix.engine.game import count_pips
from doublesix.engine.scoring import divide, points_in_play
from doublesix.engine.state import Stage
from doublesix.errors import IllegalMove
from doublesix.rules.model import Rounding
from doublesix.tiles import mask, members
from tests.setting import begin, follow, game_of, hand, options, read_move


def end(state: State) -> Result:
    assert state.result, "the round is over"
    return state.result


def left_in(bits: int) -> str:
    return " ".join(tiles.text(tile) for tile in members(bits))


def test_t01_ikea_blocked_two_against_ten() -> None:
    state = begin(
        game_of("ikea", 2),
        "6-3 4-2 3-3 3-1 3-0 2-2 0-0",
        "6-1 6-0 5-5 5-2 5-0 4-4 4-0",
        stock="5-4 4-3 5-3 6-4 4-1 5-1 6-6 6-5 2-1 2-0 1-0 3-2 6-2 1-1",
    )
    state = follow(
        state,
        """
        B 5-5, A draw, A 5-4 left, B 5-0 right, A 4-2 left, B 6-0 right, A 6-3 right, B 5-2 left
        A 3-3 right, B draw, B 4-3 right, A draw, A 5-3 left, B 4-4 right, A 3-1 left, B 6-1 left
        A draw, A 6-4 right, B draw, B pass, A draw, A pass, B draw, B 6-6 right, A draw
        A 6-5 left, B draw, B pass, A 5-1 left, B 2-1 left, A 2-2 left, B draw, B 2-0 left
        A 3-0 left, B draw, B pass, A draw, A 3-2 left, B draw, B 6-2 right, A draw
        """,
    )
    result = end(state)
    assert (result.ended, result.pips) == (Ended.BLOCKED, (2, 10))
    assert (result.winners, result.points) == ((0,), (8, 0))


@pytest.mark.parametrize(("seats", "stock"), [(2, 14), (3, 7), (4, 8), (5, 3)])
def test_t02_ikea_stock_after_the_deal(seats: int, stock: int) -> None:
    assert len(begin(game_of("ikea", seats), "6-6").stock) == stock


def test_t06_svoora_only_sixes_follow_the_double_six() -> None:
    followers = "6-0 6-1 6-2 6-3 6-4"
    state = follow(begin(game_of("svoora", 2), "6-6 6-5", followers), "A 6-6")
    named = {move.split()[0] for move in options(state)}
    assert named == set(followers.split())
    fitting = state.ends.fits & ~hand("6-6")
    assert left_in(fitting) == "6-0 6-1 6-2 6-3 6-4 6-5"


def test_t08_svoora_an_unable_seat_draws_the_whole_stock_and_passes() -> None:
    """Four seats leave eight tiles in stock; all the sixes are with A, C and D."""
    state = begin(
        game_of("svoora", 4),
        "6-6 6-5 6-4 6-3 5-5",
        "1-0 2-0 3-0 4-0 5-0",
        "6-2 5-4 5-3 5-2 5-1",
        "6-1 6-0 4-4 4-3 4-2",
    )
    state = follow(state, "A 6-6")
    assert len(state.stock) == 8
    for _ in range(8):
        assert options(state) == ["draw"]
        state = follow(state, "B draw")
    assert state.hands[1].bit_count() == 5 + 8
    assert state.stock == ()
    assert options(state) == ["pass"]
    assert follow(state, "B pass").turn == 2


def test_t10_noris_double_and_second_tile_in_one_turn() -> None:
    state = begin(game_of("noris", 2), "5-5 5-3 2-1 2-0 1-0", "4-3 4-2 4-1 4-0 3-0")
    state = follow(state, "A 5-5")
    assert state.turn == 0
    assert options(state) == ["5-3 left", "5-3 right"], "it must, as it holds one"
    state = follow(state, "A 5-3 right")
    assert state.turn == 1
    assert state.hands[0].bit_count() == 3
    assert set(state.ends.shown) == {5, 3}


def test_t11_noris_draws_three_and_lays_exactly_one() -> None:
    state = begin(
        game_of("noris", 2),
        "6-6 6-5 2-1 2-0 1-0",
        "4-3 4-2 4-1 4-0 3-0",
        stock="1-1 2-2 5-4",
    )
    state = follow(state, "A 6-6, A 6-5 right, B draw, B draw, B draw")
    assert options(state) == ["5-4 right"]
    after = follow(state, "B 5-4 right")
    assert after.turn == 0
    assert after.hands[1] == hand("4-3 4-2 4-1 4-0 3-0 1-1 2-2"), "nothing is returned"
    assert len(after.stock) == 18 - 3


def test_t12_noris_counts_doubles_once() -> None:
    held = hand("6-6 5-5 2-1")
    assert count_pips(game_of("noris", 2), held) == 14
    assert count_pips(game_of("svoora", 2), held) == 25


def test_t13_noris_is_not_over_while_stock_remains() -> None:
    state = begin(
        game_of("noris", 2), "6-6 5-5 4-4 3-3 2-2", "5-4 5-3 5-2 5-1 5-0", stock="1-0 6-0"
    )
    state = follow(state, "A 6-6")
    assert not any(state.ends.fits & held for held in state.hands), "nobody can place"
    assert state.result is None
    assert options(state) == ["draw"]


@pytest.mark.parametrize(
    ("seats", "dealt", "stock", "drawable"), [(4, 6, 4, 2), (2, 7, 14, 12), (3, 5, 13, 11)]
)
def test_t15_draw_what_may_be_drawn(seats: int, dealt: int, stock: int, drawable: int) -> None:
    game = game_of("draw", seats)
    assert game.in_pairs == (seats == 4)
    state = begin(game, "6-6")
    assert {held.bit_count() for held in state.hands} == {dealt}
    assert len(state.stock) == stock
    assert stock - game.rules.reserve == drawable


def test_t15_draw_the_last_two_are_never_drawn() -> None:
    hands = ("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "1-0 1-1 2-0 2-1 2-2 3-0 3-1")
    state = follow(begin(game_of("draw", 2), *hands), "A 6-6")
    drawn = 0
    while "draw" in options(state):
        state = follow(state, "B draw")
        drawn += 1
    assert (drawn, len(state.stock)) == (12, 2)
    assert options(state) == ["pass"]


def test_t16_muggins_a_led_double_five_scores_two() -> None:
    state = begin(game_of("muggins", 2), "5-5 5-4 4-3 3-2 2-1 1-0 0-0", "4-4 3-3")
    assert follow(state, "A 5-5").in_play == (2, 0)


def test_t16_muggins_double_four_and_double_six_at_the_ends_score_four() -> None:
    hands = ("6-6 6-4 3-0 2-0 2-1 1-1 0-0", "4-4 5-4 5-1 5-2 5-3 1-0 2-2")
    state = follow(begin(game_of("muggins", 2, lead="any"), *hands), "A 6-4, B 4-4 right")
    before = state.in_play
    state = follow(state, "A 6-6 left")
    assert state.ends.total == 20
    assert state.in_play[0] - before[0] == 4


def test_t17_muggins_the_line_to_check() -> None:
    """5-5 (+2), 5-0 (+2), 0-0 (+2), 6-5 on the fives (0), 4-0 on the blanks (+2)."""
    state = begin(
        game_of("muggins", 2), "5-5 0-0 4-0 3-2 3-1 2-1 1-0", "5-0 6-5 4-3 4-2 4-1 3-0 2-0"
    )
    written = []
    for move in ("A 5-5", "B 5-0 right", "A 0-0 right", "B 6-5 left", "A 4-0 right"):
        before = sum(state.in_play)
        state = follow(state, move)
        written.append(sum(state.in_play) - before)
    assert written == [2, 2, 2, 0, 2]
    assert state.in_play == (6, 2)


@pytest.mark.parametrize(("points", "written"), [(0, 0), (1, 1), (5, 1), (6, 2), (11, 3), (25, 5)])
def test_t18_muggins_rounds_up(points: int, written: int) -> None:
    book = rules.load("muggins")
    assert divide(points, book.divide_by, book.rounding) == written


@pytest.mark.parametrize("edition", ["fr", "es", "it", "nl", "ru"])
def test_t18_muggins_editions_round_to_the_nearest(edition: str) -> None:
    book = rules.load(f"muggins:{edition}")
    assert book.rounding is Rounding.NEAREST
    assert divide(11, book.divide_by, book.rounding) == 2


SCORES = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}
# What two ends can show in a double-six set: a number each, a double counting twice, each once.
ONCE, TWICE = range(7), range(0, 13, 2)
SUMS = {a + b for a in ONCE for b in (*ONCE, *TWICE)} | {
    a + b for a in TWICE for b in TWICE if a < b
}


@pytest.mark.parametrize("total", sorted(SUMS))
def test_t20_fives_and_threes_sums(total: int) -> None:
    divisors = rules.load("fives-and-threes").in_play
    assert points_in_play(divisors, total) == SCORES.get(total, 0)


@pytest.mark.parametrize("pips", range(7))
def test_t20_fives_and_threes_openings(pips: int) -> None:
    lower = " ".join(f"{double}-{double}" for double in range(pips))
    state = begin(game_of("fives-and-threes", 2), f"{pips}-{pips}", stock=lower)
    state = follow(state, f"A {pips}-{pips}")
    assert state.in_play[0] == {3: 2, 5: 2, 6: 4}.get(pips, 0)


def test_t24_sebastopol_a_double_on_an_arm_goes_on_in_one_place() -> None:
    state = begin(
        game_of("sebastopol", 4),
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
        "6-5 5-4 4-3 3-2 2-1 1-0 5-0",
        "6-4 4-2 5-3 4-1 3-1 5-1 2-0",
        "6-3 6-2 6-1 6-0 3-0 4-0 5-2",
    )
    state = follow(state, "A 6-6, B 6-5 left, C 6-4 right, D 6-3 up, A pass, B pass, C pass")
    state = follow(state, "D 6-2 down, A 5-5 left")
    assert state.ends.shown == (5, 4, 3, 2)
    assert len(state.ends.shown) == 4
    fives = [move for move in options(state) if move.startswith("5-4")]
    assert fives == ["5-4 left", "5-4 right"], "the double five has one open side"


def test_t32_block_three_seats_out() -> None:
    state = begin(
        game_of("block", 3), "6-6 6-2 5-1 4-0 1-0", "4-3 4-2 4-1 2-0 1-1", "6-3 5-2 5-0 4-4 0-0"
    )
    state = follow(
        state,
        """
        A 6-6, B pass, C 6-3 right, A 6-2 left, B 4-3 right, C 4-4 right, A 4-0 right
        B 4-2 left, C 0-0 right, A 1-0 right, B 1-1 right, C pass, A 5-1 right
        """,
    )
    result = end(state)
    assert (result.ended, result.by, result.pips) == (Ended.OUT, 0, (0, 7, 12))
    assert result.points == (19, 0, 0)


def test_t33_block_pairs_out_with_the_partners_pips_deducted() -> None:
    state = begin(
        game_of("block", 4),
        "6-6 6-5 5-2 4-4 0-0",
        "6-3 5-4 4-3 3-2 3-0",
        "5-5 5-3 5-1 4-2 3-1",
        "6-2 6-0 4-0 2-2 1-0",
    )
    state = follow(
        state,
        """
        A 6-6, B 6-3 right, C 5-3 right, D 6-0 left, A 0-0 left, B 3-0 left, C 5-5 right, D pass
        A 5-2 right, B 3-2 left, C 4-2 right, D 6-2 left, A 4-4 right, B 4-3 right, C 3-1 right
        D 1-0 right, A 6-5 left
        """,
    )
    result = end(state)
    assert (result.ended, result.by, result.pips) == (Ended.OUT, 0, (0, 9, 6, 8))
    assert result.points == (11, 0)


def test_t33_block_pairs_never_below_nothing() -> None:
    state = begin(
        game_of("block", 4),
        "6-6 6-0 5-1 4-2 1-0",
        "6-4 6-2 4-1 2-0 1-1",
        "6-5 6-3 5-4 5-2 5-0",
        "3-2 3-0 2-2 2-1 0-0",
    )
    state = follow(
        state,
        """
        A 6-6, B 6-4 left, C 6-3 right, D 3-2 right, A 4-2 left, B 6-2 right, C 5-2 left, D pass
        A 6-0 right, B 2-0 right, C 5-0 left, D 2-2 right, A 1-0 left, B 1-1 left, C pass
        D 2-1 right, A 5-1 right
        """,
    )
    result = end(state)
    assert (result.ended, result.by, result.pips) == (Ended.OUT, 0, (0, 5, 20, 3))
    assert (result.winners, result.points) == ((0,), (0, 0))


def test_t34_block_pairs_blocked_fourteen_to_twenty_three() -> None:
    state = begin(
        game_of("block", 4),
        "5-5 4-4 4-3 3-1 1-0",
        "6-4 6-2 4-0 2-1 0-0",
        "6-5 6-3 5-2 4-2 1-1",
        "5-4 5-1 4-1 3-2 2-2",
    )
    state = follow(
        state,
        """
        A 5-5, B pass, C 6-5 right, D 5-4 left, A 4-4 left, B 6-4 right, C 4-2 left, D 2-2 left
        A 4-3 right, B 6-2 left, C 6-3 right
        """,
    )
    result = end(state)
    assert result.ended is Ended.BLOCKED
    assert (result.pips[0] + result.pips[2], result.pips[1] + result.pips[3]) == (14, 23)
    assert (result.winners, result.points) == ((0,), (9, 0))


def test_t34_block_pairs_blocked_level() -> None:
    state = begin(
        game_of("block", 4),
        "6-5 2-2 2-1 2-0 1-0",
        "6-1 5-0 4-2 1-1 0-0",
        "6-0 5-4 5-2 3-1 3-0",
        "6-6 5-3 5-1 4-4 4-0",
    )
    state = follow(
        state,
        """
        D 6-6, A 6-5 left, B 6-1 right, C 5-2 left, D 5-1 right, A 2-1 left, B 5-0 right
        C 3-1 left, D 5-3 left, A 2-0 right, B 4-2 right, C 5-4 right
        """,
    )
    result = end(state)
    assert (result.ended, result.pips) == (Ended.BLOCKED, (5, 2, 9, 12))
    assert (result.winners, result.points) == ((), (0, 0))


def five_nine_eleven(game: Game) -> Result:
    """A round without drawing that is blocked with 5, 9 and 11 pips."""
    state = begin(game, "6-5 4-3 2-1 1-1 0-0", "6-3 5-4 3-1 3-0 2-0", "6-6 5-5 3-3 2-2 1-0")
    moves = "C 6-6, A 6-5 right, B 6-3 left, C 5-5 right, A 4-3 left, B 5-4 left"
    result = end(follow(state, moves))
    assert (result.ended, result.pips) == (Ended.BLOCKED, (5, 9, 11))
    return result


def test_t35_block_alone_blocked() -> None:
    result = five_nine_eleven(game_of("block", 3))
    assert (result.winners, result.points) == ((0,), (20, 0, 0))


def test_t35_ikea_the_same_hands() -> None:
    """In ikea itself no round can end so: with the stock drawn up, each number is left on an even
    number of halves, and 25 pips are odd. So ikea is played here without drawing, five tiles each.
    """
    result = five_nine_eleven(game_of("ikea", 3, unable="pass", seats=[3], hand={"3": 5}))
    assert (result.winners, result.points) == ((0,), (15, 0, 0))


def test_t35_ikea_blocked_level() -> None:
    state = begin(
        game_of("ikea", 2),
        "6-3 5-5 5-3 4-1 3-0 2-0 0-0",
        "6-6 6-5 6-0 4-0 3-1 2-1 1-1",
        stock="2-2 5-1 3-3 3-2 6-1 6-2 5-4 1-0 4-3 4-2 5-2 4-4 5-0 6-4",
    )
    state = follow(
        state,
        """
        B 6-6, A 6-3 right, B 3-1 right, A 4-1 right, B 6-5 left, A 5-3 left, B 4-0 right
        A 3-0 right, B draw, B pass, A draw, A pass, B draw, B 3-3 left, A draw, A 3-2 right
        B 2-2 right, A 2-0 right, B 6-0 right, A draw, A 6-1 right, B 2-1 right, A draw
        A 6-2 right, B draw, B pass, A draw, A pass, B draw, B 4-3 left, A draw, A 4-2 left
        B draw, B 5-2 left, A 5-5 left, B 5-4 left, A draw, A 4-4 left, B draw, B pass, A draw
        A 6-4 left
        """,
    )
    result = end(state)
    assert (result.ended, result.pips) == (Ended.BLOCKED, (7, 7))
    assert (result.winners, result.points) == ((), (0, 0))


def test_t40_noris_nobody_has_a_double() -> None:
    state = begin(game_of("noris", 2), "6-3 6-1 3-2 2-0 1-0", "5-4 5-2 4-3 4-1 3-0")
    assert state.turn == 0
    assert options(state) == ["6-3"]
    state = follow(state, "A 6-3")
    assert (state.turn, state.stage) == (1, Stage.TURN), "no second tile, though 6-1 would fit"


def test_t41_sebastopol_without_a_six_one_passes_until_the_sides_are_filled() -> None:
    state = begin(
        game_of("sebastopol", 4),
        "6-6 6-5 6-4 5-5 3-3 2-2 1-1",
        "5-4 4-4 4-3 4-2 4-1 4-0 5-3",
        "6-3 6-2 6-1 6-0 5-2 5-1 5-0",
    )
    state = follow(state, "A 6-6")
    assert options(state) == ["pass"]
    state = follow(state, "B pass, C 6-3 left, D pass, A 6-5 right")
    assert options(state) == ["pass"], "5-4 would fit the end that shows 5"
    with pytest.raises(IllegalMove) as caught:
        apply(state, read_move("5-4 right"))
    assert (caught.value.code, caught.value.rule) == ("arm-closed", "arms")


def test_t42_draw_an_able_seat_draws_two_and_must_play() -> None:
    hands = ("6-6 6-5 6-4 6-3 6-2 6-1 5-5", "6-0 1-0 1-1 2-0 2-1 2-2 3-0")
    state = follow(begin(game_of("draw", 2), *hands), "A 6-6, B draw, B draw")
    assert options(state) == ["6-0 left", "6-0 right", "draw"], "it may draw on, but not pass"
    with pytest.raises(IllegalMove) as caught:
        apply(state, read_move("pass"))
    assert caught.value.rule == "able_may_pass"
    state = follow(state, "B 6-0 left")
    assert state.turn == 0


def test_t42_draw_is_refused_at_two_in_stock() -> None:
    hands = ("6-6 6-5 6-4 6-3 6-2 6-1", "6-0 1-0 1-1 2-0 2-1 2-2", "5-0 5-1", "5-2 5-3")
    state = follow(begin(game_of("draw", 4), *hands), "A 6-6, B draw, B draw")
    assert len(state.stock) == 2
    assert options(state) == ["6-0 left", "6-0 right"]
    with pytest.raises(IllegalMove) as caught:
        apply(state, read_move("draw"))
    assert (caught.value.code, caught.value.rule) == ("stock-reserved", "reserve")


def test_t42_draw_the_leader_may_not_draw_before_leading() -> None:
    state = begin(game_of("draw", 2), "6-6 6-5 6-4 6-3 6-2 6-1 5-5")
    assert "draw" not in options(state)
    assert len(options(state)) == 7, "any tile may be led"
    with pytest.raises(IllegalMove) as caught:
        apply(state, read_move("draw"))
    assert caught.value.code == "lead-first"


@pytest.mark.parametrize("book", rules.BOOKS)
def test_t44_hands_stock_and_line_are_the_full_set(book: str) -> None:
    """At the deal and after the lead; the conformance suite holds it at every move."""
    game = new_game(rules.load(book), 4)
    state = begin(game, "6-6 0-0")
    lead = options(state)[0]
    for position in (state, follow(state, f"{'ABCD'[state.turn]} {lead}")):
        laid = mask(event.tile for event in position.past if isinstance(event, Played))
        parts = [*position.hands, mask(position.stock), laid]
        assert sum(parts) == (1 << 28) - 1
        pips = [sum(tiles.halves(tile)) for part in parts for tile in members(part)]
        assert sum(pips) == 168
    once = game_of("noris", 2)
    assert count_pips(once, once.tiles.full) == 147


def test_the_target_is_checked_the_moment_points_are_written() -> None:
    """Section 2: in muggins the round and the match stop at once, and no round points are added."""
    hands = ("5-5 5-4 4-3 3-2 2-1 1-0 0-0", "4-4 3-3 2-2 1-1 6-0 5-0 4-0")
    assert follow(begin(game_of("muggins", 2, 3), *hands), "A 5-5").result is None
    state = follow(begin(game_of("muggins", 2, 2), *hands), "A 5-5")
    result = end(state)
    assert (result.ended, result.by, result.winners) == (Ended.TARGET, 0, (0,))
    assert (result.in_play, result.points) == ((2, 0), (2, 0))
    assert standing(state).finished


def test_the_last_tile_scores_in_play_first_then_the_round_points() -> None:
    """Section 2: A's last tile makes ten, then B's eleven pips are divided."""
    game = game_of("muggins", 2, seats=[2], hand={"2": 1}, sides="alone")
    result = end(follow(begin(game, "5-5", "6-5"), "A 5-5"))
    assert result.in_play == (2, 0)
    assert result.points == (2 + 3, 0)
