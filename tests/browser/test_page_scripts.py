"""What the pages work out by themselves is what the server works out: each checks the other."""

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest
import segno
from msgspec.structs import replace
from playwright.sync_api import Page

from doublesix import words
from doublesix.engine import Game, new_game
from doublesix.engine.opening import shuffle
from doublesix.errors import DoublesixError, InvalidInput
from doublesix.rules import load
from doublesix.table.chance import FairRng, commitment, round_key
from doublesix.table.fair import Proof, RoundProof, verify, write_proof
from doublesix.tiles import LARGEST_SET, tile_set
from doublesix.tiles import text as tile_text
from doublesix.web.problems import plain
from doublesix.words.page import for_page
from doublesix.words.told import Told

RNG = random.Random(6)
"""Only to have many different inputs."""


@dataclass
class Script:
    """A module of the page that can be asked."""

    page: Page
    module: str

    def ask(self, code: str, given: Any = None) -> Any:
        """Work out an expression in which ``it`` is the module and ``given`` what was given."""
        load = f"const it = await import('/static/{self.module}');"
        return self.page.evaluate(f"async (given) => {{ {load} return {code}; }}", given)


def secret() -> str:
    return RNG.randbytes(32).hex()


def dealt(game: Game, number: int, redeals: int = 0) -> RoundProof:
    """An honest round."""
    sealed = secret()
    entropy = tuple(RNG.choice(["", secret()]) for _ in range(game.seats))
    rng = FairRng(round_key("table", 1, number, sealed, entropy))
    deals = [shuffle(game, rng) for _ in range(redeals + 1)]
    return RoundProof(1, number, commitment(sealed), sealed, entropy, redeals, deals[-1])


class TestFairDeal:
    @pytest.fixture
    def script(self, scripts: Page) -> Script:
        return Script(scripts, "verify.js")

    def test_commitments_and_keys(self, script: Script) -> None:
        secrets = [secret() for _ in range(20)]
        made = script.ask("given.map(it.commitment)", secrets)
        assert made == [commitment(each) for each in secrets]
        for seats in range(2, 6):
            added = [RNG.choice(["", RNG.randbytes(16).hex(), secret()]) for _ in range(seats)]
            given = [f"tåble-{seats}", seats, 7, secrets[0], added]
            code = "Array.from(it.roundKey(...given))"
            assert bytes(script.ask(code, given)) == round_key(*given)  # type: ignore[arg-type]

    def test_the_stream(self, script: Script) -> None:
        key = RNG.randbytes(32)
        bounds = [RNG.choice([1, 2, 7, 28, 91, 2**31, 2**53 - 1]) for _ in range(200)]
        code = "(() => { const rng = new it.FairRng(Uint8Array.from(given.key));"
        code += " return given.bounds.map((bound) => rng.below(bound)); })()"
        drawn = script.ask(code, {"key": list(key), "bounds": bounds})
        rng = FairRng(key)
        assert drawn == [rng.below(bound) for bound in bounds]

    @pytest.mark.parametrize(("rules", "seats"), [("block", 2), ("sebastopol", 4), ("ikea", 5)])
    def test_proofs(self, script: Script, rules: str, seats: int) -> None:
        game = new_game(load(rules), seats)
        honest = [dealt(game, number) for number in (1, 2, 3)]
        forged = [
            replace(honest[1], commitment=commitment(secret())),
            replace(honest[2], deal=honest[0].deal),
        ]
        proof = Proof("table", rules, game, (honest[0], *forged))
        checked = script.ask("it.verify(it.readProof(given))", write_proof(proof))
        assert [each["verdict"] for each in checked] == ["good", "bad-seal", "bad-deal"]
        told = {error.details["number"]: error.code for error in verify(proof)}
        assert told.pop(2) == "unfair-secret"
        assert told.pop(3) == "unfair-deal"
        assert set(told.values()) <= {"unfair-kept"}, "which needs the book, and so the server"

    def test_deals_that_were_dealt_again(self, script: Script) -> None:
        game = new_game(load("block"), 2)
        proof = Proof("table", "block", game, (dealt(game, 1, redeals=3),))
        (checked,) = script.ask("it.verify(it.readProof(given))", write_proof(proof))
        assert (checked["verdict"], checked["redeals"]) == ("good", 3)

    @pytest.mark.parametrize("text", ["", "fair = 1\n", "{", 'fair = 1\ntable = "t"\n[[round]]\n'])
    def test_what_is_no_proof(self, script: Script, text: str) -> None:
        assert script.ask("it.readProof(given)", text) is None


def in_page(language: str) -> dict[str, Any]:
    """The catalogue as the page gets it."""
    messages = dict(for_page(language))
    head = {key: messages.pop(key) for key in ("language", "direction")}
    return {**head, "languages": list(words.languages()), "messages": messages}


