"""The queue of edits. Only one request at a time is made for each message, and the request sends
the newest state.

A message can change many times while its request runs or waits. Then only one more request follows.
Edits of public messages wait while the budget of requests is short. Temporary failures are retried
soon. A message that the bot may not edit is tried again after a pause, and at once when permissions
might have changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final

import discord

from bot.core.background import Background, following, press_id
from bot.core.errors import NotSaved, TableError
from bot.core.model import Table
from cogs.discord.budget import RequestBudget
from cogs.discord.connection import PASSING, is_passing
from cogs.discord.errors import logged
from cogs.discord.threads import LOCKED, ThreadLocked
from cogs.edits.messages import Messages, MessageState, Urgency

log = logging.getLogger(__name__)

RETRIES: Final = (1.0, 5.0, 25.0, 125.0)
"""Seconds to wait before each new try of a request that failed for a passing reason."""

PAUSES: Final = (300.0, 600.0, 1200.0, 3600.0, 21600.0)
"""Seconds of pause for a message that the bot may not edit, or whose request failed again after all
`RETRIES`. The first number is the first pause, and the next numbers are the pauses after further
failures. Discord bans an address after 10,000 refusals in 10 minutes."""
LATE: Final = 2.5
"""The seconds of waiting after which an edit is sent without its picture. The aim is that a message
is at most 5 seconds behind its table, and this is half of that time."""
CALM: Final = 3
"""The divisor of the budget of requests for a picture that was left out of an edit. The picture is
sent later, when at least this part of the budget (a third) is free."""
PATIENT: Final = 5.0
"""The most seconds that `EditQueue.sent` waits for the edit of a message. Callers that show several
messages one after the other wait in this way before they show the next message."""
LAST_EDITS: Final = 1.0
"""At the end of the process, the most seconds to wait for running requests."""
SELDOM: Final = 10.0
"""The least seconds between two new tries to edit a message that the bot was not allowed to edit. A
new try is made when permissions might have changed."""


Send = Callable[[MessageState, Table], Awaitable[None]]
"""Makes one request that shows a table's state in a message."""


