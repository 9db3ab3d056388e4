"""The API: every address, what it answers, and how it refuses."""

import re
from typing import Any

import pytest
from aiohttp import web

from doublesix import rules
from doublesix.bots import BOTS
from doublesix.table.journal import Journal
from doublesix.web import app as server
from doublesix.web import lobby
from doublesix.web.limits import Allowance, network
from doublesix.web.lobby import ALPHABET, CHECK_BURST, OPEN_BURST
from doublesix.web.openapi import document
from doublesix.web.schemas import MOST_BODY, MOST_HOUSE_RULES
from tests.web.house import House, Visitor, new_token, problem
from tests.web.players import play
from tests.web.test_play import sit_down

NEW = {"rules": "draw", "seats": 2, "name": "Ana", "token": "0123456789abcdef"}


async def refused(visitor: Visitor, path: str, body: Any, status: int = 400) -> dict[str, Any]:
    """What is wrong with sending that."""
    return problem(await visitor.post(path, body, status))


class TestRulebooks:
    async def test_all_books_can_be_chosen(self, house: House) -> None:
        async with house.open() as visitor:
            books = await visitor.json("/api/books")
        assert [book["id"] for book in books] == list(rules.BOOKS)
        by_id = {book["id"]: book for book in books}
        assert by_id["ikea"] == {
            "id": "ikea",
            "seats": [2, 3, 4, 5],
            "editions": list(rules.editions("ikea")),
            "target": 100,
            "targets": [50, 75, 100],
            "pairs": [],
            "draws": True,
            "scoring": False,
        }
        assert (by_id["muggins"]["pairs"], by_id["muggins"]["scoring"]) == ([4], True)
        assert not by_id["block"]["draws"]

    async def test_a_book_is_told_in_sentences(self, house: House) -> None:
        async with house.open() as visitor:
            page = await visitor.json("/api/rules/svoora:fr?lang=en")
            odd = await visitor.json("/api/rules/svoora:fr?lang=en-XA")
            error = await visitor.error("/api/rules/poker", 404)
        assert page["name"] == "Retro Domino as printed in French"
        assert odd["name"] != page["name"], "another language"
        told = [sentence for section in page["sections"] for sentence in section["sentences"]]
        assert {sentence["source"] for sentence in told} == {"printed", "ruling"}
        assert all(sentence["text"] and sentence["key"] in rules.KEYS for sentence in told)
        assert error["code"] == "no-such-rulebook"

    async def test_house_rules_are_checked(self, house: House) -> None:
        async with house.open() as visitor:
            good = await visitor.post(
                "/api/rules/check", {"toml": 'title = "Ours"\nextends = "ikea"\ntarget = 7\n'}
            )
        assert good == {
            "ok": True,
            "title": "Ours",
            "seats": [2, 3, 4, 5],
            "target": 7,
            "targets": [50, 75, 100],
            "pairs": [],
        }

    @pytest.mark.parametrize(
        ("toml", "line", "inner"),
        [
            ('extends = "ikea"\n\ntarget = "many"\n', 3, "rules-bad-value"),
            ('extends = "ikea"\n[printed]\nreserv = 1\n', 3, "rules-unknown-key"),
            ('extends = "ikea"\n  = 1\n', 2, "not-toml"),
            ('extends = "/etc/passwd"\n', 1, "rules-no-parent"),
            ('title = "Ours"\nextends = "ikea"\ntarget = 0\n', 3, "rules-bad-value"),
            ("set = 6\n", 1, "rules-missing-key"),
            ('extends = "ikea"\n' + "a." * 30_000 + "a = 1\n", 2, "rules-long-line"),
            ('extends = "ikea"\n\n' + "a." * 30 + "a = 1\n", 3, "rules-dots"),
        ],
    )
    async def test_what_is_wrong_with_house_rules_is_told_with_its_line(
        self, house: House, toml: str, line: int, inner: str
    ) -> None:
        async with house.open() as visitor:
            error = await refused(visitor, "/api/rules/check", {"toml": toml})
            same = await refused(visitor, "/api/tables", {**NEW, "rules": "", "house": toml})
        assert (error["code"], error["details"]["line"]) == ("house-rules", line)
        assert error["details"]["problem"]["code"] == inner
        assert error["text"].startswith(f"Line {line}: ")
        assert same == error

    async def test_one_address_does_not_have_any_number_of_them_checked(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lobby, "CHECK_RATE", 1e-6)
        async with house.open() as visitor:
            stranger = {"X-Forwarded-For": "2001:db8::1"}
            neighbour = {"X-Forwarded-For": "2001:db8::2"}
            body = {"toml": 'extends = "ikea"\n'}
            for _ in range(int(CHECK_BURST)):
                await visitor.post("/api/rules/check", body, headers=stranger)
            for who in (stranger, neighbour):
                told = await visitor.post("/api/rules/check", b"not even JSON", 429, headers=who)
                assert problem(told)["code"] == "too-many-checks"
            await visitor.post("/api/rules/check", body)

    async def test_bots(self, house: House) -> None:
        async with house.open() as visitor:
            told = await visitor.json("/api/bots")
        assert [bot["name"] for bot in told] == list(BOTS)
        levels = [bot["level"] for bot in told]
        assert levels == sorted(levels)
        assert {"name": "greedy", "level": 2, "cost": ""} in told
        assert {"name": "search", "level": 6, "cost": "50ms"} in told


