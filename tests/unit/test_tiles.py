"""Tiles as numbers and as text, sets of tiles as masks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix import tiles
from doublesix.errors import InvalidInput

ALL = [(a, b) for a in range(13) for b in range(a + 1)]
EVERY_TILE = range(len(ALL))


def test_numbers_count_the_tiles_row_by_row() -> None:
    assert [tiles.number(a, b) for a, b in ALL] == list(EVERY_TILE)
    assert [tiles.number(b, a) for a, b in ALL] == list(EVERY_TILE)
    # As the rules fix them.
    assert [tiles.parse(word) for word in ("0-0", "1-0", "1-1", "6-6")] == [0, 1, 2, 27]


@pytest.mark.parametrize("tile", EVERY_TILE)
def test_a_tile_reads_both_ways_and_writes_the_higher_half_first(tile: int) -> None:
    a, b = ALL[tile]
    assert tiles.halves(tile) == (a, b)
    assert tiles.text(tile) == f"{a}-{b}"
    assert tiles.parse(f"{a}-{b}", top=12) == tiles.parse(f"{b}-{a}", top=12) == tile
    assert tiles.is_double(tile) == (a == b)


@given(st.text(max_size=6) | st.from_regex(r"[0-9]+ ?[-–] ?[0-9]+", fullmatch=True))
def test_other_words_are_no_tiles(word: str) -> None:
    if word in {f"{a}-{b}" for a in range(13) for b in range(13)}:
        return
    with pytest.raises(InvalidInput) as caught:
        tiles.parse(word, top=12)
    assert caught.value.code == "not-a-tile"


@pytest.mark.parametrize("top", range(1, 13))
def test_a_set_has_the_tiles_up_to_its_top(top: int) -> None:
    inside = {tile for tile, (high, _) in enumerate(ALL) if high <= top}
    for tile in EVERY_TILE:
        if tile in inside:
            assert tiles.parse(tiles.text(tile), top) == tile
        else:
            with pytest.raises(InvalidInput) as caught:
                tiles.parse(tiles.text(tile), top)
            assert caught.value.code == "not-in-the-set"
            assert caught.value.details == {"word": tiles.text(tile), "top": top}
    box = tiles.tile_set(top)
    assert box.top == top
    assert box.size == len(inside)
    assert set(tiles.members(box.full)) == inside
    assert set(tiles.members(box.doubles)) == {tile for tile in inside if tiles.is_double(tile)}
    assert [bits.bit_length() - 1 for bits in box.bits] == sorted(inside)
    assert all(bits.bit_count() == 1 for bits in box.bits)


@pytest.mark.parametrize("top", [6, 9, 12])
def test_a_suit_is_all_tiles_that_show_a_number(top: int) -> None:
    box = tiles.tile_set(top)
    assert len(box.suits) == top + 1
    for pips, suit in enumerate(box.suits):
        expected = {tile for tile in tiles.members(box.full) if pips in ALL[tile]}
        assert set(tiles.members(suit)) == expected
        assert len(expected) == top + 1
        assert box.double(pips) in expected


def test_a_set_is_made_once() -> None:
    assert tiles.tile_set(6) is tiles.tile_set(6)


@given(st.sets(st.sampled_from(EVERY_TILE)))
def test_masks_and_their_members_are_the_same(some: set[int]) -> None:
    bits = tiles.mask(some)
    assert list(tiles.members(bits)) == sorted(some)
    assert bits.bit_count() == len(some)


def test_all_pips_of_double_six() -> None:
    """T-44: all pips 168; doubles counted once 147."""
    pairs = [tiles.halves(tile) for tile in range(28)]
    assert sum(a + b for a, b in pairs) == 168
    assert sum(a + b if a != b else a for a, b in pairs) == 147


def test_the_heaviest_tile_has_most_pips_then_the_larger_half() -> None:
    order = sorted(range(28), key=tiles.weight, reverse=True)
    named = [tiles.text(tile) for tile in order]
    assert named[:6] == ["6-6", "6-5", "6-4", "5-5", "6-3", "5-4"]
    assert named[-4:] == ["2-0", "1-1", "1-0", "0-0"]
    assert len({tiles.weight(tile) for tile in EVERY_TILE}) == len(ALL), "no two weigh the same"
