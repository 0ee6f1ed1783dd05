"""A connection to Discord that a test can cut. The connection passes requests on, and can lose a
request or its answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Self

import aiohttp
from aiohttp import web

HOP: Final = frozenset({"host", "content-length", "transfer-encoding", "connection"})
"""Headers that belong to a single connection, and so aren't passed on."""


@dataclass
class Cut:
    """A plan to cut the next request whose path ends with `end`. With `heard`, Discord receives the
    request, and only the answer is lost. Otherwise, the request itself is lost."""

    end: str
    heard: bool


@dataclass
class CutLine:
    """A server that passes requests on to the REST API at `url`, and cuts the requests that `cuts`
    describes. Use it with `async with`. `answers` counts how often the bot has tried to send the
    first answer to each interaction. The key is the path of the request, which is different for
    each interaction. While the event `passing` is cleared, first answers wait in the server."""

    url: str
    cuts: list[Cut] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    passing: asyncio.Event = field(default_factory=asyncio.Event)
    _tried: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aenter__(self) -> Self:
        self.passing.set()
        self._session = aiohttp.ClientSession(auto_decompress=False)
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", self._along)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        await self._session.close()

    @property
    def api_url(self) -> str:
        """Return the address at which a bot reaches the REST API through this server."""
        return f"http://127.0.0.1:{self.port}"

    async def until_tried(self, count: int) -> None:
        """Wait until the bot has tried to send the first answer to `count` interactions."""
        while len(self.answers) < count:
            self._tried.clear()
            await self._tried.wait()

    async def _along(self, request: web.Request) -> web.Response:
        body = await request.read()
        path = request.match_info["path"]
        if path.endswith("/callback"):
            self.answers[path] += 1
            self._tried.set()
            await self.passing.wait()
        cut = next((cut for cut in self.cuts if path.endswith(cut.end)), None)
        if cut is not None:
            self.cuts.remove(cut)
        if cut is None or cut.heard:
            answer = await self._pass_on(request, path, body)
        if cut is None:
            return answer
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def _pass_on(self, request: web.Request, path: str, body: bytes) -> web.Response:
        headers = {
            name: value for name, value in request.headers.items() if name.lower() not in HOP
        }
        async with self._session.request(
            request.method,
            f"{self.url}/{path}",
            params=request.query,
            data=body or None,
            headers=headers,
        ) as answer:
            return web.Response(
                body=await answer.read(),
                status=answer.status,
                headers={
                    name: value for name, value in answer.headers.items() if name.lower() not in HOP
                },
            )
