"""The server from which an Activity's page is loaded. As on Discord, the server has its own origin,
and is a proxy: it passes every request on to the address that the application's owner has mapped.

On Discord, the page's origin is `https://<application id>.discordsays.com`, in a frame of
`https://discord.com`. Here it is `http://localhost` at a port of its own, in a frame of the card
room's page. Requests are passed on to the application with Discord's origins in their headers. If
the content security policy of an answer contains Discord's origins, the browser receives the card
room's origins instead.

The SDK in an Activity accepts messages only from Discord's origins and from its own. So this server
also serves a small page of the card room, at the path `CLIENT`, which passes messages between the
card room's page and the Activity."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import aiohttp
from aiohttp import WSMsgType, hdrs, web

from cardroom.doors import HERE, Handler
from cardroom.instances import Instance
from cardroom.snowflakes import Snowflakes

NAME: Final = "localhost"
"""The host of the Activity's page. The card room's own page has the host 127.0.0.1, and for a
browser the two are different sites. The Activity's cookies are therefore third-party cookies, as on
Discord."""
CLIENT: Final = "/.client/"
PROXY: Final = "/.proxy"
"""What the paths of an Activity's requests may begin with; the application never sees it."""
RELAY: Final = Path(__file__).parent / "page" / "relay"
RELAYED: Final = {"": ("index.html", "text/html"), "relay.js": ("relay.js", "text/javascript")}
DISCORD: Final = "https://discord.com"
OWN_OF_A_HOP: Final = frozenset(
    {
        "connection", "host", "keep-alive", "proxy-authenticate", "proxy-authorization", "te",
        "trailer", "transfer-encoding", "upgrade", "origin", "content-length",
    }
)  # fmt: skip
"""Headers that are not passed on as they are."""
OF_THE_SOCKET: Final = "sec-websocket-"
LARGEST: Final = 1024 * 1024


class Embedded:
    """The proxy that serves an application's Activity. It serves from the call of `open` to the
    call of `close`. `target` is the address to which requests are passed on (empty if there is no
    Activity), `ids` makes new Discord ids, and `room` returns the port of the card room's page."""

    def __init__(
        self, target: str, application_id: str, ids: Snowflakes, room: Callable[[], int]
    ) -> None:
        self.port = 0
        self._target = target.rstrip("/")
        self._application = f"https://{application_id}.discordsays.com"
        self._ids = ids
        self._room = room
        self._session: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None

    @property
    def origin(self) -> str:
        """The origin (scheme, host and port) of the Activity's page. Empty if the application has
        no Activity."""
        return f"http://{NAME}:{self.port}" if self._target else ""

    def address(self, instance: Instance) -> str:
        """Return the address of an Activity's instance, for the frame in which the page shows it.
        Empty if there is no Activity."""
        if not self._target:
            return ""
        asked = {
            "frame_id": self._ids.next(),
            "instance_id": instance.id,
            "platform": "desktop",
            "channel_id": instance.channel_id,
            **({"guild_id": instance.guild_id} if instance.guild_id else {}),
        }
        return f"{self.origin}{CLIENT}?{urlencode(asked)}"

    async def open(self) -> None:
        """Start the server. Does nothing if there is no Activity (no target address to which
        requests are passed on). Raises OSError when no port is free."""
        if not self._target:
            return
        app = web.Application(middlewares=[self._addressed], client_max_size=LARGEST)
        http = aiohttp.ClientSession(auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar())
        self._session = http
        app.router.add_get(CLIENT + "{file:.*}", self._client)
        app.router.add_route("*", "/{path:.*}", partial(self._passed_on, http))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, HERE, 0).start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop the server."""
        if self._runner is not None:
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    @web.middleware
    async def _addressed(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse a request whose `Host` header isn't this server's. If it were passed on, the
        application would take it for a request from the Activity's own page."""
        if request.headers.get(hdrs.HOST) != f"{NAME}:{self.port}":
            raise web.HTTPMisdirectedRequest(text="This is another server.")
        return await handler(request)

    async def _client(self, request: web.Request) -> web.StreamResponse:
        file, kind = RELAYED.get(request.match_info["file"], ("", ""))
        if not file:
            raise web.HTTPNotFound
        policy = f"default-src 'self'; base-uri 'none'; frame-ancestors {self._framing()}"
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
        return web.Response(
            body=(RELAY / file).read_bytes(), content_type=kind, charset="utf-8", headers=headers
        )

    async def _passed_on(
        self, http: aiohttp.ClientSession, request: web.Request
    ) -> web.StreamResponse:
        path = request.raw_path.removeprefix(PROXY)
        address = self._target + (path if path.startswith("/") else f"/{path}")
        try:
            if request.headers.get(hdrs.UPGRADE, "").lower() == "websocket":
                return await self._socket(http, request, address)
            return await self._request(http, request, address)
        except aiohttp.WSServerHandshakeError as error:
            raise web.HTTPBadGateway(text=f"The page answers a socket by {error.status}.") from None
        except (aiohttp.ClientError, OSError):
            raise web.HTTPBadGateway(text="Nobody is at the mapped address.") from None

    async def _request(
        self, http: aiohttp.ClientSession, request: web.Request, address: str
    ) -> web.StreamResponse:
        body = await request.read() if request.can_read_body else None
        asked = http.request(
            request.method, address, headers=self._asking(request), data=body, allow_redirects=False
        )
        async with asked as answer:
            response = web.Response(status=answer.status, body=await answer.read())
            for name, value in answer.headers.items():
                if name.lower() not in OWN_OF_A_HOP:
                    response.headers.add(name, self._read(name, value))
            return response

    async def _socket(
        self, http: aiohttp.ClientSession, request: web.Request, address: str
    ) -> web.StreamResponse:
        headers = {
            name: value
            for name, value in self._asking(request).items()
            if not name.lower().startswith(OF_THE_SOCKET)
        }
        address = address.replace("http", "ws", 1)
        async with http.ws_connect(address, headers=headers) as theirs:
            ours = web.WebSocketResponse(max_msg_size=LARGEST)
            await ours.prepare(request)
            ways = [asyncio.create_task(_copy(*way)) for way in ((ours, theirs), (theirs, ours))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await theirs.close()
                await ours.close()
            return ours

    def _asking(self, request: web.Request) -> Mapping[str, str]:
        """Return the headers of a browser's request as the application is to receive them. The
        origin of the Activity's page is replaced by the origin that the page would have on
        Discord."""
        headers = {
            name: value
            for name, value in request.headers.items()
            if name.lower() not in OWN_OF_A_HOP
        }
        origin = request.headers.get(hdrs.ORIGIN)
        if origin is not None:
            headers[hdrs.ORIGIN] = self._application if origin == self.origin else origin
        return headers

    def _read(self, name: str, value: str) -> str:
        """Return the value of one header of the application's answer as the browser is to receive
        it. In a content security policy, Discord's origins are replaced by the card room's
        origins."""
        if name.lower() != "content-security-policy":
            return value
        socket = self._application.replace("https", "wss", 1)
        return (
            value.replace(socket, self.origin.replace("http", "ws", 1))
            .replace(self._application, self.origin)
            .replace(f"{DISCORD} ", f"{self._framing()} {self.origin} ")
        )

    def _framing(self) -> str:
        """Return the origins of the card room's page, separated by a space. In content security
        policies, these origins replace Discord's origin, so that the page may show the Activity in
        a frame."""
        return f"http://{HERE}:{self._room()} http://{NAME}:{self._room()}"


async def _copy(
    source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
    target: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
) -> None:
    """Pass messages on from one connection to the other until the first one ends."""
    async for message in source:
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)
