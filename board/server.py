"""The web server of the boards. It serves the page, exchanges private links for sessions, and
accepts the pages' sockets."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from aiohttp import web
from yarl import URL

from board.activity import FRAMES, MANY, PROXY, Activity, ComeAgain, Unknown, asked, origin_of
from board.files import files
from board.hub import LOOK_FURTHER, Hub, ServedElsewhere
from board.requests import LONGEST
from board.visitors import Visitors
from bot.config import WebSettings
from bot.core.errors import CannotStart, NotSaved, TableError
from bot.doors.model import ACTIVITY_LASTS, SESSION_LASTS, Door, DoorShut, LinkUsed
from bot.doors.service import Doors

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger(__name__)

COOKIE: Final = "door"
HEARTBEAT: Final = 45.0
"""Seconds between two pings that check whether a page is still connected. Proxies close a
connection after a minute without traffic. These pings are nearly the whole work for 2,000 open
boards."""
CLOSES_WITHIN: Final = 0.5
ONLY_HTTPS: Final = "max-age=15552000"
"""Browsers use only HTTPS for half a year. This applies to this host alone, not to other hosts of
the owner."""
LINK_LENGTH: Final = 64


class BoardServer:
    """The web server of the boards, from `open` to `close`. `number` is its port. `doors` keeps the
    sessions of members, `hub` the open boards. `activity` asks Discord which member has opened the
    Activity (None: the Activity is switched off)."""

    def __init__(
        self, settings: WebSettings, doors: Doors, hub: Hub, activity: Activity | None = None
    ) -> None:
        self.number = settings.port
        self._settings = settings
        self._doors = doors
        self._hub = hub
        self._own = URL(settings.public_url).origin()
        self._activity = activity
        self._inside = None if activity is None else origin_of(activity)
        self._origins = {str(self._own), *([self._inside] if self._inside else [])}
        self._files = files()
        self._visitors = Visitors(
            behind_proxy=settings.behind_proxy, share=1 if activity is None else MANY
        )
        self._authority = (self._own.host_port_subcomponent or "").lower()
        self._headers = _headers(self._own, self._inside)
        app = web.Application(middlewares=[self._guarded], client_max_size=LONGEST)
        app.router.add_get("/", self._index)
        app.router.add_post("/enter", self._enter)
        if activity is not None:
            app.router.add_get("/activity", self._asks_who)
            app.router.add_post("/activity", self._enter_activity)
        app.router.add_get("/page/{path:.+}", self._file)
        app.router.add_get("/t/{door:[A-Za-z0-9_-]{1,16}}/", self._index)
        app.router.add_get("/t/{door:[A-Za-z0-9_-]{1,16}}/alive", self._alive)
        app.router.add_get("/t/{door:[A-Za-z0-9_-]{1,16}}/socket", self._socket)
        # By its path a proxy knows for which of several processes a socket is.
        app.router.add_get("/t/{door:[A-Za-z0-9_-]{1,16}}/at/{name}/socket", self._socket)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSES_WITHIN)

    async def open(self) -> None:
        """Open the port. Raises CannotStart when that fails."""
        await self._runner.setup()
        host, port = self._settings.host, self._settings.port
        try:
            await web.TCPSite(self._runner, host, port).start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            raise CannotStart(f"web.port: {host}:{port} can't be used: {error}") from None
        self.number = self._runner.addresses[0][1]
        self._doors.counts.served = True

    async def close(self) -> None:
        """Tell all boards that this process ends, and close the port."""
        self._doors.counts.served = False
        await self._hub.close()
        await self._runner.cleanup()

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request by calling `handler`. Refuse a request that names another host, comes
        from another page, or exceeds the visitor's limit of requests. Each answer gets the headers
        that keep foreign content out of the page."""
        if request.headers.get("Host", "").lower() != self._authority:
            raise web.HTTPMisdirectedRequest(headers=self._headers)
        origin = request.headers.get("Origin")
        if origin is not None and origin not in self._origins:
            raise web.HTTPForbidden(headers=self._headers)
        if not self._visitors.may_come(request):
            raise web.HTTPTooManyRequests(headers=self._headers)
        try:
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(self._headers)
            raise
        if not response.prepared:
            response.headers.update(self._headers)
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._of_page(request, "index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return self._of_page(request, request.match_info["path"])

    def _of_page(self, request: web.Request, path: str) -> web.StreamResponse:
        found = self._files.get(path)
        if found is None:
            raise web.HTTPNotFound
        return found.answer(request)

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Exchange the secret of a private link for a session. The answer sets a cookie that is
        valid only under the path of this session's page."""
        _must_be_from(request, {str(self._own)})
        try:
            opened = await self._doors.open(await _link(request))
        except TableError as refusal:
            return await self._refused(request, refusal)
        path = f"/t/{opened.door.id}/"
        response = web.json_response({"at": path.removeprefix("/")})
        secure = self._own.scheme == "https"
        cookie = _cookie(opened.secret, path, SESSION_LASTS, same_site="Strict", secure=secure)
        response.headers.add("Set-Cookie", cookie)
        return response

    async def _asks_who(self, request: web.Request) -> web.StreamResponse:
        """Answer with the application's client id, which a page embedded in Discord needs to ask
        for the member's authorisation. The answer also has the text for a member who declines."""
        told = {"client": str(_served(self._activity).client_id)}
        return web.json_response({**told, "declined": await self._why(request, Unknown())})

    async def _enter_activity(self, request: web.Request) -> web.StreamResponse:
        """Give a session to a page in Discord's frame, if Discord confirms the OAuth code that the
        page sent."""
        _must_be_from(request, {self._inside or ""})
        try:
            address = self._visitors.address(request)
            opened = await _served(self._activity).let_in(*await asked(request), address)
        except TableError as refusal:
            return await self._refused(request, refusal)
        path = f"/t/{opened.door.id}/"
        response = web.json_response({"at": path.removeprefix("/")})
        cookie = _cookie(opened.secret, PROXY + path, ACTIVITY_LASTS, same_site="None", secure=True)
        response.headers.add("Set-Cookie", cookie)
        return response

    async def _alive(self, request: web.Request) -> web.StreamResponse:
        """Answer whether the browser's session at the board is still valid: 204 if it is, 403 with
        the reason if not, and 503 with the reason if the database fails."""
        try:
            await self._door(request)
        except TableError as refusal:
            return await self._refused(request, refusal)
        return web.Response(status=204)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        _must_be_from(request, self._origins)
        try:
            door = await self._door(request)
        except TableError as refusal:
            return await self._refused(request, refusal)
        # Compressed sockets would take some 300 KB of memory each.
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, compress=False, max_msg_size=LONGEST, timeout=CLOSES_WITHIN
        )
        with self._visitors.staying(request) as may_stay:
            if not may_stay:
                raise web.HTTPTooManyRequests
            await socket.prepare(request)
            transport = request.transport
            cut = transport.abort if transport else _nothing
            is_framed = request.headers.get("Origin") == self._inside
            await self._hub.serve(door, socket, cut, is_framed=is_framed)
        return socket

    async def _door(self, request: web.Request) -> Door:
        """Return the door to which the browser's session belongs. Raises DoorShut if the browser
        has no open session, and NotSaved if the database fails."""
        secret = request.cookies.get(COOKIE, "")
        if not secret or not secret.isascii() or len(secret) > LINK_LENGTH:
            raise DoorShut
        return await self._doors.enter(request.match_info["door"], secret)

    async def _refused(self, request: web.Request, refusal: TableError) -> web.Response:
        """Return the answer to a refused request: 503 if the database has failed, else 403. If a
        later try may help, the answer says after how many seconds."""
        again = LOOK_FURTHER if isinstance(refusal, (ServedElsewhere, ComeAgain)) else None
        told = {"why": await self._why(request, refusal), "again": again}
        # A page takes 403 for the end of its session, and doesn't come back.
        failed = isinstance(refusal, NotSaved)
        status = HTTPStatus.SERVICE_UNAVAILABLE if failed else HTTPStatus.FORBIDDEN
        return web.json_response(told, status=status)

    async def _why(self, request: web.Request, refusal: TableError) -> str:
        languages = request.headers.get("Accept-Language", "")[:LINK_LENGTH]
        return await self._hub.words.refusal(refusal, None, languages)


