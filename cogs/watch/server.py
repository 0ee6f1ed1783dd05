"""The port for the owner's machines: `/healthz`, `/readyz` and `/metrics`."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from ipaddress import ip_address
from typing import Final

from aiohttp import web

from bot.config import MetricsSettings
from bot.core.errors import CannotStart
from cogs.watch.collector import Metrics
from cogs.watch.health import Health, ProcessState

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The type of Prometheus' text format."""


class MetricsPort:
    """The small web server for the owner's machines. `number` is the number of its port, once it is
    open."""

    def __init__(self, settings: MetricsSettings, health: Health) -> None:
        self.number = settings.port
        self._settings = settings
        self._health = health
        self._metrics = Metrics(health)
        app = web.Application(middlewares=[self._for_own_host])
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._read)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    @web.middleware
    async def _for_own_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse a request whose host name isn't this machine's own. If such requests were
        answered, a foreign web page in a browser on this machine could read from this port. The
        page would only need a host name that resolves to this machine."""
        if not _is_own(request.url.host or "", self._settings.host):
            raise web.HTTPMisdirectedRequest
        return await handler(request)

    async def open(self) -> None:
        """Open the port. Raises CannotStart when that fails."""
        await self._runner.setup()
        host, port = self._settings.host, self._settings.port
        try:
            await web.TCPSite(self._runner, host, port).start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            raise CannotStart(f"metrics.port: {host}:{port} can't be used: {error}") from None
        self.number = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Close the port."""
        await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        state = await self._health.state()
        return _said(state, good=state.is_healthy)

    async def _readyz(self, _: web.Request) -> web.Response:
        state = await self._health.state()
        return _said(state, good=state.is_ready)

    async def _read(self, _: web.Request) -> web.Response:
        return web.Response(text=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _is_own(name: str, configured: str) -> bool:
    """Return whether a Host header may name this machine. Four kinds of names are allowed: an IP
    address, a name without a dot (`localhost`, a container's name), the name in the settings, and
    the machine's own name. No outsider can register a name without a dot."""
    try:
        ip_address(name)
    except ValueError:
        own = {configured.lower(), socket.getfqdn().lower()}
        return bool(name) and ("." not in name or name.lower() in own)
    return True


def _said(state: ProcessState, *, good: bool) -> web.Response:
    return web.json_response({"good": good, **asdict(state)}, status=200 if good else 503)
