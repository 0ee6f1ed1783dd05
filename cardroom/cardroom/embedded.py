"""The place that an Activity's page is served from: as on Discord an origin of its own, behind a
proxy that passes everything on to the address that the owner has mapped.

On Discord that is `https://<application id>.discordsays.com`, in a frame of `https://discord.com`.
Here it is `http://localhost` at a port of its own, in a frame of the room's page. The application
is told Discord's names, and where its policy names them, the browser is told the room's.

The SDK in an Activity hears messages of Discord's origins and of its own alone. So a page of the
room's, served here under CLIENT, passes messages on between the room's page and the Activity.
"""

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
"""Another site than the room's page, which is at 127.0.0.1: cookies are a third party's here."""
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
    """Serves the Activity of an application from its `target`, once it is open. `room` says at
    which port the room's page is."""

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
        """Where the Activity is, for browsers; empty: nothing is mapped."""
        return f"http://{NAME}:{self.port}" if self._target else ""

    def address(self, instance: Instance) -> str:
        """What a window opens for an instance; empty: nothing is mapped."""
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
        """Serve, if anything is mapped. Raises OSError when there is no port."""
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
        """Serve no more."""
        if self._runner is not None:
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    @web.middleware
    async def _addressed(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what is meant for another host: the application would take it for its own."""
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
        """The headers of a request as the application sees them: a page of its Activity is at
        Discord's name for it."""
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
        """A header of an answer as the browser is told it."""
        if name.lower() != "content-security-policy":
            return value
        socket = self._application.replace("https", "wss", 1)
        return (
            value.replace(socket, self.origin.replace("http", "ws", 1))
            .replace(self._application, self.origin)
            .replace(f"{DISCORD} ", f"{self._framing()} {self.origin} ")
        )

    def _framing(self) -> str:
        """Where the room's page is, which is Discord here."""
        return f"http://{HERE}:{self._room()} http://{NAME}:{self._room()}"


async def _copy(
    source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
    target: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
) -> None:
    """Pass on what comes, until it ends."""
    async for message in source:
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)