async def _link(request: web.Request) -> str:
    """Read the secret of the link that a page wants to open. Raises LinkUsed if the secret has an
    invalid form."""
    try:
        found = json.loads(await request.read())
    except (ValueError, RecursionError, web.HTTPRequestEntityTooLarge):
        raise LinkUsed from None
    link = found.get("link") if isinstance(found, dict) else None
    if not isinstance(link, str) or not link.isascii() or not 0 < len(link) <= LINK_LENGTH:
        raise LinkUsed
    return link


def _cookie(secret: str, path: str, lasts: timedelta, *, same_site: str, secure: bool) -> str:
    """Return the cookie of a session. Browsers send the cookie only for the page's path. Over HTTPS
    the cookie is partitioned: browsers keep a separate cookie for each site in whose frame the page
    is. In Discord's frame browsers accept no other cookie. (Python's own cookies support
    `Partitioned` from 3.14 on.)"""
    apart = "; Secure; Partitioned" if secure else ""
    age = int(lasts / timedelta(seconds=1))
    return f"{COOKIE}={secret}; Path={path}; Max-Age={age}; HttpOnly; SameSite={same_site}{apart}"


def _must_be_from(request: web.Request, origins: Collection[str]) -> None:
    """Raise HTTPForbidden for a request from a page outside `origins`. Browsers name the origin of
    the page in every request that changes something."""
    if request.headers.get("Origin") not in origins:
        raise web.HTTPForbidden


def _served(activity: Activity | None) -> Activity:
    """Return the Activity. Raises HTTPNotFound when the settings switch the Activity off."""
    if activity is None:
        raise web.HTTPNotFound
    return activity


def _headers(own: URL, inside: str | None) -> dict[str, str]:
    """Return the security headers that all answers of the server have. `own` is the server's public
    address. `inside` is the origin under which Discord serves the Activity (None: the Activity is
    switched off)."""
    socket = own.with_scheme("wss" if own.scheme == "https" else "ws")
    also = f" {inside} {inside.replace('https', 'wss', 1)}" if inside else ""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": f"'self' {socket.origin()}{also}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": FRAMES if inside else "'none'",
    }
    # Browsers then come by HTTPS at once, even by a link without it.
    secure = {"Strict-Transport-Security": ONLY_HTTPS} if own.scheme == "https" else {}
    return {
        **secure,
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "Server": "Shijo",
        "X-Content-Type-Options": "nosniff",
    }


def _nothing() -> None:
    """Do nothing. This takes the place of the function `cut` (which drops a connection) when the
    connection is closed already."""
