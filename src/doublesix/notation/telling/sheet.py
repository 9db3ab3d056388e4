"""The score sheet: how a round ended, how every number came about, how the match stands."""

from collections.abc import Sequence

from msgspec import Struct

from doublesix import tiles
from doublesix.engine import State, standing
from doublesix.engine.events import Ended, Entry, Result
from doublesix.notation.telling.company import Company
from doublesix.rules.model import BlockedWinner, Rounding
from doublesix.words.told import Told


class Sheet(Struct, frozen=True):
    """A round that has ended, part by part."""

    ending: Told
    """Why it ended."""
    hands: tuple[Told, ...]
    """What each seat still holds, and what that counts."""
    pairs: tuple[Told, ...]
    """What the hands of each pair count together."""
    verdict: tuple[Told, ...]
    """Who wins a blocked round and why, and who wins the game where every round is one."""
    entries: tuple[Told, ...]
    """How the points came about."""
    totals: tuple[Told, ...]
    """What each side has now."""


def make_sheet(company: Company, state: State) -> Sheet:
    """The score sheet of a round that has ended."""
    result = state.result
    assert result is not None
    verdict = [_tell_blocked(company, result)] if result.ended is Ended.BLOCKED else []
    if company.game.target:
        entries = [_tell_entry(company, entry) for entry in result.sheet if _is_told(entry)]
        totals = _tell_totals(company, state, result)
    else:
        verdict.append(_tell_game(company, result))
        entries, totals = [], _tell_games(company, state)
    return Sheet(
        ending=_tell_ending(company, result),
        hands=_tell_hands(company, state, result),
        pairs=_tell_pairs(company, result) if company.game.in_pairs else (),
        verdict=tuple(verdict),
        entries=tuple(entries),
        totals=totals,
    )


def tell_round(company: Company, state: State) -> tuple[Told, ...]:
    """A round that has ended, from its end to the totals, one sentence for each number."""
    sheet = make_sheet(company, state)
    return (
        sheet.ending,
        *sheet.hands,
        *sheet.pairs,
        *sheet.verdict,
        *sheet.entries,
        *sheet.totals,
    )


def tell_match_end(company: Company, state: State) -> tuple[Told, ...]:
    """The match is over: who won it, and with what."""
    stands = standing(state)
    return (
        _tell_won(company, "told.end.won", stands.winners),
        Told("told.end.totals", {"score": company.score(stands.totals)}),
    )


def tell_scores(company: Company, rounds: Sequence[State]) -> tuple[Told, ...]:
    """The whole match so far, by the last position of each of its rounds."""
    told = [
        _tell_row(company, state.round.number, state.result) for state in rounds if state.result
    ]
    if not rounds:
        return ()
    now = rounds[-1]
    target, stands = company.game.target, standing(now)
    if not target:
        told.append(Told("told.score.games", {"score": company.score(stands.games)}))
        return tuple(told)
    if now.result is None and company.game.scores_in_play:
        number, running = now.round.number, company.score(now.in_play)
        told.append(Told("told.score.running", {"number": number, "score": running}))
    totals = company.score(stands.totals)
    told.append(Told("told.score.totals", {"score": totals, "target": target}))
    return tuple(told)


def _tell_row(company: Company, number: int, result: Result) -> Told:
    if company.game.target:
        score = company.score(result.points)
        return Told("told.score.round", {"number": number, "score": score})
    if not result.winners:
        return Told("told.score.no-game", {"number": number})
    winners = company.all_of(result.winners)
    return Told("told.score.game", {"number": number, "winners": winners})


def _tell_won(company: Company, message_id: str, sides: tuple[int, ...]) -> Told:
    """A sentence about the winners, be they one or several."""
    winners = company.all_of(sides)
    return Told(message_id, {"winners": winners, "count": len(winners)})


def _tell_ending(company: Company, result: Result) -> Told:
    if result.by is None:
        return Told("told.ended.blocked")
    name = company.names[result.by]
    if result.ended is Ended.OUT:
        return Told("told.ended.out", {"name": name})
    return Told("told.ended.target", {"name": name, "target": company.game.target})


def _tell_hands(company: Company, state: State, result: Result) -> tuple[Told, ...]:
    """Everybody's tiles are shown and counted."""
    return tuple(
        Told(
            "told.over.hand",
            {
                "name": company.names[seat],
                "tiles": tuple(map(tiles.text, tiles.members(hand))),
                "count": result.pips[seat],
            },
        )
        if hand
        else Told("told.over.no-hand", {"name": company.names[seat]})
        for seat, hand in enumerate(state.hands)
    )


def _tell_pairs(company: Company, result: Result) -> tuple[Told, ...]:
    return tuple(
        Told("told.over.pair", {"side": company.side(side), "count": count})
        for side, count in enumerate(_counts(company, result))
    )


def _counts(company: Company, result: Result) -> list[int]:
    """What the hands of each side count."""
    return [sum(result.pips[seat] for seat in seats) for seats in company.game.sides]


def _tell_blocked(company: Company, result: Result) -> Told:
    """Who wins a blocked round, and why."""
    if company.game.rules.blocked_winner is BlockedWinner.NOBODY:
        return Told("told.over.nobody")
    if not result.winners:
        return Told("told.over.tie")
    if len(result.winners) > 1:
        return Told("told.over.shared", {"winners": company.all_of(result.winners)})
    counts = _counts(company, result)
    level = counts.count(min(counts)) > 1
    reason = "told.over.lightest" if level else "told.over.fewest"
    return _tell_won(company, reason, result.winners)


def _tell_game(company: Company, result: Result) -> Told:
    if not result.winners:
        return Told("told.over.no-game")
    return _tell_won(company, "told.over.game", result.winners)


def _is_told(entry: Entry) -> bool:
    """Points that an exact target keeps out may be none at all."""
    return entry.reason != "exact" or entry.amount != 0


def _tell_entry(company: Company, entry: Entry) -> Told:
    side, count, rules = company.side(entry.side), abs(entry.amount), company.game.rules
    if entry.reason == "floor":
        return Told("told.entry.floor", {"side": side})
    if entry.reason == "divided":
        nearest = rules.rounding is Rounding.NEAREST
        return Told(
            "told.entry.divided-nearest" if nearest else "told.entry.divided",
            {"side": side, "count": count, "divisor": rules.divide_by},
        )
    added = entry.reason == "partner" and entry.amount > 0
    reason = "partner-added" if added else entry.reason
    return Told(f"told.entry.{reason}", {"side": side, "count": count})


def _tell_totals(company: Company, state: State, result: Result) -> tuple[Told, ...]:
    totals = standing(state).totals
    return tuple(
        Told(
            "told.over.total",
            {"side": company.side(side), "points": points, "total": totals[side]},
        )
        for side, points in enumerate(result.points)
    )


def _tell_games(company: Company, state: State) -> tuple[Told, ...]:
    """How the games stand, once there is more than one."""
    if state.round.number == 1:
        return ()
    return (Told("told.score.games", {"score": company.score(standing(state).games)}),)
