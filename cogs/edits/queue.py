"""The queue of requests: one at a time for each message, and the newest state wins.

However many changes come during a request, or before its turn, one more request follows. Passing
failures are repeated soon. A message that the bot may not edit is tried again after a pause, and at
once when permissions may have changed, so none stays behind for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext, suppress
from typing import Any, Final

import discord

from bot.core.background import Background
from bot.core.errors import NotSaved, TableError
from bot.core.model import Phase, Table
from bot.core.traces import following, press_id
from cogs.discord.budget import Promise, RequestBudget
from cogs.discord.connection import PASSING, is_passing
from cogs.discord.errors import logged
from cogs.discord.threads import LOCKED, ThreadLocked
from cogs.edits.line import Line, Turn
from cogs.edits.message_state import MessageState

log = logging.getLogger(__name__)

RETRIES: Final = (1.0, 5.0, 25.0, 125.0)
"""Seconds to wait before each new try of a request that failed for a passing reason."""

REMEMBERED: Final = 4096
"""The most messages whose last shown version is in memory. A forgotten one costs one needless
edit."""

PAUSES: Final = (300.0, 600.0, 1200.0, 3600.0, 21600.0)
"""Seconds of pause for a message that the bot may not edit: at first, and after each further
refusal. Discord bans an address after 10,000 refusals in 10 minutes."""
PATIENT: Final = 5.0
"""The most seconds that one message waits for another where they are shown one after the other."""
LAST_EDITS: Final = 1.0
"""The most seconds at the end for requests under way."""
SELDOM: Final = 10.0
"""The least seconds between two tries of one message after changes of permissions."""


Send = Callable[[MessageState, Table], Awaitable[None]]
"""Makes one request that shows a table's state in a message."""


