"""The fair deal: chance that can be drawn again, and proofs that are checked line by line."""

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from doublesix.engine import Deal, new_game
from doublesix.engine.opening import shuffle
from doublesix.errors import InvalidFile
from doublesix.rules import load
from doublesix.table import messages as ask
from doublesix.table.chance import FairRng, commitment, round_key
from doublesix.table.fair import (
    HOUSE_FILE,
    Proof,
    RoundProof,
    read_proof,
    read_proof_file,
    verify,
    write_proof,
)
from doublesix.table.record import proof_of
from tests.unit.table.desk import seated

SECRET = "5e" * 32


class TestChance:
    def test_a_commitment_is_the_hash_of_the_bytes(self) -> None:
        assert commitment(SECRET) == sha256(bytes.fromhex(SECRET)).hexdigest()

    def test_a_key_is_the_hash_of_the_lines(self) -> None:
        lines = f"doublesix fair deal 1\nt1\n2\n3\n{SECRET}\n\nabcd\n"
        assert round_key("t1", 2, 3, SECRET, ["", "abcd"]) == sha256(lines.encode()).digest()

    def test_words_are_four_to_a_block(self) -> None:
        key = bytes(range(32))
        blocks = [sha256(key + bytes(7) + bytes([count])).digest() for count in range(2)]
        words = [int.from_bytes(block[at : at + 8]) for block in blocks for at in (0, 8, 16, 24)]
        rng = FairRng(key)
        assert [rng.below(1 << 63) for _ in words] == [word % (1 << 63) for word in words]

    def test_words_that_would_favour_the_low_numbers_are_thrown_away(self) -> None:
        """Of a bound just over half of all words nearly half are."""
        bound = (1 << 63) + 1
        key = bytes(32)
        rng, every = FairRng(key), FairRng(key)
        kept = [word for word in (every.below(1 << 64) for _ in range(64)) if word < bound]
        assert 16 < len(kept) < 48
        assert [rng.below(bound) for _ in kept] == kept

    @given(st.binary(min_size=32, max_size=32), st.integers(0, 30), st.integers(0, 35))
    def test_a_shuffle_loses_nothing(self, key: bytes, size: int, keep: int) -> None:
        items = list(range(size))
        FairRng(key).shuffle(items, keep)
        assert sorted(items) == [*range(size)]
        assert items[:keep] == sorted(items[:keep]), "those left over stay in their order"

    def test_each_place_takes_one_of_those_that_are_left(self) -> None:
        items = list("abcdef")
        rng = FairRng(bytes(32))
        draws = [rng.below(bound) for bound in (6, 5, 4)]
        FairRng(bytes(32)).shuffle(items, keep=3)
        left = list("abcdef")
        placed = [left.pop(draw) for draw in draws]
        assert items == [*left, *reversed(placed)]

    def test_all_orders_come_up(self) -> None:
        seen = set()
        for number in range(200):
            items = [0, 1, 2]
            FairRng(sha256(bytes([number])).digest()).shuffle(items)
            seen.add(tuple(items))
        assert len(seen) == 6


def fair_round(book: str, seats: int, number: int = 1, redeals: int = 0) -> RoundProof:
    """A round that was dealt from the secret, the n-th shuffle of its stream."""
    entropy = ("",) * seats
    rng = FairRng(round_key("t1", 1, number, SECRET, entropy))
    game = new_game(load(book), seats)
    for _ in range(redeals):
        shuffle(game, rng)
    deal = shuffle(game, rng)
    return RoundProof(1, number, commitment(SECRET), SECRET, entropy, redeals, deal)


def proof(*rounds: RoundProof, book: str = "ikea", seats: int = 2) -> Proof:
    return Proof("t1", book, new_game(load(book), seats), rounds)


def problems(checked: Proof) -> list[tuple[str, object, object]]:
    found = verify(checked)
    assert all(str(each) for each in found)
    return [(each.code, each.details["match"], each.details["number"]) for each in found]


class TestVerify:
    def test_a_fair_deal(self) -> None:
        assert verify(proof(fair_round("ikea", 2), fair_round("ikea", 2, number=2))) == []
        assert verify(proof()) == []

    def test_a_secret_that_was_not_committed_to(self) -> None:
        cheat = replace(fair_round("ikea", 2), commitment=commitment("00" * 32))
        assert problems(proof(cheat)) == [("unfair-secret", 1, 1)]

    def test_other_tiles(self) -> None:
        here = fair_round("ikea", 2)
        swapped = Deal((here.deal.hands[1], here.deal.hands[0]), here.deal.stock)
        stacked = Deal(here.deal.hands, here.deal.stock[::-1])
        for deal in (swapped, stacked):
            assert problems(proof(replace(here, deal=deal))) == [("unfair-deal", 1, 1)]

    def test_another_match_round_table_or_entropy(self) -> None:
        here = fair_round("ikea", 2)
        for other in (
            replace(here, match=2),
            replace(here, number=2),
            replace(here, entropy=("", "ab" * 16)),
        ):
            assert [code for code, *_ in problems(proof(other))] == ["unfair-deal"]
        assert problems(replace(proof(here), table="t2")) == [("unfair-deal", 1, 1)]

    def test_a_deal_put_back_that_the_book_plays(self) -> None:
        assert problems(proof(fair_round("ikea", 2, redeals=1))) == [("unfair-redeal", 1, 1)]

    def test_a_deal_played_that_the_book_deals_again(self) -> None:
        """With five tiles each, two seats of Svoora often hold no double at all."""
        game = new_game(load("svoora"), 2)
        rounds = [fair_round("svoora", 2, number=number) for number in range(1, 100)]
        here = next(
            each
            for each in rounds
            if not any(hand & game.tiles.doubles for hand in each.deal.hands)
        )
        checked = proof(here, book="svoora")
        assert problems(checked) == [("unfair-kept", 1, here.number)]
        again = fair_round("svoora", 2, number=here.number, redeals=1)
        assert "unfair-redeal" not in [code for code, *_ in problems(proof(again, book="svoora"))]

    def test_every_problem_of_every_round_is_told(self) -> None:
        here = fair_round("ikea", 2)
        cheat = replace(here, secret="00" * 32)
        assert problems(proof(cheat, here, cheat)) == [
            ("unfair-secret", 1, 1),
            ("unfair-deal", 1, 1),
            ("unfair-secret", 1, 1),
            ("unfair-deal", 1, 1),
        ]


