"""No frame carries what its receiver may not know."""

import json
from pathlib import Path
from typing import Any

import pytest

from doublesix import tiles
from doublesix.engine import (
    DRAW,
    PASS,
    Deal,
    Move,
    State,
    apply,
    begin_round,
    deal_round,
    legal_moves,
    new_game,
    view,
)
from doublesix.errors import InvalidDeal
from doublesix.rng import Rng
from doublesix.rules import load
from doublesix.table import events as did
from doublesix.table import messages as said
from doublesix.table.journal import Journal
from doublesix.table.table import Table
from doublesix.web.index import row_of
from doublesix.web.socket import digest
from tests.web.house import House, Visitor
from tests.web.players import Player, play, present
from tests.web.test_play import is_over, sit_down


class Listener:
    """Checks every frame that one connection was sent."""

    def __init__(self, player: Player, seats: tuple[int, ...]) -> None:
        self.player = player
        self.seats = {str(seat) for seat in seats}
        self.own = seats

    def check(self) -> None:
        """Every frame, each object in it."""
        for frame in self.player.frames:
            self._look(json.loads(frame))

    def _look(self, value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                self._look(item)
        elif isinstance(value, dict):
            self._look_at(value)
            for item in value.values():
                self._look(item)

    def _look_at(self, value: dict[str, Any]) -> None:
        if "ply" in value:  # what is so now
            assert value.get("hands", {}).keys() <= self.seats
            mine = value["turn"] in self.own
            assert mine or not value.get("legal")
            assert mine or value["stage"] != 1, "who must lay a second tile shows what it holds"
        if value.get("kind") == "draw" and value["seat"] not in self.own:
            assert value.get("tile") is None
        assert not value.keys() & {"secret", "entropy", "owner", "who", "token", "deal"}


@pytest.mark.parametrize("book", ["draw", "svoora", "ikea", "muggins"])
async def test_every_frame_of_a_match(house: House, book: str) -> None:
    async with house.open() as visitor:
        table, players = await sit_down(visitor, 2, rules=book, **_short(book))
        watcher = await visitor.connect(table)
        other = await visitor.connect(table, "somebody who has no seat")
        await play(players, is_over)
        for one in (watcher, other):
            await one.until(is_over)
        path = f"/api/tables/{table}/replay"
        count = len((await visitor.json(path))["rounds"])
        rounds = [await visitor.json(f"{path}/{number + 1}") for number in range(count)]
    assert any(move["kind"] == "draw" for one in rounds for move in one["moves"])
    audiences = [(players[0], (0,)), (players[1], (1,)), (watcher, ()), (other, ())]
    for player, seats in audiences:
        Listener(player, seats).check()
        _check_sentences(player, seats)
    # A watcher is told no tile before it lies on the table or the round is over.
    _check_bytes(watcher, rounds)


def _short(book: str) -> dict[str, Any]:
    return {"target": 30} if load(book).target else {}


def _check_sentences(player: Player, seats: tuple[int, ...]) -> None:
    """What was drawn is told only to the one who drew it."""
    assert player.table is not None
    mine = {player.table.seats[seat].name for seat in seats}
    for heard in player.heard:
        told = heard.told if isinstance(heard, said.Update) else ()
        for one in told:
            if one.id.startswith("told.drawn-tile"):
                assert one.args["name"] in mine


def _check_bytes(watcher: Player, rounds: list[Any]) -> None:
    """In the bytes of every frame: no tile is written before it was laid in that round."""
    laid: dict[int, set[str]] = {one["number"]: set() for one in rounds}
    for frame, heard in zip(watcher.frames, watcher.heard, strict=True):
        if not isinstance(heard, said.Update):
            continue
        if heard.move.kind == "play" and heard.move.tile is not None:
            laid[heard.round].add(tiles.text(heard.move.tile))
        if heard.now.turn is None:
            continue  # over: everything is shown
        for tile in range(28):
            if f'"{tiles.text(tile)}"'.encode() in frame:
                assert tiles.text(tile) in laid[heard.round], frame


ANA, BO = "the token of Ana, who is the host", "the token of Bo"
MOVES = 8
GAME = new_game(load("draw"), 2)


async def test_other_secrets_would_give_the_same_frames(tmp_path: Path) -> None:
    """What neither Ana nor a watcher can see is dealt differently, and the same moves are made:
    they must be sent the same bytes."""
    deals, moves = _twins()
    seen = []
    for number, deal in enumerate(deals):
        house = House(tmp_path / f"{number}.db")
        _write_table(house.db, deal)
        async with house.open(keep_days=1e5) as visitor:
            seen.append(await _frames_of(visitor, moves))
    assert deals[0] != deals[1]
    assert all(len(frames) > MOVES for frames in seen[0])
    assert seen[0] == seen[1]


def _twins() -> tuple[tuple[Deal, Deal], list[Move]]:
    """Two deals that look the same to Ana while these moves are made, in which Bo draws."""
    for seed in range(1000):
        rng = Rng(seed)
        first = deal_round(GAME, rng).state
        moves = _some_moves(first, rng)
        for _ in range(100):
            second = _dealt_otherwise(first.round.deal, rng)
            if moves and second and _looks(first, moves) == _looks(second, moves):
                return (first.round.deal, second.round.deal), moves
    raise AssertionError("no such deals")


def _some_moves(state: State, rng: Rng) -> list[Move]:
    """A few moves that nobody is forced to pass in; Bo draws, and Ana does not."""
    moves: list[Move] = []
    drawn: set[int] = set()
    while len(moves) < MOVES and state.result is None:
        move = rng.choose(legal_moves(state))
        if move == DRAW:
            drawn.add(state.turn)
        if move == PASS:
            return []
        moves.append(move)
        state = apply(state, move).state
    return moves if drawn == {1} and state.result is None else []


def _dealt_otherwise(deal: Deal, rng: Rng) -> State | None:
    """Bo's tiles and the stock changed about; nothing where the book would deal again."""
    pool = [*tiles.members(deal.hands[1]), *deal.stock]
    rng.shuffle(pool)
    count = deal.hands[1].bit_count()
    other = Deal((deal.hands[0], tiles.mask(pool[:count])), tuple(pool[count:]))
    try:
        return begin_round(GAME, other).state
    except InvalidDeal:
        return None


def _looks(state: State, moves: list[Move]) -> list[object]:
    """What Ana sees, position by position; as far as these moves can be made."""
    seen: list[object] = [view(state, 0)]
    for move in moves:
        if move not in legal_moves(state):
            break
        state = apply(state, move).state
        seen.append(view(state, 0))
    return seen


def _write_table(db: Path, deal: Deal) -> None:
    """A table in the file, where this was dealt."""
    hands = tuple([tuple(tiles.members(hand)) for hand in deal.hands])
    happened: list[did.AnyEvent] = [
        did.Opened(1.0, id="twin", code="TWINS", host=digest(ANA), seats=2, rules="draw"),
        did.Sat(2.0, 0, digest(ANA), "Ana"),
        did.Sat(3.0, 1, digest(BO), "Bo"),
        did.Committed(4.0, "ab" * 32),
        did.Dealt(5.0, hands, deal.stock),
        did.Committed(6.0, "cd" * 32),
    ]
    table = Table.restore(happened)
    journal = Journal(db)
    problems: list[object] = []
    kept = [did.encode(event) for event in happened]
    journal.append(table.id, 1, kept, problems.append, [row_of(table)])
    journal.close()
    assert problems == [None]


async def _frames_of(visitor: Visitor, moves: list[Move]) -> list[list[bytes]]:
    """All that Ana and a watcher are sent while these moves are made."""
    ana, bo = await visitor.connect("twin", ANA), await visitor.connect("twin", BO)
    watcher = await visitor.connect("twin")
    everybody = present(True, True, watchers=1)
    for one in (ana, bo, watcher):
        await one.until(lambda one: one.heard[-1] == everybody)
    for ply, move in enumerate(moves):
        assert ana.now is not None
        mover = (ana, bo)[ana.now.turn or 0]
        asked = said.MakeMove(
            id=f"m{ply}", seat=ana.now.turn or 0, round=1, ply=ply, move=str(move)
        )
        version = await mover.do(asked)
        for one in (ana, bo, watcher):
            await one.reach(version)
    return [ana.frames, watcher.frames]
