"""The rules page typed in by hand: section 2 as one table, section 3 as what differs from it."""

import tomllib
from pathlib import Path
from typing import Any

Said = dict[str, Any]

# Section 2 of the rules page, row by row; what a book does not say is what ikea says.
IKEA: Said = {
    "set": 6,
    "seats": [2, 3, 4, 5],
    "sides": "alone",
    "hand": {"2": 7, "3": 7, "4": 5, "5": 5},
    "direction": "clockwise",
    "leader": "highest_double",
    "lead": "named",
    "no_leader": "redeal",
    "highest_tile_lead": "named",
    "redeal_single_holder": False,
    "next_leader": "same_rule",
    "second_tile": False,
    "spinner": "none",
    "arms": "all_first",
    "able_may_draw": False,
    "able_draw_limit": 0,
    "able_may_pass": False,
    "unable": "draw_one",
    "drawn_tile": "must_play",
    "pass_instead_of_draw": False,
    "all_passed": "go_on",
    "reserve": 0,
    "blocked_when": "all_stuck",
    "stop_dead_rounds": False,
    "double_counts": "both_halves",
    "blocked_winner": "fewest_pips",
    "tie": "no_points",
    "out_points": "opponents",
    "blocked_points": "minus_own",
    "blocked_points_pairs": "minus_own",
    "divide_by": 1,
    "rounding": "up",
    "out_bonus": 0,
    "in_play": [],
    "pairs_award": "race",
    "target": 100,
    "target_check": "round_end",
    "target_check_pairs": "round_end",
    "exact": False,
}
NORIS: Said = IKEA | {
    "hand": 5,
    "no_leader": "highest_tile",
    "second_tile": True,
    "unable": "draw_on",
    "double_counts": "one_half",
    "tie": "shared",
    "out_points": "none",
    "blocked_points": "none",
    "blocked_points_pairs": "none",
    "target": 0,
}
SVOORA: Said = IKEA | {"seats": [2, 3, 4], "hand": 5, "unable": "draw_on"}
BLOCK: Said = IKEA | {
    "seats": [2, 3, 4],
    "sides": "pairs",
    "hand": {"2": 7, "3": 5, "4": 5},
    "unable": "pass",
    "blocked_points": "opponents",
}
DRAW: Said = BLOCK | {
    "hand": {"2": 7, "3": 5, "4": 6},
    "lead": "any",
    "no_leader": "highest_tile",
    "highest_tile_lead": "any",
    "able_may_draw": True,
    "unable": "draw_on",
    "reserve": 2,
}
MUGGINS: Said = BLOCK | {
    "unable": "draw_on",
    "divide_by": 5,
    "in_play": [5],
    "target": 61,
    "target_check": "at_once",
    "target_check_pairs": "at_once",
}
FIVES: Said = BLOCK | {
    "hand": 7,
    "leader": "lowest_double",
    "unable": "draw_on",
    "blocked_winner": "nobody",
    "out_points": "none",
    "blocked_points": "none",
    "blocked_points_pairs": "none",
    "out_bonus": 1,
    "in_play": [3, 5],
    "pairs_award": "difference",
    "target": 31,
    "target_check": "at_once",
}
SEBASTOPOL: Said = BLOCK | {
    "seats": [4],
    "hand": 7,
    "leader": "top_double",
    "spinner": "top_double",
    "target": 60,
}
BOOKS = {
    "ikea": IKEA,
    "noris": NORIS,
    "svoora": SVOORA,
    "block": BLOCK,
    "draw": DRAW,
    "muggins": MUGGINS,
    "fives-and-threes": FIVES,
    "sebastopol": SEBASTOPOL,
}

# Section 3, row by row.
WAITS = {"drawn_tile": "may_not_play"}
MOST = {"leader": "most_doubles"}
LONE = {"redeal_single_holder": True}
BACK = {"direction": "counter_clockwise"}
KNOCKS = {"pass_instead_of_draw": True}
NEAREST = {"rounding": "nearest"}
EDITIONS: dict[str, Said] = {
    "ikea:ko": WAITS,
    "ikea:ms": WAITS | MOST,
    "ikea:zh-Hant": WAITS,
    "ikea:ro": MOST | {"hand": 5},
    "ikea:hr": MOST,
    "ikea:sr": MOST,
    "ikea:tr": MOST,
    "ikea:cs": LONE,
    "ikea:sk": LONE,
    "ikea:lt": KNOCKS,
    "ikea:vi": BACK,
    "noris:pt": BACK,
    "ikea:zh-Hans": {},
    "ikea:id": {},
    "noris:hr": {"double_counts": "one_pip"},
    "noris:es": KNOCKS,
    "noris:sl": KNOCKS,
    "noris:bg": {"blocked_when": "one_stuck"},
    "svoora:fr": {"unable": "draw_one"},
    "muggins:fr": NEAREST,
    "muggins:es": NEAREST,
    "muggins:it": NEAREST,
    "muggins:nl": NEAREST,
    "muggins:ru": NEAREST,
    "draw:fr": {"able_draw_limit": 2},
    "draw:nl": {"lead": "named"},
}


def rules_called(name: str, folder: Path) -> Said:
    """What a book, an edition or a house-rules file in this folder says."""
    if name in BOOKS:
        return BOOKS[name]
    if name in EDITIONS:
        return BOOKS[name.partition(":")[0]] | EDITIONS[name]
    house = tomllib.loads((folder / name).read_text(encoding="utf-8"))
    parent = rules_called(house.pop("extends"), (folder / name).parent)
    house.pop("title", None)
    assert house.keys() <= parent.keys(), house
    return parent | house
