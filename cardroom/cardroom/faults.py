"""Deliberate faults for tests: refused, delayed and cut requests."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from aiohttp import web

from cardroom.store import Json


@dataclass
class Fault:
    """A fault that tests cause in requests to the card room. It applies to requests with this
    `method` (`*`: any) whose path after `/api/v10` matches the pattern `path`. In the pattern, `*`
    stands for any text. If `status` is 0, the request is handled as usual. Otherwise the answer is
    only an error with this `status`, `code` and `message`. `delay` is the wait before that, in
    seconds. `cut` says whether the connection is cut `before` or `after` the request is handled
    (empty if it isn't cut). `times` is how often the fault still applies (None: always), and `met`
    is how often it has applied."""

    method: str
    path: str
    status: int = 0
    """The status that is answered instead of handling the request; 0: it is handled."""
    code: int = 0
    message: str = ""
    delay: float = 0.0
    """The delay in seconds before the request is handled."""
    cut: str = ""
    """When the connection is cut without an answer. The value is `before` or `after`, for a cut
    before or after the request is handled. It is empty if the connection isn't cut."""
    times: int | None = 1
    """How often the fault still applies; None: until it is removed."""
    met: int = 0
    """How often the fault has applied."""

    def meets(self, method: str, path: str) -> bool:
        """Return whether the fault applies to a request with this method and path."""
        return self.times != 0 and self.method in {method, "*"} and fnmatchcase(path, self.path)


@dataclass
class Faults:
    """The faults of a room. For each request, the first fault in the list that applies is used."""

    list: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        """Add a fault at the end of the list, and return the fault."""
        self.list.append(fault)
        return fault

    def clear(self) -> None:
        """Remove all faults."""
        self.list.clear()

    def next(self, method: str, path: str) -> Fault | None:
        """Return the first fault that applies to a request, and count its use. Returns None when no
        fault applies."""
        for fault in self.list:
            if fault.meets(method, path):
                fault.met += 1
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None


async def suffer(fault: Fault, request: web.Request) -> web.StreamResponse | None:
    """Apply a fault before a request is handled. Returns the answer to send instead of handling the
    request; None when the request is to be handled."""
    if fault.delay:
        await asyncio.sleep(fault.delay)
    if fault.cut == "before":
        cut(request)
    if not fault.status:
        return None
    body: Json = {"message": fault.message or f"{fault.status}: injected", "code": fault.code}
    headers = {}
    if fault.status == web.HTTPTooManyRequests.status_code:
        body |= {"retry_after": 0.05, "global": False}
        headers["Via"] = "1.1 cardroom"
    return web.Response(
        body=json.dumps(body).encode(),
        status=fault.status,
        content_type="application/json",
        headers=headers,
    )


def cut(request: web.Request) -> None:
    """Cut the connection of a request without an answer. Always raises CancelledError, so that the
    request is not handled any further."""
    if request.transport is not None:
        request.transport.abort()
    raise asyncio.CancelledError
