"""Transcripts, read and told by the naive referee on its own."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.perft.books import Said, rules_called
from tests.perft.brute import Refused, Round, name_of, tile_called

SEATS = "ABCDEFGH"


class Record(NamedTuple):
    """A transcript as it was played: every position of every round."""

    rules: str
    target: int
    rounds: list[list[Round]]


def read_record(path: Path, rules: str = "") -> Record:
    """Play a transcript move by move; ``rules`` plays it by another book than its own."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    said = rules_called(rules or table["rules"], path.parent)
    seats: int = table["seats"]
    target: int = table["target"] if "target" in table else said["target"]
    rounds: list[list[Round]] = []
    for written in table.get("round", []):
        before = rounds[-1][-1] if rounds else None
        rounds.append(list(_play(said, seats, target, written, before)))
    return Record(rules or table["rules"], target, rounds)


def _play(
    said: Said, seats: int, target: int, written: Said, before: Round | None
) -> Iterator[Round]:
    if before and (not before.ended or (target and max(before.now()) >= target)):
        raise Refused("there is no further round")
    hands = [list(map(tile_called, hand.split())) for hand in written["hands"]]
    stock = list(map(tile_called, written["stock"].split()))
    size = said["hand"] if isinstance(said["hand"], int) else said["hand"][str(seats)]
    dealt = sorted([*stock, *(tile for hand in hands for tile in hand)])
    if [len(hand) for hand in hands] != [size] * seats:
        raise Refused("hand")
    if dealt != [(a, b) for a in range(said["set"] + 1) for b in range(a + 1)]:
        raise Refused("set")
    sides = 2 if seats == 4 and said["sides"] == "pairs" else seats
    here = Round(said, hands, stock, before.now() if before else [0] * sides, target)
    if before is None or said["next_leader"] == "same_rule":
        here.open_by_rule()
    else:
        here.open_by(_next_leader(said, before))
    yield here
    for line in written.get("moves", "").splitlines():
        words = line.split("#")[0].split()
        if words:
            here = _make(here, words)
            yield here


def _next_leader(said: Said, before: Round) -> int:
    if said["next_leader"] == "rotate":
        step = 1 if said["direction"] == "clockwise" else -1
        return (before.leader + step) % before.seats
    if before.ended == "out":
        return before.by
    pips = before.pips()
    best = [seat for side in before.winners for seat in before.sides[side]]
    return min(best, key=lambda seat: (pips[seat], seat)) if best else before.leader


def _make(here: Round, words: list[str]) -> Round:
    seat, *rest = words
    allowed = here.moves()
    if rest[0] == "draw":
        if rest[1:] and tile_called(rest[1]) != here.stock[0]:
            raise Refused(" ".join(words))
        rest = ["draw"]
    elif rest[0] != "pass":
        rest[0] = name_of(tile_called(rest[0]))
        if len(rest) == 1 and here.row:
            allowed = [move for move in allowed if move.split()[0] == rest[0]]
            rest = allowed[0].split() if len(allowed) == 1 else rest
    if SEATS[here.turn] != seat or " ".join(rest) not in allowed:
        raise Refused(" ".join(words))
    return here.after(" ".join(rest))


def report(record: Record) -> dict[str, Any]:
    """What ``replay --json`` should say."""
    last = record.rounds[-1][-1]
    sides = ["+".join(SEATS[seat] for seat in side) for side in last.sides]
    totals = last.now()
    finished = bool(last.ended) and (not record.target or max(totals) >= record.target)
    best = [side for side, total in enumerate(totals) if total == max(totals)]
    said: dict[str, Any] = {
        "rules": record.rules,
        "seats": last.seats,
        "rounds": [_round_report(rounds[-1], sides) for rounds in record.rounds],
        "totals": _by(sides, totals),
        "finished": finished,
        "match_winner": None,
    }
    if finished:
        winners = best if record.target else last.winners
        said["match_winner"] = [sides[side] for side in winners]
    if not record.target:
        won = [side for rounds in record.rounds for side in rounds[-1].winners]
        said["games"] = _by(sides, [won.count(side) for side in range(len(sides))])
    return said


def _round_report(last: Round, sides: list[str]) -> dict[str, Any]:
    now = [a - b for a, b in zip(last.now(), last.totals, strict=True)]
    winners = sorted(seat for side in last.winners for seat in last.sides[side])
    return {
        "ended": last.ended or None,
        "winner": [SEATS[seat] for seat in winners],
        "pips": _by(SEATS[: last.seats], last.pips()),
        "in_play": _by(sides, last.in_play),
        "points": _by(sides, now),
    }


def _by(names: Sequence[str], values: list[int]) -> dict[str, int]:
    return dict(zip(names, values, strict=True))
