"""Takes the pictures of every screen that the pages of the documentation show.

``python -m docs.screens`` starts a server, visits every screen on a phone, a tablet and a desk, and
writes what it sees to ``docs/pictures``. Run it by hand when the screens have changed.
"""

import base64
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.house import House
from tests.browser.screens import SCREENS

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"phone": (390, 780), "tablet": (820, 1100), "desk": (1280, 800)}
_PACK = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.8);
}"""
DARK = {"playing", "replay"}
"""Screens that are seen in the dark on a tablet."""


def take(browser: Browser, house: House, size: str) -> None:
    """Every screen in one size of window."""
    width, height = SIZES[size]
    for screen, go in SCREENS.items():
        dark = size == "tablet" and screen in DARK
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
        )
        page = context.new_page()
        page.goto(house.url)
        go(house, page)
        picture = pack(page.screenshot(animations="disabled"), context.new_page())
        (PICTURES / f"{screen}-{size}.webp").write_bytes(picture)
        context.close()


def pack(png: bytes, page: Page) -> bytes:
    """A picture in a tenth of the room; the browser knows how."""
    packed: str = page.evaluate(_PACK, base64.b64encode(png).decode())
    return base64.b64decode(packed.partition(",")[2])


def main() -> None:
    """Take all of them."""
    for old in PICTURES.glob("*.webp"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), workers=1)
        house.open()
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size in SIZES:
            take(browser, house, size)
        browser.close()
        house.close()


if __name__ == "__main__":
    main()
