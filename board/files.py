"""Read the files of the board's page once, and answer requests for these files. Each file is kept
in plain and in compressed form."""

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
"""The media types of the files that are served, by the ending of the file's name. Other files in
the folder are not served."""
PACKED: Final = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt"})
"""The endings of text files, which are compressed."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the board's page. `kind` is its media type. `plain` is its content, and `packed`
    the compressed content (None if the file is never compressed). `tag` is a text that changes with
    the content."""

    kind: str
    plain: bytes
    packed: bytes | None
    tag: str

    def answer(self, request: web.Request) -> web.Response:
        """Return the answer to a request for this file. The content is compressed if the browser
        accepts compression. If the browser already has this version, the answer is 304 without
        content."""
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
    """Read all files of the served types in the folder. The result maps each file's path, relative
    to the folder, to the file."""
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
