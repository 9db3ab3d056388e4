"""Every order of commands, by chance: several people, watchers, bots, and time that passes."""

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from doublesix import rules
from doublesix.bots import find_bot
from doublesix.engine import legal_moves
from doublesix.engine.events import Played
from doublesix.errors import Refused
from doublesix.rng import Rng
from doublesix.table import messages as ask
from doublesix.table.events import AnyEvent, Committed, Dealt, Lack, Moved, decode, encode
from doublesix.table.fair import verify
from doublesix.table.lines import Lines
from doublesix.table.messages import PHRASES, AnyCommand, Settings
from doublesix.table.news import tell_news
from doublesix.table.play import Choice
from doublesix.table.record import proof_of
from doublesix.table.table import Chair, Plan, Table
from doublesix.table.tell import snapshot, updates
from doublesix.tiles import mask, members
from doublesix.words import load
from tests.strategies import sayings
from tests.unit.table.house import write_house

PEOPLE = ("ana", "bo", "cy", "dee")
WATCHER = ""
LACKS: tuple[Lack | None, ...] = (None, "starting", "missing", "busy")

people = st.sampled_from((*PEOPLE, WATCHER))
seats = st.integers(0, 4)
bots = st.sampled_from(["", "greedy", "random", "hal"])
names = st.sampled_from(["Ana", "Bo", "ana", "", " Ed ", "x" * 41])
entropies = st.sampled_from(["", "ab" * 16, "cd" * 32])
clocks = st.sampled_from([None, 0, 10, 60])
flags = st.sampled_from([None, True, False])
moves = st.sampled_from(
    ["6-6", "5-5 left", "6-5 right", "draw", "pass", "6-5", "draw 6-6", "", "x"]
)


