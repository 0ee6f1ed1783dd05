"""A connection to Discord that can be cut. It passes requests on, and loses their answers when a
test tells it to."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Self

import aiohttp
from aiohttp import web

HOP: Final = frozenset({"host", "content-length", "transfer-encoding", "connection"})
"""Headers that hold for one hop only."""


@dataclass
class Cut:
    """Cuts the next request whose path ends in this way. With `heard`, Discord receives the request
    before, and only its answer is lost."""

    end: str
    heard: bool


@dataclass
class CutLine:
    """A server that passes requests on to the REST API at `url`, and cuts those in `cuts`. Inside
    its context it runs. `answers` counts how often the first answer to each interaction was tried,
    and while `passing` is cleared, such answers wait here."""

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
        """The address at which a bot reaches the API through this connection."""
        return f"http://127.0.0.1:{self.port}"

    async def until_tried(self, count: int) -> None:
        """Wait until the first answers to that number of interactions were tried."""
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