class TestAllowances:
    def test_so_many_at_once(self) -> None:
        allowance = Allowance(rate=0.001, burst=2)
        assert [allowance.take("a") for _ in range(3)] == [True, True, False]
        assert not allowance.has("a")
        assert allowance.has("b")
        assert allowance.take("b")
        assert all(allowance.take("") for _ in range(9)), "the machine itself"
        allowance.forget()
        assert not allowance.has("a"), "not yet"

    def test_they_come_back(self) -> None:
        allowance = Allowance(rate=1e9, burst=1)
        assert all(allowance.take("a") for _ in range(5))
        allowance.forget()
        assert allowance._left == {}

    def test_what_is_no_address_stays_as_it_is(self) -> None:
        assert network("unknown") == "unknown"


class TestTables:
    async def test_a_table_is_opened_and_found(self, house: House) -> None:
        async with house.open(public_url="https://table.example/") as visitor:
            made = await visitor.post("/api/tables", {**NEW, "public": True, "clock": 30}, 201)
            assert re.fullmatch(r"[\w-]{12}", made["id"])
            assert re.fullmatch(f"[{ALPHABET}]{{5}}", made["code"])
            told = await visitor.json(f"/api/tables/{made['id']}")
            assert told["seats"] == [{"name": "Ana", "taken": True, "host": True}, {}]
            assert told["settings"] == {"clock": 30, "at_zero": "move", "chat": False}
            assert (told["rules"], told["phase"], told["target"]) == ("draw", "waiting", 100)
            assert await visitor.json("/api/tables") == [told]
            typed = f" {made['code'][:2].lower()}-{made['code'][2:]}"
            assert await visitor.json(f"/api/codes/{typed}") == {"id": made["id"]}
            qr = await visitor.get(f"/api/tables/{made['id']}/qr.svg")
            assert qr.content_type == "image/svg+xml"
            assert (await qr.text()).startswith("<svg")
        async with house.open() as visitor:
            far = {"Host": "x" * 4000}
            error = await visitor.error(f"/api/tables/{made['id']}/qr.svg", 400, headers=far)
            assert error["code"] == "long-host"

    async def test_private_tables_are_not_listed(self, house: House) -> None:
        async with house.open() as visitor:
            hidden = await visitor.open_table()
            shown = [await visitor.open_table(public=True) for _ in range(3)]
            listed = [table["id"] for table in await visitor.json("/api/tables")]
        assert listed == shown[::-1]
        assert hidden not in listed
        async with house.open() as visitor:  # the list is on the disk
            assert {table["id"] for table in await visitor.json("/api/tables")} == set(shown)

    async def test_abandoned_tables_are_not_listed(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with house.open() as visitor:
            tables = [await visitor.open_table(public=True) for _ in range(2)]
            await visitor.connect(tables[0])
            monkeypatch.setattr(lobby, "ABANDONED", -1.0)
            listed = [table["id"] for table in await visitor.json("/api/tables")]
            assert listed == tables[:1], "only where somebody is"

    async def test_old_tables_are_closed_and_their_games_stay(self, house: House) -> None:
        async with house.open() as visitor:
            table, players = await sit_down(visitor, 2, rules="block", target=1)
            await play(players, lambda player: player.phase == "over")
        async with house.open(keep_days=90) as visitor:
            await visitor.open_table()
            assert await visitor.metric("doublesix_tables_open") == 2
        async with house.open(keep_days=0) as visitor:
            while await visitor.metric("doublesix_tables_open"):
                pass
            assert (await visitor.json(f"/api/tables/{table}"))["phase"] == "closed"
            assert len(await visitor.json(f"/api/tables/{table}/games")) == 1
            late = await visitor.connect(table, players[0].token)
            assert late.phase == "closed"

    async def test_one_that_cannot_be_read_is_not_in_the_way(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with house.open() as visitor:
            bad, _ = [await visitor.open_table() for _ in range(2)]
        load = Journal.load

        def unread(self: Journal, table: str) -> list[bytes]:
            return [b"nonsense"] if table == bad else load(self, table)

        monkeypatch.setattr(Journal, "load", unread)
        async with house.open(keep_days=0) as visitor:
            while await visitor.metric("doublesix_tables_open") > 1:
                pass
            assert (await visitor.json(f"/api/tables/{bad}"))["phase"] == "waiting"

    async def test_bots_and_people_get_their_seats(self, house: House) -> None:
        async with house.open() as visitor:
            wish = {**NEW, "seats": 4, "hot": ["Bo"], "bots": {"1": "greedy"}}
            made = await visitor.post("/api/tables", wish, 201)
            told = await visitor.json(f"/api/tables/{made['id']}")
        names = [seat.get("name") for seat in told["seats"]]
        assert names == ["Ana", "Greedy", "Bo", None]

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"rules": "poker"}, "rules-unknown"),
            ({"rules": "/etc/passwd"}, "rules-unknown"),
            ({"rules": ""}, "rules-unknown"),
            ({"seats": 5}, "seats-not-allowed"),
            ({"seats": 9}, "malformed"),
            ({"rules": "noris", "target": 50}, "no-target-here"),
            ({"target": 0}, "malformed"),
            ({"name": "x" * 41}, "malformed"),
            ({"name": "a\nb"}, "bad-name"),
            ({"token": "short"}, "malformed"),
            ({"bots": {"1": "hal"}}, "unknown-bot"),
            ({"bots": {"1": "search@1h"}}, "bad-budget"),
            ({"bots": {"1": "search@60s"}}, "big-budget"),
            ({"bots": {"2": "greedy"}}, "not-a-seat"),
            ({"hot": ["Bo", "Cy"]}, "too-many-people"),
            ({"colour": "red"}, "malformed"),
            ({"house": "x" * (MOST_HOUSE_RULES + 1)}, "malformed"),
        ],
    )
    async def test_wishes_that_cannot_be_met(
        self, house: House, change: dict[str, Any], code: str
    ) -> None:
        async with house.open() as visitor:
            error = await refused(visitor, "/api/tables", {**NEW, **change})
            assert error["code"] == code
            assert await visitor.metric("doublesix_tables_open") == 0

    async def test_one_address_does_not_open_any_number_of_tables(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lobby, "OPEN_RATE", 1e-6)
        async with house.open() as visitor:
            # The proxy of this machine says who asks; nothing that the client adds counts.
            stranger = {"X-Forwarded-For": "203.0.113.1, 198.51.100.7"}
            for _ in range(int(OPEN_BURST)):
                await visitor.post("/api/tables", NEW, 201, headers=stranger)
            other = {"X-Forwarded-For": "198.51.100.7, 203.0.113.1"}
            told = await visitor.post("/api/tables", NEW, 429, headers=stranger)
            assert problem(told)["code"] == "too-many-tables"
            await visitor.post("/api/tables", NEW, 201, headers=other)
            await visitor.post("/api/tables", NEW, 201)

    async def test_tables_that_are_not_there(self, house: House) -> None:
        async with house.open() as visitor:
            for path in (
                "",
                "/games",
                "/transcript",
                "/proof",
                "/replay",
                "/replay/1",
                "/rules",
                "/qr.svg",
            ):
                error = await visitor.error(f"/api/tables/nothing{path}", 404)
                assert error["code"] == "no-such-table"
            table = await visitor.open_table()
            assert await visitor.json(f"/api/tables/{table}/games") == []
            for path in ("transcript", "proof", "replay", "replay/1"):
                error = await visitor.error(f"/api/tables/{table}/{path}", 404)
                assert error["code"] == "nothing-finished"
            shape = await visitor.error(f"/api/tables/{table}/replay/1?shape=round", 400)
            assert shape["code"] == "not-a-shape"
            house_file = await visitor.error(f"/api/tables/{table}/rules", 404)
            assert house_file["code"] == "no-house-rules"


