"""The server of the REST API. It finds the handler of each request, and turns results and refusals
into answers like Discord's."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from cardroom.faults import Faults, cut, suffer
from cardroom.limits import Verdict
from cardroom.refusals import MISSHAPEN, Reason, Refused
from cardroom.rest import (
    activities,
    application,
    channels,
    commands,
    emojis,
    guilds,
    interactions,
    messages,
    scheduled,
    threads,
)
from cardroom.rest.call import ROUTES, Call, Route, Services, read
from cardroom.store import Json

VERSION: Final = "/api/v10"
MODULES: Final = (
    activities,
    application,
    channels,
    commands,
    emojis,
    guilds,
    interactions,
    messages,
    scheduled,
    threads,
)
"""The modules with handlers."""
REMEMBERED: Final = 2000
"""The number of last requests in memory."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """The log entry of one request of a bot and its answer. `status` is the HTTP status, and `at`
    the time by the card room's clock."""

    method: str
    path: str
    body: Any
    status: int
    at: float
    """The time of the request, by the room's clock."""


class Api:
    """The REST API for one bot, whose requests must contain `token`. It also keeps the log of the
    last requests, and the faults that tests have added."""

    def __init__(self, services: Services, token: str) -> None:
        self.services = services
        self.token = token
        self.limits = services.limits
        self.faults = Faults()
        self.requests: deque[Request] = deque(maxlen=REMEMBERED)
        """The requests of bots, from the oldest to the newest."""

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the REST API, in the order in which aiohttp must try them."""
        # A path with fewer blanks goes before one that would swallow it (`@me`).
        ordered = sorted(ROUTES, key=lambda route: route.path.count("{"))
        found = [
            web.route(route.method, VERSION + route.path, self._handler(route)) for route in ordered
        ]
        found.append(web.route("*", "/api/{rest:.*}", self._unknown))
        return found

    def _handler(self, route: Route) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(VERSION)
            if self.limits.shut_out:
                # Without the header `Via`, from before Discord itself.
                return web.Response(status=429, text="error code: 1015")
            verdict = self.limits.judge(
                route.method, route.path, request.match_info, answers=not route.guarded
            )
            if verdict.retry_after is not None:
                return self._said(request, None, _too_many(verdict))
            fault = self.faults.next(request.method, path)
            response = await suffer(fault, request) if fault is not None else None
            body = None
            if response is None:
                body, response = await self._answer(route, request)
            if fault is not None and fault.cut == "after":
                cut(request)
            response.headers.update({"Via": "1.1 cardroom", **verdict.headers})
            return self._said(request, body, response)

        return handle

    def _said(
        self, request: web.Request, body: Any, response: web.StreamResponse
    ) -> web.StreamResponse:
        path = request.path.removeprefix(VERSION)
        now = self.services.world.clock()
        self.requests.append(Request(request.method, path, body, response.status, now))
        self.limits.answered(response.status, response.headers.get("X-RateLimit-Scope", ""))
        return response

    async def _answer(self, route: Route, request: web.Request) -> tuple[Any, web.StreamResponse]:
        body = None
        try:
            bearer = self._bearer(route, request)
            body, files = await read(request)
            call = Call(self.services, request.match_info, request.query, body, files, bearer)
            return body, answer(route.endpoint(call))
        except Refused as refused:
            return body, answer(refused.payload(), refused.reason.status)
        except ConnectionError:
            return body, web.Response(status=400)  # the bot died while it sent: nobody will read it
        except MISSHAPEN as error:
            # A body of another shape than any that the room has thought of.
            log.warning("%s %s can't be understood: %r", request.method, request.path, error)
            told: Json = {"_errors": [{"code": "BASE_TYPE", "message": repr(error)}]}
            return body, answer(Refused(Reason.INVALID_BODY, told).payload(), 400)

    def _bearer(self, route: Route, request: web.Request) -> str:
        """Return the user's token that a request has. Returns an empty text if the request has the
        bot's token, or if the route needs no token. Raises Refused for any other token."""
        shown = request.headers.get("Authorization", "")
        if not route.guarded or shown == f"Bot {self.token}":
            return ""
        kind, _, token = shown.partition(" ")
        if not route.of_users or kind != "Bearer":
            raise Refused(Reason.UNAUTHORIZED)
        return token

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        refused = Refused(Reason.NOT_FOUND)
        return self._said(request, None, answer(refused.payload(), refused.reason.status))


def _too_many(verdict: Verdict) -> web.Response:
    refused = Refused(Reason.TOO_MANY_EDITS if verdict.old else Reason.TOO_MANY_REQUESTS)
    body = {**refused.payload(), "retry_after": verdict.retry_after, "global": verdict.whole}
    response = answer(body, refused.reason.status)
    response.headers.update({"Via": "1.1 cardroom", **verdict.headers})
    return response


def answer(data: Any, status: int = 200) -> web.Response:
    """Return an HTTP response with `data` as JSON, or an empty one (204) if `data` is None. The
    content type is the one that Discord sends, because discord.py reads no other type as JSON."""
    if data is None:
        return web.Response(status=204)
    return web.Response(
        body=json.dumps(data).encode(), status=status, content_type="application/json"
    )
