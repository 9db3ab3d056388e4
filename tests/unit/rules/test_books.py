"""The books and editions say what the specification says, value by value, mark by mark.

The table below is typed from section 2 of the specification, not taken from the data. A value
marked ``†`` is a ruling, a value marked ``?`` may be either, any other is printed. Where there
is only ``–`` the specification says nothing, because nothing in that book depends on it.
"""

import pytest

from doublesix import rules
from doublesix.rules import BOOKS, KEYS, Source

TABLE = """
                     | ikea            | noris         | svoora      | block       | draw          | muggins     | fives-and-threes | sebastopol
set                  | 6               | 6             | 6           | 6           | 6             | 6           | 6                | 6
seats                | 2,3,4,5         | 2,3,4,5 †     | 2,3,4       | 2,3,4       | 2,3,4         | 2,3,4       | 2,3,4            | 4
sides                | alone           | alone         | alone       | pairs       | pairs         | pairs       | pairs            | pairs †
hand                 | 2:7 3:7 4:5 5:5 | 2:5 3:5 4:5 5:5 | 2:5 3:5 4:5 | 2:7 3:5 4:5 | 2:7 3:5 4:6 | 2:7 3:5 4:5 | 2:7 3:7 4:7      | 4:7
direction            | clockwise       | clockwise     | clockwise   | clockwise   | clockwise     | clockwise   | clockwise        | clockwise

leader               | highest_double  | highest_double | highest_double | highest_double | highest_double † | highest_double | lowest_double | top_double
equal_doubles        | –               | –             | –           | –           | –             | –           | –                | –
lead                 | named           | named         | named       | named       | any           | named       | named            | named
no_leader            | redeal          | highest_tile † | redeal     | redeal †    | highest_tile † | redeal †   | redeal †         | –
highest_tile_lead    | –               | named †       | –           | –           | any †         | –           | –                | –
redeal_single_holder | no ?            | no ?          | no ?        | no ?        | no ?          | no ?        | no ?             | no ?
next_leader          | same_rule †     | same_rule †   | same_rule † | same_rule † | same_rule †   | same_rule † | same_rule †      | same_rule †
second_tile          | no              | yes           | no          | no          | no            | no          | no               | no
second_tile_after    | –               | double †      | –           | –           | –             | –           | –                | –
second_tile_unable   | –               | turn_ends †   | –           | –           | –             | –           | –                | –

spinner              | none            | none          | none        | none        | none          | none        | none             | top_double
arms                 | –               | –             | –           | –           | –             | –           | –                | all_first †

able_may_draw        | no ?            | no ?          | no          | no          | yes           | no          | no               | no ?
able_draw_limit      | –               | –             | –           | –           | 0             | –           | –                | –
able_may_pass        | no †            | no †          | no          | no          | no †          | no          | no               | no †
unable               | draw_one        | draw_on       | draw_on     | pass        | draw_on       | draw_on     | draw_on †        | pass †
drawn_tile           | must_play †     | –             | –           | –           | –             | –           | –                | –
pass_instead_of_draw | no ?            | no ?          | no ?        | no ?        | no ?          | no ?        | no ?             | no ?
all_passed           | –               | –             | –           | –           | –             | –           | –                | –
reserve              | 0               | 0             | 0           | –           | 2             | 0           | 0                | –

blocked_when         | all_stuck       | all_stuck     | all_stuck   | all_stuck   | all_stuck     | all_stuck   | all_stuck        | all_stuck
stop_dead_rounds     | no ?            | no ?          | no ?        | no ?        | no ?          | no ?        | no ?             | no ?
blocked_winner       | fewest_pips     | fewest_pips   | fewest_pips | fewest_pips | fewest_pips   | fewest_pips | nobody †         | fewest_pips †
tie                  | no_points †     | shared †      | no_points † | no_points † | no_points †   | no_points † | –                | no_points †

double_counts        | both_halves     | one_half      | both_halves | both_halves | both_halves   | both_halves | –                | both_halves
out_points           | opponents       | none          | opponents   | opponents   | opponents     | opponents   | none             | opponents †
partner_pips         | –               | –             | –           | deducted    | deducted      | deducted    | –                | deducted †
never_negative       | –               | –             | –           | yes †       | yes †         | yes †       | –                | yes †
blocked_points       | minus_own       | none          | minus_own   | opponents † | opponents †   | opponents † | none †           | –
blocked_points_pairs | –               | –             | –           | minus_own   | minus_own     | minus_own   | none †           | minus_own †
divide_by            | 1               | –             | 1           | 1           | 1             | 5           | –                | 1 ?
rounding             | –               | –             | –           | –           | –             | up          | –                | –
out_bonus            | 0               | 0             | 0           | 0           | 0             | 0           | 1                | 0 ?
in_play              | none            | none          | none        | none        | none          | 5           | 3,5              | none
pairs_award          | –               | –             | –           | race ?      | race ?        | race ?      | difference ?     | race ?

target               | 100             | 0             | 100         | 100 †       | 100 †         | 61          | 31               | 60 †
target_choices       | 50,75,100       | none ?        | none ?      | none ?      | none ?        | none ?      | none ?           | none ?
target_check         | round_end       | –             | round_end   | round_end   | round_end     | at_once     | at_once          | –
target_check_pairs   | –               | –             | –           | round_end   | round_end     | at_once     | round_end †      | round_end
exact                | no              | –             | no          | no          | no            | no          | no               | no
"""  # noqa: E501  # the columns are the books

