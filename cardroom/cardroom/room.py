"""The server of a running card room. It takes the place of Discord on this machine for one bot, and
has a web page for people."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import socket
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from aiohttp import web

from cardroom.deeds import Deeds
from cardroom.doors import HERE, Doors, attachment
from cardroom.embedded import Embedded
from cardroom.gateway.server import Gateway
from cardroom.instances import Instances
from cardroom.interactions import PATIENCE, Interactions
from cardroom.limits import Limits
from cardroom.messages import Messages
from cardroom.payloads import Addresses
from cardroom.people import Opening, People
from cardroom.permissions import MEMBERS
from cardroom.places import Places
from cardroom.portal import Portal
from cardroom.rest.call import Services
from cardroom.rest.server import VERSION, Api
from cardroom.sight import Sight
from cardroom.snowflakes import Clock
from cardroom.store import Store
from cardroom.windows import Windows
from cardroom.world import World

LARGEST_BODY: Final = 64 * 1024 * 1024
"""The most bytes of a request. Each file in the request may have up to `FILE_LIMIT` bytes
(cardroom.payloads)."""

JOINS_AFTER: Final = 2.5
"""Seconds before the bot joins a guild. They must be more than discord.py waits at its start for
the guilds that the bot is in already. If a guild comes in this time, discord.py doesn't tell the
bot that it has joined this guild."""

log = logging.getLogger(__name__)


@dataclass
class Plan:
    """The settings with which a card room is run. `file` is the card room's database (None:
    everything is in memory). `port` is the port (0: any free port), unless an open socket is given
    as `listening`. `opening` is the content of a new card room, and `portal` are the settings of
    the bot's application. `clock` returns the time. Some other fields say how strictly Discord's
    rules apply, for example `limits`, which turns rate limits on. All times are in seconds."""

    file: Path | None = None
    """The room's file; None: everything is in memory."""
    port: int = 0
    """0: any free one."""
    listening: socket.socket | None = None
    """A socket that listens already, in place of a port."""
    bot_token: str = "card.room.token"  # noqa: S105 - a secret only where one is given
    opening: Opening = field(default_factory=Opening)
    """What a new room begins with."""
    portal: Portal = field(default_factory=Portal)
    """What the bot's owner has chosen in the developer portal."""
    clock: Clock = time.time
    patience: float = PATIENCE
    """Seconds within which the bot must acknowledge an interaction."""
    joins_after: float = JOINS_AFTER
    """Seconds after the bot has connected, before the bot joins each guild that it is not in
    yet."""
    limits: bool = False
    """Whether Discord's rate limits are real."""
    shards: int = 1
    """The number of shards that a bot is to run. The gateway refuses a bot that runs fewer
    shards."""
    max_concurrency: int = 1
    """How many sessions may begin together."""
    rounds_every: float = 60.0
    """Seconds between two searches for threads to archive."""


