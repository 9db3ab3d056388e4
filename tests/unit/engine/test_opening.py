"""Dealing, and who leads what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix import tiles
from doublesix.engine import Deal, Game
from doublesix.engine.opening import Opening, Redeal, check_deal, find_opening, shuffle
from doublesix.errors import InvalidDeal
from doublesix.rng import Rng
from tests.setting import deal_out, game_of, hand
from tests.strategies import games, seeds

FOUR_EACH = {"seats": [3], "hand": {"3": 4}}

# Hands without a rule's favourite and with it.
MIXED = ("5-5 1-1 6-4 2-0", "6-3 4-4 3-3 2-2", "6-5 5-4 3-2 2-1")
NO_DOUBLES = ("6-3 5-1 4-2 2-0", "5-4 4-3 3-2 2-1", "4-1 4-0 3-1 3-0")
ONE_HOLDER = ("6-3 5-1 4-2 2-0", "5-4 4-4 3-2 2-2", "4-1 4-0 3-1 3-0")

LEADS: list[tuple[dict[str, object], tuple[str, ...], int, str]] = [
    ({"leader": "highest_double"}, MIXED, 0, "5-5"),
    ({"leader": "lowest_double"}, MIXED, 0, "1-1"),
    ({"leader": "most_doubles"}, MIXED, 1, "4-4"),
    ({"leader": "highest_tile"}, MIXED, 2, "6-5"),
    ({"leader": "highest_double", "lead": "any"}, MIXED, 0, MIXED[0]),
    ({"leader": "most_doubles", "lead": "any"}, MIXED, 1, MIXED[1]),
    ({"leader": "highest_tile", "lead": "any"}, MIXED, 2, MIXED[2]),
    ({"leader": "top_double", "no_leader": "highest_tile"}, MIXED, 2, "6-5"),
    ({"leader": "highest_double", "no_leader": "highest_tile"}, NO_DOUBLES, 0, "6-3"),
    ({"leader": "lowest_double", "no_leader": "highest_tile"}, NO_DOUBLES, 0, "6-3"),
    ({"leader": "most_doubles", "no_leader": "highest_tile"}, NO_DOUBLES, 0, "6-3"),
    (
        {"no_leader": "highest_tile", "highest_tile_lead": "any"},
        NO_DOUBLES,
        0,
        NO_DOUBLES[0],
    ),
    # How the highest tile is led has nothing to say where a double leads, and the other way.
    ({"no_leader": "highest_tile", "highest_tile_lead": "any"}, MIXED, 0, "5-5"),
    ({"no_leader": "highest_tile", "lead": "any"}, NO_DOUBLES, 0, "6-3"),
    ({"redeal_single_holder": True}, MIXED, 0, "5-5"),
    ({"redeal_single_holder": False}, ONE_HOLDER, 1, "4-4"),
    ({"redeal_single_holder": True, "no_leader": "highest_tile"}, NO_DOUBLES, 0, "6-3"),
]


@pytest.mark.parametrize(("changes", "hands", "leader", "leads"), LEADS)
def test_the_rule_names_who_leads_what(
    changes: dict[str, object], hands: tuple[str, ...], leader: int, leads: str
) -> None:
    game = game_of("ikea", 3, **FOUR_EACH, **changes)
    assert find_opening(game, [hand(text) for text in hands]) == Opening(leader, hand(leads))


REDEALS: list[tuple[dict[str, object], tuple[str, ...], str]] = [
    ({"leader": "highest_double"}, NO_DOUBLES, "no_leader"),
    ({"leader": "lowest_double"}, NO_DOUBLES, "no_leader"),
    ({"leader": "most_doubles"}, NO_DOUBLES, "no_leader"),
    ({"leader": "top_double"}, MIXED, "no_leader"),
    ({"redeal_single_holder": True}, ONE_HOLDER, "redeal_single_holder"),
    ({"leader": "highest_tile", "redeal_single_holder": True}, ONE_HOLDER, "redeal_single_holder"),
]


@pytest.mark.parametrize(("changes", "hands", "rule"), REDEALS)
def test_the_rule_deals_again(
    changes: dict[str, object], hands: tuple[str, ...], rule: str
) -> None:
    game = game_of("ikea", 3, **FOUR_EACH, **changes)
    assert find_opening(game, [hand(text) for text in hands]) == Redeal(rule)


def test_equally_many_doubles() -> None:
    hands = [hand("5-5 1-1 6-4 2-0"), hand("6-6 0-0 3-2 2-1"), hand("4-4 5-4 6-3 1-0")]
    highest = game_of("ikea", 3, **FOUR_EACH, leader="most_doubles")
    assert find_opening(highest, hands) == Opening(1, hand("6-6"))
    redeal = game_of("ikea", 3, **FOUR_EACH, leader="most_doubles", equal_doubles="redeal")
    assert find_opening(redeal, hands) == Redeal("equal_doubles")


def test_the_top_double_leads_wherever_it_is() -> None:
    game = game_of("sebastopol", 4)
    for seat in range(4):
        hands = deal_out(game, *["" if other != seat else "6-6" for other in range(4)]).hands
        assert find_opening(game, hands) == Opening(seat, hand("6-6"))


@given(games(), seeds())
def test_a_shuffle_deals_the_whole_set(game: Game, seed: int) -> None:
    deal = shuffle(game, Rng(seed))
    check_deal(game, deal)
    assert len(deal.stock) == game.tiles.size - game.seats * game.hand


def test_a_shuffle_deals_the_first_tiles_to_the_first_seat() -> None:
    game = game_of("ikea", 3)
    order = list(range(28))
    Rng(42).shuffle(order, keep=7)
    deal = shuffle(game, Rng(42))
    assert deal.hands == tuple(tiles.mask(order[at : at + 7]) for at in (0, 7, 14))
    assert deal.stock == tuple(order[21:])


def test_every_tile_may_come_to_every_place() -> None:
    game = game_of("svoora", 4)
    seen = set()
    for seed in range(600):
        deal = shuffle(game, Rng(seed))
        seen |= {(tile, at) for at, hand in enumerate(deal.hands) for tile in tiles.members(hand)}
        seen |= {(tile, 4 + at) for at, tile in enumerate(deal.stock)}
    assert len(seen) == 28 * (4 + 8)


class TestCheckDeal:
    game = game_of("svoora", 2)

    def refuse(self, deal: Deal) -> tuple[str, dict[str, object]]:
        with pytest.raises(InvalidDeal) as caught:
            check_deal(self.game, deal)
        assert str(caught.value)
        return caught.value.code, caught.value.details

    def test_a_proper_deal_passes(self) -> None:
        check_deal(self.game, deal_out(self.game))

    def test_as_many_hands_as_seats(self) -> None:
        deal = deal_out(self.game)
        refused = self.refuse(Deal(deal.hands[:1], deal.stock))
        assert refused == ("wrong-number-of-hands", {"hands": 1, "seats": 2})

    def test_as_many_tiles_as_the_book_deals(self) -> None:
        deal = deal_out(self.game, "6-6 5-5 4-4 3-3 2-2", "0-0 1-0 1-1 2-0 2-1")
        short = Deal((deal.hands[0], hand("0-0 1-0 1-1 2-0")), (*deal.stock, 4))
        assert self.refuse(short) == ("wrong-hand", {"seat": "B", "held": 4, "hand": 5})

    def test_no_tile_twice(self) -> None:
        deal = deal_out(self.game, "6-6 5-5 4-4 3-3 2-2", "0-0 1-0 1-1 2-0 2-1")
        held_twice = Deal((deal.hands[0], hand("0-0 1-0 1-1 2-0 5-5")), deal.stock)
        assert self.refuse(held_twice) == ("tile-twice", {"tile": "5-5"})
        held_and_in_stock = Deal(deal.hands, (27, *deal.stock[1:]))
        assert self.refuse(held_and_in_stock) == ("tile-twice", {"tile": "6-6"})
        in_stock_twice = Deal(deal.hands, (*deal.stock, deal.stock[0]))
        assert self.refuse(in_stock_twice)[0] == "tile-twice"

    def test_no_tile_missing(self) -> None:
        deal = deal_out(self.game)
        missing = tiles.text(deal.stock[-1])
        short = Deal(deal.hands, deal.stock[:-1])
        assert self.refuse(short) == ("tile-missing", {"tile": missing})

    def test_no_tile_of_another_set(self) -> None:
        deal = deal_out(self.game)
        more = Deal(deal.hands, (*deal.stock, *[tiles.parse("7-7", top=7)]))
        assert self.refuse(more) == ("strange-tile", {"tile": "7-7"})

    @given(st.data())
    def test_any_two_places_of_one_tile_are_found(self, data: st.DataObject) -> None:
        deal = shuffle(self.game, Rng(data.draw(seeds())))
        places = data.draw(
            st.lists(st.sampled_from(range(18)), min_size=2, max_size=2, unique=True)
        )
        stock = list(deal.stock)
        stock[places[0]] = stock[places[1]]
        twice = tiles.text(stock[places[0]])
        assert self.refuse(Deal(deal.hands, tuple(stock))) == ("tile-twice", {"tile": twice})


@pytest.mark.parametrize("tile", [28, 91, 200, -1])
def test_a_number_that_is_no_tile_of_the_set_is_refused(tile: int) -> None:
    game = game_of("svoora", 2)
    deal = deal_out(game)
    with pytest.raises(InvalidDeal, match="does not belong to the set"):
        check_deal(game, Deal(deal.hands, (*deal.stock[:-1], tile)))