HEAD, *ROWS = [
    [cell.strip() for cell in line.split("|")] for line in TABLE.splitlines() if line.strip()
]
CELLS = [
    (book, row[0], cell)
    for row in ROWS
    for book, cell in zip(HEAD[1:], row[1:], strict=True)
    if cell != "–"
]

LISTS = {"seats", "in_play", "target_choices"}


def value_of(key: str, word: str) -> object:
    """The word of a cell as a plain value of this key."""
    if key in LISTS:
        return [] if word == "none" else [int(number) for number in word.split(",")]
    if ":" in word:
        return {seats: int(tiles) for seats, tiles in (pair.split(":") for pair in word.split())}
    if word.isdigit():
        return int(word)
    return {"yes": True, "no": False}.get(word, word)


def test_the_table_has_every_book_and_every_key() -> None:
    assert tuple(HEAD[1:]) == BOOKS
    assert {row[0] for row in ROWS} == set(KEYS)
    assert len(ROWS) == len(KEYS)


@pytest.mark.parametrize(("book", "key", "cell"), CELLS)
def test_a_book_says_what_is_printed(book: str, key: str, cell: str) -> None:
    said = rules.load(book)
    word = cell.rstrip("†?").strip()
    assert said.plain(key) == value_of(key, word)
    if not cell.endswith("?"):
        source = Source.RULING if cell.endswith("†") else Source.PRINTED
        assert said.sources[key] is source


# Section 3: what each edition changes, all of it; ``†`` and ``?`` as above.
MOST_DOUBLES = {"leader": "most_doubles", "equal_doubles": "highest_double †"}
NEAREST = {"rounding": "nearest"}
EDITIONS: dict[str, dict[str, str]] = {
    "ikea:ko": {"drawn_tile": "may_not_play"},
    "ikea:ms": {"drawn_tile": "may_not_play", **MOST_DOUBLES},
    "ikea:zh-Hant": {"drawn_tile": "may_not_play"},
    "ikea:ro": {"hand": "2:5 3:5 4:5 5:5", **MOST_DOUBLES},
    "ikea:hr": MOST_DOUBLES,
    "ikea:sr": MOST_DOUBLES,
    "ikea:tr": MOST_DOUBLES,
    "ikea:cs": {"redeal_single_holder": "yes", "target_choices": "50,70,100"},
    "ikea:sk": {"redeal_single_holder": "yes"},
    "ikea:lt": {"pass_instead_of_draw": "yes"},
    "ikea:vi": {"direction": "counter_clockwise"},
    "noris:pt": {"direction": "counter_clockwise"},
    "ikea:zh-Hans": {},
    "ikea:id": {},
    "noris:hr": {"double_counts": "one_pip", "no_leader": "highest_tile"},
    "noris:es": {"pass_instead_of_draw": "yes"},
    "noris:sl": {"pass_instead_of_draw": "yes"},
    "noris:bg": {"blocked_when": "one_stuck"},
    "svoora:fr": {"unable": "draw_one", "drawn_tile": "must_play ?"},
    "muggins:fr": NEAREST,
    "muggins:es": NEAREST,
    "muggins:it": NEAREST,
    "muggins:nl": NEAREST,
    "muggins:ru": NEAREST,
    "draw:fr": {"able_draw_limit": "2"},
    "draw:nl": {"lead": "named"},
}


def test_there_are_these_editions_and_no_others() -> None:
    assert {name for name in rules.shipped() if ":" in name} == set(EDITIONS)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_changes_what_its_leaflet_says(name: str) -> None:
    edition, book = rules.load(name), rules.load(name.split(":", maxsplit=1)[0])
    for key in KEYS:
        if key in EDITIONS[name]:
            cell = EDITIONS[name][key]
            assert edition.plain(key) == value_of(key, cell.rstrip("†?").strip()), key
            if not cell.endswith("?"):
                source = Source.RULING if cell.endswith("†") else Source.PRINTED
                assert edition.sources[key] is source, key
        else:
            assert edition.plain(key) == book.plain(key), key
            # A leaflet may print what its book leaves to a ruling, never the other way round.
            if edition.sources[key] is not book.sources[key]:
                assert edition.sources[key] is Source.PRINTED, key


def test_books_and_editions_are_never_house_rules() -> None:
    for name in rules.shipped():
        assert Source.HOUSE not in rules.load(name).sources.values()
        assert set(rules.load(name).sources) == set(KEYS)
