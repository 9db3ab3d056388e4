"""The pages and their files: found, protected, small, and sent only when they have changed."""

import gzip
import re
from pathlib import Path

import pytest

from doublesix import words
from doublesix.web.assets import Asset, Shelf
from doublesix.web.languages import preferred
from doublesix.web.pages import HEADERS
from tests.web.house import House

NO_ZIP = {"Accept-Encoding": "identity"}


async def test_every_page_says_what_it_needs(house: House) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table()
        for path, status in (
            ("/", 200),
            (f"/t/{table}", 200),
            (f"/replay/{table}", 200),
            ("/x", 404),
        ):
            text = await (await visitor.get(f"{path}?lang=en-XA", status)).text()
            told = words.load("en-XA")("page.common.no-script")
            assert re.search(rf"<noscript>.*{re.escape(told)}.*</noscript>", text)
            assert "/words/en-XA.json" in text
            assert text.count("<body") == text.count("</body>") == 1
            assert "$" not in text


async def test_pages_are_there(house: House) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table()
        for path in ("/", f"/t/{table}", f"/replay/{table}", f"/t/{table}?lang=en"):
            answer = await visitor.get(path)
            assert answer.content_type == "text/html"
            assert '<html lang="en" dir="ltr">' in await answer.text()
        code = (await visitor.json(f"/api/tables/{table}"))["code"]
        for typed in (code, code.lower()):
            answer = await visitor.get(f"/j/{typed}", 302)
            assert answer.headers["Location"] == f"/t/{table}"


@pytest.mark.parametrize(
    "path", ["/t/nothing", "/replay/nothing", "/j/AAAAA", "/x", "/t/", "/t/a/b"]
)
async def test_addresses_that_lead_nowhere(house: House, path: str) -> None:
    async with house.open() as visitor:
        answer = await visitor.get(path, 404)
        assert answer.content_type == "text/html"
        assert "page.common.not-found" in await answer.text()


@pytest.mark.parametrize(
    "path",
    ["/static/nothing.js", "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py",
     "/words/xx.json", "/words/..%2f..%2ferrors.json", "/static/"],
)  # fmt: skip
async def test_files_that_are_not_there(house: House, path: str) -> None:
    async with house.open() as visitor:
        await visitor.get(path, 404)


@pytest.mark.parametrize(
    ("path", "header", "root"),
    [
        ("/?lang=ar-XB", "en", '<html lang="ar-XB" dir="rtl">'),
        ("/", "ar-XB, en;q=0.5", '<html lang="ar-XB" dir="rtl">'),
        ("/", "fi, en-GB;q=0.7, en-XA;q=0.3", '<html lang="en" dir="ltr">'),
        ("/", "", '<html lang="en" dir="ltr">'),
        ("/?lang=%22%3E%3Cscript%3E", "", '<html lang="en" dir="ltr">'),
    ],
)
async def test_a_page_says_its_language(house: House, path: str, header: str, root: str) -> None:
    async with house.open() as visitor:
        answer = await visitor.get(path, headers={"Accept-Language": header})
        text = await answer.text()
        assert root in text
        language = re.search(r'lang="([^"]+)"', text)
        assert language
        assert f"/words/{language[1]}.json" in text
        assert "Accept-Language" in answer.headers["Vary"]


def test_preferred_languages() -> None:
    assert preferred("") == []
    assert preferred("en;q=x, fr;q=0, *") == ["en"]


async def test_every_answer_is_protected(house: House) -> None:
    async with house.open() as visitor:
        table = await visitor.open_table()
        paths = {"/": 200, f"/t/{table}": 200, "/t/x": 404, "/api/books": 200, "/api/x": 404,
                 "/static/app.css": 200, "/words/en.json": 200, "/metrics": 200}  # fmt: skip
        for path, status in paths.items():
            answer = await visitor.get(path, status)
            assert HEADERS.items() <= dict(answer.headers).items(), path
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none';")


async def test_words_of_the_page(house: House) -> None:
    async with house.open() as visitor:
        told = await visitor.json("/words/en.json")
    assert (told["language"], told["direction"]) == ("en", "ltr")
    assert told["languages"] == list(words.languages())
    assert told["messages"]["list.and"] == "{head} and {tail}"


async def test_what_has_not_changed_is_not_sent_again(house: House) -> None:
    async with house.open() as visitor:
        for path in ("/", "/static/app.css", "/words/en.json"):
            first = await visitor.get(path)
            known = {"If-None-Match": f'"other", {first.headers["ETag"]}'}
            again = await visitor.get(path, 304, headers=known)
            assert await again.read() == b""
            assert again.headers["ETag"] == first.headers["ETag"]
            await visitor.get(path, headers={"If-None-Match": '"other"'})


async def test_files_are_sent_compressed_to_those_who_can_read_it(house: House) -> None:
    async with house.open() as visitor:
        plain = await visitor.get("/static/app.css", headers=NO_ZIP)
        assert "Content-Encoding" not in plain.headers
        packed = await visitor.get("/static/app.css", headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert int(packed.headers["Content-Length"]) < len(await plain.read()) / 2
        assert await packed.read() == await plain.read()
        script = await visitor.get("/static/table.js")
        assert (script.content_type, script.charset) == ("text/javascript", "utf-8")


def test_what_is_small_already_is_left_alone() -> None:
    assert Asset(b"x", "text/css").packed == b"x"
    picture = b"\0" * 1000
    assert Asset(picture, "image/png").packed == picture
    assert gzip.decompress(Asset(picture, "image/svg+xml").packed) == picture


def test_a_file_is_sent_as_it_is_now(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    file = tmp_path / "deep" / "a.unknown"
    file.write_text("one")
    shelf = Shelf(tmp_path)
    assert shelf.names() == ["deep/a.unknown"]
    first = shelf.find("deep/a.unknown")
    assert first is not None
    assert (first.body, first.content_type) == (b"one", "application/octet-stream")
    assert shelf.find("deep/a.unknown") is first
    file.write_text("three")
    second = shelf.find("deep/a.unknown")
    assert second is not None
    assert (second.body, second.tag != first.tag) == (b"three", True)


async def test_where_others_find_the_server(house: House) -> None:
    for address, told in (
        ("", ""),
        ("https://table.example/", "https://table.example"),
        ('https://x.example/"><b>', "https://x.example/&quot;&gt;&lt;b&gt;"),
    ):
        async with house.open(public_url=address) as visitor:
            text = await (await visitor.get("/")).text()
        assert text.count(f'<meta name="public-url" content="{told}">') == 1


async def test_everywhere_is_everywhere(house: House) -> None:
    async with house.open(host="::") as visitor:
        port = visitor.session._base_url.port  # type: ignore[union-attr]
        for host in ("127.0.0.1", "[::1]"):
            async with visitor.session.get(f"http://{host}:{port}/healthz") as answer:
                assert answer.status == 200
