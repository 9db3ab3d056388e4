"""Browsers and the server they visit: Debian's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.house import House

HERE = Path(__file__).parent
PATIENCE = 30_000
"""Milliseconds after which something will not happen any more, on the slowest of machines."""
expect.set_options(timeout=PATIENCE)

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}

Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes share the tests, each file goes to one of them, with its browser,
    its server and the tables that were played there."""
    for item in items:
        if item.path.parent == HERE and not item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each file of tests: while it is open, nothing else in this process can run a loop
    of its own, and other tests do."""
    chromium = shutil.which("chromium")
    assert chromium, "install chromium, as ./test does where it is root"
    options = [] if os.getuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=options)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """One for each file of tests, with as many processes that think as its ``WORKERS`` says."""
    workers = getattr(request.module, "WORKERS", 0)
    opened = House(tmp_path_factory.mktemp("house"), workers=workers)
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page in a browser of its own, with nothing remembered."""
    with visiting(browser, house) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def scripts(browser: Browser, house: House) -> Iterator[Page]:
    """A page whose scripts are asked what they work out; nothing is done in it."""
    with visiting(browser, house) as open_page:
        yield open_page()


@contextmanager
def visiting(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens pages, each in a browser of its own. What goes wrong in them, and what they ask for
    elsewhere, fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(path: str = "/", language: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", **DESK, **options})
        contexts.append(context)
        if language:
            context.add_init_script(f"localStorage.setItem('doublesix.language', '{language}')")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: _check_origin(asked.url, house.url, wrong))
        page.goto(house.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def _check_origin(url: str, home: str, wrong: list[str]) -> None:
    if not url.startswith((home, "data:", "blob:")):
        wrong.append(f"asked for {url}")