class EditQueue:
    """Decides when each message is edited.

    `send` makes one request for a message. Requests for public messages wait until the `budget` has
    room. The most urgent request is made first, and among equally urgent ones the request that has
    waited longest. In one channel, an edit begins only when the request of the previous edit has
    begun, because Discord limits each channel too. `pressed` is called after each answered press on
    a hand, with the id of the table and the id of the member.

    Pictures in the background are drawn one at a time under the lock `drawing`, so that presses
    don't wait for the pictures. `retries` are the seconds to wait before each new try. When
    `closed` is set, nothing new is started. For the metrics, `merged` counts the changes that were
    shown only together with a later change, and `left_out` the edits that were sent without their
    picture."""

    def __init__(
        self, send: Send, budget: RequestBudget, pressed: Callable[[str, int], None]
    ) -> None:
        self.retries: tuple[float, ...] = RETRIES
        self.closed = False
        self.merged = 0
        self.left_out = 0
        self.drawing = asyncio.Semaphore(1)
        self._send = send
        self._budget = budget
        self.messages = Messages(self.go_on, pressed)
        self._stalled: set[MessageState] = set()
        """The messages in a pause."""
        self._waiting: dict[MessageState, tuple[Urgency, float]] = {}
        """The public messages that wait for the budget: how urgent they are, and since when."""
        self._starting: dict[asyncio.Task[Any] | None, int] = {}
        """The tasks of edits that have started but have not begun their first request to Discord.
        Each task is mapped to the id of its channel. The budget keeps room for one request of each
        task."""
        self._timer: asyncio.TimerHandle | None = None
        """Set only while a message waits."""
        self._background = Background()
        budget.began_one.append(self._started)
        budget.ended_one.append(self._let_in)

    def want(self, message: MessageState, table: Table) -> None:
        """Have a message edited so that it shows this state of the table. If an edit to a newer
        state was already asked for, the message is edited to that newer state. The count of failed
        tries starts again from 0."""
        if message.wanted is None or table.version >= message.wanted.version:
            self.merged += message.behind
            message.wanted, message.press = table, press_id()
        message.tries = 0
        self.go_on(message)

    def go_on(self, message: MessageState) -> None:
        """Start a request for an outdated message, or put the message into the queue. Do nothing
        while a request for the message is running, or while the bot may not edit the message."""
        if message.busy or message.refused or self.closed:
            return
        urgency = message.urgency
        if urgency is None:
            self._leave(message)
        elif message.panel is not None:
            self._begin(message)
        else:
            known, since = self._waiting.get(message, (None, 0.0))
            if known is not urgency:
                since = self._budget.now()
                self._leave(message)
            self._waiting[message] = urgency, since
            self._let_in()

    async def sent(self, table_id: str) -> None:
        """Wait until the running or waiting request for a table's public message has ended, but at
        most `PATIENT` seconds."""
        message = self.messages.of(table_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENT):
                while message.busy or (message.behind and message in self._waiting):
                    message.sent.clear()
                    await message.sent.wait()

    def revive(self, guild_id: int) -> None:
        """Try again to edit the messages that are in a pause, in the server `guild_id`. A message
        is in a pause if the bot was not allowed to edit it, or if its requests failed too often.
        The reason to try is that permissions might have changed, or that the server is available
        again. A message is tried again at most every 10 seconds."""
        now = asyncio.get_running_loop().time()
        for message in tuple(self._stalled):
            if message.wanted is not None and message.wanted.guild_id == guild_id:
                wait = message.revived_at + SELDOM - now
                if wait > 0:
                    message.rings(wait, self._revive)
                else:
                    self._revive(message)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, and keep a reference to the task until the task ends."""
        self._background.start(work)

    @property
    def unsent(self) -> int:
        """The number of messages that show an outdated state or are being edited."""
        return sum(message.behind or message.busy for message in self.messages)

    async def finish(self) -> None:
        """Wait for running requests, but at most a second. The next process updates the messages
        that are still outdated."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_EDITS):
                await self._background.finish()

    def close(self) -> None:
        """Cancel all running work."""
        self.closed = True
        self._budget.began_one.remove(self._started)
        self._budget.ended_one.remove(self._let_in)
        self._stop_timer()
        self._waiting.clear()
        for message in self.messages:
            if message.timer is not None:
                message.timer.cancel()
        self._background.cancel()

    # Whose turn it is

    def _let_in(self) -> None:
        """Begin as many edits as the budget allows. The most urgent edits begin first. Among
        equally urgent edits, the edit that has waited longest begins first."""
        self._stop_timer()
        for message, (urgency, since) in sorted(self._waiting.items(), key=itemgetter(1)):
            free = max(self._budget.most // CALM, 1) if urgency is Urgency.PICTURE else 1
            if self._budget.room - len(self._starting) < free:
                self._ring(free)
                return
            channel_id = message.channel_id
            if message.busy or channel_id in self._starting.values():
                continue
            del self._waiting[message]
            waited = self._budget.now() - since
            message.late = urgency is not Urgency.PICTURE and waited > LATE
            self._starting[self._begin(message)] = channel_id

    def _leave(self, message: MessageState) -> None:
        """Remove a message from the queue."""
        if self._waiting.pop(message, None) is not None:
            message.sent.set()

    def _started(self) -> None:
        """Stop keeping room in the budget for the current task's edit, and let waiting edits begin.
        This method is called when the edit's first request has begun, because the budget now counts
        the request itself, or when the edit has ended."""
        if self._starting.pop(asyncio.current_task(), None) is not None:
            self._let_in()

    def _ring(self, free: int) -> None:
        """Set a timer for the time when the budget will have room for `free` requests. The timer
        then lets waiting edits begin. If running requests must end first, set no timer, because
        waiting edits are checked whenever a request ends."""
        wait = self._budget.wait(free + len(self._starting))
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._let_in)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # One edit

    def _begin(self, message: MessageState) -> asyncio.Task[None]:
        message.busy = True
        return self._background.start(self._send_newest(message))

    async def _send_newest(self, message: MessageState) -> None:
        done = True
        try:
            with following(message.press):
                if message.wanted is not None:
                    done = await self._shows(message, message.wanted)
        finally:
            message.busy = False
            message.sent.set()
            self._started()
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
        """Send one state of the table. Return False if the state must be sent again later,
        otherwise True."""
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

    # Tried again later

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

    def _after_pause(self, message: MessageState) -> None:
        self._stalled.discard(message)
        message.refused = False
        self.go_on(message)

    def _revive(self, message: MessageState) -> None:
        message.revived_at = asyncio.get_running_loop().time()
        self._after_pause(message)
