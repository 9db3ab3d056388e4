"""A naive referee to count against. It shares nothing with the package and is slow on purpose.

Tiles are pairs, the line is a list of pairs, a position is copied whole for every move.
"""

from copy import copy
from typing import NamedTuple

from tests.perft.books import Said

Tile = tuple[int, int]

ENDS = ("left", "right", "up", "down")


class Refused(Exception):
    """A move, a deal or a round that the rules do not allow."""


def tile_called(name: str) -> Tile:
    low, high = sorted(map(int, name.split("-")))
    return high, low


def name_of(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


class Round:
    """One round, everything face up. Ask for the ``moves``; ``after`` one comes another Round."""

    def __init__(
        self, said: Said, hands: list[list[Tile]], stock: list[Tile], totals: list[int], target: int
    ) -> None:
        self.said = said
        self.seats = len(hands)
        self.pairs = self.seats == 4 and said["sides"] == "pairs"
        self.sides = [[0, 2], [1, 3]] if self.pairs else [[seat] for seat in range(self.seats)]
        self.target = target
        self.totals = totals
        self.hands = hands
        self.stock = stock
        self.row: list[Tile] = []
        self.spinner = -1
        self.up: list[Tile] = []
        self.down: list[Tile] = []
        self.leads: list[Tile] = []
        self.leader = self.turn = 0
        self.second = False
        self.drawn = 0
        self.passes = 0
        self.in_play = [0] * len(self.sides)
        self.ended = ""
        self.winners: list[int] = []
        self.points = [0] * len(self.sides)
        self.by = -1

    # Opening

    def open_by_rule(self) -> None:
        """Find the leader, or refuse the deal."""
        said = self.said
        doubles = [[a for a, b in hand if a == b] for hand in self.hands]
        if said["redeal_single_holder"] and sum(map(bool, doubles)) == 1:
            raise Refused("redeal_single_holder")
        there = [double for held in doubles for double in held]
        if said["leader"] == "top_double":
            there = [double for double in there if double == said["set"]]
        if said["leader"] == "most_doubles":
            most = max(map(len, doubles))
            there = [double for held in doubles if len(held) == most for double in held]
        if there:
            best = min(there) if said["leader"] == "lowest_double" else max(there)
            self._lead_with((best, best), said["lead"])
        elif said["no_leader"] == "redeal":
            raise Refused("no_leader")
        else:
            every = [tile for hand in self.hands for tile in hand]
            heaviest = max(every, key=lambda tile: (tile[0] + tile[1], tile[0]))
            self._lead_with(heaviest, said["highest_tile_lead"])

    def _lead_with(self, tile: Tile, lead: str) -> None:
        [seat] = [seat for seat, hand in enumerate(self.hands) if tile in hand]
        self.open_by(seat)
        if lead == "named":
            self.leads = [tile]

    def open_by(self, seat: int) -> None:
        """This seat leads any tile."""
        self.leader = self.turn = seat
        self.leads = list(self.hands[seat])

    # The line

    def shown(self) -> dict[str, int]:
        """What every end shows, open or shut."""
        ends = {"left": self.row[0][0], "right": self.row[-1][1]}
        if self.spinner >= 0:
            middle = self.row[self.spinner]
            ends["up"] = (self.up or [middle])[-1][1]
            ends["down"] = (self.down or [middle])[-1][1]
        return ends

    def bare(self) -> list[str]:
        """The sides of the spinner with nothing on them."""
        if self.spinner < 0:
            return []
        laid = [self.spinner, len(self.row) - 1 - self.spinner, len(self.up), len(self.down)]
        return [end for end, count in zip(ENDS, laid, strict=True) if count == 0]

    def open_ends(self) -> dict[str, int]:
        shown, bare = self.shown(), self.bare()
        if self.said["arms"] == "all_first" and bare:
            return {end: shown[end] for end in bare}
        if self.said["arms"] == "sides_first" and {"left", "right"} & set(bare):
            return {end: shown[end] for end in ENDS[:2]}
        return shown

    def ends_sum(self) -> int:
        """Doubles at an end count twice; a double that everything grew from counts twice, and
        once only, until its second side is covered."""
        if len(self.row) == 1 and not self.up and not self.down:
            return sum(self.row[0])
        bare = self.bare()
        count = 2 * self.row[self.spinner][0] if len(bare) == 3 else 0
        outermost = {"left": self.row[0], "right": self.row[-1]}
        outermost |= {"up": self.up[-1]} if self.up else {}
        outermost |= {"down": self.down[-1]} if self.down else {}
        for end, (a, b) in outermost.items():
            outer = a if end == "left" else b
            if end not in bare:
                count += a + b if a == b else outer
        return count

    def _put(self, tile: Tile, end: str) -> None:
        if end:
            inner = self.shown()[end]
            outer = sum(tile) - inner
            if end == "left":
                self.row = [(outer, inner), *self.row]
                self.spinner += self.spinner >= 0
            elif end == "right":
                self.row = [*self.row, (inner, outer)]
            elif end == "up":
                self.up = [*self.up, (inner, outer)]
            else:
                self.down = [*self.down, (inner, outer)]
        else:
            self.row = [tile]
        spins = {"none": [], "top_double": [self.said["set"]], "first_double": range(13)}
        if self.spinner < 0 and tile[0] == tile[1] and tile[0] in spins[self.said["spinner"]]:
            self.spinner = len(self.row) - 1 if end == "right" else 0

    # What may be done

    def plays(self, seat: int) -> list[str]:
        ends = self.open_ends()
        return [
            f"{name_of(tile)} {end}"
            for tile in sorted(self.hands[seat])
            for end in ENDS
            if end in ends and ends[end] in tile
        ]

    def moves(self) -> list[str]:
        """In canonical order."""
        if self.ended:
            return []
        if not self.row:
            return [name_of(tile) for tile in sorted(self.leads)]
        said = self.said
        plays = self.plays(self.turn)
        if self.second:
            return plays
        able = bool(plays)
        more = len(self.stock) > said["reserve"]
        if able:
            limit = said["able_draw_limit"] or 99
            draws = more and said["able_may_draw"] and self.drawn < limit
            passes = said["able_may_pass"]
        else:
            draws = more and said["unable"] != "pass"
            if said["unable"] == "draw_one" and self.drawn:
                draws = False
            passes = not draws or (said["pass_instead_of_draw"] and not self.drawn)
        if self.drawn and able and said["drawn_tile"] != "must_play":
            passes = True
            plays = [] if said["drawn_tile"] == "may_not_play" else plays
        if self.passes >= self.seats and (plays or draws):
            passes = False
        return plays + ["draw"] * draws + ["pass"] * passes

    # What comes of it

    def after(self, move: str) -> "Round":
        """The round after a legal move; this one stays as it is."""
        new = copy(self)
        if move == "draw":
            tile, *new.stock = self.stock
            new._set_hand([*self.hands[self.turn], tile])
            new.drawn += 1
            new.passes = 0
        elif move == "pass":
            new._next()
            new.passes += 1
        else:
            new._lay(*move.split())
        if not new.ended and new._is_blocked():
            new._finish("blocked", new._fewest())
        return new

    def _set_hand(self, hand: list[Tile]) -> None:
        self.hands = [hand if seat == self.turn else old for seat, old in enumerate(self.hands)]

    def _next(self) -> None:
        self.turn += 1 if self.said["direction"] == "clockwise" else -1
        self.turn %= self.seats
        self.drawn = 0
        self.second = False

    def _lay(self, name: str, end: str = "") -> None:
        tile = tile_called(name)
        seat = self.turn
        leads = not self.row
        self._set_hand([held for held in self.hands[seat] if held != tile])
        self._put(tile, end)
        self.passes = 0
        reached = self._score_ends()
        if reached:
            self.by = seat
            self._finish("target", [self.side_of(seat)])
        elif not self.hands[seat]:
            self.by = seat
            self._finish("out", [self.side_of(seat)])
        elif leads and self.said["second_tile"] and tile[0] == tile[1] and self.plays(seat):
            self.second = True
        else:
            self._next()

    def _is_blocked(self) -> bool:
        said = self.said
        if said["all_passed"] == "blocked" and self.passes >= self.seats:
            return True
        if said["stop_dead_rounds"]:
            open_now = set(self.open_ends().values())
            unseen = [*self.stock, *(tile for hand in self.hands for tile in hand)]
            if not any(open_now & set(tile) for tile in unseen):
                return True
        if said["unable"] != "pass" and len(self.stock) > said["reserve"]:
            return False
        if said["blocked_when"] == "one_stuck":
            return not self.plays(self.turn)
        return not any(self.plays(seat) for seat in range(self.seats))

    # Points

    def side_of(self, seat: int) -> int:
        return seat % len(self.sides)

    def _score_ends(self) -> bool:
        """Write what the ends give; tell whether that is the match."""
        total = self.ends_sum()
        points = sum(total // by for by in self.said["in_play"] if total % by == 0)
        side = self.side_of(self.turn)
        differs = self.pairs and self.said["pairs_award"] == "difference"
        written = self.totals[side] + self.in_play[side] + points
        if self.said["exact"] and not differs and written > self.target:
            return False
        self.in_play = list(self.in_play)
        self.in_play[side] += points
        when = self.said["target_check_pairs" if self.pairs else "target_check"]
        return bool(self.said["in_play"]) and when == "at_once" and written >= self.target

    def count(self, tile: Tile) -> int:
        if tile[0] != tile[1] or self.said["double_counts"] == "both_halves":
            return sum(tile)
        return tile[0] if self.said["double_counts"] == "one_half" else 1

    def pips(self) -> list[int]:
        return [sum(map(self.count, hand)) for hand in self.hands]

    def _side_pips(self) -> list[int]:
        pips = self.pips()
        return [sum(pips[seat] for seat in side) for side in self.sides]

    def _fewest(self) -> list[int]:
        pips = self._side_pips()
        best = [side for side, count in enumerate(pips) if count == min(pips)]
        if self.said["blocked_winner"] == "nobody":
            return []
        if len(best) > 1 and self.said["tie"] == "lightest_tile":
            lightest = [
                min(self.count(tile) for seat in self.sides[side] for tile in self.hands[seat])
                for side in best
            ]
            best = [s for s, tile in zip(best, lightest, strict=True) if tile == min(lightest)]
        return best if len(best) == 1 or self.said["tie"] == "shared" else []

    def _finish(self, ended: str, winners: list[int]) -> None:
        said = self.said
        self.ended = ended
        self.winners = winners
        pips = self._side_pips()
        made = [0] * len(self.sides)
        for side in winners if ended != "target" else []:
            others = sum(pips) - sum(pips[winner] for winner in winners)
            blocked = said["blocked_points_pairs" if self.pairs else "blocked_points"]
            how = said["out_points"] if ended == "out" else blocked
            # Who goes out holds nothing, so what the side still holds is the partner's.
            own = 0 if how == "opponents" and ended == "blocked" else pips[side]
            points = max(others - own, 0) if how != "none" else 0
            whole, rest = divmod(points, said["divide_by"])
            up = rest > 0 if said["rounding"] == "up" else 2 * rest >= said["divide_by"]
            made[side] = whole + up + (said["out_bonus"] if ended == "out" else 0)
        kept = list(self.in_play)
        self.points = [a + b for a, b in zip(made, self.in_play, strict=True)]
        if self.pairs and said["pairs_award"] == "difference":
            ours, theirs = self.points
            self.points = [max(ours - theirs, 0), max(theirs - ours, 0)]
            kept = [0, 0]
        if said["exact"]:
            for side, total in enumerate(self.totals):
                if total + self.points[side] > self.target:
                    self.points[side] = kept[side]

    def now(self) -> list[int]:
        """Each side's total."""
        added = self.points
        if not self.ended and not (self.pairs and self.said["pairs_award"] == "difference"):
            added = self.in_play
        return [a + b for a, b in zip(self.totals, added, strict=True)]


class Count(NamedTuple):
    nodes: list[int]
    rounds_ended: int
    points: int


def count(here: Round, depth: int) -> Count:
    """Every sequence of up to ``depth`` moves."""
    if not depth:
        return Count([], 0, 0)
    moves = here.moves()
    deeper = [0] * (depth - 1)
    ended = points = 0
    for move in moves:
        new = here.after(move)
        if new.ended:
            ended += 1
            points += sum(new.points)
        else:
            below = count(new, depth - 1)
            deeper = [a + b for a, b in zip(deeper, below.nodes, strict=True)]
            ended += below.rounds_ended
            points += below.points
    return Count([len(moves), *deeper], ended, points)