class TestErrors:
    async def test_they_are_told_in_the_language_asked_for(self, house: House) -> None:
        async with house.open() as visitor:
            plain = await visitor.error("/api/codes/AAAAA", 404)
            odd = await visitor.error("/api/codes/AAAAA?lang=en-XA", 404)
            by_header = await visitor.error(
                "/api/codes/AAAAA", 404, headers={"Accept-Language": "xx, en-XA;q=0.9, en;q=0.1"}
            )
        assert plain["text"] == "No open table has the code AAAAA."
        assert odd["text"] == by_header["text"] != plain["text"]
        assert odd["code"] == plain["code"]

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            (b"", 400, "malformed"),
            (b"{", 400, "malformed"),
            (b"[]", 400, "malformed"),
            (b"\xff\xfe", 400, "malformed"),
            (b'{"toml": "\xff"}', 400, "malformed"),
            (b" " * (MOST_BODY + 1), 413, "too-large"),
        ],
    )
    async def test_bodies_that_are_none(
        self, house: House, body: bytes, status: int, code: str
    ) -> None:
        async with house.open() as visitor:
            for path in ("/api/rules/check", "/api/tables"):
                assert (await refused(visitor, path, body, status))["code"] == code

    async def test_addresses_that_are_none(self, house: House) -> None:
        async with house.open() as visitor:
            assert (await visitor.error("/api/nothing", 404))["code"] == "no-such-page"
            error = await refused(visitor, "/api/books", {}, 405)
            assert error["code"] == "wrong-method"


