"""Hints: what to do, and why."""

from doublesix import words
from doublesix.bots import find_bot
from doublesix.coach.account import best_of, loss_of
from doublesix.coach.hints import guess, think
from doublesix.engine import Kind, view
from doublesix.rng import Rng
from tests.setting import choices, game_of

SAY = words.load()
NAMES = ("Ana", "Bo")


def test_by_thumb_rule() -> None:
    whys = set()
    for seed in range(20):
        for state in choices(game_of("ikea", 2), seed):
            seen = view(state, state.turn)
            hint = guess(seen, NAMES)
            assert hint.move == find_bot("heuristic").choose(seen, Rng(0))
            assert not hint.thought
            assert SAY.retell(hint.told).startswith("By thumb rule, the coach suggests ")
            assert hint.why.id != "coach.why.played-on", "nothing was played on"
            whys.add(hint.why.id)
    assert {"coach.why.fits", "coach.why.double", "coach.why.level"} <= whys


def test_thought_over() -> None:
    from doublesix.coach.values import values_of

    met = set()
    for state in choices(game_of("block", 2), 3) + choices(game_of("block", 2), 4):
        seen = view(state, state.turn)
        hint, values = think(seen, NAMES, 500), values_of(seen, 500)
        assert hint.thought
        assert hint.move == best_of(values).move
        assert SAY.retell(hint.told).startswith("The coach suggests ")
        certain = any(loss_of(values, one.move) for one in values)
        assert (hint.why.id == "coach.why.level") is not certain
        met.add(certain)
    assert met == {True, False}


def test_by_thumb_rule_where_it_cannot_be_thought_over() -> None:
    state = choices(game_of("block", 2, set=12, hand={"2": 9, "3": 9, "4": 9}), 1)[0]
    seen = view(state, state.turn)
    assert seen.legal[0].kind is Kind.PLAY
    assert think(seen, NAMES) == guess(seen, NAMES)