class TestWords:
    SAY = words.load()

    @pytest.fixture
    def script(self, scripts: Page) -> Script:
        script = Script(scripts, "words.js")
        script.ask("(window.words = new it.Words(given), null)", in_page("en"))
        return script

    def test_plural_forms(self, script: Script) -> None:
        counts = [0, 1, 2, 5, 11, 21, 100]
        said = script.ask("given.map((count) => words.say('count.tiles', { count }))", counts)
        assert said == [self.SAY("count.tiles", count=count) for count in counts]

    def test_lists(self, script: Script) -> None:
        for length in range(5):
            items = ["Ana", "Bo {x}", "Cy", "Di"][:length]
            assert script.ask("words.allOf(given)", items) == self.SAY.all_of(items)
            assert script.ask("words.anyOf(given)", items) == self.SAY.any_of(items)

    @pytest.mark.parametrize(
        "told",
        [
            Told("told.played.left", {"name": "A{name}", "tile": "6-5"}),
            Told("told.over.hand", {"count": 1, "seat": "A", "name": "Bo", "tiles": ("1-0",)}),
            Told("told.over.fewest", {"count": 2, "winners": ("Ana", "Cy")}),
            Told(
                "told.score.games",
                {
                    "score": (
                        Told("told.score.part", {"points": 3, "side": ("Ana", "Cy")}),
                        Told("told.score.part", {"points": 0, "side": ("Bo",)}),
                    )
                },
            ),
        ],
        ids=lambda told: told.id,
    )
    def test_what_is_told(self, script: Script, told: Told) -> None:
        def mark(tile: str) -> str:
            return f"[{tile}]"

        given = json.loads(json.dumps(_bare(told)))
        assert script.ask("words.tell(given)", given) == self.SAY.retell(told)
        marked = script.ask("words.tell(given, (tile) => `[${tile}]`)", given)
        assert marked == self.SAY.retell(told, mark)

    @pytest.mark.parametrize(
        "error",
        [
            InvalidInput("stock-empty"),
            InvalidInput("which-end", tile="6-5", ends=("left", "up")),
            InvalidInput("no-such-end", end="up"),
            InvalidInput("unknown-bot", name="x", known=["random", "greedy"]),
            InvalidInput("draw-limit", count=1, seat="A"),
            InvalidInput("house-rules", line=3, problem=InvalidInput("not-text", file="home.toml")),
        ],
        ids=lambda error: error.code,
    )
    def test_errors(self, script: Script, error: DoublesixError) -> None:
        problem = {"code": error.code, "details": plain(error.details)}
        assert script.ask("words.tellError(given)", problem) == self.SAY.tell(error)

    @pytest.mark.parametrize(
        "name", [name for name in for_page() if name.startswith("page.refused.")]
    )
    def test_own_moves_are_refused_to_the_one_who_made_them(
        self, script: Script, name: str
    ) -> None:
        code = name.removeprefix("page.refused.")
        details = {"seat": "B", "tile": "6-5", "leads": ["6-6", "5-5"], "count": 2}
        told = script.ask("words.tellRefusal(given)", {"code": code, "details": details})
        assert told == self.SAY(name, tile="6-5", leads=self.SAY.any_of(["6-6", "5-5"]), count=2)
        assert self.SAY.messages[f"error.{code}"], "the same refusal as others read it"

    def test_other_refusals_are_told_as_they_are(self, script: Script) -> None:
        problem = {"code": "stock-empty", "details": {}}
        assert script.ask("words.tellRefusal(given)", problem) == self.SAY("error.stock-empty")

    def test_an_error_of_a_newer_server(self, script: Script) -> None:
        assert script.ask("words.tellError({ code: 'new', text: 'As told.' })") == "As told."

    def test_every_tile_is_heard(self, script: Script) -> None:
        tiles = range(tile_set(LARGEST_SET).size)
        heard = script.ask("given.map((tile) => words.speakTile(tile))", list(tiles))
        assert len(set(heard)) == len(tiles)
        assert not any("page." in each for each in heard)
        written = [tile_text(tile) for tile in tiles]
        assert script.ask("given.map((tile) => words.speakTile(tile))", written) == heard


class TestQr:
    """The page draws the codes that hold a secret; what draws the others for the server is asked
    whether they are right."""

    FULL = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560,
            624, 666)  # fmt: skip
    """Bytes that each size of code holds."""

    @pytest.mark.parametrize("length", [1, 9, *FULL, 27, 107, 182])
    def test_codes(self, scripts: Page, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
        # It adds a byte of nothing before what fills a code up, where the standard has none.
        monkeypatch.setattr(segno.encoder, "write_padding_bits", lambda *_: None)
        text = "".join(RNG.choices("abcdef0123456789:/#=", k=length))
        drawn = Script(scripts, "qr.js").ask("it.encode(given)", text)
        codes = [
            segno.make(text, error="m", mode="byte", mask=mask, micro=False, boost_error=False)
            for mask in range(8)
        ]
        squares = [[int(dark) for dark in row] for row in drawn]
        assert squares in [[list(row) for row in code.matrix] for code in codes]

    def test_what_is_too_long_is_not_drawn(self, scripts: Page) -> None:
        assert Script(scripts, "qr.js").ask("it.drawQr(given)", "a" * (self.FULL[-1] + 1)) is None


def _bare(told: Told) -> list[Any]:
    """As it goes over the wire."""
    args = {
        name: [_bare(item) if isinstance(item, Told) else item for item in value]
        if isinstance(value, tuple)
        else value
        for name, value in told.args.items()
    }
    return [told.id, args]
