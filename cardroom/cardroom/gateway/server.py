"""The server of the gateway: it accepts connections, starts sessions and resumes them."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

from aiohttp import WSMsgType, web

from cardroom import payloads
from cardroom.events import Event
from cardroom.gateway.session import Connection, Session
from cardroom.limits import Limits
from cardroom.permissions import Permission, may
from cardroom.refusals import MISSHAPEN
from cardroom.store import Json
from cardroom.world import World, member_key

log = logging.getLogger(__name__)

HEARTBEAT, IDENTIFY, RESUME, REQUEST_MEMBERS = 1, 2, 6, 8
INVALID_SESSION, HELLO, ACKNOWLEDGED = 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, FAILED, TWICE = 4001, 4002, 4003, 4004, 4005
INVALID_SHARD, SHARDING_REQUIRED, TOO_MANY = 4010, 4011, 4008
KNOWN: Final = frozenset({HEARTBEAT, IDENTIFY, 3, 4, RESUME, REQUEST_MEMBERS, 31})
"""The operations that a bot may send. Presences (3), voice (4) and soundboards (31) have no effect
here."""

HEARTBEAT_INTERVAL: Final = 41.25
"""Seconds between two heartbeats, as Discord asks for."""
ROUND_TRIP: Final = 0.1
"""Seconds until a heartbeat is acknowledged, as over a real network. discord.py stores in one
thread when it sent a heartbeat, and receives the answer in another thread. If an answer comes
without delay, discord.py may believe that it belongs to the heartbeat before."""
RESUMABLE: Final = 120.0
"""Seconds for which a session without a connection can be resumed."""
LARGEST: Final = 4096
"""The size in bytes of the largest payload that Discord's gateway accepts from a bot."""
IN_SIGHT: Final = ("MESSAGE_", "TYPING_", "THREAD_CREATE", "THREAD_UPDATE")
"""The events of a channel that only those who see it receive. Events about the channel itself are
sent to all."""


