"""Serves the API: finds what a request leads to, and answers as Discord does."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web

from cardroom.refusals import Reason, Refused
from cardroom.rest import application, channels, commands, guilds, interactions, messages
from cardroom.rest.call import ROUTES, Call, Route, Services, read

VERSION: Final = "/api/v10"
MODULES: Final = (application, channels, commands, guilds, interactions, messages)
"""Those that enter their functions into the table."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Api:
    """The REST API for one bot, which shows `token`."""

    def __init__(self, services: Services, token: str) -> None:
        self.services = services
        self.token = token

    def routes(self) -> list[web.RouteDef]:
        """All addresses, for aiohttp."""
        found = [
            web.route(route.method, VERSION + route.path, self._handler(route)) for route in ROUTES
        ]
        found.append(web.route("*", "/api/{rest:.*}", self._unknown))
        return found

    def _handler(self, route: Route) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                return answer(await self._answer(route, request))
            except Refused as refused:
                return answer(refused.payload(), refused.reason.status)

        return handle

    async def _answer(self, route: Route, request: web.Request) -> Any:
        if route.guarded and request.headers.get("Authorization") != f"Bot {self.token}":
            raise Refused(Reason.UNAUTHORIZED)
        body, files = await read(request)
        call = Call(self.services, request.match_info, request.query, body, files)
        return route.endpoint(call)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        refused = Refused(Reason.NOT_FOUND)
        return answer(refused.payload(), refused.reason.status)


def answer(data: Any, status: int = 200) -> web.Response:
    """An answer with the content type that Discord sends: discord.py reads no other as JSON."""
    if data is None:
        return web.Response(status=204)
    return web.Response(
        body=json.dumps(data).encode(), status=status, content_type="application/json"
    )
