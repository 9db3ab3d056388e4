"""Every sentence is true of the position it is told of, and tells the two moves apart."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from doublesix import rules, words
from doublesix.coach.reasons import explain, reason_for, tell_play
from doublesix.engine import DRAW, PASS, Kind, Move, State, View, apply, new_game, view
from doublesix.engine.events import Drew, Passed, Played
from doublesix.engine.replay import replay
from doublesix.engine.scoring import points_in_play
from doublesix.tiles import halves, is_double, members
from doublesix.tiles import text as tile_text
from tests.setting import begin, choices, follow, game_of

SAY = words.load()
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")


class Seen:
    """A position after a move, as its owner sees it, by the rules alone."""

    def __init__(self, state: State, move: Move) -> None:
        self.before, self.move = state, move
        self.after = apply(state, move).state
        self.hand = self.after.hands[state.turn]
        laid = {event.tile for event in self.after.past if isinstance(event, Played)}
        self.unseen = {
            tile
            for tile in range(state.game.tiles.size)
            if tile not in laid and not state.hands[state.turn] >> tile & 1
        }

    @property
    def points(self) -> int:
        side = self.before.game.side_of[self.before.turn]
        return self.after.in_play[side] - self.before.in_play[side]

    def fitting(self, tiles: set[int]) -> int:
        return len([tile for tile in tiles if self.after.ends.plays[tile]])

    def numbers(self) -> set[int]:
        return set(self.after.ends.open)


def lacked(state: State, name: str) -> set[int]:
    """What somebody has been unable to match, and has drawn nothing since."""
    found: set[int] = set()
    for before, step in replay(state):
        event = step.events[0]
        if before.turn == NAMES.index(name) and isinstance(event, Passed):
            found |= set(before.ends.shown)
        elif before.turn == NAMES.index(name) and isinstance(event, Drew):
            found = set()
    return found


def check_starves(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    number = told["number"]
    opponent = NAMES.index(told["name"])
    sides = better.before.game.side_of
    return (
        number in better.numbers() - other.numbers()
        and number in lacked(better.before, told["name"])
        and sides[opponent] != sides[better.before.turn]
    )


def check_partner(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    number = told["number"]
    sides = better.before.game.side_of
    return (
        number in other.numbers() - better.numbers()
        and number in lacked(better.before, told["name"])
        and sides[NAMES.index(told["name"])] == sides[better.before.turn]
    )


def check_fits(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    counts = [one.fitting(set(members(one.hand))) for one in (better, other)]
    return counts == [told["count"], told["less"]] and counts[0] > counts[1]


def check_unseen(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    counts = [one.fitting(one.unseen) for one in (better, other)]
    return counts == [told["count"], told["more"]] and counts[0] < counts[1]


def check_scores(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    points = [better.points, other.points]
    return points == [told["points"], told["less"]] and points[0] > points[1]


def check_heavier(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    pips = better.before.game.pips
    more = pips[better.move.tile] - pips[other.move.tile]
    return more > 0 and told["count"] == more


def check_double(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    doubles = [is_double(one.move.tile) for one in (better, other)]
    return doubles == [True, False] and told["tile"] == tile_text(better.move.tile)


def check_gives(better: Seen, other: Seen, told: dict[str, Any]) -> bool:
    state = better.before
    following = NAMES[state.game.after[state.turn]]
    most, less = [most_points(one, lacked(state, following)) for one in (other, better)]
    return most > less and told == told | {"name": following, "points": most, "less": less}


def most_points(seen: Seen, lacks: set[int]) -> int:
    """What somebody who lacks these numbers may score next."""
    ends, rules_here = seen.after.ends, seen.after.game.rules
    totals = [
        ends.grown[tile, move.end].total
        for tile in seen.unseen
        for move in ends.plays[tile]
        if not lacks & set(halves(tile))
    ]
    return max([points_in_play(rules_here.in_play, total) for total in totals], default=0)


CHECKS: dict[str, Callable[[Seen, Seen, dict[str, Any]], bool]] = {
    "starves": check_starves,
    "partner": check_partner,
    "fits": check_fits,
    "unseen": check_unseen,
    "scores": check_scores,
    "heavier": check_heavier,
    "double": check_double,
    "gives": check_gives,
}


@pytest.mark.parametrize(
    ("name", "seats", "met"),
    [
        ("block", 4, {"fits", "unseen", "heavier", "double", "starves", "partner"}),
        ("fives-and-threes", 2, {"scores", "gives", "double", "fits", "unseen"}),
        ("sebastopol", 4, {"fits", "unseen", "double", "starves", "partner"}),
    ],
)
def test_what_is_said_is_so(name: str, seats: int, met: set[str]) -> None:
    game, told = new_game(rules.load(name), seats), set()
    for seed in range(25):
        for state in choices(game, seed):
            seen = view(state, state.turn)
            plays = [move for move in seen.legal if move.kind is Kind.PLAY]
            for better, other in permutations(plays, 2):
                found = reason_for(seen, better, other, NAMES)
                if found is None:
                    assert explain(seen, better, other, NAMES).id == "coach.why.played-on"
                    continue
                assert explain(seen, better, other, NAMES) == found
                kind = found.id.removeprefix("coach.why.")
                told.add(kind)
                assert CHECKS[kind](Seen(state, better), Seen(state, other), found.args), (
                    SAY.retell(found)
                )
    assert met <= told


def choosing() -> tuple[State, View]:
    """A seat that may play or draw."""
    state = choices(game_of("draw", 2), 1)[0]
    return state, view(state, state.turn)


def test_laying_and_drawing() -> None:
    _, seen = choosing()
    play = next(move for move in seen.legal if move.kind is Kind.PLAY)
    lays = SAY.retell(explain(seen, play, DRAW, NAMES))
    assert lays == f"{SAY.retell(tell_play(play))} makes the hand smaller, drawing does not."
    draws = SAY.retell(explain(seen, DRAW, play, NAMES))
    assert draws.startswith("No thumb rule speaks for it, but played on in many ways drawing wins")
    assert reason_for(seen, PASS, DRAW, NAMES) is None


def test_the_last_tile() -> None:
    game = game_of("draw", 2, set=2, hand={"2": 2, "3": 1, "4": 1}, reserve=0)
    state = follow(begin(game, "2-2 1-0", "2-1 0-0"), "A 2-2, B 2-1 left")
    seen = view(state, state.turn)
    play = next(move for move in seen.legal if move.kind is Kind.PLAY)
    assert len(seen.hand) == 1
    told = SAY.retell(explain(seen, play, DRAW, NAMES))
    assert told == "1-0 on the left is the last tile: it ends the round."


def test_moves_as_things() -> None:
    assert SAY.retell(tell_play(DRAW)) == "drawing"
    assert SAY.retell(tell_play(PASS)) == "knocking"
    state = begin(game_of("ikea", 2), "6-6 5-5", "4-4")
    assert SAY.retell(tell_play(view(state, 0).legal[0])) == "6-6"