class TestFile:
    def text(self) -> str:
        return write_proof(proof(fair_round("ikea", 2)))

    def test_it_is_read_as_it_was_written(self, tmp_path: Path) -> None:
        written = proof(fair_round("ikea", 3), fair_round("ikea", 3, 2), seats=3)
        assert read_proof(write_proof(written)) == written
        path = tmp_path / "proof.toml"
        path.write_text(write_proof(written), encoding="utf-8")
        assert read_proof_file(path) == written

    def test_its_form(self) -> None:
        lines = self.text().splitlines()
        assert lines[:5] == ["fair = 1", 'table = "t1"', 'rules = "ikea"', "seats = 2", ""]
        keys = [line.partition(" = ")[0] for line in lines[6:] if " = " in line]
        assert keys == [
            "match", "number", "commitment", "secret", "entropy", "redeals", "hands", "stock"
        ]  # fmt: skip

    def test_house_rules_lie_beside_it(self, tmp_path: Path) -> None:
        house = 'extends = "muggins"\ntarget = 20\n'
        desk = seated(house=house)
        desk.do("ana", ask.DealNow())
        desk.play_round()
        path = tmp_path / "proof.toml"
        path.write_text(write_proof(proof_of(desk.table)), encoding="utf-8")
        with pytest.raises(InvalidFile):
            read_proof_file(path)
        (tmp_path / HOUSE_FILE).write_text(house, encoding="utf-8")
        assert verify(read_proof_file(path)) == []

    @pytest.mark.parametrize(
        ("old", "new", "line", "code"),
        [
            ("fair = 1", "fair = 2", 1, "proof-format"),
            ("fair = 1\n", "", 1, "missing-key"),
            ("fair = 1", 'fair = "1"', 1, "not-a-number"),
            ("seats = 2", "seats = 9", 4, "seats-not-allowed"),
            ('rules = "ikea"', 'rules = "uno"', 3, "rules-unknown"),
            ('table = "t1"', "table = 1", 2, "not-a-text"),
            ("seats = 2", "seats = 2\nhurry = 1", 5, "unknown-key"),
            ("match = 1", "match = 0", 7, "not-a-whole"),
            ("number = 1", "number = 9999999", 8, "not-a-whole"),
            ("redeals = 0", "redeals = -1", 15, "not-a-whole"),
            ("redeals = 0", "redeals = 0.5", 15, "not-a-number"),
            ('secret = "5e', 'secret = "5E', 10, "not-hex"),
            ('commitment = "', 'commitment = "0', 9, "not-hex"),
            ('    "",\n    "",\n', '    "",\n', 11, "not-entropy"),
            ('    "",\n', '    "xyz",\n', 11, "not-entropy"),
            ("entropy = [", "entropy = [1,", 11, "not-texts"),
            ("redeals = 0", "redeals = 0\nluck = 7", 16, "unknown-key"),
            ('stock = "', 'stock = "7-7 ', 20, "not-in-the-set"),
            ('stock = "', 'stock = "6-6 ', 16, "tile-twice"),
            ("[[round]]", "[round]", 6, "not-rounds"),
        ],
    )
    def test_what_is_wrong_is_told_with_its_line(
        self, old: str, new: str, line: int, code: str
    ) -> None:
        assert old in self.text()
        with pytest.raises(InvalidFile) as caught:
            read_proof(self.text().replace(old, new), "p.toml")
        problem = caught.value.details["problem"]
        assert (problem.code, caught.value.details["line"]) == (code, line)  # type: ignore[attr-defined]
        assert str(caught.value).startswith(f"p.toml:{line}: ")

    def test_hands_must_be_the_whole_deal(self) -> None:
        here = fair_round("ikea", 2)
        short = replace(here, deal=Deal(here.deal.hands, here.deal.stock[1:]))
        with pytest.raises(InvalidFile) as caught:
            read_proof(write_proof(proof(short)))
        assert caught.value.details["problem"].code == "tile-missing"  # type: ignore[attr-defined]

    def test_no_toml(self) -> None:
        with pytest.raises(InvalidFile) as caught:
            read_proof("fair = ", "p.toml")
        assert caught.value.code == "not-toml"
