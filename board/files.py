"""The files of the board's page, read once: each in plain and compressed form, with the headers of
all answers."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

FOLDER: Final = Path(__file__).parent / "page"
TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
"""The endings of the files that are served; the folder's other files are not."""
PACKED: Final = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt"})
"""The endings of texts, which are compressed."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the board's page: its media type, its content plain and compressed (None: not
    compressed), and a tag that changes with the content."""

    kind: str
    plain: bytes
    packed: bytes | None
    tag: str

    def answer(self, request: web.Request) -> web.Response:
        """The answer that contains the file, compressed if the browser accepts that; if the browser
        already has this version, only an answer that says so."""
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == self.tag:
            return web.Response(status=304, headers=headers)
        body = self.plain
        if self.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = self.packed
        charset = "utf-8" if self.packed is not None else None
        return web.Response(body=body, headers=headers, content_type=self.kind, charset=charset)


def files(folder: Path = FOLDER) -> dict[str, File]:
    """All files in the folder that are served, by their path in it."""
    return {
        path.relative_to(folder).as_posix(): _file(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES and path.is_file()
    }


def _file(path: Path) -> File:
    plain = path.read_bytes()
    packed = gzip.compress(plain, mtime=0) if path.suffix in PACKED else None
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return File(TYPES[path.suffix], plain, packed, tag)
