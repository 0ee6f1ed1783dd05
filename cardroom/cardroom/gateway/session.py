"""One session of a bot at the gateway. A session lasts longer than its connection, so the bot can
resume it over another connection."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from typing import Any, Final

from aiohttp import web

from cardroom.events import Event
from cardroom.gateway.intents import wanted, without_content
from cardroom.store import Json

DISPATCH: Final = 0
KEPT: Final = 1000
"""How many of the last events of a session are kept for a bot that resumes it."""
SHARD_SHIFT: Final = 22


class Connection:
    """An open connection of a bot to the gateway. Payloads are put into a queue, from which a
    background task sends them in order. So a sender never waits for a slow bot. With `compressed`,
    the payloads are compressed with zlib."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.cut = False
        """Whether the room closed the connection."""
        self._deflate = zlib.compressobj() if compressed else None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, payload: Json) -> None:
        """Queue a payload."""
        self._waiting.put_nowait(json.dumps(payload, separators=(",", ":")))

    async def sent(self) -> None:
        """Wait until everything is sent."""
        await self._waiting.join()

    async def close(self, code: int, reason: str) -> None:
        """Close the connection with one of Discord's close codes."""
        self.cut = True
        await self.socket.close(code=code, message=reason.encode())

    def end(self) -> None:
        """Stop sending, because the connection is lost."""
        self._writer.cancel()

    async def _write(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    packed = self._deflate.compress(text.encode())
                    await self.socket.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return  # the reading side sees the same end, and parts the session from it
            finally:
                self._waiting.task_done()


class Session:
    """A bot's session at the gateway. It knows the bot's shard and intents. It numbers the events
    and keeps the last ones, so that the bot can resume after a lost connection."""

    def __init__(self, session_id: str, shard: tuple[int, int], intents: int, bot_id: str) -> None:
        self.id = session_id
        self.shard = shard
        self.intents = intents
        self.bot_id = bot_id
        self.connection: Connection | None = None
        self.left_at: float | None = None
        """When the session's connection was lost, by the loop's clock; None while it has a
        connection."""
        self._number = 0
        self._kept: deque[Json] = deque(maxlen=KEPT)

    def tell(self, event: Event) -> None:
        """Send an event to the bot if it belongs to this session's shard and the bot asked for
        events of its kind."""
        if self._concerns(event) and wanted(event, self.intents):
            self.dispatch(event.name, without_content(event, self.intents, self.bot_id))

    def dispatch(self, name: str, data: Any) -> None:
        """Number an event and keep it, and send it if the bot is connected. `name` is Discord's
        name for the event, and `data` its JSON."""
        self._number += 1
        payload = {"op": DISPATCH, "t": name, "s": self._number, "d": data}
        self._kept.append(payload)
        if self.connection is not None:
            self.connection.send(payload)

    def resume(self, connection: Connection, seen: int) -> bool:
        """Continue the session over a new connection, and return True. `seen` is the number of the
        last event that the bot has received. All events after that number are sent again. Returns
        False, and changes nothing, if some of these events are no longer kept, or if `seen` is
        higher than the number of the session's last event."""
        first = self._kept[0]["s"] if self._kept else self._number + 1
        if not first - 1 <= seen <= self._number:
            return False
        self.connection = connection
        self.left_at = None
        for payload in list(self._kept):
            if payload["s"] > seen:
                connection.send(payload)
        self.dispatch("RESUMED", {})
        return True

    def serves(self, guild_id: str) -> bool:
        """Return whether a guild is on the shard of this session, by Discord's formula."""
        number, count = self.shard
        return (int(guild_id) >> SHARD_SHIFT) % count == number

    def _concerns(self, event: Event) -> bool:
        """Return whether an event belongs to this session's shard. Events outside guilds, such as
        direct messages, belong to shard 0."""
        return self.shard[0] == 0 if event.guild_id is None else self.serves(event.guild_id)
