"""Files for the browser, kept in memory: compressed once, and sent only when they have changed."""

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path

from aiohttp import web
from aiohttp.hdrs import ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, ETAG, IF_NONE_MATCH, VARY

_FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Not left to the machine's own list, which may be another one elsewhere."""
_PACKED_ALREADY = ("font/", "image/png", "image/jpeg", "image/webp")


class Asset:
    """Something a browser may keep as long as it asks whether it is still the same."""

    def __init__(self, body: bytes, content_type: str) -> None:
        self.body = body
        self.content_type = content_type
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    @cached_property
    def packed(self) -> bytes:
        """The body compressed; itself where that does not help."""
        if self.content_type.startswith(_PACKED_ALREADY):
            return self.body
        small = gzip.compress(self.body, 9, mtime=0)
        return small if len(small) < len(self.body) else self.body

    def answer(self, request: web.Request, status: int = 200) -> web.Response:
        """This for whoever asks, or word that they have it already."""
        headers = {ETAG: self.tag, CACHE_CONTROL: "no-cache", VARY: "Accept-Encoding"}
        known = request.headers.get(IF_NONE_MATCH, "")
        if status == 200 and self.tag in (tag.strip() for tag in known.split(",")):
            return web.Response(status=304, headers=headers)
        body = self.body
        if "gzip" in request.headers.get(ACCEPT_ENCODING, "") and self.packed is not body:
            body = self.packed
            headers[CONTENT_ENCODING] = "gzip"
        charset = "utf-8" if self.content_type.startswith("text/") else None
        return web.Response(
            body=body,
            status=status,
            headers=headers,
            content_type=self.content_type,
            charset=charset,
        )


class Shelf:
    """The files of the page. Only what lies there can be asked for."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file())
        self._paths = {path.relative_to(folder).as_posix(): path for path in paths}
        self._kept: dict[str, tuple[int, Asset]] = {}

    def names(self) -> list[str]:
        """Everything that can be asked for."""
        return sorted(self._paths)

    def find(self, name: str) -> Asset | None:
        """A file as it is now."""
        path = self._paths.get(name)
        if path is None:
            return None
        changed = path.stat().st_mtime_ns
        kept = self._kept.get(name)
        if kept is None or kept[0] != changed:
            kept = self._kept[name] = (changed, Asset(path.read_bytes(), _type_of(path)))
        return kept[1]


def _type_of(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