class Room:
    """A running card room. It is an async context manager, and serves inside the context. Raises
    StoreError when its file can't be used, and OSError when its port can't be opened."""

    def __init__(self, plan: Plan | None = None) -> None:
        self.plan = plan = plan or Plan()
        self.store = Store(plan.file)
        self.world = World(self.store, plan.clock)
        self.people = People(self.world)
        self.people.open(plan.opening)
        plan.portal.apply(self.world)
        self.page_token = self._secret("page_token")
        self.port = plan.port
        portal = plan.portal
        self.embedded = Embedded(
            portal.target, self.world.bot["id"], self.world.ids, lambda: self.port
        )
        self.doors = Doors(self.page_token, lambda: self.port, lambda: self.embedded.origin)
        self.instances = Instances(self.world, plan.clock, portal.client_secret, portal.refuses)
        self.limits = Limits(plan.clock, plan.limits, plan.max_concurrency)
        self.gateway = Gateway(self.world, self.limits, plan.bot_token, lambda: self.gateway_url)
        self.gateway.shards = plan.shards
        self.addresses = Addresses(lambda: self.page_url, self._secret("file_key"))
        self.messages = Messages(self.world, self.addresses)
        self.interactions = Interactions(self.world, self.messages, patience=plan.patience)
        self.places = Places(self.world, self.messages)
        services = Services(
            self.world,
            self.messages,
            self.interactions,
            self.people,
            self.places,
            self.limits,
            lambda: self.gateway_url,
            lambda: self.gateway.shards,
            portal,
            self.instances,
        )
        self.api = Api(services, plan.bot_token)
        self.deeds = Deeds(
            self.world, self.messages, self.interactions, self.places, self.instances
        )

        def online() -> bool:
            return self.gateway.online

        sight = Sight(self.world, self.messages, self.deeds, self.people, online)
        self.windows = Windows(
            self.world, sight, self.deeds, self.people, online, self.embedded.address
        )
        self.interactions.listeners.append(self.windows.became)
        self.gateway.changed.append(self.windows.bot_changed)
        self.gateway.changed.append(self._bot_changed)
        self._joining: asyncio.TimerHandle | None = None
        self._rounds: asyncio.Task[None] | None = None
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[self.doors.middleware()], client_max_size=LARGEST_BODY)
        app.add_routes(
            [
                web.get("/gateway/", self.gateway.handle),
                web.get("/gateway", self.gateway.handle),
                *self.api.routes(),
                *self.doors.routes(),
                web.get("/{token}/files/{id}/{name}", self.doors.guarded(self._attachment)),
                web.get("/{token}/emojis/{id}.{kind}", self.doors.guarded(self._emoji)),
                web.get("/{token}/socket", self.doors.guarded(self.windows.handle)),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site: web.BaseSite
        if self.plan.listening is not None:
            site = web.SockSite(self._runner, self.plan.listening)
        else:
            site = web.TCPSite(self._runner, HERE, self.plan.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        await self.embedded.open()
        self._rounds = asyncio.create_task(self._make_rounds())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.interactions.close()
        if self._joining is not None:
            self._joining.cancel()
        if self._rounds is not None:
            self._rounds.cancel()
        if self._runner is not None:
            await self.gateway.leave()
            await self.windows.leave()
            await self.embedded.close()
            await self._runner.cleanup()
        self.store.close()

    @property
    def api_url(self) -> str:
        """The address of the REST API."""
        return f"http://{HERE}:{self.port}{VERSION}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws://{HERE}:{self.port}/gateway/"

    @property
    def page_url(self) -> str:
        """The address of the page."""
        return f"http://{HERE}:{self.port}/{self.page_token}/"

    def _secret(self, name: str) -> str:
        """Return the secret with the name `name`, which is part of addresses. The secret is made
        once and stored. So after a restart, an open page can still reach the room and the files of
        its messages."""
        known = self.world.settings.get(name)
        if known is None:
            known = {"value": secrets.token_urlsafe(16)}
            with self.world.change():
                self.world.settings.put(known, name)
        return str(known["value"])

    def _bot_changed(self) -> None:
        if self._joining is not None:
            self._joining.cancel()
        if self.gateway.online:
            loop = asyncio.get_running_loop()
            self._joining = loop.call_later(self.plan.joins_after, self._bring_bot)

    async def _make_rounds(self) -> None:
        while True:
            await asyncio.sleep(self.plan.rounds_every)
            self.places.archive_idle()

    def _bring_bot(self) -> None:
        """Let the bot join each guild that it isn't in, except guilds that the bot must never
        join."""
        bot = self.world.bot["id"]
        for guild in list(self.world.guilds.all()):
            allowed = guild.get("bot_permissions", MEMBERS)
            if allowed is not None and self.world.member(guild["id"], bot) is None:
                self.people.bring(bot, guild["id"], int(allowed))

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        file_id = request.match_info["id"]
        shown = request.query.get("hm", "").encode()
        if not hmac.compare_digest(shown, self.addresses.signature(file_id).encode()):
            raise web.HTTPNotFound
        return self._file(file_id)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        if self.world.emojis.get(request.match_info["id"]) is None:
            raise web.HTTPNotFound
        return self._file(request.match_info["id"])

    def _file(self, file_id: str) -> web.Response:
        found = self.store.file(file_id)
        if found is None:
            raise web.HTTPNotFound
        return attachment(*found)
