"""Access to the room: only from this machine, with the secret address, and not from another site's
page."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Middleware

HERE: Final = "127.0.0.1"
PAGE: Final = Path(__file__).parent / "page"
TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".ico": "image/x-icon",
}
"""The kinds of files that the page is made of."""
SHOWN: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""The media types that a browser may show; other files are downloaded."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Doors:
    """Checks every request to the card room, and serves the files of its page. `token` is the
    secret part of the page's address. `port` returns the port. `framed` returns the only other
    origin that the page may show in a frame, or an empty text if there is none."""

    def __init__(self, token: str, port: Callable[[], int], framed: Callable[[], str]) -> None:
        self.token = token
        self._port = port
        self._framed = framed

    @property
    def hosts(self) -> tuple[str, str]:
        """Return the two host names, with the port, under which browsers may address the card
        room."""
        return (f"{HERE}:{self._port()}", f"localhost:{self._port()}")

    def middleware(self) -> Middleware:
        """Return the middleware for all requests. It refuses requests for other host names and from
        other sites. To the answers it adds headers that isolate the page."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.headers.get(hdrs.HOST) not in self.hosts:
                raise web.HTTPMisdirectedRequest(text="This is another server.")
            origin = request.headers.get(hdrs.ORIGIN)
            if origin is not None and origin not in {f"http://{host}" for host in self.hosts}:
                raise web.HTTPForbidden(text="Not from another site.")
            response = await handler(request)
            if not response.prepared:
                self._protect(response)
            return response

        return check

    def _protect(self, response: web.StreamResponse) -> None:
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        framed = self._framed() or "'none'"
        response.headers.update(
            {
                "Content-Security-Policy": (
                    f"default-src 'self'; img-src 'self' data:; connect-src 'self' {sockets}; "
                    f"frame-src {framed}; "
                    "object-src 'none'; base-uri 'none'; form-action 'none'; "
                    "frame-ancestors 'none'"
                ),
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Cross-Origin-Opener-Policy": "same-origin",
                "Cross-Origin-Resource-Policy": "same-origin",
            }
        )

    def guarded(self, handler: Handler) -> Handler:
        """Return a handler that answers only requests with the secret token in the address. For
        other requests it raises HTTPNotFound."""

        async def handle(request: web.Request) -> web.StreamResponse:
            shown = request.match_info["token"].encode()
            if not hmac.compare_digest(shown, self.token.encode()):
                raise web.HTTPNotFound
            return await handler(request)

        return handle

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the page and its files."""
        return [
            web.get("/{token}/", self.guarded(_page)),
            web.get("/{token}/page/{file:.+}", self.guarded(_file)),
        ]


async def _page(_: web.Request) -> web.StreamResponse:
    return _served(PAGE / "index.html")


async def _file(request: web.Request) -> web.StreamResponse:
    try:
        file = (PAGE / request.match_info["file"]).resolve()
    except ValueError:  # a name that no file can have
        raise web.HTTPNotFound from None
    if not file.is_relative_to(PAGE) or file.suffix not in TYPES or not file.is_file():
        raise web.HTTPNotFound
    return _served(file)


def _served(file: Path) -> web.StreamResponse:
    try:
        content = file.read_bytes()
    except OSError:
        raise web.HTTPNotFound from None
    return web.Response(
        body=content,
        content_type=TYPES[file.suffix],
        charset="utf-8" if file.suffix in {".html", ".css", ".js", ".svg"} else None,
        headers={hdrs.CACHE_CONTROL: "no-cache"},
    )


def attachment(name: str, kind: str, content: bytes) -> web.Response:
    """Return an attachment of a message as an HTTP response. `kind` is its media type. A type that
    a browser must not open in the page is only offered for download."""
    shown = kind in SHOWN
    return web.Response(
        body=content,
        content_type=kind if shown else "application/octet-stream",
        headers={
            hdrs.CACHE_CONTROL: "private, max-age=31536000, immutable",
            hdrs.CONTENT_DISPOSITION: ("inline" if shown else "attachment")
            + f'; filename="{name}"',
        },
    )