def asked(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[AnyCommand]:
    return st.builds(kind, **fields)


talking = st.one_of(
    asked(ask.Say, seat=seats, phrase=st.sampled_from([*PHRASES[:2], "boo"])),
    asked(ask.Chat, seat=seats, text=st.sampled_from(["Hm", " ", "two\nlines"])),
    asked(ask.Rename, seat=seats, name=names),
    asked(ask.Mix, seat=seats, entropy=entropies),
)
sitting = st.one_of(
    asked(ask.Sit, seat=seats, name=names),
    asked(ask.Sit, seat=seats, name=st.just("Fay")),
    asked(ask.Leave, seat=seats),
    asked(ask.PutBot, seat=seats, bot=bots),
    asked(ask.Clear, seat=seats),
    asked(ask.Swap, a=seats, b=seats),
    asked(ask.MakeHost, seat=seats),
    asked(ask.StandIn, seat=seats, bot=bots),
    asked(ask.Back, seat=seats),
)
running = st.one_of(
    asked(ask.Arrange, clock=clocks, at_zero=st.sampled_from([None, "move", "bot"]), chat=flags),
    asked(ask.Ready, seat=seats),
    asked(ask.DealNow),
    asked(ask.MakeMove, seat=seats, round=st.integers(0, 2), ply=st.integers(0, 3), move=moves),
    asked(ask.Pause),
    asked(ask.Resume),
    asked(ask.MoreTime),
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """A table of a shipped book or of house rules, to a target that is soon reached."""
    house = draw(st.sampled_from([""] * 4) | sayings().map(write_house))
    name = draw(st.sampled_from(rules.shipped()))
    book = rules.read(house) if house else rules.load(name)
    places = draw(st.sampled_from(book.seats))
    chair = st.sampled_from([Chair(), Chair("Ana"), Chair("Eve"), Chair(bot="greedy")])
    return Plan(
        id="t1",
        code="ABCD",
        host="ana",
        seats=places,
        rules="" if house else name,
        house=house,
        target=draw(st.sampled_from([None, 1, 15])) if book.target else None,
        settings=Settings(draw(st.sampled_from([0, 10])), draw(st.sampled_from(["move", "bot"]))),
        chairs=tuple(draw(chair) for _ in range(places)),
    )


class TableMachine(RuleBasedStateMachine):
    """A table, its journal, and everybody's eyes on it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.count = 0
        self.events: list[AnyEvent] = []
        self.checked = 0
        """How many events there were when all was well last."""
        self.lines = Lines()

    def fresh(self) -> str:
        self.count += 1
        return f"{self.count:064x}"

    @initialize(plan=plans())
    def open(self, plan: Plan) -> None:
        self.table, self.events = Table.open(plan, self.now, self.fresh)

    def attempt(self, who: str, command: AnyCommand) -> bool:
        """Somebody asks for something; a refusal can be told and changes nothing."""
        try:
            done = self.table.handle(who, command, self.now, self.fresh)
        except Refused as problem:
            self.check_refusal(problem)
            return False
        self.keep(done)
        return True

    def check_refusal(self, problem: Refused) -> None:
        assert str(problem)
        assert self.table == Table.restore(self.events)

    def keep(self, done: list[AnyEvent]) -> None:
        self.events += done
        assert self.table.version == len(self.events)
        assert all(load().retell(told) for told in tell_news(self.table, done))
        moved = [event for event in done if isinstance(event, Moved)]
        for who in (*PEOPLE, WATCHER) if moved else ():
            own = self.table.seats_of(who)
            heard = updates(self.table, done, own, "tall", self.lines)
            assert len(heard) == len(moved)
            for update in heard:
                assert set(update.now.hands) == set(map(str, own))
                assert update.move.kind != "draw" or (update.move.tile is None) == (
                    update.move.seat not in own
                )

    @rule(who=people, command=st.one_of(sitting, running, talking))
    def ask_anything(self, who: str, command: AnyCommand) -> None:
        self.attempt(who, command)

    @rule(command=st.one_of(sitting, running, talking))
    def ask_as_the_host(self, command: AnyCommand) -> None:
        self.attempt(self.table.host, command)

    @rule(command=st.one_of(sitting, running, talking), turn=st.booleans())
    def ask_for_ones_own_seat(self, command: AnyCommand, turn: bool) -> None:
        """Whoever owns the seat asks, or the one in turn for theirs."""
        state = self.table.state
        if turn and state is not None and hasattr(command, "seat"):
            command = replace(command, seat=state.turn)
        at = getattr(command, "seat", 0)
        owner = self.table.seats[at].owner if at < len(self.table.seats) else ""
        self.attempt(owner or PEOPLE[at % 4], command)

    @rule()
    def newcomers_sit_down(self) -> None:
        for at, who in enumerate(PEOPLE[: self.table.game.seats]):
            self.attempt(who, ask.Sit(seat=at, name=who))

    @rule(passed=st.sampled_from([0.5, 7.0, 61.0]))
    def wait(self, passed: float) -> None:
        self.now += passed
        late = self.table.deadline is not None and self.now >= self.table.deadline
        done = self.table.tick(self.now, self.fresh)
        assert bool(done) == late
        self.keep(done)

    @precondition(lambda self: self.table.phase in ("waiting", "between", "over"))
    @rule()
    def fill_and_deal(self) -> None:
        """The host gets a round going."""
        for seat in range(self.table.game.seats):
            self.attempt(self.table.host, ask.PutBot(seat=seat))
        if self.table.phase != "playing":
            assert self.attempt(self.table.host, ask.DealNow())

    @precondition(lambda self: self.table.phase == "playing" and not self.table.paused)
    @rule(data=st.data(), most=st.sampled_from([1, 1, 3, 100]))
    def play(self, data: st.DataObject, most: int) -> None:
        """People and bots make legal moves."""
        rng = Rng(data.draw(st.integers(0, 99)))
        while most and self.table.phase == "playing":
            most -= 1
            self.now += 0.25
            self.one_move(rng)

    def one_move(self, rng: Rng) -> None:
        table, state = self.table, self.table.state
        assert state is not None
        number, ply, turn = state.round.number, len(state.past), state.turn
        thinker = table.thinker()
        if thinker is None:
            move = str(rng.choose(legal_moves(state)))
            command = ask.MakeMove(seat=turn, round=number, ply=ply, move=move)
            assert self.attempt(table.seats[turn].owner, command)
            return
        bot, view = thinker
        assert view.seat == turn
        choice = Choice(find_bot(bot).choose(view, rng), rng.choose(LACKS))
        self.keep(table.bot_move(turn, number, ply, choice, self.now, self.fresh))

    @rule(who=people, often=st.integers(0, 9))
    def close(self, who: str, often: int) -> None:
        if often == 0:
            self.attempt(who, ask.Close())

    @invariant()
    def all_is_well(self) -> None:
        """Whatever has happened; where nothing has, all was well already."""
        if self.checked == len(self.events):
            return
        self.checked = len(self.events)
        self.the_journal_holds_the_table()
        self.one_commitment_is_open()
        self.seats_make_sense()
        self.the_phase_fits_the_round()
        self.no_tile_is_lost()
        self.nobody_sees_anothers_hand()
        if self.table.phase != "playing":
            assert verify(proof_of(self.table)) == []

    def the_journal_holds_the_table(self) -> None:
        kept = [decode(encode(event)) for event in self.events]
        assert kept == self.events
        restored = Table.restore(kept)
        assert restored == self.table
        assert restored.deadline == self.table.deadline
        assert len(self.events) == self.table.version

    def one_commitment_is_open(self) -> None:
        committed = sum(isinstance(event, Committed) for event in self.events)
        dealt = sum(isinstance(event, Dealt) for event in self.events)
        assert committed == dealt + 1
        assert len(self.table.secret) == 64

    def seats_make_sense(self) -> None:
        table = self.table
        assert len(table.seats) == table.game.seats
        for seat in table.seats:
            assert not (seat.owner and seat.bot)
            assert not seat.open or seat.bot
            assert bool(seat.name) != seat.is_empty
            assert seat.owner or not (seat.stand_in or seat.ready or seat.entropy)
        named = [seat.name.casefold() for seat in table.seats if seat.name]
        assert len(named) == len(set(named))
        owned = [seat for who in PEOPLE for seat in table.seats_of(who)]
        assert len(owned) == len(set(owned))

    def the_phase_fits_the_round(self) -> None:
        table, state = self.table, self.table.state
        over = state is not None and state.result is not None
        if table.phase == "waiting":
            assert state is None
        elif table.phase == "playing":
            assert not over
            assert not any(seat.is_empty or seat.ready for seat in table.seats)
            assert table.names == tuple(seat.name for seat in table.seats)
        elif table.phase != "closed":
            assert over
            assert (table.phase == "over") == bool(table.winners)
        assert not table.paused or table.phase in ("playing", "closed")
        assert (table.dealt is None) == (state is None or over)

    def no_tile_is_lost(self) -> None:
        state = self.table.state
        if state is None:
            return
        laid = [event.tile for event in state.past if isinstance(event, Played)]
        held = [tile for hand in state.hands for tile in members(hand)]
        assert sorted([*laid, *held, *state.stock]) == [*range(state.game.tiles.size)]

    def nobody_sees_anothers_hand(self) -> None:
        table, state = self.table, self.table.state
        for who in (*PEOPLE, WATCHER):
            told = snapshot(table, who, "square", self.lines)
            assert told.you.seats == table.seats_of(who)
            if state is None or told.round is None:
                continue
            hands = told.round.now.hands
            assert {seat: mask(hand) for seat, hand in hands.items()} == {
                str(seat): state.hands[seat] for seat in told.you.seats
            }
            assert (told.round.result is None) == (state.result is None)
            assert not told.round.now.legal or state.turn in told.you.seats
            assert table.secret not in msgspec.json.encode(told).decode()


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=50)


@pytest.mark.slow
class TestManyTables(TableMachine.TestCase):  # type: ignore[misc,valid-type]  # made by Hypothesis
    settings = settings(settings.get_profile("slow"), stateful_step_count=60, max_examples=500)
