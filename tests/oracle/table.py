"""A table at which one round is played by the rules, with everything face up."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.oracle.line import Line, Tile
from tests.oracle.points import blocked_winners, pips_of, points_for_ends, round_points

ENDS = ["left", "right", "up", "down"]


class Outcome(NamedTuple):
    """How a round ended."""

    ended: str
    by: int | None
    winners: set[int]
    pips: list[int]
    in_play: list[int]
    points: list[int]


class Table:
    """Ask for :meth:`legal` moves, :meth:`make` one, until there is an ``outcome``.

    A move is a text: ``6-6``, ``6-5 left``, ``draw``, ``pass``.
    """

    def __init__(
        self,
        said: Mapping[str, Any],
        hands: Sequence[frozenset[Tile]],
        stock: Sequence[Tile],
        leader: int,
        leads: frozenset[Tile],
        totals: Sequence[int],
        target: int,
    ) -> None:
        self.said = said
        self.seats = len(hands)
        self.hands = [set(hand) for hand in hands]
        self.stock = list(stock)
        self.line = Line(said["set"], said["spinner"], said["arms"])
        self.turn = leader
        self.leads = leads
        self.doing = "lead"
        self.drawn = 0
        self.passes = 0
        self.pairs = said["sides"] == "pairs" and self.seats == 4
        self.sides = [[0, 2], [1, 3]] if self.pairs else [[seat] for seat in range(self.seats)]
        self.totals = list(totals)
        self.target = target
        self.in_play = [0] * len(self.sides)
        self.outcome: Outcome | None = None

    # What may be done

    def legal(self) -> list[str]:
        """Every move allowed now: plays by tile and end, then draw, then pass."""
        if self.outcome:
            return []
        if self.doing == "lead":
            return [_text(tile) for tile in sorted(self.leads)]
        plays = self.plays(self.turn)
        if self.doing == "second":
            return plays
        able = bool(plays)
        draws = self._may_draw(able)
        passes = self._may_pass(able, draws)
        if self.drawn and self.said["drawn_tile"] == "may_not_play":
            plays = []
        return plays + ["draw"] * draws + ["pass"] * passes

    def plays(self, seat: int) -> list[str]:
        """Every tile of a seat at every open end where it fits."""
        shown = self.line.open()
        return [
            f"{_text(tile)} {end}"
            for tile in sorted(self.hands[seat])
            for end in ENDS
            if end in shown and shown[end] in tile
        ]

    def _may_draw(self, able: bool) -> bool:
        said = self.said
        if len(self.stock) - said["reserve"] <= 0:
            return False
        if able:
            limit = said["able_draw_limit"]
            return bool(said["able_may_draw"]) and (limit == 0 or self.drawn < limit)
        if said["unable"] == "draw_one":
            return self.drawn == 0
        return bool(said["unable"] == "draw_on")

    def _may_pass(self, able: bool, draws: bool) -> bool:
        said = self.said
        if self.passes >= self.seats and (able or draws):
            return False  # everybody has passed, and it must go on
        if able:
            just_drew = said["drawn_tile"] != "must_play" and self.drawn > 0
            return said["able_may_pass"] or just_drew
        return not draws or (said["pass_instead_of_draw"] and self.drawn == 0)

    # What comes of it

    def make(self, move: str) -> None:
        """Make a legal move."""
        assert move in self.legal(), move
        if move == "draw":
            self.hands[self.turn].add(self.stock.pop(0))
            self.drawn += 1
            self.passes = 0
        elif move == "pass":
            self.passes += 1
            self._turn_over()
        else:
            self._lay(*move.split())
        if not self.outcome and self._is_blocked():
            self._finish("blocked", None)

    def _lay(self, name: str, end: str = "") -> None:
        seat = self.turn
        tile = _tile(name)
        self.hands[seat].remove(tile)
        self.line.lay(tile, end)
        self.passes = 0
        side = self.side_of(seat)
        self._score_ends(side)
        if self._reached_at_once(side):
            self._finish("target", seat)
        elif not self.hands[seat]:
            self._finish("out", seat)
        elif self.doing == "lead" and self._second_tile_follows(tile):
            if self.plays(seat):
                self.doing = "second"
            elif self.said["second_tile_unable"] == "as_usual":
                self.doing = "turn"
            else:
                self._turn_over()
        else:
            self._turn_over()

    def _second_tile_follows(self, led: Tile) -> bool:
        after_any = self.said["second_tile_after"] == "any_lead"
        return self.said["second_tile"] and (after_any or led[0] == led[1])

    def _turn_over(self) -> None:
        step = 1 if self.said["direction"] == "clockwise" else -1
        self.turn = (self.turn + step) % self.seats
        self.doing = "turn"
        self.drawn = 0

    def _is_blocked(self) -> bool:
        said = self.said
        if said["all_passed"] == "blocked" and self.passes == self.seats:
            return True
        shown = set(self.line.open().values())
        unseen = [*self.stock, *(tile for hand in self.hands for tile in hand)]
        if said["stop_dead_rounds"] and not any(shown & set(tile) for tile in unseen):
            return True
        drawable = said["unable"] != "pass" and len(self.stock) > said["reserve"]
        stuck = [not self.plays(seat) for seat in range(self.seats)]
        if said["blocked_when"] == "one_stuck":
            return stuck[self.turn] and not drawable
        return all(stuck) and not drawable

    # Points

    def side_of(self, seat: int) -> int:
        (side,) = (side for side, seats in enumerate(self.sides) if seat in seats)
        return side

    def _by_difference(self) -> bool:
        return self.pairs and bool(self.said["pairs_award"] == "difference")

    def _score_ends(self, side: int) -> None:
        points = points_for_ends(self.said, self.line.total())
        reached = self.totals[side] + self.in_play[side] + points
        # What only counts towards a difference is not written yet, so it cannot overshoot.
        overshoots = self.said["exact"] and not self._by_difference() and reached > self.target
        if not overshoots:
            self.in_play[side] += points

    def _reached_at_once(self, side: int) -> bool:
        when = self.said["target_check_pairs" if self.pairs else "target_check"]
        if when != "at_once":
            return False
        return bool(self.said["in_play"]) and self.written()[side] >= self.target

    def written(self) -> list[int]:
        """Each side's points as the sheet shows them now."""
        if self.outcome:
            return [a + b for a, b in zip(self.totals, self.outcome.points, strict=True)]
        if self._by_difference():
            return self.totals
        return [a + b for a, b in zip(self.totals, self.in_play, strict=True)]

    def _finish(self, ended: str, by: int | None) -> None:
        hands = [frozenset(hand) for hand in self.hands]
        pips = [sum(pips_of(self.said, tile) for tile in hand) for hand in hands]
        if by is None:
            winners = blocked_winners(self.said, self.sides, hands)
        else:
            winners = {self.side_of(by)}
        losers = [seat for seat in range(self.seats) if self.side_of(seat) not in winners]
        made = [0] * len(self.sides)
        for side in winners if ended != "target" else ():
            made[side] = round_points(
                self.said,
                out=ended == "out",
                pairs=self.pairs,
                own=sum(pips[seat] for seat in self.sides[side]),
                others=sum(pips[seat] for seat in losers),
            )
        points = self._award(made)
        self.outcome = Outcome(ended, by, winners, pips, list(self.in_play), points)

    def _award(self, made: list[int]) -> list[int]:
        in_play = list(self.in_play)
        points = [a + b for a, b in zip(made, in_play, strict=True)]
        if self._by_difference():
            ahead = points[0] - points[1]
            points = [max(ahead, 0), max(-ahead, 0)]
            in_play = [0, 0]
        if self.said["exact"]:
            for side, total in enumerate(self.totals):
                if total + points[side] > self.target:
                    points[side] = in_play[side]
        return points


def _text(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


def _tile(name: str) -> Tile:
    high, low = name.split("-")
    return int(high), int(low)