class Gateway:
    """The gateway of the card room: it accepts the connections of bots, keeps their sessions, and
    sends them events. `token` is the bot's token, and `address` returns the address at which the
    gateway is reached."""

    def __init__(
        self, world: World, limits: Limits, token: str, address: Callable[[], str]
    ) -> None:
        self.world = world
        self.limits = limits
        self.token = token
        self.shards = 1
        """How many shards a bot is to run."""
        self.begun: list[tuple[int, int]] = []
        """The sessions that were begun. Each is a pair: the number of its shard, and the number of
        all shards."""
        self.refused: list[tuple[int, int]] = []
        """The sessions that were refused, because the rate limit for new sessions was reached. Each
        is a pair of the number of its shard and the number of all shards."""
        self.forgets = False
        """Whether sessions can't be resumed now, as after an outage of Discord's."""
        self.elsewhere: Sequence[str] = ()
        """The ids of further guilds that a bot is told about when its session begins. Another
        process sends the data of these guilds later."""
        self.changed: list[Callable[[], None]] = []
        """Functions that are called whenever a bot comes or goes."""
        self._address = address
        self._sessions: dict[str, Session] = {}
        self._identified = asyncio.Event()
        self._resumed = asyncio.Event()
        world.listeners.append(self.tell)

    @property
    def online(self) -> bool:
        """Whether a bot is connected."""
        return any(session.connection for session in self._sessions.values())

    @property
    def connections(self) -> list[Connection]:
        """The open connections of sessions."""
        return [each.connection for each in self._sessions.values() if each.connection]

    @property
    def sessions(self) -> list[Session]:
        """The sessions whose connections are open."""
        return [each for each in self._sessions.values() if each.connection]

    def tell(self, event: Event) -> None:
        """Send an event to all sessions that should receive it. An event for a single person
        (`reader`) is not sent to bots."""
        if event.reader is not None or not self._sees(event):
            return
        for session in list(self._sessions.values()):
            session.tell(event)

    async def identified(self, *, timeout: float) -> None:  # noqa: ASYNC109 - the caller's words
        """Wait until a bot has started a new session. Raises TimeoutError after `timeout`
        seconds."""
        async with asyncio.timeout(timeout):
            await self._identified.wait()
        self._identified.clear()

    async def resumed(self, *, timeout: float) -> None:  # noqa: ASYNC109 - the caller's words
        """Wait until a bot has resumed a session. Raises TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout):
            await self._resumed.wait()
        self._resumed.clear()

    async def cut(self) -> None:
        """Close all connections with a close code that lets bots reconnect."""
        for connection in self.connections:
            await connection.close(4000, "Unknown error.")

    async def require(self, shards: int) -> None:
        """Demand that bots run at least `shards` shards, as Discord does for a bot in many guilds.
        Connected sessions of bots with fewer shards are closed, and such sessions are refused from
        now on."""
        self.shards = shards
        for session in list(self._sessions.values()):
            if session.shard[1] < shards and session.connection is not None:
                await session.connection.close(SHARDING_REQUIRED, "Sharding required.")

    @property
    def served(self) -> list[tuple[int, int]]:
        """Return the shards whose sessions are connected, in order. Each is a pair of the shard's
        number and the number of all shards."""
        return sorted(each.shard for each in self._sessions.values() if each.connection)

    async def leave(self) -> None:
        """Close all connections because the room closes; bots reconnect later."""
        for connection in self.connections:
            await connection.close(1012, "Service restart.")

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of a bot to the gateway until it ends. Returns the closed
        WebSocket."""
        socket = web.WebSocketResponse(max_msg_size=LARGEST * 4)
        await socket.prepare(request)
        compressed = request.query.get("compress") == "zlib-stream"
        connection = Connection(socket, compressed=compressed)
        connection.send(_payload(HELLO, {"heartbeat_interval": int(HEARTBEAT_INTERVAL * 1000)}))
        session: Session | None = None
        payloads_left = self.limits.payloads()
        try:
            async for frame in _frames(socket):
                if self.limits.real and not payloads_left.take(self.limits.clock()):
                    await connection.close(TOO_MANY, "Rate limited.")
                    break
                session = await self._received(connection, session, frame)
        finally:
            connection.end()
            if session is not None and session.connection is connection:
                session.connection = None
                session.left_at = asyncio.get_running_loop().time()
                if not connection.cut and socket.close_code in {1000, 1001}:
                    del self._sessions[session.id]  # by these the bot says that it won't be back
                self._has_changed()
        return socket

    async def _received(
        self, connection: Connection, session: Session | None, frame: str
    ) -> Session | None:
        try:
            received = json.loads(frame)
            operation, data = received["op"], received.get("d")
        except (ValueError, KeyError, TypeError):
            await connection.close(DECODE_ERROR, "Decode error.")
            return session
        try:
            return await self._obeyed(connection, session, operation, data)
        except MISSHAPEN as error:
            log.warning("The gateway can't understand operation %s: %r", operation, error)
            await connection.close(DECODE_ERROR, "Decode error.")
            return session

    async def _obeyed(
        self, connection: Connection, session: Session | None, operation: Any, data: Any
    ) -> Session | None:
        if operation == HEARTBEAT:
            asyncio.get_running_loop().call_later(
                ROUND_TRIP, connection.send, _payload(ACKNOWLEDGED, None)
            )
        elif operation == IDENTIFY and session is None:
            return await self._identify(connection, data)
        elif operation == RESUME and session is None:
            return await self._resume(connection, data)
        elif operation in {IDENTIFY, RESUME}:
            await connection.close(TWICE, "Already authenticated.")
        elif operation not in KNOWN:
            await connection.close(UNKNOWN_OPCODE, "Unknown opcode.")
        elif session is None:
            await connection.close(NOT_AUTHENTICATED, "Not authenticated.")
        elif operation == REQUEST_MEMBERS:
            self._send_members(session, data)
        return session

    async def _identify(self, connection: Connection, data: Json) -> Session | None:
        if data["token"].removeprefix("Bot ") != self.token:
            await connection.close(FAILED, "Authentication failed.")
            return None
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            await connection.close(INVALID_SHARD, "Invalid shard.")
            return None
        if count < self.shards:
            await connection.close(SHARDING_REQUIRED, "Sharding required.")
            return None
        if not self.limits.begin_session(number):
            self.refused.append((number, count))
            connection.send(_payload(INVALID_SESSION, False))
            return None
        self.begun.append((number, count))
        bot = self.world.bot
        session = Session(secrets.token_hex(16), (number, count), data["intents"], bot["id"])
        session.connection = connection
        self._forget_old()
        self._sessions[session.id] = session
        joined = [
            guild
            for guild in self.world.guilds.all()
            if self.world.member(guild["id"], bot["id"]) and session.serves(guild["id"])
        ]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": {
                    **payloads.user(bot),
                    "verified": True,
                    "mfa_enabled": True,
                    "email": None,
                },
                "guilds": [
                    {"id": guild_id, "unavailable": True}
                    for guild_id in (*(guild["id"] for guild in joined), *self.elsewhere)
                ],
                "session_id": session.id,
                "resume_gateway_url": self._address(),
                "shard": [number, count],
                "application": {"id": bot["id"], "flags": 0},
                "private_channels": [],
            },
        )
        for guild in joined:
            payload = {**payloads.guild(self.world, guild), "unavailable": False}
            session.dispatch("GUILD_CREATE", payload)
        self._identified.set()
        self._has_changed()
        return session

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        if data["token"].removeprefix("Bot ") != self.token:
            await connection.close(FAILED, "Authentication failed.")
            return None
        self._forget_old()
        session = self._sessions.get(data["session_id"])
        if self.forgets or session is None or not session.resume(connection, data["seq"] or 0):
            connection.send(_payload(INVALID_SESSION, False))
            return None
        self._resumed.set()
        self._has_changed()
        return session

    def _send_members(self, session: Session, data: Json) -> None:
        """Answer a bot's request for members of a guild. `data` is the request, with ids of users
        or with the beginning of their names. The answer is one event `GUILD_MEMBERS_CHUNK`."""
        guild_id = data["guild_id"] if isinstance(data["guild_id"], str) else data["guild_id"][0]
        named = data.get("user_ids")
        named = [named] if isinstance(named, str) else named
        query = (data.get("query") or "").lower()
        found = []
        for member in self.world.members_of(guild_id):
            name = self.world.users[member["user_id"]]["username"].lower()
            if (member["user_id"] in named) if named else name.startswith(query):
                found.append(payloads.member(self.world, member))
        limit = data.get("limit") or len(found)
        missing = [
            who for who in named or () if member_key(guild_id, who) not in self.world.members
        ]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": guild_id,
                "members": found[:limit],
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": missing,
                "nonce": data.get("nonce"),
            },
        )

    def _sees(self, event: Event) -> bool:
        """Return whether the bot receives an event. It always receives interactions and the event
        `GUILD_DELETE`. It receives the other events of a guild only as a member of the guild, and
        events about messages, typing and threads (`IN_SIGHT`) only if it sees the channel."""
        bot_id = self.world.bot["id"]
        channel = self.world.channels.get(event.channel_id or "")
        if event.name in {"GUILD_DELETE", "INTERACTION_CREATE"}:
            return True
        if event.guild_id is not None and self.world.member(event.guild_id, bot_id) is None:
            return False
        if channel is None or not event.name.startswith(IN_SIGHT):
            return True
        return may(self.world, channel, bot_id, Permission.VIEW_CHANNEL)

    def _forget_old(self) -> None:
        oldest = asyncio.get_running_loop().time() - RESUMABLE
        for session in list(self._sessions.values()):
            if session.left_at is not None and session.left_at < oldest:
                del self._sessions[session.id]

    def _has_changed(self) -> None:
        for listener in self.changed:
            listener()


async def _frames(socket: web.WebSocketResponse) -> Any:
    """Yield the texts that arrive at a connection, until it is closed or lost."""
    async for frame in socket:
        if frame.type is WSMsgType.TEXT:
            yield frame.data
        elif frame.type is WSMsgType.BINARY:
            yield frame.data.decode(errors="replace")


def _payload(operation: int, data: Any) -> Json:
    return {"op": operation, "d": data, "s": None, "t": None}