class TestStatus:
    async def test_it_says_how_it_is(self, house: House) -> None:
        async with house.open() as visitor:
            assert await (await visitor.get("/healthz")).text() == "ok\n"
            assert await (await visitor.get("/readyz")).text() == "ready\n"

    async def test_metrics_are_as_prometheus_reads_them(self, house: House) -> None:
        async with house.open() as visitor:
            table = await visitor.open_table(token := new_token())
            player = await visitor.connect(table, token)
            answer = await visitor.get("/metrics")
            text = await answer.text()
            assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            await player.socket.close()
        line = re.compile(r'[a-z_]+(\{le="[\d.]+|\{le="\+Inf"\})?("\})? [\d.]+')
        typed = re.compile(r"# TYPE [a-z_]+ (counter|gauge|histogram)")
        for each in text.splitlines():
            assert line.fullmatch(each) or typed.fullmatch(each), each
        named = dict(each.split() for each in text.splitlines() if not each.startswith("#"))
        assert named["doublesix_tables_open"] == named["doublesix_sockets"] == "1"
        assert float(named["process_resident_memory_bytes"]) > 1e6


class TestOpenApi:
    def test_every_address_is_described(self) -> None:
        told = document(server.ROUTES)
        described = {
            (method.upper(), path) for path, methods in told["paths"].items() for method in methods
        }
        router = web.Application().router
        for route in server.ROUTES:
            router.add_route(route.method, route.path, route.handler)
        assert described == {(route.method, route.path) for route in server.ROUTES}
        assert len(described) > 15

    async def test_every_api_route_of_the_server_is_among_them(self, house: House) -> None:
        async with house.open() as visitor:
            told = await visitor.json("/api/openapi.json")
        for path, methods in told["paths"].items():
            for method, operation in methods.items():
                assert operation["summary"].endswith("."), (path, method)
                named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
                assert named == set(re.findall(r"{(\w+)}", path))

    def test_its_references_lead_somewhere(self) -> None:
        told = document(server.ROUTES)
        known = {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}
        used = set(_references(told))
        assert used <= known
        assert used == known, "what nobody refers to should not be there"

    def test_its_names_are_each_used_once(self) -> None:
        told = document(server.ROUTES)
        names = [
            operation["operationId"]
            for path in told["paths"].values()
            for operation in path.values()
        ]
        assert len(names) == len(set(names))


def _references(told: Any) -> list[str]:
    """Everything that is referred to, anywhere in the document."""
    if isinstance(told, dict):
        here = [told["$ref"]] if isinstance(told.get("$ref"), str) else []
        return here + [found for value in told.values() for found in _references(value)]
    if isinstance(told, list):
        return [found for value in told for found in _references(value)]
    return []