class Sending:
    """The messages that are kept up to date, each with the state it should show.

    `send` makes one request for one of them; those for public messages wait for the `budget`.
    `drawing` is held while one is drawn: one at a time, so that presses don't wait for pictures
    that nobody waits for. `retries` are the seconds before each new try. `closed` is set at the
    end, when nothing new is started. `merged` counts the changes that were shown only together with
    a later one, `left_out` the edits that went without their picture.
    """

    def __init__(self, send: Send, budget: RequestBudget) -> None:
        self.retries: tuple[float, ...] = RETRIES
        self.closed = False
        self.merged = 0
        self.left_out = 0
        self.drawing = asyncio.Semaphore(1)
        self._send = send
        self._line = Line(budget, self._begin)
        self._messages: OrderedDict[tuple[str, int | None], MessageState] = OrderedDict()
        self._stalled: set[MessageState] = set()
        """The messages in a pause."""
        self._background = Background()

    def message(self, table_id: str, member_id: int | None = None) -> MessageState:
        """The state of a table's public message, or of a member's open hand there."""
        key = (table_id, member_id)
        if key not in self._messages:
            self._forget_oldest()
        message = self._messages.setdefault(key, MessageState())
        self._messages.move_to_end(key)
        return message

    def want(self, message: MessageState, table: Table) -> None:
        """Let a message show this state, unless it is going to show a newer one."""
        if message.wanted is None or table.version >= message.wanted.version:
            self.merged += message.behind
            message.wanted, message.press = table, press_id()
        message.tries = 0
        self.go_on(message)

    def go_on(self, message: MessageState) -> None:
        """Start a request for a message that is behind, unless one runs or the bot may not edit it;
        or let it wait for its turn."""
        if message.busy or message.refused or self.closed:
            return
        if message.panel is not None:
            if message.behind:
                self._begin(message)
        elif message.wanted is not None and message.behind:
            self._line.join(message, _turn_of(message.wanted))
        elif message.lacks_picture:
            self._line.join(message, Turn.PICTURE)
        else:
            self._line.leave(message)

    async def sent(self, table_id: str) -> None:
        """Wait for the running request for a table's message, some seconds at most."""
        message = self.message(table_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENT):
                while message.busy or self._line.has(message):
                    message.sent.clear()
                    await message.sent.wait()

    def revive(self, guild_id: int) -> None:
        """Try the messages of a server that are in a pause, because permissions may have changed or
        Discord has the server back; each message every 10 seconds at most."""
        now = asyncio.get_running_loop().time()
        for message in tuple(self._stalled):
            if message.wanted is not None and message.wanted.guild_id == guild_id:
                wait = message.revived_at + SELDOM - now
                if wait > 0:
                    message.rings(wait, self._revive)
                else:
                    self._revive(message)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, kept until it ends."""
        self._background.start(work)

    @property
    def unsent(self) -> int:
        """How many messages show an older state than they should."""
        return sum(message.behind or message.busy for message in self._messages.values())

    async def finish(self) -> None:
        """Wait for the requests under way, a second at most: the next process shows what is
        behind."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_EDITS):
                await self._background.finish()

    def close(self) -> None:
        """Stops everything that is under way."""
        self.closed = True
        self._line.close()
        for message in self._messages.values():
            if message.timer is not None:
                message.timer.cancel()
        self._background.cancel()

    def _forget_oldest(self) -> None:
        if len(self._messages) < REMEMBERED:
            return
        idle = next(
            (
                key
                for key, message in self._messages.items()
                if not (message.busy or message.behind)
            ),
            None,
        )
        if idle is not None:
            del self._messages[idle]

    def _revive(self, message: MessageState) -> None:
        message.revived_at = asyncio.get_running_loop().time()
        self._after_pause(message)

    def _after_pause(self, message: MessageState) -> None:
        self._stalled.discard(message)
        message.refused = False
        self.go_on(message)

    def _begin(self, message: MessageState, promise: Promise | None = None) -> None:
        message.busy = True
        self.start(self._send_newest(message, promise))

    async def _send_newest(self, message: MessageState, promise: Promise | None) -> None:
        done = True
        try:
            with following(message.press), promise.held() if promise else nullcontext():
                if message.wanted is not None:
                    done = await self._shows(message, message.wanted)
        finally:
            message.busy = False
            message.sent.set()
        if done:
            self.go_on(message)

    async def _shows(self, message: MessageState, table: Table) -> bool:
        shown, lacked = message.shown, message.lacks_picture
        message.shown, message.lacks_picture = table.version, False
        if not await self._try(message, table):
            message.shown, message.lacks_picture = shown, lacked
            return False
        self.left_out += message.lacks_picture
        log.debug("table %s is shown", table.id)
        return True

    async def _try(self, message: MessageState, table: Table) -> bool:
        """Send one state; returns False when it must be tried again later."""
        try:
            await self._send(message, table)
        except (discord.Forbidden, ThreadLocked) as error:
            self._refused(message, table, error)
            return False
        except (*PASSING, NotSaved):
            self._again_later(message, table)
            return False
        except discord.HTTPException as error:
            if is_passing(error):
                self._again_later(message, table)
                return False
            logged(error, f"showing table {table.id}")
        except TableError as error:
            log.info("table %s is not shown: %s", table.id, type(error).__name__)
        # A message that can't be made must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"showing table {table.id}")
        else:
            message.tries = 0
            message.allowed()
        return True

    def _refused(
        self, message: MessageState, table: Table, error: discord.Forbidden | ThreadLocked
    ) -> None:
        # Logged once: a server that never gives the permission back must not fill the log.
        if not message.pauses:
            log.warning(
                "table %s can't be shown in channel %s: code %s",
                table.id,
                table.channel_id,
                error.code if isinstance(error, discord.Forbidden) else LOCKED,
            )
        message.refused = True
        self._pause(message)

    def _again_later(self, message: MessageState, table: Table) -> None:
        if message.tries < len(self.retries):
            message.rings(self.retries[message.tries], self.go_on)
            message.tries += 1
            return
        log.warning("table %s stays as it is shown for now: Discord does not answer", table.id)
        self._pause(message)

    def _pause(self, message: MessageState) -> None:
        pause = PAUSES[min(message.pauses, len(PAUSES) - 1)]
        message.pauses += 1
        self._stalled.add(message)
        message.rings(pause, self._after_pause)


def _turn_of(table: Table) -> Turn:
    running = table.phase is Phase.PLAYING and table.message_id is not None
    return Turn.RUNNING if running else Turn.FIRST
