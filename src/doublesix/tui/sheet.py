"""The score sheet: how a round ended, how every number came about, how the match stands."""

from doublesix.engine import SEATS, Standing, State, standing, view
from doublesix.engine.events import Ended, Entry, Result
from doublesix.rules.model import BlockedWinner, Rounding
from doublesix.tui.picture import name_side, show_line, show_tiles
from doublesix.tui.record import Record
from doublesix.words import Words


class Sheet:
    """Tells the scores of one record."""

    def __init__(self, record: Record, say: Words) -> None:
        self.record = record
        self.game = record.game
        self.say = say
        self.names = [player.name for player in record.players]

    def round_lines(self, state: State) -> list[str]:
        """A round that has ended: why, the hands, and what it gave."""
        result = state.result
        assert result is not None
        lines = [self._ending(result), *show_line(view(state, None), self.say)]
        lines += self._hands(state, result)
        if result.ended is Ended.BLOCKED:
            lines.append(self._blocked(result))
        if self.game.target:
            lines.append(self.say("terminal.over.sheet"))
            lines += [self._entry(entry) for entry in result.sheet if self._is_told(entry)]
            lines += self._totals(result, standing(state))
        else:
            lines += self._games(result, standing(state), state.round.number)
        return lines

    def match_lines(self) -> list[str]:
        """The whole match so far."""
        say = self.say
        lines = [self._round_line(state) for state in self.record.rounds if state.result]
        now = self.record.now
        if now is None:
            return lines
        stands = standing(now)
        if not self.game.target:
            return [*lines, say("terminal.score.games", score=self._score(stands.games))]
        if now.result is None and self.game.rules.in_play:
            number = now.round.number
            lines.append(
                say("terminal.score.running", number=number, score=self._score(now.in_play))
            )
        score, target = self._score(stands.totals), self.game.target
        return [*lines, say("terminal.score.totals", score=score, target=target)]

    def end_lines(self) -> list[str]:
        """The match is over: who won it, and with what."""
        assert self.record.now is not None
        stands = standing(self.record.now)
        return [
            self._won("terminal.end.won", stands.winners),
            self.say("terminal.end.totals", score=self._score(stands.totals)),
        ]

    def _side(self, side: int) -> str:
        return name_side(self.game, side, self.names, self.say)

    def _won(self, message_id: str, sides: tuple[int, ...]) -> str:
        """A sentence about the winners, be they one or several."""
        seats = [seat for side in sides for seat in self.game.sides[side]]
        winners = self.say.all_of([self.names[seat] for seat in seats])
        return self.say(message_id, winners=winners, count=len(seats))

    def _score(self, values: tuple[int, ...]) -> str:
        return self.say.all_of(
            [
                self.say("terminal.score.part", side=self._side(side), points=value)
                for side, value in enumerate(values)
            ]
        )

    def _ending(self, result: Result) -> str:
        name = "" if result.by is None else self.names[result.by]
        target = self.game.target
        return self.say(f"terminal.ended.{result.ended.value}", name=name, target=target)

    def _hands(self, state: State, result: Result) -> list[str]:
        """Everybody's tiles are shown and counted."""
        shown = view(state, None).hands
        assert shown is not None
        lines = [
            self.say(
                "terminal.over.hand" if hand else "terminal.over.no-hand",
                seat=SEATS[seat],
                name=self.names[seat],
                tiles=show_tiles(hand),
                count=result.pips[seat],
            )
            for seat, hand in enumerate(shown)
        ]
        if self.game.in_pairs:
            for side, seats in enumerate(self.game.sides):
                pips = sum(result.pips[seat] for seat in seats)
                lines.append(self.say("terminal.over.pair", side=self._side(side), count=pips))
        return lines

    def _blocked(self, result: Result) -> str:
        """Who wins a blocked round, and why."""
        counts = [sum(result.pips[seat] for seat in seats) for seats in self.game.sides]
        if self.game.rules.blocked_winner is BlockedWinner.NOBODY:
            return self.say("terminal.over.nobody")
        if not result.winners:
            return self.say("terminal.over.tie")
        if len(result.winners) > 1:
            return self._won("terminal.over.shared", result.winners)
        level = counts.count(min(counts)) > 1
        return self._won(
            "terminal.over.lightest" if level else "terminal.over.fewest", result.winners
        )

    @staticmethod
    def _is_told(entry: Entry) -> bool:
        """Points that an exact target keeps out may be none at all."""
        return entry.reason != "exact" or entry.amount != 0

    def _entry(self, entry: Entry) -> str:
        reason = entry.reason
        if reason == "partner" and entry.amount > 0:
            reason = "partner-added"
        if reason == "divided" and self.game.rules.rounding is Rounding.NEAREST:
            reason = "divided-nearest"
        return self.say(
            f"terminal.entry.{reason}",
            side=self._side(entry.side),
            count=abs(entry.amount),
            divisor=self.game.rules.divide_by,
        )

    def _totals(self, result: Result, stands: Standing) -> list[str]:
        return [
            self.say("terminal.over.total", side=self._side(side), points=points, total=total)
            for side, (points, total) in enumerate(zip(result.points, stands.totals, strict=True))
        ]

    def _games(self, result: Result, stands: Standing, number: int) -> list[str]:
        if result.winners:
            won = self._won("terminal.over.game", result.winners)
        else:
            won = self.say("terminal.over.no-game")
        if number == 1:
            return [won]
        return [won, self.say("terminal.score.games", score=self._score(stands.games))]

    def _round_line(self, state: State) -> str:
        assert state.result is not None
        number = state.round.number
        if self.game.target:
            score = self._score(state.result.points)
            return self.say("terminal.score.round", number=number, score=score)
        sides = state.result.winners
        if not sides:
            return self.say("terminal.score.no-game", number=number)
        seats = [self.names[seat] for side in sides for seat in self.game.sides[side]]
        return self.say("terminal.score.game", number=number, winners=self.say.all_of(seats))
