"""Counting worlds once more, plainly: tile after tile into slots, nothing put together."""

from functools import cache

from doublesix.bots.beliefs.facts import read_facts
from doublesix.bots.beliefs.opening import Case, opening_cases
from doublesix.engine import View
from doublesix.tiles import members


def plain_count(seen: View) -> int:
    """How many worlds agree with this view."""
    return sum(_count(case) for case in opening_cases(read_facts(seen)))


def _count(case: Case) -> int:
    slots = case.facts.slots
    dealt = {
        slot.owner: at for at, slot in enumerate(slots) if slot.owner is not None and not slot.since
    }
    doubles = 0 if case.most is None else case.most.doubles
    tiles = sorted(case.allowed, key=lambda tile: (not doubles >> tile & 1, tile))
    most = None if case.most is None else frozenset(tile for tile in tiles if doubles >> tile & 1)

    def has_most(higher: frozenset[int], rooms: tuple[int, ...]) -> bool:
        assert case.most is not None
        own, seat = case.facts.own_dealt & doubles, case.facts.view.seat
        counts = {owner: slots[at].room - rooms[at] for owner, at in dealt.items()}
        if seat is not None:
            counts[seat] = own.bit_count()
            higher |= {seat} if own & case.most.higher else set()
        leader = counts.pop(case.most.leader)
        return all(
            count < leader or (count == leader and case.most.ties_stand and owner not in higher)
            for owner, count in counts.items()
        )

    @cache
    def ways(
        place: int, rooms: tuple[int, ...], met: frozenset[int], higher: frozenset[int]
    ) -> int:
        if most is not None and place == len(most):
            if not has_most(higher, rooms):
                return 0
            higher = frozenset()
        if place == len(tiles):
            return len(met) == len(case.needs)
        tile, total = tiles[place], 0
        for at in members(case.allowed[tile]):
            if rooms[at]:
                left = (*rooms[:at], rooms[at] - 1, *rooms[at + 1 :])
                now = met | {
                    number for number, need in enumerate(case.needs) if need.get(tile, 0) >> at & 1
                }
                above = higher
                if case.most is not None and case.most.higher >> tile & 1:
                    above = higher | {owner for owner, slot in dealt.items() if slot == at}
                total += ways(place + 1, left, now, above)
        return total

    return ways(0, tuple(slot.room for slot in slots), frozenset(), frozenset())
