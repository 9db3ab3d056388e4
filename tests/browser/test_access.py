"""Nobody is kept out: what axe finds, in light and in dark; and no screen is wider than its window,
however long its words are and whichever way they run."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Visit
from tests.browser.house import House
from tests.browser.screens import SCREENS

AXE = Axe()
WORKERS = 1

_WIDER = """() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const sticks = (found) => {
    const box = found.getBoundingClientRect();
    return box.width > 0 && (box.right > room + 1 || box.left < -1);
  };
  const wide = [...document.querySelectorAll('body *')].filter(sticks);
  return ['page', ...wide.map((found) => found.outerHTML.slice(0, 120))];
}"""
"""What sticks out of the window, when the page can be moved sideways."""


_PAINTED = (
    """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
)
"""Waits until what has changed is on the screen."""


def violations(page: Page) -> list[str]:
    """What keeps people out, of any weight that matters."""
    found = AXE.run(page).response["violations"]
    return [
        f"{each['id']}: {node['html']} {node['failureSummary']}"
        for each in found
        if each["impact"] in {"serious", "critical", "moderate"}
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(visit: Visit, house: House, screen: str) -> None:
    page = visit()
    SCREENS[screen](house, page)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(_PAINTED)
        assert violations(page) == [], scheme


@pytest.mark.parametrize("language", [pytest.param("en-XA", marks=pytest.mark.slow), "ar-XB"])
def test_long_words_and_right_to_left_fit_a_phone(
    visit: Visit, house: House, language: str
) -> None:
    page = visit(language=language, **PHONE)
    for screen, go in SCREENS.items():
        go(house, page)
        direction = page.evaluate("document.documentElement.dir")
        assert direction == ("rtl" if language == "ar-XB" else "ltr")
        assert page.evaluate(_WIDER) == [], screen


@pytest.mark.slow
def test_the_smallest_phone(visit: Visit, house: House) -> None:
    page = visit(viewport={"width": 320, "height": 568}, is_mobile=True, has_touch=True)
    for screen, go in SCREENS.items():
        go(house, page)
        assert page.evaluate(_WIDER) == [], screen
