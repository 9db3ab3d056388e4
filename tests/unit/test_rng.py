"""The generator: the published numbers, fair, and the same everywhere."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix.errors import InvalidInput
from doublesix.rng import Rng, mix

WORD = 2**64
STEP = 0x9E3779B97F4A7C15
ROOM = 2**40

# SplitMix64 with state 1234567, as published with its reference implementation.
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_mix_gives_the_published_numbers() -> None:
    states = [(1234567 + n * STEP) % WORD for n in range(1, 6)]
    assert [mix(state) for state in states] == PUBLISHED


class PlainRng:
    """The generator again, as its description says, with nothing made fast.

    Words are SplitMix64's. One word serves several draws: each multiplies the fraction the
    word stands for by its bound, takes the whole part and leaves the rest; a new word is taken
    when the bounds served would multiply past 2**40.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = mix((mix((seed + STEP) % WORD) + (stream + 1) * STEP) % WORD)
        self.fraction = 0
        self.served = ROOM
        self.words = 0

    def below(self, bound: int) -> int:
        if self.served * bound > ROOM:
            self.state = (self.state + STEP) % WORD
            self.fraction = mix(self.state)
            self.served = 1
            self.words += 1
        self.served *= bound
        whole, self.fraction = divmod(self.fraction * bound, WORD)
        return whole

    def shuffle(self, items: list[int], keep: int = 1) -> None:
        for last in reversed(range(max(keep, 1), len(items))):
            items.insert(last, items.pop(self.below(last + 1)))


seeds = st.integers(-(2**70), 2**70)
bounds = st.integers(1, 100) | st.integers(1, 2**41)


@given(seeds, st.integers(0, 2**66), st.lists(bounds, max_size=60))
def test_draws_are_those_of_the_plain_generator(seed: int, stream: int, asked: list[int]) -> None:
    rng, plain = Rng(seed, stream), PlainRng(seed, stream)
    drawn = [rng.below(bound) for bound in asked]
    assert drawn == [plain.below(bound) for bound in asked]
    assert all(0 <= number < bound for number, bound in zip(drawn, asked, strict=True))


@given(seeds, st.integers(0, 95), st.integers(0, 20), bounds)
def test_a_shuffle_takes_what_single_draws_take(
    seed: int, size: int, keep: int, after: int
) -> None:
    rng, plain = Rng(seed), PlainRng(seed)
    items, same = list(range(size)), list(range(size))
    rng.shuffle(items, keep)
    plain.shuffle(same, keep)
    assert items == same
    assert sorted(items) == list(range(size))
    assert rng.below(after) == plain.below(after), "and the stream goes on from the same place"


def test_a_shuffle_without_keep_is_a_shuffle_of_all() -> None:
    ones, others = list(range(28)), list(range(28))
    Rng(5).shuffle(ones)
    Rng(5).shuffle(others, keep=1)
    assert ones == others
    again = list(range(28))
    Rng(5).shuffle(again, keep=0)
    assert again == ones


def test_the_first_items_of_a_shuffle_are_a_random_set() -> None:
    """Nothing is spent on the order of the first items, but every set of them may come."""
    hands = set()
    for seed in range(400):
        items = list(range(5))
        Rng(seed).shuffle(items, keep=2)
        hands.add(frozenset(items[:2]))
    assert len(hands) == 10


def test_one_word_serves_several_draws() -> None:
    plain = PlainRng(1)
    for _ in range(8):
        plain.below(28)  # 28**8 is below 2**40, 28**9 is not
    assert plain.words == 1
    plain.below(28)
    assert plain.words == 2


@given(seeds, st.lists(bounds, max_size=10))
def test_below_one_is_free(seed: int, asked: list[int]) -> None:
    rng, plain = Rng(seed), PlainRng(seed)
    for bound in asked:
        assert rng.below(1) == 0
        assert rng.below(bound) == plain.below(bound)


@given(seeds)
def test_a_single_option_costs_nothing(seed: int) -> None:
    rng, same = Rng(seed), Rng(seed)
    assert rng.choose(["only"]) == "only"
    assert rng.below(1000) == same.below(1000)


@given(seeds, st.lists(st.integers(), min_size=2, max_size=30))
def test_a_choice_is_a_draw(seed: int, options: list[int]) -> None:
    assert Rng(seed).choose(options) == options[PlainRng(seed).below(len(options))]


@pytest.mark.parametrize("bound", [2, 3, 7, 28, 91])
def test_draws_are_uniform(bound: int) -> None:
    """Chi-square against equal chances: within five standard deviations of its mean."""
    draws = 20_000
    rng = Rng(2024)
    counts = Counter(rng.below(bound) for _ in range(draws))
    expected = draws / bound
    chi_square = sum((counts[number] - expected) ** 2 / expected for number in range(bound))
    freedom = bound - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_shuffles_are_uniform() -> None:
    """All 24 orders of four items, over many seeds."""
    draws = 12_000
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(draws):
        items = [0, 1, 2, 3]
        Rng(seed).shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    chi_square = sum((count - draws / 24) ** 2 / (draws / 24) for count in counts.values())
    assert abs(chi_square - 23) < 5 * (2 * 23) ** 0.5


def test_following_draws_are_independent() -> None:
    """Pairs of neighbouring draws from the same word are uniform too."""
    rng = Rng(99)
    drawn = [rng.below(6) for _ in range(36_001)]
    counts = Counter(pairwise(drawn))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert len(counts) == 36
    assert abs(chi_square - 35) < 5 * (2 * 35) ** 0.5


def first_draws(seed: int, stream: int) -> tuple[int, ...]:
    rng = Rng(seed, stream)
    return tuple(rng.below(10**6) for _ in range(4))


def test_seeds_and_streams_differ() -> None:
    beginnings = {first_draws(seed, stream) for seed in range(40) for stream in range(40)}
    assert len(beginnings) == 1600


def test_a_stream_is_not_another_seed_further_on() -> None:
    """Neighbouring streams do not walk through the same words."""
    words = [[Rng(seed, stream).below(2**40) for seed in range(50)] for stream in range(50)]
    assert len({word for row in words for word in row}) == 2500


def test_only_the_low_64_bits_of_a_seed_count() -> None:
    assert first_draws(2**64 + 7, 0) == first_draws(7, 0)
    assert first_draws(-1, 0) == first_draws(2**64 - 1, 0)


def test_nothing_can_be_chosen_from_nothing_and_the_stream_goes_on() -> None:
    rng, twin = Rng(1), Rng(1)
    rng.below(6), twin.below(6)
    for bound in (0, -3):
        with pytest.raises(InvalidInput, match="nothing to choose"):
            rng.below(bound)
    with pytest.raises(InvalidInput, match="nothing to choose"):
        rng.choose([])
    assert [rng.below(28) for _ in range(20)] == [twin.below(28) for _ in range(20)]
