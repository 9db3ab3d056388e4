"""``view`` shows nothing hidden: other tiles where a seat cannot see make the same output."""

from pathlib import Path
from random import Random

import pytest

from doublesix import tiles
from doublesix.engine import SEATS, Deal, State, begin_round
from doublesix.engine.events import Drew, Played
from doublesix.errors import DoublesixError
from doublesix.notation.moves import write_event
from doublesix.notation.transcript import Transcript, read, read_file, write
from tests.unit.cli.ran import Run

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

Slot = tuple[int, int]
"""A place in the deal: a seat's hand or, with seat -1, the stock; and which tile of it."""


def slots(state: State) -> dict[Slot, int]:
    """The deal as places with tiles."""
    parts = [list(tiles.members(hand)) for hand in state.round.deal.hands]
    parts.append(list(state.round.deal.stock))
    return {
        (seat if seat < len(state.hands) else -1, at): tile
        for seat, part in enumerate(parts)
        for at, tile in enumerate(part)
    }


def unseen(state: State, seat: int) -> list[Slot]:
    """The places whose tiles this seat has not seen: neither its own nor laid."""
    known = {
        event.tile
        for event in state.past
        if isinstance(event, Played) or (isinstance(event, Drew) and event.seat == seat)
    }
    return [slot for slot, tile in slots(state).items() if slot[0] != seat and tile not in known]


def reshuffled(transcript: Transcript, seat: int, random: Random) -> str:
    """The transcript with all that the seat has not seen dealt in another way."""
    state = transcript.rounds[-1]
    deal = slots(state)
    places = unseen(state, seat)
    others = [deal[place] for place in places]
    random.shuffle(others)
    deal |= dict(zip(places, others, strict=True))
    hands = [
        tiles.mask(tile for (owner, _), tile in deal.items() if owner == at)
        for at in range(len(state.hands))
    ]
    stock = [tile for (owner, _), tile in sorted(deal.items()) if owner == -1]
    begun = begin_round(transcript.game, Deal(tuple(hands), tuple(stock))).state
    opened = Transcript(
        transcript.rules, transcript.game, transcript.target, transcript.names, (begun,)
    )
    head, mark, _ = write(opened).rpartition('"""\n')
    moves = [
        f"{SEATS[event.seat]} draw" if isinstance(event, Drew) else write_event(event)
        for event in state.past
    ]
    return head + "".join(f"{move}\n" for move in moves) + mark


def cut(text: str, moves: int) -> str:
    """The transcript up to this many moves of its only round."""
    head, key, rest = text.partition('moves = """\n')
    kept = rest.splitlines(keepends=True)[:moves]
    return f'{head}{key}{"".join(kept)}"""\n'


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("ikea-out-two-seats", 14),
        ("ikea-out-five-seats", 9),
        ("noris-out", 7),
        ("block-out-two-seats", 8),
        ("t-33-block-pairs-partner-6", 12),
        ("draw-out-in-pairs", 9),
        ("muggins-out-two-seats", 10),
        ("fives-and-threes-blocked-alone", 8),
        ("sebastopol-out", 12),
        ("edition-ikea-ko", 12),
    ],
)
def test_what_is_hidden_changes_nothing(run: Run, tmp_path: Path, name: str, moves: int) -> None:
    path = tmp_path / "match.toml"
    transcript = read(cut((TRANSCRIPTS / f"{name}.toml").read_text(encoding="utf-8"), moves))
    assert len(transcript.rounds[-1].past) == moves
    random = Random(name)
    for seat in range(transcript.game.seats):
        path.write_text(write(transcript), encoding="utf-8")
        seen = run("view", path, "--seat", SEATS[seat], "--json")
        assert seen.json()["ended"] is None
        others = 0
        for _ in range(300):
            try:
                text = reshuffled(transcript, seat, random)
                other = read(text)
            except DoublesixError:
                continue  # somebody else would have had to play otherwise
            others += other.rounds[-1].hands != transcript.rounds[-1].hands
            path.write_text(text, encoding="utf-8")
            assert run("view", path, "--seat", SEATS[seat], "--json") == seen
            if others == 5:
                break
        assert others >= 1, SEATS[seat]


def test_hands_are_shown_when_the_round_is_over(run: Run) -> None:
    path = TRANSCRIPTS / "ikea-out-two-seats.toml"
    state = read_file(path).rounds[-1]
    for seat in "AB":
        report = run("view", path, "--seat", seat, "--json").json()
        assert report["hands"] == {
            name: [tiles.text(tile) for tile in tiles.members(hand)]
            for name, hand in zip("AB", state.hands, strict=True)
        }


def test_a_tile_that_another_seat_draws_is_not_shown(run: Run) -> None:
    path = TRANSCRIPTS / "t-11-noris-draws-three.toml"
    own = run("view", path, "--seat", "A", "--json").json()["past"]
    other = run("view", path, "--seat", "B", "--json").json()["past"]
    assert own[2:5] == ["A draw 2-0", "A draw 6-1", "A draw 5-4"]
    assert other[2:5] == ["A draw"] * 3
    assert own[:2] + own[5:] == other[:2] + other[5:]
