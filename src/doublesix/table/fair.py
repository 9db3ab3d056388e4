"""The proof of a fair deal: all that went into it, as a file that anybody can check."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from doublesix import tiles
from doublesix.engine import Deal, Game
from doublesix.engine.opening import Redeal, check_deal, find_opening, opens_by_rule, shuffle
from doublesix.errors import InvalidDeal, InvalidFile, InvalidInput
from doublesix.files import read_text, read_toml
from doublesix.notation.moves import write_tiles
from doublesix.notation.reading import HEAD, Reader
from doublesix.table.chance import FairRng, commitment, round_key

FORMAT = 1
"""Grows when a reader of the old form would misunderstand a proof."""

HOUSE_FILE = "house-rules.toml"
"""What transcripts and proofs call the house rules of their table, which lie beside them."""

_HEAD = ("fair", "table", "rules", "seats", "round")
_ROUND = ("match", "number", "commitment", "secret", "entropy", "redeals", "hands", "stock")
_DIGEST = re.compile("[0-9a-f]{64}")
_ENTROPY = re.compile("([0-9a-f]{32,128})?")
_MOST = 1_000_000
"""No match has so many rounds, and no round so many redeals."""


class RoundProof(Struct, frozen=True):
    """How one round was dealt."""

    match: int
    number: int
    """1 for the first round of a match."""
    commitment: str
    """What was shown before the deal."""
    secret: str
    entropy: tuple[str, ...]
    """What each seat added; empty where it added nothing."""
    redeals: int
    """How often the tiles were dealt again, as the book says."""
    deal: Deal


class Proof(Struct, frozen=True):
    """How rounds of a table were dealt."""

    table: str
    rules: str
    """The rulebook as the file names it."""
    game: Game
    rounds: tuple[RoundProof, ...]


def verify(proof: Proof) -> list[InvalidInput]:
    """All that is wrong with these deals; nothing when they were fair."""
    return [problem for each in proof.rounds for problem in _problems(proof, each)]


def _problems(proof: Proof, here: RoundProof) -> Iterator[InvalidInput]:
    match, number, game = here.match, here.number, proof.game
    if commitment(here.secret) != here.commitment:
        yield InvalidInput("unfair-secret", match=match, number=number)
    rng = FairRng(round_key(proof.table, match, number, here.secret, here.entropy))
    for _ in range(here.redeals):
        if not _is_redealt(game, number, shuffle(game, rng)):
            yield InvalidInput("unfair-redeal", match=match, number=number)
            return
    deal = shuffle(game, rng)
    if deal != here.deal:
        yield InvalidInput("unfair-deal", match=match, number=number)
    elif _is_redealt(game, number, deal):
        yield InvalidInput("unfair-kept", match=match, number=number)


def _is_redealt(game: Game, number: int, deal: Deal) -> bool:
    """Whether the book deals these tiles again."""
    return opens_by_rule(game, number) and isinstance(find_opening(game, deal.hands), Redeal)


def write_proof(proof: Proof) -> str:
    """A proof as text, always in the same form."""
    lines = [
        f"fair = {FORMAT}",
        f"table = {json.dumps(proof.table)}",
        f"rules = {json.dumps(proof.rules)}",
        f"seats = {proof.game.seats}",
    ]
    for each in proof.rounds:
        lines += ["", "[[round]]", f"match = {each.match}", f"number = {each.number}"]
        lines += [f'commitment = "{each.commitment}"', f'secret = "{each.secret}"']
        lines += ["entropy = [", *(f'    "{text}",' for text in each.entropy), "]"]
        lines += [f"redeals = {each.redeals}", "hands = ["]
        lines += [f'    "{write_tiles(hand)}",' for hand in each.deal.hands]
        lines += ["]", f'stock = "{" ".join(map(tiles.text, each.deal.stock))}"']
    return "\n".join(lines) + "\n"


def read_proof_file(path: str | os.PathLike[str]) -> Proof:
    """Read a proof from a file."""
    file = os.fspath(path)
    return read_proof(read_text(path, file, InvalidFile), file)


def read_proof(text: str, file: str = "proof") -> Proof:
    """Read a proof; ``file`` is what errors call it, and where its rules are looked for."""
    return _Reader(file, text).read(read_toml(text, file, InvalidFile))


class _Reader(Reader):
    """Reads one proof."""

    def read(self, table: Mapping[str, Any]) -> Proof:
        self.known(table, _HEAD, HEAD)
        if self.whole(table, "fair", HEAD) != FORMAT:
            self.fail(InvalidInput("proof-format", format=FORMAT), HEAD, "fair")
        game = self.game(table)
        rounds = [self._round(game, item, at) for at, item in enumerate(self.rounds(table))]
        name = self.text(table, "table", HEAD)
        return Proof(name, table["rules"], game, tuple(rounds))

    def _round(self, game: Game, table: Mapping[str, Any], at: int) -> RoundProof:
        self.known(table, _ROUND, at)
        deal = self.deal(game.tiles.top, table, at)
        try:
            check_deal(game, deal)
        except InvalidDeal as problem:
            self.fail(problem, at, "hands")
        return RoundProof(
            match=self._count(table, "match", at, least=1),
            number=self._count(table, "number", at, least=1),
            commitment=self._hex(table, "commitment", at),
            secret=self._hex(table, "secret", at),
            entropy=self._entropy(table, at, game.seats),
            redeals=self._count(table, "redeals", at, least=0),
            deal=deal,
        )

    def _count(self, table: Mapping[str, Any], key: str, at: int, least: int) -> int:
        value = self.whole(table, key, at)
        if least <= value <= _MOST:
            return value
        self.fail(InvalidInput("not-a-whole", value=value, least=least, most=_MOST), at, key)

    def _hex(self, table: Mapping[str, Any], key: str, at: int) -> str:
        value = self.text(table, key, at)
        if _DIGEST.fullmatch(value):
            return value
        self.fail(InvalidInput("not-hex", key=key), at, key)

    def _entropy(self, table: Mapping[str, Any], at: int, seats: int) -> tuple[str, ...]:
        given = self.texts(table, "entropy", at)
        if len(given) == seats and all(map(_ENTROPY.fullmatch, given)):
            return given
        self.fail(InvalidInput("not-entropy", seats=seats), at, "entropy")
